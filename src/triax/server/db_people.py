"""The tables of the database that are about people and each other: friends, blocks, invitations, clubs, who is here,
who looks for somebody to play with, and how strong an opponent suits whom."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
"""Of all tables there are."""

# Somebody wants to be a friend, and has no answer yet.
friend_requests = sa.Table(
    "friend_requests",
    metadata,
    sa.Column("asker", sa.Text, primary_key=True),
    sa.Column("asked", sa.Text, primary_key=True, index=True),
    sa.Column("at", sa.Double, nullable=False),
)

# Two rows a friendship, one for each.
friends = sa.Table(
    "friends",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("friend", sa.Text, primary_key=True, index=True),
    sa.Column("since", sa.Double, nullable=False),
)

# A link makes whoever opens it a friend, once.
friend_links = sa.Table(
    "friend_links",
    metadata,
    # Of the link's secret.
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("created", sa.Double, nullable=False),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("blocked", sa.Text, primary_key=True, index=True),
    sa.Column("at", sa.Double, nullable=False),
)

# To tables that are open.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    # Who is invited.
    sa.Column("player", sa.Text, primary_key=True, index=True),
    sa.Column("inviter", sa.Text, nullable=False, index=True),
    sa.Column("at", sa.Double, nullable=False),
)

clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    # Folded, so that no two are called the same.
    sa.Column("folded", sa.Text, nullable=False, unique=True),
    sa.Column("about", sa.Text, nullable=False),
    # May anybody join, or only with the link?
    sa.Column("open", sa.Boolean, nullable=False),
    # The link is made from this number; another number, another link.
    sa.Column("link", sa.Integer, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

club_members = sa.Table(
    "club_members",
    metadata,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True, index=True),
    # owner, admin or member.
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("since", sa.Double, nullable=False),
)

# Those who look for somebody to play with now.
seekers = sa.Table(
    "seekers",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("pace", sa.Text, nullable=False),
    # What they are rated.
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("since", sa.Double, nullable=False),
    # When they last asked whether somebody was found; whoever asks no more has gone.
    sa.Column("seen", sa.Double, nullable=False),
    # Where they play, once somebody was found.
    sa.Column("table_id", sa.Text),
    sa.Index("seekers_alike", "game", "players", "pace", "since"),
)

# Accounts that were seen lately, at whichever process.
here = sa.Table(
    "here",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
)

# How strong the bot that adapts plays against a player in a game.
forms = sa.Table(
    "forms",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("level", sa.Double, nullable=False),
    # How far the last game has moved it, and which way.
    sa.Column("step", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
