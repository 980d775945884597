"""Who somebody is to an OpenID provider"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("issuer", "subject"),
    )
    with op.batch_alter_table("identities", schema=None) as batch_op:
        batch_op.create_index("identities_player", ["player", "issuer"], unique=True)
    op.create_table(
        "sign_ins",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )


def downgrade() -> None:
    op.drop_table("sign_ins")
    op.drop_table("identities")
