"""What a finished game leaves behind: a result for every person, and what they are rated now. Written once, whichever
process does it and however often it is tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy.dialects import postgresql, sqlite

from triax.games.standings import places
from triax.server import db_schema
from triax.server.daily_deals import end_of
from triax.server.forms import learn
from triax.server.journal import Journal
from triax.server.live_table import LiveTable
from triax.server.prepared import run, run_all
from triax.server.rated import is_rated
from triax.server.table import Table

MODEL = PlackettLuce()
NOT_RATED = {"mu": None, "sigma": None}
DIGITS = 3
"""So many digits has each number of a result's worth."""


# Unless a backup was restored: then what we remember has not happened.
_happened = sa.exists().where(
    db_schema.entries.c.table_id == sa.bindparam("table"),
    db_schema.entries.c.number == sa.bindparam("last"),
    db_schema.entries.c.uid == sa.bindparam("named"),
)
_OVER = (
    sa.update(db_schema.tables)
    .where(db_schema.tables.c.id == sa.bindparam("table"), db_schema.tables.c.status == "playing", _happened)
    .values(status="over", ended=sa.bindparam("at"))
)
_KNOWN = sa.select(db_schema.players.c.id).where(db_schema.players.c.id.in_(sa.bindparam("ids", expanding=True)))
_RESULTS = sa.insert(db_schema.results)
_ratings = db_schema.ratings.c
_FIRST = {
    name: dialect.insert(db_schema.ratings).on_conflict_do_nothing()
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
# All processes go through the players in the same order, so that no two wait for each other.
_RATINGS = (
    sa.select(_ratings.player, _ratings.mu, _ratings.sigma, _ratings.games)
    .where(_ratings.game == sa.bindparam("which"), _ratings.player.in_(sa.bindparam("ids", expanding=True)))
    .order_by(_ratings.player)
    .with_for_update()
)
_RATED = (
    sa.update(db_schema.ratings)
    .where(_ratings.player == sa.bindparam("who"), _ratings.game == sa.bindparam("which"))
    .values({name: sa.bindparam(name) for name in ("mu", "sigma", "games")})
)


async def write_results(journal: Journal, live: LiveTable) -> None:
    """Write the results of a table that is over."""
    table = live.table
    update = {"table": live.id, "last": table.count - 1, "named": table.last_uid, "at": table.ended}

    def job(connection: sa.Connection) -> None:
        # Whoever closes the table writes the results; everyone else finds it closed.
        _, closed = run(connection, _OVER, update)
        if not closed:
            return
        people = _people(connection, table)
        rated = is_rated(table, people)
        after: Mapping[str, Any] = {}
        if rated:
            by_seat = places_of(table)
            known = {player: by_seat[seat] for seat, player in people.items() if player is not None}
            after = _rate(connection, table.meta.game, known)
        rows = [_row(table, seat, people[seat], rated=rated) for seat in people]
        if rows:
            run_all(connection, _RESULTS, [{**row, **after.get(row["player"] or "", NOT_RATED)} for row in rows])
        learn(connection, table, people, places_of(table))
        if table.meta.tournament is not None:
            _settle_pairing(connection, table)
        for notification in journal.notifications(live.id):
            connection.execute(notification)

    await journal.run(job)


def _settle_pairing(connection: sa.Connection, table: Table) -> None:
    """What the game is worth in its tournament; whoever let the clock run out is not paired again before they are
    back."""
    assert table.state is not None
    pairings, entrants = db_schema.pairings, db_schema.entrants
    by_seat = places_of(table)
    for seat in range(table.meta.players):
        here = sa.update(pairings).where(pairings.c.table_id == table.meta.id, pairings.c.seat == seat)
        worth = "" if seat in table.resigned else sort_key(table, seat)
        scores = msgspec.json.encode(table.state.scores[seat]).decode()
        connection.execute(here.values(place=by_seat[seat], worth=worth, scores=scores, ended=table.ended))
    if late := [table.seats[seat].player for seat in table.late]:
        away = sa.update(entrants).where(entrants.c.tournament == table.meta.tournament, entrants.c.player.in_(late))
        connection.execute(away.values(here=False))


def _people(connection: sa.Connection, table: Table) -> dict[int, str | None]:
    """Who held each seat that was not a bot's; None: someone whose data was deleted meanwhile."""
    held = {number: seat.player for number, seat in enumerate(table.seats) if seat.player is not None}
    known, _ = run(connection, _KNOWN, {"ids": list(set(held.values()))})
    there = {player for (player,) in known}
    return {seat: player if player in there else None for seat, player in held.items()}


def _row(table: Table, seat: int, player: str | None, *, rated: bool) -> dict[str, Any]:
    assert table.state is not None
    assert table.ended is not None
    meta, place = table.meta, places_of(table)[seat]
    return {
        "table_id": meta.id,
        "seat": seat,
        "player": player,
        "game": meta.game,
        "players": meta.players,
        "place": place,
        "won": place == 1,
        "scores": msgspec.json.encode(table.state.scores[seat]).decode(),
        "worth": sort_key(table, seat),
        "rated": rated and player is not None,
        "day": meta.day,
        "ended": table.ended,
        "standard": is_standard(table) and seat not in table.helped | table.hinted,
        "practice": table.prefix is not None,
    }


def is_standard(table: Table) -> bool:
    """The rules and pieces of the book, from the first move to the end; a deal of the day within its day."""
    assert table.state is not None
    meta = table.meta
    in_time = meta.day is None or (table.ended or 0.0) < end_of(meta.day)
    # A deal that others have played alone may be known to whoever plays it next: it counts in its tournament.
    if meta.round is not None and meta.players == 1:
        return False
    standard = table.game.facts.is_standard(table.state.options)
    return table.state.outcome is not None and standard and in_time and table.prefix is None


def places_of(table: Table) -> list[int]:
    """By seat: 1 and one more for every seat ahead. Alone, 2 is lost, or given up."""
    found = [table.meta.players + 1] * table.meta.players
    for place, seats in places(table.standings or []):
        for seat in seats:
            found[seat] = place
    return found


def sort_key(table: Table, seat: int) -> str:
    """What the game ranks by, the most important first, as text that sorts alike: the greater, the better."""
    assert table.state is not None
    # Of a game of somebody else's making, what has more digits counts as the most that there is room for.
    key = [min(max(0, number), 10**DIGITS - 1) for number in table.state.rank_key(seat)]
    return ".".join(f"{number:0{DIGITS}}" for number in key)


def lead() -> sa.ColumnElement[int]:
    """The first number of a result's worth, for the database: what the game ranks by first."""
    return sa.cast(sa.func.substr(db_schema.results.c.worth, 1, DIGITS), sa.Integer)


def _ratings_of(connection: sa.Connection, game: str, players: list[str]) -> dict[str, tuple[float, float, int]]:
    """By player: mean, doubt, and how many games."""
    rows, _ = run(connection, _RATINGS, {"which": game, "ids": players})
    return {player: (mu, sigma, games) for player, mu, sigma, games in rows}


def _rate(connection: sa.Connection, game: str, places: Mapping[str, int]) -> dict[str, dict[str, float]]:
    """Everyone's rating moves by how they stand to each other; bots in between do not count. Gives what they are rated
    now."""
    fresh = MODEL.rating()
    order = sorted(places)
    rows = _ratings_of(connection, game, order)
    if new := [player for player in order if player not in rows]:
        first = [{"player": one, "game": game, "mu": fresh.mu, "sigma": fresh.sigma, "games": 0} for one in new]
        run_all(connection, _FIRST[connection.dialect.name], first)
        rows = _ratings_of(connection, game, order)
    before = [[MODEL.rating(*rows[player][:2])] for player in order]
    after = MODEL.rate(before, ranks=[places[player] for player in order])
    now: list[dict[str, Any]] = [
        {"who": player, "which": game, "mu": rating.mu, "sigma": rating.sigma, "games": rows[player][2] + 1}
        for player, (rating,) in zip(order, after, strict=True)
    ]
    run_all(connection, _RATED, now)
    return {row["who"]: {"mu": row["mu"], "sigma": row["sigma"]} for row in now}
