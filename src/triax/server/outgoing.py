"""The one place where positions leave the server: each viewer is told what this viewer may know, and no more."""

from __future__ import annotations

from typing import Any

from triax.games.core import Plain
from triax.games.errors import TriaxError
from triax.games.events import plain_for
from triax.server import protocol
from triax.server.errors import refusal_of
from triax.server.live_table import LiveTable
from triax.server.table import Change, Table, Viewer


def view_of(table: Table, viewer: Viewer) -> Plain:
    """What this viewer may know: the only way a position leaves the server while the game is on."""
    assert table.state is not None
    shown: Plain = table.state.view(viewer)
    return shown


def offers_of(table: Table, viewer: Viewer) -> protocol.Groups:
    """The moves that this viewer may make now."""
    if viewer is None or viewer not in table.to_act or table.seats[viewer].away or table.seats[viewer].resigned:
        return []
    assert table.state is not None
    groups: Any = table.state.offers(viewer)
    return groups  # type: ignore[no-any-return]


def preview_events(table: Table, seat: int, move: str) -> list[dict[str, Any]]:
    """What a move of this seat would do, as this seat would be told."""
    assert table.state is not None
    try:
        return plain_for(table.state.preview(seat, table.game.parse(move)), seat)
    except TriaxError as error:
        raise refusal_of(error) from None


def state_message(table: Table, viewer: Viewer, change: Change | None) -> bytes:
    events = plain_for(change.events, viewer) if change else []
    shown = view_of(table, viewer)
    return protocol.encode(
        protocol.StateShown(viewer, table.numbers[viewer], events, shown, deadlines_of(table)),
    )


def moves_message(table: Table, viewer: Viewer) -> bytes | None:
    groups = offers_of(table, viewer)
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
            )
            for seat in table.seats
        ],
        to_act=sorted(table.to_act),
        deadlines=deadlines_of(table),
        standings=table.standings,
        day=meta.day,
        rematch=live.rematch,
    )
