"""Games played on from an analysis stand among one's games, marked"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.add_column(sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.alter_column("practice", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_column("practice")
