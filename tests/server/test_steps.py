"""States told by what is different lead to the very states that others are told as a whole."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from tests.server.support.socket_schema import check_message
from tests.server.support.steps import StepReader
from triax.games import GAMES
from triax.games.core import Dice
from triax.server import actions
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.config import Limits
from triax.server.connection import Connection
from triax.server.messages import Telling, differences
from triax.server.table import Change, LogEntry, Table, TableMeta
from triax.server.visibility import ToldView, Viewer


class Viewed(Table):
    """A table at which everybody is told steps, and the whole as well."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.readers: dict[Viewer, StepReader] = {}
        self.told: dict[Viewer, ToldView] = {}

    def do(self, one: ProposedEntry) -> Change:
        return self.apply(LogEntry(self.count, one.kind, one.seat, one.data, 1000.0, f"u{self.count}"), one.turn)

    def tell(self, change: Change) -> None:
        telling = Telling(self, change)
        for viewer in change.viewers:
            whole = [msgspec.json.decode(message) for message in telling.state(viewer)]
            if viewer in self.told:
                [step] = [msgspec.json.decode(message) for message in telling.step(viewer, self.told[viewer])]
                check_message(step, "StepShown")
                assert self.readers[viewer].read(step) == whole
            else:
                self.readers[viewer] = StepReader()
                self.readers[viewer].read(whole[0])
            self.told[viewer] = telling.seen(viewer)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_steps_lead_where_states_do(game: str, players: int) -> None:
    rng = Random(f"{game} {players}")
    table = Viewed(TableMeta("t", game, players, {}, True, 60, False, "0", 0.0))
    for seat in range(players):
        table.do(ProposedEntry("sit", seat, {"player": str(seat)}))
    table.tell(table.do(actions.deal(table, rng)))
    while table.status == "playing":
        seat = rng.choice(sorted(table.to_act))
        assert table.state is not None
        request = MoveRequest(seat, str(rng.choice(table.state.moves(seat))), id=str(table.count))
        played = actions.move(table, str(seat), request, Dice(rng))
        assert isinstance(played, ProposedEntry)
        table.tell(table.do(played))


def test_what_is_different() -> None:
    before: dict[str, Any] = {"a": [1], "b": [], "c": [1, 2], "d": 1, "e": [1]}
    after: dict[str, Any] = {"a": [1, 2, 3], "b": [1], "c": [1], "d": 2, "e": [1]}
    assert differences(before, after) == ({"b": [1], "c": [1], "d": 2}, {"a": [2, 3]})
    assert differences(after, after) == ({}, {})


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (b"steps", True),
        (b"steps=", True),
        (b"a=b&steps", True),
        (b"steps=1&c", True),
        (b"", False),
        (b"missteps", False),
    ],
)
def test_steps_are_asked_for_by_name(query: bytes, expected: bool) -> None:
    async def never() -> Message:
        raise NotImplementedError

    async def nowhere(_message: Message) -> None:
        raise NotImplementedError

    async def make() -> Connection:
        return Connection(WebSocket({"type": "websocket", "query_string": query}, never, nowhere), "ann", Limits())

    assert asyncio.run(make()).wants_steps is expected
