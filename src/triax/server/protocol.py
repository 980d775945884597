"""The messages of a table's socket, both ways. `docs/protocol.md` explains them; its schema is made from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta as Bounds
from msgspec import Struct

from triax.bots.hints import Idea
from triax.server.phrases import Phrase

Text = Annotated[str, Bounds(max_length=2_000)]
Notation = Annotated[str, Bounds(max_length=200)]
Name = Annotated[str, Bounds(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Bounds(ge=0, le=3)]
Number = Annotated[int, Bounds(ge=0, le=2**31)]

# What clients may count on, though the server does not check what it says itself.
GameName = Annotated[str, Bounds(extra_json_schema={"$ref": "#/$defs/GameName"})]
Status = Annotated[str, Bounds(extra_json_schema={"enum": ["open", "playing", "over", "closed"]})]
Room = Annotated[str, Bounds(extra_json_schema={"enum": ["table", "spectators"]})]
ErrorCode = Annotated[str, Bounds(extra_json_schema={"$ref": "#/$defs/ErrorCode"})]
SentView = Annotated[Any, Bounds(extra_json_schema={"$ref": "#/$defs/View"})]
SentEvent = Annotated[dict[str, Any], Bounds(extra_json_schema={"$ref": "#/$defs/Event"})]

Groups = Sequence[tuple[str, list[str], list[str]]]
ShortGroups = Sequence[tuple[str, list[str] | str | None, list[str] | str]]
"""The same in short: a text stands for a list, with spaces between what it holds; ends that are null are those of the
group before."""

# What both the socket and the HTTP answers show.


@dataclass(frozen=True)
class SeatInfo:
    player: str | None
    name: str | None
    bot: str | None
    """The level, if a bot holds the seat."""
    kept_for: str | None
    """The name of the player a rematch keeps the seat for."""
    away: bool
    """A bot plays until the player is back."""
    resigned: bool
    resting: bool
    """On vacation: the player's clock stands still."""
    hinted: bool
    """Once the game is over: a hint was taken here, so the result stands in no mean and on no board of bests."""


@dataclass(frozen=True)
class TakebackInfo:
    number: int
    """The how manieth of the table: answers name it."""
    seat: int
    """Who asks."""
    waiting: list[int]
    """The seats that have not answered."""


@dataclass(frozen=True)
class TableInfo:
    id: str
    game: GameName
    players: int
    options: dict[str, Any]
    public: bool
    clock: int | None
    hints: bool
    host: str
    created: float
    ended: float | None
    status: Status
    seats: list[SeatInfo]
    to_act: list[int]
    deadlines: list[float | None]
    """By seat: when its clock runs out, in seconds since 1970."""
    standings: list[list[int]] | None
    """Once it is over: seats, best first; resignations count."""
    day: str | None
    rematch: str | None
    """The table at which the players meet again."""
    practice: bool
    """Played on from an analysis: it counts for nothing."""
    club: str | None
    """For whose members alone it is."""
    tournament: str | None
    """The tournament that it belongs to."""
    takeback: bool
    """May decisions be taken back, by consent, though the game is rated?"""
    increment: int | None
    """Given: the clock is for a seat's whole game, and so many seconds are added behind each decision."""
    left: list[float] | None
    """By seat, with such a clock: the seconds left when the decision it owes, or the next, begins."""
    request: TakebackInfo | None
    """Somebody asks to take their last decision back."""


@dataclass(frozen=True)
class ChatInfo:
    room: Room
    """table: all may read it. spectators: those without a seat; all, once the game is over."""
    player: str
    name: str
    text: str
    at: float
    phrase: Phrase | None
    """The code of a phrase, to be said in the reader's language; `text` says it in English."""


class GrownIdeas(TypedDict):
    """A line of the stream of ideas for an analysis: those so far."""

    playouts: int
    """Of all ideas together; 0: they come from a plain rule, until the engine is ready."""
    ideas: list[Idea]


class GameResult(TypedDict):
    standings: list[list[int]]
    """Seats, best first; several share a place."""
    scores: list[list[int]]
    """A list a seat."""


class GameRecord(TypedDict):
    """A game, whole: `docs/record.md`."""

    format: str
    game: GameName
    players: int
    options: dict[str, Any]
    setup: dict[str, Any]
    log: list[dict[str, Any]]
    result: NotRequired[GameResult]


@dataclass(frozen=True)
class StepInfo:
    number: int
    events: list[SentEvent]


# From the server.


class Welcome(Struct, tag="welcome"):
    """First on every connection. States and moves follow."""

    player: str
    seats: list[int]
    """The seats of the one who listens; none: a spectator."""
    table: TableInfo
    chat: list[ChatInfo]
    time: float
    """The server's clock, in seconds since 1970."""


class TableChanged(Struct, tag="table"):
    """Seats, status or clocks have changed."""

    seats: list[int]
    table: TableInfo


class StateShown(Struct, tag="state", omit_defaults=True):
    """What a seat (null: a spectator) sees, and the events that led there."""

    seat: int | None
    number: int
    events: list[SentEvent]
    view: SentView
    deadlines: list[float | None]
    takeback: bool = False
    """May this seat take its last decision back, at once or by asking?"""
    taken_back: int | None = None
    """The seat that has just taken a decision back, which led here."""
    left: list[float] | None = None
    """By seat, with a clock for the whole game: as in the table."""


class StepShown(Struct, tag="step", omit_defaults=True):
    """A state behind one that was shown before, by what is different, with the moves that are offered in it. For those
    who have asked for steps."""

    seat: int | None
    number: int
    events: list[SentEvent]
    changed: dict[str, Any]
    """Of the view: the fields that hold something else than before."""
    added: dict[str, list[Any]]
    """Of the view: what has come to the end of lists."""
    deadlines: list[float | None]
    moves: ShortGroups | None = None
    """For a seat that owes a decision."""
    takeback: bool = False
    left: list[float] | None = None


class MovesOffered(Struct, tag="moves"):
    """The legal moves of a seat: in each group, the start of the notation, the ends, and what each would score."""

    seat: int
    number: int
    groups: Groups


class Accepted(Struct, tag="accepted"):
    """The move is committed; `number` is the seat's state behind it. A move sent again is answered the same."""

    id: str
    seat: int
    number: int


class Refusal(Struct, tag="refused"):
    code: ErrorCode
    message: str
    id: str | None = None


class Previewed(Struct, tag="preview"):
    """What a move would do, as events."""

    id: str
    seat: int
    number: int
    events: list[SentEvent]


class Hinted(Struct, tag="hint"):
    id: str
    seat: int
    number: int
    ideas: list[Idea]


class Missed(Struct, tag="missed"):
    """The steps since a state that the viewer has seen, the last ones if there are many."""

    id: str
    seat: int | None
    steps: list[StepInfo]


class Said(Struct, tag="chat"):
    line: ChatInfo


class Pong(Struct, tag="pong"):
    id: str
    time: float


ServerMessage = (
    Welcome
    | TableChanged
    | StateShown
    | StepShown
    | MovesOffered
    | Accepted
    | Refusal
    | Previewed
    | Hinted
    | Missed
    | Said
    | Pong
)

# From the client.


class MakeMove(Struct, tag="move", forbid_unknown_fields=True):
    """Play a move. `id` is the client's own; `number` the state that the move is for."""

    id: Name
    seat: SeatNumber
    number: Number
    move: Notation


class TakeBack(Struct, tag="takeback", forbid_unknown_fields=True):
    """Take the seat's last decision back, at once or with the consent of the others: ask for it, answer who asks, or
    withdraw."""

    id: Name
    seat: SeatNumber
    what: Literal["ask", "agree", "refuse", "withdraw"]
    number: Number
    """Asking: the state that the seat sees. Otherwise: the number of the request."""


class AskPreview(Struct, tag="preview", forbid_unknown_fields=True):
    id: Name
    seat: SeatNumber
    move: Notation


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ideas for one's own position, the best first, where the table allows hints."""

    id: Name
    seat: SeatNumber


class AskMissed(Struct, tag="missed", forbid_unknown_fields=True):
    """What happened since state `number`, as a seat of one's own (null: a spectator) is told it."""

    id: Name
    seat: SeatNumber | None
    number: Number


class Say(Struct, tag="chat", forbid_unknown_fields=True):
    id: Name
    text: Text


class SayPhrase(Struct, tag="phrase", forbid_unknown_fields=True):
    """Say a phrase, which everybody reads in their own language."""

    id: Name
    phrase: Phrase


class Sync(Struct, tag="sync", forbid_unknown_fields=True):
    """Show the table, the states and the moves again."""


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Can the page be seen now? Who looks at a table is not told elsewhere that it is their turn there."""

    visible: bool


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    id: Name


ClientMessage = MakeMove | TakeBack | AskPreview | AskHint | AskMissed | Say | SayPhrase | Sync | Look | Ping

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
