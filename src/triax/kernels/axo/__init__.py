"""AXO for search and simulation: one flat array a position, compiled when first called. Equal to `triax.games.axo`.

`layout` says how a position lies in its array, `states` loads one and makes the tables of a deck, `rules` and `play`
have the rules, `deal` the deal, `actions` and `observe` what learners do and see, `worth` what cards and areas are
worth, `policy` the worth of decisions and the greedy choice, `judgement` and `alone` what networks count, `learned`
their word, `playouts` the playouts.
`legal` needs room for `MAX_MOVES`.
"""

from triax.kernels.axo.layout import MAX_MOVES, SIZE
from triax.kernels.axo.learned import candidates
from triax.kernels.axo.play import play
from triax.kernels.axo.playouts import ALONE, GREEDY, LEARNED, RANDOM, greedy_playout, random_playout, trial
from triax.kernels.axo.policy import greedy_move
from triax.kernels.axo.rules import legal, over, random_move, reshuffle, result, scores, to_act
from triax.kernels.axo.states import decode, encode, load, tables
from triax.kernels.axo.worth import DEFAULT_WEIGHTS, SOLO_WEIGHTS
from triax.kernels.chance import seeded
