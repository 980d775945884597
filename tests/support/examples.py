"""How many examples a property is tried on."""

from __future__ import annotations

import os

from hypothesis import settings


def examples(few: int) -> settings:
    """So many; `make explore` tries ten times as many."""
    return settings(max_examples=10 * few if os.environ.get("TRIAX_EXPLORE") else few, deadline=None)
