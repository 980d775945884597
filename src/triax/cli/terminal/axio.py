"""Axio in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from triax.cli.terminal.axio_board import BOXED, COMPACT, draw_board, in_hand
from triax.cli.terminal.canvas import FRESH, Lines, beside, width_of
from triax.cli.terminal.face import BELOW, BoardContext, Prompt, Worth
from triax.cli.terminal.track_face import TrackFace, scoreboard
from triax.cli.words.text import COLOUR_NAMES
from triax.games.axio import AXIO, AxioMove, AxioView, Decide
from triax.games.axio.events import AxioPlaced, AxioScored, PyramidRaised
from triax.games.axio.notation import DIRECTIONS
from triax.games.axio.pieces import TRACK
from triax.games.core import State
from triax.games.events import Event
from triax.games.tracks import COLOURS

_LOOSE = re.compile(r"([RGBOP])([RGBOP])@(-?\d),(-?\d)>([NESW])")
_OPPOSITE = dict(zip("NESW", "SWNE", strict=True))
_TOWARDS = {"N": "up", "E": "right", "S": "down", "W": "left"}


class AxioFace(TrackFace[AxioView, AxioMove]):
    goal = (
        "Lay a domino tile on two empty spaces. Each half looks away from the other half, in three directions, and "
        "scores one point for every space of its colour in the unbroken run it meets. An empty space that becomes "
        "closed in on all sides gets a pyramid and scores every symbol beside it. Only your lowest track counts at the "
        f"end, so raise all five. A track that reaches {TRACK} is an AXIO: you lay one more tile at once."
    )

    def draw(self, view: AxioView, context: BoardContext) -> Lines:
        turn = view["turn"] if view["to_act"] else None
        fresh = {event.at for event in context.done_by_others(view["seat"]) if isinstance(event, AxioPlaced)}
        panel = scoreboard(view["tracks"], context.names, turn, self.top(view["players"]), ("rack", view["racks"]))
        panel.append(Text(f"  bag: {view['bag']} tiles"))
        panel.append(Text("  (R) printed  ▲ pyramid  × left bare", "dim"))
        if fresh:
            panel.append(Text(f"  {FRESH} newly laid", "dim"))
        if view["rack"]:
            panel += in_hand(view["rack"], owed=view["owed"])
        boards = (draw_board(view, context.moves, fresh, form) for form in (BOXED, COMPACT))
        layouts = [_beside_or_below(board, panel, context.width) for board in boards]
        return next((layout for layout in layouts if len(layout) + BELOW <= context.height), layouts[-1])

    def question(self, view: AxioView) -> Prompt:
        if view["phase"] == "exchange":
            return Prompt(
                "No tile left on your rack shows your lowest colour: exchange or keep?",
                "exchange: show your rack to all, draw five new tiles and put the shown ones back into the bag. "
                "keep: keep the rack and draw up to five.",
            )
        text = "Which tile do you lay, and where?"
        if view["owed"]:
            text = f"Extra turn ({view['owed']} to play). {text}"
        notation = (
            "TILE@x,y>D: the tile's first letter goes on x,y, its second beside it in direction D: N up, E right, "
            "S down, W left. Coordinates are counted from the middle, x to the right and y down."
        )
        if view["seat"] is not None and not view["opened"][view["seat"]]:
            text = f"Your first tile. {text}"
            notation += (
                " A first tile must touch a printed space, such as (R), that no other tile touches yet; the spaces "
                "marked + can take a half of it."
            )
        return Prompt(text, notation)

    def normalize(self, text: str, moves: Sequence[AxioMove]) -> str:
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
        # The same two spaces, named from the other half.
        dx, dy = DIRECTIONS[to]
        return f"{two}{one}@{int(x) + dx},{int(y) + dy}>{_OPPOSITE[to]}"

    def worth(self, state: State[AxioView, AxioMove], seat: int, move: AxioMove) -> Worth:
        if isinstance(move, Decide):
            words = "show your rack, draw five new tiles" if move.exchange else "keep your rack and draw up to five"
            return Worth((int(move.exchange),), words)
        return super().worth(state, seat, move)

    def preview(self, state: State[AxioView, AxioMove], seat: int, move: AxioMove) -> Lines:
        if isinstance(move, Decide):
            return [Text(f"You {self.worth(state, seat, move).words}.")]
        return super().preview(state, seat, move)

    def explain(self, events: Sequence[Event]) -> list[str]:
        lines = []
        for event in events:
            match event:
                case AxioScored(runs=runs):
                    for (x, y), to, colour, sources in runs:
                        points = f"{len(sources)} {COLOUR_NAMES[colour]}"
                        lines.append(f"  from {x},{y} looking {_TOWARDS[to]}: {points} at {_spaces(sources)}")
                case PyramidRaised(at=(x, y), from_=origin, sources=sources):
                    moved = f" (moved from {_spaces([origin])})" if origin else ""
                    lines.append(f"  pyramid on {x},{y}{moved}: one point for each symbol at {_spaces(sources)}")
        return lines


FACE = AxioFace(AXIO)


def _spaces(spaces: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in spaces)


def _beside_or_below(board: Lines, panel: Lines, width: int) -> Lines:
    return beside([board, panel]) if width_of(board) + 2 + width_of(panel) <= width else [*board, *panel]
