"""The messages of a table, made for one viewer of it."""

from __future__ import annotations

from triax.games.core import Offers
from triax.server import protocol
from triax.server.live_table import LiveTable
from triax.server.table import Change, Table
from triax.server.visibility import Viewer, events_for, moves_for, view_for


def moves_of(table: Table, viewer: Viewer) -> list[Offers]:
    """The moves that this viewer may make now."""
    if viewer is None or viewer not in table.to_act or table.seats[viewer].away or table.seats[viewer].resigned:
        return []
    assert table.state is not None
    return moves_for(table.state, viewer)


def state_message(table: Table, viewer: Viewer, change: Change | None) -> bytes:
    assert table.state is not None
    events = events_for(change.events, viewer) if change else []
    view = view_for(table.state, viewer)
    return protocol.encode(protocol.StateShown(viewer, table.numbers[viewer], events, view, deadlines_of(table)))


def moves_message(table: Table, viewer: Viewer) -> bytes | None:
    groups = moves_of(table, viewer)
    if viewer is None or not groups:
        return None
    return protocol.encode(protocol.MovesOffered(viewer, table.numbers[viewer], groups))


def deadlines_of(table: Table) -> list[float | None]:
    if table.meta.clock is None:
        return [None] * table.meta.players
    return [table.deadline(seat) for seat in range(table.meta.players)]


def table_info(live: LiveTable) -> protocol.TableInfo:
    table, meta = live.table, live.table.meta
    return protocol.TableInfo(
        id=meta.id,
        game=meta.game,
        players=meta.players,
        options=dict(meta.options),
        public=meta.public,
        clock=meta.clock,
        hints=meta.hints,
        host=meta.host,
        created=meta.created,
        ended=table.ended,
        status=table.status,
        seats=[
            protocol.SeatInfo(
                player=seat.player,
                name=live.names.get(seat.player) if seat.player else None,
                bot=seat.bot,
                kept_for=live.names.get(seat.kept_for) if seat.kept_for else None,
                away=seat.away,
                resigned=seat.resigned,
                # Earlier it would tell the others how far someone is.
                hinted=table.status == "over" and number in table.hinted,
            )
            for number, seat in enumerate(table.seats)
        ],
        to_act=sorted(table.to_act),
        deadlines=deadlines_of(table),
        standings=table.standings,
        day=meta.day,
        rematch=live.rematch,
        practice=table.prefix is not None,
    )
