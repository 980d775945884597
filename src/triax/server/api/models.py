"""What the HTTP API is asked and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from triax.server.protocol import TableInfo
from triax.server.schemas import SHARED

Game = Literal["rota", "axio", "axo"]
Level = Literal["novice", "apprentice", "adept", "expert", "master"]
# In JSON, 3.0 is a whole number like any other.
WHOLE = BeforeValidator(lambda value: int(value) if _is_whole(value) else value)
SeatNumber = Annotated[int, Field(ge=0, le=3), WHOLE]
Id = Annotated[str, Field(min_length=1, max_length=64)]

# What the socket says in the same way.
View = Annotated[dict[str, Any], Field(json_schema_extra={SHARED: "View"})]
Event = Annotated[dict[str, Any], Field(json_schema_extra={SHARED: "Event"})]
ErrorCode = Annotated[str, Field(json_schema_extra={SHARED: "ErrorCode"})]

# Ids in addresses. Whatever is not one names nothing, and never gets as far as the database.
ID = "^[A-Za-z0-9_-]{1,64}$"
TableId = Annotated[str, Path(pattern=ID, description="The table's id: whoever has it may look.")]
TokenId = Annotated[str, Path(pattern=ID, description="The token's id.")]
GameName = Annotated[Game, Path(description="Which of the games.")]


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Answer(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class ErrorInfo(Answer):
    """Every error is answered so. The codes are stable; the message is for people."""

    code: ErrorCode
    message: str


class PlayerInfo(Answer):
    id: str
    name: str
    guest: bool


class NewGuest(Asked):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Text; what cannot be seen is left out of it."""


class Credentials(Asked):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(max_length=1000)]
    """8 to 200 characters."""


class NewToken(Asked):
    label: Annotated[str, Field(min_length=1, max_length=200)]
    """What it is for, in your own words."""


class TokenInfo(Answer):
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
    """As in a record: `start`, `pieces`; AXO also has `effects`, and alone `simona`."""
    public: bool = False
    """Shown in the lobby; otherwise whoever has the link may come."""
    clock: Annotated[int, Field(ge=5, le=14 * 24 * 3600), WHOLE] | None = None
    """Seconds that a decision may take."""
    hints: bool = False
    """May players ask for the master's candidates?"""


class Join(Asked):
    seat: SeatNumber | None = None
    """Without it: the seat kept for you, or the first that is free."""


class Start(Asked):
    fill: Level | None = None
    """The level that takes the seats still open."""


class PlayMove(Asked):
    seat: SeatNumber
    move: Annotated[str, Field(max_length=200)]
    id: Id
    """The client's own: a move sent again with it is answered the same and played once."""
    number: Annotated[int, Field(ge=0, le=2**31), WHOLE] | None = None
    """The state that the move is for; without it the move is for whatever state there is."""


class MoveAccepted(Answer):
    id: str
    seat: int
    number: int


class SeatChosen(Asked):
    seat: SeatNumber


class Chat(Asked):
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class SeatView(Answer):
    """What a seat (null: a spectator) sees, with its legal moves as on the socket."""

    seat: int | None
    number: int
    view: View
    moves: list[tuple[str, list[str], list[str]]]


class TableShown(Answer):
    table: TableInfo
    yours: list[int]
    states: list[SeatView]


class Lobby(Answer):
    open: list[TableInfo]
    playing: list[TableInfo]
