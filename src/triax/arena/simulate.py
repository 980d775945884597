"""Games between bots, as records. The same seed gives the same games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from time import perf_counter

from triax.bots import BotSpec
from triax.games.core import AnyGame, Chance, Dice, Plain
from triax.games.errors import TriaxError, in_one_line
from triax.games.record import Record, Recorder


class BotFailed(TriaxError):
    """A bot that raises, or plays what is not legal; the text names it, its seat and the move of the game."""


def simulate(game: AnyGame, bots: Sequence[BotSpec], options: Plain, rng: Random, *, trace: bool = False) -> Record:
    """Deal and play one game, a bot a seat."""
    players = len(bots)
    recorder = Recorder(game, players, options, game.deal(players, options, rng), trace=trace)
    play_out(recorder, bots, rng, Dice(rng))
    return recorder.record()


def play_out(recorder: Recorder, lineup: Sequence[BotSpec], rng: Random, chance: Chance) -> list[list[float]]:
    """Play a game to its end; gives the seconds that each seat thought about each of its moves."""
    bots = [spec.build(recorder.state.game) for spec in lineup]
    times: list[list[float]] = [[] for _ in bots]
    while waiting := recorder.state.to_act:
        # Seats that owe decisions at the same time take them in any order.
        seat = rng.choice(sorted(waiting)) if len(waiting) > 1 else min(waiting)
        view, moves = recorder.state.view(seat), recorder.state.moves(seat)
        begun = perf_counter()
        with blaming(lineup[seat], seat, sum(map(len, times)) + 1):
            move = bots[seat].choose(view, moves, rng)
            times[seat].append(perf_counter() - begun)
            recorder.play(seat, move, chance)
    return times


@contextmanager
def blaming(bot: BotSpec, seat: int, number: int) -> Iterator[None]:
    """Whatever a bot of one's own does wrong here is told with its name, its seat and the number of the move."""
    try:
        yield
    except Exception as error:
        raise BotFailed(f"{bot.name} in seat {seat}, move {number}: {in_one_line(error)}") from error


def game_rng(seed: int, number: int) -> Random:
    """The randomness of one game of a series: independent of the others, so that any game can be played alone."""
    return Random(f"{seed}/{number}")
