"""Reviews of games that are over"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("asked", sa.Double(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("known", sa.Text(), nullable=False),
        sa.Column("server", sa.Text(), nullable=True),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("made", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("table_id"),
    )
    with op.batch_alter_table("reviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reviews_player"), ["player"], unique=False)
        batch_op.create_index("reviews_waiting", ["made", "asked"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("reviews", schema=None) as batch_op:
        batch_op.drop_index("reviews_waiting")
        batch_op.drop_index(batch_op.f("ix_reviews_player"))
    op.drop_table("reviews")
