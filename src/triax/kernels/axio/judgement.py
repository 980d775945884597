"""What can be counted after a placement in Axio, as rows of a network (see `network`) that has learned from games what
becomes of it: where the own tracks stand, from the lowest up, and those of the rivals, the strongest first; how many
open spaces would score a half of each colour two, three, four and six points, in the order of one's own needs and of
the strongest rival's; what the own rack still has of each; spaces nearly closed in; and how much room and how many
tiles are left."""

from __future__ import annotations

from triax.games.axio.pieces import TRACK
from triax.kernels.arrays import Ints, Longs, copy_into
from triax.kernels.axio import layout as lay
from triax.kernels.axio import rules
from triax.kernels.axio.deal import SIDES
from triax.kernels.jit import njit
from triax.kernels.network import Meanings
from triax.kernels.together import fill_together, rows_together
from triax.kernels.tracks import rival, sort_levels

_LEVELS = 2 * TRACK + 1
_TRACKS = 5 * _LEVELS
_SPACES = (9, 9, 7, 4)
"""More spaces than this, by points, count as so many."""
_BY_COLOUR = sum(most + 1 for most in _SPACES)
_IN_ALL = 5 * _BY_COLOUR
_PHASES = (0, 1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 45)
"""So many open pairs at most, and more."""
_HALVES, _CLOSINGS, _ROOM, _BAG = 5, 4, 40, 26
OWN = 0
RIVALS = OWN + _TRACKS
OWN_SPACES = RIVALS + 3 * _TRACKS
RIVAL_SPACES = OWN_SPACES + _IN_ALL
RACK = RIVAL_SPACES + _IN_ALL  # halves of each colour on the own rack
OWN_CLOSINGS = RACK + 5 * _HALVES
RIVAL_CLOSINGS = OWN_CLOSINGS + 5 * _CLOSINGS
ROOM = RIVAL_CLOSINGS + 5 * _CLOSINGS  # open pairs, three at a time
BAG = ROOM + _ROOM  # tiles that are left, four at a time
OWED = BAG + _BAG  # extra turns
TOGETHER = OWED + 4
ROWS = TOGETHER + rows_together(TRACK + 1, len(_PHASES) + 1)
MEANINGS: Meanings = (
    ("tracks", OWN, RIVALS),
    ("tracks", TOGETHER, ROWS),
    ("places", OWN_SPACES, OWN_SPACES + _IN_ALL),
    ("places", OWN_CLOSINGS, OWN_CLOSINGS + 5 * _CLOSINGS),
    ("denied", RIVAL_SPACES, RIVAL_SPACES + _IN_ALL),
    ("denied", RIVAL_CLOSINGS, RIVAL_CLOSINGS + 5 * _CLOSINGS),
    ("rack", RACK, RACK + 5 * _HALVES),
    ("turns", OWED, OWED + 4),
)
COUNTED = 5
"""Numbers that `count_spaces` fills in."""
NEEDED = 5 + 15
"""Of the rivals: the colours of the strongest, its lowest track first, and the tracks of all."""
_ONES = sum(1 << (lay.LINE_BITS * colour) for colour in range(5))
_WIDE = 12
"""Bits for the count of a colour, where they are added up."""


@njit
def _spread(word: int) -> int:
    """One bit a colour, LINE_BITS apart, to _WIDE bits apart."""
    return (
        (word & 1)
        | (word & (1 << 6)) << 6
        | (word & (1 << 12)) << 12
        | (word & (1 << 18)) << 18
        | (word & (1 << 24)) << 24
    )


@njit
def count_spaces(vec: Ints, found: Longs) -> None:
    """On how many open spaces a half of each colour would score two, three, four and six points, _WIDE bits a colour;
    and beside how many spaces that would close one in a symbol of it lies."""
    side = int(SIDES[vec[lay.PLAYERS] - 1])
    edge = (lay.STRIDE - side) // 2
    two = three = four = six = closing = 0
    for row in range(edge, edge + side):
        for cell in range(lay.STRIDE * row + edge, lay.STRIDE * row + edge + side):
            if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BLANKS + cell] == 0:
                continue
            lines = int(vec[lay.LINES + cell])
            if lines & (62 * _ONES):
                high = (lines >> 3 | lines >> 4 | lines >> 5) & _ONES
                fours = high | (lines >> 2) & _ONES
                threes = fours | (lines >> 1) & lines & _ONES
                two += _spread(fours | (lines >> 1) & _ONES)
                three += _spread(threes)
                four += _spread(fours)
                six += _spread(high | (lines >> 2) & (lines >> 1) & _ONES)
            if vec[lay.CLOSING + cell]:
                beside = int(vec[lay.CLOSING + cell])
                for colour in range(5):
                    if (beside >> (lay.CLOSING_BITS * colour)) & lay.CLOSING_MASK:
                        closing += 1 << (_WIDE * colour)
    found[0], found[1], found[2], found[3], found[4] = two, three, four, six, closing


@njit
def _shared_rows(vec: Ints, seat: int, levels: Longs, order: Longs, needs: Longs, rows: Longs) -> int:
    """Those that all placements share; and the colours in the order of the strongest rival's needs."""
    count = 0
    for rank in range(vec[lay.PLAYERS] - 1):
        sort_levels(vec, lay.TRACKS + 5 * rival(vec, lay.TRACKS, TRACK, vec[lay.PLAYERS], seat, rank), levels, order)
        for at in range(5):
            rows[count] = RIVALS + _TRACKS * rank + _LEVELS * at + levels[at]
            count += 1
            needs[5 + 5 * rank + at] = levels[at]
            if rank == 0:
                needs[at] = order[at]
    rows[count] = BAG + min(_BAG - 1, (vec[lay.BAG_END] - vec[lay.BAG_HEAD] + 3) >> 2)
    return count + 1


@njit
def _space_rows(first: int, at: int, colour: int, found: Longs, rows: Longs, count: int) -> None:
    shift, row = _WIDE * colour, first + _BY_COLOUR * at
    for sort in range(4):
        rows[count + sort] = row + min(_SPACES[sort], (found[sort] >> shift) & 4095)
        row += _SPACES[sort] + 1


@njit
def _together_rows(players: int, open_pairs: int, levels: Longs, needs: Longs, rows: Longs, count: int) -> int:
    if players == 1:  # tracks go twice as far there
        for at in range(5):
            levels[at] >>= 1
    phase = 0
    for most in _PHASES:
        phase += open_pairs > most
    return fill_together(levels, needs[5:], players, TRACK, phase, len(_PHASES) + 1, TOGETHER, rows, count)


@njit
def fill_rows(
    vec: Ints,
    seat: int,
    codes: Ints,
    moves: int,
    rows: Longs,
    counts: Longs,
    after: Ints,
    found: Longs,
    levels: Longs,
    order: Longs,
    needs: Longs,
) -> None:
    """The rows of placements, as `network.judge_rows` takes them. The rest is room."""
    counts[0] = _shared_rows(vec, seat, levels, order, needs, rows[0])
    tracks = lay.TRACKS + 5 * seat
    for move in range(moves):
        own = rows[move + 1]
        copy_into(after, vec)
        code = int(codes[move])
        kind = code // lay.CODES_A_KIND
        rest = code - kind * lay.CODES_A_KIND
        points = rules.cover(after, kind, rest >> 2, (rest >> 2) + lay.STEP[rest & 3])
        reached = 0
        for colour in range(5):
            before = int(vec[tracks + colour])
            level = rules.raised(before, (points >> (rules.GAIN_BITS * colour)) & rules.GAIN_MASK, vec[lay.PLAYERS])
            after[tracks + colour] = level
            reached += before < TRACK <= level
        sort_levels(after, tracks, levels, order)
        if levels[0] == (TRACK if vec[lay.PLAYERS] > 1 else 2 * TRACK):
            counts[move + 1] = 0
            continue
        count_spaces(after, found)
        held = 0
        for slot in range(vec[lay.RACK_SIZES + seat]):
            of = lay.kind_on(vec, seat, slot)
            held += (1 << (4 * lay.FIRST[of])) + (1 << (4 * lay.SECOND[of]))
        held -= (1 << (4 * lay.FIRST[kind])) + (1 << (4 * lay.SECOND[kind]))
        count = 0
        for at in range(5):
            colour = order[at]
            own[count] = OWN + _LEVELS * at + levels[at]
            own[count + 1] = RACK + _HALVES * at + min(_HALVES - 1, (held >> (4 * colour)) & 15)
            own[count + 2] = OWN_CLOSINGS + _CLOSINGS * at + min(_CLOSINGS - 1, (found[4] >> (_WIDE * colour)) & 4095)
            _space_rows(OWN_SPACES, at, colour, found, own, count + 3)
            count += 7
            if vec[lay.PLAYERS] > 1:
                other = needs[at]
                own[count] = RIVAL_CLOSINGS + _CLOSINGS * at + min(_CLOSINGS - 1, (found[4] >> (_WIDE * other)) & 4095)
                _space_rows(RIVAL_SPACES, at, other, found, own, count + 1)
                count += 5
        own[count] = ROOM + min(_ROOM - 1, after[lay.OPEN_PAIRS] // 3)
        owed = 0 if vec[lay.PLAYERS] == 1 else max(0, vec[lay.OWED] - 1) + reached
        own[count + 1] = OWED + min(3, owed, vec[lay.RACK_SIZES + seat] - 1)
        count = _together_rows(vec[lay.PLAYERS], after[lay.OPEN_PAIRS], levels, needs, own, count + 2)
        counts[move + 1] = count
