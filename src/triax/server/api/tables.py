"""Tables: opening, joining, playing, leaving."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter
from starlette.websockets import WebSocket

from triax.bots.hints import Idea, gives_hints
from triax.games import find_game
from triax.games.errors import TriaxError
from triax.server import actions, db_schema, expiry, shared_deals
from triax.server.accounts import User, new_id
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.api import requests, responses
from triax.server.api.access import (
    CurrentPlayer,
    LockedPlayer,
    ServicesDep,
    Visitor,
    find_player,
    services_of,
    the_player,
)
from triax.server.errors import Refused, refusal_of
from triax.server.live_table import LiveTable
from triax.server.messages import moves_of, table_info
from triax.server.phrases import PHRASES
from triax.server.protocol import TableInfo
from triax.server.services import Services
from triax.server.table import TableMeta
from triax.server.takeback_actions import TakebackAction
from triax.server.text import clean_chat
from triax.server.visibility import Viewer, view_for

router = APIRouter(prefix="/api/tables", tags=["tables"])

SHOWN, SHOWN_OF_ONE = 50, 5
"""So many tables, and so many of one host: nobody pushes the others out."""
OPTIONS_BYTES = 10_000
"""Room for a set of pieces of one's own."""


@router.get("")
async def lobby(_visitor: Visitor, services: ServicesDep) -> responses.Lobby:
    """Public tables: those that wait for players, and those to watch. Everybody may look."""
    return await public_tables(services)


async def public_tables(services: Services) -> responses.Lobby:
    columns = db_schema.tables.c
    return await listed_tables(services, sa.and_(columns.public, columns.club.is_(None)))


async def listed_tables(services: Services, chosen: sa.ColumnElement[bool]) -> responses.Lobby:
    columns = db_schema.tables.c
    listed = sa.or_(columns.status == "playing", sa.and_(columns.status == "open", expiry.is_listed()))
    of_host = sa.func.row_number().over(partition_by=[columns.status, columns.host], order_by=columns.created.desc())
    every = sa.select(columns.id, columns.status, columns.created, of_host.label("nth"))
    own = every.where(listed, chosen, columns.day.is_(None)).subquery().c
    newest = sa.func.row_number().over(partition_by=own.status, order_by=own.created.desc()).label("nth")
    few = sa.select(own.id, own.status, newest).where(own.nth <= SHOWN_OF_ONE).subquery().c
    rows = await services.database.rows(sa.select(few.id, few.status).where(few.nth <= SHOWN).order_by(few.nth))
    found: dict[str, list[TableInfo]] = {"open": [], "playing": []}
    for row in rows:
        found[row.status].append(table_info(await services.tables.open(row.id)))
    return responses.Lobby(open=found["open"], playing=found["playing"])


@router.get("/mine")
async def my_tables(me: CurrentPlayer, services: ServicesDep) -> list[TableInfo]:
    """Tables at which I sit and the game is not over."""
    return [table_info(await services.tables.open(table)) for table in await tables_of(services, me)]


async def tables_of(services: Services, player: User) -> list[str]:
    tables, seats = db_schema.tables.c, db_schema.seats.c
    going = tables.status.in_(["open", "playing"])
    sitting = sa.select(seats.table_id).where(seats.player == player.id)
    query = sa.select(tables.id).where(going, sa.or_(tables.id.in_(sitting), tables.host == player.id))
    return [row.id for row in await services.database.rows(query.order_by(tables.created.desc()))]


@router.post("", status_code=201)
async def open_table(asked: requests.NewTable, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """Open a table; the game starts when no seat is open."""
    await check_table_limit(services, me)
    if asked.increment is not None and not (asked.clock and asked.clock <= requests.WHOLE_GAME):
        expected = f"expected with a clock of at most {requests.WHOLE_GAME} seconds for the whole game"
        raise Refused("bad_options", f"increment: {asked.increment}; {expected}")
    if asked.club is not None:
        await services.clubs.check_member(asked.club, me.id)
    meta = TableMeta(
        id=new_id(),
        game=asked.game,
        players=len(asked.seats),
        options=_options(asked),
        public=asked.public and asked.club is None,
        clock=asked.clock,
        hints=asked.hints and gives_hints(asked.game),
        host=me.id,
        created=time.time(),
        club=asked.club,
        takeback=asked.takeback,
        increment=asked.increment,
    )
    return table_info(await services.tables.create(meta, _seated(asked.seats, me)))


def _options(asked: requests.NewTable) -> dict[str, Any]:
    """The options, if they are fit to travel with every view: read by the rules to the last word, and not long."""
    options = dict(asked.options)
    if isinstance(pieces := options.get("pieces"), dict):
        # A note for people, of any shape.
        options["pieces"] = {name: value for name, value in pieces.items() if name != "reading"}
    try:
        size = len(msgspec.json.encode(options))
        if size > OPTIONS_BYTES:
            raise Refused("bad_options", f"options: {size} bytes; expected at most {OPTIONS_BYTES}")
        find_game(asked.game).check_options(len(asked.seats), options)
    except TriaxError as error:
        raise refusal_of(error) from None
    except (RecursionError, UnicodeEncodeError, OverflowError):
        raise Refused("bad_options", "options: nested too deeply, too large a number, or half a character") from None
    return options


def _seated(seats: Sequence[str], me: User) -> list[ProposedEntry]:
    held = [{"player": me.id} if seat == "me" else {"bot": seat} for seat in seats]
    return [ProposedEntry("sit", number, data) for number, data in enumerate(held) if seats[number] != "open"]


async def check_table_limit(services: Services, me: User) -> None:
    most = services.settings.limits.tables_per_player
    if len(await tables_of(services, me)) >= most:
        raise Refused("too_many", f"at most {most} games at a time; finish one first")


@router.get("/{table}")
async def show_table(table: requests.TableId, me: CurrentPlayer, services: ServicesDep) -> responses.TableShown:
    """The table, and what one's seats see; a spectator sees what is public."""
    live = await visible_table(services, table, me)
    services.tables.look(live)
    mine = live.table.seats_of(me.id)
    viewers: Sequence[Viewer] = mine or (None,)
    states = [] if live.table.state is None else [_seat_view(live, viewer) for viewer in viewers]
    return responses.TableShown(table=table_info(live), yours=list(mine), states=states)


async def visible_table(services: Services, table: str, me: User) -> LiveTable:
    """A table that this player may look at: whoever has its id may, but a shared deal is for those who play it, and a
    club's table for its members."""
    if not re.fullmatch(requests.ID, table):
        raise Refused("not_found", "there is no such table")
    live = await services.tables.open(table)
    await shared_deals.check_watching(services.database, live.table, me.id)
    await check_club(services, live, me)
    return live


async def check_club(services: Services, live: LiveTable, me: User) -> None:
    """A club's table is for its members, and whoever sits there."""
    club = live.table.meta.club
    if club is not None and not live.table.seats_of(me.id) and await services.clubs.role(club, me.id) is None:
        raise Refused("not_found", "there is no such table")


def _seat_view(live: LiveTable, viewer: Viewer) -> responses.SeatView:
    table = live.table
    assert table.state is not None
    view, moves = dict(view_for(table.state, viewer)), moves_of(table, viewer)
    return responses.SeatView(seat=viewer, number=table.numbers[viewer], view=view, moves=moves)


@router.post("/{table}/join")
async def join(table: requests.TableId, asked: requests.Join, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """Take a seat; the game starts when no seat is open."""
    await check_table_limit(services, me)
    live = await visible_table(services, table, me)
    await services.tables.sit_down(live, lambda seen: actions.sit(seen, me.id, asked.seat))
    return table_info(live)


@router.post("/{table}/bots")
async def seat_bot(
    table: requests.TableId, asked: requests.SeatBot, me: CurrentPlayer, services: ServicesDep
) -> TableInfo:
    """The host gives a free seat to a bot; the game starts when no seat is open."""
    live = await visible_table(services, table, me)
    await services.tables.sit_down(live, lambda seen: actions.seat_bot(seen, me.id, asked.seat, asked.level))
    return table_info(live)


@router.post("/{table}/start")
async def start(table: requests.TableId, asked: requests.Start, me: CurrentPlayer, services: ServicesDep) -> TableInfo:
    """The host starts; open seats go to bots of the level named."""
    live = await visible_table(services, table, me)
    await services.tables.act(live, lambda seen: actions.start(seen, me.id, asked.fill, SystemRandom()))
    return table_info(live)


@router.post("/{table}/moves")
async def play(
    table: requests.TableId, asked: requests.PlayMove, me: CurrentPlayer, services: ServicesDep
) -> responses.MoveAccepted:
    """Play a move; it is answered when it is committed."""
    live = await visible_table(services, table, me)
    number = await services.tables.move(live, me.id, MoveRequest(asked.seat, asked.move, asked.number, asked.id))
    return responses.MoveAccepted(id=asked.id, seat=asked.seat, number=number)


@router.post("/{table}/takeback")
async def take_move_back(
    table: requests.TableId, asked: requests.TakebackAsked, me: CurrentPlayer, services: ServicesDep
) -> responses.MoveAccepted:
    """Take one's last decision back, at once or with the consent of the others; answer who asks for it; withdraw."""
    live = await visible_table(services, table, me)
    action = TakebackAction(asked.seat, asked.what, asked.number, asked.id)
    number = await services.tables.take_back(live, me.id, action)
    return responses.MoveAccepted(id=asked.id, seat=asked.seat, number=number)


@router.post("/{table}/resign")
async def resign(
    table: requests.TableId, asked: requests.SeatChosen, me: CurrentPlayer, services: ServicesDep
) -> TableInfo:
    """Give the game up; a bot plays the seat on, and it comes last. With one seat or only bots left, it is over."""
    live = await visible_table(services, table, me)
    await services.tables.act(live, lambda seen: actions.resign(seen, me.id, asked.seat))
    return table_info(live)


@router.post("/{table}/leave")
async def leave(table: requests.TableId, me: CurrentPlayer, services: ServicesDep) -> TableInfo:
    """Free the seat before the game starts, which closes the table if its host leaves nobody behind. Once the game is
    on, a bot plays until one is back."""
    live = await visible_table(services, table, me)
    await services.tables.act(live, lambda seen: actions.leave(seen, me.id))
    return table_info(live)


@router.post("/{table}/back")
async def come_back(table: requests.TableId, me: CurrentPlayer, services: ServicesDep) -> TableInfo:
    """Take one's seats back from the bot that has played for them."""
    live = await visible_table(services, table, me)
    await services.tables.act(live, lambda seen: actions.come_back(seen, me.id))
    return table_info(live)


@router.post("/{table}/close")
async def close(table: requests.TableId, me: CurrentPlayer, services: ServicesDep) -> TableInfo:
    """The host gives up a table whose game has not started."""
    live = await visible_table(services, table, me)
    await services.tables.act(live, lambda seen: actions.close(seen, me.id))
    return table_info(live)


@router.post("/{table}/chat", status_code=204)
async def say(
    table: requests.TableId, asked: requests.Chat | requests.ChatPhrase, me: CurrentPlayer, services: ServicesDep
) -> None:
    """Seats talk to the whole table; spectators among themselves."""
    live = await visible_table(services, table, me)
    if isinstance(asked, requests.ChatPhrase):
        await services.tables.say(live, me.id, PHRASES[asked.phrase], asked.phrase)
    else:
        await services.tables.say(live, me.id, clean_chat(asked.text, services.settings.limits.chat_length))


@router.post("/{table}/hint")
async def hint(
    table: requests.TableId, asked: requests.SeatChosen, me: CurrentPlayer, services: ServicesDep
) -> list[Idea]:
    """Ideas for one's own position, the best first, where the table allows hints."""
    live = await visible_table(services, table, me)
    return (await services.sockets.hint(live, me.id, asked.seat))[1]


async def table_socket(socket: WebSocket) -> None:
    services = services_of(socket)
    me = await the_player(socket)
    live = await visible_table(services, socket.path_params["table"], me)

    async def identify() -> User | None:
        """Nobody any more, once the table is not theirs to look at."""
        player = await find_player(socket)
        try:
            if player is not None:
                await check_club(services, live, player)
        except Refused as refused:
            if refused.code == "not_found":
                return None
            raise
        return player

    await services.sockets.serve(socket, live, me, identify)
