"""Axio in the environments. Actions are exchange, keep, then all placements.

Placements are numbered area by area, 9 × 9 first, then what 11 × 11 and 13 × 13 add: fewer players need the first only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress
from typing import Any

from triax.envs.adapter import Adapter
from triax.envs.encoding import Block, Encoding
from triax.envs.layout import Layout, Parts
from triax.envs.memory import Fact, Line, PastMove
from triax.games.axio import AXIO, EXCHANGE, KEEP, AxioPlace, AxioView
from triax.games.axio.board import BARE, PYRAMID, area
from triax.games.axio.events import AxioDrew, AxioPlaced, Exchanged
from triax.games.axio.notation import is_double, tile_text
from triax.games.axio.pieces import KINDS, SIDE
from triax.games.axio.view import read_board
from triax.games.core import AnyGame, Plain
from triax.games.events import Event
from triax.games.tracks import COLOURS
from triax.kernels.parts.axio import PLANES, parts

DECISIONS = (EXCHANGE, KEEP)
PLANE_OF = {content: plane for plane, content in enumerate((*COLOURS, PYRAMID, BARE))}
AGE = PLANES.index("pyramid age")


@cache
def placements(players: int = 4) -> tuple[AxioPlace, ...]:
    """Steps as the board lists them, in each the kinds in their order; a double points east or south."""
    before = () if players <= 2 else placements(players - 1)
    known = {(place.x, place.y, place.to) for place in before}
    return before + tuple(
        AxioPlace(kind, step.x, step.y, step.to)
        for step in area(players).steps
        if (step.x, step.y, step.to) not in known
        for kind in KINDS
        if step.to in "ES" or not is_double(kind)
    )


class AxioEncoding(Encoding):
    blocks = (Block.of("decide", DECISIONS), Block.of("place", placements()))

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._by_step: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
        """The codes of a kind of tile by the notation of its step."""
        for code, place in enumerate(placements(), self.starts["place"]):
            self._by_step[place.tile][str(place).removeprefix(tile_text(place.tile))] = code

    def codes(self, state: Any, seat: int) -> list[int]:  # noqa: ANN401, of Axio
        if state.deciding:
            return super().codes(state, seat)
        codes: list[int] = []
        texts = state.area.columns.texts
        for kind, steps in state.choices(seat):
            codes += map(self._by_step[kind].__getitem__, compress(texts, steps))
        return codes

    def _size_for(self, players: int, options: Plain) -> int:
        # A place is where the board has it: areas of one size share their placements.
        assert SIDE[1] == SIDE[2]
        return len(DECISIONS) + len(placements(max(players, 2)))


class AxioAdapter(Adapter[AxioView]):
    memory = (1024, 4)  # more than a game can fill

    def __init__(self) -> None:
        super().__init__(AxioEncoding(AXIO))

    def layout(self, players: int, reach: int | None) -> Layout:
        return Layout(parts(players, 0))

    def fill(self, view: AxioView, into: Parts, seats: Sequence[int]) -> None:
        board, middle = into["board"], view["side"] // 2
        for (x, y), content in read_board(view).items():
            board[PLANE_OF[content], y + middle, x + middle] = 1
        for age, (x, y) in enumerate(reversed(view["pyramids"]), 1):
            board[AGE, y + middle, x + middle] = age
        for laid in view["tiles"]:
            into["laid"][KINDS.index(laid["tile"])] += 1
        for tile in view["rack"] or ():
            into["rack"][KINDS.index(tile)] += 1
        into["tracks"][:] = [view["tracks"][seat] for seat in seats]
        into["racks"][:] = [view["racks"][seat] for seat in seats]
        into["opened"][:] = [view["opened"][seat] for seat in seats]
        into["turn"][seats.index(view["turn"])] = 1
        into["bag"][0], into["owed"][0] = view["bag"], view["owed"]
        into["exchange"][0] = view["phase"] == "exchange"
        into["over"][0] = view["phase"] == "over"

    def remember(self, past: PastMove, seat: int | None) -> Iterator[Fact | Line]:
        if past.move == KEEP:
            # No event tells of it, but all have seen that an exchange was on offer.
            yield Fact("kept", past.seat)
        yield from super().remember(past, seat)

    def facts(self, event: Event, past: PastMove) -> Iterator[Fact]:
        match event:
            case AxioPlaced(seat=seat, tile=tile):
                yield Fact("placed", seat, tile, self.encoding.code_of(past.move))
            case AxioDrew(seat=seat, count=count, tiles=drawn):
                for one in drawn or (None,) * count:
                    yield Fact("drew", seat, one)
            case Exchanged(seat=seat, shown=shown):
                for tile in shown:
                    yield Fact("exchanged", seat, tile)
