"""Achievements: what a player has done, worked out from what is written down anyway. Each is a question to the database
whose answer is when it was achieved."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa

from triax.bots import LEVELS
from triax.games import GAMES
from triax.games.facts import TrackScore
from triax.server.daily_deals import end_of, today
from triax.server.db_schema import entries, puzzle_attempts, results
from triax.server.results import lead

HIGH = 8
"""The lowest track alone."""
MANY = 100
DAYS = 30
FIELD = 5
"""So many results make a board worth being first on."""

WhenDone = Callable[[str], sa.ColumnElement[float | None]]


def _first(*conditions: sa.ColumnElement[bool]) -> WhenDone:
    """When the first result of this kind was there."""

    def ask(player: str) -> sa.ColumnElement[float | None]:
        mine = (results.c.player == player, ~results.c.practice, *conditions)
        return sa.select(sa.func.min(results.c.ended)).where(*mine).scalar_subquery()

    return ask


def _hundredth_game(player: str) -> sa.ColumnElement[float | None]:
    mine = sa.select(results.c.ended).where(results.c.player == player, results.c.rated)
    return mine.order_by(results.c.ended).offset(MANY - 1).limit(1).scalar_subquery()


def _hundredth_puzzle(player: str) -> sa.ColumnElement[float | None]:
    columns = puzzle_attempts.c
    mine = sa.select(columns.at).where(columns.player == player, columns.solved)
    return mine.order_by(columns.at).offset(MANY - 1).limit(1).scalar_subquery()


def _best_of_a_day(player: str) -> sa.ColumnElement[float | None]:
    """Once the day is over: nobody ahead, and enough behind."""
    other = results.alias()
    board = (other.c.day == results.c.day, other.c.game == results.c.game, other.c.standard)
    finished = sa.select(sa.func.count()).where(*board).scalar_subquery()
    ahead = sa.exists().where(*board, other.c.worth > results.c.worth)
    mine = (results.c.player == player, results.c.day < today(), results.c.standard, ~ahead, finished >= FIELD)
    return sa.select(sa.func.min(results.c.ended)).where(*mine).scalar_subquery()


def _every_game(player: str) -> sa.ColumnElement[float | None]:
    """Won with others at the table, in each of our games."""
    names = list(GAMES.own)
    won = (results.c.player == player, results.c.won, results.c.players > 1, ~results.c.practice)
    first = sa.select(results.c.game, sa.func.min(results.c.ended).label("at"))
    each = first.where(*won, results.c.game.in_(names)).group_by(results.c.game).subquery()
    done = sa.case((sa.func.count() == len(names), sa.func.max(each.c.at)))
    return sa.select(done).select_from(each).scalar_subquery()


_tracks = [name for name, game in GAMES.own.items() if isinstance(game.facts.scores.get(1), TrackScore)]
_strongest = sa.exists().where(
    entries.c.table_id == results.c.table_id, entries.c.kind == "sit", entries.c.data == f'{{"bot":"{LEVELS[-1]}"}}'
)

ACHIEVEMENTS: dict[str, WhenDone] = {
    "firstWin": _first(results.c.rated, results.c.won),
    "beatMaster": _first(results.c.won, results.c.players > 1, results.c.standard, _strongest),
    "soloHigh": _first(results.c.players == 1, results.c.standard, results.c.game.in_(_tracks), lead() >= HIGH),
    "fourTable": _first(results.c.rated, results.c.won, results.c.players == 4),
    "allGames": _every_game,
    "hundredGames": _hundredth_game,
    "dayBest": _best_of_a_day,
    "puzzles100": _hundredth_puzzle,
}
"""By code; the client has the words. The streak of days is worked out beside them."""
STREAK = "streak30"


def question(player: str) -> Any:  # noqa: ANN401
    """All of them at once, as a query."""
    return sa.select(*(ask(player).label(code) for code, ask in ACHIEVEMENTS.items()))


def longest_streak(days: Collection[str]) -> tuple[int, float | None]:
    """The most days in a row, and when the first streak of thirty was complete."""
    best, count, done, before = 0, 0, None, None
    for day in sorted(days):
        now = date.fromisoformat(day)
        count = count + 1 if before == now - timedelta(days=1) else 1
        best, before = max(best, count), now
        if count == DAYS and done is None:
            done = end_of(day)
    return best, done
