"""A bot of your own, in thirty lines. Copy this file, change what `worth` likes, and let it play:

triax arena rota --bots examples/my_bot.py:Mine,novice --games 100
python examples/my_bot.py axio --games 10
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from triax import GAMES, Dice, Move, Plain


class Mine:
    """Looks one move ahead: the lowest track counts most, then the next, then whatever else a move gains or marks."""

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        # A bot knows what its seat knows; the rules turn that into a whole state that could be the real one.
        state, seat = GAMES[view["game"]].sample(view, rng), view["seat"]

        def worth(move: Move) -> tuple[list[int], int, float]:
            after, _ = state.play(seat, move, Dice(rng))
            return sorted(after.scores[seat]), len(state.gain(state.preview(seat, move))), rng.random()

        return max(moves, key=worth)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play against random moves and count the wins.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    wins = sum(play(asked.game, seed) for seed in range(asked.games))
    print(f"Mine won {wins:g} of {asked.games} games against random moves")


def play(game: str, seed: int) -> float:
    """One game from either seat in turn; gives the share of the win."""
    rng, mine, own = Random(seed), Mine(), seed % 2
    state = GAMES[game].new(2, rng)
    while state.to_act:
        seat = min(state.to_act)
        moves = state.moves(seat)
        move = mine.choose(state.view(seat), moves, rng) if seat == own else rng.choice(moves)
        state, _ = state.play(seat, move, Dice(rng))
    assert state.outcome is not None
    first = state.outcome.standings[0]
    return (own in first) / len(first)


if __name__ == "__main__":
    main()
