"""What speaks for a placement in Axio Rota."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from triax.bots.reasons import Adviser, Case, Harm, Reason
from triax.bots.track_reasons import MORE, PARTS, light, looking_ahead, needs, weighty
from triax.bots.track_rules import tracks_after
from triax.games.rota import ROTA, RotaPlace, RotaView
from triax.games.rota.display import (
    CIRCLES,
    Circles,
    Display,
    Laid,
    circles,
    circles_with,
    corner_points,
    frontier,
    turned,
)
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
    met, playing = _met(case), _playing(case)
    threes = [(corner, others[0]) for corner, others in met if len(others) == 3 and len(set(others)) == 1]
    for corner, colour in threes:
        if corner == colour != EMPTY:
            # Whoever still has a tile and room on this track would like to.
            first = any(view["tracks"][seat][COLOURS.index(colour)] < TRACK for seat in playing)
            yield Reason("circle_first" if first else "circle", {"colours": colour})
    yield from light(scored, before, TRACK, case.gains, extra=extra)
    for corner, colour in threes:
        if corner != colour != EMPTY and (seat := needs(view["tracks"], playing, colour)) is not None:
            yield Reason("blocks", {"colours": colour, "seat": seat})
    if playing and _is_safe(case):
        yield Reason("safe", {})


def harms(case: Case[RotaView, RotaPlace]) -> Iterator[Harm]:
    tracks, playing = case.view["tracks"], _playing(case)
    for colour in _gifts(_met(case)):
        takers = [seat for seat in playing if tracks[seat][COLOURS.index(colour)] < TRACK]
        if takers:
            seat = needs(tracks, playing, colour)
            yield Harm("leaves_circle", {"colours": colour, "seat": takers[0] if seat is None else seat})


def ahead(case: Case[RotaView, RotaPlace]) -> Iterator[Reason]:
    placed, scored = case.event(RotaPlaced), case.event(RotaScored)
    assert placed is not None
    assert scored is not None
    display, laid = read_display(case.view), Laid(placed.tile, placed.turn)
    before = _places(display, circles(display))
    after = _places({**display, placed.at: laid}, circles_with(circles(display), placed.at, laid))
    tracks = [scored.tracks if seat == case.seat else own for seat, own in enumerate(case.view["tracks"])]
    yield from looking_ahead(tracks, case.seat, _playing(case), before, after)


def _places(display: Display, met: Circles) -> Counter[str]:
    """At how many corners beside the display a corner of each colour would score."""
    points = [point for cell in frontier(display) for point in corner_points(cell)]
    return Counter(colour for point in points for colour in set(CIRCLES[met.get(point, 0)]))


def _playing(case: Case[RotaView, RotaPlace]) -> list[int]:
    """The others who still have a tile."""
    view = case.view
    return [seat for seat in case.others if view["hands"][seat] or view["stacks"][seat]]


def _is_safe(case: Case[RotaView, RotaPlace]) -> bool:
    """Does it leave no circle with three alike, where there are two that the tile could have joined?"""
    placed = case.event(RotaPlaced)
    assert placed is not None
    before = circles(read_display(case.view))
    after = circles_with(before, placed.at, Laid(placed.tile, placed.turn))
    return any(colour in placed.tile for colour in _alike(before, 2)) and not any(_alike(after, 3))


def _alike(met: Circles, count: int) -> Iterator[str]:
    """The colours of circles that have so many corners and no other colour."""
    return (
        corners[0]
        for corners in map(CIRCLES.__getitem__, met.values())
        if len(corners) == count and len(set(corners)) == 1 and corners[0] != EMPTY
    )


def _gifts(met: list[tuple[str, str]]) -> list[str]:
    """The colours of circles that then lack one of four."""
    return [corner for corner, others in met if len(others) == 2 and corner != EMPTY and set(others) == {corner}]


def _met(case: Case[RotaView, RotaPlace]) -> list[tuple[str, str]]:
    """Each corner of the tile as it would lie, with the corners that meet it there already."""
    placed = case.event(RotaPlaced)
    assert placed is not None
    known = circles(read_display(case.view))
    points = corner_points(placed.at)
    return [
        (corner, CIRCLES[known.get(at, 0)]) for corner, at in zip(turned(placed.tile, placed.turn), points, strict=True)
    ]


def places(move: RotaPlace) -> frozenset[Hashable]:
    return frozenset([(move.x, move.y)])


ADVISER = Adviser(ROTA, why, tracks_after, places, harms, MORE, ahead, PARTS)
