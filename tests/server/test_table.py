"""A table as a fold of its entries: whatever people, bots and clocks do, in every order."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.support.bare_table import PEOPLE, SUBSTITUTE, BareTable, deadlines, folded
from tests.support import VARIANTS
from triax.games.core import Dice
from triax.games.record import read_record
from triax.server import actions
from triax.server.actions import COMINGS, RETURNS, MoveRequest, ProposedEntry
from triax.server.table import LogEntry

STRANGER = "stranger"

# Anything, in any order.


class Chaos:
    """People who do anything that can be asked for, sensible or not."""

    def __init__(self, seed: int, variant: tuple[str, int, dict[str, Any]]) -> None:
        self.rng = rng = Random(seed)
        game, players, options = variant
        self.room = BareTable(game, players, clock=rng.choice([None, 30]), **options)
        self.table = self.room.table
        self.calm = rng.choice([0.5, 0.9, 0.98])
        self.sent: list[tuple[str, MoveRequest]] = []
        self.ids = 0

    def run(self, steps: int) -> None:
        afterwards = 10
        while steps and afterwards:
            steps -= 1
            afterwards -= self.table.status in {"over", "closed"}
            self.room.now += self.rng.choice([0.0, 1.0, 20.0])
            if self.table.to_act and self.rng.random() < self.calm:
                self.sensible_move()
            elif self.table.status == "open" and self.rng.random() < 0.9:
                self.before_the_game()
            else:
                self.rng.choice([self.before_the_game, self.odd_move, self.come_and_go])()

    def anybody(self) -> str:
        seated = [seat.player for seat in self.table.seats if seat.player]
        return self.rng.choice(seated if seated and self.rng.random() < 0.8 else [*PEOPLE, STRANGER])

    def before_the_game(self) -> None:
        rng, who = self.rng, self.anybody()
        seat = rng.choice([None, 0, 1, 2, 3])
        match rng.randrange(8):
            case 0:
                self.room.do(lambda table: actions.leave(table, who))
            case 1:
                fill = rng.choice([None, "novice", "deep blue"])
                self.room.do(lambda table: actions.start(table, who, fill, rng))
            case 2 if rng.random() < 0.05:
                self.room.do(lambda table: actions.close(table, rng.choice([who, None])))
            case _:
                self.room.do(lambda table: actions.sit(table, who, seat))
                if not any(held.is_open for held in self.table.seats) and self.table.status == "open":
                    self.room.do(lambda table: actions.deal(table, rng))

    def sensible_move(self) -> None:
        table, rng = self.table, self.rng
        seat = rng.choice(sorted(table.to_act))
        number = rng.randint(table.decisions[seat].number, table.numbers[seat])
        assert table.state is not None
        moves = table.state.moves(seat)
        text = str(moves[rng.randrange(len(moves))])
        if table.bot_for(seat, SUBSTITUTE):
            assert not self.room.move(None, seat, text, number)
        else:
            player = table.seats[seat].player
            assert player is not None
            self.ids += 1
            wish = MoveRequest(seat, text, number, f"m{self.ids}")
            assert not self.room.move(player, seat, text, number, wish.id)
            self.sent.append((player, wish))

    def odd_move(self) -> None:
        rng = self.rng
        if self.sent and rng.random() < 0.5:
            player, wish = rng.choice(self.sent)
            known = self.table.answers[wish.seat, wish.id or ""]
            assert not self.room.move(player, wish.seat, wish.move, rng.choice([wish.number, 0, 999]), wish.id)
            assert self.table.answers[wish.seat, wish.id or ""] == known
            assert self.room.move(player, wish.seat, "nonsense", wish.number, wish.id) == "id_reused"
            return
        player = self.anybody()
        seat = rng.choice([*self.table.seats_of(player), rng.randrange(4)])
        text = rng.choice(["pass", "keep", "RG@0,0>N", "area 01 02 03", "nonsense", ""])
        number = rng.choice([None, 0, 1, self.table.numbers.get(seat), 999])
        self.room.move(player, seat, text, number, f"odd{self.table.count}")

    def come_and_go(self) -> None:
        rng, who = self.rng, self.anybody()
        match rng.randrange(6):
            case 0 | 1:
                self.room.do(lambda table: actions.leave(table, who))
            case 2 | 3:
                self.room.do(lambda table: actions.come_back(table, who))
            case 4:
                self.room.do(lambda table: actions.time_out(table, self.room.now))
            case _:
                seat = rng.choice([*self.table.seats_of(who), rng.randrange(4)])
                self.room.do(lambda table: actions.resign(table, who, seat))


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(VARIANTS))
def test_whatever_happens_the_entries_make_the_same_table(seed: int, variant: tuple[str, int, dict[str, Any]]) -> None:
    chaos = Chaos(seed, variant)
    chaos.run(200)
    chaos.room.check_folds()


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_a_whole_game_is_its_record(game: str, players: int, options: dict[str, Any]) -> None:
    room = BareTable(game, players, **options).seated(*PEOPLE[:players])
    room.play_out()
    room.check_folds()
    table = room.table
    assert table.status == "over"
    record = read_record(table.record().to_json())
    assert list(record.replay())[-1].after == table.state
    assert table.state is not None
    assert table.state.outcome is not None
    assert table.standings == [list(place) for place in table.state.outcome.standings]


# Standings.


@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_who_stays_wins(game: str, players: int) -> None:
    room = BareTable(game, players).seated(*PEOPLE[:players])
    for seat in range(players - 1):
        assert room.table.status == "playing"
        assert not room.resign(seat)
    assert room.table.standings == [[seat] for seat in reversed(range(players))]
    assert room.table.to_act == frozenset()
    assert room.resign(players - 1) == "not_playing"


@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
def test_a_solo_game_given_up_has_no_winner(game: str) -> None:
    room = BareTable(game, 1).seated("host")
    assert not room.resign(0)
    assert (room.table.status, room.table.standings) == ("over", [])


@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
def test_a_bot_that_wins_for_one_who_resigned_comes_last(game: str) -> None:
    """Whoever is first by the rules has resigned; the others keep their order and their ties."""
    winners = set()
    for seed in range(3):
        room = BareTable(game, 3)
        room.dice = Dice(Random(seed))
        room.seated(*PEOPLE[:3])
        room.play_out()
        standings = room.table.standings
        assert standings is not None
        winner = standings[0][0]
        winners.add(winner)
        begun = next(n for n, entry in enumerate(room.entries) if entry.kind == "move")
        resigned = LogEntry(begun, "resign", winner, {}, room.now, "resigned")
        later = [msgspec.structs.replace(entry, number=entry.number + 1) for entry in room.entries[begun:]]
        places = folded(room.meta, [*room.entries[:begun], resigned, *later]).standings
        expected = [[seat for seat in place if seat != winner] for place in standings]
        assert places == [*filter(None, expected), [winner]]
    assert len(winners) > 1


def test_a_game_ends_when_only_bots_are_left() -> None:
    room = BareTable("axio", 4).seated("host", "novice", "ben", "novice")
    assert not room.resign(2)
    assert room.table.status == "playing"
    assert not room.resign(0)
    assert (room.table.status, room.table.standings) == ("over", [[1, 3], [0], [2]])


# Coming and going.


def test_who_resigned_while_away_does_not_come_back() -> None:
    room = BareTable("rota", 3, clock=30).seated(*PEOPLE[:3])
    seat = min(room.table.to_act)
    player = PEOPLE[seat]
    assert not room.do(lambda table: actions.leave(table, player))
    assert not room.resign(seat)
    assert room.do(lambda table: actions.come_back(table, player)) == "not_allowed"
    assert room.do(lambda table: actions.leave(table, player)) == "not_allowed"
    assert room.resign(seat) == "not_allowed"
    assert room.table.deadline(seat) is None
    assert room.table.bot_for(seat, SUBSTITUTE) == SUBSTITUTE
    assert room.move(player, seat, "keep") == "not_allowed"
    room.play_out()
    assert room.table.standings is not None
    assert room.table.standings[-1] == [seat]


def test_leaving_keeps_the_seat_whoever_has_to_move() -> None:
    room = BareTable("rota", 2, clock=30).seated("host", "ben")
    waiting = 1 - min(room.table.to_act)
    assert not room.do(lambda table: actions.leave(table, PEOPLE[waiting]))
    assert room.table.seats[waiting].away
    assert not room.play(1 - waiting)
    assert room.table.deadline(waiting) is None
    assert room.play(waiting) == ""
    assert not room.do(lambda table: actions.come_back(table, PEOPLE[waiting]))
    assert room.do(lambda table: actions.come_back(table, PEOPLE[waiting])) == ""
    assert not room.table.seats[waiting].away


def test_a_clock_starts_again_for_who_is_back() -> None:
    room = BareTable("axio", 2, clock=30).seated("host", "ben")
    seat = min(room.table.to_act)
    assert room.table.deadline(seat) == room.now + 30
    room.now += 29
    assert actions.time_out(room.table, room.now) == []
    room.now += 1
    assert not room.do(lambda table: actions.time_out(table, room.now))
    assert room.table.seats[seat].away
    room.now += 500
    assert not room.do(lambda table: actions.come_back(table, PEOPLE[seat]))
    assert room.table.deadline(seat) == room.now + 30
    number = room.table.decisions[seat].number
    assert number == room.table.numbers[seat] == 1


def test_a_clock_starts_again_once_a_decision() -> None:
    """Whoever leaves and comes back over and over would hold the others up for ever."""
    room = BareTable("rota", 2, clock=30).seated("host", "ben")
    seat = min(room.table.to_act)
    for _ in range(3):
        room.now += 10
        assert not room.do(lambda table: actions.leave(table, PEOPLE[seat]))
        assert not room.do(lambda table: actions.come_back(table, PEOPLE[seat]))
        assert room.table.deadline(seat) == 1000 + 10 + 30
    room.check_folds()
    assert not room.play(seat)
    while seat not in room.table.to_act:
        assert not room.play(min(room.table.to_act))
    room.now += 10
    assert not room.do(lambda table: actions.leave(table, PEOPLE[seat]))
    assert not room.do(lambda table: actions.come_back(table, PEOPLE[seat]))
    assert room.table.deadline(seat) == room.now + 30


def test_nobody_comes_and_goes_for_ever() -> None:
    """Whoever opens a table reads its whole log."""
    room = BareTable("rota", 3)
    codes = set()
    for _ in range(COMINGS):
        codes.add(room.do(lambda table: actions.sit(table, "ben", 1)))
        codes.add(room.do(lambda table: actions.leave(table, "ben")))
    assert "not_allowed" in codes
    assert len(room.entries) <= COMINGS + 1
    room = BareTable("rota", 2).seated("host", "ben")
    codes = set()
    for _ in range(RETURNS + 1):
        room.do(lambda table: actions.leave(table, "ben"))
        codes.add(room.do(lambda table: actions.come_back(table, "ben")))
    assert codes == {"", "not_allowed"}
    assert room.table.seats[1].away
    room.play_out()


def test_marks_that_nobody_sees_do_not_move_the_clock() -> None:
    """Not even the deadline tells how far the others are with their marks."""
    room = BareTable("axo", 2, clock=30).seated("host", "ben")
    unseen = 0
    for _ in range(60):
        room.now += 1
        seat = max(room.table.to_act)
        before = room.table.decisions[seat]
        assert not room.play(seat)
        after = room.table.decisions.get(seat)
        if after is not None and after.since == before.since:
            assert after.number == room.table.numbers[seat]
            unseen += 1
    assert unseen


def test_a_move_for_any_state_since_the_decision_began_will_do() -> None:
    room = BareTable("axo", 3).seated(*PEOPLE[:3])
    for seat in (2, 0):
        assert not room.play(seat)
    table = room.table
    assert table.state is not None
    assert (table.decisions[1].number, table.numbers[1]) == (1, 3)
    text = str(table.state.moves(1)[0])
    assert room.move("ben", 1, text, 0) == "stale"
    assert room.move("ben", 1, text, 4) == "stale"
    assert room.move("ben", 0, text, 1) == "not_yours"
    assert room.move("host", 0, text, 1) == "stale"
    assert room.move("host", 0, text, table.numbers[0]) == "wrong_seat"
    assert room.move("ben", 1, text, 1, "x") == ""
    assert room.move("ben", 1, text, 1, "x") == ""
    assert room.table.answers[1, "x"] == (text, table.numbers[1])


def test_an_id_belongs_to_its_seat() -> None:
    room = BareTable("axo", 2).seated("host", "host")
    texts = []
    for seat in (0, 1):
        assert room.table.state is not None
        texts.append(str(room.table.state.moves(seat)[0]))
        assert room.move("host", seat, texts[seat], 1, "first") == ""
    assert room.move("host", 0, texts[1], 1, "first") == "id_reused"
    assert len([entry for entry in room.entries if entry.kind == "move"]) == 2


# Before the game.


def test_sitting_down() -> None:
    room = BareTable("rota", 4)
    room.do(lambda _: [ProposedEntry("sit", 1, {"kept_for": "ben"}), ProposedEntry("sit", 3, {"bot": "novice"})])
    assert room.do(lambda table: actions.sit(table, "host", 1)) == "seat_taken"
    assert room.do(lambda table: actions.sit(table, "host", 3)) == "seat_taken"
    assert room.do(lambda table: actions.sit(table, "host", None)) == ""
    assert room.do(lambda table: actions.sit(table, "host", None)) == "not_allowed"
    assert room.do(lambda table: actions.sit(table, "ben", None)) == ""
    assert room.table.seats_of("ben") == (1,)
    assert room.do(lambda table: actions.sit(table, "host", 2)) == ""
    assert room.table.seats_of("host") == (0, 2)
    assert room.do(lambda table: actions.sit(table, "cleo", None)) == "seat_taken"


def test_a_host_who_leaves_nobody_behind_gives_the_table_up() -> None:
    room = BareTable("rota", 3)
    room.do(lambda table: actions.sit(table, "host", 0))
    room.do(lambda table: actions.sit(table, "ben", 1))
    assert room.do(lambda table: actions.leave(table, "cleo")) == "not_yours"
    assert room.do(lambda table: actions.leave(table, "host")) == ""
    assert room.table.status == "open"
    assert room.do(lambda table: actions.start(table, "ben", "novice", Random(0))) == "not_allowed"
    room.do(lambda table: actions.sit(table, "host", 2))
    assert room.do(lambda table: actions.leave(table, "ben")) == ""
    assert room.table.status == "open"
    assert room.do(lambda table: actions.leave(table, "host")) == ""
    assert (room.table.status, room.table.ended) == ("closed", room.now)
    assert room.do(lambda table: actions.sit(table, "ben", 0)) == "not_open"


def test_a_table_of_bots_plays_itself() -> None:
    room = BareTable("rota", 2, clock=30).seated("novice", "adept")
    assert deadlines(room.table) == [None, None]
    room.play_out()
    assert room.table.standings is not None


def test_a_closed_game_is_nobodys_to_play() -> None:
    room = BareTable("axio", 2, clock=30, start=0).seated("host", "ben")
    assert room.do(lambda table: actions.close(table, "host")) == "not_open"
    assert room.do(lambda table: actions.close(table, None)) == ""
    table = room.table
    assert (table.status, table.standings, table.decisions) == ("closed", None, {})
    assert room.play(0) == "not_playing"
    assert room.do(lambda table: actions.close(table, None)) == "not_playing"
