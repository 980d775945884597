"""Choosing a move in Axio, compiled: the greedy choice and the candidates, by what placements are worth (`worth`)."""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import TRACK
from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio.deal import SIDES
from triax.kernels.axio.judgement import COUNTED, NEEDED, fill_rows
from triax.kernels.axio.layout import kind_on
from triax.kernels.axio.rules import has_opened, opens, taken_printed
from triax.kernels.axio.worth import (
    BOUND_ROWS_AT,
    KIND_BITS,
    KIND_MASK,
    LINE_MASK,
    SCALE,
    VALUES_AT,
    Scratch,
    code_of,
    end_of,
    evaluation,
    new_scratch,
    weigh_pair,
    weigh_rack,
    worth_of,
    worth_turned,
)
from triax.kernels.chance import draw, high_below
from triax.kernels.jit import njit
from triax.kernels.network import Judging, judge_rows, new_judging

EXCHANGE_FROM = 8
"""With fewer tiles in the bag, greedy playouts keep."""

TABLE = 2 * TRACK + 1
"""So many numbers of the weights are the worth of tracks. Those of a network may follow, which then has the last word
on the candidates."""
JUDGED = 48
"""So many of the best at a glance are looked at by a network."""
NOTHING, COVERED, RAISING = -(1 << 50), -(1 << 61), 1 << 60
"""Less than any placement is worth; the bounds of a cell that is not empty, and of one to be looked at in any case."""
LINE_1, LINE_2, LINE_3, LINE_4 = (np.uint64(lay.LINE_BITS * colour) for colour in range(1, 5))
LOT_BITS = 8
"""Behind a worth, by which equal ones are told apart by lot."""
_LOT, _MIX = np.uint64(64 - LOT_BITS), np.uint64(6364136223846793005)
EAST, SOUTH = np.uint64(1), np.uint64(lay.STRIDE)


# The greedy choice.


@njit
def compact(vec: Ints) -> None:
    """Drop the pairs that are no longer open."""
    kept = 0
    for i in range(vec[lay.PAIR_COUNT]):
        pair = vec[lay.PAIRS + i]
        cell = pair >> 1
        if vec[lay.BOARD + cell] == lay.EMPTY and vec[lay.BOARD + cell + (lay.STRIDE if pair & 1 else 1)] == lay.EMPTY:
            vec[lay.PAIRS + kept] = pair
            kept += 1
    vec[lay.PAIR_COUNT] = kept


@njit
def _bound_cells(vec: Ints, worths: Longs, bounds: Longs) -> int:
    """What a half of a tile on the rack can be worth on each cell, at most. The cell where it is most."""
    side = int(SIDES[vec[lay.PLAYERS] - 1])
    edge = (lay.STRIDE - side) // 2
    most, best = 0, 0
    row_0, row_1 = np.uint64(worths[BOUND_ROWS_AT]), np.uint64(worths[BOUND_ROWS_AT + 1])
    row_2, row_3 = np.uint64(worths[BOUND_ROWS_AT + 2]), np.uint64(worths[BOUND_ROWS_AT + 3])
    row_4 = np.uint64(worths[BOUND_ROWS_AT + 4])
    for row in range(edge, edge + side):
        for cell in range(lay.STRIDE * row + edge, lay.STRIDE * row + edge + side):
            if vec[lay.BOARD + cell] != lay.EMPTY:
                bounds[cell] = COVERED
            elif vec[lay.CLOSING + cell]:
                bounds[cell] = RAISING
            elif vec[lay.LINES + cell] == 0:
                bounds[cell] = 0
            else:
                lines = np.uint64(vec[lay.LINES + cell])
                bound = max(
                    worths[row_0 + (lines & LINE_MASK)],
                    worths[row_1 + (lines >> LINE_1 & LINE_MASK)],
                    worths[row_2 + (lines >> LINE_2 & LINE_MASK)],
                    worths[row_3 + (lines >> LINE_3 & LINE_MASK)],
                    worths[row_4 + (lines >> LINE_4 & LINE_MASK)],
                    0,
                )
                bounds[cell] = bound
                if bound > most:
                    most, best = bound, cell
    return best


@njit
def _note_openings(vec: Ints, values: Longs) -> None:
    """For each cell, whether it is beside a printed space (1) and beside one that is taken (2): a first tile may lie
    where both of its halves together have 1."""
    taken = taken_printed(vec)
    for cell in range(lay.CELLS):
        values[VALUES_AT + cell] = 0
    for i in range(5):
        for direction in range(4):
            values[VALUES_AT + vec[lay.PRINTED + i] + lay.STEP[direction]] |= 2 if (taken >> i) & 1 else 1


@njit
def _most_of(values: Longs, kinds: int, count: int) -> int:
    """The most that a kind adds to a pair just weighed."""
    most = NOTHING
    for number in range(count):
        kind = (kinds >> (KIND_BITS * number)) & KIND_MASK
        most = max(most, worth_of(values, kind), worth_turned(values, kind))
    return most


@njit
def _ways_to(values: Longs, kinds: int, count: int, most: int) -> tuple[int, int]:
    """Which kinds add so much, two bits a kind, and in how many ways."""
    ways, found = 0, 0
    for number in range(count):
        kind = (kinds >> (KIND_BITS * number)) & KIND_MASK
        straight = int(worth_of(values, kind) == most)
        turned = int(lay.WAYS[kind] == 2 and worth_turned(values, kind) == most)
        ways |= (straight | turned << 1) << (2 * number)
        found += straight + turned
    return ways, found


@njit
def _promise(vec: Ints, worths: Longs, values: Longs, cell: int, kinds: int, count: int) -> int:
    """What can be had on a cell and the best of its neighbours."""
    other, most = 0, NOTHING
    for direction in range(4):
        beside = cell + lay.STEP[direction]
        if vec[lay.BOARD + beside] == lay.EMPTY and values[beside] > most:
            other, most = beside, values[beside]
    if most == NOTHING:
        return NOTHING
    return weigh_pair(vec, worths, cell, other, values) + _most_of(values, kinds, count)


@njit
def _nth_code(pairs: Ints, plain: int, closing: int, kinds: int, count: int, nth: int) -> int:
    """The code of one of the ways: kind by kind, pair by pair, the first `plain` ones, then those from `closing` on."""
    for number in range(count):
        for at in range(plain + lay.MAX_PAIRS - closing):
            i = at if at < plain else closing + at - plain
            for turned in range(2):
                if (pairs[1, i] >> (2 * number + turned)) & 1:
                    if nth == 0:
                        return code_of((kinds >> (KIND_BITS * number)) & KIND_MASK, int(pairs[0, i]), turned)
                    nth -= 1
    return -1


@njit
def greedy_with(vec: Ints, seat: int, rng: Words, table: Floats, scratch: Scratch) -> int:
    """Most pairs are passed over: their cells' bounds together are less than the best that has been found, to begin
    with on the cell with the highest. Only of the best pairs is it asked what lies there in which way."""
    if vec[lay.DECIDING]:
        return lay.EXCHANGE if wants_exchange(vec) else lay.KEEP
    pairs, worths, values = scratch
    kinds, kind_count = weigh_rack(vec, seat, table, worths)
    start = _bound_cells(vec, worths, values)
    opened = has_opened(vec, seat)
    best, ties, plain, closing = NOTHING, 0, 0, lay.MAX_PAIRS
    if not opened:
        _note_openings(vec, values)
    elif start:
        best = _promise(vec, worths, values, start, kinds, kind_count)
    for i in range(vec[lay.PAIR_COUNT]):
        pair = int(vec[lay.PAIRS + i])
        one = np.uint64(pair >> 1)
        if values[one] + values[one + (SOUTH if pair & 1 else EAST)] < best:
            continue
        cell, other = pair >> 1, end_of(pair)
        if not (opened or (values[VALUES_AT + cell] | values[VALUES_AT + other]) == 1):
            continue
        worth = weigh_pair(vec, worths, cell, other, values)
        most = _most_of(values, kinds, kind_count)
        if worth + most < best:
            continue
        if worth + most > best:
            best, ties, plain, closing = worth + most, 0, 0, lay.MAX_PAIRS
        ways, found = _ways_to(values, kinds, kind_count, most)
        ties += found
        # In the order of `_list_pairs`.
        if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
            closing -= 1
            pairs[0, closing], pairs[1, closing] = pair, ways
        else:
            pairs[0, plain], pairs[1, plain] = pair, ways
            plain += 1
    return _nth_code(pairs, plain, closing, kinds, kind_count, high_below(draw(rng), ties))


@njit
def best_placements(vec: Ints, seat: int, rng: Words, table: Floats, scratch: Scratch, keys: Longs, codes: Ints) -> int:
    """The placements worth most, best first, as many as `codes` has room for; of equal ones, any."""
    _, worths, values = scratch
    kinds, kind_count = weigh_rack(vec, seat, table, worths)
    _bound_cells(vec, worths, values)
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    luck = draw(rng)
    found, room, least = 0, codes.size, NOTHING << LOT_BITS
    for i in range(vec[lay.PAIR_COUNT]):
        pair = int(vec[lay.PAIRS + i])
        cell, other = pair >> 1, end_of(pair)
        if values[cell] + values[other] < least >> LOT_BITS or not (opened or opens(vec, taken, cell, other)):
            continue
        worth = weigh_pair(vec, worths, cell, other, values)
        for number in range(kind_count):
            kind = (kinds >> (KIND_BITS * number)) & KIND_MASK
            for turned in range(lay.WAYS[kind]):
                key = worth + (worth_turned(values, kind) if turned else worth_of(values, kind))
                if key < least >> LOT_BITS:
                    continue
                luck = luck * _MIX + np.uint64(1)
                key = key << LOT_BITS | int(np.int64(luck >> _LOT))
                if key > least:
                    at = min(found, room - 1)
                    while at and keys[at - 1] < key:
                        keys[at], codes[at] = keys[at - 1], codes[at - 1]
                        at -= 1
                    keys[at], codes[at] = key, code_of(kind, pair, turned)
                    found = min(found + 1, room)
                    if found == room:
                        least = keys[room - 1]
    return found


@njit
def wants_exchange(vec: Ints) -> bool:
    return bool(vec[lay.BAG_END] - vec[lay.BAG_HEAD] >= EXCHANGE_FROM)


@njit
def greedy_move(vec: Ints, tables: Ints, seat: int, rng: Words, weights: Floats) -> int:
    """The placement of the highest evaluation, ties broken at random; of exchange and keep the better guess."""
    return greedy_with(vec, seat, rng, weights, new_scratch())


# Candidates.


@njit
def _list_pairs(vec: Ints, seat: int, pairs: Ints) -> int:
    """The pairs where the seat may lay a tile, first those that raise no pyramid; counts them."""
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    plain, closing = 0, lay.MAX_PAIRS
    for i in range(vec[lay.PAIR_COUNT]):
        pair = vec[lay.PAIRS + i]
        cell = pair >> 1
        other = cell + (lay.STRIDE if pair & 1 else 1)
        if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
            continue
        if not (opened or opens(vec, taken, cell, other)):
            continue
        if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
            closing -= 1
            pairs[0, closing] = pair
        else:
            pairs[0, plain] = pair
            plain += 1
    for i in range(closing, lay.MAX_PAIRS):
        pairs[0, plain] = pairs[0, i]
        plain += 1
    return plain


@njit
def _evaluate(vec: Ints, seat: int, table: Floats, scratch: Scratch) -> tuple[int, int]:
    """What each placement adds to the evaluation: kind by kind as on the rack, pair by pair, for a tile of two colours
    laid both ways. How many pairs there are, and how many placements."""
    pairs, worths, values = scratch
    kinds, kind_count = weigh_rack(vec, seat, table, worths)
    pair_count = _list_pairs(vec, seat, pairs)
    count = 0
    for i in range(pair_count):
        cell = int(pairs[0, i] >> 1)
        worth = weigh_pair(vec, worths, cell, cell + (lay.STRIDE if pairs[0, i] & 1 else 1), values)
        count = 0
        for number in range(kind_count):
            kind = (kinds >> (KIND_BITS * number)) & KIND_MASK
            at = VALUES_AT + count + lay.WAYS[kind] * i
            values[at] = worth + worth_of(values, kind)
            if lay.WAYS[kind] == 2:
                values[at + 1] = worth + worth_turned(values, kind)
            count += lay.WAYS[kind] * pair_count
    return pair_count, count


@njit
def _code_at(vec: Ints, seat: int, pairs: Ints, pair_count: int, number: int) -> int:
    """The code of a placement by its number in the order of `_evaluate`."""
    held = 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if (held >> kind) & 1:
            continue
        held |= 1 << kind
        ways = lay.WAYS[kind]
        if number < ways * pair_count:
            return code_of(kind, int(pairs[0, number // ways]), number % ways)
        number -= ways * pair_count
    return -1


def counted(vec: Ints, seat: int, codes: Ints) -> Judging:
    """The rows of placements, as a network takes them; none of them if it is about an exchange."""
    judging = new_judging(0 if vec[lay.DECIDING] else codes.size)
    rows, counts, values, _, _ = judging
    after, spaces = np.empty(lay.SIZE, np.int32), np.empty(COUNTED, np.int64)
    levels, order, needs = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(NEEDED, np.int64)
    fill_rows(vec, seat, codes, values.size, rows, counts, after, spaces, levels, order, needs)
    return judging


def judged_candidates(vec: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """`candidates` by the network behind a table. Playouts step through all of it: nothing else is compiled."""
    room = max(JUDGED, codes_out.size)
    keys, codes = np.empty(room, np.int64), np.empty(room, np.int32)
    found = best_placements(vec, seat, np.zeros(1, np.uint64), weights, new_scratch(), keys, codes)
    judging = counted(vec, seat, codes[:found])
    judge_rows(weights[TABLE:].view(np.float32), judging, found)
    values = judging[2]
    best = np.argsort(-values, kind="stable")[: codes_out.size]
    codes_out[: best.size], values_out[: best.size] = codes[best], values[best]
    return best.size


@njit
def plain_candidates(vec: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """`candidates` by the evaluation of the seat's tracks after them."""
    base = evaluation(vec, seat, weights)
    k, scratch = codes_out.size, new_scratch()
    pair_count, count = _evaluate(vec, seat, weights, scratch)
    pairs, _, values = scratch
    kept = 0
    for i in range(count):
        value = base + values[VALUES_AT + i] / SCALE
        if kept == k and value <= values_out[k - 1]:
            continue
        at = min(kept, k - 1)
        while at > 0 and values_out[at - 1] < value:
            codes_out[at], values_out[at] = codes_out[at - 1], values_out[at - 1]
            at -= 1
        codes_out[at], values_out[at] = _code_at(vec, seat, pairs, pair_count, i), value
        kept = min(kept + 1, k)
    return kept


def candidates(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The best legal moves, best first, as many as there is room for (not much, and at least one); counts them. One of
    two ways is compiled: most often nobody asks for the other."""
    if vec[lay.DECIDING]:
        both = [lay.EXCHANGE, lay.KEEP] if wants_exchange(vec) else [lay.KEEP, lay.EXCHANGE]
        count = min(codes_out.size, 2)
        codes_out[:count] = both[:count]
        values_out[:count] = 0.0 if weights.size > TABLE else evaluation(vec, seat, weights)
        return count
    by = judged_candidates if weights.size > TABLE else plain_candidates
    return by(vec, seat, weights, codes_out, values_out)
