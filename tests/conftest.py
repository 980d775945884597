"""What holds for all tests.

Hypothesis tries the same examples in every run, so that a run tells of the code and not of luck.

`make explore` tries new ones, and more of them: what it finds becomes an example of its test.
"""

from __future__ import annotations

import os
import signal
from collections import Counter

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
    # Processes that share the tests know them by name: of two with the same one would never be run.
    name, count = Counter(item.nodeid for item in items).most_common(1)[0] if items else ("", 0)
    if count > 1:
        raise pytest.UsageError(f"{count} tests are called {name}")
    items.sort(key=lambda item: item.path.stem not in LONG)
