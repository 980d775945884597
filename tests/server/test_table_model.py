"""People, bots and clocks at a real table, stored in a real database, beside a simple model of it: in any order."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeVar
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.server.support.serving import sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.table_model import CLOCK, ModelSeat, TableModel
from tests.server.support.table_service import service_on
from tests.server.support.whole_games import execute
from tests.support import VARIANTS
from triax.games import GAMES
from triax.games.record import read_record
from triax.server import actions
from triax.server.accounts import new_id
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.errors import CODES, Refused
from triax.server.table import Table, TableMeta
from triax.server.table_service import Proposal, TableService

T = TypeVar("T")
PEOPLE = 4
BEGIN = 1_000_000.0

people = st.sampled_from([0, 0, 0, 1, 1, 2, 3])
seats = st.integers(0, 4)


@dataclass
class Service:
    """The real service of tables, and four people."""

    tables: TableService
    url: str
    players: list[str]
    runner: asyncio.Runner

    def run(self, work: Callable[[], Awaitable[T]]) -> T:
        async def main() -> T:
            async with asyncio.timeout(60):
                return await work()

        return self.runner.run(main())


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    url = database_url(sqlite_url(tmp_path_factory.mktemp("tables")))
    with asyncio.Runner() as runner:

        async def prepare() -> None:
            async with service_on(Database(url)):
                pass
            # The deal of a day comes from it: the same luck in every run.
            await execute(url, "UPDATE settings SET value = '5eed' WHERE key = 'secret'")

        runner.run(prepare())
        opened = service_on(Database(url))
        tables = runner.run(opened.__aenter__())
        players = [runner.run(tables.accounts.new_guest(f"P{number}")).id for number in range(PEOPLE)]
        yield Service(tables, url, players, runner)
        runner.run(opened.__aexit__(None, None, None))


class TableMachine(RuleBasedStateMachine):
    service: Service
    game: str

    def __init__(self) -> None:
        super().__init__()
        self.model: TableModel | None = None
        self.ids = 0
        self._time = patch("time.time", lambda: self.model.now if self.model else BEGIN)
        self._time.start()

    # A table, and what is asked of it.

    @initialize(
        data=st.data(),
        seated=st.lists(st.sampled_from([0, 1, 2, "novice", None]), min_size=4, max_size=4),
        known=st.integers(1, 3),
        waiting=st.booleans(),
        has_clock=st.sampled_from([True, True, False]),
        day=st.integers(1, 28),
    )
    def open(
        self,
        *,
        data: st.DataObject,
        seated: list[int | str | None],
        known: int,
        waiting: bool,
        has_clock: bool,
        day: int,
    ) -> None:
        """A table at which so many people sit already, and bots; one that waits for nobody is full."""
        game, players, options = data.draw(st.sampled_from([one for one in VARIANTS if one[0] == self.game]))
        host = self.service.players[data.draw(st.sampled_from([0, 0, 1, 3]))]
        clock = CLOCK if has_clock else None
        meta = TableMeta(new_id(), game, players, options, True, clock, False, host, BEGIN, f"2026-02-{day:02}")
        model = TableModel(game, [ModelSeat() for _ in range(players)], host, has_clock, BEGIN)
        wanted: list[ProposedEntry] = []
        for seat, who in enumerate(seated[:players]):
            if isinstance(who, str):
                model.seats[seat].bot = who
                wanted.append(ProposedEntry("sit", seat, {"bot": who}))
            elif who is not None or not waiting:
                player = self.service.players[(who or 0) % known]
                model.seats[seat].player = player
                wanted.append(ProposedEntry("sit", seat, {"player": player}))
        model.entries = [("sit", one.seat) for one in wanted]
        model.start_if_full()
        self.live = self.service.run(lambda: self.service.tables.create(meta, wanted))
        self.model = model
        self._dealt()
        self._play(data, data.draw(st.integers(0, 12)))

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def known(self) -> TableModel:
        assert self.model is not None
        return self.model

    def _ask(self, work: Callable[[], Awaitable[T]]) -> tuple[str, T | None]:
        """The code of the refusal, or what was answered."""
        try:
            return "", self.service.run(work)
        except Refused as refused:
            return refused.code, None

    def _act(self, expected: str, decide: Proposal, *, sits: bool = False) -> None:
        tables = self.service.tables
        act = tables.sit_down if sits else tables.act
        code, _ = self._ask(lambda: act(self.live, decide))
        assert code == expected
        self._dealt()

    def _person(self, who: int, *, away: bool = False) -> str:
        """Those who sit here come first, or those for whom a bot plays."""

        def comes_later(player: str) -> tuple[bool, bool]:
            mine = self.known.seats_of(player)
            return not (away and any(self.known.seats[seat].away for seat in mine)), not mine

        return sorted(self.service.players, key=comes_later)[who]

    def _dealt(self) -> None:
        if self.known.status != "open" and self.known.state is None and self.table.state is not None:
            self.known.deal(self.table.state.options, self.table.setup)

    # Coming and going.

    @precondition(lambda self: self.known.status == "open" or len(self.known.entries) % 5 == 0)
    @rule(who=people, seat=st.none() | seats)
    def sit(self, who: int, seat: int | None) -> None:
        player = self._person(who)
        self._act(self.known.sit(player, seat), lambda table: actions.sit(table, player, seat), sits=True)

    @precondition(lambda self: self.known.status == "open" or len(self.known.entries) % 5 == 1)
    @rule(who=people, fill=st.sampled_from(["novice", None]))
    def start(self, who: int, fill: str | None) -> None:
        player = self._person(who)
        self._act(self.known.start(player, fill), lambda table: actions.start(table, player, fill, Random(who)))

    @rule(who=people)
    def leave(self, who: int) -> None:
        player = self._person(who)
        self._act(self.known.leave(player), lambda table: actions.leave(table, player))

    @rule(who=people)
    def come_back(self, who: int) -> None:
        player = self._person(who, away=True)
        self._act(self.known.come_back(player), lambda table: actions.come_back(table, player))

    @rule(who=people, seat=seats, own=st.booleans())
    def resign(self, who: int, seat: int, own: bool) -> None:
        player = self._person(who)
        if own:
            seat = max(self.known.seats_of(player), key=lambda held: not self.known.seats[held].resigned, default=seat)
        self._act(self.known.resign(player, seat), lambda table: actions.resign(table, player, seat))

    @rule(seconds=st.sampled_from([1, 10, CLOCK - 1, CLOCK, 1000]))
    def wait(self, seconds: int) -> None:
        self.known.now += seconds
        self._act(self.known.clock(), lambda table: actions.time_out(table, self.known.now))

    @precondition(lambda self: len(self.known.entries) % 8 == 7)
    @rule(who=people, owner=st.booleans())
    def close(self, who: int, owner: bool) -> None:
        player = None if owner else self._person(who)
        self._act(self.known.close(player), lambda table: actions.close(table, player))

    @rule()
    def restart(self) -> None:
        """Another process takes over, and has the database alone."""
        self.service.tables.drop(self.live)
        self.live = self.service.run(lambda: self.service.tables.open(self.table.meta.id))

    # Moves.

    def _move(self, player: str | None, request: MoveRequest) -> None:
        model, tables, before = self.known, self.service.tables, len(self.table.log)
        expected = model.refuse(player, request)
        code, number = self._ask(lambda: tables.move(self.live, player, request))
        assert code == expected
        assert code in {"", *CODES}
        if code:
            return
        shuffles = [entry["shuffle"] for entry in self.table.log[before:] if "shuffle" in entry]
        assert number == model.move(request, shuffles)
        self.the_table_is_as_the_model_has_it()

    def _legal(self, seat: int, choice: int) -> str:
        assert self.known.state is not None
        moves = self.known.state.moves(seat)
        return str(moves[choice % len(moves)])

    @precondition(lambda self: self.known.owed)
    @rule(data=st.data())
    def play_one(self, data: st.DataObject) -> None:
        self._play(data, 1)

    @precondition(lambda self: self.known.owed)
    @rule(data=st.data(), count=st.sampled_from([3, 25]))
    def play_on(self, data: st.DataObject, count: int) -> None:
        self._play(data, count)

    def _play(self, data: st.DataObject, count: int) -> None:
        """Legal moves, whoever plays for the seat, each for some state since the decision came up."""
        for _ in range(count):
            if not self.known.owed:
                return
            self.known.now += 1
            seat = data.draw(st.sampled_from(sorted(self.known.owed)))
            since, reached = self.known.owed[seat].number, self.known.numbers[seat]
            number = data.draw(st.none() | st.integers(since, reached))
            held = self.known.seats[seat]
            self.ids += 1
            name = f"m{self.ids}" if self.ids % 4 and not held.is_played_by_a_bot else None
            request = MoveRequest(seat, self._legal(seat, data.draw(st.integers(0, 1000))), number, name)
            player = None if held.is_played_by_a_bot else held.player
            assert not self.known.refuse(player, request)
            self._move(player, request)

    @precondition(lambda self: self.known.accepted)
    @rule(data=st.data(), number=st.sampled_from([None, 0, 1, 999]), other=st.booleans())
    def repeat(self, data: st.DataObject, number: int | None, other: bool) -> None:
        """A move that was accepted comes once more: it gets the same answer. Under its id there is no other."""
        (seat, name), (text, reached) = data.draw(st.sampled_from(sorted(self.known.accepted.items())))
        player = self.known.seats[seat].player
        if player is None:
            return
        if other:
            self._move(player, MoveRequest(seat, "another", number, name))
            return
        request = MoveRequest(seat, text, number, name)
        assert self.service.run(lambda: self.service.tables.move(self.live, player, request)) == reached

    @precondition(lambda self: self.known.state)
    @rule(
        who=people, seat=seats, choice=st.integers(0, 1000), number=st.sampled_from([None, -1, 0, 1]), bot=st.booleans()
    )
    def try_out(self, who: int, seat: int, choice: int, number: int | None, bot: bool) -> None:
        """Anybody at any seat, with a move of somebody who owes one, near the state that there is."""
        text = self._legal(min(self.known.owed), choice) if self.known.owed else "pass"
        wanted = None if number is None else self.known.numbers.get(seat, 1) + number
        player = self._person(who)
        if bot and seat < len(self.known.seats):
            self._move(None, MoveRequest(seat, text, wanted))
        else:
            self.ids += 1
            self._move(player, MoveRequest(next(iter(self.known.seats_of(player)), seat), text, wanted, f"m{self.ids}"))

    @precondition(lambda self: self.known.owed)
    @rule(
        data=st.data(), text=st.sampled_from(["", "nonsense", "pass", "exchange", "0,0/0", "RR@9,9>N", "area 01 02 03"])
    )
    def play_nonsense(self, data: st.DataObject, text: str) -> None:
        seat = data.draw(st.sampled_from(sorted(self.known.owed)))
        self._move(self.known.seats[seat].player, MoveRequest(seat, text))

    # What must hold.

    @invariant()
    def the_table_is_as_the_model_has_it(self) -> None:
        if self.model is None:
            return
        table, model = self.table, self.known
        assert table.status == model.status
        assert table.count == len(model.entries)
        assert [(seat.player, seat.bot, seat.away, seat.resigned) for seat in table.seats] == [
            (seat.player, seat.bot, seat.away, seat.resigned) for seat in model.seats
        ]
        assert [(entry["seat"], entry["move"]) for entry in table.log if "move" in entry] == model.moves
        assert table.state == model.state
        assert table.to_act == model.owed.keys()
        assert table.numbers == model.numbers
        assert table.answers == model.accepted
        assert [table.deadline(seat) for seat in range(len(table.seats))] == [
            model.deadline(seat) for seat in range(len(table.seats))
        ]
        assert table.standings == model.standings

    def teardown(self) -> None:
        self._time.stop()
        if self.model is None:
            return
        stored = self.service.run(lambda: read_tables(self.service.url))[self.table.meta.id]
        stored.check()
        assert [(entry.kind, entry.seat) for entry in stored.entries] == self.model.entries
        # What is written when a game is over is the results' part.
        assert stored.status == ("playing" if self.model.status == "over" else self.model.status)
        if self.model.state is not None:
            assert stored.final == self.model.state
            if self.model.state.outcome is not None:
                *_, last = read_record(self.table.record().to_json()).replay()
                assert last.after == self.model.state


@pytest.mark.parametrize("game", GAMES.own)
def test_a_table_does_what_its_model_does(game: str, service: Service) -> None:
    exploring = bool(os.environ.get("TRIAX_EXPLORE"))
    bounds = settings(max_examples=300 if exploring else 20, stateful_step_count=80 if exploring else 40)
    machine = type("Machine", (TableMachine,), {"service": service, "game": game})
    run_state_machine_as_test(machine, settings=bounds)
