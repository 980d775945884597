"""Axio for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axio`.

`axio_layout` says how a position lies in its array and loads one, `axio_rules` has the rules, `axio_policy` the worth
of moves and the greedy choice, `axio_playouts` the playouts. Arrays of codes and points are int32; `legal` needs room
for `MAX_MOVES`.
"""

from triax.kernels.axio_layout import EXCHANGE, KEEP, MAX_MOVES, SIZE, decode, encode, load
from triax.kernels.axio_playouts import GREEDY, RANDOM, greedy_playout, random_move, random_playout, reshuffle, trial
from triax.kernels.axio_policy import (
    DEFAULT_TABLE,
    SOLO_TABLE,
    candidates,
    default_table,
    evaluation,
    greedy_move,
    move_gain,
)
from triax.kernels.axio_rules import legal, over, play, result, scores, to_act
from triax.kernels.chance import seeded
