"""Telling those who listen at a table: each what they may know, in the order in which it happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triax.server import protocol
from triax.server.connection import Connection
from triax.server.outgoing import info_of, moves_message, state_message
from triax.server.table import Change, ChatLine, Table, Viewer

if TYPE_CHECKING:
    from triax.server.desk import Live


def show(live: Live, connection: Connection) -> None:
    """The states that a listener may see, as they are."""
    for viewer in connection.seats or (None,):
        show_seat(live, connection, viewer)


def show_seat(live: Live, connection: Connection, viewer: Viewer) -> None:
    if live.table.state is not None:
        connection.send(state_message(live.table, viewer, None))
        if (offer := moves_message(live.table, viewer)) is not None:
            connection.send(offer)


def tell(live: Live, change: Change) -> None:
    match change.entry.kind:
        case "move":
            _tell_move(live, change)
            if live.table.status == "over":
                tell_table(live)
        case "chat":
            _tell_chat(live)
        case _:
            tell_table(live, change)


def _tell_move(live: Live, change: Change) -> None:
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


def _tell_chat(live: Live) -> None:
    line = live.table.chat[-1]
    said = protocol.encode(protocol.Said(_line(live, line)))
    for connection in live.connections:
        if _may_read(live.table, connection, line.room):
            connection.send(said)


def tell_table(live: Live, change: Change | None = None) -> None:
    shown = info_of(live)
    for connection in live.connections:
        before = connection.seats
        connection.seats = live.table.seats_of(connection.player)
        connection.send(protocol.encode(protocol.TableChanged(list(connection.seats), shown)))
        # Who is back may move again.
        if before != connection.seats or (change and (change.viewers or change.entry.kind == "back")):
            show(live, connection)


def chat_for(live: Live, connection: Connection) -> list[protocol.ChatInfo]:
    return [_line(live, line) for line in live.table.chat if _may_read(live.table, connection, line.room)]


def _line(live: Live, line: ChatLine) -> protocol.ChatInfo:
    return protocol.ChatInfo(line.room, line.player, live.names.get(line.player, ""), line.text, line.at)


def _may_read(table: Table, connection: Connection, room: str) -> bool:
    return room == "table" or not connection.seats or table.status in {"over", "closed"}
