"""What people did and saw, one line of JSON each, in the order in which it happened to them."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any

Event = dict[str, Any]


class History:
    """Kept in memory and in a file; `t` is in seconds by one clock, that of the process in which all people live."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events: list[Event] = []
        self._file = path.open("w", encoding="utf-8")

    def add(self, kind: str, **fields: object) -> None:
        event = {"t": round(time.monotonic(), 6), "kind": kind, **fields}
        self.events.append(event)
        self._file.write(json.dumps(event) + "\n")

    def close(self) -> None:
        self._file.close()


def digest(view: object) -> str:
    """A view in a few letters: the same if and only if the view is."""
    return hashlib.blake2b(json.dumps(view, sort_keys=True).encode(), digest_size=10).hexdigest()
