"""Clubs: pages, members, their own tables and boards. docs/people.md has the rules."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter

from triax.server import db_people, db_schema
from triax.server.accounts import User
from triax.server.api import requests
from triax.server.api.access import CurrentPlayer, PlayerInPerson, ServicesDep
from triax.server.api.boards import rated_players, solo_results
from triax.server.api.people import Account
from triax.server.api.people_responses import ClubBoard, ClubInfo, ClubShown, ClubsShown, MemberShown
from triax.server.api.responses import Lobby
from triax.server.api.tables import listed_tables
from triax.server.services import Services
from triax.server.social.clubs import Club

router = APIRouter(prefix="/api/clubs", tags=["clubs"])


@router.get("")
async def list_clubs(me: CurrentPlayer, services: ServicesDep) -> ClubsShown:
    """One's own clubs, and those that anybody may join."""
    mine = await services.clubs.of(me.id)
    known = {club.id for club in mine}
    others = [club for club in await services.clubs.open_ones() if club.id not in known]
    return ClubsShown(mine=[club_info(club) for club in mine], open=[club_info(club) for club in others])


def club_info(club: Club) -> ClubInfo:
    return ClubInfo(id=club.id, name=club.name, about=club.about, open=club.open, members=club.members)


@router.post("", status_code=201)
async def make_club(asked: requests.NewClub, me: Account, services: ServicesDep) -> ClubShown:
    """A club of one's own."""
    club = await services.clubs.make(me, asked.name, asked.about, is_open=asked.open)
    return await _shown(services, me, club)


@router.get("/{club}")
async def show_club(club: requests.ClubId, me: CurrentPlayer, services: ServicesDep) -> ClubShown:
    """A club and its members. What there is in it is for them; others see that there is an open one."""
    return await _shown(services, me, club)


async def _shown(services: Services, me: User, name: str) -> ClubShown:
    club, role = await services.clubs.find(name), await services.clubs.role(name, me.id)
    if role is None:
        services.clubs.check_link(club, None)
    members = await services.clubs.members(name, me.id) if role else []
    online = await services.here.of([member.id for member in members if member.shown])
    return ClubShown(
        **club_info(club).model_dump(),
        role=role,
        link=services.clubs.secret(club) if role in {"owner", "admin"} else None,
        people=[
            MemberShown(id=one.id, name=one.name, role=one.role, since=one.at, online=one.id in online)
            for one in members
        ],
        lobby=await _lobby(services, name) if role else Lobby(open=[], playing=[]),
    )


async def _lobby(services: Services, club: str) -> Lobby:
    return await listed_tables(services, db_schema.tables.c.club == club)


@router.patch("/{club}")
async def change_club(
    club: requests.ClubId, asked: requests.ChangeClub, me: Account, services: ServicesDep
) -> ClubShown:
    """Change name, description, or whether anybody may join: for its owner and admins."""
    await services.clubs.change(me, club, **asked.model_dump())
    return await _shown(services, me, club)


@router.delete("/{club}", status_code=204)
async def delete_club(club: requests.ClubId, me: Account, services: ServicesDep) -> None:
    """End a club: for its owner. Games that are being played go on; whoever looks on is shown out."""
    for member in await services.clubs.delete(me, club):
        services.news.tell(member)


@router.post("/{club}/link")
async def renew_club_link(club: requests.ClubId, me: Account, services: ServicesDep) -> ClubShown:
    """Make a new link; those given before lead nowhere. For the owner and admins."""
    await services.clubs.check_member(club, me.id)
    await services.clubs.renew_link(me, await services.clubs.find(club))
    return await _shown(services, me, club)


@router.get("/{club}/links/{secret}")
async def show_club_link(
    club: requests.ClubId, secret: requests.Secret, me: PlayerInPerson, services: ServicesDep
) -> ClubInfo:
    """The club that a link invites to, before one joins."""
    found = await services.clubs.find(club)
    services.clubs.check_link(found, secret)
    return club_info(found)


@router.post("/{club}/join")
async def join_club(club: requests.ClubId, asked: requests.JoinClub, me: Account, services: ServicesDep) -> ClubShown:
    """Become a member: of an open club, or by its link."""
    await services.clubs.join(me, club, asked.link)
    return await _shown(services, me, club)


@router.post("/{club}/leave", status_code=204)
async def leave_club(club: requests.ClubId, me: Account, services: ServicesDep) -> None:
    """Be a member no more. An owner's part goes to the next in line; the last to leave ends the club."""
    await services.clubs.leave(me, club)
    services.news.tell(me.id)


@router.put("/{club}/members/{player}", status_code=204)
async def appoint_member(
    club: requests.ClubId, player: requests.PlayerId, asked: requests.Appoint, me: Account, services: ServicesDep
) -> None:
    """The owner makes admins, and members of them again, or hands the club over."""
    await services.clubs.appoint(me, club, player, asked.role)


@router.delete("/{club}/members/{player}", status_code=204)
async def remove_member(club: requests.ClubId, player: requests.PlayerId, me: Account, services: ServicesDep) -> None:
    """Put somebody out: the owner anybody else, admins members."""
    await services.clubs.remove(me, club, player)
    services.news.tell(player)


@router.get("/{club}/boards/{game}")
async def club_board(
    club: requests.ClubId, game: requests.GamePath, me: CurrentPlayer, services: ServicesDep
) -> ClubBoard:
    """The members by rating, and by their best result alone; for members."""
    await services.clubs.check_member(club, me.id)
    member = db_people.club_members.c
    inside = db_schema.players.c.id.in_(sa.select(member.player).where(member.club == club))
    return ClubBoard(
        ratings=await rated_players(services, me, game, inside, least=1),
        solo=await solo_results(services, me, game, inside),
    )
