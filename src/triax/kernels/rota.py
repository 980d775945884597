"""Axio Rota for search and simulation: one flat array a position, compiled when first called. Equal to
`triax.games.rota`.

`rota_rules` says how a position lies in its array and has the rules, `rota_states` loads one, `rota_policy` has the
worth of moves and the greedy choice, `rota_prospect` a choice that looks further, `rota_playouts` the playouts. `legal`
needs room for `MAX_MOVES`.
"""

from triax.kernels.chance import seeded
from triax.kernels.rota_playouts import GREEDY, PROSPECT, RANDOM, greedy_playout, random_playout, trial
from triax.kernels.rota_policy import DEFAULT_TABLE, candidates, greedy_move
from triax.kernels.rota_prospect import PROMISE, SOLO_TABLE, prospect_move
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
