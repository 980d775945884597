"""The compiled AXO is the AXO of the rules: the same decisions, points and results, over TRIAX_DIFFERENTIAL_GAMES games
(100); and plays well."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import cast

import numpy as np
import pytest

from tests.kernels.support import axo_walk
from tests.kernels.support.axo_walk import (
    CASES,
    Shuffles,
    meaning,
    new,
    points_of,
    result_of,
    seat_of,
    seats_of,
    walk,
)
from tests.kernels.support.compare import even
from tests.kernels.support.differential import differential
from tests.support import TESTS
from triax.games.axo import Axo, AxoState
from triax.games.axo.notation import PlayCard
from triax.games.axo.pieces import FULL, standard_deck, turns
from triax.games.axo.player import Player, Sheet
from triax.games.core import Move
from triax.games.record import read_record
from triax.kernels import axo
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo import layout as lay
from triax.kernels.chance import below
from triax.kernels.trials import batch

GAMES = int(os.environ.get("TRIAX_DIFFERENTIAL_GAMES", "100"))
RECORDS = TESTS / "conformance" / "axo.jsonl"
DECK = axo.tables()
TABLE = (DECK, axo.DEFAULT_WEIGHTS)


def legal_codes(vec: Ints, seat: int) -> list[int]:
    return axo_walk.legal_codes(vec, seat, DECK)


def legal_moves(vec: Ints, seat: int) -> list[str]:
    return [str(axo.decode(code)) for code in legal_codes(vec, seat)]


@pytest.mark.parametrize("part", range(2))
def test_both_sides_agree_at_every_step(part: int) -> None:
    seen = differential("axo", part * (GAMES // 2), GAMES // 2, 1)
    every = ("area", "play", "mark", "free", "extra", "stamp", "wipe", "refresh", "swap", "refill", "pass")
    if GAMES >= 100:
        assert all(seen[kind] for kind in (*every, "reshuffled")), seen


def test_another_deck() -> None:
    """Every card with the polyomino and the effect of another."""
    pieces = json.loads(files("triax.games.axo").joinpath("pieces.json").read_text("utf-8"))
    cards = pieces["cards"]
    others = [*cards[7:], *cards[:7]]
    mixed = [
        {**card, "shape": other["shape"], "effect": other["effect"]} for card, other in zip(cards, others, strict=True)
    ]
    for seed in range(4):
        walk(2, {"pieces": {**pieces, "cards": mixed}}, seed)


def test_samples_load_and_play_on() -> None:
    """A state sampled from a view, in every phase, marking in progress included, plays to its end as by the rules."""
    random = Random(7)
    phases = Counter[str]()
    for seed in range(60):
        players, options = CASES[seed % len(CASES)]
        state = new(players, seed, **options)
        for _ in range(random.randrange(40)):
            seat = random.choice(sorted(state.to_act))
            state, _ = state.play(seat, random.choice(state.moves(seat)), Shuffles(axo.seeded(seed)))
            if not state.to_act:
                break
        sample = Axo().sample(state.view(random.randrange(players)), random)
        vec = axo.load(sample)
        phases[sample.phase] += 1
        assert seats_of(axo.to_act(vec)) == sample.to_act
        for seat in sample.to_act:
            assert legal_moves(vec, seat) == [str(move) for move in sample.moves(seat)]
        axo.random_playout(vec, DECK, axo.seeded(seed))
        assert axo.over(vec)
    assert {"choose", "mark"} <= set(phases)


@pytest.mark.parametrize("line", RECORDS.read_text("utf-8").splitlines())
def test_conformance_records(line: str) -> None:
    record = read_record(line)
    vec = axo.load(cast(AxoState, record.start()))
    for step in record.replay():
        entry = record.log[step.number]
        after = cast(AxoState, step.after)
        assert len(legal_codes(vec, step.seat)) == entry["legal"]
        rng = axo.seeded(step.number)
        axo.play(vec, DECK, step.seat, axo.encode(step.move), rng)
        assert [[points] for points in points_of(vec, record.players)] == entry["scores"]
        if any(event.kind == "reshuffled" for event in step.events):
            # The record's shuffle is not ours: what is hidden is taken over from it.
            assert sorted(meaning(vec)[: lay.DISCARD + 2]) == sorted(meaning(axo.load(after))[: lay.DISCARD + 2])
            vec = axo.load(after)
        assert meaning(vec) == meaning(axo.load(after))
    assert record.result is not None
    standings = record.result["standings"]
    first = standings[0] if standings else []
    assert result_of(vec) == [1 / len(first) if seat in first else 0.0 for seat in range(4)]


def test_every_code_reads_back() -> None:
    moves = "area 03 17 54|play 07 B|mark 03@2,1|mark 54@0,2~3|free 01@0,0|extra 09@1,1|stamp 10@2,2|wipe 3:44@1,2"
    for text in [*moves.split("|"), "refresh 01", "refresh 01 02 53 54", "swap 03>09", "refill 44 51", "pass"]:
        move: Move = Axo().parse(text)
        assert axo.decode(axo.encode(move)) == move


# Positions made for one rule each.


def cards_with(effect: str | None) -> list[str]:
    return [name for name, card in standard_deck().items() if card.effect == effect]


def position(*sheets: Sheet, waiting: Sequence[str] = (), pile: int | None = None, **player: int) -> AxoState:
    """Two players, seat 0 with these sheets, whose effects may wait; the pile whole or down to a few cards."""
    free = [card for card in cards_with(None) if card not in {sheet.card for sheet in sheets}]
    others = tuple(Sheet(card, marks) for card, marks in zip(free[:3], (0b1011, 0, FULL), strict=True))
    seats = (Player(tuple(free[3:7]), sheets, **player), Player(tuple(free[7:11]), others))
    used = {*free[:12], *(sheet.card for sheet in sheets)}
    rest = sorted(set(standard_deck()) - used)
    kept = len(rest) if pile is None else pile
    start = new(2, 0, start=0)
    return replace(
        start,
        phase="effects" if waiting else "choose",
        seats=seats,
        active=0,
        pile=tuple(rest[:kept]),
        discard=(*rest[kept:], *(() if waiting else free[11:12])),
        card=free[11] if waiting else None,
        colour="R" if waiting else None,
        laid=(),
        effects=tuple((0, card) for card in waiting),
    )


def played(state: AxoState, move: str, seed: int = 0) -> Ints:
    """The position after a move of seat 0, which the rules must reach as well."""
    vec, rng = axo.load(state), axo.seeded(seed)
    decision = Axo().parse(move)
    after, _ = state.play(0, decision, Shuffles(rng.copy()))
    axo.play(vec, DECK, 0, axo.encode(decision), rng)
    assert meaning(vec) == meaning(axo.load(after))
    return vec


def marks_on(vec: Ints, seat: int, card: str) -> int:
    block = seat_of(vec, seat)
    return int(block[lay.MARKS + list(block[lay.AREA : lay.MARKS]).index(int(card))])


@pytest.mark.parametrize("effect", ["stamp", "wipe", "refresh", "swap"])
def test_effects_with_a_choice_do_what_the_rules_say(effect: str) -> None:
    card, (one, two) = cards_with(effect)[0], cards_with("pivot")[:2]
    state = position(Sheet(card, FULL), Sheet(one, 0b11), Sheet(two, 0b011_111_111), waiting=[card])
    moves = [str(move) for move in state.moves(0)]
    assert legal_moves(axo.load(state), 0) == moves
    assert len(moves) > 3
    for move in moves:
        played(state, move)


def test_stamp_wipe_and_swap() -> None:
    stamp, wipe, swap = (cards_with(effect)[0] for effect in ("stamp", "wipe", "swap"))
    one, two = cards_with("pivot")[:2]
    area = Sheet(one, 0b11), Sheet(two, 0b011_111_111)
    stamped = played(position(Sheet(stamp, FULL), *area, waiting=[stamp]), f"stamp {two}@2,2")
    assert (points_of(stamped, 2)[0], int(seat_of(stamped, 0)[lay.PIVOTS])) == (3, 1)
    victim = position(Sheet(wipe, FULL), *area, waiting=[wipe])
    target = victim.seats[1].area[0].card
    assert marks_on(played(victim, f"wipe 1:{target}@1,0"), 1, target) == 0b1001
    swapped = position(Sheet(swap, FULL), *area, waiting=[swap])
    into = swapped.seats[0].hand[0]
    after = seat_of(played(swapped, f"swap {two}>{into}"), 0)
    assert int(two) in after[lay.HAND : lay.AREA_COUNT]
    assert int(into) in after[lay.AREA : lay.MARKS]


def test_spark_and_pivot_need_no_decision_and_sparks_end_at_five() -> None:
    stamp, spark, pivot = (cards_with(effect)[0] for effect in ("stamp", "spark", "pivot"))
    for earned, won in ((2, 1), (5, 0)):
        state = position(
            Sheet(stamp, FULL), Sheet(spark, FULL), Sheet(pivot, 0b1), waiting=[stamp, spark], earned=earned, extra=1
        )
        block = seat_of(played(state, "pass"), 0)
        assert [int(n) for n in block[[lay.SPARE, lay.EARNED, lay.POINTS]]] == [1 + won, earned + won, 3]
    state = position(Sheet(stamp, FULL), Sheet(spark, 0b1), Sheet(pivot, FULL), waiting=[stamp, pivot])
    assert seat_of(played(state, "pass"), 0)[lay.PIVOTS] == 1


@pytest.mark.parametrize(("complete", "points", "extra"), [(1, 1, 1), (2, 3, 0), (3, 4, 0)])
def test_points(complete: int, points: int, extra: int) -> None:
    swap, *others = cards_with("refresh")[:3]
    sheets = [Sheet(swap, FULL), *(Sheet(card, FULL if n < complete else 0b1) for n, card in enumerate(others, 1))]
    block = seat_of(played(position(*sheets, waiting=[swap]), "pass"), 0)
    assert [int(number) for number in block[[lay.POINTS, lay.SPARE]]] == [points, extra]


def test_a_pivot_turns_one_application() -> None:
    one, two, three = cards_with("swap")[:3]
    state = position(Sheet(one), Sheet(two), Sheet(three), pivots=1)
    card = next(card for card in state.seats[0].hand if len(turns(standard_deck()[card].shape)) == 4)
    state, _ = state.play(0, PlayCard(card, "R"), Shuffles(axo.seeded(0)))
    moves = legal_moves(axo.load(state), 0)
    assert moves == [str(move) for move in state.moves(0)]
    turned = next(move for move in moves if move.endswith("~2"))
    after = played(state, turned)
    assert seat_of(after, 0)[lay.PIVOTS] == 0
    assert not any("~" in move for move in legal_moves(after, 0))


def test_an_empty_pile_is_renewed_from_the_discard() -> None:
    refresh = cards_with("refresh")[0]
    one, two = cards_with("swap")[:2]
    state = position(Sheet(refresh, FULL), Sheet(one), Sheet(two), waiting=[refresh], pile=2)
    hand = " ".join(sorted(state.seats[0].hand))
    orders = set()
    for seed in range(8):
        vec = played(state, f"refresh {hand}", seed)
        assert vec[lay.PILE_END] == len(state.discard) + 4
        orders.add(tuple(vec[lay.PILE : lay.PILE + vec[lay.PILE_END]]))
    assert len(orders) == 8


# Playouts and the policy.


def decide(state: AxoState, *moves: str) -> AxoState:
    for move in moves:
        state, _ = state.play(min(state.to_act), Axo().parse(move), Shuffles(axo.seeded(0)))
    return state


def test_random_choice_is_uniform() -> None:
    one, two, three = cards_with("swap")[:3]
    stamp = cards_with("stamp")[0]
    choosing = position(Sheet(one, 0b11), Sheet(two), Sheet(three), extra=2, earned=2)
    applying = decide(choosing, f"play {choosing.seats[0].hand[0]} R")
    spending = decide(applying, "pass")
    stamping = position(Sheet(stamp, FULL), Sheet(two, 0b11), Sheet(three), waiting=[stamp])
    room = np.zeros(axo.MAX_MOVES, np.int32)
    for state in (new(2, 0), choosing, applying, spending, stamping):
        vec, rng = axo.load(state), axo.seeded(4)
        codes = legal_codes(vec, 0)
        drawn = Counter(axo.random_move(vec, DECK, 0, rng, room) for _ in range(400 * len(codes)))
        assert even(drawn, codes), state.phase


def test_batches_are_the_same_for_a_seed_whatever_the_workers() -> None:
    vecs = np.array([axo.load(new(3, seed)) for seed in range(5)])
    before = vecs.copy()
    for policy, count in ((axo.RANDOM, 150), (axo.GREEDY, 5)):
        alone, spread, other = (
            batch(axo.trial, vecs, DECK, count, policy, axo.DEFAULT_WEIGHTS, seed=seed, workers=workers)
            for seed, workers in ((9, 1), (9, 3), (10, 1))
        )
        assert np.array_equal(alone.shares, spread.shares)
        assert np.array_equal(alone.scores, spread.scores)
        assert not np.array_equal(alone.scores, other.scores)
        assert alone.decisions == spread.decisions
        assert np.allclose(alone.shares.sum(axis=1), count)
    assert np.array_equal(vecs, before)


def test_candidates_are_the_best_decisions_in_order() -> None:
    vec = axo.load(new(2, 5))
    rng, codes, values = axo.seeded(1), np.zeros(axo.MAX_MOVES, np.int32), np.zeros(axo.MAX_MOVES)
    while not axo.over(vec):
        seat = min(seats_of(axo.to_act(vec)))
        count = axo.candidates(vec, DECK, seat, axo.DEFAULT_WEIGHTS, codes, values)
        assert sorted(codes[:count]) == sorted(legal_codes(vec, seat))
        assert all(values[: count - 1] >= values[1:count])
        best = axo.greedy_move(vec, DECK, seat, rng, axo.DEFAULT_WEIGHTS)
        assert values[list(codes[:count]).index(best)] == values[0]
        assert axo.candidates(vec, DECK, seat, axo.DEFAULT_WEIGHTS, codes[:2], values) == min(2, count)
        axo.play(vec, DECK, seat, best, rng)


WEIGHTS = {
    "as they are": axo.DEFAULT_WEIGHTS,
    "many ties": np.round(axo.DEFAULT_WEIGHTS),
    "marks that harm": axo.DEFAULT_WEIGHTS * np.where(np.arange(axo.DEFAULT_WEIGHTS.size) < 10, -1, 1),
    "rivals who help": axo.DEFAULT_WEIGHTS * np.where(np.arange(axo.DEFAULT_WEIGHTS.size) == 17, -1, 1),
}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
def test_nothing_that_is_passed_over_would_have_been_chosen_or_drawn_for(weights: Floats) -> None:
    """The greedy choice leaves some values unfinished, the candidates none: the same choice, with the same draws."""
    codes, values = np.zeros(lay.MAX_MOVES, np.int32), np.zeros(lay.MAX_MOVES)
    for players in (2, 3, 4):
        vec, rng = axo.load(new(players, players)), axo.seeded(players)
        for _ in range(150):
            if axo.over(vec):
                break
            seat = min(seats_of(axo.to_act(vec)))
            count = axo.candidates(vec, DECK, seat, weights, codes, values)
            worth = dict(zip(codes[:count].tolist(), values[:count].tolist(), strict=True))
            luck = rng.copy()
            best, ties = -1, 0
            for code in legal_codes(vec, seat):
                if best < 0 or worth[code] > worth[best]:
                    best, ties = code, 1
                elif worth[code] == worth[best]:
                    ties += 1
                    best = code if below(luck, ties) == 0 else best
            assert axo.greedy_move(vec, DECK, seat, rng, weights) == best
            assert rng[0] == luck[0]
            axo.play(vec, DECK, seat, best, rng)


def greedy_shares(players: int, games: int) -> float:
    """How often a greedy seat, each in turn, is first among random ones."""
    room = np.zeros(axo.MAX_MOVES, np.int32)
    won = 0.0
    for seed in range(games):
        vec, rng, greedy = axo.load(new(players, seed)), axo.seeded(seed), seed % players
        while not axo.over(vec):
            seat = min(seats_of(axo.to_act(vec)))
            if seat == greedy:
                code = axo.greedy_move(vec, DECK, seat, rng, axo.DEFAULT_WEIGHTS)
            else:
                code = axo.random_move(vec, DECK, seat, rng, room)
            axo.play(vec, DECK, seat, code, rng)
        won += result_of(vec)[greedy]
    return won / games


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    assert greedy_shares(players, 60) > 0.95


def test_greedy_scores_more_against_simona() -> None:
    vecs = np.array([axo.load(new(1, seed)) for seed in range(40)])
    random, greedy = (
        batch(axo.trial, vecs, DECK, 8, policy, axo.DEFAULT_WEIGHTS).scores[:, :, 0].sum()
        for policy in (axo.RANDOM, axo.GREEDY)
    )
    assert greedy > 5 * random


def test_solo_weights_go_from_those_of_the_beginning_to_those_of_the_end() -> None:
    vecs = np.array([axo.load(new(1, seed)) for seed in range(20)])
    plain, twice, solo = (
        batch(axo.trial, vecs, DECK, 4, axo.GREEDY, weights).scores
        for weights in (axo.DEFAULT_WEIGHTS, np.tile(axo.DEFAULT_WEIGHTS, 2), axo.SOLO_WEIGHTS)
    )
    assert np.array_equal(plain, twice)
    assert not np.array_equal(plain, solo)
