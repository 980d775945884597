"""One game of a tournament: dealt alike from every seat, counted fairly."""

from __future__ import annotations

import json

import pytest

from tests.arena.support.games import RANDOM, duels
from triax.arena.match import play_match
from triax.arena.schedule import tournament
from triax.games import GAMES
from triax.games.record import read_record


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_the_same_from_every_seat(game: str) -> None:
    one, other, third, _ = (json.loads(play_match(match).record) for match in duels(4, game))
    assert one["setup"] == other["setup"] != third["setup"]
    assert one["log"] != other["log"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_shares_and_scores_are_those_of_the_record(game: str, players: int) -> None:
    for match in tournament(game, players, {}, [RANDOM], seed=3, games=4):
        played = play_match(match)
        record = read_record(played.record)
        assert list(record.replay())
        assert record.result is not None
        standings = record.result["standings"]
        winners = standings[0] if standings else []
        assert [seat for seat, share in enumerate(played.shares) if share] == winners
        assert sum(played.shares) == pytest.approx(1 if winners else 0)
        assert [list(score) for score in played.scores] == record.result["scores"]
        decided = [entry["seat"] for entry in record.log if "seat" in entry]
        assert played.moves == tuple(decided.count(seat) for seat in range(players))
        assert all(seconds > 0 for seconds in played.seconds)


def test_the_same_match_gives_the_same_record() -> None:
    [match, *_] = duels(2)
    assert play_match(match).record == play_match(match).record
