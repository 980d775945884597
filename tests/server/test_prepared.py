"""Statements that go to SQLite as they were compiled say what SQLAlchemy would say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from triax.server.prepared import run, run_all

things = sa.Table(
    "things",
    sa.MetaData(),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("size", sa.Integer),
    sa.Column("known", sa.Boolean),
)
NAMED = sa.select(things.c.name, things.c.size).where(things.c.name.in_(sa.bindparam("names", expanding=True)))
GROWN = (
    sa.update(things)
    .where(things.c.name == sa.bindparam("which"), things.c.known)
    .values(size=sa.bindparam("to"), known=False)
)


@pytest.fixture
def connection() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        things.metadata.create_all(connection)
        run_all(connection, sa.insert(things), [{"name": name, "size": 1, "known": True} for name in "abc"])
        yield connection
    engine.dispose()


@pytest.mark.parametrize("names", [[], ["a"], ["a", "c"], ["c", "b", "a", "d"]])
def test_lists_of_any_length_are_looked_for(connection: sa.Connection, names: list[str]) -> None:
    rows, _ = run(connection, NAMED, {"names": names})
    assert sorted(rows) == sorted(map(tuple, connection.execute(NAMED, {"names": names})))
    assert {name for name, _ in rows} == set(names) & set("abc")


def test_what_the_statement_says_itself_is_said_and_what_was_written_is_counted(connection: sa.Connection) -> None:
    assert run(connection, GROWN, {"which": "b", "to": 7}) == ([], 1)
    assert run(connection, GROWN, {"which": "b", "to": 8}) == ([], 0)
    assert run(connection, GROWN, {"which": "x", "to": 8}) == ([], 0)
    kept = connection.execute(sa.select(things).order_by(things.c.name)).all()
    assert [tuple(row) for row in kept] == [("a", 1, True), ("b", 7, False), ("c", 1, True)]


def test_nothing_is_there_when_a_transaction_is_rolled_back(connection: sa.Connection) -> None:
    connection.commit()
    begun = connection.begin()
    run_all(connection, sa.insert(things), [{"name": "d", "size": 1, "known": True}])
    begun.rollback()
    assert connection.scalar(sa.select(sa.func.count()).select_from(things)) == 3
