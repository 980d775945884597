"""The database's versions, applied when a server starts."""
