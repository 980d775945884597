"""AXO for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axo`.

`axo_layout` says how a position lies in its array, loads one and makes the tables of a deck (`cards`); `axo_rules` and
`axo_play` have the rules, `axo_policy` the worth of decisions and the greedy choice, `axo_playouts` the playouts.
`legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.axo_layout import MAX_MOVES, SIZE, decode, encode, load, tables
from triax.kernels.axo_play import play
from triax.kernels.axo_playouts import GREEDY, RANDOM, greedy_playout, random_playout, trial
from triax.kernels.axo_policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS, candidates, greedy_move
from triax.kernels.axo_rules import legal, over, random_move, reshuffle, result, scores, to_act
from triax.kernels.chance import seeded
