"""Golden playthroughs: a game of OpenSpiel's interface a game and number of players, told so that a person can read it.

Those called `openspiel` are by OpenSpiel's own generator, tensors as checksums.
`python -m tests.envs.support.playthroughs` writes them again; read the difference before you keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import fill, indent
from typing import Any
from zlib import crc32

import numpy as np
import pyspiel

from triax.envs import ENCODINGS
from triax.envs.openspiel import game_name

FOLDER = Path(__file__).parents[1] / "playthroughs"
OPENSPIEL = {
    "rota-openspiel": "python_triax_rota(players=1,reach=4)",
    "axio-openspiel": "python_triax_axio(players=1)",
    "axo-openspiel": "python_triax_axo(players=1,actions=picks)",
}
NAMES = [*(f"{game}-{players}" for game in ENCODINGS for players in range(1, 5)), *OPENSPIEL]
SHOWN = {"rota": 12, "axio": 25, "axo": 90}
"""Decisions from one look at what everybody sees to the next."""


def tell(name: str) -> str:
    if name in OPENSPIEL:
        return "\n".join(_generated(OPENSPIEL[name])) + "\n"
    game, players = name.split("-")
    loaded = pyspiel.load_game(f"{game_name(game)}(players={players})")
    return "\n".join(_lines(loaded, Random(name), SHOWN[game])) + "\n"


def _lines(game: Any, rng: Random, shown: int) -> Iterator[str]:  # noqa: ANN401
    yield f"game: {game}"
    yield f"actions: {game.num_distinct_actions()}"
    yield f"chance outcomes: {game.max_chance_outcomes()}"
    yield f"utility: {game.min_utility():g} to {game.max_utility():g}, sum {game.utility_sum()}"
    yield f"longest game: {game.max_game_length()}"
    yield f"observation: {game.observation_tensor_size()}"
    yield f"information state: {game.information_state_tensor_size()}"
    state = game.new_initial_state()
    fallen: list[str] = []
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            code = rng.choices([code for code, _ in outcomes], [share for _, share in outcomes])[0]
            fallen.append(f"{state.action_to_string(code)} 1/{1 / dict(outcomes)[code]:.3g}")
        else:
            if fallen:
                yield "\n" + fill("chance: " + ", ".join(fallen), 120, subsequent_indent="  ")
                fallen = []
            if decisions % shown == 0:
                yield from _looks(state, game.num_players())
            legal = state.legal_actions()
            code = rng.choice(legal)
            player = state.current_player()
            yield f"{decisions}. player {player}: {state.action_to_string(code)} (action {code}, one of {len(legal)})"
            decisions += 1
        state.apply_action(code)
    yield from _looks(state, game.num_players())
    yield f"returns: {', '.join(f'{worth:g}' for worth in state.returns())}"


def _looks(state: Any, players: int) -> Iterator[str]:  # noqa: ANN401
    """What each player observes. The tensors stand as their sums and checksums."""
    for player in range(players):
        yield "\n" + indent(state.observation_string(player), "  | ")
        told = state.information_state_string(player)[len(state.observation_string(player)) + 1 :].split("; ")
        latest = f"told {len(told) if told[0] else 'no'} things, at last: {'; '.join(told[-8:])}"
        yield fill(latest, 120, initial_indent="  | ", subsequent_indent="  |   ")
        for kind in ("observation", "information_state"):
            tensor = np.array(getattr(state, f"{kind}_tensor")(player), np.float32)
            yield f"  | {kind} tensor: sum {tensor.sum(dtype=np.float64):g}, checksum {crc32(tensor.tobytes()):08x}"
    yield ""


def _generated(game: str) -> Iterator[str]:
    # It brings all of OpenSpiel's games and SciPy along.
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    name, tensor = "", list[str]()
    for line in [*generate_playthrough.playthrough(game, None, seed=1).splitlines(), "#"]:
        goes_on = re.match("[◯◉ 0-9.,-]*$", line) and name
        if name and not goes_on:
            yield f"{name} checksum {crc32(chr(10).join(tensor).encode()):08x}"
            name, tensor = "", []
        begins = re.match(r"((?:InformationState|Observation)Tensor\(\d\)[.\w]*)(.*)", line)
        if begins:
            name, tensor = begins[1], [begins[2]]
        elif goes_on:
            tensor.append(line)
        else:
            yield line


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        path(name).write_text(tell(name), "utf-8")
