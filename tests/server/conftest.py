from tests.server.support.bot_pool import engines, patience, run
from tests.server.support.operations import administer, small_backup
from tests.server.support.postgres import postgres_server, postgres_url

__all__ = ["administer", "engines", "patience", "postgres_server", "postgres_url", "run", "small_backup"]
