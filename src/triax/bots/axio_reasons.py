"""What speaks for a move in Axio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from triax.bots.reasons import Adviser, Case, Harm, Reason
from triax.bots.track_reasons import MORE, PARTS, light, looking_ahead, needs, weighty
from triax.bots.track_rules import tracks_after
from triax.games.axio import AXIO, EXCHANGE, AxioMove, AxioState, AxioView
from triax.games.axio.board import BARE, PYRAMID
from triax.games.axio.events import AxioPlaced, AxioScored, PyramidRaised
from triax.games.axio.facts import track_top
from triax.games.axio.notation import DIRECTIONS, AxioPlace
from triax.games.axio.pieces import SIDE, Space
from triax.games.axio.view import halves_of, read_board
from triax.games.tracks import COLOURS, lowest

LONG = 3
"""A line of so many is worth words."""


def why(case: Case[AxioView, AxioMove]) -> Iterator[Reason]:
    view = case.view
    before = tuple(view["tracks"][case.seat])
    scored = case.event(AxioScored)
    if scored is None:
        yield Reason("exchange" if case.move == EXCHANGE else "keep", {"colours": "".join(lowest(before))})
        return
    top = track_top(view["players"])
    # An extra turn takes another tile of the rack.
    extra = bool(case.others) and len(view["rack"] or ()) - 1 > max(0, view["owed"] - 1)
    yield from weighty(before, scored.tracks, top, extra=extra)
    if raised := [event for event in case.events if isinstance(event, PyramidRaised)]:
        yield Reason("pyramid", {"count": len(raised)})
    for run in sorted(scored.runs, key=lambda run: -len(run.sources)):
        if len(run.sources) >= LONG:
            yield Reason("line", {"colours": run.colour, "count": len(run.sources)})
    yield from light(scored, before, top, case.gains, extra=extra)
    for colour in _ended(case):
        if (seat := needs(view["tracks"], _playing(case), colour)) is not None:
            yield Reason("blocks", {"colours": colour, "seat": seat})


def ahead(case: Case[AxioView, AxioMove]) -> Iterator[Reason]:
    placed, scored = case.event(AxioPlaced), case.event(AxioScored)
    if placed is None or scored is None:
        return
    reach, board = SIDE[case.view["players"]] // 2, read_board(case.view)
    spaces = halves_of({"tile": placed.tile, "at": list(placed.at), "to": placed.to})
    raised = {event.at: PYRAMID for event in case.events if isinstance(event, PyramidRaised)}
    after = {**board, **dict(zip(spaces, placed.tile, strict=True)), **raised}
    tracks = [scored.tracks if seat == case.seat else own for seat, own in enumerate(case.view["tracks"])]
    counted = (_Area(one, reach).places() for one in (board, after))
    yield from looking_ahead(tracks, case.seat, _playing(case), *counted)


def _playing(case: Case[AxioView, AxioMove]) -> list[int]:
    """The others who still have tiles."""
    return [seat for seat in case.others if case.view["racks"][seat]]


def _ended(case: Case[AxioView, AxioMove]) -> Iterator[str]:
    """The colours of the long lines whose end the tile covers with another colour."""
    placed = case.event(AxioPlaced)
    assert placed is not None
    board = read_board(case.view)
    spaces = halves_of({"tile": placed.tile, "at": list(placed.at), "to": placed.to})
    for space, own in zip(spaces, placed.tile, strict=True):
        for step in DIRECTIONS.values():
            colour, count = _line(board, space, step)
            if count >= LONG and colour != own:
                yield colour


def _line(board: dict[Space, str], space: Space, step: Space) -> tuple[str, int]:
    """The colour seen from a space in a direction, and how many spaces of it in a row."""
    (x, y), (dx, dy) = space, step
    colour, count = board.get((x + dx, y + dy), ""), 0
    while colour and colour in COLOURS and board.get((x + dx * (count + 1), y + dy * (count + 1))) == colour:
        count += 1
    return colour, count


def harms(case: Case[AxioView, AxioMove]) -> Iterator[Harm]:
    """Spaces that one tile can close in; long lines of the tile's colours that have a free end, for whoever needs the
    colour."""
    placed, playing = case.event(AxioPlaced), _playing(case)
    if placed is None or not playing:
        return
    spaces = halves_of({"tile": placed.tile, "at": list(placed.at), "to": placed.to})
    board = read_board(case.view) | dict(zip(spaces, placed.tile, strict=True))
    board |= {event.at: PYRAMID for event in case.events if isinstance(event, PyramidRaised)}
    area = _Area(board, SIDE[case.view["players"]] // 2)
    if count := area.most_pyramids():
        yield Harm("leaves_pyramids", {"count": count, "seat": playing[0]})
    found: dict[str, int] = {}
    for space, colour in zip(spaces, placed.tile, strict=True):
        for step in DIRECTIONS.values():
            ahead, free = area.run(space, step, colour)
            behind, _ = area.run(space, (-step[0], -step[1]), colour)
            if free:
                found[colour] = max(found.get(colour, 0), 1 + ahead + behind)
    for colour, count in found.items():
        if count >= LONG and (seat := needs(case.view["tracks"], playing, colour)) is not None:
            yield Harm("leaves_line", {"colours": colour, "count": count, "seat": seat})


@dataclass(frozen=True)
class _Area:
    """The play area with what lies on it."""

    board: dict[Space, str]
    reach: int

    def is_free(self, space: Space) -> bool:
        return space not in self.board and max(map(abs, space)) <= self.reach

    def places(self) -> Counter[str]:
        """On how many free spaces with room for a tile a half of each colour would score two points and more."""
        across = range(-self.reach, self.reach + 1)
        free = [space for x in across for y in across if self.is_free(space := (x, y))]
        found: Counter[str] = Counter()
        for space in free:
            if self.free_beside(space):
                seen: Counter[str] = Counter()
                for step in DIRECTIONS.values():
                    colour, count = _line(self.board, space, step)
                    if count:
                        seen[colour] += count
                found.update(colour for colour, count in seen.items() if count > 1)
        return found

    def free_beside(self, space: Space) -> list[Space]:
        return [beside for beside in _beside(space) if self.is_free(beside)]

    def run(self, at: Space, step: Space, own: str) -> tuple[int, bool]:
        """How many of the own colour follow in a direction, and whether there is room for a tile after them."""
        colour, count = _line(self.board, at, step)
        ahead = count if colour == own else 0
        end = (at[0] + step[0] * (ahead + 1), at[1] + step[1] * (ahead + 1))
        return ahead, self.is_free(end) and bool(self.free_beside(end))

    def most_pyramids(self) -> int:
        """How many spaces one tile can close in, at most."""
        across = range(-self.reach, self.reach + 1)
        free = [space for x in across for y in across if self.is_free(space := (x, y))]
        # Those that lack one neighbour, by that neighbour; what stands beside a pyramid is never closed in.
        lacking: dict[Space, set[Space]] = {}
        for space in free:
            closed = all(self.board.get(beside) not in (PYRAMID, BARE) for beside in _beside(space))
            if closed and len(left := self.free_beside(space)) == 1:
                lacking.setdefault(left[0], set()).add(space)
        pairs = [(one, other) for one in lacking for other in self.free_beside(one)]
        return max((len((lacking[one] | lacking.get(other, set())) - {one, other}) for one, other in pairs), default=0)


def _beside(space: Space) -> list[Space]:
    return [(space[0] + dx, space[1] + dy) for dx, dy in DIRECTIONS.values()]


def worth(state: AxioState, seat: int, moves: Sequence[AxioMove]) -> Sequence[Any]:
    return [move == EXCHANGE for move in moves] if state.deciding else tracks_after(state, seat, moves)


def places(move: AxioMove) -> frozenset[Hashable]:
    if not isinstance(move, AxioPlace):
        return frozenset([move])
    return frozenset(halves_of({"tile": move.tile, "at": [move.x, move.y], "to": move.to}))


ADVISER = Adviser(AXIO, why, worth, places, harms, {**MORE, "pyramid": "count", "line": "count"}, ahead, PARTS)
