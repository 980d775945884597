"""The door: something that a player is told once, wherever they are."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from triax.server.db_schema import addresses, devices, notices, wishes
from triax.server.notices.texts import WISHES

MAIL = "mail"
HOUR, DAY = 3600.0, 86400.0


class Notice(Struct, frozen=True):
    """Told once a player and key. `kind` is one of `texts.WISHES`, and `words` fill its text: names and titles, never
    anything of a game that somebody may not know."""

    kind: str
    key: str
    link: str
    """Where a tap leads: a path of the client."""
    words: Mapping[str, str] = {}
    lasts: float = DAY
    """Seconds for which it is worth telling."""


class Channel(Struct, frozen=True):
    """A way to a player, and since when there is one."""

    id: str
    player: str
    since: float
    wished: frozenset[str]
    """Which of the wishes are told this way."""
    hour: int | None = None
    """Of a letter a day: when it goes out."""

    def due(self, at: float) -> float:
        if self.hour is None:
            return at
        today = at - at % DAY + self.hour * HOUR
        return today if today > at else today + DAY


def channels_of(connection: sa.Connection, players: Sequence[str]) -> list[Channel]:
    """The ways to these players, with what they wish to hear."""
    told = {
        row.player: frozenset(name for name in ("turns", "reminders", "news") if getattr(row, name)) | {""}
        for row in connection.execute(sa.select(wishes).where(wishes.c.player.in_(players)))
    }
    everything = frozenset({"turns", "reminders", "news", ""})
    found = [
        Channel(row.id, row.player, row.created, told.get(row.player, everything))
        for row in connection.execute(sa.select(devices).where(devices.c.player.in_(players)))
    ]
    by_mail = sa.select(addresses).where(addresses.c.player.in_(players), addresses.c.mode != "never")
    for row in connection.execute(by_mail):
        hour = row.hour if row.mode == "daily" else None
        found.append(Channel(MAIL, row.player, row.confirmed, told.get(row.player, everything), hour))
    return found


def write_notice(connection: sa.Connection, player: str, notice: Notice, only: str | None = None) -> None:
    """Within a transaction: the notice is told if it is committed. `only`: by this channel alone."""
    now, wish = time.time(), WISHES[notice.kind]
    ways = [way for way in channels_of(connection, [player]) if wish in way.wished and only in {None, way.id}]
    columns = notices.c
    key = f"{notice.kind}/{notice.key}"
    known = set(connection.scalars(sa.select(columns.channel).where(columns.player == player, columns.key == key)))
    rows = [
        row_of(way, notice.kind, key, notice.link, due=way.due(now), lasts=notice.lasts)
        | {"words": msgspec.json.encode(notice.words).decode()}
        for way in ways
        if way.id not in known
    ]
    if rows:
        connection.execute(sa.insert(notices), rows)


def row_of(way: Channel, kind: str, key: str, link: str, *, due: float, lasts: float) -> dict[str, Any]:
    return {
        "player": way.player,
        "key": key,
        "channel": way.id,
        "kind": kind,
        "link": link,
        "words": "{}",
        "due": due,
        "until": due + lasts,
        "tries": 0,
    }
