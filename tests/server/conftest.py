import os

import pytest

from tests.server.support import serving
from tests.server.support.bot_pool import engines, patience, run
from tests.server.support.operations import administer, small_backup
from tests.server.support.postgres import postgres_server, postgres_url

__all__ = ["administer", "engines", "patience", "postgres_server", "postgres_url", "run", "small_backup"]


@pytest.fixture(scope="session", autouse=bool(os.environ.get("TRIAX_ON_POSTGRES")))
def everything_on_postgres(request: pytest.FixtureRequest) -> None:
    """What runs on either database runs on PostgreSQL: `make sweep`."""
    serving.ELSEWHERE.append(request.getfixturevalue("postgres_server").fresh_database)
