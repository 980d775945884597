"""What is asked and answered about tournaments."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import Field

from triax.bots import bots_of
from triax.games import find_game
from triax.server.api.requests import ID, WHOLE, KnownGame, Level, RequestModel
from triax.server.api.responses import OwnTable, ResponseModel
from triax.server.errors import Refused
from triax.server.json_schema import SHARED
from triax.server.tournaments.shape import Format

MOST = {"swiss": 1_000, "round_robin": 40, "arena": 1_000, "solo": 1_000, "ladder": 200}

TournamentStatus = Literal["open", "running", "over", "cancelled"]
DAY = 24 * 3600


class NewTournament(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    game: KnownGame
    form: Format
    """swiss: those with like scores meet, round by round. round_robin: everyone meets everyone. arena: whoever is free
    is paired, for a set time. solo: everyone plays the same deal alone. ladder: whoever beats somebody further up takes
    their rung."""
    size: Annotated[int, Field(ge=1, le=4), WHOLE]
    """Players a table: 2 to 4; 1 for `solo`, 2 for `ladder`."""
    rounds: Annotated[int, Field(ge=1, le=15), WHOLE] = 5
    """Of `swiss` and `solo`; the others have as many as it takes, or none."""
    clock: Annotated[int, Field(ge=5, le=14 * DAY), WHOLE]
    """Seconds that a decision may take, the first too; after that the game is lost."""
    begins: Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)] | None = None
    """When it begins by itself, in seconds since 1970; without it: when it is full, or when its host begins it."""
    most: Annotated[int, Field(ge=2, le=1_000), WHOLE] = 64
    """So many may take part."""
    when_full: bool = False
    """Does it begin as soon as so many are there?"""
    lasts: Annotated[int, Field(ge=60, le=90 * DAY), WHOLE] | None = None
    """Seconds for which an arena or a ladder goes on."""
    fill: Level | None = None
    """The level of the bots that take seats which would stay empty; without it nobody does."""
    rated: bool = True
    public: bool = True
    """Shown in the list; otherwise whoever has the link may come."""
    guests: bool = True
    """May guests take part?"""
    club: Annotated[str, Field(pattern=ID)] | None = None
    """For the members of this club alone."""


def check_shape(asked: NewTournament) -> None:
    """What fits together."""
    sizes = {"solo": [1], "ladder": [2]}.get(asked.form, [2, 3, 4])
    known = [size for size in sizes if size in find_game(asked.game).facts.players]
    if asked.size not in known:
        raise Refused("bad_options", f"size: {asked.size}; expected {', '.join(map(str, known)) or 'another game'}")
    if asked.most > MOST[asked.form] or asked.most < asked.size:
        raise Refused("bad_options", f"most: {asked.most}; expected {max(2, asked.size)} to {MOST[asked.form]}")
    if (asked.lasts is None) == (asked.form in {"arena", "ladder"}):
        raise Refused("bad_options", "lasts: expected for an arena and a ladder, and for nothing else")
    if asked.fill is not None and asked.fill not in bots_of(asked.game):
        raise Refused("bad_options", f"fill: expected one of {', '.join(bots_of(asked.game))}")
    if asked.begins is not None and not time.time() - 60 <= asked.begins <= time.time() + 366 * DAY:
        raise Refused("bad_options", "begins: expected a time within a year from now")


class LadderChallenge(RequestModel):
    player: Annotated[str, Field(pattern=ID)]
    """Whose rung one plays for."""


class TournamentInfo(ResponseModel):
    id: str
    name: str
    game: Annotated[str, Field(json_schema_extra={SHARED: "GameName"})]
    form: Format
    size: int
    rounds: int
    """How many there will be; 0: without rounds, or not known before it begins."""
    round: int
    """How many have begun."""
    clock: int
    begins: float | None
    most: int
    when_full: bool
    lasts: int | None
    fill: str | None
    rated: bool
    public: bool
    guests: bool
    club: str | None
    """For whose members alone it is."""
    status: TournamentStatus
    created: float
    started: float | None
    ended: float | None
    host: str
    entrants: int
    """How many take part."""
    entered: bool
    """Does the one who asks?"""


class TournamentList(ResponseModel):
    open: list[TournamentInfo]
    running: list[TournamentInfo]
    over: list[TournamentInfo]


class TournamentStanding(ResponseModel):
    place: int
    player: str
    name: str | None
    """Null: somebody whose data was deleted."""
    here: bool
    """Is to be paired: has neither left nor stayed away."""
    points: int
    """Two for everyone left behind at a board, one for everyone level."""
    wins: int
    played: int
    direct: int
    """Points won against those with as many points."""
    opponents: int
    """The points of those met; a bot or a bye counts as one's own equal."""
    deals: int
    """Against those at the same seat of the same deal: two for each who made less of it, one for each as much."""


class BoardSeatInfo(ResponseModel):
    player: str | None
    name: str | None
    bot: str | None
    place: int | None
    """Once it is over: 1 is first, a shared place is the same number."""
    scores: list[int] | None


class BoardInfo(ResponseModel):
    round: int
    board: int
    bye: bool
    over: bool
    table: str | None
    """Null where it is not for the one who asks: a shared deal is secret until nobody plays it any more."""
    seats: list[BoardSeatInfo]


class TournamentShown(ResponseModel):
    tournament: TournamentInfo
    version: str
    """Another one: something here has changed, the positions of `views` apart."""
    made_by: str | None
    """The name of whoever has made it."""
    tie_breaks: list[Literal["direct", "opponents", "deals", "wins"]]
    """What decides between equal points, in this order."""
    standings: list[TournamentStanding]
    boards: list[BoardInfo]
    """Of the round that is on, one's own first; of the last one, when it is over. Not more than thirty."""
    playing: int
    """So many boards are not over."""
    views: list[OwnTable]
    """Some boards with their positions, as a spectator may see them."""
    entered: bool
    here: bool
    """Is one going to be paired?"""
    table: str | None
    """Where one's own game is on."""
    reach: list[str]
    """On a ladder: those whom one may challenge now."""


class TournamentNext(ResponseModel):
    """What somebody who waits asks for again and again."""

    version: str
    """Of the page: as long as it stays the same, there is nothing new to show."""
    status: TournamentStatus
    round: int
    entered: bool
    here: bool
    table: str | None
    """Where one's own game is on."""


class TournamentResults(ResponseModel):
    tournament: TournamentInfo
    tie_breaks: list[Literal["direct", "opponents", "deals", "wins"]]
    standings: list[TournamentStanding]
    boards: list[BoardInfo]
    """All of them, by round and board."""
