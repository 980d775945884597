"""What the HTTP API is asked and answers about notices."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from triax.server.api.requests import WHOLE, RequestModel
from triax.server.api.responses import ResponseModel

Spoken = Literal["en", "de", "it"]


class NewDevice(RequestModel):
    """A push subscription, as a browser gives it."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]
    """An https address."""
    p256dh: Annotated[str, Field(min_length=1, max_length=200)]
    auth: Annotated[str, Field(min_length=1, max_length=100)]
    language: Spoken


class DeviceInfo(ResponseModel):
    id: str
    endpoint: str
    """By it a browser knows itself."""
    created: float


class Wishes(RequestModel):
    """What one is told, by whatever way."""

    turns: bool
    """That it is one's turn."""
    reminders: bool
    """That a clock runs out soon."""
    news: bool
    """Invitations, and rounds that begin."""


class WishesInfo(ResponseModel):
    turns: bool
    reminders: bool
    news: bool


class MailInfo(ResponseModel):
    """One's address, which nobody else is shown."""

    address: str | None
    """None: none is confirmed."""
    pending: str | None
    """One that waits for its link to be followed."""
    mode: Literal["never", "each", "daily"]
    hour: int


class NewAddress(RequestModel):
    address: Annotated[str, Field(min_length=1, max_length=300)]
    password: Annotated[str, Field(max_length=1000)] = ""
    """One's own; an account without one must have been signed in to within ten minutes."""
    language: Spoken


class OwnPassword(RequestModel):
    password: Annotated[str, Field(max_length=1000)] = ""
    """One's own; an account without one must have been signed in to within ten minutes."""


class MailChoice(RequestModel):
    mode: Literal["never", "each", "daily"]
    """never: the address recovers the account, and nothing else. daily: one letter a day for all that waits."""
    hour: Annotated[int, Field(ge=0, le=23), WHOLE]
    """Of the day, in UTC: when the letter of the day goes out."""
    language: Spoken


class MailLink(RequestModel):
    token: Annotated[str, Field(min_length=1, max_length=200)]
    """From the letter."""


class Recovery(RequestModel):
    address: Annotated[str, Field(min_length=1, max_length=300)]
    language: Spoken


class RecoveryEnd(MailLink):
    password: Annotated[str, Field(max_length=1000)]
    """A new one, of 8 to 200 characters."""


class VacationInfo(ResponseModel):
    """Clocks of a day or more stand still while one is away."""

    until: float | None
    """None: one is not away."""
    days_left: float
    """Of this year's."""


class NewVacation(RequestModel):
    days: Annotated[int, Field(ge=1, le=28), WHOLE]


class NoticesShown(ResponseModel):
    push_key: str
    """With it a browser subscribes: the server's public key."""
    devices: list[DeviceInfo]
    wishes: WishesInfo
    vacation: VacationInfo
    mail: MailInfo | None
    """None: this server sends no mail, or one has no account."""
