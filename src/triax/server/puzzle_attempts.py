"""Attempts at puzzles: written once for each player and puzzle, before they are answered, and rated both ways: a
puzzle that is solved has lost to its solver."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from random import choice
from typing import Any

import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy.dialects import postgresql, sqlite

from triax.puzzles import Puzzle, PuzzleTheme, pack_of
from triax.server import db_schema
from triax.server.daily_deals import today
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.journal import Journal

MODEL = PlackettLuce(mu=1500.0, sigma=250.0, beta=200.0, tau=4.0)
PUZZLE_SIGMA = 150.0
"""How sure the first rating of a puzzle is."""
NEAREST = 12
"""The next puzzle is one of so many whose ratings are nearest to the player's."""

_attempts, _players, _ratings = db_schema.puzzle_attempts, db_schema.puzzle_players, db_schema.puzzle_ratings


@dataclass(frozen=True)
class Attempt:
    name: str
    """The client's own."""
    puzzle: str
    move: str
    solved: bool
    at: float
    day: str | None
    before: float
    after: float


@dataclass(frozen=True)
class Standing:
    """A player among the puzzles of a game."""

    mu: float
    sigma: float
    tried: int


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in pack_of(game).puzzles}


def find_puzzle(games: Collection[str], name: str) -> Puzzle:
    game = name.rpartition("-")[0]
    found = _by_id(game).get(name) if game in games else None
    if found is None:
        raise Refused("not_found", "there is no such puzzle")
    return found


@cache
def _in_turn(game: str) -> list[Puzzle]:
    """The puzzles in the order in which days have them."""
    return sorted(pack_of(game).puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())


def puzzle_of_the_day(game: str, day: str) -> Puzzle:
    """The same for everybody; none comes again before all have been."""
    turn = _in_turn(game)
    return turn[date.fromisoformat(day).toordinal() % len(turn)]


async def attempt(journal: Journal, player: str, puzzle: Puzzle, name: str, move: str) -> Attempt:
    """The first attempt of a player at a puzzle, committed; or the one that is there already, which tells by its name
    whether it is this one."""
    now, day = time.time(), today()
    solved = move in puzzle.best
    row = {
        "player": player,
        "puzzle": puzzle.id,
        "attempt": name,
        "game": puzzle.game,
        "move": move,
        "solved": solved,
        "at": now,
        "day": day if puzzle_of_the_day(puzzle.game, day) == puzzle else None,
    }

    def job(connection: sa.Connection) -> Attempt:
        # Whoever holds the player's row decides: two attempts at once, here or on another process, come in turn.
        mine = _held(connection, _players, {"player": player, "game": puzzle.game}, MODEL.mu, MODEL.sigma)
        known = _known(connection, player, puzzle.id)
        if known is not None:
            if known.name == name and known.move != move:
                raise Refused("id_reused", "this id was given to another move before")
            return known
        first = {"puzzle": puzzle.id}
        its = _held(connection, _ratings, first, float(puzzle.rating), PUZZLE_SIGMA, solved=0)
        before = [[MODEL.rating(mine.mu, mine.sigma)], [MODEL.rating(its.mu, its.sigma)]]
        [[player_now], [puzzle_now]] = MODEL.rate(before, ranks=[1, 2] if solved else [2, 1])
        _keep(connection, _players, mine, {"player": player, "game": puzzle.game}, player_now)
        _keep(connection, _ratings, its, first, puzzle_now, solved=int(solved) + (its.solved or 0))
        connection.execute(sa.insert(_attempts).values(**row, mu_before=mine.mu, mu_after=player_now.mu))
        written = _known(connection, player, puzzle.id)
        assert written is not None
        return written

    return await journal.run(job)


def _held(
    connection: sa.Connection,
    table: sa.Table,
    key: dict[str, str],
    mu: float,
    sigma: float,
    **more: int,
) -> Any:  # noqa: ANN401
    """A row of ratings, made if it is not there, and nobody else's until the transaction ends."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    fresh = {**key, "mu": mu, "sigma": sigma, "tried": 0, **more}
    connection.execute(dialect.insert(table).values(fresh).on_conflict_do_nothing())
    chosen = [table.c[name] == value for name, value in key.items()]
    return connection.execute(sa.select(table).where(*chosen).with_for_update()).one()


def _keep(
    connection: sa.Connection,
    table: sa.Table,
    before: Any,  # noqa: ANN401, a row
    key: dict[str, str],
    rating: Any,  # noqa: ANN401, of the library
    **more: int,
) -> None:
    chosen = [table.c[name] == value for name, value in key.items()]
    values = {"mu": rating.mu, "sigma": rating.sigma, "tried": before.tried + 1, **more}
    connection.execute(sa.update(table).where(*chosen).values(**values))


def _known(connection: sa.Connection, player: str, puzzle: str) -> Attempt | None:
    rows = connection.execute(sa.select(_attempts).where(_attempts.c.player == player, _attempts.c.puzzle == puzzle))
    row = rows.one_or_none()
    return None if row is None else _read(row)


def _read(row: Any) -> Attempt:  # noqa: ANN401
    return Attempt(row.attempt, row.puzzle, row.move, row.solved, row.at, row.day, row.mu_before, row.mu_after)


# What is asked for.


async def attempts_of(database: Database, player: str, game: str | None = None) -> list[Attempt]:
    """The newest first."""
    query = sa.select(_attempts).where(_attempts.c.player == player)
    if game is not None:
        query = query.where(_attempts.c.game == game)
    return [_read(row) for row in await database.rows(query.order_by(_attempts.c.at.desc(), _attempts.c.puzzle))]


async def tried_of(database: Database, player: str, puzzles: Collection[str]) -> dict[str, bool]:
    """Which of these the player has tried, and solved."""
    query = sa.select(_attempts.c.puzzle, _attempts.c.solved)
    rows = await database.rows(query.where(_attempts.c.player == player, _attempts.c.puzzle.in_(puzzles)))
    return {row.puzzle: row.solved for row in rows}


async def standing_of(database: Database, player: str, game: str) -> Standing:
    query = sa.select(_players).where(_players.c.player == player, _players.c.game == game)
    rows = await database.rows(query)
    return Standing(rows[0].mu, rows[0].sigma, rows[0].tried) if rows else Standing(MODEL.mu, MODEL.sigma, 0)


async def ratings_of(database: Database, puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """What puzzles are rated now; their first rating where nobody has tried them."""
    query = sa.select(_ratings.c.puzzle, _ratings.c.mu)
    if len(puzzles) == 1:
        query = query.where(_ratings.c.puzzle == puzzles[0].id)
    known = {row.puzzle: row.mu for row in await database.rows(query)}
    return {puzzle.id: known.get(puzzle.id, float(puzzle.rating)) for puzzle in puzzles}


async def next_puzzle(
    database: Database, player: str | None, game: str, *, theme: PuzzleTheme | None = None, after: str | None = None
) -> Puzzle:
    """One that the player has not tried, about as hard as the player is strong; when all are tried, one of those that
    were missed or lie longest back."""
    puzzles = [one for one in pack_of(game).puzzles if theme is None or theme in one.themes]
    tried = await attempts_of(database, player, game) if player else []
    mu = (await standing_of(database, player, game)).mu if player else MODEL.mu
    seen = {one.puzzle for one in tried}
    fresh = [one for one in puzzles if one.id not in seen and one.id != after]
    if fresh:
        ratings = await ratings_of(database, fresh)
        fresh.sort(key=lambda one: (abs(ratings[one.id] - mu), one.id))
        return choice(fresh[:NEAREST])
    again = sorted(tried, key=lambda one: (one.solved, one.at))
    there = {one.id: one for one in puzzles if one.id != after}
    old = [there[one.puzzle] for one in again if one.puzzle in there]
    if not old:
        raise Refused("not_found", "there is no such puzzle")
    return choice(old[:NEAREST])


def streak_of(attempts: Sequence[Attempt]) -> tuple[int, int]:
    """How many were solved in a row, up to now and at best; the newest attempt first."""
    runs, run = [], 0
    for one in attempts:
        if one.solved:
            run += 1
        else:
            runs.append(run)
            run = 0
    runs.append(run)
    return runs[0], max(runs)
