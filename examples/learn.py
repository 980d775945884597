"""A tiny policy that learns to play Axio Rota alone, with NumPy and the rules: REINFORCE, a weight a feature.

python examples/learn.py
python examples/learn.py --episodes 2000 --seed 3

A move is described by what it would do to the tracks: the points on the lowest, on the next, and so on. The policy
draws a move with a probability that grows with the weighted sum of these, and after each game the weights move towards
what was played in games that went better than expected. Nobody tells it that the lowest track is the one that counts.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
import numpy.typing as npt

from triax import AnyState, Dice, find_game

Array = npt.NDArray[np.float64]
COLOURS = "RGBOP"
FEATURES = 5


def describe(state: AnyState, seat: int) -> tuple[list[str], Array]:
    """The legal moves in their notation, and for each its points by the place of the track, the lowest first."""
    place = np.argsort(np.argsort(state.view(seat)["tracks"][seat], kind="stable"), kind="stable")
    moves: list[str] = []
    points: list[list[float]] = []
    for start, ends, gains in state.offers(seat):
        for end, gain in zip(ends, gains, strict=True):
            row = [0.0] * FEATURES
            # A gain such as R2B1: letters of colours, each with its points.
            for colour, count in zip(gain[::2], gain[1::2], strict=True):
                row[place[COLOURS.index(colour)]] += float(count)
            moves.append(start + end)
            points.append(row)
    return moves, np.array(points)


def episode(weights: Array, rng: Random) -> tuple[float, Array]:
    """Play one game; gives how it ended and the direction in which its moves become more likely."""
    game, dice = find_game("rota"), Dice(rng)
    state = game.new(1, rng)
    direction = np.zeros(FEATURES)
    while state.to_act:
        moves, points = describe(state, 0)
        liking = np.exp(points @ weights - np.max(points @ weights))
        chances = liking / liking.sum()
        [at] = rng.choices(range(len(moves)), weights=chances)
        direction += points[at] - chances @ points
        state, _ = state.play(0, game.parse(moves[at]), dice)
    return float(min(state.scores[0])), direction


def learn(episodes: int, seed: int, rate: float = 0.02) -> Array:
    rng, weights = Random(seed), np.zeros(FEATURES)
    expected, spread = 0.0, 1.0
    for number in range(episodes):
        result, direction = episode(weights, rng)
        better = result - expected
        # Running means of the results and of how far they scatter.
        step = max(0.02, 1 / (number + 1))
        expected += step * better
        spread += step * (abs(better) - spread)
        weights += rate * better / max(spread, 0.5) * direction
    return weights


def mean_score(weights: Array, games: int, seed: int) -> float:
    """On deals of its own, the same before and after."""
    return sum(episode(weights, Random(f"{seed}/{number}"))[0] for number in range(games)) / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play Axio Rota alone; tells the mean lowest track.")
    parser.add_argument("--episodes", type=int, default=600, help="games to learn from")
    parser.add_argument("--games", type=int, default=100, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    weights = learn(asked.episodes, asked.seed)
    before = mean_score(np.zeros(FEATURES), asked.games, asked.seed)
    after = mean_score(weights, asked.games, asked.seed)
    print(f"mean lowest track in {asked.games} games: {before:.2f} before, {after:.2f} after {asked.episodes} games")
    print("weights, from the lowest track to the highest:", " ".join(f"{weight:.2f}" for weight in weights))


if __name__ == "__main__":
    main()
