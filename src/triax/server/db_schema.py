"""The tables of the database. A game's table is its log: the entries, numbered, are all that happened at it."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    # The account's name, folded so that no two look alike; a guest has none.
    sa.Column("account", sa.Text, unique=True),
    # What an account's name looks like: nobody goes by one that looks the same.
    sa.Column("skeleton", sa.Text, index=True),
    sa.Column("password", sa.Text),
    sa.Column("created", sa.Double, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

# The browsers in which players are signed in.
sessions = sa.Table(
    "sessions",
    metadata,
    # Of the cookie's secret.
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("begun", sa.Double, nullable=False),
)

# Who somebody is to an OpenID provider, and whose account that opens.
identities = sa.Table(
    "identities",
    metadata,
    sa.Column("issuer", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Index("identities_player", "player", "issuer", unique=True),
)

# Sign-ins by a provider that were finished lately: none is finished twice.
sign_ins = sa.Table(
    "sign_ins",
    metadata,
    # Of the state that was sent to the provider.
    sa.Column("digest", sa.Text, primary_key=True),
    # The session that it began: tells a writer whose commit was cut off whether the row is its own.
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    # Seconds a decision may take; none: no clock.
    sa.Column("clock", sa.Integer),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    # While it is open: when someone who sits there was last known to be there.
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    # open, playing, over or closed.
    sa.Column("status", sa.Text, nullable=False),
    # The UTC day of a deal of the day.
    sa.Column("day", sa.Text),
    sa.Column("rematch_of", sa.Text, unique=True),
    sa.Index("tables_lobby", "status", "public", "created"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    # Tells a writer whose commit was cut off whether the entry is its own.
    sa.Column("uid", sa.Text, nullable=False),
)

# What is said at tables, apart from their logs: the last lines of each room.
chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    # table or spectators.
    sa.Column("room", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    # As of entries: tells a writer whether a line is its own.
    sa.Column("uid", sa.Text, nullable=False),
)

# Who sits where, kept beside the log so that it can be asked for.
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, index=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    # 1 is first; a shared place is the same number.
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("scores", sa.Text, nullable=False),
    # What decides a game, so that results can be sorted: the sorted tracks or the points, as text that sorts alike.
    sa.Column("worth", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("day", sa.Text),
    sa.Column("ended", sa.Double, nullable=False),
    # Standard pieces and rules, played to the end: it may stand on a board of best results.
    sa.Column("standard", sa.Boolean, nullable=False),
    # Played on from an analysis: it stands among one's games and counts for nothing.
    sa.Column("practice", sa.Boolean, nullable=False),
    sa.Index("results_solo", "game", "players", "standard", "worth"),
    sa.Index("results_day", "day", "game", "worth"),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

# One attempt a player, game and day.
attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
)

# One a player and puzzle: the first try counts, what comes after it is practice and is not kept.
puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    # The client's own: an attempt sent again with it is answered the same.
    sa.Column("attempt", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    # The UTC day whose puzzle it was, if it was tried on that day.
    sa.Column("day", sa.Text),
    # What the player was rated before and after.
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("mu_after", sa.Double, nullable=False),
)

# What players are rated by puzzles, by game.
puzzle_players = sa.Table(
    "puzzle_players",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
)

# What puzzles are rated by those who have tried them.
puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
)

# What the bots think of a game that is over. One process makes it, decision by decision, and writes down how far it is.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    # Of the way in which games are reviewed.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),
    # Who has asked for it, and when.
    sa.Column("player", sa.Text, index=True),
    sa.Column("asked", sa.Double, nullable=False),
    # From which address, as a number that leads back to none; only while it waits.
    sa.Column("lane", sa.Text),
    # In which round it comes: one of every address, then the next of each.
    sa.Column("turn", sa.Integer, nullable=False, server_default="0"),
    # How many decisions there are, and those judged so far.
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("known", sa.Text, nullable=False),
    # The process that makes it.
    sa.Column("server", sa.Text),
    sa.Column("failed", sa.Boolean, nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("made", sa.Double),
    sa.Index("reviews_waiting", "made", "asked"),
)

# The processes that serve this database, with their last sign of life.
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
    # How many people are there.
    sa.Column("people", sa.Integer, nullable=False, server_default="0"),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
