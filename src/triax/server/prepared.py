"""Statements that run with every game that ends. On SQLite they go to the driver as they were compiled the first time:
SQLAlchemy's way there takes ten times as long as SQLite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

Values = Mapping[str, Any]


def run(connection: sa.Connection, statement: sa.Executable, values: Values) -> tuple[list[Any], int]:
    """The rows that come back, and how many were written."""
    if connection.dialect.name != "sqlite":
        result = connection.execute(statement, values)
        return list(result.all()) if result.returns_rows else [], result.rowcount
    lists = tuple((name, len(value)) for name, value in values.items() if isinstance(value, list))
    text, order, said = _compiled(statement, tuple(values), lists)
    listed = {f"{name}_{n}": one for name, _ in lists for n, one in enumerate(values[name], 1)}
    flat = {**said, **values, **listed}
    cursor = _driver(connection).execute(text, [flat[name] for name in order])
    return cursor.fetchall(), cursor.rowcount


def run_all(connection: sa.Connection, statement: sa.Executable, rows: Sequence[Values]) -> None:
    """The same for each of several rows with the same names."""
    if connection.dialect.name != "sqlite":
        connection.execute(statement, rows)
        return
    text, order, _ = _compiled(statement, tuple(rows[0]), ())
    _driver(connection).executemany(text, [[row[name] for name in order] for row in rows])


def _driver(connection: sa.Connection) -> Any:  # noqa: ANN401
    return connection.connection.driver_connection


@cache
def _compiled(
    statement: Any,  # noqa: ANN401
    names: tuple[str, ...],
    lists: tuple[tuple[str, int], ...],
) -> tuple[str, Sequence[str], dict[str, Any]]:
    """As SQLite is told it, the names of what stands in it, in order, and what the statement says itself. A list takes
    a place for each of its items."""
    keys = list(names) if statement.is_insert else None
    told = statement.compile(dialect=sqlite.dialect(), column_keys=keys)
    state = told.construct_expanded_state(dict.fromkeys(names) | {name: [None] * size for name, size in lists})
    return state.statement, state.positiontup, dict(state.parameters)
