"""What the API tells of games, players and results."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path

from triax.server.api.models import Answer, Event, View
from triax.server.protocol import TableInfo

PathId = Annotated[str, Path(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$", description="An id.")]
Day = Annotated[
    str,
    Path(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="A day in UTC.", json_schema_extra={"format": "date"}),
]

# The games.


class OptionInfo(Answer):
    name: str
    kind: Literal["seat", "flag", "choice", "pieces"]
    """seat: a number from 0. flag: true or false. choice: one of `choices`. pieces: a set of pieces of one's own."""
    default: bool | str | None
    """Null: drawn by lot for a seat, the standard set for pieces."""
    choices: list[str] | None
    players: list[int]
    """The numbers of players for which there is this option."""


class GameInfo(Answer):
    name: str
    title: str
    players: list[int]
    scores: Literal["tracks", "points"]
    """tracks: five a seat, in the order R G B O P; the lowest counts. points: one number a seat."""
    options: list[OptionInfo]


class LimitsInfo(Answer):
    name_length: int
    chat_length: int
    chat_kept: int
    clock_seconds: tuple[int, int]
    """The shortest and the longest clock of a decision."""
    tables_per_player: int
    sockets_per_player: int
    messages_per_second: float
    message_bytes: int
    rated_games: int
    """So many rated games bring a player on the board of ratings."""


class GamesShown(Answer):
    games: list[GameInfo]
    levels: list[str]
    """Of the bots, the weakest first."""
    substitute: str
    """The level that plays for whoever is away."""
    limits: LimitsInfo


# Players.


class RatingInfo(Answer):
    game: str
    mu: float
    sigma: float
    ordinal: float
    """What the player is worth at least, with near certainty; boards go by it."""
    games: int


class StatisticsInfo(Answer):
    """Of games at one seat; play at one screen is not counted."""

    game: str
    players: int
    played: int
    won: int
    mean: float | None
    """The lowest track, or the points of AXO: its mean over standard games, played to the end without help."""
    best: int | None


class PlayerShown(Answer):
    id: str
    name: str
    guest: bool
    since: float
    ratings: list[RatingInfo]
    statistics: list[StatisticsInfo]


class PastSeat(Answer):
    player: str | None
    name: str | None
    bot: str | None
    place: int | None
    """1 is first; a shared place is the same number. Not kept for bots. Alone: 2 is behind Simona, or given up."""
    scores: list[int] | None


class PastGame(Answer):
    table: str | None
    """Null where its replay is not yet for the one who asks."""
    game: str
    players: int
    day: str | None
    rated: bool
    ended: float
    seats: list[PastSeat]
    held: list[int]
    """The seats of the player whose history this is."""


class History(Answer):
    games: list[PastGame]
    before: float | None
    """Asked for as `before`, the next page; null: there is none."""


class Ranked(Answer):
    place: int
    player: str
    name: str
    guest: bool


class RankedRating(Ranked):
    mu: float
    sigma: float
    ordinal: float
    games: int


class RankedResult(Ranked):
    scores: list[int]
    won: bool
    ended: float
    table: str | None
    """Null where its replay is not for the one who asks."""


# Replays.


class MoveMade(Answer):
    seat: int
    move: str


class ReplayInfo(Answer):
    table: TableInfo
    names: list[str]
    """By seat: the player, or the level of the bot."""
    positions: int
    """From 0, before the first move, to the last."""
    moves: list[MoveMade]
    """The first leads to position 1."""
    scores: list[list[list[int]]]
    """By position and seat, as the record has them."""


class PositionShown(Answer):
    at: int
    seat: int | None
    move: str | None
    """The move that led here, and whose it was."""
    events: list[Event]
    """What it did, with all that was hidden at the time."""
    views: list[View]
    """What every seat saw."""
    scores: list[list[int]]


# The deal of the day.


class DailyInfo(Answer):
    game: str
    day: str
    state: Literal["new", "playing", "over"]
    table: str | None
    """One's own, once it is opened."""
    scores: list[int] | None
    place: int | None
    """On the board as it is now; null: not on it (not finished, given up, or played with help)."""
    finished: int
    """So many results are on the board."""


class DailyShown(Answer):
    day: str
    seconds_left: float
    deals: list[DailyInfo]


class DailyBoard(Answer):
    game: str
    day: str
    results: list[RankedResult]
