"""What a viewer has missed is what they would have been told, with the numbers they would have seen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.bare_table import BareTable
from tests.server.support.serving import Guest, guest, serving, sqlite_url
from triax.games.events import plain_for
from triax.server.table import Table
from triax.server.visibility import MISSED, missed_by

Steps = list[tuple[int, list[dict[str, Any]]]]


@pytest.mark.parametrize(("game", "players"), [("rota", 2), ("axio", 3), ("axo", 2), ("axo", 1)])
def test_missed_steps_are_those_told_at_the_time(game: str, players: int) -> None:
    room = BareTable(game, players).seated(*(["host"] * players))
    room.play_out()
    table = Table(room.meta)
    received: dict[int | None, Steps] = {viewer: [] for viewer in (None, *range(players))}
    for entry in room.entries:
        change = table.apply(entry)
        if entry.kind == "move":
            for viewer in change.viewers:
                received[viewer].append((table.numbers[viewer], plain_for(change.events, viewer)))
    for viewer, steps in received.items():
        assert missed_by(table.record(), viewer, 1) == steps[-MISSED:]
        assert missed_by(table.record(), viewer, steps[-5][0]) == steps[-4:]
        assert missed_by(table.record(), viewer, table.numbers[viewer]) == []


def test_over_the_socket_one_is_told_what_is_ones_own(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        async with guest(url, "Ann") as ann, guest(url, "Ben") as ben:
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]})
            await ben.call("POST", f"/api/tables/{opened['id']}/join", {})
            for _ in range(4):
                await play_once(opened["id"], ann, ben)
            async with ann.sit_at(opened["id"]) as hers:
                first = await hers.ask("missed", "missed", seat=0, number=1)
                assert [step["number"] for step in first["steps"]] == [2, 3, 4, 5]
                # Whoever drew knows the tile; nobody else does.
                for drawn in (event for step in first["steps"] for event in step["events"] if event["kind"] == "drew"):
                    assert ("tile" in drawn) == (drawn["seat"] == 0)
                public = await hers.ask("missed", "missed", seat=None, number=4)
                assert [step["number"] for step in public["steps"]] == [5]
                assert (await hers.ask("missed", "missed", seat=1, number=1))["code"] == "not_yours"
                codes = [(await hers.ask("missed", "missed", seat=0, number=1)).get("code") for _ in range(12)]
                assert "too_fast" in codes

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(scenario(server.url))


async def play_once(table: str, *people: Guest) -> None:
    """Whoever is to move does."""
    for person in people:
        [state] = (await person.call("GET", f"/api/tables/{table}"))["states"]
        if state["moves"]:
            start, ends, _ = state["moves"][0]
            wish = {"seat": state["seat"], "move": start + ends[0], "id": f"at {state['number']}"}
            await person.call("POST", f"/api/tables/{table}/moves", wish)
            return
