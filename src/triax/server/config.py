"""What a host may set, and the limits that keep one guest from spoiling the table for the others."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from platformdirs import user_data_path

from triax.games.errors import BadData

DATABASE_VARIABLE = "TRIAX_DATABASE_URL"
SETTINGS_VARIABLE = "TRIAX_SERVER_SETTINGS"
"""How `triax serve` hands its settings to the worker processes it starts."""
METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where several processes keep their counts together."""
SMTP_URL, MAIL_FROM = "TRIAX_SMTP_URL", "TRIAX_MAIL_FROM"
PUSH_ANYWHERE = "TRIAX_PUSH_ANYWHERE"
OPENID = "TRIAX_OIDC"
"""Begins the names of the variables that name an OpenID provider."""


@dataclass(frozen=True)
class Limits:
    message_bytes: int = 8_192
    body_bytes: int = 65_536
    request_seconds: float = 30.0
    """For a request to be there as a whole."""
    messages_per_second: float = 20.0
    message_burst: int = 60
    sockets_per_player: int = 16
    tables_per_player: int = 40
    """Open or being played."""
    tokens_per_player: int = 10
    friends_per_player: int = 300
    friend_requests: int = 50
    """Of one player, that wait for an answer."""
    asked_per_hour: int = 60
    """Times that a player may ask others to be friends."""
    blocks_per_player: int = 1_000
    invitations_per_hour: int = 60
    """Of friends to tables."""
    clubs_per_player: int = 20
    clubs_owned: int = 3
    club_members: int = 500
    devices_per_player: int = 10
    """Browsers to which a player has words pushed; one more takes the place of the oldest."""
    sign_ins_per_minute: int = 30
    """New guests and tries of a password, by address."""
    wrong_passwords_per_hour: int = 20
    """By account, from browsers that were never signed in to it; and as many from each that was."""
    pictures_per_minute: int = 20
    """Posters, films and pictures of links, by player or address."""
    reviews_per_hour: int = 20
    """That a player may ask for; those that are there already do not count."""
    reviews_per_address: int = 5
    """That may wait of all who ask from one address."""
    reviews_waiting: int = 50
    """Of all players together."""
    studies: int = 32
    """Analyses of all players for which the engine thinks at once."""
    studies_per_address: int = 8
    """Of all who ask from one address."""
    review_playouts: int = 0
    """For each decision; 0: as many as a good judgement takes."""
    name_length: int = 24
    chat_length: int = 400
    chat_kept: int = 200
    """Lines of each room of a table."""
    chat_per_minute: int = 20
    """Lines of one player."""
    room_chat_per_minute: int = 60
    """Lines in one room of a table."""
    outgoing_messages: int = 256
    outgoing_bytes: int = 2_000_000
    """A reader so far behind is dropped."""
    recheck_seconds: float = 30.0
    """So often a connection is held to the token or player that opened it."""
    live_tables: int = 2_000
    """Idle tables beyond this leave memory; they come back when asked for."""


@dataclass(frozen=True)
class Provider:
    """Who else may say who somebody is: an OpenID provider, and who this server is to it."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    name: str
    """The word on the button."""


@dataclass(frozen=True)
class Mail:
    """The host's mail server, and who its letters are from."""

    host: str
    port: int
    security: str
    """tls, starttls, or none: on this machine alone."""
    user: str
    password: str = field(repr=False)
    sender: str


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8765
    database: str = ""
    workers: int = 1
    origins: tuple[str, ...] = ()
    """The addresses under which browsers reach the server, such as https://games.example.org."""
    bot_processes: int = 1
    bot_budget: float = 1.0
    substitute: str = "adept"
    """The level that plays for someone who is away."""
    log_format: str = "json"
    metrics: bool = True
    warm: bool = False
    """Have the bots' engines compiled at the start, before the first game needs them."""
    limits: Limits = field(default_factory=Limits)
    provider: Provider | None = None
    mail: Mail | None = None
    push_anywhere: bool = False
    """For tests: may a push service be on this machine, and without TLS?"""

    def to_environment(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        given: dict[str, Any] = json.loads(os.environ.get(SETTINGS_VARIABLE, "{}"))
        limits = Limits(**given.pop("limits", {}))
        known = given.pop("provider", None)
        provider = Provider(**known) if known else None
        post = given.pop("mail", None)
        mail = Mail(**post) if post else None
        return cls(**{**given, "origins": tuple(given.get("origins", ()))}, limits=limits, provider=provider, mail=mail)


def database_url(given: str | None) -> str:
    """The database asked for: by option, by environment, or a file in the user's data folder."""
    url = given or os.environ.get(DATABASE_VARIABLE) or f"sqlite:///{default_file()}"
    for plain, driven in (("postgres", "postgresql+asyncpg"), ("postgresql", "postgresql+asyncpg"), ("sqlite", "")):
        if url.startswith(f"{plain}://"):
            return url.replace(f"{plain}://", f"{driven or 'sqlite+aiosqlite'}://", 1)
    if url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        return url
    if "://" in url:
        raise BadData(f"the database '{url.split('://', 1)[0]}://…' is not known: expected sqlite:// or postgresql://")
    return f"sqlite+aiosqlite:///{url}"


def default_file() -> Path:
    folder = user_data_path("triax", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "triax.sqlite"


def read_provider(environment: Mapping[str, str], origins: Sequence[str]) -> Provider | None:
    """The OpenID provider that the environment names; by itself there is none."""
    wanted = [f"{OPENID}_{part}" for part in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET")]
    given = [environment.get(name, "").strip() for name in wanted]
    if not any(given):
        return None
    if missing := [name for name, value in zip(wanted, given, strict=True) if not value]:
        raise BadData(f"{', '.join(missing)}: not set; signing in with OpenID Connect needs {', '.join(wanted)}")
    issuer, client_id, client_secret = given
    if not is_safe_address(issuer) or {"?", "#"} & set(issuer):
        raise BadData(f"{wanted[0]} '{issuer}': expected an address such as https://login.example.org")
    if not origins:
        raise BadData(f"{wanted[0]}: needs --origin, the address to which the provider sends people back")
    name = " ".join(environment.get(f"{OPENID}_NAME", "").split()) or urlsplit(issuer).hostname or ""
    return Provider(issuer, client_id, client_secret, name[:40])


def read_mail(environment: Mapping[str, str], origins: Sequence[str]) -> Mail | None:
    """The mail server that the environment names; by itself there is none."""
    url, sender = (environment.get(name, "").strip() for name in (SMTP_URL, MAIL_FROM))
    if not url and not sender:
        return None
    if not url or not sender:
        raise BadData(f"{MAIL_FROM if url else SMTP_URL}: not set; sending mail needs {SMTP_URL} and {MAIL_FROM}")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    if not host or parts.scheme not in {"smtp", "smtps"} or parts.path.strip("/") or parts.query or parts.fragment:
        # It may hold a password.
        raise BadData(
            f"{SMTP_URL}: expected an address such as smtp://USER:PASSWORD@mail.example.org:587, or smtps://…"
        )
    if sender.count("@") != 1 or not sender.isascii() or not sender.isprintable() or set(sender) & set(' <>"(),:;[]\\'):
        raise BadData(f"{MAIL_FROM} '{sender}': expected an address such as games@example.org")
    if not origins:
        raise BadData(f"{SMTP_URL}: needs --origin, the address to which links in letters lead")
    near = host in {"localhost", "127.0.0.1", "::1"}
    security = "tls" if parts.scheme == "smtps" else "none" if near else "starttls"
    ports = {"tls": 465, "starttls": 587, "none": 25}
    return Mail(
        host, port or ports[security], security, unquote(parts.username or ""), unquote(parts.password or ""), sender
    )


def is_safe_address(address: str) -> bool:
    """What is asked there goes by TLS, or never leaves this machine."""
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in {"localhost", "127.0.0.1", "::1"})
        )
    except ValueError:
        return False
