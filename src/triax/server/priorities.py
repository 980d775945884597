"""How far each process gives way to the server, and to everything else on the machine."""

from __future__ import annotations

import os
from typing import Literal

Work = Literal["thinking", "painting", "reviewing", "compiling"]

NICENESS: dict[Work, int] = {"thinking": 5, "painting": 10, "reviewing": 19, "compiling": 19}


def give_way(niceness: int) -> None:
    if hasattr(os, "nice"):
        os.nice(niceness)
