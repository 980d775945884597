"""The table of AXO as one player sees it."""

from __future__ import annotations

from rich.text import Text

from triax.cli.terminal import axo_cards as cards
from triax.cli.terminal.canvas import STYLES, Lines, beside, flow
from triax.cli.terminal.face import BoardContext
from triax.cli.words.text import COLOUR_NAMES, counted
from triax.games.axo.pieces import EXTRA_MARKS, GOAL, deck_of, turns
from triax.games.axo.view import AxoView, read_area, seen_shape


def draw_table(view: AxoView, context: BoardContext) -> Lines:
    deck, effects, seat = deck_of(view["options"]), view["options"]["effects"], view["seat"]
    lines = [_status(view)]
    if seat is not None and (area := read_area(view["seats"][seat])):
        own = [cards.large(sheet, deck[sheet.card], effects=effects) for sheet in area]
        lines += [_player_line(view, context, seat), *flow([*own, _middle(view)], context.width, gap=3)]
    if view["hand"] is not None:
        lines.append(Text("Your hand (left: polyomino, right: grid):" if view["hand"] else "Your hand is empty."))
        lines += flow([cards.in_hand(card, deck[card], effects=effects) for card in view["hand"]], context.width, gap=3)
    others = [other for other in range(view["players"]) if other != seat]
    return lines + flow([_other(view, context, other) for other in others], context.width)


def _status(view: AxoView) -> Text:
    parts = [f"draw pile {view['pile']}", f"discard {len(view['discard'])}", f"goal {GOAL} points"]
    if view["simona"] is not None:
        parts.insert(0, f"Simona's pile {view['simona']}")
    return Text(" · ".join(parts), "dim")


def _player_line(view: AxoView, context: BoardContext, seat: int) -> Text:
    own = view["seats"][seat]
    active = "▸ " if seat == view["active"] else ""
    extra = f"{counted(own['extra'], 'extra mark')} ({own['earned']} of {EXTRA_MARKS} won)"
    parts = [counted(own["points"], "point"), extra, counted(own["pivots"], "pivot")]
    return Text(f"{active}{context.names[seat]} (seat {seat}): {' · '.join(parts)}", "bold")


def _middle(view: AxoView) -> Lines:
    """The card in the middle: its polyomino from this side, and the declared colour."""
    card, colour = view["card"], view["colour"]
    if card is None or colour is None:
        return []
    shape = seen_shape(view, card)
    lines = [Text(f"in the middle: {card}", "bold"), Text(f"declared: {colour} {COLOUR_NAMES[colour]}", STYLES[colour])]
    lines += [Text(), Text("as you see it:", "dim"), *cards.shape(shape, STYLES[colour])]
    if view["seat"] is not None and view["seats"][view["seat"]]["pivots"] and view["phase"] == "mark":
        turned_shapes = [[Text(f"~{k}"), *cards.shape(other, STYLES[colour])] for k, other in turns(shape) if k]
        lines = [*lines[:2], *lines[4:], *beside(turned_shapes, gap=3)]
    return lines


def _other(view: AxoView, context: BoardContext, seat: int) -> Lines:
    deck, player = deck_of(view["options"]), view["seats"][seat]
    active = "▸ " if seat == view["active"] else ""
    title = Text(f"{active}{context.names[seat][:12]} (seat {seat})", "bold")
    counts = Text(f"{counted(player['points'], 'point')} {player['extra']} extra {player['pivots']} pivot")
    return [title, counts, *beside([cards.small(sheet, deck[sheet.card]) for sheet in read_area(player)], gap=2)]
