"""Puzzles: attempts, and what players and puzzles are rated"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("puzzle", sa.Text(), primary_key=True),
        sa.Column("attempt", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("day", sa.Text()),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("mu_after", sa.Double(), nullable=False),
    )
    op.create_table(
        "puzzle_players",
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text(), primary_key=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    for table in ("puzzle_ratings", "puzzle_players", "puzzle_attempts"):
        op.drop_table(table)
