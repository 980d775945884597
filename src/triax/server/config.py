"""What a host may set, and the limits that keep one guest from spoiling the table for the others."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from triax.games.errors import BadData

DATABASE_VARIABLE = "TRIAX_DATABASE_URL"
SETTINGS_VARIABLE = "TRIAX_SERVER_SETTINGS"
"""How `triax serve` hands its settings to the worker processes it starts."""
METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where several processes keep their counts together."""


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

    def to_environment(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        given: dict[str, Any] = json.loads(os.environ.get(SETTINGS_VARIABLE, "{}"))
        limits = Limits(**given.pop("limits", {}))
        return cls(**{**given, "origins": tuple(given.get("origins", ()))}, limits=limits)


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
