"""Axio in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from rich.text import Text

from triax.cli.terminal.axio_board import boxed, compact, in_hand
from triax.cli.terminal.face import BELOW, Asked, Scene, Told, Worth
from triax.cli.terminal.lines import FRESH, Lines, beside, colour_name, width_of
from triax.cli.terminal.tracks import placement_preview, placement_worth, places, scoreboard
from triax.games.axio.notation import DIRECTIONS, Decide
from triax.games.axio.pieces import TRACK
from triax.games.axio.view import AxioView
from triax.games.core import AnyState, Move, Plain
from triax.games.events import plain_for
from triax.games.tracks import COLOURS

_LOOSE = re.compile(r"([RGBOP])([RGBOP])@(-?\d),(-?\d)>([NESW])")
_OPPOSITE = dict(zip("NESW", "SWNE", strict=True))
_TOWARDS = {"N": "up", "E": "right", "S": "down", "W": "left"}


class AxioFace:
    goal = (
        "Lay a domino tile on two empty spaces. Each half looks away from the other half, in three directions, and "
        "scores one point for every space of its colour in the unbroken run it meets. An empty space that becomes "
        "closed in on all sides gets a pyramid and scores every symbol beside it. Only your lowest track counts at the "
        "end, so raise all five. A track that reaches 18 is an AXIO: you lay one more tile at once."
    )

    def draw(self, view: Plain, scene: Scene) -> Lines:
        known = cast("AxioView", view)
        turn = known["turn"] if known["to_act"] else None
        top = _top(known["players"])
        fresh = {(told["at"][0], told["at"][1]) for told in scene.fresh(known["seat"])}
        panel = scoreboard(known["tracks"], scene.names, turn, top, ("rack", known["racks"]))
        panel.append(Text(f"  bag: {known['bag']} tiles"))
        panel.append(Text("  (R) printed  ▲ pyramid  × left bare", "dim"))
        if fresh:
            panel.append(Text(f"  {FRESH} newly laid", "dim"))
        if known["rack"]:
            panel += in_hand(known["rack"], owed=known["owed"])
        layouts = [_beside_or_below(draw(known, scene.moves, fresh), panel, scene.width) for draw in (boxed, compact)]
        return next((layout for layout in layouts if len(layout) + BELOW <= scene.height), layouts[-1])

    def asked(self, view: Plain) -> Asked:
        if view["phase"] == "exchange":
            return Asked(
                "No tile left on your rack shows your lowest colour: exchange or keep?",
                "exchange: show your rack to all, draw five new tiles and put the shown ones back into the bag. "
                "keep: keep the rack and draw up to five.",
            )
        seat = view["seat"]
        first = seat is not None and not view["opened"][seat]
        question = "Which tile do you lay, and where?"
        if view["owed"]:
            question = f"Extra turn ({view['owed']} to play). {question}"
        notation = (
            "TILE@x,y>D: the tile's first letter goes on x,y, its second beside it in direction D: N up, E right, "
            "S down, W left. Coordinates are counted from the middle, x to the right and y down."
        )
        if first:
            question = f"Your first tile. {question}"
            notation += (
                " A first tile must touch a printed space, such as (R), that no other tile touches yet; the spaces "
                "marked + can take a half of it."
            )
        return Asked(question, notation)

    def tidy(self, text: str, moves: Sequence[Move]) -> str:
        joined = re.sub(r"\s+", "", text)
        if joined.lower() in ("exchange", "keep"):
            return joined.lower()
        match = _LOOSE.fullmatch(joined.upper())
        if match is None:
            return joined.upper()
        one, two, x, y, to = match.groups()
        swapped = COLOURS.index(one) > COLOURS.index(two) or (one == two and to in "NW")
        if not swapped:
            return match[0]
        # The same two spaces, told from the other half.
        dx, dy = DIRECTIONS[to]
        return f"{two}{one}@{int(x) + dx},{int(y) + dy}>{_OPPOSITE[to]}"

    def worth(self, state: AnyState, seat: int, move: Move) -> Worth:
        if isinstance(move, Decide):
            words = "show your rack, draw five new tiles" if move.exchange else "keep your rack and draw up to five"
            return Worth((int(move.exchange),), words)
        told = plain_for(state.preview(seat, move), seat)
        return placement_worth(told, state.scores[seat], extra_turns=state.players > 1)

    def preview(self, state: AnyState, seat: int, move: Move) -> Lines:
        if isinstance(move, Decide):
            return [Text(f"You {self.worth(state, seat, move).words}.")]
        told = plain_for(state.preview(seat, move), seat)
        return [*map(Text, self.why(told)), *placement_preview(told, state.scores[seat], _top(state.players))]

    def why(self, told: Sequence[Told]) -> list[str]:
        lines = []
        for event in told:
            for run in event.get("runs", ()):
                x, y = run["half"]
                count, colour = len(run["sources"]), colour_name(run["colour"])
                lines.append(
                    f"  from {x},{y} looking {_TOWARDS[run['to']]}: {count} {colour} at {_spaces(run['sources'])}"
                )
            if event["kind"] == "pyramid":
                x, y = event["at"]
                moved = f" (moved from {event['from'][0]},{event['from'][1]})" if event["from"] else ""
                lines.append(f"  pyramid on {x},{y}{moved}: one point for each symbol at {_spaces(event['sources'])}")
        return lines

    def ranking(self, view: Plain, names: Sequence[str]) -> list[str]:
        return places(view["tracks"], view["standings"] or [], names, _top(view["players"]))


def _top(players: int) -> int:
    return 2 * TRACK if players == 1 else TRACK


def _spaces(spaces: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in spaces)


def _beside_or_below(board: Lines, panel: Lines, width: int) -> Lines:
    return beside([board, panel]) if width_of(board) + 2 + width_of(panel) <= width else [*board, *panel]
