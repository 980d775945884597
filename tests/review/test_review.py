"""A review judges with what a seat could know, finds what is bad and nothing else, and its figures add up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import pytest

from tests.support import every_variant, random_game, twin
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.errors import BadData, BadRecord, IllegalMove
from triax.games.record import Record, read_record
from triax.review import Judged, Plan, conclude, decisions, judge, plan, review
from triax.review.bands import POINT, accuracy, band_of, unit_of

QUICK = Plan(playouts=240, curve=60, seed=3)


@cache
def game(name: str, *bots: str, seed: int = 1) -> Record:
    return simulate(GAMES[name], [BotSpec(bot, playouts=3000) for bot in bots], {}, Random(seed))


def parts(record: Record, spent: Plan = QUICK) -> tuple[Judged, ...]:
    return tuple(review(record, spent))


@every_variant
def test_hidden_pieces_do_not_change_a_verdict(name: str, players: int, options: dict[str, Any]) -> None:
    rng = Random(name)
    compared = 0
    for played in list(random_game(GAMES[name], players, 4, options))[1::40]:
        other = twin(played.before, played.seat, played.seat, played.move, rng)
        compared += other != played.before
        verdicts = [judge(state.view(played.seat), played.move, 60, Random(9)) for state in (played.before, other)]
        assert verdicts[0] == verdicts[1]
    assert compared


@pytest.mark.parametrize(
    ("name", "bots"),
    [("rota", 2), ("rota", 1), ("axio", 1), ("axio", 3), ("axo", 1), pytest.param("axo", 2, marks=pytest.mark.slow)],
    ids=str,
)
def test_luck_and_decisions_sum_up(name: str, bots: int) -> None:
    record = game(name, *["novice"] * bots)
    assert record.result is not None
    whole = conclude(record, parts(record, Plan(60, 20)))
    assert len(whole.curve) == len(whole.decisions) + 1 == len(decisions(record)) + 1
    for seat, one in enumerate(whole.seats):
        assert one.start + one.decisions + one.others + one.luck == pytest.approx(one.result, abs=1e-5)
        assert sum(decision.luck[seat] for decision in whole.decisions) == pytest.approx(one.luck, abs=1e-3)
        assert sum(one.bands.values()) == sum(decision.verdict.seat == seat for decision in whole.decisions)
        assert whole.curve[0][seat] == one.start
        assert one.result == whole.curve[-1][seat]
    if whole.unit == "result":
        assert whole.seats[0].result == min(record.result["scores"][0])
    else:
        assert sum(whole.curve[0]) == pytest.approx(1, abs=1e-4) or bots == 1
        assert sum(whole.curve[-1]) in (0, 1)


def test_the_same_plan_gives_the_same_review_however_it_is_done() -> None:
    """In one go; in parts that were stored and taken up again; in two processes."""
    record = game("rota", "novice", "apprentice")
    whole = parts(record)
    stored = [Judged.from_json(one.to_json()) for one in whole[::2]]
    resumed = [*stored, *review(record, QUICK, known={one.entry for one in stored}, workers=2)]
    assert conclude(record, resumed) == conclude(record, whole)
    assert conclude(record, resumed).to_json() == conclude(record, whole).to_json()
    with pytest.raises(BadData, match=r"12 decisions are not judged, the first of them log\[1\]"):
        conclude(record, stored)


@pytest.mark.parametrize(
    ("name", "thought", "spent"),
    [
        ("rota", 2000, 2000),
        pytest.param("axio", 1000, 1500, marks=pytest.mark.slow),
        pytest.param("axo", 400, 600, marks=pytest.mark.slow),
    ],
)
def test_a_master_makes_no_mistakes_a_novice_some_and_chance_many(name: str, thought: int, spent: int) -> None:
    wholes = []
    for level in ("random", "novice", "master"):
        record = simulate(GAMES[name], [BotSpec(level, playouts=thought)] * 2, {}, Random(2))
        wholes.append(conclude(record, parts(record, Plan(spent, 20))))
    lot, novice, master = (mean(seat.accuracy or 0 for seat in whole.seats) for whole in wholes)
    assert lot < 25
    assert lot + 15 < novice < master - 5
    assert master > 85
    bad = [sum(seat.bands["mistake"] + seat.bands["blunder"] for seat in whole.seats) for whole in wholes]
    assert bad[0] >= 10
    assert bad[2] <= 1


@pytest.mark.parametrize(("name", "at"), [("rota", 10), ("axio", 14), ("axo", 8)])
def test_a_planted_blunder_is_found(name: str, at: int) -> None:
    """The worst of some moves, in a position like any other."""
    *_, place = islice(random_game(GAMES[name], 2, 5), at)
    view, moves = place.before.view(place.seat), place.before.moves(place.seat)
    losses = {move: judge(view, move, 200, Random(1)).loss for move in moves[:: max(1, len(moves) // 8)]}
    blunder = max(losses, key=losses.__getitem__)
    found = judge(view, blunder, 2000, Random(2))
    assert band_of("chance", found.loss, found.error) in ("mistake", "blunder")
    assert found.move == str(blunder) == found.candidates[-1].move
    assert found.candidates[0].chance > found.chance.played
    best = judge(view, GAMES[name].parse(found.candidates[0].move), 2000, Random(2))
    assert band_of("chance", best.loss, best.error) in ("best", "good")
    assert best.kept > found.kept


@pytest.mark.parametrize(("name", "players"), [("rota", 1), ("rota", 2), ("axio", 3), ("axo", 1), ("axo", 2)], ids=str)
def test_candidates_stand_in_the_order_of_their_figures(name: str, players: int) -> None:
    """The first is the best, and what was lost is what it has more than the move played."""
    unit = unit_of(GAMES[name], players)
    for seed, place in enumerate(list(random_game(GAMES[name], players, 7))[2::9][:8]):
        found = judge(place.before.view(place.seat), place.move, 120, Random(seed))
        chances = [one.chance for one in found.candidates]
        own = next(one for one in found.candidates if one.move == found.move)
        assert chances == sorted(chances, reverse=True)
        assert (found.chance.best, found.chance.played) == (chances[0], own.chance)
        assert found.loss == pytest.approx(chances[0] - own.chance, abs=2e-6)
        assert found.rank > 1 or found.loss == 0
        if band_of(unit, found.loss, found.error, real=found.real) in ("mistake", "blunder"):
            assert found.loss - 2 * found.error > 0.07 * POINT[unit]


def test_nothing_within_its_error_has_a_bad_name() -> None:
    assert band_of("chance", 0.5, 0, real=False) == "forced"
    assert [band_of("chance", loss, 0.01) for loss in (0, 0.02, 0.04, 0.06, 0.1, 0.18)] == [
        "best", "best", "good", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert band_of("chance", 0.3, 0.15) == "best"
    assert band_of("result", 0.2, 0.0) == "inaccuracy"


class Chosen(NamedTuple):
    stake: float
    kept: float
    kept_error: float = 0.0
    stake_error: float = 0.0


def test_accuracy_is_what_was_kept_of_what_was_at_stake() -> None:
    assert accuracy([]) is None
    assert accuracy([Chosen(0.0, 0.0)]) is None, "nothing could be lost"
    assert accuracy([Chosen(0.2, 0.2), Chosen(0.0, 0.0)]) == (100, 0), "what is trivial does not count"
    assert accuracy([Chosen(0.3, 0.3), Chosen(0.1, -0.1)]) == pytest.approx((50, 0))
    assert accuracy([Chosen(0.2, -0.1)]) == (0, 0), "worse than by lot"
    assert accuracy([Chosen(0.2, 0.22, kept_error=0.01)]) == pytest.approx((100, 5))
    assert accuracy([Chosen(0.4, 0.2, stake_error=0.1)]) == pytest.approx((50, 12.5))
    assert accuracy([Chosen(0.01, 0.01, kept_error=0.02)]) is None, "there was too little at stake to tell"


def test_what_cannot_be_reviewed_is_refused_in_words() -> None:
    record = game("rota", "novice", "novice", seed=6)
    unfinished = replace(record, log=record.log[:3], result=None)
    with pytest.raises(BadRecord, match="after 3 entries the game is not over"):
        decisions(unfinished)
    spoilt = replace(record, log=(*record.log[:2], {"seat": 0, "move": "9,9/0"}))
    with pytest.raises(BadRecord, match=r"log\[2\]"):
        plan(read_record(spoilt.to_json()))
    first = decisions(record)[0]
    with pytest.raises(IllegalMove, match="9,9/0"):
        judge(first.view, GAMES["rota"].parse("9,9/0"), 60, Random(1))


def test_a_plan_fits_its_game_and_its_time() -> None:
    record = game("rota", "novice", "novice", seed=6)
    assert plan(record).playouts > 20 * plan(record, seconds=0.1).playouts
    assert plan(record, 7).seed == 7
