"""What is made of the games: shares, intervals, means, ratings."""

from __future__ import annotations

from io import StringIO
from itertools import combinations

import pytest
from rich.console import Console

from triax.arena.match import Played, play_match
from triax.arena.report import print_report
from triax.arena.schedule import Schedule, ladder, tournament
from triax.arena.tally import labels, ladder_results, mean_interval, results, wilson
from triax.bots import BotSpec

WEAK, FAIR, STRONG = (BotSpec(name) for name in ("novice", "adept", "master"))
RANDOM = BotSpec("random")


def decided(schedule: Schedule, strength: list[float]) -> list[Played]:
    """Games in which the stronger wins and equals share; nobody has to play them."""
    found = []
    for match in schedule:
        best = max(strength[entrant] for entrant in match.entrants)
        wins = [strength[entrant] == best for entrant in match.entrants]
        seats = len(wins)
        scores = tuple((9, entrant, 3) for entrant in match.entrants)
        found.append(Played(match, tuple(w / sum(wins) for w in wins), scores, (0.5,) * seats, (10,) * seats, ""))
    return found


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe 1998, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_the_published_ones(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(1 - wins / games, games)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0, 1)
    assert mean_interval([3]) is None


@pytest.mark.parametrize(("count", "quantile"), [(2, 12.706), (5, 2.776), (12, 2.201), (31, 2.042), (1001, 1.962)])
def test_the_interval_of_a_mean_is_students(count: int, quantile: float) -> None:
    values = [0.0, *[1.0] * (count - 1)]
    mean = (count - 1) / count
    deviation = (mean / (count - 1)) ** 0.5 * (1 - mean) ** 0.5 * count**0.5
    low, high = mean_interval(values) or (0, 0)
    assert (low + high) / 2 == pytest.approx(mean)
    assert (high - low) / 2 == pytest.approx(quantile * deviation / count**0.5, rel=2e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", ["rota", "axo"])
def test_shares_of_all_bots_add_up_to_one(game: str, players: int) -> None:
    schedule = tournament(game, players, {}, [RANDOM, RANDOM], seed=5, games=12)
    bots = results(schedule, [play_match(match) for match in schedule])["bots"]
    assert sum(bot["win_share"] for bot in bots.values()) == pytest.approx(1, abs=1e-3)


def test_a_bot_with_several_seats_counts_their_sum_and_shared_wins_are_halves() -> None:
    schedule = tournament("rota", 4, {}, [STRONG, WEAK], seed=5, games=10)
    bots = results(schedule, decided(schedule, [2, 1]))["bots"]
    assert (bots["master"]["win_share"], bots["novice"]["win_share"]) == (1, 0)
    assert bots["master"]["games"] == bots["novice"]["games"] == 10
    bots = results(schedule, decided(schedule, [1, 1]))["bots"]
    assert (bots["master"]["win_share"], bots["novice"]["win_share"]) == (0.5, 0.5)


def test_every_seat_of_a_bot_counts_in_its_scores_moves_and_time() -> None:
    [first, *_] = schedule = tournament("rota", 4, {}, [STRONG, WEAK], seed=5, games=2)
    assert first.entrants == (0, 1, 0, 1)
    game = Played(first, (0, 0, 1, 0), ((1, 5), (2, 6), (4, 7), (9, 8)), (1, 2, 3, 4), (10, 10, 40, 10), "")
    bots = results(schedule, [game])["bots"]
    assert (bots["master"]["lowest"], bots["novice"]["lowest"]) == ({"1": 1, "4": 1}, {"2": 1, "8": 1})
    assert (bots["master"]["mean_lowest"], bots["novice"]["mean_lowest"]) == (2.5, 5)
    assert (bots["master"]["mean_sorted"], bots["novice"]["mean_sorted"]) == ([2.5, 6], [5, 7.5])
    assert (bots["master"]["ms_per_move"], bots["novice"]["ms_per_move"]) == (80, 300)


def test_results_say_what_the_games_were() -> None:
    schedule = tournament("rota", 2, {}, [STRONG, WEAK], seed=5, games=10)
    found = results(schedule, decided(schedule, [2, 1])[:6])
    assert {key: found[key] for key in ("game", "players", "games", "planned", "seed", "budget", "playouts")} == {
        "game": "rota",
        "players": 2,
        "games": 6,
        "planned": 10,
        "seed": 5,
        "budget": 1.0,
        "playouts": None,
    }
    low, high = wilson(1, 6)
    assert found["bots"]["master"] == {
        "games": 6,
        "win_share": 1.0,
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_lowest": 0.0,
        "mean_lowest_interval": [0.0, 0.0],
        "lowest": {"0": 6},
        "mean_sorted": [0.0, 3.0, 9.0],
        "ms_per_move": 50.0,
    }


def test_alone_the_lowest_track_is_the_result_but_for_axo() -> None:
    for game, winnable in [("rota", False), ("axio", False), ("axo", True)]:
        schedule = tournament(game, 1, {}, [RANDOM], seed=5, games=3)
        bot = results(schedule, [play_match(match) for match in schedule])["bots"]["random"]
        assert (bot["win_share"] is not None) == winnable
        assert sum(bot["lowest"].values()) == 3
        assert bot["mean_lowest_interval"][0] <= bot["mean_lowest"] <= bot["mean_lowest_interval"][1]


def test_several_bots_alone_get_the_same_deals() -> None:
    schedule = tournament("rota", 1, {}, [STRONG, WEAK], seed=5, games=6)
    assert [(match.deal, match.entrants) for match in schedule][:3] == [(0, (0,)), (0, (1,)), (1, (0,))]
    assert results(schedule, decided(schedule, [1, 1]))["bots"]["novice"]["games"] == 3


def test_a_ladder_rates_the_stronger_higher() -> None:
    bots = [FAIR, STRONG, WEAK]
    schedule = ladder("rota", {}, bots, seed=5, games=10)
    found = ladder_results(schedule, decided(schedule, [2, 3, 1]))
    rated = found["ratings"]
    assert rated["master"] > rated["adept"] > rated["novice"]
    assert [pair["bots"] for pair in found["pairs"]] == [list(pair) for pair in combinations(labels(bots), 2)]
    assert [(pair["games"], pair["win_share"]) for pair in found["pairs"]] == [(10, 0), (10, 1), (10, 1)]
    assert found["bots"]["adept"]["win_share"] == 0.5
    assert found["bots"]["adept"]["games"] == 20
    console = Console(file=StringIO(), width=80, record=True)
    print_report(found, console)
    assert [line.split()[1] for line in console.export_text().splitlines()[-3:]] == ["master", "adept", "novice"]


def test_equals_are_rated_equal() -> None:
    schedule = ladder("rota", {}, [WEAK, WEAK], seed=5, games=10)
    found = ladder_results(schedule, decided(schedule, [1, 1]))
    assert found["ratings"]["novice"] == found["ratings"]["novice 2"]


def test_the_latest_games_count_no_more_than_the_first() -> None:
    schedule = ladder("rota", {}, [WEAK, STRONG], seed=5, games=100)
    games = decided(schedule, [1, 2])[:60] + decided(schedule, [2, 1])[60:]
    rated = ladder_results(schedule, games)["ratings"]
    assert rated["master"] > rated["novice"]


def test_pairs_that_have_not_met_have_no_share() -> None:
    schedule = ladder("rota", {}, [WEAK, FAIR, STRONG], seed=5, games=10)
    found = ladder_results(schedule, decided(schedule, [1, 2, 3])[:1])
    assert [pair["win_share"] for pair in found["pairs"]] == [0, None, None]
    assert found["bots"]["master"]["win_share"] is None
    console = Console(file=StringIO(), width=80)
    print_report(found, console)


def test_a_bot_against_itself_is_counted_through() -> None:
    assert labels([WEAK, RANDOM, WEAK, WEAK]) == ["novice", "random", "novice 2", "novice 3"]
