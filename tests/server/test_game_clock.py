"""A clock for a whole game: it runs while its seat owes a decision, and each decision adds to it."""

from __future__ import annotations

from random import Random

from tests.server.support.bare_table import BareTable
from triax.server import actions
from triax.server.table import RETURNING, Table
from triax.server.takeback_actions import TakebackAction, decide

CLOCK, INCREMENT = 300, 5


def room(game: str, *seats: str) -> BareTable:
    made = BareTable(game, len(seats), clock=CLOCK)
    made.meta = made.meta.__class__(**{**vars(made.meta), "increment": INCREMENT, "takeback": True})
    made.table = Table(made.meta)
    return made.seated(*seats)


def name_a_move(here: BareTable, seat: int, rng: Random) -> None:
    assert here.table.state is not None
    move = str(rng.choice(here.table.state.moves(seat)))
    assert not here.move(here.table.seats[seat].player, seat, move, None, f"n{here.table.count}")


def test_a_decision_takes_its_time_and_earns_the_increment() -> None:
    here = room("rota", "host", "ben")
    table = here.table
    first = min(table.to_act)
    other = 1 - first
    assert table.deadline(first) == here.now + CLOCK
    here.now += 20
    here.play(first)
    assert table.left == {first: CLOCK - 20 + INCREMENT, other: CLOCK}
    assert (table.deadline(first), table.deadline(other)) == (None, here.now + CLOCK)
    here.now += 7
    here.play(other)
    assert table.deadline(first) == here.now + table.left[first]
    here.check_folds()


def test_where_all_decide_at_once_each_has_a_clock_of_its_own() -> None:
    """And a mark that nobody sees moves none: all marks of a turn are one decision."""
    here, rng = room("axo", "host", "ben"), Random(1)
    table = here.table
    here.now += 10
    here.play(0)
    here.now += 20
    assert table.left == {0: CLOCK - 10 + INCREMENT, 1: CLOCK}
    here.play(1)
    assert table.left[1] == CLOCK - 30 + INCREMENT
    while table.to_act:
        here.now += 1
        seat = rng.choice(sorted(table.to_act))
        left = dict(table.left)
        here.play(seat, rng.choice)
        hidden = table.status == "playing" and table.left == left
        assert not hidden or seat in table.to_act
        assert {one for one in left if table.left[one] != left[one]} <= {seat}
    here.check_folds()


def test_out_of_time_a_bot_plays_on_and_who_comes_back_has_a_little() -> None:
    here = room("rota", "host", "ben")
    table = here.table
    first = min(table.to_act)
    here.now += CLOCK - 1
    assert actions.time_out(table, here.now) == []
    here.now += 1
    here.do(lambda seen: actions.time_out(seen, here.now))
    assert table.seats[first].away
    assert table.left[first] == 0
    here.do(lambda seen: actions.come_back(seen, str(seen.seats[first].player)))
    assert table.deadline(first) == here.now + RETURNING
    # Once a decision.
    here.now += RETURNING
    here.do(lambda seen: actions.time_out(seen, here.now))
    here.do(lambda seen: actions.come_back(seen, str(seen.seats[first].player)))
    assert table.deadline(first) == here.now
    here.check_folds()


def test_what_a_bot_takes_is_nobodys_time() -> None:
    here = room("rota", "host", "novice")
    here.now += 5
    while here.table.to_act != {0}:
        here.play(1)
    here.play(0)
    here.now += 100
    here.play(1)
    assert here.table.left[1] >= CLOCK


def test_a_takeback_gives_no_time() -> None:
    here, rng = room("axo", "host", "ben"), Random(2)
    table = here.table
    here.now += 30
    name_a_move(here, 0, rng)
    before = table.left[0]
    here.now += 50
    here.do(lambda seen: decide(seen, "host", TakebackAction(0, "ask", seen.numbers[0], "a")))
    here.do(lambda seen: decide(seen, "ben", TakebackAction(1, "agree", seen.asked, "b")))
    assert table.left[0] == before - INCREMENT
    assert table.deadline(0) == here.now + table.left[0]
    # The other's decision is the same as before, and its clock runs on.
    assert table.deadline(1) == here.now - 80 + CLOCK
    here.check_folds()
