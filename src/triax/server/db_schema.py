"""The tables of the database. A game's table is its log: the entries, numbered, are all that happened at it."""

from __future__ import annotations

import sqlalchemy as sa

from triax.server import db_people

metadata = db_people.metadata

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
    # Who may look at the player's page: everybody (public), friends, or nobody (private).
    sa.Column("shown", sa.Text, nullable=False, server_default="public"),
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
    # For the members of a club alone.
    sa.Column("club", sa.Text),
    # The tournament it belongs to, and the round whose deal it shares with other tables.
    sa.Column("tournament", sa.Text),
    sa.Column("round", sa.Integer),
    # May it count for ratings?
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    # May decisions be taken back, by consent, though the game is rated?
    sa.Column("takeback", sa.Boolean, nullable=False),
    # Given: the clock is for a seat's whole game, and so many seconds are added behind each decision.
    sa.Column("increment", sa.Integer),
    sa.Index("tables_lobby", "status", "public", "created"),
    sa.Index("tables_club", "club", "status"),
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
    # The code of a phrase, which every reader's client says in its own language.
    sa.Column("phrase", sa.Text),
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
    # What the player was rated behind it, if it was rated.
    sa.Column("mu", sa.Double),
    sa.Column("sigma", sa.Double),
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

# The browsers to which a player has words pushed.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    # Where its push service listens, and the keys under which the browser alone can read.
    sa.Column("endpoint", sa.Text, nullable=False, unique=True),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

# Where a player gets letters, once they have confirmed that it is theirs.
addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False, index=True),
    sa.Column("confirmed", sa.Double, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    # never (it recovers the account alone), each or daily.
    sa.Column("mode", sa.Text, nullable=False),
    # Of the day, in UTC: when the letter of the day goes out.
    sa.Column("hour", sa.Integer, nullable=False),
)

# Links sent by mail that were not followed yet; each opens once.
letters = sa.Table(
    "letters",
    metadata,
    # Of the link's secret.
    sa.Column("digest", sa.Text, primary_key=True),
    # confirm or recover.
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("made", sa.Double, nullable=False),
)

# What a player wishes to be told; without a row, everything.
wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("turns", sa.Boolean, nullable=False),
    sa.Column("reminders", sa.Boolean, nullable=False),
    sa.Column("news", sa.Boolean, nullable=False),
)

# What players are told: a row a device, and one for mail. It stays once it is sent: nothing is sent twice.
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    # A device, or mail.
    sa.Column("channel", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("link", sa.Text, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    # Of a turn: where it is, whose, and since which number of the seat. With the turn it is gone.
    sa.Column("table_id", sa.Text, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("number", sa.Integer),
    sa.Column("due", sa.Double, nullable=False),
    # Until then it is worth telling.
    sa.Column("until", sa.Double, nullable=False),
    # The process that sends it.
    sa.Column("server", sa.Text),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent", sa.Double),
    sa.Index("notices_due", "sent", "due"),
)

# Who looks at a table at which they sit, where several processes must know of it.
looking = sa.Table(
    "looking",
    metadata,
    sa.Column("server", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
)

# When clocks of a day or more stand still for a player.
vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("begins", sa.Double, primary_key=True),
    sa.Column("ends", sa.Double, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False, index=True),
    sa.Column("game", sa.Text, nullable=False),
    # For the members of a club alone.
    sa.Column("club", sa.Text, index=True),
    # swiss, round_robin, arena, solo or ladder.
    sa.Column("form", sa.Text, nullable=False),
    # Players a table.
    sa.Column("size", sa.Integer, nullable=False),
    # How many there will be; 0: not known before it begins, or without rounds.
    sa.Column("rounds", sa.Integer, nullable=False),
    # Seconds a decision may take; after that the game is lost.
    sa.Column("clock", sa.Integer, nullable=False),
    # When it begins by itself; none: when it is full, or when its host begins it.
    sa.Column("begins", sa.Double),
    # So many may take part.
    sa.Column("most", sa.Integer, nullable=False),
    sa.Column("when_full", sa.Boolean, nullable=False),
    # Seconds for which an arena or a ladder goes on.
    sa.Column("lasts", sa.Integer),
    # The bots' level that takes seats which would stay empty.
    sa.Column("fill", sa.Text),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("guests", sa.Boolean, nullable=False),
    # open, running, over or cancelled.
    sa.Column("status", sa.Text, nullable=False),
    # How many rounds are paired; in an arena and on a ladder, how often somebody was.
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("started", sa.Double),
    sa.Column("ended", sa.Double),
    sa.Index("tournaments_shown", "status", "public", "created"),
)

# Who takes part.
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("joined", sa.Double, nullable=False),
    # What the player was worth then: the first pairings go by it.
    sa.Column("rating", sa.Double, nullable=False),
    # Is to be paired: has neither left nor stayed away.
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Index("entrants_player", "player"),
)

# Who sits where in which round. One transaction writes all of a round, with its tables.
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament", sa.Text, primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # None: a bot.
    sa.Column("player", sa.Text, index=True),
    sa.Column("bot", sa.Text),
    # None: a bye.
    sa.Column("table_id", sa.Text, index=True),
    # Once it is over; 1 is first. A closed table has no first.
    sa.Column("place", sa.Integer),
    sa.Column("scores", sa.Text),
    # As of results; empty for whoever gave up.
    sa.Column("worth", sa.Text, nullable=False),
    # When the game was over.
    sa.Column("ended", sa.Double),
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
