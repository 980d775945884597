"""Who is here: whoever has asked for something lately, or is connected to a table."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection

LATELY = 60.0
"""Seconds; an open page asks more often than that."""
MOST = 10_000


class Presence:
    def __init__(self, *connected: Collection[str]) -> None:
        self.connected = connected
        """The players with an open socket, of each kind of socket."""
        self._seen: OrderedDict[str, float] = OrderedDict()

    def notice(self, who: str) -> None:
        self._seen[who] = time.monotonic()
        self._seen.move_to_end(who)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def count(self) -> int:
        return len(self.present())

    def present(self) -> set[str]:
        since = time.monotonic() - LATELY
        while self._seen and next(iter(self._seen.values())) < since:
            self._seen.popitem(last=False)
        return self._seen.keys() | {player for players in self.connected for player in players}
