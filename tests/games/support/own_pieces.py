"""Sets of pieces of one's own."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def standard(name: str) -> dict[str, Any]:
    data = json.loads(files("triax.games").joinpath(name, "pieces.json").read_text("utf-8"))
    assert isinstance(data, dict)
    return data


def own_set(name: str) -> dict[str, Any]:
    """A set that differs from the standard one."""
    data = standard(name)
    if name == "rota":
        data["tiles"][0] = "B-PO"
    elif name == "axio":
        data["tiles"] |= {"RG": 9, "PP": 4}
        data["printed"] = {"0,0": "P", "0,-3": "B", "4,1": "G", "0,4": "O", "-4,0": "R"}
    else:
        data["cards"][0] |= {"shape": [".#.", "###", ".#."], "grid": ["RRR", "RRR", "RRR"], "effect": "pivot"}
    return data
