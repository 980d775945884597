"""Games on this machine's cores, with real processes that really die."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from tests.arena.support.games import FATEFUL, deadly, duels, failing, hanging_once, kill_the_hanging, records
from triax.arena.match import GameFailed, play_match
from triax.arena.workers import play_here


def test_workers_play_every_game_once_and_as_one_alone_would() -> None:
    schedule = duels(12)
    assert records(list(play_here(schedule, 3))) == [play_match(match).record for match in schedule]


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    schedule = duels(10)
    killer = kill_the_hanging(tmp_path)
    games = list(play_here(schedule, 2, hanging_once(tmp_path)))
    killer.join()
    assert len(list(tmp_path.iterdir())) == 2, "the game was played by a second worker"
    assert records(games) == [play_match(match).record for match in schedule]


def test_a_game_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(GameFailed, match=f"game {FATEFUL}: 6 workers died over it"):
        list(play_here(duels(4), 1, deadly))


def test_a_game_that_fails_says_why_and_the_others_are_kept() -> None:
    games = []
    ended = play_here(duels(6), 1, failing)
    for _ in range(FATEFUL):
        games.append(next(ended))
    with pytest.raises(GameFailed, match=r"game 3: Traceback(.|\n)*the bot fell off its chair"):
        next(ended)
    assert [game.match.number for game in games] == [0, 1, 2]


def test_whoever_stops_listening_leaves_no_workers_behind() -> None:
    ended = play_here(duels(200), 2)
    next(ended)
    ended.close()
    assert multiprocessing.active_children() == []
