"""Axio for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axio`.

`layout` says how a position lies in its array, `states` loads one, `rules` has the rules, `deal` the deal, `actions`
and `observe` what learners do and see, `worth` what moves are worth, `policy` the greedy choice, `judgement` what a
network is told of placements, `learned` playouts by it, `playouts` the others.
Arrays of codes and points are int32; `legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.axio.deal import reshuffle
from triax.kernels.axio.judgement import MEANINGS
from triax.kernels.axio.layout import EXCHANGE, KEEP, MAX_MOVES, SIZE
from triax.kernels.axio.playouts import (
    GREEDY,
    LEARNED,
    RANDOM,
    greedy_playout,
    random_move,
    random_playout,
    trial,
)
from triax.kernels.axio.policy import candidates, counted, greedy_move
from triax.kernels.axio.rules import legal, over, play, result, scores, to_act
from triax.kernels.axio.states import decode, encode, load, tables
from triax.kernels.axio.worth import DEFAULT_TABLE, SOLO_TABLE, default_table, evaluation, move_gain
from triax.kernels.chance import seeded
