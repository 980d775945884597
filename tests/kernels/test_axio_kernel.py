"""The compiled Axio is the Axio of `games`: the same moves, tracks and results, over TRIAX_DIFFERENTIAL_GAMES games
(100)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

import numpy as np
import pytest

from tests.kernels.support.axio_walk import (
    BagOf,
    bag_of,
    canonical,
    check_step,
    legal_codes,
    near_the_top,
    new,
    racks_of,
    shares_of,
    tracks_of,
    walk,
)
from tests.kernels.support.compare import even
from tests.kernels.support.differential import differential
from tests.support import TESTS
from triax.games.axio import Axio, AxioPlace, AxioState
from triax.games.axio.board import EMPTY, PYRAMID
from triax.games.axio.pieces import KINDS
from triax.games.core import Dice
from triax.games.events import Event
from triax.games.record import read_record
from triax.games.tracks import COLOURS
from triax.kernels import axio
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axio import layout
from triax.kernels.trials import HIDDEN, batch

TILES, OPTIONS = axio.tables(), np.empty(10, np.int32)

ROOM = np.empty(HIDDEN, np.int64)

GAMES = int(os.environ.get("TRIAX_DIFFERENTIAL_GAMES", "100"))
RECORDS = TESTS / "conformance" / "axio.jsonl"


@pytest.mark.parametrize("part", range(2))
def test_both_sides_agree_at_every_step(part: int) -> None:
    seen = differential("axio", part * (GAMES // 2), GAMES // 2, 1)
    if GAMES >= 1000:
        assert all(seen[what] for what in ("pyramids", "wins at once", "no tile left")), seen


def test_conformance_records() -> None:
    for line in RECORDS.read_text("utf-8").splitlines():
        record = read_record(line)
        start = record.start()
        assert isinstance(start, AxioState)
        vec = axio.load(start)
        for step in record.replay():
            assert isinstance(step.before, AxioState)
            assert isinstance(step.after, AxioState)
            check_step(step.before, vec, closely=True)
            axio.play(vec, TILES, step.seat, axio.encode(step.move), axio.seeded(1))
            if vec[layout.BAG_END] and str(step.move) == "exchange":  # the record says how the bag was mixed
                assert sorted(bag_of(vec)) == sorted(step.after.bag)
                vec = axio.load(step.after)
            check_step(step.after, vec, closely=True)
        assert record.result is not None
        assert tracks_of(vec) == record.result["scores"]


def played(state: AxioState, placements: int, rng: Random) -> AxioState:
    """Some random moves on."""
    while placements and state.to_act:
        moves = state.moves(state.turn)
        state, _ = state.play(state.turn, moves[rng.randrange(len(moves))], Dice(rng))
        placements -= 1
    return state


@pytest.mark.parametrize("placements", [0, 24])
def test_random_moves_are_uniform(placements: int) -> None:
    """On the opening, with its first-tile rule, and late; the rack has a double and a tile twice."""
    rng = Random(4)
    state = replace(played(new(2, rng), placements, rng), deciding=False)
    racks = list(state.racks)
    racks[state.turn] = ("RR", "RG", "RG", "OP", "BP")
    vec = axio.load(replace(state, racks=tuple(racks)))
    codes = legal_codes(vec, state.turn)
    chance = axio.seeded(99)
    assert even(
        Counter(axio.random_move(vec, TILES, state.turn, chance, OPTIONS) for _ in range(300 * len(codes))),
        codes,
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_playout_plays_random_moves(players: int) -> None:
    """Move by move and at one go, the same random numbers give the same game."""
    vec = axio.load(new(players, Random(players)))
    other, one, two, moves = vec.copy(), axio.seeded(8), axio.seeded(8), 0
    while not axio.over(vec):
        seat = int(vec[layout.TURN])
        axio.play(vec, TILES, seat, axio.random_move(vec, TILES, seat, one, OPTIONS), one)
        moves += 1
    assert axio.random_playout(other, TILES, two) == moves
    assert np.array_equal(vec, other)
    assert one[0] == two[0]


def points_of(events: Sequence[Event]) -> list[int]:
    points = next(event.plain()["points"] for event in events if event.kind == "scored")
    return [points.get(colour, 0) for colour in COLOURS]


def worth(state: AxioState, seat: int, move: AxioPlace, table: Floats) -> float:
    """What the evaluation adds, from the events of `games`; summed in the order of the colours."""
    scored = next(event.plain() for event in state.preview(seat, move) if event.kind == "scored")
    added = 0.0
    for before, after in zip(state.tracks[seat], scored["tracks"], strict=True):
        added += table[after] - table[before]
    return added


def test_greedy_is_the_best_of_all_placements() -> None:
    rng = Random(11)
    gains, codes, values = np.empty(5, np.int32), np.empty(40, np.int32), np.empty(40)
    checked = 0
    while checked < 24:
        players = rng.randint(1, 4)
        state = played(new(players, rng), rng.randint(0, 60), rng)
        if rng.random() < 0.3:
            state = near_the_top(state, rng)
        if not state.to_act or state.deciding:
            continue
        checked += 1
        seat, vec, table = state.turn, axio.load(state), axio.default_table(players)
        worths = {}
        for move in state.moves(seat):
            assert isinstance(move, AxioPlace)
            code = axio.encode(move)
            worths[code] = worth(state, seat, move, table)
            axio.move_gain(vec, TILES, seat, code, gains)
            assert gains.tolist() == points_of(state.preview(seat, move))
        before = vec.copy()
        best = max(worths.values())
        assert worths[
            int(axio.greedy_move(vec, TILES, seat, axio.seeded(rng.getrandbits(64)), table))
        ] == pytest.approx(best)
        count = axio.candidates(vec, TILES, seat, table, codes, values)
        assert count == min(40, len(worths))
        base = axio.evaluation(vec, seat, table)
        assert values[:count].tolist() == pytest.approx([base + w for w in sorted(worths.values())[::-1][:40]])
        assert len(set(codes[:count].tolist())) == count
        for code, value in zip(codes[:count].tolist(), values[:count].tolist(), strict=True):
            assert value == pytest.approx(base + worths[code])
        assert all(one >= two for one, two in pairwise(values[:count].tolist()))
        assert np.array_equal(vec, before)


@pytest.mark.parametrize("table", [axio.DEFAULT_TABLE, np.arange(37.0) ** 3, Random(3).sample(range(-90, 90), 37)])
def test_nothing_that_is_passed_over_is_worth_more(table: Sequence[float]) -> None:
    """The greedy choice weighs few pairs of spaces, the candidates all of them; also where the second half of a double
    is worth more than the first, and where points are worth less than nothing."""
    weights, codes, values = np.array(table, np.float64), np.empty(axio.MAX_MOVES, np.int32), np.empty(axio.MAX_MOVES)
    luck = axio.seeded(7)
    for number in range(8):
        vec = axio.load(new(1 + number % 4, Random(number)))
        while not axio.over(vec):
            seat = int(vec[layout.TURN])
            code = axio.greedy_move(vec, TILES, seat, luck, weights)
            count = axio.candidates(vec, TILES, seat, weights, codes, values)
            best = codes[:count][values[:count] == values[0]] if not vec[layout.DECIDING] else [code]
            assert code in best
            again = {
                int(axio.greedy_move(vec, TILES, seat, axio.seeded(seed), weights)) for seed in range(3 * len(best))
            }
            assert again <= {int(one) for one in best}
            assert len(again) > 1 or len(best) < 4
            axio.play(vec, TILES, seat, code, luck)


def test_greedy_breaks_ties_at_random() -> None:
    vec = axio.load(new(2, Random(1)))
    moves = {
        int(axio.greedy_move(vec, TILES, int(vec[layout.TURN]), axio.seeded(seed), axio.DEFAULT_TABLE))
        for seed in range(100)
    }
    assert len(moves) > 20


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_oldest_pyramid_moves_when_all_are_out(players: int) -> None:
    moved = 0
    for seed in range(12):
        rng = Random(seed)
        state = played(new(players, rng), 4 * players, rng)
        board, pyramids = list(state.board), list(state.pyramids)
        # The last rows take the other pyramids; what is left above is closed in as in any game.
        rest = [space for space, content in enumerate(board) if content == EMPTY][len(pyramids) - 20 :]
        for space in rng.sample(rest, len(rest)):
            board[space] = PYRAMID
            pyramids.append(space)
        state = replace(state, board=tuple(board), pyramids=tuple(pyramids))
        end, _ = walk(state, rng, greed=0.5, close=1)
        moved += len(set(state.pyramids) - set(end.pyramids))
    assert moved > 5


def test_exchange_and_keep() -> None:
    """Both are offered where games offer them; five new tiles, the shown ones in the bag, which is mixed as a whole."""
    rng = Random(3)
    found = 0
    while found < 20:
        state = new(rng.randint(2, 4), rng)
        while state.to_act and not state.deciding:
            state = played(state, 1, rng)
        if not state.to_act:
            continue
        found += 1
        seat = state.turn
        for code in (axio.EXCHANGE, axio.KEEP):
            vec = axio.load(state)
            assert legal_codes(vec, seat) == [axio.EXCHANGE, axio.KEEP]
            axio.play(vec, TILES, seat, code, axio.seeded(found))
            after, _ = state.play(seat, axio.decode(code), BagOf(vec))
            check_step(after, vec, closely=True)
        orders = set()
        for seed in range(5):
            vec = axio.load(state)
            axio.play(vec, TILES, seat, axio.EXCHANGE, axio.seeded(seed))
            orders.add(bag_of(vec))
        assert len(orders) == 5


def test_mixing_is_fair() -> None:
    """After an exchange each tile of the bag is as likely to be drawn first."""
    rng = Random(8)
    state = new(2, rng)
    while not state.deciding:
        state = played(state, 1, rng) if state.to_act else new(2, rng)
    counts = dict.fromkeys(sorted(set(state.bag + state.racks[state.turn])), 0)
    rest = sorted(state.bag[5:] + state.racks[state.turn])
    chance, draws = axio.seeded(5), 5000
    for _ in range(draws):
        vec = axio.load(state)
        axio.play(vec, TILES, state.turn, axio.EXCHANGE, chance)
        counts[bag_of(vec)[0]] += 1
    expected = {tile: draws * rest.count(tile) / len(rest) for tile in counts if rest.count(tile)}
    statistic = sum((counts[tile] - mean) ** 2 / mean for tile, mean in expected.items())
    assert statistic < len(expected) + 5 * (2 * len(expected)) ** 0.5


def test_five_full_tracks_win_at_once() -> None:
    rng, won = Random(6), 0
    for _ in range(30):
        state = played(new(rng.randint(2, 4), rng), 12, rng)
        if state.deciding or not state.to_act:
            continue
        seat = state.turn
        tracks = [(0, 1, 2, 3, 4)] * state.players
        tracks[seat] = (18, 17, 18, 18, 18)
        state = replace(state, tracks=tuple(tracks))
        vec = axio.load(state)
        axio.play(
            vec,
            TILES,
            seat,
            code := axio.greedy_move(vec, TILES, seat, axio.seeded(1), axio.DEFAULT_TABLE),
            axio.seeded(1),
        )
        after, _ = state.play(seat, axio.decode(code), Dice(rng))
        check_step(after, vec, closely=True)
        if axio.over(vec):
            won += 1
            assert shares_of(vec)[seat] == 1
            assert legal_codes(vec, seat) == []
    assert won > 10


def test_solo_goes_on_to_a_second_scoreboard() -> None:
    """A placement stops at 18; the next goes on from there."""
    rng, crossed = Random(2), 0
    for _ in range(40):
        start = replace(new(1, rng), tracks=((17, 17, 17, 17, 18),))
        vec, chance, before = axio.load(start), axio.seeded(3), [17, 17, 17, 17, 18]
        while not axio.over(vec):
            axio.play(vec, TILES, 0, axio.greedy_move(vec, TILES, 0, chance, axio.SOLO_TABLE), chance)
            after = tracks_of(vec)[0]
            assert all(new_track <= 18 for old, new_track in zip(before, after, strict=True) if old < 18)
            before = after
        crossed += max(before) > 20
        walk(start, rng, greed=1)
    assert crossed > 30


def test_greedy_is_far_stronger_than_random() -> None:
    vec = axio.load(new(2, Random(1)))
    random, greedy = (
        batch(axio.trial, [vec], TILES, 300, policy, axio.DEFAULT_TABLE).scores.sum()
        for policy in (axio.RANDOM, axio.GREEDY)
    )
    assert greedy > 2 * random


@pytest.mark.parametrize("policy", [axio.RANDOM, axio.GREEDY])
def test_batches_depend_on_the_seed_alone(policy: int) -> None:
    vecs = [axio.load(new(3, Random(seed))) for seed in range(3)]
    before = [vec.copy() for vec in vecs]
    one, two, other = (
        batch(axio.trial, vecs, TILES, 150, policy, axio.DEFAULT_TABLE, seed=seed, workers=workers)
        for seed, workers in ((7, 1), (7, 2), (8, 2))
    )
    assert np.array_equal(one.shares, two.shares)
    assert np.array_equal(one.scores, two.scores)
    assert one.decisions == two.decisions
    assert not np.array_equal(one.scores, other.scores)
    assert one.shares.sum(axis=1).tolist() == pytest.approx([150] * 3)
    assert all(np.array_equal(vec, kept) for vec, kept in zip(vecs, before, strict=True))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_hidden_is_dealt_anew_and_nothing_else(players: int) -> None:
    rng, chance, changed = Random(players), axio.seeded(players), 0
    for placements in (0, 9, 10 * players):
        vec = axio.load(played(new(players, rng), placements, rng))
        for seat in (*range(players), -1):
            dealt = vec.copy()
            axio.reshuffle(dealt, seat, chance, ROOM)
            before, after = canonical(vec), canonical(dealt)
            changed += before["racks"] != after["racks"] or before["bag"] != after["bag"]
            for hidden in ("racks", "bag"):
                del before[hidden], after[hidden]
            assert before == after
            assert [len(rack) for rack in racks_of(dealt)] == [len(rack) for rack in racks_of(vec)]
            if seat >= 0:
                assert racks_of(dealt)[seat] == racks_of(vec)[seat]
                assert legal_codes(dealt, seat) == legal_codes(vec, seat)
            assert all_tiles(dealt) == all_tiles(vec)
            axio.random_playout(dealt, TILES, chance)
            assert axio.over(dealt)
    assert changed > players


def all_tiles(vec: Ints) -> list[str]:
    return sorted([*bag_of(vec), *(KINDS[kind] for rack in racks_of(vec) for kind in rack)])


def test_all_deals_are_equally_likely() -> None:
    """Three players, two tiles, one and two on the racks and two in the bag: seat 0 cannot see five."""
    vec, chance = axio.load(new(3, Random(1))), axio.seeded(1)
    vec[layout.RACK_SIZES : layout.RACK_SIZES + 3] = 2, 1, 2
    vec[layout.BAG_HEAD], vec[layout.BAG_END] = 3, 5
    where = [layout.RACKS + 5, layout.RACKS + 10, layout.RACKS + 11, layout.BAG + 3, layout.BAG + 4]
    vec[where] = range(5)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(100 * 120):
        axio.reshuffle(vec, 0, chance, ROOM)
        drawn[tuple(vec[where].tolist())] += 1
    assert even(drawn, list(permutations(range(5))))


def test_samples_load_and_play_out() -> None:
    rng = Random(5)
    for players in (1, 2, 3, 4):
        state = played(new(players, rng), 15, rng)
        sample = Axio().sample(state.view(state.turn), rng)
        walk(sample, rng, greed=0.5)
