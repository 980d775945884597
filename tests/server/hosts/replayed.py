"""The same once more with the rules in hand: every state that anyone saw is what the list leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.server.hosts.checker import Event, StoredList
from tests.server.hosts.history import digest
from tests.server.simulation.checks import ReplayedLog


def check(history: Sequence[Event], lists: Mapping[str, StoredList], games: Mapping[str, str]) -> list[str]:
    wrong, logs = [], {}
    for table, found in lists.items():
        entries = [(one.number, one.kind, one.seat, dict(one.data), one.uid) for one in found.entries]
        try:
            logs[table] = ReplayedLog(found.players, games[table], entries)
        except (AssertionError, ValueError) as error:
            wrong.append(f"{table}: not by the rules: {error}")
    for event in history:
        log = logs.get(event.get("table", ""))
        if log is None:
            continue
        if event["kind"] == "saw" and digest(log.view(event["viewer"], event["number"])) != event["view"]:
            wrong.append(f"{event['table']}: seat {event['viewer']} saw another state {event['number']}")
        if event["kind"] == "accepted" and log.reached.get((event["seat"], event["id"])) != event["number"]:
            wrong.append(f"{event['table']}: {event['id']} was told to be {event['number']}")
    return wrong
