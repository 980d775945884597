"""What speaks for a placement in Axio Rota."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from triax.bots.reasons import Adviser, Case, Harm, Reason
from triax.bots.track_reasons import light, needs, weighty
from triax.bots.track_rules import tracks_after
from triax.games.rota import ROTA, RotaPlace, RotaView
from triax.games.rota.display import circles, corner_points, turned
from triax.games.rota.events import RotaPlaced, RotaScored
from triax.games.rota.pieces import EMPTY, TRACK
from triax.games.rota.view import read_display
from triax.games.tracks import COLOURS


def why(case: Case[RotaView, RotaPlace]) -> Iterator[Reason]:
    view = case.view
    scored = case.event(RotaScored)
    assert scored is not None
    before = tuple(view["tracks"][case.seat])
    extra = view["supply"] > view["owed"]
    yield from weighty(before, scored.tracks, TRACK, extra=extra)
    met = _met(case)
    threes = [(corner, others[0]) for corner, others in met if len(others) == 3 and len(set(others)) == 1]
    for corner, colour in threes:
        if corner == colour != EMPTY:
            # Whoever still has a tile and room on this track would like to.
            first = any(
                view["tracks"][seat][COLOURS.index(colour)] < TRACK and (view["hands"][seat] or view["stacks"][seat])
                for seat in case.others
            )
            yield Reason("circle_first" if first else "circle", {"colours": colour})
    yield from light(scored, before, TRACK, case.gains, extra=extra)
    for corner, colour in threes:
        if corner != colour != EMPTY and (seat := needs(view["tracks"], case.others, colour)) is not None:
            yield Reason("blocks", {"colours": colour, "seat": seat})
    if case.others and not _gifts(met):
        yield Reason("safe", {})


def harms(case: Case[RotaView, RotaPlace]) -> Iterator[Harm]:
    tracks = case.view["tracks"]
    for colour in _gifts(_met(case)):
        takers = [seat for seat in case.others if tracks[seat][COLOURS.index(colour)] < TRACK]
        if takers:
            seat = needs(tracks, case.others, colour)
            yield Harm("leaves_circle", {"colours": colour, "seat": takers[0] if seat is None else seat})


def _gifts(met: list[tuple[str, str]]) -> list[str]:
    """The colours of circles that then lack one of four."""
    return [corner for corner, others in met if len(others) == 2 and corner != EMPTY and set(others) == {corner}]


def _met(case: Case[RotaView, RotaPlace]) -> list[tuple[str, str]]:
    """Each corner of the tile as it would lie, with the corners that meet it there already."""
    placed = case.event(RotaPlaced)
    assert placed is not None
    known = circles(read_display(case.view))
    points = corner_points(placed.at)
    return [(corner, known.get(at, "")) for corner, at in zip(turned(placed.tile, placed.turn), points, strict=True)]


def places(move: RotaPlace) -> frozenset[Hashable]:
    return frozenset([(move.x, move.y)])


ADVISER = Adviser(ROTA, why, tracks_after, places, harms)
