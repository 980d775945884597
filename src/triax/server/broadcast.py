"""Sends what happens at a table to those who listen: each what they may know, in the order in which it happened."""

from __future__ import annotations

from triax.server import protocol
from triax.server.connection import Connection
from triax.server.live_table import ChatLine, LiveTable
from triax.server.messages import moves_message, state_message, table_info
from triax.server.table import Change, Table
from triax.server.visibility import Viewer


def send_states(live: LiveTable, connection: Connection) -> None:
    """The states that a listener may see, as they are."""
    for viewer in connection.seats or (None,):
        send_state(live, connection, viewer)


def send_state(live: LiveTable, connection: Connection, viewer: Viewer) -> None:
    if live.table.state is not None:
        connection.send(state_message(live.table, viewer, None))
        if (offer := moves_message(live.table, viewer)) is not None:
            connection.send(offer)


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
    made: dict[Viewer, list[bytes]] = {}
    for connection in live.connections:
        for viewer in connection.seats or (None,):
            if viewer not in change.viewers:
                continue
            if viewer not in made:
                made[viewer] = [state_message(live.table, viewer, change)]
            connection.send(made[viewer][0])
    # The moves come behind the states: they take longer to work out.
    for connection in live.connections:
        for viewer in connection.seats:
            if viewer in change.viewers:
                if len(made[viewer]) == 1:
                    made[viewer] += [offer] if (offer := moves_message(live.table, viewer)) else [b""]
                if made[viewer][1]:
                    connection.send(made[viewer][1])


def send_line(live: LiveTable, line: ChatLine) -> None:
    said = protocol.encode(protocol.Said(_line(live, line)))
    for connection in live.connections:
        if _may_read(live.table, connection, line.room):
            connection.send(said)


def send_table(live: LiveTable, change: Change | None = None) -> None:
    shown = table_info(live)
    for connection in live.connections:
        before = connection.seats
        connection.seats = live.table.seats_of(connection.player)
        connection.send(protocol.encode(protocol.TableChanged(list(connection.seats), shown)))
        # Who is back may move again.
        if before != connection.seats or (change and (change.viewers or change.entry.kind == "back")):
            send_states(live, connection)


def readable_chat(live: LiveTable, connection: Connection) -> list[protocol.ChatInfo]:
    return [_line(live, line) for line in live.chat.lines if _may_read(live.table, connection, line.room)]


def _line(live: LiveTable, line: ChatLine) -> protocol.ChatInfo:
    return protocol.ChatInfo(line.room, line.player, live.names.get(line.player, ""), line.text, line.at)


def _may_read(table: Table, connection: Connection, room: str) -> bool:
    return room == "table" or not connection.seats or table.status in {"over", "closed"}
