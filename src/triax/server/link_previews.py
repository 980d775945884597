"""What a link to a table says of itself where it is posted: a title, a line, a picture. Nothing that is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from triax.drawing.words import bot_name
from triax.games import GAMES
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.painting import Order
from triax.server.replay_cache import record_of
from triax.server.visibility import open_record, view_for

TITLE = "Triax"
ABOUT = "Axio, Axio Rota and AXO: play solo, against bots, on one device or online."


@dataclass(frozen=True)
class Preview:
    title: str = TITLE
    about: str = ABOUT
    image: str = "/social.png"


def is_open_to_all(live: LiveTable) -> bool:
    """May whoever has the address see it? A deal that others may still play shows nothing, and a club's table nothing
    to strangers."""
    meta = live.table.meta
    if meta.club is not None or meta.round is not None:
        return False
    return meta.day is None or meta.day < datetime.now(UTC).date().isoformat()


def seat_names(live: LiveTable, lang: str = "en") -> list[str]:
    """As at the table: two bots of one level are told apart."""
    bots = [seat.bot for seat in live.table.seats]
    return [
        bot_name(lang, seat.bot, bots[: number + 1].count(seat.bot) if bots.count(seat.bot) > 1 else 0)
        if seat.bot
        else live.names.get(seat.player or "", "") or "…"
        for number, seat in enumerate(live.table.seats)
    ]


def preview_of(live: LiveTable) -> Preview:
    table = live.table
    title = GAMES[table.meta.game].title
    lines = lines_of(live)
    return Preview(f"{title} · Triax", " · ".join(lines) or ABOUT, f"/api/tables/{table.meta.id}/preview.png")


def lines_of(live: LiveTable) -> list[str]:
    """Who plays, and what there is to do: what anybody sees who opens the link."""
    table, names = live.table, seat_names(live)
    people = [name for name, seat in zip(names, table.seats, strict=True) if not seat.is_open]
    match table.status:
        case "open":
            free = sum(seat.is_open for seat in table.seats)
            seats = "one seat is free" if free == 1 else f"{free} seats are free"
            return [f"{people[0]} invites you to play" if people else "Come and play", seats]
        case "playing":
            return [_listed(people), "are playing" if len(people) > 1 else "is playing"]
        case "over" if table.state is not None:
            standings = view_for(table.state, None)["standings"]
            first = standings[0] if standings else []
            if len(people) == 1:
                return [people[0], "played solo"]
            if first:
                others = [name for seat, name in enumerate(names) if seat not in first]
                won = f"{_listed([names[seat] for seat in first])} won"
                return [won, f"against {_listed(others)}"] if others else [won]
            return [_listed(people)]
        case _:
            return []


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def preview_order(live: LiveTable) -> Order:
    """The board is shown when the game is over; before, a game that nobody plays."""
    table, lines = live.table, lines_of(live)
    if table.status != "over" or table.state is None:
        return Order("preview", table.meta.game, lines=lines)
    return Order("preview", table.meta.game, lines=lines, names=seat_names(live), view=view_for(table.state, None))


def poster_order(live: LiveTable, seat: int | None, theme: str, lang: str) -> Order:
    """As a spectator sees the end."""
    record_of(live.table)  # refuses while the game goes on
    assert live.table.state is not None
    if seat is not None and seat >= live.table.meta.players:
        raise Refused("not_found", f"there is no seat {seat}")
    return Order(
        "poster",
        live.table.meta.game,
        names=seat_names(live, lang),
        view=view_for(live.table.state, None),
        seat=seat,
        ended=live.table.ended,
        theme=theme,
        lang=lang,
    )


def film_order(live: LiveTable, theme: str, lang: str) -> Order:
    record = open_record(record_of(live.table))
    names, ended = seat_names(live, lang), live.table.ended
    return Order("film", live.table.meta.game, names=names, record=record, ended=ended, theme=theme, lang=lang)
