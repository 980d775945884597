"""Axio for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axio`.

`axio_layout` says how a position lies in its array and loads one, `axio_rules` has the rules, `axio_policy` the worth
of moves and the greedy choice, `axio_playouts` the playouts and batches. Arrays of codes and points are int32; `legal`
needs room for `MAX_MOVES`.
"""

from triax.kernels.arrays import copy_into
from triax.kernels.axio_layout import EXCHANGE, KEEP, MAX_MOVES, SIZE, decode, encode, load
from triax.kernels.axio_playouts import (
    GREEDY,
    LIGHT,
    LIGHT_TRIES,
    RANDOM,
    batch,
    greedy_playout,
    light_playout,
    random_move,
    random_playout,
    reshuffle,
)
from triax.kernels.axio_policy import (
    DEFAULT_TABLE,
    SOLO_TABLE,
    candidates,
    concave_table,
    default_table,
    evaluation,
    greedy_move,
    move_gain,
    move_gains,
)
from triax.kernels.axio_rules import legal, over, play, result, scores, to_act
from triax.kernels.chance import seeded

__all__ = [
    "DEFAULT_TABLE",
    "EXCHANGE",
    "GREEDY",
    "KEEP",
    "LIGHT",
    "LIGHT_TRIES",
    "MAX_MOVES",
    "RANDOM",
    "SIZE",
    "SOLO_TABLE",
    "batch",
    "candidates",
    "concave_table",
    "copy_into",
    "decode",
    "default_table",
    "encode",
    "evaluation",
    "greedy_move",
    "greedy_playout",
    "legal",
    "light_playout",
    "load",
    "move_gain",
    "move_gains",
    "over",
    "play",
    "random_move",
    "random_playout",
    "reshuffle",
    "result",
    "scores",
    "seeded",
    "to_act",
]
