"""What is left of a deleted player among people: nothing; clubs of theirs go to the next in line."""

from __future__ import annotations

import sqlalchemy as sa

from triax.server.db_people import (
    blocks,
    club_members,
    clubs,
    forms,
    friend_links,
    friend_requests,
    friends,
    here,
    invitations,
    seekers,
)
from triax.server.db_schema import entrants, notices, tournaments

RANK = sa.case((club_members.c.role == "owner", 0), (club_members.c.role == "admin", 1), else_=2)


def forget(connection: sa.Connection, player: str) -> None:
    clubs_of = sa.select(club_members.c.club).where(club_members.c.player == player)
    for club in connection.scalars(clubs_of).all():
        leave_club(connection, club, player)
    for table, columns in (
        (friend_requests, (friend_requests.c.asker, friend_requests.c.asked)),
        (friends, (friends.c.player, friends.c.friend)),
        (friend_links, (friend_links.c.player,)),
        (blocks, (blocks.c.player, blocks.c.blocked)),
        (invitations, (invitations.c.player, invitations.c.inviter)),
        (seekers, (seekers.c.player,)),
        (here, (here.c.player,)),
        (forms, (forms.c.player,)),
    ):
        connection.execute(sa.delete(table).where(sa.or_(*(column == player for column in columns))))
    # What others were told of the player, or are to be told: the keys of such notices end with whom they tell of.
    connection.execute(sa.delete(notices).where(notices.c.key.endswith(f"/{player}", autoescape=True)))


def leave_club(connection: sa.Connection, club: str, player: str) -> None:
    """A club without an owner goes to its oldest admin, or member; without anybody it is gone."""
    mine = (club_members.c.club == club, club_members.c.player == player)
    connection.execute(sa.delete(club_members).where(*mine))
    leave_cups(connection, club, player)
    left = sa.select(club_members.c.player, club_members.c.role).where(club_members.c.club == club)
    first = connection.execute(left.order_by(RANK, club_members.c.since, club_members.c.player).limit(1)).first()
    if first is None:
        connection.execute(sa.delete(clubs).where(clubs.c.id == club))
    elif first.role != "owner":
        next_one = (club_members.c.club == club, club_members.c.player == first.player)
        connection.execute(sa.update(club_members).where(*next_one).values(role="owner"))


def leave_cups(connection: sa.Connection, club: str, player: str) -> None:
    """Of the club's tournaments, whose places are for its members: a game that is on goes on, and there is no other."""
    for status in ("open", "running"):
        own = sa.select(tournaments.c.id).where(tournaments.c.club == club, tournaments.c.status == status)
        there = (entrants.c.player == player, entrants.c.tournament.in_(own))
        gone = sa.delete(entrants) if status == "open" else sa.update(entrants).values(here=False)
        connection.execute(gone.where(*there))
