"""What is said at tables stands apart from their logs"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

entries = sa.table(
    "entries",
    *(sa.column(name) for name in ("table_id", "number", "kind", "seat", "data", "at", "uid")),
)
chat = sa.table(
    "chat",
    *(sa.column(name) for name in ("table_id", "number", "room", "player", "text", "at", "uid")),
)
settings = sa.table("settings", sa.column("key"), sa.column("value"))
LINES = ("chat", "erased")
"""What was said, and what a deleted player had said."""


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_player"), ["player"], unique=False)
    connection = op.get_bind()
    said = sa.select(entries.c.table_id).where(entries.c.kind.in_(LINES)).distinct()
    tables = connection.scalars(said).all()
    for table in tables:
        _take_out(connection, table)
    if tables:
        # A server that still remembers the old numbers finds itself behind.
        past = settings.c.key == "generation"
        found = connection.scalar(sa.select(settings.c.value).where(past))
        connection.execute(sa.update(settings).where(past).values(value=str(int(found or 0) + 1)))


def _take_out(connection: sa.Connection, table: str) -> None:
    """The lines go to their own table; what comes behind them in the log moves up."""
    here = entries.c.table_id == table
    lines = connection.execute(sa.select(entries).where(here, entries.c.kind == "chat").order_by(entries.c.number))
    rows = [
        {**json.loads(line.data), "table_id": table, "number": number, "at": line.at, "uid": line.uid}
        for number, line in enumerate(lines.all(), start=1)
    ]
    if rows:
        connection.execute(sa.insert(chat), rows)
    connection.execute(sa.delete(entries).where(here, entries.c.kind.in_(LINES)))
    left = connection.scalars(sa.select(entries.c.number).where(here).order_by(entries.c.number)).all()
    moved = [{"old": old, "new": new, "of": table} for new, old in enumerate(left) if old != new]
    if moved:
        place = (entries.c.table_id == sa.bindparam("of"), entries.c.number == sa.bindparam("old"))
        # One by one, from the first on: each goes where there is room by then.
        connection.execute(sa.update(entries).where(*place).values(number=sa.bindparam("new")), moved)


def downgrade() -> None:
    connection = op.get_bind()
    for line in connection.execute(sa.select(chat).order_by(chat.c.table_id, chat.c.number)).all():
        last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == line.table_id)
        found = connection.scalar(last)
        number = 0 if found is None else found + 1
        data = json.dumps({"room": line.room, "player": line.player, "text": line.text})
        row = {"table_id": line.table_id, "number": number, "data": data, "at": line.at, "uid": line.uid}
        connection.execute(sa.insert(entries).values(**row, kind="chat", seat=None))
    op.drop_table("chat")
