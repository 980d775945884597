"""One game of a tournament: dealt alike from every seat, counted fairly."""

from __future__ import annotations

import json
from importlib.resources import files

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


def test_a_shared_first_place_is_shared_out() -> None:
    """With tiles of one colour all do equally well, or nearly."""
    pieces = json.loads(files("triax.games.axio").joinpath("pieces.json").read_text("utf-8"))
    pieces["tiles"] = dict.fromkeys(pieces["tiles"], 0) | {"RR": 100}
    shared = 0
    for match in tournament("axio", 3, {"pieces": pieces}, [RANDOM], seed=3, games=6):
        played = play_match(match)
        first = json.loads(played.record)["result"]["standings"][0]
        assert played.shares == tuple(1 / len(first) if seat in first else 0 for seat in range(3))
        shared += len(first) > 1
    assert shared


def test_the_same_match_gives_the_same_record() -> None:
    [match, *_] = duels(2)
    assert play_match(match).record == play_match(match).record
