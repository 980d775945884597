"""What the HTTP API is asked and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from triax.server.protocol import TableInfo

Game = Literal["rota", "axio", "axo"]
Level = Literal["novice", "apprentice", "adept", "expert", "master"]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Id = Annotated[str, Field(min_length=1, max_length=64)]


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorInfo(BaseModel):
    """Every error is answered so. The codes are stable; the message is for people."""

    code: str
    message: str


class PlayerInfo(BaseModel):
    id: str
    name: str
    guest: bool


class NewGuest(Asked):
    name: Annotated[str, Field(max_length=200)]


class Credentials(Asked):
    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


class NewToken(Asked):
    label: Annotated[str, Field(max_length=200)]


class TokenInfo(BaseModel):
    id: str
    label: str
    created: float


class TokenShown(TokenInfo):
    token: str
    """Shown once: send it as `Authorization: Bearer …`."""


class NewTable(Asked):
    game: Game
    seats: Annotated[list[Literal["me", "open"] | Level], Field(min_length=1, max_length=4)]
    """Clockwise from seat 0. Several for `me` is play at one screen."""
    options: dict[str, Any] = Field(default_factory=dict)
    public: bool = False
    """Shown in the lobby; otherwise whoever has the link may come."""
    clock: Annotated[int, Field(ge=5, le=14 * 24 * 3600)] | None = None
    """Seconds that a decision may take."""
    hints: bool = False


class Join(Asked):
    seat: SeatNumber | None = None


class Start(Asked):
    fill: Level | None = None
    """The level that takes the seats still open."""


class PlayMove(Asked):
    seat: SeatNumber
    move: Annotated[str, Field(max_length=200)]
    id: Id
    """The client's own: a move sent again with it is answered the same and played once."""
    number: Annotated[int, Field(ge=0, le=2**31)] | None = None
    """The state that the move is for; without it the move is for whatever state there is."""


class MoveAccepted(BaseModel):
    id: str
    seat: int
    number: int


class SeatChosen(Asked):
    seat: SeatNumber


class Chat(Asked):
    text: Annotated[str, Field(max_length=2000)]


class SeatView(BaseModel):
    """What a seat (null: a spectator) sees, with its legal moves as on the socket."""

    seat: int | None
    number: int
    view: dict[str, Any]
    moves: list[tuple[str, list[str], list[str]]]


class TableShown(BaseModel):
    table: TableInfo
    yours: list[int]
    states: list[SeatView]


class Lobby(BaseModel):
    open: list[TableInfo]
    playing: list[TableInfo]
