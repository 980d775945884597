"""A day long ago, and somebody who plays what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LONG_AGO = "2026-01-01"


class Script:
    """Plays the moves of a record, one after the other."""

    def __init__(self, log: Sequence[dict[str, Any]]) -> None:
        self.left = [entry["move"] for entry in log if "move" in entry]

    def __call__(self, moves: Sequence[str]) -> str:
        assert self.left[0] in moves
        return str(self.left.pop(0))
