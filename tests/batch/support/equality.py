"""Processor and GPU side by side: the same bits for a seed.

    python -m tests.batch.support.equality [--games 1000000] [--steps 40] [--only rota]

Every game and number of players: so many games dealt and played out at random on both, positions and chance compared by
their digests; and fewer of them step by step, with all that a step shows. Needs a GPU, or its simulator
(NUMBA_ENABLE_CUDASIM=1, for very few games).
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import numpy as np

from triax import batch
from triax.games import GAMES

CHUNK = 200_000
SHOWN = ("current_player", "observation", "legal_action_mask", "rewards", "terminated", "refused")


def host(array: Any) -> Any:  # noqa: ANN401
    """On this side, whosever it is."""
    if hasattr(array, "copy_to_host"):
        return array.copy_to_host()
    if hasattr(array, "is_cuda"):
        return array.cpu().numpy()
    return array.get() if hasattr(array, "get") else np.asarray(array)


def both(name: str, players: int, games: int, seed: int, **settings: Any) -> list[batch.Tables]:  # noqa: ANN401
    return [batch.make(name, players, games, device, seed, **settings) for device in ("cpu", "cuda")]


def play(name: str, players: int, games: int, seed: int) -> int:
    """Dealt and played to the end; gives the decisions."""
    one, other = both(name, players, games, seed)
    assert (host(one.digest()) == host(other.digest())).all(), "deals differ"
    decisions = host(one.play_randomly())
    assert (decisions == host(other.play_randomly())).all(), "lengths differ"
    assert (host(one.digest()) == host(other.digest())).all(), "ends differ"
    assert (host(one.rewards) == host(other.rewards)).all(), "results differ"
    return int(decisions.sum())


def walk(name: str, players: int, games: int, seed: int, steps: int, **settings: Any) -> None:  # noqa: ANN401
    """Step by step, with resampling, new deals and luck that is given in between."""
    one, other = both(name, players, games, seed, **settings)
    for number in range(steps):
        actions = host(one.sample_actions())
        assert (actions == host(other.sample_actions())).all(), "samples differ"
        actions[:: max(2, games // 4)] = -1 + number % 3  # some that are not legal
        luck = np.arange(games) if number % 11 == 6 else None
        order = orders_of(one, number) if number % 11 == 7 else None
        one.step(actions, luck=luck, order=order)
        other.step(actions, luck=luck, order=order)
        for part in SHOWN:
            assert (host(getattr(one, part)) == host(getattr(other, part))).all(), f"{part} differs in step {number}"
        if number % 7 == 3:
            seat = number % players
            one.resample(seat)
            other.resample(seat)
            assert (host(one.observe(seat)) == host(other.observe(seat))).all()
        if number % 5 == 4:
            over = host(one.terminated).copy()
            one.reset(rows=over)
            other.reset(rows=over)
    assert (host(one.digest()) == host(other.digest())).all(), "positions differ"
    one.reseed(seed + 1)
    other.reseed(seed + 1)
    rows = np.arange(0, games, 2)
    assert (host(one[rows].digest()) == host(other[rows].digest())).all(), "copies differ"


def worlds(name: str, players: int, games: int, seed: int) -> None:
    """From the middle of games what is hidden is dealt anew on both, for every seat. Of many positions those with the
    fewest actions: there others have decided already what a seat cannot see."""
    many = batch.make(name, players, 16 * games, seed=seed)
    for _ in range(24):
        many.step(many.sample_actions())
        many.reset(rows=many.terminated)
    few = np.argsort(many.legal_action_mask.sum(axis=1), kind="stable")[:games]
    one, other = both(name, players, games, seed)
    for tables in (one, other):
        tables.device.put_states(tables._states, many._states[few], np.arange(games))
    for seat in range(players):
        one.resample(seat)
        other.resample(seat)
        assert (host(one.digest()) == host(other.digest())).all(), "worlds differ"
        for part in SHOWN:
            assert (host(getattr(one, part)) == host(getattr(other, part))).all(), f"{part} differs"


def orders_of(tables: batch.Tables, seed: int) -> Any:  # noqa: ANN401
    rng, pieces = np.random.default_rng(seed), np.tile(np.arange(tables.side.PIECES), (tables.games, 1))
    return rng.permuted(pieces, axis=1)


def outcomes(name: str, players: int, games: int, seed: int) -> int:
    """What is shuffled falls as it is given, on both. Gives in how many games something was, of as many as are asked
    for: a few hundred actions away from the deal there are some, where the rules shuffle at all."""
    many, found = batch.make(name, players, max(256, games), seed=seed), 0
    for _ in range(400):
        before, actions = many.copy(), many.sample_actions()
        if name == "axio":
            actions[many.legal_action_mask[:, 0]] = 0  # an exchange
        many.step(actions)
        rows = np.flatnonzero(many.luck != before.luck)[:games]
        drawn = many._states[rows].copy()
        many.reset(rows=many.terminated)
        if not len(rows):
            continue
        one, other = both(name, players, len(rows), seed)
        for tables in (one, other):
            tables.device.put_states(tables._states, before._states[rows], np.arange(len(rows)))
            tables.step(actions[rows], order=orders_of(one, seed))
        assert (one._states != drawn).any(), "as it was drawn"
        assert (host(one.digest()) == host(other.digest())).all(), "outcomes differ"
        found += len(rows)
        if found >= games:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="of each game and number of players")
    parser.add_argument("--walked", type=int, default=4_096, help="step by step")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--only", choices=GAMES)
    chosen = parser.parse_args()
    for name in [chosen.only] if chosen.only else GAMES:
        for players in GAMES[name].facts.players:
            begun = perf_counter()
            walk(name, players, chosen.walked, players, chosen.steps)
            worlds(name, players, chosen.walked, players)
            outcomes(name, players, chosen.walked, players)
            decisions = sum(
                play(name, players, min(CHUNK, chosen.games - first), first) for first in range(0, chosen.games, CHUNK)
            )
            spent = perf_counter() - begun
            counts = f"{chosen.games:,} games, {decisions:,} decisions"
            print(f"{name}, {players} players: {counts} equal, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
