"""Bots play legal moves, do not peek, think the same for the same seed, and each level beats the one below."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support import VARIANTS, random_game, twin
from triax.arena.simulate import simulate
from triax.bots import LEVELS, BotSpec, characters_of, find_bot, think
from triax.bots.axo import FAR, HEARD, WHOLE, open_learned, value
from triax.bots.search import NO_WORDS, SAID, SCORES, SHARE, VALUE, Effort, search
from triax.bots.track_rules import tracks_after
from triax.bots.track_worth import add_outcomes
from triax.games import GAMES
from triax.games.axo import AXO
from triax.games.core import AnyState, Dice, Move
from triax.games.errors import BadData, WrongSeat
from triax.games.record import read_record
from triax.kernels.arrays import Floats, Ints

PLAYING = (*LEVELS, *characters_of("axo"))
BOTS = ("random", *PLAYING)
every_variant = pytest.mark.parametrize(("name", "players", "options"), VARIANTS)


@every_variant
def test_every_level_plays_whole_games(name: str, players: int, options: dict[str, Any]) -> None:
    seats = [BotSpec(BOTS[(seat + players) % len(BOTS)], playouts=16) for seat in range(players)]
    record = simulate(GAMES[name], seats, options, Random(3))
    assert list(read_record(record.to_json()).replay())


@pytest.mark.parametrize("level", PLAYING)
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


@pytest.mark.parametrize("level", PLAYING)
@pytest.mark.parametrize("name", list(GAMES))
def test_the_same_seed_gives_the_same_choice(name: str, level: str) -> None:
    state = GAMES[name].new(3, Random(5))
    seat = min(state.to_act)
    bot = BotSpec(level, playouts=60).build(name)
    picks = {str(bot.choose(state.view(seat), state.moves(seat), Random(1))) for _ in range(3)}
    assert len(picks) == 1


@pytest.mark.parametrize("name", list(GAMES))
def test_an_experts_playouts_are_fixed(name: str) -> None:
    """However long it may think: the same seed gives the same thoughts, and a master has more."""
    view = GAMES[name].new(2, Random(5), {"start": 0}).view(0)
    first, second = (think(view, budget, rng=Random(1), bot="expert") for budget in (0.001, 2.0))
    assert first == second


BETTER = [
    ("novice", "random", 12, 0.9),
    ("apprentice", "novice", 20, 0.55),
    pytest.param("adept", "apprentice", 20, 0.55, marks=pytest.mark.slow),
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


@pytest.mark.parametrize(
    ("name", "playouts", "games", "most_lost"),
    [("rota", 1000, 16, 6), ("axio", 200, 8, 2), pytest.param("axo", 60, 6, 3, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_search_wins_from_every_seat(name: str, seat: int, playouts: int, games: int, most_lost: int) -> None:
    """Few playouts, all of them counted for the seat that asks."""
    seats = [BotSpec("adept"), BotSpec("adept")]
    seats[seat] = BotSpec("master", playouts=playouts)
    results: list[Any] = [simulate(GAMES[name], seats, {}, Random(f"{name}{game}")).result for game in range(games)]
    assert sum(seat not in result["standings"][0] for result in results) <= most_lost


def last_decisions(name: str, seat: int) -> Iterator[tuple[AnyState, dict[Move, bool]]]:
    """Positions in which any move of a seat ends the game, and few of them win it."""
    for seed in range(200):
        played = list(random_game(GAMES[name], 2, seed, {}))[-1]
        if played.seat != seat:
            continue
        state = played.before
        ends = {move: state.play(seat, move, Dice(Random(0)))[0].outcome for move in state.moves(seat)}
        wins = {move: end is not None and end.standings[0] == (seat,) for move, end in ends.items()}
        if None not in ends.values() and 0 < sum(wins.values()) <= len(wins) / 4:
            yield state, wins


@pytest.mark.parametrize("name", ["rota", "axio"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_move_that_wins_is_found(name: str, seat: int) -> None:
    bot = BotSpec("master", playouts=400).build(name)
    for state, wins in islice(last_decisions(name, seat), 3):
        assert wins[bot.choose(state.view(seat), state.moves(seat), Random(1))]
        best = think(state.view(seat), playouts=400, rng=Random(1))[0]
        assert best.win_share == 1
        assert wins[best.move]


@pytest.mark.parametrize("name", ["rota", "axio"])
@pytest.mark.parametrize("players", [1, 2])
def test_a_rule_knows_the_tracks_after_each_move(name: str, players: int) -> None:
    for played in list(random_game(GAMES[name], players, 3, {}))[::5]:
        state: Any = played.before
        moves = state.moves(played.seat)
        played_out = [state.play(played.seat, move, Dice(Random(0)))[0].tracks[played.seat] for move in moves]
        assert tracks_after(state, played.seat, moves) == [tuple(sorted(tracks)) for tracks in played_out]


@pytest.mark.parametrize("name", ["rota", "axio"])
def test_an_apprentice_makes_the_best_of_its_lowest_track(name: str) -> None:
    bot = BotSpec("apprentice").build(name)
    for played in list(random_game(GAMES[name], 2, 5, {}))[::4]:
        state: Any = played.before
        chosen = bot.choose(state.view(played.seat), state.moves(played.seat), Random(2))
        if str(chosen) == "exchange":
            continue
        after = {
            str(move): sorted(state.play(played.seat, move, Dice(Random(0)))[0].tracks[played.seat])
            for move in state.moves(played.seat)
        }
        assert after[str(chosen)] == max(after.values())


def test_an_exchange_is_taken_where_it_is_offered() -> None:
    offered = 0
    for seed in range(20):
        for played in random_game(GAMES["axio"], 2, seed, {}):
            state = played.before
            if state.view(played.seat)["phase"] == "exchange":
                offered += 1
                for level in ("novice", "apprentice"):
                    bot = BotSpec(level).build("axio")
                    choices = {
                        str(bot.choose(state.view(played.seat), state.moves(played.seat), Random(n))) for n in range(6)
                    }
                    assert choices == {"exchange"}
    assert offered > 3


@pytest.mark.parametrize("name", list(GAMES))
def test_a_bot_says_what_it_thinks(name: str) -> None:
    state = GAMES[name].new(2, Random(8), {"start": 0})
    candidates = think(state.view(0), playouts=400, rng=Random(2))
    assert len({candidate.move for candidate in candidates}) == len(candidates) > 3
    assert all(candidate.move in state.moves(0) for candidate in candidates)
    assert all(0 <= candidate.win_share <= 1 and candidate.playouts for candidate in candidates)
    tracks = 1 if name == "axo" else 5
    assert all(len(candidate.expected) == tracks for candidate in candidates)
    assert all(list(candidate.expected) == sorted(candidate.expected) for candidate in candidates)
    assert candidates[0].playouts >= candidates[-1].playouts, "the better ones are looked at longer"
    bot = find_bot("master", name, playouts=400)
    assert bot.choose(state.view(0), state.moves(0), Random(2)) == candidates[0].move
    with pytest.raises(BadData, match="'novice' does not search: expected a bot such as expert or master"):
        think(state.view(0), bot="novice")


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("name", list(GAMES))
def test_a_bot_asked_out_of_turn_says_so(name: str, level: str) -> None:
    state = next(played.before for played in random_game(GAMES[name], 2, 1, {}) if len(played.before.to_act) == 1)
    (other,) = {0, 1} - state.to_act
    bot = find_bot(level, name, playouts=8)
    with pytest.raises(WrongSeat, match=f"seat {other}, which owes no decision: the decision is with seat {1 - other}"):
        bot.choose(state.view(other), state.moves(other), Random(1))
    with pytest.raises(WrongSeat, match="a spectator's view"):
        bot.choose(state.view(None), (), Random(1))
    over = list(random_game(GAMES[name], 2, 1, {}))[-1].after
    with pytest.raises(WrongSeat, match="the game is over"):
        bot.choose(over.view(0), over.moves(0), Random(1))


def test_a_solo_game_that_falls_short_is_worth_less_the_later_it_is() -> None:
    scores = np.zeros((4, 5), np.int32)
    worth = []
    for points, short in ((9, 0.7), (8, 0.7), (7, 0.7), (8, 0.1)):
        scores[0, 0] = points
        worth.append(value(1, 0, float(points == 9), scores, short))
    assert worth[0] == 1
    assert worth[0] > worth[1] > worth[2] > worth[3] > 0


def test_where_a_network_ends_playouts_some_go_on_for_the_scores() -> None:
    """However the worlds are shared out, the expected scores are the mean of those that were played to the end."""
    root = open_learned(AXO.new(2, Random(8), {"start": 0}).view(0), Random(2), 4)
    _, ends = root.outcomes(root.codes, FAR, 2)
    for shared in ([WHOLE + 1], [1, WHOLE]):
        root = open_learned(AXO.new(2, Random(8), {"start": 0}).view(0), Random(2), 4)
        for first, count in zip([0, *shared], shared, strict=False):
            sums = np.zeros((len(root.codes), SCORES + 1))
            root.trial(root.codes, first, count, sums)
        assert sums[:, SCORES] == pytest.approx(count * ends[:, :, 0, 0].mean(0))
        assert ((sums[:, SHARE] > 0) & (sums[:, SHARE] < count)).all()
        assert (sums[:, VALUE] - sums[:, SHARE]).std() < 0.1 * count, "little else than the win counts"
    shares, ends = root.outcomes(root.codes, HEARD, 3)
    one, whole = np.zeros((2, len(root.codes), SCORES + 1))
    root.trial(root.codes, HEARD - 2, 2, one)
    root.trial(root.codes, HEARD - 2, 5, whole)
    assert (whole - one)[:, SHARE] == pytest.approx(shares[:, :, 0].sum(0)), "after so many, all are played to the end"
    assert (whole - one)[:, SCORES] == pytest.approx(ends[:, :, 0, 0].sum(0))


class Cards:
    """A position by hand: candidate 5 is the best, and a playout takes a millisecond of its own clock."""

    codes: Ints = np.arange(8, dtype=np.int32)
    priors: Floats = np.zeros(8)
    prior_scale, prior_weight, said_weight, scores = 1.0, 1.0, 0.0, 1
    time = 0.0

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        self.time += 0.001 * count * len(codes)
        sums[:, 0] += count * (codes == 5)

    def decode(self, code: int) -> Move:
        return GAMES["axo"].parse(f"play {code + 1:02} R")


class Disputed(Cards):
    """The evaluation likes candidate 2 best; playouts find candidate 5 better."""

    priors: Floats = np.where(np.arange(8) == 2, 0.0, -1.0)
    prior_scale, prior_weight = 0.5, 10.0

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        sums[:, 0] += 0.25 * count * (codes == 5)


@pytest.mark.parametrize(("playouts", "best"), [(8, "play 03 R"), (8_000, "play 06 R")])
def test_few_playouts_do_not_overrule_the_evaluation_but_many_do(playouts: int, best: str) -> None:
    assert str(search(Disputed(), Effort(1.0, playouts))[0].move) == best


class Spoken(Cards):
    """By how playouts end, candidate 5 is the best; by what is said on the way, candidate 2."""

    said_weight = 400.0

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        sums[:, VALUE] += 0.6 * count * (codes == 5)
        sums[:, SAID] += 0.5 * count * (codes == 2)


@pytest.mark.parametrize(("playouts", "best"), [(80, "play 03 R"), (80_000, "play 06 R")])
def test_what_is_said_on_the_way_counts_until_there_are_many_ends(playouts: int, best: str) -> None:
    assert str(search(Spoken(), Effort(1.0, playouts))[0].move) == best


def test_a_playout_is_worth_its_end_and_what_was_said_before() -> None:
    """In shares of wins: nobody is ahead, half of the word is left for the end."""
    shares, scores, words = np.full((3, 1, 4), 0.5), np.zeros((3, 1, 4, 5), np.int32), np.full((3, 1, 2), 0.5)
    sums = np.zeros((1, SCORES + 5))
    add_outcomes(np.zeros(5), 1.0, 2, 0, shares, scores, words, sums)
    assert sums[0, [VALUE, SHARE, SAID]].tolist() == [1.5, 1.5, 3 * (0.5 + 0.5 * 0.5)]
    add_outcomes(np.zeros(5), 1.0, 2, 0, shares, scores, NO_WORDS, sums)
    assert sums[0, [VALUE, SHARE, SAID]].tolist() == [3, 3, 3 * (0.5 + 0.5 * 0.5)]


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
    expected = "expected random, novice, apprentice, adept, expert, master, adaptive, careful, greedy, spiteful"
    with pytest.raises(BadData, match=f"'hal' is not a bot for rota: {expected}"):
        find_bot("hal", "rota")
    with pytest.raises(BadData, match=f"'hal' is not a bot for rota: {expected}"):
        BotSpec("hal").build("rota")
    with pytest.raises(BadData, match="'chess' is not a game"):
        find_bot("master", "chess")
    with pytest.raises(BadData, match="a budget of 0"):
        find_bot("master", "rota", budget=0)
    with pytest.raises(BadData, match=r"a strength of 5\.5; expected 0 to 5"):
        find_bot("adaptive", "rota", strength=5.5)


@pytest.mark.slow
def test_only_a_first_use_says_that_it_compiles(tmp_path: Path) -> None:
    """In processes with a cache of their own."""
    program = (
        "from triax.bots import BotSpec, warm; from triax.games import GAMES;"
        "warm([BotSpec('adept')], GAMES['rota'], print)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    told = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
        ).stdout
        for _ in range(2)
    ]
    assert told == ["compiling the engine for Axio Rota (once; it takes up to a minute)\n", ""]


def test_gentle_bots_bring_no_compiler() -> None:
    program = (
        "import sys; from random import Random; from triax.bots import BotSpec, warm; from triax.games import GAMES\n"
        "for name, game in GAMES.items():\n"
        "    state = game.new(2, Random(1), {'start': 0})\n"
        "    for level in ('random', 'novice', 'apprentice', 'adaptive'):\n"
        "        warm([BotSpec(level)], game, print)\n"
        "        BotSpec(level).build(name).choose(state.view(0), state.moves(0), Random(1))\n"
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
