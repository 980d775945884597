"""Tables: opening, joining, playing, leaving."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter
from starlette.websockets import WebSocket

from triax.games import find_game
from triax.games.errors import TriaxError
from triax.server import actions, schema
from triax.server.actions import Proposed, Wish
from triax.server.api import models
from triax.server.api.access import HouseHere, Me, house_of, the_player
from triax.server.desk import Live
from triax.server.errors import Refused, refusal_of
from triax.server.house import House
from triax.server.outgoing import info_of
from triax.server.people import Player, new_id
from triax.server.protocol import IdeaInfo, TableInfo
from triax.server.socket import check_hint
from triax.server.table import Meta, Viewer
from triax.server.text import clean_chat

router = APIRouter(prefix="/api/tables", tags=["tables"])

SHOWN = 50


@router.get("")
async def lobby(me: Me, house: HouseHere) -> models.Lobby:
    """Public tables: those that wait for players, and those to watch."""
    columns = schema.tables.c
    found: dict[str, list[TableInfo]] = {}
    for status in ("open", "playing"):
        query = sa.select(columns.id).where(columns.status == status, columns.public, columns.day.is_(None))
        rows = await house.database.rows(query.order_by(columns.created.desc()).limit(SHOWN))
        found[status] = [info_of(await house.desk.open(row.id)) for row in rows]
    return models.Lobby(open=found["open"], playing=found["playing"])


@router.get("/mine")
async def my_tables(me: Me, house: HouseHere) -> list[TableInfo]:
    """Tables at which I sit and the game is not over."""
    return [info_of(await house.desk.open(table)) for table in await tables_of(house, me)]


async def tables_of(house: House, player: Player) -> list[str]:
    tables, seats = schema.tables.c, schema.seats.c
    going = tables.status.in_(["open", "playing"])
    sitting = sa.select(seats.table_id).where(seats.player == player.id)
    query = sa.select(tables.id).where(going, sa.or_(tables.id.in_(sitting), tables.host == player.id))
    return [row.id for row in await house.database.rows(query.order_by(tables.created.desc()))]


@router.post("", status_code=201)
async def open_table(asked: models.NewTable, me: Me, house: HouseHere) -> TableInfo:
    """Open a table; the game starts when no seat is open."""
    await check_room(house, me)
    meta = Meta(
        id=new_id(),
        game=asked.game,
        players=len(asked.seats),
        options=asked.options,
        public=asked.public,
        clock=asked.clock,
        hints=asked.hints,
        host=me.id,
        created=time.time(),
    )
    try:
        find_game(asked.game).check_options(meta.players, meta.options)
    except TriaxError as error:
        raise refusal_of(error) from None
    return info_of(await house.desk.create(meta, _seated(asked.seats, me)))


def _seated(seats: Sequence[str], me: Player) -> list[Proposed]:
    held = [{"player": me.id} if seat == "me" else {"bot": seat} for seat in seats]
    return [Proposed("sit", number, data) for number, data in enumerate(held) if seats[number] != "open"]


async def check_room(house: House, me: Player) -> None:
    most = house.settings.limits.tables_per_player
    if len(await tables_of(house, me)) >= most:
        raise Refused("too_many", f"at most {most} games at a time; finish one first")


@router.get("/{table}")
async def show_table(table: str, me: Me, house: HouseHere) -> models.TableShown:
    """The table, and what one's seats see; a spectator sees what is public."""
    live = await visit(house, table, me)
    mine = live.table.seats_of(me.id)
    viewers: Sequence[Viewer] = mine or (None,)
    states = [] if live.table.state is None else [_seat_view(live, viewer) for viewer in viewers]
    return models.TableShown(table=info_of(live), yours=list(mine), states=states)


async def visit(house: House, table: str, me: Player) -> Live:
    """A table that this player may look at: whoever has its id may, but a deal of the day is the player's own."""
    live = await house.desk.open(table)
    if live.table.meta.day is not None and not live.table.seats_of(me.id):
        raise Refused("not_found", "there is no such table")
    return live


def _seat_view(live: Live, viewer: Viewer) -> models.SeatView:
    table = live.table
    assert table.state is not None
    acts = viewer is not None and viewer in table.to_act
    moves: Any = table.state.offers(viewer) if acts and viewer is not None else []
    view = dict(table.state.view(viewer))
    return models.SeatView(seat=viewer, number=table.numbers[viewer], view=view, moves=moves)


@router.post("/{table}/join")
async def join(table: str, asked: models.Join, me: Me, house: HouseHere) -> TableInfo:
    await check_room(house, me)
    live = await visit(house, table, me)
    await house.desk.seat_taken(live, lambda seen: actions.sit(seen, me.id, asked.seat))
    return info_of(live)


@router.post("/{table}/start")
async def start(table: str, asked: models.Start, me: Me, house: HouseHere) -> TableInfo:
    """The host starts; open seats go to bots of the level named."""
    live = await visit(house, table, me)
    await house.desk.act(live, lambda seen: actions.start(seen, me.id, asked.fill, SystemRandom()))
    return info_of(live)


@router.post("/{table}/moves")
async def play(table: str, asked: models.PlayMove, me: Me, house: HouseHere) -> models.MoveAccepted:
    live = await visit(house, table, me)
    number = await house.desk.move(live, me.id, Wish(asked.seat, asked.move, asked.number, asked.id))
    return models.MoveAccepted(id=asked.id, seat=asked.seat, number=number)


@router.post("/{table}/resign")
async def resign(table: str, asked: models.SeatChosen, me: Me, house: HouseHere) -> TableInfo:
    live = await visit(house, table, me)
    await house.desk.act(live, lambda seen: actions.resign(seen, me.id, asked.seat))
    return info_of(live)


@router.post("/{table}/leave")
async def leave(table: str, me: Me, house: HouseHere) -> TableInfo:
    """Before the game: free the seat. In play: a bot plays until one is back."""
    live = await visit(house, table, me)
    await house.desk.act(live, lambda seen: actions.leave(seen, me.id))
    return info_of(live)


@router.post("/{table}/back")
async def come_back(table: str, me: Me, house: HouseHere) -> TableInfo:
    live = await visit(house, table, me)
    await house.desk.act(live, lambda seen: actions.come_back(seen, me.id))
    return info_of(live)


@router.post("/{table}/close")
async def close(table: str, me: Me, house: HouseHere) -> TableInfo:
    """The host gives up a table whose game has not started."""
    live = await visit(house, table, me)
    await house.desk.act(live, lambda seen: actions.close(seen, me.id))
    return info_of(live)


@router.post("/{table}/chat", status_code=204)
async def say(table: str, asked: models.Chat, me: Me, house: HouseHere) -> None:
    """Seats talk to the whole table; spectators among themselves."""
    live = await visit(house, table, me)
    text = clean_chat(asked.text, house.settings.limits.chat_length)
    await house.desk.act(live, lambda seen: actions.say(seen, me.id, text))


@router.post("/{table}/hint")
async def hint(table: str, asked: models.SeatChosen, me: Me, house: HouseHere) -> list[IdeaInfo]:
    """The master's candidates for one's own position, where the table allows hints."""
    live = await visit(house, table, me)
    check_hint(live, me.id, asked.seat)
    return (await house.sockets.hint(live, asked.seat))[1]


async def table_socket(socket: WebSocket) -> None:
    house = house_of(socket)
    me = await the_player(socket)
    live = await visit(house, socket.path_params["table"], me)
    await house.sockets.serve(socket, live, me)
