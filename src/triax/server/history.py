"""What a viewer has missed: the steps since a state they have seen, as they would have been told."""

from __future__ import annotations

from typing import Any

from triax.games.events import plain_for
from triax.games.record import Record
from triax.server.table import Viewer

MOST = 200


def missed(record: Record, viewer: Viewer, since: int) -> list[tuple[int, list[dict[str, Any]]]]:
    """The number of each later state, and the events that led to it; the last ones, if there are many.

    Worked out anew from the log: nobody asks often, and keeping every event would cost every table its memory.
    """
    number = 1
    steps = []
    for step in record.replay():
        events = plain_for(step.events, viewer)
        if events or step.after.to_act != step.before.to_act:
            number += 1
            if number > since:
                steps.append((number, events))
    return steps[-MOST:]
