from tests.server.operating import administer, small_backup
from tests.server.postgres import postgres_server, postgres_url

__all__ = ["administer", "postgres_server", "postgres_url", "small_backup"]
