"""The formats, without a server: who meets whom, and who stands where."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triax.server.tournaments import ladder
from triax.server.tournaments.pairing import Pairing, contenders, pair, pair_waiting, robin, robin_rounds
from triax.server.tournaments.rounds import table_meta
from triax.server.tournaments.shape import Entrant, Format, PairedBoard, Round, Sat, points_of, points_of_bye
from triax.server.tournaments.standings import EntrantStanding, standings


def people(count: int) -> list[Entrant]:
    return [Entrant(f"p{number}", rating=float(-number)) for number in range(count)]


def play(pairing: Pairing, rng: Random) -> Round:
    """Every board to its end, by lot."""
    boards = []
    for drawn in pairing.boards:
        worths = [f"{rng.randrange(5):03}" for _ in drawn]
        places = [1 + sum(other > own for other in worths) for own in worths]
        seats = zip(drawn, places, worths, strict=True)
        boards.append(PairedBoard(tuple(Sat(player, place, worth) for player, place, worth in seats)))
    return (*boards, *(PairedBoard((Sat(player),), bye=True) for player in pairing.byes))


def paired(pairing: Pairing) -> list[str]:
    return [player for drawn in pairing.boards for player in drawn if player is not None] + list(pairing.byes)


def can_meet_anew(players: frozenset[str], met: set[frozenset[str]]) -> bool:
    """Is there a way to pair all of them with nobody meeting again? By trying all."""
    if not players:
        return True
    first, *others = sorted(players)
    return any(can_meet_anew(players - {first, other}, met) for other in others if frozenset({first, other}) not in met)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(1, 7), st.integers(0, 2**16))
def test_at_two_nobody_meets_again_while_there_is_another_way(count: int, rounds: int, seed: int) -> None:
    rng, entrants = Random(seed), people(count)
    played: list[Round] = []
    met: set[frozenset[str]] = set()
    byes: Counter[str] = Counter()
    for _ in range(rounds):
        drawn = pair(contenders(entrants, played, 2), 2, fill=False)
        assert sorted(paired(drawn)) == sorted(one.player for one in entrants)
        assert len(drawn.byes) == count % 2
        again = [board for board in drawn.boards if frozenset(map(str, board)) in met]
        everyone = frozenset(one.player for one in entrants)
        fewest = {one for one in everyone if byes[one] == min(byes[other] for other in everyone)}
        ways = [everyone - {one} for one in fewest] if count % 2 else [everyone]
        assert not again or not any(can_meet_anew(way, met) for way in ways)
        met |= {frozenset(map(str, board)) for board in drawn.boards}
        byes.update(drawn.byes)
        played.append(play(drawn, rng))
    assert max(byes.values(), default=0) <= -(-rounds // count)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 14), st.integers(2, 4), st.booleans(), st.integers(0, 2**16))
def test_everybody_is_paired_once_a_round_and_scores_add_up(count: int, size: int, fill: bool, seed: int) -> None:
    rng, played = Random(seed), list[Round]()
    for _ in range(4):
        here = [Entrant(one.player, one.rating, rng.random() < 0.9) for one in people(count)]
        drawn = pair(contenders(here, played, size), size, fill=fill)
        assert sorted(paired(drawn)) == sorted(one.player for one in here if one.here)
        assert all(len(board) == size for board in drawn.boards)
        assert not (fill and drawn.byes)
        assert sum(None in board for board in drawn.boards) <= 1
        played.append(play(drawn, rng))
    stood = standings("swiss", size, people(count), played)
    assert sorted(one.player for one in stood) == sorted(one.player for one in people(count))
    assert [one.place for one in stood] == sorted(one.place for one in stood)
    boards = [board for boards in played for board in boards]
    bots = sum(
        points_of([sat.place or 0 for sat in board.seats])[seat]
        for board in boards
        if not board.bye
        for seat, sat in enumerate(board.seats)
        if sat.player is None
    )
    given_out = sum(points_of_bye(size) if board.bye else size * (size - 1) for board in boards)
    assert sum(one.points for one in stood) + bots == given_out


@pytest.mark.parametrize("size", [3, 4])
def test_at_three_and_four_few_meet_again(size: int) -> None:
    entrants, played = people(12 * size // 2), list[Round]()
    meetings: Counter[frozenset[str]] = Counter()
    for number in range(4):
        drawn = pair(contenders(entrants, played, size), size, fill=False)
        meetings.update(frozenset(map(str, two)) for board in drawn.boards for two in combinations(board, 2))
        played.append(play(drawn, Random(number)))
    assert max(meetings.values()) == 1


def test_seats_are_shared_out() -> None:
    entrants, played = people(8), list[Round]()
    for number in range(6):
        played.append(play(pair(contenders(entrants, played, 2), 2, fill=False), Random(number)))
    started = Counter(board.seats[0].player for boards in played for board in boards)
    assert set(started) == {one.player for one in entrants}
    assert set(started.values()) <= {2, 3, 4}


@pytest.mark.parametrize("count", [2, 5, 6, 9])
def test_everyone_meets_everyone_once(count: int) -> None:
    entrants, played = people(count), list[Round]()
    for number in range(robin_rounds(count, 2)):
        played.append(play(robin(entrants, played, 2, fill=False), Random(number)))
    met = Counter(frozenset(board.people) for boards in played for board in boards if not board.bye)
    assert met == {frozenset({one.player, other.player}): 1 for one, other in combinations(entrants, 2)}
    starts = Counter(board.seats[0].player for boards in played for board in boards if not board.bye)
    assert max(starts.values()) - min(starts[one.player] for one in entrants) <= 2


def test_who_leaves_a_round_robin_leaves_byes() -> None:
    entrants = people(4)
    first = play(robin(entrants, [], 2, fill=False), Random(1))
    gone = [Entrant(one.player, here=one.player != "p1") for one in entrants]
    second = robin(gone, [first], 2, fill=False)
    assert len(second.byes) == 1
    assert "p1" not in paired(second)


@pytest.mark.parametrize("size", [2, 3])
def test_those_who_have_blocked_each_other_meet_only_if_there_is_no_other_way(size: int) -> None:
    apart = {"p0": "p3", "p3": "p0"}
    shy = [replace(one, shuns=frozenset({apart.get(one.player, "")})) for one in people(6)]
    played: list[Round] = []
    for number in range(3 if size == 2 else 2):
        drawn = pair(contenders(shy, played, size), size, fill=False)
        assert not [board for board in drawn.boards if {"p0", "p3"} <= set(board)]
        played.append(play(drawn, Random(number)))
    alone = [one for one in shy if one.player in apart]
    assert len(pair(contenders(alone, [], 2), 2, fill=False).boards) == 1
    assert ("p0", "p3") not in pair_waiting(contenders(shy[:4], [], 2), {}, 2).boards


def test_a_hundred_and_more_are_paired_window_by_window() -> None:
    entrants, played, met = people(130), list[Round](), set[frozenset[str]]()
    for number in range(3):
        drawn = pair(contenders(entrants, played, 2), 2, fill=False)
        assert len(set(paired(drawn))) == 130
        now = {frozenset(map(str, board)) for board in drawn.boards}
        assert not now & met
        met |= now
        played.append(play(drawn, Random(number)))


def board(*seats: tuple[str | None, int, str]) -> PairedBoard:
    return PairedBoard(tuple(Sat(*seat) for seat in seats))


def order(form: Format, size: int, entrants: list[Entrant], rounds: list[Round]) -> list[tuple[str, int]]:
    return [(one.player, one.place) for one in standings(form, size, entrants, rounds)]


def test_ties_are_broken_by_the_game_between_them_then_by_opponents_then_by_the_deal() -> None:
    # b beats a; both win the other game: level on points, b ahead.
    first = (board(("a", 1, "5"), ("c", 2, "1")), board(("b", 2, "4"), ("d", 1, "6")))
    second = (board(("a", 2, "3"), ("b", 1, "4")), board(("c", 2, "2"), ("d", 1, "3")))
    rows = standings("swiss", 2, [Entrant(one) for one in "abcd"], [first, second])
    assert [(one.player, one.points, one.direct) for one in rows] == [
        ("d", 4, 0),
        ("b", 2, 2),
        ("a", 2, 0),
        ("c", 0, 0),
    ]
    # Both have won one game and not met: the same seat of the same deal tells.
    alone = (board(("a", 1, "5"), ("c", 2, "1")), board(("b", 1, "7"), ("d", 2, "1")))
    assert order("swiss", 2, [Entrant(one) for one in "abcd"], [alone]) == [("b", 1), ("a", 2), ("c", 3), ("d", 3)]


def test_alone_on_one_deal_the_best_result_wins() -> None:
    boards = (board(("a", 1, "5")), board(("b", 1, "7")), board(("c", 2, "")), board(("d", 1, "5")))
    rows = standings("solo", 1, [Entrant(one) for one in "abcd"], [boards])
    assert [(one.player, one.place, one.points) for one in rows] == [("b", 1, 6), ("a", 2, 3), ("d", 2, 3), ("c", 4, 0)]


def test_what_is_still_played_counts_for_nothing() -> None:
    waiting = PairedBoard((Sat("a"), Sat("b")))
    rows = standings("swiss", 2, [Entrant("a"), Entrant("b")], [(waiting,)])
    assert rows == [
        EntrantStanding(one, place=1, points=0, wins=0, played=0, direct=0, opponents=0, deals=0) for one in ("a", "b")
    ]


def test_those_who_wait_meet_others_than_just_before() -> None:
    those = contenders(people(4), [], 2)
    just = {"p0": {"p1"}, "p1": {"p0"}, "p2": {"p3"}, "p3": {"p2"}}
    drawn = pair_waiting(those, just, 2)
    assert len(drawn.boards) == 2
    assert not {frozenset(map(str, one)) for one in drawn.boards} & {frozenset({"p0", "p1"}), frozenset({"p2", "p3"})}
    assert pair_waiting(those[:2], just, 2).boards  # nobody else is there
    assert len(pair_waiting(those[:3], just, 2).boards) == 1


@pytest.mark.parametrize(
    ("shared", "public", "club", "shown"),
    [(None, True, None, True), (None, False, None, False), (None, True, "club", False), (1, True, None, False)],
)
def test_what_is_secret_or_a_club_s_is_not_public(
    shared: int | None, public: bool, club: str | None, shown: bool
) -> None:
    row = SimpleNamespace(id="cup", game="rota", clock=60, rated=True, public=public, club=club)
    assert table_meta(row, shared, "table", ("a", "b"), 0.0).public is shown


def test_a_ladder_is_climbed_by_winning() -> None:
    assert ladder.climb("abcd", [("c", "a", True), ("d", "c", False), ("b", "a", True)]) == ["c", "b", "a", "d"]
    assert ladder.within_reach("abcdef", "f") == ["c", "d", "e"]
    assert ladder.within_reach("abcdef", "a") == []
