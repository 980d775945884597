"""What the HTTP API is asked."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from fastapi import Path
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from triax.bots import opponents_of
from triax.games import find_game
from triax.games.check import quote_text
from triax.games.errors import BadData
from triax.server.json_schema import SHARED
from triax.server.phrases import Phrase
from triax.server.social.pairing import Pace
from triax.server.social.profile import Shown


def known_game(name: str) -> str:
    """A game that there is here, a plug-in's included."""
    try:
        return find_game(name).name
    except BadData as error:
        raise PydanticCustomError("unknown_game", "{words}", {"words": str(error)}) from None


KnownGame = Annotated[str, Field(max_length=64, json_schema_extra={SHARED: "GameName"}), AfterValidator(known_game)]
Level = Annotated[str, Field(max_length=64, json_schema_extra={SHARED: "Level"})]
# In JSON, 3.0 is a whole number like any other.
WHOLE = BeforeValidator(lambda value: int(value) if _is_whole(value) else value)
SeatNumber = Annotated[int, Field(ge=0, le=3), WHOLE]
Id = Annotated[str, Field(min_length=1, max_length=64)]

# Ids in addresses. Whatever is not one names nothing, and never gets as far as the database.
ID = "^[A-Za-z0-9_-]{1,64}$"
TableId = Annotated[str, Path(pattern=ID, description="The table's id: whoever has it may look.")]
PlayerId = Annotated[str, Path(pattern=ID, description="The player's id.")]
Secret = Annotated[str, Path(pattern=ID, description="The last part of a link.")]
DeviceId = Annotated[str, Path(pattern=ID, description="The device's id.")]
TokenId = Annotated[str, Path(pattern=ID, description="The token's id.")]
GamePath = Annotated[KnownGame, Path(description="Which of the games.")]


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


class RequestModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class NewGuest(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Text; what cannot be seen is left out of it."""


class Credentials(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(max_length=1000)]
    """8 to 200 characters."""


class NewPassword(RequestModel):
    old: Annotated[str, Field(max_length=1000)]
    new: Annotated[str, Field(max_length=1000)]
    """8 to 200 characters."""


class NewToken(RequestModel):
    label: Annotated[str, Field(min_length=1, max_length=200)]
    """What it is for, in your own words."""


WHOLE_GAME = 6 * 3600
"""Seconds of a clock for a whole game at most."""


class NewTable(RequestModel):
    game: KnownGame
    seats: Annotated[list[Literal["me", "open"] | Level], Field(min_length=1, max_length=4)]
    """Clockwise from seat 0. Several for `me` is play at one screen."""
    options: dict[str, Any] = Field(default_factory=dict)
    """As in a record; `GET /api/games` lists those of each game."""
    public: bool = False
    """Shown in the lobby; otherwise whoever has the link may come."""
    clock: Annotated[int, Field(ge=5, le=14 * 24 * 3600), WHOLE] | None = None
    """Seconds that a decision may take; with `increment`, a seat's whole game."""
    increment: Annotated[int, Field(ge=0, le=600), WHOLE] | None = None
    """With a clock of at most six hours: it is for the whole game, and so much is added behind each decision."""
    club: Annotated[str, Field(pattern=ID)] | None = None
    """For the members of this club of one's own alone."""
    hints: bool = False
    """May players ask for hints? Never in a game for which nobody gives them."""
    takeback: bool = False
    """May decisions be taken back, by consent, in a rated game? In others they may."""

    @model_validator(mode="after")
    def check_levels(self) -> Self:
        known = ["me", "open", *opponents_of(self.game)]
        for seat in self.seats:
            if seat not in known:
                words = f"seats: {quote_text(seat)}; expected {', '.join(known)}"
                raise PydanticCustomError("unknown_level", "{words}", {"words": words})
        return self


class Join(RequestModel):
    seat: SeatNumber | None = None
    """Without it: the seat kept for you, or the first that is free."""


class SeatBot(RequestModel):
    seat: SeatNumber
    level: Level


class Start(RequestModel):
    fill: Level | None = None
    """The level that takes the seats still open."""


class PlayMove(RequestModel):
    seat: SeatNumber
    move: Annotated[str, Field(max_length=200)]
    id: Id
    """The client's own: a move sent again with it is answered the same and played once."""
    number: Annotated[int, Field(ge=0, le=2**31), WHOLE] | None = None
    """The state that the move is for; without it the move is for whatever state there is."""


class TakebackAsked(RequestModel):
    seat: SeatNumber
    id: Id
    """The client's own: what is sent again with it is answered the same and done once."""
    what: Literal["ask", "agree", "refuse", "withdraw"]
    number: Annotated[int, Field(ge=0, le=2**31), WHOLE]
    """Asking: the state that the seat sees. Otherwise: the number of the request."""


class SeatChosen(RequestModel):
    seat: SeatNumber


class Chat(RequestModel):
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class ChatPhrase(RequestModel):
    phrase: Phrase
    """A code: every reader reads it in their own language."""


class PuzzleTry(RequestModel):
    """A move that is looked at first: what it would do."""

    move: Annotated[str, Field(max_length=200)]


class PuzzleMove(PuzzleTry):
    """A move for an answer."""

    id: Id
    """The client's own: an attempt sent again with it is answered the same."""


class AskByName(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Of an account."""


class AskById(RequestModel):
    player: Annotated[str, Field(pattern=ID)]


ClubId = Annotated[str, Path(pattern=ID, description="The club's id.")]


class NewClub(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Text, of at most 40 visible characters; no two clubs have the same."""
    about: Annotated[str, Field(max_length=2000)] = ""
    """At most 500 visible characters."""
    open: bool = False
    """May anybody find and join it? Otherwise whoever has its link."""


class ChangeClub(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    about: Annotated[str, Field(max_length=2000)] | None = None
    open: bool | None = None


class JoinClub(RequestModel):
    link: Annotated[str, Field(max_length=64)] | None = None
    """The last part of the club's link; an open club asks for none."""


class Appoint(RequestModel):
    role: Literal["owner", "admin", "member"]


class Seek(RequestModel):
    game: KnownGame
    players: Annotated[int, Field(ge=2, le=4), WHOLE]
    pace: Pace
    """Seconds for a decision: quick 30, live 120, day one day, days three days."""


class ChangeProfile(RequestModel):
    shown: Shown
    """Who may look at one's page: everybody (public), friends, or nobody (private)."""
