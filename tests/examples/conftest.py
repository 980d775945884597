from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples.support.plugins import install


@pytest.fixture(scope="session")
def scree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which it is installed."""
    return install(tmp_path_factory.mktemp("scree"))
