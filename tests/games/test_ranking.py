"""Ranking: the examples of the games' own rules, and ties."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from triax.games.rota import ROTA
from triax.games.standings import rank
from triax.games.tracks import Tracks, lowest, raised, reached


def standings(tracks: list[Tracks]) -> tuple[tuple[int, ...], ...]:
    state = ROTA.new(len(tracks), Random(0))
    return replace(state, tracks=tuple(tracks)).standings()


def test_rota_two_players_the_higher_lowest_track_wins() -> None:
    anna, beata = (8, 10, 11, 9, 12), (9, 12, 6, 12, 12)
    assert standings([anna, beata]) == ((0,), (1,))


def test_rota_three_players_third_lowest_decides() -> None:
    anna, beata, chris = (8, 7, 9, 10, 11), (7, 9, 10, 9, 12), (12, 7, 10, 11, 9)
    assert [sorted(tracks)[:3] for tracks in (anna, beata, chris)] == [[7, 8, 9], [7, 9, 9], [7, 9, 10]]
    assert standings([anna, beata, chris]) == ((2,), (1,), (0,))


def test_axio_two_players_eleven_beats_eight() -> None:
    anne, kate = (11, 14, 12, 18, 13), (15, 18, 8, 18, 18)
    assert standings([anne, kate]) == ((0,), (1,))


def test_axio_three_players_third_lowest_decides() -> None:
    anne, kate, julia = (9, 11, 14, 14, 15), (12, 9, 12, 13, 18), (15, 12, 9, 16, 17)
    assert standings([anne, kate, julia]) == ((2,), (1,), (0,))


def test_equal_in_all_five_share_the_place_whatever_the_colours() -> None:
    assert standings([(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (0, 9, 9, 9, 9)]) == ((0, 1), (2,))


def test_rank_is_by_descending_key() -> None:
    assert rank([(9, 3), (9, 5), (10, 0), (9, 3)]) == ((2,), (1,), (0, 3))


def test_tracks() -> None:
    assert raised((0, 11, 12, 3, 3), {"G": 3, "B": 2, "P": 1}, 12) == (0, 12, 12, 3, 4)
    assert reached((0, 11, 12, 3, 3), (0, 12, 12, 3, 4), 12) == ("G",)
    assert lowest((2, 5, 2, 3, 9)) == ["R", "B"]
