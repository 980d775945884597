"""A decision taken back: by whom, with whose consent, never across anything hidden, and once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.server.support.bare_table import BareTable, views
from triax.games.events import redact
from triax.games.record import read_record
from triax.server.actions import ProposedEntry
from triax.server.messages import Telling
from triax.server.table import ScriptedChance, Table
from triax.server.takeback_actions import ASKED, TAKEN, TakebackAction, asked_seats, decide
from triax.server.visibility import missed_by


class Room(BareTable):
    """A table whose people name their moves, as clients do."""

    names = 0

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def choose(self, seat: int, rng: Random) -> str:
        """A random move; its notation."""
        assert self.table.state is not None
        held = self.table.seats[seat]
        move = str(rng.choice(self.table.state.moves(seat)))
        person = None if held.bot else held.player
        assert not self.move(person, seat, move, None, None if person is None else self.name())
        return move

    def ask(self, seat: int, what: str = "ask", number: int | None = None, name: str | None = None) -> str:
        if number is None:
            asked = self.table.asked if what != "ask" else self.table.numbers[seat]
            number = asked
        player = self.table.seats[seat].player or "nobody"
        action = TakebackAction(seat, what, number, name or self.name())
        return self.do(lambda table: decide(table, player, action))

    def until(self, is_there: Callable[[Table], bool], rng: Random) -> None:
        while not is_there(self.table):
            assert self.table.to_act, "the game is over"
            self.choose(rng.choice(sorted(self.table.to_act)), rng)


def room(game: str, *seats: str, takeback: bool = False, seed: int = 0) -> Room:
    made = Room(game, len(seats))
    made.meta = made.meta.__class__(**{**vars(made.meta), "takeback": takeback})
    made.table = Table(made.meta)
    made.dice.rng.seed(seed)
    made.seated(*seats)
    return made


def can(seat: int) -> Callable[[Table], bool]:
    return lambda table: table.status == "playing" and table.recent.can_take_back(seat)


@pytest.mark.parametrize(
    ("game", "seats"),
    [("rota", 2), ("axio", 2), ("axo", 1), ("axo", 2), ("axo", 3)],
)
def test_whole_games_with_decisions_taken_back(game: str, seats: int) -> None:
    """At one screen. What stands is a record that replays; what was taken back has shown its seat nothing."""
    # Of Rota, only a last tile draws nothing.
    rng, taken, refused, often = Random(5), 0, set(), 1.0 if game == "rota" else 0.4
    here = room(game, *["host"] * seats)
    table = here.table
    while table.to_act:
        seat = rng.choice(sorted(table.to_act))
        shown, before, log = views(table)[seat], table.state, list(table.log)
        here.choose(seat, rng)
        code = here.ask(seat) if table.status == "playing" and rng.random() < often else "not asked"
        if code == "":
            taken, often = taken + 1, 0.4
            assert (table.state, table.log) == (before, log)
            assert views(table)[seat] == shown
            assert seat in table.to_act
            if taken % 9 == 1:
                here.check_folds()
        refused.add(code)
    here.check_folds()
    assert taken
    assert refused >= {"", "uncovered"}
    record = read_record(table.record().to_json())
    assert sum(1 for _ in record.replay()) == sum(entry.kind == "move" for entry in here.entries) - taken


def test_nothing_is_taken_back_across_something_drawn_or_decided() -> None:
    """Of every takeback: nothing was drawn in between, and its seat had heard of nobody else's decision."""
    rng = Random(1)
    here = room("axo", "host", "novice", "novice")
    table, heard, tries = here.table, False, 0
    while table.to_act and tries < 300:
        seat = rng.choice(sorted(table.to_act))
        before, count = table.state, len(here.entries)
        here.choose(seat, rng)
        assert before is not None
        data = here.entries[count].data
        chance = ScriptedChance(data.get("shuffles", ()))
        events = before.play(seat, table.game.parse(data["move"]), chance)[1]
        told, drew = redact(events, 0), any(event.drawn_pieces for event in events)
        shown = any(event.kind in {"revealed", "laid"} and event.actor != 0 for event in told)
        heard = (drew or shown) if seat == 0 else heard or bool(told)
        if table.status == "playing" and 0 in table.recent.why:
            tries += 1
            assert table.recent.can_take_back(0) <= (not heard)
            if heard:
                assert here.ask(0) in {"uncovered", "decided_since"}
    assert tries > 100


def test_what_others_marked_unseen_stands() -> None:
    rng = Random(3)
    here = room("axo", "host", "host")
    table = here.table
    first = here.choose(0, rng)
    assert here.ask(0) == ""
    here.choose(0, rng)
    assert [entry["seat"] for entry in table.log] == [0]
    # Seat 1 lays its area: all is shown.
    here.choose(1, rng)
    assert here.ask(0) == "decided_since"
    assert first


def test_a_mark_is_taken_back_from_under_the_marks_of_others() -> None:
    rng = Random(4)
    here = room("axo", "host", "host", "host")
    table = here.table

    def both_marked(seen: Table) -> bool:
        kept = [one.made.seat for one in seen.recent.kept]
        return can(0)(seen) and 0 in kept and kept[-1] != 0 and seen.recent.find(0) is not None

    here.until(both_marked, rng)
    others = [one for one in table.log if one["seat"] != 0]
    mine = [one for one in table.log if one["seat"] == 0]
    assert here.ask(0) == ""
    assert [one for one in table.log if one["seat"] != 0] == others
    assert [one for one in table.log if one["seat"] == 0] == mine[:-1]
    here.check_folds()
    here.play_out()
    here.check_folds()


def test_the_answer_tells_nothing_of_what_the_others_do_unseen() -> None:
    """Two tables that differ in marks which seat 0 cannot see: it is offered and refused the same."""
    compared = 0
    for seed in range(20):
        quiet, busy = (room("axo", "host", "ben", takeback=True, seed=seed) for _ in range(2))
        for here in (quiet, busy):
            rng = Random(seed)
            here.until(lambda table: table.to_act == {0, 1} and phase(table) == ("mark", 1), rng)
            here.choose(0, rng)
        before = busy.table.to_act
        if 1 in before and busy.choose(1, Random(seed)) and busy.table.to_act == before:
            assert quiet.table.state != busy.table.state
            assert Telling(quiet.table).state(0) == Telling(busy.table).state(0)
            assert (quiet.ask(0), busy.ask(0)) == ("", "")
            compared += 1
    assert compared


def phase(table: Table) -> tuple[str, int | None]:
    assert table.state is not None
    view = table.state.view(None)
    return view["phase"], view["active"]


def test_people_are_asked_and_all_must_agree() -> None:
    here = room("axo", "host", "ben", "cleo", takeback=True)
    rng, table = Random(2), here.table
    here.choose(0, rng)
    number = table.numbers[0]
    assert here.ask(0) == ""
    assert table.request is not None
    assert asked_seats(table, 0) == {1, 2}
    assert here.ask(0) == "no_takeback"
    assert here.ask(1, "withdraw") == "not_allowed"
    assert here.ask(1, "agree", table.asked + 1) == "stale"
    assert here.ask(1, "agree") == ""
    assert here.ask(1, "agree") == "not_allowed"
    assert (table.numbers[0], len(table.log)) == (number, 1)
    here.check_folds()
    assert here.ask(2, "agree") == ""
    assert (table.numbers[0], table.log) == (number + 1, [])
    assert table.record().log == ()
    here.check_folds()
    # A move for the state before is stale now.
    assert table.state is not None
    assert here.move("host", 0, str(table.state.moves(0)[0]), number, "late") == "stale"


def test_who_is_asked_may_refuse_and_who_asks_withdraw_but_not_for_ever() -> None:
    here = room("axo", "host", "ben", takeback=True)
    table = here.table
    here.choose(0, Random(2))
    for _ in range(ASKED - 1):
        assert here.ask(0) == ""
        assert here.ask(1, "refuse") == ""
        assert table.request is None
    assert here.ask(0) == ""
    assert here.ask(0, "withdraw") == ""
    assert here.ask(0) == "no_takeback"
    here.check_folds()


def test_a_request_ends_with_the_decision_that_it_is_for() -> None:
    here = room("axo", "host", "ben", takeback=True)
    here.choose(0, Random(2))
    assert here.ask(0) == ""
    here.choose(1, Random(2))
    assert here.table.request is None
    assert here.ask(1, "agree") == "stale"
    here.check_folds()


def test_rated_games_by_setting_and_a_deal_of_the_day_never() -> None:
    rated = room("axo", "host", "ben")
    rated.choose(0, Random(1))
    assert rated.ask(0) == "no_takeback"
    day = room("axo", "host")
    day.meta = day.table.meta = day.meta.__class__(**{**vars(day.meta), "day": "2026-02-03"})
    day.until(can(0), Random(1))
    assert day.ask(0) == "no_takeback"
    bots = room("axo", "host", "novice")
    bots.until(can(0), Random(1))
    assert bots.ask(0) == ""


def test_sent_again_it_is_done_once() -> None:
    here = room("axo", "host", "novice")
    rng, table = Random(6), here.table
    here.until(lambda seen: [one.made.seat for one in seen.recent.kept if one.why is None].count(0) > 1, rng)
    number, left = table.numbers[0], len(table.log)
    assert here.ask(0, number=number, name="again") == ""
    assert here.ask(0, number=number, name="again") == ""
    assert here.ask(0, number=number, name="other") == "stale"
    assert len(table.log) == left - 1
    assert here.do(lambda seen: decide(seen, "host", TakebackAction(0, "ask", number + 1, "again"))) == "id_reused"
    # The one before it can be taken back as well.
    assert here.ask(0) == ""
    assert len(table.log) == left - 2
    here.check_folds()


def test_what_a_bot_played_for_somebody_is_not_theirs_to_take_back() -> None:
    here = room("axo", "host")
    here.until(can(0), Random(1))
    assert here.ask(0) == ""
    here.do(lambda table: [ProposedEntry("away", 0)])
    here.play(0)
    assert here.ask(0) == "not_allowed"
    here.do(lambda table: [ProposedEntry("back", 0)])
    assert here.ask(0) == "decided_since"


def test_a_log_has_bounds() -> None:
    here = room("axo", "host")
    codes = set()
    for _ in range(TAKEN + 1):
        here.until(can(0), Random(1))
        codes.add(here.ask(0))
    assert codes == {"", "no_takeback"}


def test_those_who_were_away_are_told_from_the_takeback_on() -> None:
    here = room("axo", "host", "host")
    rng, table = Random(2), here.table
    here.until(can(0), rng)
    number = table.numbers[0]
    assert here.ask(0) == ""
    told = table.numbers[0]
    for _ in range(5):
        here.choose(min(table.to_act), rng)
    moves, numbers = table.told_from
    steps = missed_by(table.record(), 0, number, moves, numbers[0])
    assert steps[0] == (told, [])
    assert steps[-1][0] == table.numbers[0]
    assert [one for one, _ in missed_by(table.record(), 0, told, moves, numbers[0])] == [one for one, _ in steps[1:]]
