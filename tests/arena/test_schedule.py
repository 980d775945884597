"""Nobody gains by seat or by deal."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.arena.support.games import RANDOM
from triax.arena.schedule import Schedule, ladder, seatings, tournament
from triax.games.errors import BadData

TABLES = [(1, 1), (3, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (3, 4), (4, 4)]


def plan(bots: int, players: int, games: int = 1) -> Schedule:
    return tournament("rota", players, {}, [RANDOM] * bots, seed=1, games=games)


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_sits_equally_often_at_every_seat_of_every_deal(bots: int, players: int) -> None:
    matches = list(plan(bots, players, games=20))
    for deal in {match.deal for match in matches}:
        sat = Counter(
            (seat, entrant) for match in matches if match.deal == deal for seat, entrant in enumerate(match.entrants)
        )
        assert sat.keys() == {(seat, entrant) for seat in range(players) for entrant in range(bots)}
        assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_bots_are_seated_in_turn(bots: int, players: int) -> None:
    first = plan(bots, players)
    assert next(iter(first)).entrants == tuple(seat % bots for seat in range(players))
    assert len(set(first.seatings)) == len(first.seatings)


def test_seatings_are_few() -> None:
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    assert seatings(2, 4) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert seatings(3, 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert seatings(2, 1) == [(0,), (1,)]
    assert len(seatings(2, 3)) == 6
    assert len(seatings(3, 4)) == 12


@pytest.mark.parametrize(("games", "rounded"), [(1, 3), (3, 3), (4, 6), (300, 300)])
def test_games_are_rounded_up_to_whole_deals(games: int, rounded: int) -> None:
    schedule = plan(3, 3, games)
    assert len(schedule) == len(list(schedule)) == rounded
    assert [match.number for match in schedule] == list(range(rounded))


def test_a_ladder_lets_every_pair_meet_equally_often_from_both_seats() -> None:
    schedule = ladder("rota", {}, [RANDOM] * 4, seed=1, games=5)
    met = Counter(match.entrants for match in schedule)
    assert met == {(one, other): 3 for one in range(4) for other in range(4) if one != other}
    half = Counter(match.entrants for match in list(schedule)[: len(schedule) // 3])
    assert set(half.values()) == {1}


def test_what_cannot_be_seated_is_refused() -> None:
    with pytest.raises(BadData, match="3 bots for 2 seats: expected at most one a seat, or --ladder"):
        plan(3, 2)
    with pytest.raises(BadData, match="one bot; expected two or more"):
        ladder("rota", {}, [RANDOM], seed=1, games=5)
