"""A review judges with what a seat could know, finds what is bad and nothing else, and its figures add up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.support import VARIANTS, random_game, twin
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.core import Dice
from triax.games.errors import BadData, BadRecord, IllegalMove
from triax.games.record import Record, Recorder, read_record
from triax.review import Judged, Plan, Taken, conclude, decisions, judge, plan, review
from triax.review.bands import accuracy, band_of

QUICK = Plan(playouts=240, curve=60, seed=3)


@cache
def game(name: str, *bots: str, seed: int = 1) -> Record:
    return simulate(GAMES[name], [BotSpec(bot, playouts=3000) for bot in bots], {}, Random(seed))


def parts(record: Record, spent: Plan = QUICK) -> tuple[Judged, ...]:
    return tuple(review(record, spent))


def bad(judged: Judged) -> bool:
    return band_of("chance", judged.verdict.loss, judged.verdict.error) in ("mistake", "blunder")


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_hidden_pieces_do_not_change_a_verdict(name: str, players: int, options: dict[str, Any]) -> None:
    rng = Random(name)
    compared = 0
    for played in list(random_game(GAMES[name], players, 4, options))[1::40]:
        other = twin(played.before, played.seat, played.seat, played.move, rng)
        compared += other != played.before
        verdicts = [judge(state.view(played.seat), played.move, 60, Random(9)) for state in (played.before, other)]
        assert verdicts[0] == verdicts[1]
    assert compared


@pytest.mark.parametrize(("name", "bots"), [("rota", 2), ("rota", 1), ("axio", 1), ("axio", 3), ("axo", 1)], ids=str)
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


def test_a_master_makes_no_mistakes_and_who_plays_by_lot_does() -> None:
    strong, weak = game("rota", "master", "master", seed=2), game("rota", "random", "random", seed=2)
    found = [parts(record, Plan(4000, 20)) for record in (strong, weak)]
    assert sum(map(bad, found[0])) <= 1
    assert sum(map(bad, found[1])) >= 12
    seats = [conclude(record, judged).seats for record, judged in zip((strong, weak), found, strict=True)]
    assert min(seat.accuracy or 0 for seat in seats[0]) > 90
    assert max(seat.accuracy or 0 for seat in seats[1]) < 60


def planted(record: Record, at: int) -> tuple[Record, Taken]:
    """The same game with one decision replaced by the worst of its candidates, and played on."""
    step = decisions(record)[at]
    thought = judge(step.view, step.move, 2000, Random(1))
    moves = step.state.moves(step.seat)
    losses = {move: judge(step.view, move, 600, Random(1)).loss for move in moves[:: max(1, len(moves) // 12)]}
    worst = max(losses, key=losses.__getitem__)
    assert losses[worst] > thought.loss
    recorder = Recorder(record.game, record.players, record.options, record.setup)
    dice, bot = Dice(Random(5)), BotSpec("apprentice").build(record.game.name)
    for before in decisions(record)[:at]:
        recorder.play(before.seat, before.move, dice)
    recorder.play(step.seat, worst, dice)
    while recorder.state.to_act:
        seat = min(recorder.state.to_act)
        recorder.play(seat, bot.choose(recorder.state.view(seat), recorder.state.moves(seat), Random(1)), dice)
    return recorder.record(), replace(step, move=worst)


@pytest.mark.parametrize(("name", "at"), [("rota", 10), ("axio", 14)])
def test_a_planted_blunder_is_found(name: str, at: int) -> None:
    record, blunder = planted(game(name, "apprentice", "apprentice", seed=4), at)
    others = {one.entry for one in decisions(record)} - {blunder.entry}
    (found,) = review(record, Plan(2000, 20), known=others)
    assert found.entry == blunder.entry
    assert bad(found)
    assert found.verdict.move == str(blunder.move) == found.verdict.candidates[-1].move
    assert found.verdict.candidates[0].chance > found.verdict.chance.played


def test_nothing_within_its_error_has_a_bad_name() -> None:
    assert band_of("chance", 0.5, 0, real=False) == "forced"
    assert [band_of("chance", loss, 0.01) for loss in (0, 0.02, 0.04, 0.06, 0.1, 0.18)] == [
        "best", "best", "good", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert band_of("chance", 0.3, 0.15) == "best"
    assert band_of("result", 0.2, 0.0) == "inaccuracy"


def test_accuracy_is_100_for_the_best_and_falls_with_what_is_lost() -> None:
    assert accuracy("chance", []) is None
    assert accuracy("chance", [(0, 0), (0.01, 0.02)]) == 100
    assert accuracy("chance", [(0.1, 0)]) == pytest.approx(36.8, abs=0.1)
    assert accuracy("result", [(0.4, 0), (0, 0)]) == pytest.approx(68.4, abs=0.1)


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
