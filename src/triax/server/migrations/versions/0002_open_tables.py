"""When an open table was last seen in use; players are deleted whole"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen", sa.Double(), nullable=True))
    op.execute("UPDATE tables SET seen = created")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.alter_column("seen", nullable=False)
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("deleted")


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("deleted", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.alter_column("deleted", server_default=None)
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("seen")
