"""What the HTTP API answers about people: friends, invitations, who is here."""

from __future__ import annotations

from typing import Literal

from triax.server.api.responses import Lobby, RankedRating, RankedResult, ResponseModel
from triax.server.protocol import TableInfo
from triax.server.social.clubs import Role
from triax.server.social.pairing import Pace


class PersonInfo(ResponseModel):
    id: str
    name: str


class PersonSince(PersonInfo):
    at: float
    """Since when: a request, a block."""


class FriendShown(PersonInfo):
    since: float
    online: bool
    tables: list[TableInfo]
    """Public tables at which they sit, to watch or to join."""


class InvitationShown(ResponseModel):
    table: TableInfo
    inviter: PersonInfo
    at: float


class RoundShown(ResponseModel):
    """A round of a tournament that has begun, and one's own game of it is on."""

    tournament: str
    name: str
    round: int
    table: str


class NewsShown(ResponseModel):
    """What waits for oneself."""

    asking: list[PersonSince]
    """Those who want to be friends."""
    invitations: list[InvitationShown]
    """To tables that still wait for players."""
    rounds: list[RoundShown]
    """In which one is to play, the newest first."""


class PeopleShown(NewsShown):
    friends: list[FriendShown]
    asked: list[PersonSince]
    """Those whom one has asked."""
    blocked: list[PersonSince]


class FriendAsked(PersonInfo):
    standing: Literal["asked", "friends"]
    """friends: the other had asked before, or was a friend already."""


class FriendLink(ResponseModel):
    link: str
    """The last part of the link's address, /people/link/…: shown once."""
    until: float
    """It works once, and until then."""


# Clubs.


class ClubInfo(ResponseModel):
    id: str
    name: str
    about: str
    open: bool
    """May anybody find and join it?"""
    members: int


class ClubsShown(ResponseModel):
    mine: list[ClubInfo]
    open: list[ClubInfo]
    """Those that anybody may join, the largest first."""


class MemberShown(PersonInfo):
    role: Role
    since: float
    online: bool


class ClubShown(ClubInfo):
    role: Role | None
    """One's own; null: not a member, to whom the rest is empty."""
    link: str | None
    """For the owner and admins: the last part of the address that lets others in, /clubs/ID/…"""
    people: list[MemberShown]
    lobby: Lobby
    """The club's own tables."""


class ClubBoard(ResponseModel):
    ratings: list[RankedRating]
    solo: list[RankedResult]
    """The best of each."""


# Play now.


class SeekShown(ResponseModel):
    table: str | None
    """Where one plays; null: nobody is found yet."""
    waiting: int
    """So many others want the same."""
    since: float


class SoughtShown(ResponseModel):
    game: str
    players: int
    pace: Pace
    count: int
    """So many look for somebody to play this with."""


class HereShown(ResponseModel):
    count: int
    """So many are here, guests included."""
    people: list[PersonInfo]
    """Accounts who let themselves be seen."""
    sought: list[SoughtShown]


# A player's page.


class RatingPoint(ResponseModel):
    at: float
    ordinal: float


class RatingCurve(ResponseModel):
    game: str
    games: int
    """Rated games whose rating is known."""
    points: list[RatingPoint]
    """The oldest first; of many games not every one."""


class BestAlone(ResponseModel):
    game: str
    scores: list[int]
    ended: float
    table: str | None
    """Null where its replay is not for the one who asks."""


class PuzzleRating(ResponseModel):
    game: str
    rating: int
    tried: int


class AchievementShown(ResponseModel):
    code: str
    at: float


class ProfileShown(ResponseModel):
    curves: list[RatingCurve]
    alone: list[BestAlone]
    streak: int
    """On so many days in a row, today or yesterday the last, the player has finished a deal of the day."""
    best_streak: int
    puzzles: list[PuzzleRating]
    achievements: list[AchievementShown]
    """The oldest first."""
