"""What the names of accounts look like"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from triax.server.names import skeleton

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("skeleton", sa.Text(), nullable=True))
        batch_op.create_index(batch_op.f("ix_players_skeleton"), ["skeleton"], unique=False)
    players = sa.table("players", sa.column("id"), sa.column("name"), sa.column("account"), sa.column("skeleton"))
    connection = op.get_bind()
    named = connection.execute(sa.select(players.c.id, players.c.name).where(players.c.account.is_not(None))).all()
    for row in named:
        connection.execute(sa.update(players).where(players.c.id == row.id).values(skeleton=skeleton(row.name)))


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_skeleton"))
        batch_op.drop_column("skeleton")
