"""Learning Axio Rota."""

from __future__ import annotations

from training.games import Learner, Recipe
from training.selfplay import loops_of
from triax.bots import rota as bot
from triax.kernels import rota as kernel
from triax.kernels.arrays import Ints
from triax.kernels.jit import njit
from triax.kernels.rota import deal, layout, learned
from triax.kernels.rota.judgement import ROWS


@njit
def codes_of(room: learned.RotaRoom) -> Ints:
    return room[2]


LOOPS = loops_of(__name__, kernel, deal=deal, layout=layout, learned=learned, ended=layout.OVER, codes=codes_of)
RECIPES = {
    1: Recipe(77, 20_000, shards=1, rate=0.02, trust=0.9, moves=24, astray=20),
    2: Recipe(146, 4000, shards=3),
    3: Recipe(109, 3000, shards=2),
    4: Recipe(118, 2000, shards=3),
}
LEARNER = Learner(ROWS, kernel.tables(), bot.STEP_WORTH, bot.ALONE, bot.table_of, RECIPES, *LOOPS)
