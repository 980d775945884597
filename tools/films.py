"""Writes the games that play themselves on the first page of the web client: python tools/films.py RECORDS…

Of the records of each game (as `triax simulate` writes them) the one whose winner has the best score is taken. The
client knows no rules: a film says what lies there at each step, no more than the small picture of the game needs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from triax.games.core import AnyState
from triax.games.record import Record, read_record

BOARDS = Path(__file__).resolve().parent.parent / "web" / "src" / "boards"


def rota(states: Sequence[AnyState]) -> dict[str, Any]:
    """The tiles in the order in which they were laid."""
    first, laid = len(states[0].view(None)["display"]), states[-1].view(None)["display"]
    return {"tiles": [[one["tile"], *one["at"], one["turn"]] for one in laid], "from": first}


def axio(states: Sequence[AnyState]) -> dict[str, Any]:
    """The tiles in order, and for each step how many there are and where pyramids stand and stood."""
    views = [state.view(None) for state in states]
    steps: list[list[Any]] = []
    for view in views:
        step = [len(view["tiles"]), view["pyramids"], view["bare"]]
        if not steps or steps[-1] != step:
            steps.append(step)
    tiles = [[one["tile"], *one["at"], one["to"]] for one in views[-1]["tiles"]]
    return {"side": views[-1]["side"], "printed": views[-1]["printed"], "tiles": tiles, "steps": steps}


def axo(states: Sequence[AnyState]) -> dict[str, Any]:
    """The card in the middle, its colour, and the first seat's cards, at each step."""
    steps: list[list[Any]] = []
    for view in (state.view(None) for state in states):
        area = [[sheet["card"], sheet["marks"]] for sheet in view["seats"][0]["area"]]
        step = [view["card"], view["colour"], view["active"], area]
        if view["card"] and len(area) == 3 and (not steps or steps[-1] != step):
            steps.append(step)
    return {"steps": steps}


FILMS: dict[str, Callable[[Sequence[AnyState]], dict[str, Any]]] = {"rota": rota, "axio": axio, "axo": axo}


def states_of(record: Record) -> list[AnyState]:
    steps = list(record.replay())
    return [steps[0].before, *(step.after for step in steps)]


def worth(states: Sequence[AnyState]) -> list[int]:
    return max(sorted(scores) for scores in states[-1].scores)


def main(paths: Sequence[str]) -> None:
    found: dict[str, list[list[AnyState]]] = {}
    for path in paths:
        for line in Path(path).read_text("utf-8").splitlines():
            record = read_record(line)
            found.setdefault(record.game.name, []).append(states_of(record))
    for game, played in found.items():
        film = FILMS[game](max(played, key=worth))
        (BOARDS / game / "film.json").write_text(json.dumps(film, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
