"""What can be counted after a placement in Axio Rota, as rows of a network (see `network`) that has learned from
games what becomes of it: where the own tracks stand, from the lowest up, and those of the rivals, the strongest
first; what is left to be drawn; and at how many places beside the display a corner would score one, two or three
points, colour by colour in the order of one's own needs and of the strongest rival's."""

from __future__ import annotations

from triax.kernels.arrays import Ints, Longs
from triax.kernels.jit import njit
from triax.kernels.network import Meanings
from triax.kernels.rota import layout as lay
from triax.kernels.rota import rules
from triax.kernels.together import fill_together, rows_together
from triax.kernels.tracks import rival, sort_levels

MOST = 10
"""More places than this count as so many."""
_LEVELS = lay.FULL + 1
_TRACKS = 5 * _LEVELS
_BY_POINTS = 5 * (MOST + 1)
_PLACES = 3 * _BY_POINTS
_PHASES = 13
"""Tiles left in the own stack; and the last placement of all."""
OWN = 0
RIVALS = OWN + _TRACKS
LEFT = RIVALS + 3 * _TRACKS  # tiles in the own stack
PACE = LEFT + 13  # how many others have more
SUPPLY = PACE + 4
OWED = SUPPLY + 9  # extra turns
OWN_PLACES = OWED + 4
RIVAL_PLACES = OWN_PLACES + _PLACES
TOGETHER = RIVAL_PLACES + _PLACES
ROWS = TOGETHER + rows_together(_LEVELS, _PHASES)
MEANINGS: Meanings = (
    ("tracks", OWN, RIVALS),
    ("tracks", TOGETHER, ROWS),
    ("turns", OWED, OWED + 4),
    ("places", OWN_PLACES, OWN_PLACES + _PLACES),
    ("denied", RIVAL_PLACES, RIVAL_PLACES + _PLACES),
)
_RIVALS_SEEN = 8
SEEN = _RIVALS_SEEN + 15
"""Numbers that `look` fills in: places by points, the colours of the strongest rival, its lowest track first, and the
tracks of all rivals."""
_SIDES = (-lay.ROW, 1, lay.ROW, -1)
_ONES = sum(1 << (12 * colour) for colour in range(5))


@njit
def _spread(circle: int) -> int:
    """The counts of the five colours in a circle, twelve bits apart."""
    return (
        (circle & 7)
        | (circle & (7 << 3)) << 9
        | (circle & (7 << 6)) << 18
        | (circle & (7 << 9)) << 27
        | (circle & (7 << 12)) << 36
    )


@njit
def _ones(spread: int) -> int:
    """1 for each colour that has exactly one there."""
    return spread & ~(spread >> 1) & ~(spread >> 2) & _ONES


@njit
def _twos(spread: int) -> int:
    return (spread >> 1) & ~spread & _ONES


@njit
def _threes(spread: int) -> int:
    return (spread >> 1) & spread & _ONES


@njit
def _pace(vec: Ints, seat: int) -> int:
    """How many others have more tiles to place than will be left to this seat after its placement."""
    count = 0
    for other in range(vec[lay.PLAYERS]):
        has = vec[lay.STACK_LEFT + other] + (vec[lay.HANDS + other] != 0)
        count += other != seat and has > vec[lay.STACK_LEFT + seat]
    return count


@njit
def look(vec: Ints, seat: int, seen: Longs, levels: Longs, order: Longs, rows: Longs) -> int:
    """What is the same for all placements of a seat: the places at which a corner would score, by colour and points,
    and the rows of the rivals and of what is left; counts those."""
    one = two = three = 0
    for slot in range(vec[lay.FRONTIER_SIZE]):
        cell = rules.ring_of(vec[lay.FRONTIER + slot])
        for corner in range(4):
            spread = _spread(rules.circle_at(vec, cell, corner))
            one, two, three = one + _ones(spread), two + _twos(spread), three + _threes(spread)
    seen[0], seen[1], seen[2] = one, two, three
    players, count = vec[lay.PLAYERS], 0
    for rank in range(players - 1):
        strongest = rival(vec, lay.TRACKS, lay.FULL, vec[lay.PLAYERS], seat, rank)
        sort_levels(vec, lay.TRACKS + 5 * strongest, levels, order)
        for at in range(5):
            rows[count] = RIVALS + _TRACKS * rank + _LEVELS * at + levels[at]
            count += 1
            seen[_RIVALS_SEEN + 5 * rank + at] = levels[at]
            if rank == 0:
                seen[3 + at] = order[at]
    rows[count] = PACE + _pace(vec, seat)
    rows[count + 1] = LEFT + vec[lay.STACK_LEFT + seat]
    rows[count + 2] = SUPPLY + min(8, vec[lay.SUPPLY_LEFT])
    return count + 3


@njit
def places_after(vec: Ints, place: int, corners: int, seen: Longs) -> tuple[int, int, int]:
    """Where a corner would score one, two and three points after a placement."""
    one, two, three = seen[0], seen[1], seen[2]
    cell = rules.ring_of(place)
    for corner in range(4):
        point = (cell + lay.CORNERS[corner]) & lay.RING_MASK
        circle = vec[lay.RING + point] & lay.CIRCLE
        beside = 0
        for around in range(4):
            beside += (vec[lay.RING + ((point - lay.CORNERS[around]) & lay.RING_MASK)] & lay.BESIDE) != 0
        before = _spread(circle)
        after = _spread(circle + (1 << (3 * ((corners >> (3 * corner)) & 7))))
        # The cell itself is beside the display as well, and is not any more.
        one += (beside - 1) * _ones(after) - beside * _ones(before)
        two += (beside - 1) * _twos(after) - beside * _twos(before)
        three += (beside - 1) * _threes(after) - beside * _threes(before)
    for side in range(4):
        other = (cell + _SIDES[side]) & lay.RING_MASK
        if not vec[lay.RING + other] & (lay.BESIDE | lay.LAID):
            for corner in range(4):
                point = (other + lay.CORNERS[corner]) & lay.RING_MASK
                circle = vec[lay.RING + point] & lay.CIRCLE
                for own in range(4):
                    if (cell + lay.CORNERS[own]) & lay.RING_MASK == point:
                        circle += 1 << (3 * ((corners >> (3 * own)) & 7))
                spread = _spread(circle)
                one, two, three = one + _ones(spread), two + _twos(spread), three + _threes(spread)
    return one, two, three


@njit
def rows_of(
    vec: Ints, seat: int, code: int, seen: Longs, tracks: Ints, levels: Longs, order: Longs, rows: Longs, count: int
) -> int:
    """The rows of a placement, after so many that are there already; counts all."""
    place, corners = code >> 5, rules.turned(vec[lay.HANDS + seat], (code >> 3) & 3)
    cell, reached = rules.ring_of(place), 0
    for colour in range(5):
        tracks[colour] = vec[lay.TRACKS + 5 * seat + colour]
    for corner in range(4):
        colour = (corners >> (3 * corner)) & 7
        if colour == lay.EMPTY:
            colour = (code & 7) - 1
        if colour >= 0:
            points = (rules.circle_at(vec, cell, corner) >> (3 * colour)) & 7
            reached += tracks[colour] < lay.FULL <= tracks[colour] + points
            tracks[colour] = min(lay.FULL, tracks[colour] + points)
    one, two, three = places_after(vec, place, corners, seen)
    sort_levels(tracks, 0, levels, order)
    for at in range(5):
        rows[count] = OWN + _LEVELS * at + levels[at]
        own, other = 12 * order[at], 12 * seen[3 + at]
        row = at * (MOST + 1)
        rows[count + 1] = OWN_PLACES + row + min(MOST, (one >> own) & 4095)
        rows[count + 2] = OWN_PLACES + row + _BY_POINTS + min(MOST, (two >> own) & 4095)
        rows[count + 3] = OWN_PLACES + row + 2 * _BY_POINTS + min(MOST, (three >> own) & 4095)
        count += 4
        if vec[lay.PLAYERS] > 1:
            rows[count] = RIVAL_PLACES + row + min(MOST, (one >> other) & 4095)
            rows[count + 1] = RIVAL_PLACES + row + _BY_POINTS + min(MOST, (two >> other) & 4095)
            rows[count + 2] = RIVAL_PLACES + row + 2 * _BY_POINTS + min(MOST, (three >> other) & 4095)
            count += 3
    rows[count] = OWED + min(3, vec[lay.OWED] + reached, vec[lay.SUPPLY_LEFT])
    count += 1
    phase = vec[lay.STACK_LEFT + seat]
    if phase == 0 and _pace(vec, seat) == 0:
        phase = _PHASES - 1
    rivals = seen[_RIVALS_SEEN:]
    return fill_together(levels, rivals, vec[lay.PLAYERS], lay.FULL, phase, _PHASES, TOGETHER, rows, count)


@njit
def fill_rows(
    vec: Ints,
    seat: int,
    codes: Ints,
    moves: int,
    rows: Longs,
    counts: Longs,
    seen: Longs,
    tracks: Ints,
    levels: Longs,
    order: Longs,
) -> None:
    """The rows of placements, as `network.judge_rows` takes them. The rest is room."""
    counts[0] = look(vec, seat, seen, levels, order, rows[0])
    for move in range(moves):
        count = rows_of(vec, seat, int(codes[move]), seen, tracks, levels, order, rows[move + 1], 0)
        # All tracks full: the game is won.
        counts[move + 1] = 0 if levels[0] == lay.FULL else count
