"""People: friends, blocks, invitations, clubs, who is here and who looks for somebody, ratings as they were; notices
and how they reach one; tournaments; takebacks, and clocks for a whole game"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

PAIRS = {
    "friend_requests": ("asker", "asked", "at"),
    "friends": ("player", "friend", "since"),
    "blocks": ("player", "blocked", "at"),
}
"""Tables of two people and a time: the key is both."""


def upgrade() -> None:
    _add_people()
    _add_notices()
    _add_tournaments()
    _change_tables()


def downgrade() -> None:
    _restore_tables()
    _drop_tournaments()
    _drop_notices()
    _drop_people()


def _add_people() -> None:
    for name, (one, other, when) in PAIRS.items():
        op.create_table(
            name,
            sa.Column(one, sa.Text(), nullable=False),
            sa.Column(other, sa.Text(), nullable=False),
            sa.Column(when, sa.Double(), nullable=False),
            sa.PrimaryKeyConstraint(one, other),
        )
        op.create_index(f"ix_{name}_{other}", name, [other])
    op.create_table(
        "friend_links",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_friend_links_player", "friend_links", ["player"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("inviter", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player"),
    )
    op.create_index("ix_invitations_player", "invitations", ["player"])
    op.create_index("ix_invitations_inviter", "invitations", ["inviter"])
    op.create_table(
        "clubs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("link", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("folded"),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("club", "player"),
    )
    op.create_index("ix_club_members_player", "club_members", ["player"])
    op.create_table(
        "seekers",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_index("seekers_alike", "seekers", ["game", "players", "pace", "since"])
    op.create_table(
        "here",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_table(
        "forms",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("level", sa.Double(), nullable=False),
        sa.Column("step", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player", "game"),
    )
    op.add_column("players", sa.Column("shown", sa.Text(), nullable=False, server_default="public"))
    op.add_column("tables", sa.Column("club", sa.Text(), nullable=True))
    op.add_column("chat", sa.Column("phrase", sa.Text(), nullable=True))
    op.add_column("results", sa.Column("mu", sa.Double(), nullable=True))
    op.add_column("results", sa.Column("sigma", sa.Double(), nullable=True))
    op.create_index("tables_club", "tables", ["club", "status"])


def _drop_people() -> None:
    op.drop_index("tables_club", table_name="tables")
    for table, column in (
        ("players", "shown"),
        ("tables", "club"),
        ("chat", "phrase"),
        ("results", "mu"),
        ("results", "sigma"),
    ):
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column(column)
    for name in ("forms", "here", "seekers", "club_members", "clubs", "invitations", "friend_links", *reversed(PAIRS)):
        op.drop_table(name)


def _add_notices() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("endpoint"),
    )
    op.create_index("ix_devices_player", "devices", ["player"])
    op.create_table(
        "addresses",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("confirmed", sa.Double(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_index("ix_addresses_address", "addresses", ["address"])
    op.create_table(
        "letters",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_letters_player", "letters", ["player"])
    op.create_table(
        "wishes",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("turns", sa.Boolean(), nullable=False),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("news", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_table(
        "notices",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("seat", sa.Integer()),
        sa.Column("number", sa.Integer()),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("server", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Double()),
        sa.PrimaryKeyConstraint("player", "key", "channel"),
    )
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
    op.create_index("notices_due", "notices", ["sent", "due"])
    op.create_table(
        "looking",
        sa.Column("server", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("server", "table_id", "player"),
    )
    op.create_table(
        "vacations",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("begins", sa.Double(), nullable=False),
        sa.Column("ends", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("player", "begins"),
    )


def _drop_notices() -> None:
    for name in ("vacations", "looking", "notices", "wishes", "letters", "addresses", "devices"):
        op.drop_table(name)


def _add_tournaments() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tournament", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("round", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("club", sa.Text(), nullable=True),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("begins", sa.Double(), nullable=True),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("when_full", sa.Boolean(), nullable=False),
        sa.Column("lasts", sa.Integer(), nullable=True),
        sa.Column("fill", sa.Text(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("guests", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("started", sa.Double(), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournaments_club"), ["club"])
        batch_op.create_index(batch_op.f("ix_tournaments_host"), ["host"])
        batch_op.create_index("tournaments_shown", ["status", "public", "created"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "player"),
    )
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.create_index("entrants_player", ["player"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("worth", sa.Text(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("tournament", "round", "board", "seat"),
    )
    with op.batch_alter_table("pairings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pairings_player"), ["player"])
        batch_op.create_index(batch_op.f("ix_pairings_table_id"), ["table_id"])


def _drop_tournaments() -> None:
    op.drop_table("pairings")
    op.drop_table("entrants")
    op.drop_table("tournaments")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("rated")
        batch_op.drop_column("round")
        batch_op.drop_column("tournament")


def _change_tables() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("takeback", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("increment", sa.Integer(), nullable=True))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.alter_column("takeback", server_default=None)


def _restore_tables() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("increment")
        batch_op.drop_column("takeback")
