"""What holds for all tests.

Hypothesis tries the same examples in every run, so that a run tells of the code and not of luck.

`make explore` tries new ones, and more of them: what it finds becomes an example of its test.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("TRIAX_EXPLORE") else "same")

# Where the tests run in the background, a shell has Ctrl-C ignored, and what they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

LONG = ("test_openapi", "test_killed", "test_two_processes", "test_hidden", "test_axo_kernel", "test_axio_kernel")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no core is idle while the other works through the last of them."""
    items.sort(key=lambda item: item.path.stem not in LONG)
