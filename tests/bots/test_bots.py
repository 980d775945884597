"""Bots play legal moves, do not peek, think the same for the same seed, and each level beats the one below."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from tests.support import VARIANTS, random_game, twin
from triax.arena.simulate import simulate
from triax.bots import BOTS, LEVELS, BotSpec, find_bot, warm
from triax.bots.axo import value
from triax.bots.levels import ATTENTION, SearchingBot, overlook
from triax.bots.search import Effort, search
from triax.games import GAMES
from triax.games.axo import AxoState
from triax.games.core import Move
from triax.games.errors import BadData
from triax.games.record import read_record
from triax.kernels import axo as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo_layout import POINTS, SEATS

every_variant = pytest.mark.parametrize(("name", "players", "options"), VARIANTS)


@every_variant
def test_every_level_plays_whole_games(name: str, players: int, options: dict[str, Any]) -> None:
    seats = [BotSpec(BOTS[(seat + players) % len(BOTS)], playouts=16) for seat in range(players)]
    record = simulate(GAMES[name], seats, options, Random(3))
    assert list(read_record(record.to_json()).replay())


@pytest.mark.parametrize("level", LEVELS)
@every_variant
def test_hidden_pieces_do_not_change_a_choice(name: str, players: int, options: dict[str, Any], level: str) -> None:
    """The same seed, the same choice, whatever lies where the seat cannot see it."""
    bot = BotSpec(level, playouts=16).build(name)
    rng = Random(name)
    compared = 0
    for played in list(random_game(GAMES[name], players, 4, options))[1::29]:
        seat = played.seat
        other = twin(played.before, seat, seat, played.move, rng)
        compared += other != played.before
        choices = [bot.choose(s.view(seat), s.moves(seat), Random(9)) for s in (played.before, other)]
        assert choices[0] == choices[1]
        assert choices[0] in played.before.moves(seat)
    assert compared


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", list(GAMES))
def test_the_same_seed_gives_the_same_choice(name: str, level: str) -> None:
    state = GAMES[name].new(3, Random(5))
    seat = min(state.to_act)
    bot = BotSpec(level, playouts=60).build(name)
    picks = {str(bot.choose(state.view(seat), state.moves(seat), Random(1))) for _ in range(3)}
    assert len(picks) == 1


BETTER = [
    ("novice", "random", 20, 0.9),
    ("apprentice", "novice", 60, 0.55),
    ("adept", "apprentice", 60, 0.55),
]


@pytest.mark.parametrize(("better", "worse", "games", "share"), BETTER)
@pytest.mark.parametrize("name", list(GAMES))
def test_a_level_beats_the_one_below(name: str, better: str, worse: str, games: int, share: float) -> None:
    """Enough games to see the order; the strengths themselves stand in docs/bots.md."""
    won = 0.0
    for number in range(games):
        seats = [BotSpec(better), BotSpec(worse)] if number % 2 else [BotSpec(worse), BotSpec(better)]
        result: Any = simulate(GAMES[name], seats, {}, Random(f"{name}{number // 2}")).result
        first = result["standings"][0]
        won += (number % 2 == 0) in first and 1 / len(first)
    assert won / games >= share


@pytest.mark.parametrize("name", list(GAMES))
def test_a_bot_says_what_it_thinks(name: str) -> None:
    state = GAMES[name].new(2, Random(8), {"start": 0})
    bot = BotSpec("master", playouts=400).build(name)
    assert isinstance(bot, SearchingBot)
    candidates = bot.think(state.view(0), Random(2))
    assert len({candidate.move for candidate in candidates}) == len(candidates) > 3
    assert all(candidate.move in state.moves(0) for candidate in candidates)
    assert all(0 <= candidate.win_share <= 1 and candidate.playouts for candidate in candidates)
    tracks = 1 if name == "axo" else 5
    assert all(len(candidate.expected) == tracks for candidate in candidates)
    assert all(list(candidate.expected) == sorted(candidate.expected) for candidate in candidates)
    assert candidates[0].playouts >= candidates[-1].playouts, "the better ones are looked at longer"
    assert bot.choose(state.view(0), state.moves(0), Random(2)) == candidates[0].move


def test_a_solo_game_that_falls_short_is_worth_less_the_later_it_is() -> None:
    vec = kernel.load(cast(AxoState, GAMES["axo"].new(1, Random(1))))
    worth = []
    for points, short in ((9, 0.7), (8, 0.7), (7, 0.7), (8, 0.1)):
        vec[SEATS + POINTS] = points
        worth.append(value(vec, 0, float(points == 9), short))
    assert worth[0] == 1
    assert worth[0] > worth[1] > worth[2] > worth[3] > 0


class Cards:
    """A position by hand: candidate 5 is the best, and a playout takes a millisecond of its own clock."""

    codes: Ints = np.arange(8, dtype=np.int32)
    priors: Floats = np.zeros(8)
    prior_scale, prior_weight, scores = 1.0, 1.0, 1
    time = 0.0

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        self.time += 0.001 * count * len(codes)
        sums[:, 0] += count * (codes == 5)

    def decode(self, code: int) -> Move:
        return GAMES["axo"].parse(f"play {code + 1:02} R")


def test_a_gentler_level_overlooks_some_candidates_but_never_all() -> None:
    rng = Random(6)
    seen = [overlook(Cards(), 0.25, rng) for _ in range(400)]
    assert all(len(position.codes) == len(position.priors) > 0 for position in seen)
    assert all(list(position.codes) == sorted(position.codes) for position in seen), "still best first"
    none = 0.75**8
    assert sum(len(position.codes) for position in seen) / 400 == pytest.approx(8 * (0.25 + none), abs=0.25)


def test_full_attention_sees_all_and_draws_nothing() -> None:
    rng = Random(6)
    assert len(overlook(Cards(), 1.0, rng).codes) == 8
    assert rng.getstate() == Random(6).getstate()


def test_a_master_overlooks_nothing() -> None:
    assert not [level for level, _ in ATTENTION if level == "master"]
    assert ATTENTION["adept", "axo"] < ATTENTION["expert", "axo"] < 1


def test_a_search_uses_its_time_and_no_more() -> None:
    position = Cards()
    found = search(position, Effort(1.0), lambda: position.time)
    assert str(found[0].move) == "play 06 R"
    assert 1.0 <= position.time <= 1.05
    assert sum(candidate.playouts for candidate in found) == pytest.approx(1000 * position.time)


def test_a_search_with_no_time_still_answers() -> None:
    position = Cards()
    assert str(search(position, Effort(0.0), lambda: position.time)[0].move) == "play 06 R"


def test_names_and_budgets_are_checked() -> None:
    with pytest.raises(BadData, match="'hal' is not a bot: expected random, novice, apprentice, adept, expert, master"):
        find_bot("hal")
    with pytest.raises(BadData, match="a budget of 0"):
        find_bot("master", budget=0)


def test_a_first_use_says_that_it_compiles(tmp_path: Path) -> None:
    """In a process with an empty cache."""
    program = (
        "from triax.bots import find_bot, warm; from triax.games import GAMES;"
        "warm([find_bot('novice')], GAMES['rota'], print)"
    )
    words = [sys.executable, "-c", program]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    first = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
    assert first.stdout == "compiling the engine for Axio Rota (once; it takes up to a minute)\n"


def test_nothing_is_said_about_bots_that_need_no_engine() -> None:
    told: list[str] = []
    warm([find_bot("random")], GAMES["rota"], told.append)
    assert told == []
