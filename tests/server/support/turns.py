"""Two people who play by turns over HTTP."""

from __future__ import annotations

from tests.server.support.serving import Guest

QUIET = 3.5
"""Seconds after which a word of a turn would have come."""


async def table_of(first: Guest, second: Guest, **asked: object) -> str:
    """A game of Rota between two, where the first is to move."""
    made = await first.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], **asked})
    started = await second.call("POST", f"/api/tables/{made['id']}/join", {})
    if started["to_act"] == [0]:
        return str(made["id"])
    await first.call("POST", f"/api/tables/{made['id']}/resign", {"seat": 0})
    return await table_of(first, second, **asked)


async def move(person: Guest, table: str, name: str) -> None:
    """Whatever is legal, until it is somebody else's turn."""
    for step in range(10):
        shown = await person.call("GET", f"/api/tables/{table}")
        (seat,) = shown["yours"]
        if seat not in shown["table"]["to_act"]:
            return
        start, ends, _ = shown["states"][0]["moves"][0]
        sent = {"seat": seat, "move": start + ends[0], "id": f"{name}-{step}"}
        await person.call("POST", f"/api/tables/{table}/moves", sent)
