"""Axio Rota for search and simulation: one flat array a position, compiled when first called. Equal to
`triax.games.rota`.

`rota_rules` says how a position lies in its array and has the rules, `rota_states` loads one, `rota_policy` has the
worth of moves and the greedy choice, `rota_prospect` a choice that looks further, `rota_playouts` the playouts and
batches. `legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.arrays import copy_into
from triax.kernels.chance import seeded
from triax.kernels.rota_playouts import GREEDY, RANDOM, batch, greedy_playout, random_playout
from triax.kernels.rota_policy import DEFAULT_TABLE, candidates, greedy_move, move_gains
from triax.kernels.rota_prospect import PROMISE, SOLO_TABLE, prospect_move, prospect_playout
from triax.kernels.rota_rules import (
    MAX_MOVES,
    SIZE,
    legal,
    move_gain,
    over,
    play,
    random_move,
    reshuffle,
    result,
    scores,
    to_act,
)
from triax.kernels.rota_states import decode, encode, load

__all__ = [
    "DEFAULT_TABLE",
    "GREEDY",
    "MAX_MOVES",
    "PROMISE",
    "RANDOM",
    "SIZE",
    "SOLO_TABLE",
    "batch",
    "candidates",
    "copy_into",
    "decode",
    "encode",
    "greedy_move",
    "greedy_playout",
    "legal",
    "load",
    "move_gain",
    "move_gains",
    "over",
    "play",
    "prospect_move",
    "prospect_playout",
    "random_move",
    "random_playout",
    "reshuffle",
    "result",
    "scores",
    "seeded",
    "to_act",
]
