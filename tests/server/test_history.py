"""What a viewer has missed is what they would have been told, with the numbers they would have seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.room import Room
from triax.games.core import redact
from triax.server.history import MOST, missed
from triax.server.table import Table

Steps = list[tuple[int, list[dict[str, Any]]]]


@pytest.mark.parametrize(("game", "players"), [("rota", 2), ("axio", 3), ("axo", 2), ("axo", 1)])
def test_missed_steps_are_those_told_at_the_time(game: str, players: int) -> None:
    room = Room(game, players).seated(*(["host"] * players))
    room.play_out()
    table = Table(room.meta)
    told: dict[int | None, Steps] = {viewer: [] for viewer in (None, *range(players))}
    for entry in room.entries:
        change = table.apply(entry)
        if entry.kind == "move":
            for viewer in change.viewers:
                told[viewer].append((table.numbers[viewer], redact(change.events, viewer)))
    for viewer, steps in told.items():
        assert missed(table.record(), viewer, 1) == steps[-MOST:]
        assert missed(table.record(), viewer, steps[-5][0]) == steps[-4:]
        assert missed(table.record(), viewer, table.numbers[viewer]) == []
