"""Sessions that can be ended; the signed cookies there were become such"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    sessions = op.create_table(
        "sessions",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_player"), ["player"], unique=False)
    connection = op.get_bind()
    secret = connection.scalar(sa.text("SELECT value FROM settings WHERE key = 'secret'"))
    if secret is None:
        return
    players = connection.execute(sa.text("SELECT id FROM players")).scalars()
    rows = [
        {"digest": hashlib.sha256(cookie.encode()).hexdigest(), "player": player, "begun": time.time()}
        for player in players
        for cookie in signed_cookies(bytes.fromhex(secret), player)
    ]
    if rows:
        op.bulk_insert(sessions, rows)


def downgrade() -> None:
    op.drop_table("sessions")


def signed_cookies(secret: bytes, player: str) -> tuple[str, str]:
    """A player's cookie in the two ways in which earlier versions signed it."""
    first = hmac.new(secret, f"session\0{player}".encode(), "sha256").hexdigest()
    key = hashlib.sha256(b"triax.session" + b"signer" + secret).digest()
    second = base64.urlsafe_b64encode(hmac.digest(key, player.encode(), "sha256")).rstrip(b"=").decode()
    return f"{player}.{first}", f"{player}.{second}"
