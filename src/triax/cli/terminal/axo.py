"""AXO in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from rich.text import Text

from triax.cli.terminal import axo_cards as cards
from triax.cli.terminal.axo_table import table
from triax.cli.terminal.axo_worth import weigh
from triax.cli.terminal.face import Asked, Scene, Told, Worth
from triax.cli.terminal.lines import Lines, colour_name, counted
from triax.games.axo.pieces import GOAL, deck_of
from triax.games.axo.view import AxoView
from triax.games.core import AnyState, Move, Plain
from triax.games.events import plain_for

_EFFECTS = {
    "stamp": ("mark one open section of any colour", "stamp CARD@x,y"),
    "wipe": ("remove one mark of another player", "wipe SEAT:CARD@x,y, with the seat's number"),
    "refresh": ("discard cards of your hand and draw as many", "refresh and the cards, ascending"),
    "swap": ("exchange a card of your area, losing its marks, with one of your hand", "swap AREA>HAND"),
}
_SECTION = "x is the column and y the row, 0 to 2, as printed around your cards"


class AxoFace:
    goal = (
        "Fill the nine sections of your cards. Each turn a card lies in the middle with a declared colour; you lay "
        "its polyomino, as you see it, over a card of yours and mark the sections of that colour under it. The "
        "active player may do so on all three cards, everyone else on one. One card completed in a turn is 1 point and "
        f"an extra mark, two are 3 points, three are 4. The game ends when someone has {GOAL} points."
    )

    def draw(self, view: Plain, scene: Scene) -> Lines:
        return table(cast("AxoView", view), scene)

    def asked(self, view: Plain) -> Asked:
        known = cast("AxoView", view)
        match known["phase"]:
            case "area":
                return Asked("Which three cards begin as your area?", "area and three cards, ascending: area 03 17 22.")
            case "choose":
                return Asked(
                    "You are active: which card do you play, in which colour?",
                    "play CARD COLOUR, the colour being R red, Y yellow or B blue.",
                )
            case "mark":
                return _asked_to_mark(known)
            case "effects":
                card = known["effects"][0][1]
                effect = deck_of(known["options"])[card].effect or ""
                what, how = _EFFECTS[effect]
                return Asked(f"Card {card} is complete. Its effect {effect}: {what}?", f"{how} ({_SECTION}), or pass.")
            case _:
                return Asked("Which cards of your hand fill up your area?", "refill and the cards, ascending.")

    def tidy(self, text: str, moves: Sequence[Move]) -> str:
        joined = re.sub(r"\s*([@,>:~])\s*", r"\1", text.strip().lower())
        words = re.sub(r"(?<![\d,~])(\d)(?=[@>\s]|$)", r"0\1", joined).split()
        # A move may be typed without its verb where all moves have the same.
        verbs = {str(move).split()[0] for move in moves} - {"pass"}
        if words and words[0][0].isdigit() and len(verbs) == 1:
            words.insert(0, verbs.pop())
        if words and words[0] in ("area", "refresh", "refill"):
            words[1:] = sorted(words[1:])
        return " ".join(word.upper() if word in ("r", "y", "b") else word for word in words)

    def worth(self, state: AnyState, seat: int, move: Move) -> Worth:
        return weigh(cast("AxoView", state.view(seat)), seat, move, plain_for(state.preview(seat, move), seat))

    def preview(self, state: AnyState, seat: int, move: Move) -> Lines:
        view = cast("AxoView", state.view(seat))
        words = [Text(f"{move}: {self.worth(state, seat, move).words}.")]
        for told in plain_for(state.preview(seat, move), seat):
            if told["kind"] != "marked":
                continue
            new = {3 * y + x for x, y in told["sections"]}
            sheet = next(sheet for sheet in view["seats"][seat]["area"] if sheet["card"] == told["card"])
            card = deck_of(view["options"])[told["card"]]
            words += [*cards.large(sheet, card, effects=view["options"]["effects"], new=new), Text("! would be marked")]
        return words

    def why(self, told: Sequence[Told]) -> list[str]:
        lines = []
        for event in told:
            if event["kind"] == "scored":
                completed = f"{counted(len(event['cards']), 'card')} completed in one turn ({' '.join(event['cards'])})"
                lines.append(f"  seat {event['seat']}: {completed} gives {event['points']}, {event['total']} in all")
        return lines

    def ranking(self, view: Plain, names: Sequence[str]) -> list[str]:
        known = cast("AxoView", view)
        points = [player["points"] for player in known["seats"]]
        standings = known["standings"] or []
        if len(names) == 1:
            if standings:
                return [f"You win against Simona with {counted(points[0], 'point')}."]
            return [f"Simona's pile is empty and you have {points[0]} of {GOAL} points: Simona wins."]
        marks = [sum(sheet["marks"].count("x") for sheet in player["area"]) for player in known["seats"]]
        lines, place = [], 1
        for index, seats in enumerate(standings):
            one = seats[0]
            line = f"{place}. {' and '.join(names[seat] for seat in seats)}: {counted(points[one], 'point')}"
            if len(seats) > 1:
                line += f", share the place with {marks[one]} marks on unfinished cards each"
            if index + 1 < len(standings) and points[standings[index + 1][0]] == points[one]:
                line += f"; equal points, so marks on unfinished cards decide, {marks[one]} against "
                line += str(marks[standings[index + 1][0]])
            lines.append(line)
            place += len(seats)
        return lines


def _asked_to_mark(view: AxoView) -> Asked:
    marking, colour = view["marking"], colour_name(view["colour"] or "R")
    step = marking["step"] if marking else "apply"
    if step == "free":
        return Asked(
            f"You have no open {colour} section: which section of any colour do you mark instead?",
            f"free CARD@x,y ({_SECTION}), or pass.",
        )
    if step == "extra":
        return Asked("Do you spend an extra mark, on any section?", f"extra CARD@x,y ({_SECTION}), or pass to keep it.")
    active = view["seat"] == view["active"]
    which = "each of your cards, one at a time" if active else "one of your cards"
    notation = (
        f"mark CARD@x,y: the top left of the polyomino's box goes on section x,y ({_SECTION}); it must lie "
        "wholly inside the grid and cannot be turned. pass to mark nothing more."
    )
    if view["seat"] is not None and view["seats"][view["seat"]]["pivots"]:
        notation += " You have a pivot: ~1, ~2 or ~3 behind turns the polyomino first, as drawn."
    return Asked(f"Mark {colour} on {which}: where?", notation)
