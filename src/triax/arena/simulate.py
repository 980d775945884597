"""Games between bots, as records. The same seed gives the same games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from triax.bots import Bot
from triax.games.core import Dice, Game, Plain
from triax.games.record import Record, Recorder


def simulate(game: Game, bots: Sequence[Bot], options: Plain, rng: Random, *, trace: bool = False) -> Record:
    """Play one game, a bot a seat."""
    players = len(bots)
    recorder = Recorder(game, players, options, game.deal(players, options, rng), trace=trace)
    dice = Dice(rng)
    while waiting := recorder.state.to_act:
        # Seats that owe decisions at the same time take them in any order.
        seat = rng.choice(sorted(waiting)) if len(waiting) > 1 else min(waiting)
        state = recorder.state
        recorder.play(seat, bots[seat].choose(state.view(seat), state.moves(seat), rng), dice)
    return recorder.record()


def game_rng(seed: int, number: int) -> Random:
    """The randomness of one game of a series: independent of the others, so that any game can be played alone."""
    return Random(f"{seed}/{number}")
