"""Learning Axio."""

from __future__ import annotations

from training.games import Learner, Recipe
from training.selfplay import loops_of
from triax.bots import axio as bot
from triax.kernels import axio as kernel
from triax.kernels.arrays import Ints
from triax.kernels.axio import deal, layout, learned
from triax.kernels.axio.judgement import ROWS
from triax.kernels.jit import njit


@njit
def codes_of(room: learned.AxioRoom) -> Ints:
    return room[4]


LOOPS = loops_of(__name__, kernel, deal=deal, layout=layout, learned=learned, ended=layout.ENDED, codes=codes_of)
RECIPES = {
    1: Recipe(80, 5000, shards=1, rate=0.01, trust=0.9, moves=12, astray=20),
    2: Recipe(151, 1500, shards=2),
    3: Recipe(132, 1000, shards=2),
    4: Recipe(125, 700, shards=2),
}
LEARNER = Learner(ROWS, kernel.tables(), bot.STEP_WORTH, bot.ALONE, kernel.default_table, RECIPES, *LOOPS)
