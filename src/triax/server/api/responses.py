"""What the HTTP API answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from triax.bots.hints import Idea
from triax.bots.reasons import Harm, Reason
from triax.games.facts import PointScore, TrackScore
from triax.puzzles import PuzzleTheme
from triax.server.json_schema import SHARED
from triax.server.protocol import Groups, TableInfo

PathId = Annotated[str, Path(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$", description="An id.")]
Day = Annotated[
    str,
    Path(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="A day in UTC.", json_schema_extra={"format": "date"}),
]

# What the socket says in the same way.
SentView = Annotated[dict[str, Any], Field(json_schema_extra={SHARED: "View"})]
SentEvent = Annotated[dict[str, Any], Field(json_schema_extra={SHARED: "Event"})]
ErrorCode = Annotated[str, Field(json_schema_extra={SHARED: "ErrorCode"})]


class ResponseModel(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True, json_schema_serialization_defaults_required=True)


class ErrorInfo(ResponseModel):
    """Every error is answered so. The codes are stable; the message is for people."""

    code: ErrorCode
    message: str


class PlayerInfo(ResponseModel):
    id: str
    name: str
    guest: bool


class AccountInfo(ResponseModel):
    """How one can sign in."""

    provider: str | None
    """The name of the OpenID provider with which one may; none: there is none."""
    connected: bool
    """Does the provider open one's account?"""
    password: bool
    """Does a password?"""
    mail: bool
    """Can a letter lead back into an account?"""


class SignInAddress(ResponseModel):
    address: str
    """The provider's, where the browser goes."""


class TokenInfo(ResponseModel):
    id: str
    label: str
    created: float


class TokenShown(TokenInfo):
    token: str
    """Shown once: send it as `Authorization: Bearer …`."""


class MoveAccepted(ResponseModel):
    id: str
    seat: int
    number: int


class SeatView(ResponseModel):
    """What a seat (null: a spectator) sees, with its legal moves as on the socket."""

    seat: int | None
    number: int
    view: SentView
    moves: Groups


class TableShown(ResponseModel):
    table: TableInfo
    yours: list[int]
    states: list[SeatView]


class Lobby(ResponseModel):
    open: list[TableInfo]
    playing: list[TableInfo]


# The games.


class OptionInfo(ResponseModel):
    name: str
    kind: Literal["seat", "flag", "choice", "pieces"]
    """seat: a number from 0. flag: true or false. choice: one of `choices`. pieces: a set of pieces of one's own."""
    default: bool | str | None
    """Null: drawn by lot for a seat, the standard set for pieces."""
    choices: list[str] | None
    players: list[int]
    """The numbers of players for which there is this option."""


class GameInfo(ResponseModel):
    name: str
    title: str
    players: list[int]
    scores: dict[int, TrackScore | PointScore]
    """The shape of a score, by the number of players."""
    options: list[OptionInfo]
    won_alone: bool
    """Is a game alone won or lost? If not, its result is the score."""
    levels: list[str]
    """Of its bots, the weakest first."""
    characters: list[str]
    """Bots that are no level: `adaptive`, which plays as strong as the player does, and styles."""
    reviewed: bool
    """Can its games be reviewed?"""
    clock: Literal["move", "reveal"]
    """What a clock counts as one decision: every move, or all that a seat decides before the others hear of it."""


class LimitsInfo(ResponseModel):
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


class GamesShown(ResponseModel):
    games: list[GameInfo]
    levels: list[str]
    """Of the bots, the weakest first."""
    substitute: str
    """The level that plays for whoever is away."""
    limits: LimitsInfo


# Players.


class RatingInfo(ResponseModel):
    game: str
    mu: float
    sigma: float
    ordinal: float
    """What the player is worth at least, with near certainty; boards go by it."""
    games: int


class StatisticsInfo(ResponseModel):
    """Of games at one seat; play at one screen is not counted."""

    game: str
    players: int
    played: int
    won: int
    mean: float | None
    """The lowest track, or the points: its mean over standard games, played to the end without help."""
    best: int | None


class PlayerShown(ResponseModel):
    id: str
    name: str
    guest: bool
    since: float
    hidden: bool
    """Does the player show the rest to others than oneself?"""
    shown: Literal["public", "friends", "private"] | None
    """Of one's own page: who may look at it."""
    standing: Literal["friends", "asked", "asking", "blocked"] | None
    """What the player is to oneself: a friend, asked by oneself, asking, or blocked by oneself."""
    ratings: list[RatingInfo]
    statistics: list[StatisticsInfo]


class PastSeat(ResponseModel):
    player: str | None
    name: str | None
    bot: str | None
    place: int | None
    """1 is first; a shared place is the same number. Not kept for bots. Alone: 2 is lost, or given up."""
    scores: list[int] | None


class PastGame(ResponseModel):
    table: str | None
    """Null where its replay is not yet for the one who asks."""
    game: str
    players: int
    day: str | None
    rated: bool
    practice: bool
    """Played on from an analysis: it counts for nothing."""
    ended: float
    seats: list[PastSeat]
    held: list[int]
    """The seats of the player whose history this is."""


class History(ResponseModel):
    games: list[PastGame]
    before: float | None
    """Asked for as `before`, the next page; null: there is none."""


class Ranked(ResponseModel):
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


class MoveMade(ResponseModel):
    seat: int
    move: str


class ReplayInfo(ResponseModel):
    table: TableInfo
    names: list[str]
    """By seat: the player, or the level of the bot."""
    positions: int
    """From 0, before the first move, to the last."""
    moves: list[MoveMade]
    """The first leads to position 1."""
    scores: list[list[list[int]]]
    """By position and seat, as the record has them."""


class PositionShown(ResponseModel):
    at: int
    seat: int | None
    move: str | None
    """The move that led here, and whose it was."""
    events: list[SentEvent]
    """What it did, with all that was hidden at the time."""
    views: list[SentView]
    """What every seat saw."""
    scores: list[list[int]]


# The deal of the day.


class PastBest(ResponseModel):
    """The best of a deal whose day is over: everybody may look back at it."""

    name: str
    scores: list[int]
    table: str


class DailyInfo(ResponseModel):
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
    better_than: int | None
    """Of a hundred others on the board, so many did less well; null: not on it, or nobody else is."""
    best: list[int] | None
    """The scores of the best result on the board."""
    yesterday: PastBest | None
    """The best of the day before."""


class DailyShown(ResponseModel):
    day: str
    seconds_left: float
    streak: int
    """On so many days in a row, today or yesterday the last, one has finished a deal."""
    deals: list[DailyInfo]


class PastDeal(ResponseModel):
    game: str
    finished: int
    """So many played it on its day."""
    best: list[int] | None
    table: str | None
    """One's own, if one has taken it up."""
    scores: list[int] | None
    """Of one's own, once it is over."""


class PastDay(ResponseModel):
    day: str
    deals: list[PastDeal]


class DailyArchive(ResponseModel):
    days: list[PastDay]


class DailyBoard(ResponseModel):
    game: str
    day: str
    results: list[RankedResult]


# The first page.


class OwnTable(ResponseModel):
    table: TableInfo
    yours: list[int]
    view: SentView | None
    """The position as a spectator sees it; null where the game has not started, and behind the first few."""


class TodaysPuzzle(ResponseModel):
    game: str
    state: Literal["new", "solved", "missed"]


class HomeShown(ResponseModel):
    me: PlayerInfo | None
    """Null: nobody yet."""
    people: int
    """So many are here now."""
    open: list[TableInfo]
    """Public tables that wait for players."""
    playing: list[TableInfo]
    """Public tables to watch."""
    mine: list[OwnTable]
    """One's own that are not over: those that wait for oneself first."""
    today: DailyShown
    puzzles: list[TodaysPuzzle]
    """The puzzles of the day."""


# Puzzles.


class PuzzleShown(ResponseModel):
    """A position in which one move is clearly the best. What is said of it comes with an answer."""

    id: str
    """For addresses: of one's own mistakes it has several parts."""
    game: str
    players: int
    rating: int | None
    """Null: a mistake of one's own, which is not rated."""
    seat: int
    view: SentView
    moves: Groups
    day: str | None
    """Today, if it is the puzzle of the day."""
    state: Literal["new", "solved", "missed"]
    """Of one's own first attempt, the only one that counts."""


class PuzzleAnswer(ResponseModel):
    right: bool
    move: str
    chance: float | None
    """To win with this move, from 0 to 1; null where the review has not looked at it."""
    best: list[str]
    """One move; more only where they come to the same."""
    ideas: list[Idea]
    """The best moves with their chances, the best first; `reason` speaks for the best."""
    compared: str
    """The move that the best is compared with: this one, or the tempting one."""
    reason: Reason | None
    """What the best does, and the other does not; null: nothing is known."""
    harm: Harm | None
    """What the other leaves to opponents, and the best does not."""
    tempting: Idea
    """What a greedy player takes; of one's own mistakes, what was played."""
    chances: list[int | None]
    """To win, in per cent, by legal move in the order in which they are offered; those far behind are rough."""
    themes: list[PuzzleTheme]
    counted: bool
    """Was it the first attempt? Later ones are practice."""
    rating_before: int | None
    rating_after: int | None
    puzzle_rating: int | None
    streak: int
    """Solved in a row in this game."""


class ThemeCount(ResponseModel):
    theme: PuzzleTheme
    puzzles: int
    tried: int
    solved: int


class PuzzleGame(ResponseModel):
    """The puzzles of a game, and how one stands with them."""

    game: str
    puzzles: int
    tried: int
    solved: int
    rating: int
    sure: bool
    """Enough attempts to mean something?"""
    streak: int
    best_streak: int
    themes: list[ThemeCount]
    today: str
    """The id of today's puzzle."""
    today_state: Literal["new", "solved", "missed"]


class PuzzlesShown(ResponseModel):
    day: str
    days: int
    """On how many days in a row one has tried a puzzle of the day, in any game."""
    mine: int
    """So many mistakes of one's own are there, from reviewed games."""
    games: list[PuzzleGame]
