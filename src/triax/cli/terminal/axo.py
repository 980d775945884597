"""AXO in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from triax.cli.terminal import axo_cards as cards
from triax.cli.terminal.axo_table import draw_table
from triax.cli.terminal.axo_worth import weigh
from triax.cli.terminal.canvas import Lines
from triax.cli.terminal.face import BoardContext, Face, Prompt, Worth
from triax.cli.words.text import COLOUR_NAMES, counted
from triax.games.axo import AXO, AxoMove, AxoView
from triax.games.axo.events import Marked
from triax.games.axo.pieces import GOAL, deck_of
from triax.games.axo.view import read_area
from triax.games.core import State
from triax.games.standings import places

_EFFECTS = {
    "stamp": ("mark one open section of any colour", "stamp CARD@x,y"),
    "wipe": ("remove one mark of another player", "wipe SEAT:CARD@x,y, with the seat's number"),
    "refresh": ("discard cards of your hand and draw as many", "refresh and the cards, ascending"),
    "swap": ("exchange a card of your area, losing its marks, with one of your hand", "swap AREA>HAND"),
}
_SECTION = "x is the column and y the row, 0 to 2, as printed around your cards"


class AxoFace(Face[AxoView, AxoMove]):
    goal = (
        "Fill the nine sections of your cards. Each turn a card lies in the middle with a declared colour; you lay "
        "its polyomino, as you see it, over a card of yours and mark the sections of that colour under it. The "
        "active player may do so on all three cards, everyone else on one. One card completed in a turn is 1 point and "
        f"an extra mark, two are 3 points, three are 4. The game ends when someone has {GOAL} points."
    )
    listed = 9

    def draw(self, view: AxoView, context: BoardContext) -> Lines:
        return draw_table(view, context)

    def question(self, view: AxoView) -> Prompt:
        match view["phase"]:
            case "area":
                return Prompt("Which three cards begin as your area?", "area and three cards, as in area 03 17 22.")
            case "choose":
                return Prompt(
                    "You are active: which card do you play, in which colour?",
                    "play CARD COLOUR, the colour being R red, Y yellow or B blue.",
                )
            case "mark":
                return _question_of_marking(view)
            case "effects":
                card = view["effects"][0][1]
                effect = deck_of(view["options"])[card].effect or ""
                what, how = _EFFECTS[effect]
                return Prompt(f"Card {card} is complete. Its effect {effect}: {what}?", f"{how} ({_SECTION}), or pass.")
            case _:
                return Prompt("Which cards of your hand fill up your area?", "refill and the cards, ascending.")

    def normalize(self, text: str, moves: Sequence[AxoMove]) -> str:
        joined = re.sub(r"\s*([@,>:~])\s*", r"\1", text.strip().lower())
        words = re.sub(r"(?<![\d,~])(\d)(?=[@>\s]|$)", r"0\1", joined).split()
        # A move may be typed without its verb where all moves have the same.
        verbs = {str(move).split()[0] for move in moves} - {"pass"}
        if words and words[0][0].isdigit() and len(verbs) == 1:
            words.insert(0, verbs.pop())
        if words and words[0] in ("area", "refresh", "refill"):
            words[1:] = sorted(words[1:])
        return " ".join(word.upper() if word in ("r", "y", "b") else word for word in words)

    def worth(self, state: State[AxoView, AxoMove], seat: int, move: AxoMove) -> Worth:
        return weigh(state.view(seat), seat, move, self.foreseen(state, seat, move))

    def preview(self, state: State[AxoView, AxoMove], seat: int, move: AxoMove) -> Lines:
        view = state.view(seat)
        lines = super().preview(state, seat, move)
        area = {sheet.card: sheet for sheet in read_area(view["seats"][seat])}
        for event in self.foreseen(state, seat, move):
            if isinstance(event, Marked):
                new = {3 * y + x for x, y in event.sections}
                card = deck_of(view["options"])[event.card]
                lines += cards.large(area[event.card], card, effects=view["options"]["effects"], new=new)
                lines.append(Text("! would be marked"))
        return lines

    def ranking(self, state: State[AxoView, AxoMove], names: Sequence[str]) -> list[str]:
        keys = [state.rank_key(seat) for seat in range(len(names))]
        if len(names) == 1:
            points = keys[0][0]
            if points >= GOAL:
                return [f"You win against Simona with {counted(points, 'point')}."]
            return [f"Simona's pile is empty and you have {points} of {GOAL} points: Simona wins."]
        lines, standings = [], state.standings()
        following = [*(keys[seats[0]] for seats in standings[1:]), None]
        for (place, seats), worse in zip(places(standings), following, strict=True):
            points, marks = keys[seats[0]]
            line = f"{place}. {' and '.join(names[seat] for seat in seats)}: {counted(points, 'point')}"
            if len(seats) > 1:
                line += f", share the place with {marks} marks on unfinished cards each"
            if worse and worse[0] == points:
                line += f"; equal points, so marks on unfinished cards decide, {marks} against {worse[1]}"
            lines.append(line)
        return lines


FACE = AxoFace(AXO)


def _question_of_marking(view: AxoView) -> Prompt:
    marking, colour = view["marking"], COLOUR_NAMES[view["colour"] or "R"]
    step = marking["step"] if marking else "apply"
    if step == "free":
        return Prompt(
            f"You have no open {colour} section: which section of any colour do you mark instead?",
            f"free CARD@x,y ({_SECTION}), or pass.",
        )
    if step == "extra":
        return Prompt(
            "Do you spend an extra mark, on any section?", f"extra CARD@x,y ({_SECTION}), or pass to keep it."
        )
    active = view["seat"] == view["active"]
    which = "each of your cards, one at a time" if active else "one of your cards"
    notation = (
        f"mark CARD@x,y: the top left of the polyomino's box goes on section x,y ({_SECTION}); it must lie "
        "wholly inside the grid and cannot be turned. pass to mark nothing more."
    )
    if view["seat"] is not None and view["seats"][view["seat"]]["pivots"]:
        notation += " You have a pivot: ~1, ~2 or ~3 behind turns the polyomino first, as drawn."
    return Prompt(f"Mark {colour} on {which}: where?", notation)
