"""What speaks for a placement in Axio Rota and Axio, as far as tracks go."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from triax.bots.reasons import Aspect, Reason, ReasonCode
from triax.games.tracks import COLOURS, Tracks, TracksScored, lowest, reached

NEAR = 2
"""So few points before its end a track is in reach of it."""
MANY = 3
"""Fewer points than this are no reason, were they the most there are."""

MORE: dict[ReasonCode, str] = {"lowest": "to", "behind": "by", "most_points": "points", "prepares": "count"}

_OWN: frozenset[Aspect] = frozenset(["tracks"])
_DENIED: frozenset[Aspect] = frozenset(["denied"])
PARTS: dict[ReasonCode, frozenset[Aspect]] = {
    "extra_turn": frozenset(["turns"]),
    **dict.fromkeys(("lowest", "behind", "near_end", "most_points"), _OWN),
    **dict.fromkeys(("circle", "circle_first", "pyramid", "line"), _OWN),
    "prepares": frozenset(["places"]),
    **dict.fromkeys(("blocks", "safe", "denies"), _DENIED),
}
"""Of what in the own and the others' standing a reason speaks."""


def weighty(before: Tracks, after: Tracks, top: int, *, extra: bool) -> Iterator[Reason]:
    """Reasons that come before all that happens on the board; `extra`: full tracks give extra turns."""
    if min(after) == top > min(before):
        yield Reason("wins", {})
    if extra and (full := reached(before, after, top)):
        yield Reason("extra_turn", {"colours": "".join(full)})
    if min(after) > min(before):
        low = lowest(before)
        rise = min(_at(after, colour) - _at(before, colour) for colour in low)
        yield Reason("lowest", {"colours": "".join(low), "by": rise, "to": min(after)})


def light(scored: TracksScored, before: Tracks, top: int, gains: Sequence[str], *, extra: bool) -> Iterator[Reason]:
    """Reasons that come after it."""
    after = scored.tracks
    rises = {colour: _at(after, colour) - _at(before, colour) for colour in COLOURS}
    low = lowest(before)
    if len(low) < len(COLOURS) and (behind := [colour for colour in low if rises[colour]]):
        most = max(rises[colour] for colour in behind)
        yield Reason("behind", {"colours": "".join(colour for colour in behind if rises[colour] == most), "by": most})
    for colour in COLOURS:
        left = top - _at(after, colour)
        if extra and rises[colour] and 0 < left <= NEAR:
            yield Reason("near_end", {"colours": colour, "left": left})
    points = sum(scored.points.values())
    if points >= MANY and sum(rises.values()) == points == max(map(_points, gains)):
        yield Reason("most_points", {"points": points})


def looking_ahead(
    tracks: Sequence[Sequence[int]], seat: int, playing: Sequence[int], before: Counter[str], after: Counter[str]
) -> Iterator[Reason]:
    """What a move does to the places where colours could score: of the own lowest, where there are more than before;
    and of the strongest rival's who still plays, where there are fewer. `tracks` are those after it."""
    own = lowest(tuple(tracks[seat]))
    more = max(own, key=lambda colour: after[colour] - before[colour])
    if after[more] > before[more]:
        yield Reason("prepares", {"colours": more, "count": after[more] - before[more]})
    others = [other for other in range(len(tracks)) if other != seat]
    rival = max(others, key=lambda other: sorted(tracks[other]), default=None)
    # What was learned looks at the strongest of all: of anybody else it has nothing to say.
    if rival is not None and rival in playing:
        fewer = min(lowest(tuple(tracks[rival])), key=lambda colour: after[colour] - before[colour])
        if after[fewer] < before[fewer]:
            yield Reason("denies", {"colours": fewer, "seat": rival})


def needs(tracks: Sequence[Sequence[int]], seats: Sequence[int], colour: str) -> int | None:
    """The first of these seats whose lowest track has this colour."""
    return next((seat for seat in seats if colour in lowest(tuple(tracks[seat]))), None)


def _at(tracks: Tracks, colour: str) -> int:
    return tracks[COLOURS.index(colour)]


def _points(gain: str) -> int:
    return sum(map(int, re.findall(r"\d+", gain)))
