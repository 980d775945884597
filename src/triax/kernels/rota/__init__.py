"""Axio Rota for search, simulation and learning: one flat array a position, compiled when first called. Equal to
`triax.games.rota`.

`layout` says how a position lies in its array, `states` loads one, `rules` has the rules, `deal` the deal, `actions`
and `observe` what learners do and see, `policy` the worth of moves and the greedy choice, `judgement` what a network is
told of placements, `learned` playouts by it, `playouts` the others.
`legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.chance import seeded
from triax.kernels.rota.judgement import MEANINGS
from triax.kernels.rota.layout import MAX_MOVES, SIZE
from triax.kernels.rota.playouts import GREEDY, LEARNED, RANDOM, greedy_playout, random_playout, trial
from triax.kernels.rota.policy import DEFAULT_TABLE, SOLO_TABLE, candidates, counted, greedy_move
from triax.kernels.rota.rules import (
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
from triax.kernels.rota.states import decode, encode, load, tables
