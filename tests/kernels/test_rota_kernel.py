"""The compiled Axio Rota plays exactly as the written rules do, over TRIAX_DIFFERENTIAL_GAMES games (100)."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest

from tests.kernels.support.compare import even
from tests.kernels.support.differential import differential
from tests.kernels.support.rota_walk import DIRECTIONS, compare, late, legal_codes, new, shares_of, tracks_in
from tests.support import TESTS, Sorted
from triax.games.record import read_record
from triax.games.rota import Rota, RotaPlace, RotaState
from triax.kernels import rota as kernel
from triax.kernels.arrays import Floats
from triax.kernels.chance import stream
from triax.kernels.rota import layout as at
from triax.kernels.trials import HIDDEN, batch

TILES = kernel.tables()

ROOM = np.empty(HIDDEN, np.int64)

GAMES = int(os.environ.get("TRIAX_DIFFERENTIAL_GAMES", "100"))


def after(state: RotaState, move: RotaPlace) -> RotaState:
    return state.play(state.turn, move, Sorted())[0]


@pytest.mark.parametrize("part", range(2))
def test_both_sides_agree_at_every_step(part: int) -> None:
    seen = differential("rota", part * (GAMES // 2), GAMES // 2, 1)
    if GAMES >= 100:
        assert all(seen[what] for what in ("extra turns", "extra turns lost", "wins at once", "wide displays")), seen
        assert seen["supplies used up"], seen


@pytest.mark.parametrize("line", (TESTS / "conformance" / "rota.jsonl").read_text().splitlines())
def test_conformance_records_replay(line: str) -> None:
    record = read_record(line)
    state = record.start()
    assert isinstance(state, RotaState)
    vec, rng = kernel.load(state), kernel.seeded(0)
    for entry in record.log:
        seat, code = entry["seat"], kernel.encode(Rota().parse(entry["move"]))
        codes = legal_codes(vec, seat)
        assert len(codes) == entry["legal"]
        assert code in codes
        kernel.play(vec, TILES, seat, code, rng)
        assert [list(own) for own in tracks_in(vec, record.players)] == entry["scores"]
    assert kernel.over(vec)
    assert record.result is not None
    if record.players > 1:
        assert [seat for seat, share in enumerate(shares_of(vec)) if share] == record.result["standings"][0]


def test_no_two_cells_of_a_display_share_a_place_on_the_ring() -> None:
    reach = range(-63, 64)
    assert not [
        (dx, dy)
        for dx in reach
        for dy in reach
        if 0 < abs(dx) + abs(dy) < 64 and (dx + at.ROW * dy) & at.RING_MASK == 0
    ]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_line_as_long_as_can_be(direction: tuple[int, int]) -> None:
    state = new(4, 7)
    vec, rng, lot = kernel.load(state), Random(0), kernel.seeded(0)
    dx, dy = direction
    while state.to_act:
        move = max(state.moves(state.turn), key=lambda m: dx * m.x + dy * m.y)
        kernel.play(vec, TILES, state.turn, kernel.encode(move), lot)
        state = after(state, move)
        compare(state, vec, rng, whole=True)
    assert max(dx * x + dy * y for x, y in state.display) >= 48


def hollow_in_hand(players: int, moves: int) -> RotaState:
    """A position in which the tile in hand has an empty corner."""
    rng = Random(3)
    state = new(players, 3)
    while moves > 0 or "-" not in str(state.hands[state.turn]):
        choices = state.moves(state.turn)
        state = after(state, choices[rng.randrange(len(choices))])
        moves -= 1
    return state


@pytest.mark.parametrize("state", [hollow_in_hand(1, 2), hollow_in_hand(3, 8), new(1, "RGBO")])
def test_random_moves_are_uniform_over_the_legal_ones(state: RotaState) -> None:
    vec, rng = kernel.load(state), kernel.seeded(5)
    legal = legal_codes(vec, state.turn)
    assert even(Counter(kernel.random_move(vec, TILES, state.turn, rng, vec) for _ in range(200 * len(legal))), legal)


def worth(state: RotaState, move: RotaPlace, table: Floats) -> float:
    """What a placement is worth, by way of the written rules."""
    events = state.preview(state.turn, move)
    axio = next((len(event.plain()["colours"]) for event in events if event.kind == "axio"), 0)
    gained = sum(table[track] for track in events[1].plain()["tracks"]) - sum(
        table[t] for t in state.tracks[state.turn]
    )
    return float(gained + axio * table[13] * (len(state.supply) > state.owed))


@pytest.mark.parametrize("players", range(1, 5))
@pytest.mark.parametrize("name", ["usual", "late", "odd table"])
def test_greedy_is_the_best_by_the_written_rules(players: int, name: str) -> None:
    rng, lot = Random(players), kernel.seeded(players)
    table = np.array([rng.random() for _ in range(14)]) if name == "odd table" else kernel.DEFAULT_TABLE
    state = new(players, name)
    if name == "late":
        state = late(state, rng)
    vec = kernel.load(state)
    codes, values = np.empty(12, np.int32), np.empty(12)
    while state.to_act:
        worths = {move: worth(state, move, table) for move in state.moves(state.turn)}
        best_named: dict[tuple[int, int, int], float] = {}
        for move, value in worths.items():
            cell = (move.x, move.y, move.turn)
            best_named[cell] = max(best_named.get(cell, -np.inf), value)
        expected = sorted(best_named.values(), reverse=True)[:12]
        count = kernel.candidates(vec, TILES, state.turn, table, codes, values)
        assert values[:count] == pytest.approx(expected, abs=1e-8)
        assert [worths[kernel.decode(code)] for code in codes[:count]] == pytest.approx(expected, abs=1e-8)
        assert len({code >> 3 for code in codes[:count]}) == count
        code = kernel.greedy_move(vec, TILES, state.turn, lot, table)
        assert worths[kernel.decode(code)] == pytest.approx(expected[0], abs=1e-8)
        kernel.play(vec, TILES, state.turn, code, lot)
        state = after(state, kernel.decode(code))


def test_greedy_breaks_ties_by_lot() -> None:
    state = new(2, 1)
    vec, rng = kernel.load(state), kernel.seeded(1)
    flat = np.zeros(14)
    drawn = Counter(kernel.greedy_move(vec, TILES, state.turn, rng, flat) >> 3 for _ in range(32 * 100))
    assert len(drawn) == 32
    assert max(drawn.values()) < 150


def test_a_seat_not_on_turn_has_no_candidates() -> None:
    vec = kernel.load(new(2, 1))
    waiting = 1 - int(vec[at.TURN])
    assert kernel.candidates(vec, TILES, waiting, kernel.DEFAULT_TABLE, np.empty(5, np.int32), np.empty(5)) == 0


def test_the_fifth_full_track_wins_at_once() -> None:
    state = next(
        state
        for seed in range(100)
        if (state := replace(new(2, seed), tracks=((12, 12, 12, 12, 11),) * 2)).to_act
        and any(worth(state, move, np.arange(14.0)) > 0 for move in state.moves(state.turn))
    )
    vec, rng = kernel.load(state), kernel.seeded(0)
    seat = state.turn
    kernel.play(vec, TILES, seat, kernel.greedy_move(vec, TILES, seat, rng, kernel.DEFAULT_TABLE), rng)
    assert kernel.over(vec)
    assert kernel.to_act(vec) == 0
    assert vec[at.OWED] == 1
    assert shares_of(vec)[seat] == 1.0


@pytest.mark.parametrize("supply", [0, 1, 5])
def test_an_extra_turn_takes_the_top_of_the_supply_or_is_lost(supply: int) -> None:
    base = new(2, 2)
    state = replace(base, tracks=((11, 11, 11, 11, 0),) * 2, supply=base.supply[:supply])
    vec, rng = kernel.load(state), kernel.seeded(0)
    seat = state.turn
    code = kernel.greedy_move(vec, TILES, seat, rng, kernel.DEFAULT_TABLE)
    following = after(state, kernel.decode(code))
    kernel.play(vec, TILES, seat, code, rng)
    compare(following, vec, Random(0), whole=True)
    assert bool(vec[at.EXTRA]) == (supply > 0)
    assert vec[at.TURN] == (seat if supply else 1 - seat)


def test_what_is_hidden_is_dealt_anew_and_nothing_else() -> None:
    state = hollow_in_hand(3, 10)
    vec, rng = kernel.load(state), kernel.seeded(4)
    dealt = vec.copy()
    kernel.reshuffle(dealt, state.turn, rng, ROOM)
    changed = np.flatnonzero(dealt != vec)
    assert len(changed) > 10
    assert set(changed) <= set(range(at.HANDS, at.STACK_LEFT)) | set(range(at.STACKS, at.FRONTIER))
    assert sorted(dealt) == sorted(vec)
    assert dealt[at.HANDS + state.turn] == vec[at.HANDS + state.turn]
    assert kernel.random_playout(dealt, TILES, rng) > 0


def test_all_deals_are_equally_likely() -> None:
    """Two tiles in the other hand and stack, one in the own stack and two in the supply: seat 0 cannot see five."""
    vec, chance = kernel.load(new(2, 1)), kernel.seeded(1)
    vec[at.STACK_LEFT], vec[at.STACK_LEFT + 1], vec[at.SUPPLY_LEFT] = 1, 1, 2
    where = [at.HANDS + 1, at.STACKS, at.STACKS + 12, at.SUPPLY, at.SUPPLY + 1]
    vec[where] = range(1, 6)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(100 * 120):
        kernel.reshuffle(vec, 0, chance, ROOM)
        drawn[tuple(vec[where].tolist())] += 1
    assert even(drawn, list(permutations(range(1, 6))))


@pytest.mark.parametrize("policy", [kernel.RANDOM, kernel.GREEDY])
def test_a_batch_is_the_same_for_a_seed_whatever_the_workers(policy: int) -> None:
    vecs = np.array([kernel.load(new(3, seed)) for seed in range(5)])
    before = vecs.copy()
    one = batch(kernel.trial, vecs, TILES, 600, policy, kernel.DEFAULT_TABLE, seed=11)
    three = batch(kernel.trial, vecs, TILES, 600, policy, kernel.DEFAULT_TABLE, seed=11, workers=3)
    assert (one.shares == three.shares).all()
    assert (one.scores == three.scores).all()
    assert one.decisions == three.decisions
    assert (vecs == before).all()
    assert one.shares.sum(axis=1) == pytest.approx([600] * 5)
    other = batch(kernel.trial, vecs, TILES, 600, policy, kernel.DEFAULT_TABLE, seed=12)
    assert (other.scores != one.scores).any()


def test_a_batch_adds_up_single_playouts() -> None:
    vec = kernel.load(new(2, 9))
    whole = batch(kernel.trial, [vec], TILES, 3, kernel.RANDOM, kernel.DEFAULT_TABLE, seed=1)
    assert whole.shares.shape == (1, 4)
    assert whole.decisions == 72  # no random game comes near an extra turn
    assert whole.shares.sum() == pytest.approx(3)
    tracks = np.zeros((4, 5), np.int32)
    for number in range(3):
        played, alone = vec.copy(), np.zeros((4, 5), np.int32)
        luck = np.uint64(stream(np.uint64(1), 0))
        kernel.random_playout(played, TILES, kernel.seeded(int(stream(luck, number))))
        kernel.scores(played, alone)
        tracks += alone
    assert (whole.scores[0] == tracks).all()


def test_greedy_is_far_stronger_than_random() -> None:
    vecs = np.array([kernel.load(new(2, seed)) for seed in range(20)])
    random, greedy = (
        batch(kernel.trial, vecs, TILES, 20, policy, kernel.DEFAULT_TABLE).scores.mean()
        for policy in (kernel.RANDOM, kernel.GREEDY)
    )
    assert greedy > 3 * random
