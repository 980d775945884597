"""Sends what happens at a table to those who listen: each what they may know, in the order in which it happened."""

from __future__ import annotations

from triax.server import protocol
from triax.server.connection import Connection
from triax.server.live_table import ChatLine, LiveTable
from triax.server.messages import Telling, table_info
from triax.server.table import Change, Table
from triax.server.visibility import Viewer


def send_states(live: LiveTable, connection: Connection, change: Change | None = None) -> None:
    """The states that a listener may see, as they are."""
    for viewer in connection.seats or (None,):
        send_state(live, connection, viewer, change)


def send_state(live: LiveTable, connection: Connection, viewer: Viewer, change: Change | None = None) -> None:
    if live.table.state is not None:
        _show(connection, Telling(live.table, change), viewer)


def send_change(live: LiveTable, change: Change) -> None:
    match change.entry.kind:
        case "move":
            _send_move(live, change)
            if live.table.status == "over":
                send_table(live)
        case "hint":
            pass
        case _:
            send_table(live, change)


def _send_move(live: LiveTable, change: Change) -> None:
    telling = Telling(live.table, change)
    for connection in live.connections:
        for viewer in connection.seats or (None,):
            if viewer not in change.viewers:
                continue
            if (before := connection.told.get(viewer)) is None:
                _show(connection, telling, viewer)
            else:
                connection.told[viewer] = telling.seen(viewer)
                for message in telling.step(viewer, before):
                    connection.send(message)


def _show(connection: Connection, telling: Telling, viewer: Viewer) -> None:
    if connection.wants_steps:
        connection.told[viewer] = telling.seen(viewer)
    for message in telling.state(viewer):
        connection.send(message)


def send_line(live: LiveTable, line: ChatLine) -> None:
    said = protocol.encode(protocol.Said(_line(live, line)))
    for connection in live.connections:
        if _may_read(live.table, connection, line):
            connection.send(said)


def send_table(live: LiveTable, change: Change | None = None) -> None:
    shown = table_info(live)
    for connection in live.connections:
        before = connection.seats
        connection.seats = live.table.seats_of(connection.player)
        if before != connection.seats:
            connection.told.clear()
        connection.send(protocol.encode(protocol.TableChanged(list(connection.seats), shown)))
        # Who is back may move again.
        if before != connection.seats or (change and (change.viewers or change.entry.kind == "back")):
            send_states(live, connection, change)


def readable_chat(live: LiveTable, connection: Connection) -> list[protocol.ChatInfo]:
    return [_line(live, line) for line in live.chat.lines if _may_read(live.table, connection, line)]


def _line(live: LiveTable, line: ChatLine) -> protocol.ChatInfo:
    return protocol.ChatInfo(line.room, line.player, live.names.get(line.player, ""), line.text, line.at, line.phrase)


def _may_read(table: Table, connection: Connection, line: ChatLine) -> bool:
    if line.player in connection.unheard:
        return False
    return line.room == "table" or not connection.seats or table.status in {"over", "closed"}
