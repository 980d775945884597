"""The loops around a kernel's playouts, for every game: moves tried in worlds, positions played out in batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words, copy_into
from triax.kernels.chance import ALL_KNOWN, stream
from triax.kernels.jit import njit_with

NO_MOVE: Ints = np.array([-1], np.int32)
"""In place of the codes of moves: the playout begins where it stands."""
HIDDEN = 128
"""More pieces than any game can hide from a seat."""
PLAYOUTS = 512
"""In one piece of a batch, at most."""

Trial = Callable[[Ints, Ints, int, Ints, int, int, np.uint64, int, Floats, Floats, Ints, Floats], int]


def _missing(*arguments: object) -> Any:  # noqa: ANN401
    raise NotImplementedError("a kernel brings it: see `trial_of`")


reshuffle: Callable[[Ints, int, Words, Longs], None] = _missing
new_room: Callable[[], Any] = _missing
play: Callable[[Ints, Ints, int, int, Words], None] = _missing
play_out: Callable[[Ints, Ints, int, Words, int, Floats, Any], int] = _missing
result: Callable[[Ints, Floats], None] = _missing
scores: Callable[[Ints, Ints], None] = _missing
tell: Callable[[Any, Floats], None] = _missing


def trial(
    root: Ints,
    tables: Ints,
    seat: int,
    codes: Ints,
    first: int,
    count: int,
    seed: np.uint64,
    policy: int,
    weights: Floats,
    shares: Floats,
    scores_out: Ints,
    words: Floats,
) -> int:
    """Play each move out once in each of the worlds first … first + count - 1 of a seat, all in the same worlds with
    the same luck. Fills in the shares of first place [world, move, seat] and the scores [world, move, seat, number]:
    five tracks, or points and marks; and the words [world, move] of a policy that judges this seat's moves on the way
    (see `network.Word`). Counts the decisions. `tables` are those of the pieces, `weights` what the policy
    goes by."""
    world, vec, rng, places = root.copy(), root.copy(), np.empty(1, np.uint64), np.empty(HIDDEN, np.int64)
    room, decisions = new_room(), 0
    for number in range(count):
        rng[0] = stream(seed, first + number)
        if seat != ALL_KNOWN:
            copy_into(world, root)
            reshuffle(world, seat, rng, places)
        luck = rng[0]
        for at in range(codes.size):
            copy_into(vec, world)
            rng[0] = luck
            if codes[at] >= 0:
                play(vec, tables, seat, codes[at], rng)
            decisions += play_out(vec, tables, seat, rng, policy, weights, room)
            result(vec, shares[number, at])
            scores(vec, scores_out[number, at])
            tell(room, words[number, at])
    return decisions


def trial_of(module: str, policies: Mapping[int, Callable[..., Any]], **parts: Callable[..., Any]) -> Trial:
    """`trial` compiled with the parts of one kernel, on to the end as each policy does it: nobody has to wait for those
    that are not asked for."""
    ways = {play_out: f"_{play_out.__name__}" for play_out in policies.values()}
    compiled = {
        play_out: njit_with(trial, module, {**parts, "play_out": play_out}, way) for play_out, way in ways.items()
    }
    by_policy = {policy: compiled[play_out] for policy, play_out in policies.items()}

    def by(
        root: Ints,
        tables: Ints,
        seat: int,
        codes: Ints,
        first: int,
        count: int,
        seed: np.uint64,
        policy: int,
        weights: Floats,
        shares: Floats,
        scores_out: Ints,
        words: Floats,
    ) -> int:
        return by_policy[policy](
            root, tables, seat, codes, first, count, seed, policy, weights, shares, scores_out, words
        )

    return by


class Playouts(NamedTuple):
    """What came of the playouts of each row: sums over them, not means."""

    shares: Floats
    """Of first place, [row, seat]."""
    scores: Longs
    """As they ended, [row, seat, number]."""
    decisions: int


def batch(
    tried: Trial,
    vecs: Ints | Sequence[Ints],
    tables: Ints,
    n: int,
    policy: int,
    weights: Floats,
    *,
    seed: int = 0,
    workers: int = 1,
) -> Playouts:
    """n playouts from each position by a kernel's `trial`, spread over threads; the same for a seed however many there
    are. A playout's randomness hangs on the numbers of its row and its own alone, and no sum on the threads, since the
    pieces that they take have a fixed size."""
    rows = np.ascontiguousarray(vecs, np.int32)
    whole_shares, whole_scores, decisions = np.zeros((len(rows), 4)), np.zeros((len(rows), 4, 5), np.int64), 0

    def run(piece: tuple[int, int]) -> tuple[int, Floats, Ints, int]:
        row, first = piece
        count = min(PLAYOUTS, n - first)
        luck = np.uint64(stream(np.uint64(seed % 2**64), row))
        shares, scores = np.zeros((count, 1, 4)), np.zeros((count, 1, 4, 5), np.int32)
        words = np.empty((count, 1, 2))
        done = tried(rows[row], tables, ALL_KNOWN, NO_MOVE, first, count, luck, policy, weights, shares, scores, words)
        return row, shares.sum((0, 1)), scores.sum((0, 1)), done

    pieces = [(row, first) for row in range(len(rows)) for first in range(0, n, PLAYOUTS)]
    with ThreadPoolExecutor(max(1, workers)) as pool:
        for row, shares, scores, done in pool.map(run, pieces) if workers > 1 else map(run, pieces):
            whole_shares[row] += shares
            whole_scores[row] += scores
            decisions += done
    return Playouts(whole_shares, whole_scores, decisions)
