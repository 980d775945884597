"""AXO for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axo`.

`axo_layout` says how a position lies in its array, loads one and makes the tables of a deck (`cards`); `axo_rules` and
`axo_play` have the rules, `axo_policy` the worth of decisions and the greedy choice, `axo_playouts` the playouts and
batches. `legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.arrays import copy_into
from triax.kernels.axo_layout import MAX_MOVES, SIZE, decode, encode, load, tables
from triax.kernels.axo_play import play
from triax.kernels.axo_playouts import GREEDY, RANDOM, batch, greedy_playout, random_playout
from triax.kernels.axo_policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS, candidates, greedy_move
from triax.kernels.axo_rules import legal, over, progress, random_move, reshuffle, result, scores, to_act
from triax.kernels.chance import seeded

__all__ = [
    "DEFAULT_WEIGHTS",
    "GREEDY",
    "MAX_MOVES",
    "RANDOM",
    "SIZE",
    "SOLO_WEIGHTS",
    "batch",
    "candidates",
    "copy_into",
    "decode",
    "encode",
    "greedy_move",
    "greedy_playout",
    "legal",
    "load",
    "over",
    "play",
    "progress",
    "random_move",
    "random_playout",
    "reshuffle",
    "result",
    "scores",
    "seeded",
    "tables",
    "to_act",
]
