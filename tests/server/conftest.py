from tests.server.operating import administer, small_backup
from tests.server.postgres import postgres_server, postgres_url
from tests.server.thinking import patience, run

__all__ = ["administer", "patience", "postgres_server", "postgres_url", "run", "small_backup"]
