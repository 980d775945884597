"""Friends, and those one does not want to hear of: for accounts, in person. docs/people.md has the rules."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Depends
from starlette.websockets import WebSocket

from triax.server import db_schema
from triax.server.accounts import User
from triax.server.api import requests
from triax.server.api.access import PlayerInPerson, ServicesDep, find_player, services_of, the_player
from triax.server.api.people_responses import (
    FriendAsked,
    FriendLink,
    FriendShown,
    InvitationShown,
    NewsShown,
    PeopleShown,
    PersonInfo,
    PersonSince,
    RoundShown,
)
from triax.server.api.tables import visible_table
from triax.server.errors import Refused
from triax.server.messages import table_info
from triax.server.protocol import TableInfo
from triax.server.services import Services
from triax.server.social.friends import Acquaintance, check_account
from triax.server.social.links import KEPT
from triax.server.tournaments.store import rounds_of

router = APIRouter(prefix="/api/people", tags=["people"])

TABLES = 60
"""So many tables of all friends together are shown."""


async def the_account(player: PlayerInPerson) -> User:
    check_account(player)
    return player


Account = Annotated[User, Depends(the_account)]


@router.get("")
async def show_people(me: PlayerInPerson, services: ServicesDep) -> PeopleShown:
    """Friends with where they are, and all that waits between oneself and others. A guest has none."""
    friends = await services.friends.of(me.id)
    ids = [friend.id for friend in friends]
    online, tables = await services.here.of(ids), await _tables_of(services, ids)
    waiting = await _news(services, me)
    return PeopleShown(
        asking=waiting.asking,
        invitations=waiting.invitations,
        rounds=waiting.rounds,
        friends=[
            FriendShown(
                id=friend.id, name=friend.name, since=friend.at, online=friend.id in online, tables=tables[friend.id]
            )
            for friend in friends
        ],
        asked=_people(await services.friends.asked(me.id)),
        blocked=_people(await services.friends.blocked(me.id)),
    )


@router.get("/news")
async def show_news(me: PlayerInPerson, services: ServicesDep) -> NewsShown:
    """What waits for oneself: those who ask to be friends, invitations, and rounds of tournaments that have begun. The
    socket says when to ask."""
    return await _news(services, me)


async def _news(services: Services, me: User) -> NewsShown:
    invitations = []
    for one in await services.invitations.of(me):
        shown = table_info(await services.tables.open(one.table))
        invitations.append(InvitationShown(table=shown, inviter=PersonInfo(id=one.inviter, name=one.name), at=one.at))
    rounds = [RoundShown(**row._mapping) for row in await services.database.rows(rounds_of(me.id))]
    return NewsShown(asking=_people(await services.friends.asking(me.id)), invitations=invitations, rounds=rounds)


def _people(found: Sequence[Acquaintance]) -> list[PersonSince]:
    return [PersonSince(id=one.id, name=one.name, at=one.at) for one in found]


async def _tables_of(services: Services, people: Sequence[str]) -> dict[str, list[TableInfo]]:
    """Public tables that are not over, by who sits there."""
    seats, tables = db_schema.seats.c, db_schema.tables.c
    query = (
        sa.select(seats.player, tables.id)
        .join_from(db_schema.seats, db_schema.tables, seats.table_id == tables.id)
        .where(seats.player.in_(people), tables.public, tables.status.in_(["open", "playing"]))
        .where(tables.day.is_(None), tables.club.is_(None))
        .distinct()
        .order_by(tables.id)
        .limit(TABLES)
    )
    found: dict[str, list[TableInfo]] = defaultdict(list)
    for row in await services.database.rows(query) if people else []:
        found[row.player].append(table_info(await services.tables.open(row.id)))
    return found


# Asking, agreeing, parting.


@router.post("/requests")
async def ask_friend(asked: requests.AskByName | requests.AskById, me: Account, services: ServicesDep) -> FriendAsked:
    """Ask somebody to be a friend, by the name of their account or by their id. If they have asked before, it is
    agreed."""
    people = services.friends
    match asked:
        case requests.AskByName(name=name):
            other = await people.find(name)
        case requests.AskById(player=player):
            other = await people.account(player)
    return FriendAsked(id=other.id, name=other.name, standing=await people.ask(me, other))


@router.put("/friends/{player}", status_code=204)
async def agree(player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Say yes to somebody who has asked."""
    await services.friends.agree(me, player)


@router.delete("/requests/{player}", status_code=204)
async def take_back(player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Take a request back, or say no to one. The other is told nothing."""
    await services.friends.take_back(me, player)


@router.delete("/friends/{player}", status_code=204)
async def part(player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Be friends no more, for both."""
    await services.friends.part(me, player)


# By link.


@router.post("/links", status_code=201)
async def make_link(me: Account, services: ServicesDep) -> FriendLink:
    """A link that makes whoever opens it a friend: once, within a week. Of more than ten the oldest ends."""
    return FriendLink(link=await services.friend_links.make(me), until=time.time() + KEPT)


@router.delete("/links", status_code=204)
async def take_links_back(me: Account, services: ServicesDep) -> None:
    """End all links that one has given."""
    await services.friend_links.take_back(me)


@router.get("/links/{secret}")
async def show_link(secret: requests.Secret, me: PlayerInPerson, services: ServicesDep) -> PersonInfo:
    """Whose link it is, before one agrees."""
    owner = await services.friend_links.owner(me, secret)
    return PersonInfo(id=owner.id, name=owner.name)


@router.post("/links/{secret}")
async def use_link(secret: requests.Secret, me: Account, services: ServicesDep) -> PersonInfo:
    """Become friends with whoever gave this link."""
    owner = await services.friend_links.use(me, secret)
    return PersonInfo(id=owner.id, name=owner.name)


# Blocking.


@router.put("/blocks/{player}", status_code=204)
async def block(player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Hear no more of somebody: no requests, no invitations, no games by Play now, and nothing they say. They are not
    told."""
    found = await services.accounts.find(player)
    if found is None:
        raise Refused("not_found", "there is no such player")
    await services.friends.block(me, found)


@router.delete("/blocks/{player}", status_code=204)
async def unblock(player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Hear of somebody again. A friend is to be asked anew."""
    await services.friends.unblock(me, player)


# Invitations.


@router.put("/invitations/{table}/{player}", status_code=204)
async def invite(table: requests.TableId, player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Invite a friend to a table at which one sits and which waits for players."""
    live = await visible_table(services, table, me)
    await services.invitations.invite(me, live, player)


@router.delete("/invitations/{table}", status_code=204)
async def decline(table: requests.TableId, me: Account, services: ServicesDep) -> None:
    """Put an invitation to oneself aside. Whoever invited is told nothing."""
    await services.invitations.decline(me, table)


async def news_socket(socket: WebSocket) -> None:
    """Says that there is news, whenever there is."""
    services = services_of(socket)
    me = await the_player(socket)
    await services.news.serve(socket, me, partial(find_player, socket))
