"""The search of the stronger bots: candidates by a fast evaluation, then playouts on samples of what is hidden.

All candidates are tried in the same worlds with the same luck, so that their difference is not drowned in noise. Time
is shared by successive halving: the worse half of the candidates leaves after each round. What the evaluation says of a
candidate counts like a number of playouts: few playouts do not overrule it, many do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from time import perf_counter
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from triax.bots.core import Candidate, asked_seat
from triax.games.core import AnyState, M, M_co, Move, View
from triax.kernels.arrays import Floats, Ints
from triax.kernels.chance import HANDS_KNOWN
from triax.kernels.trials import NO_MOVE, Trial

S_contra = TypeVar("S_contra", bound=AnyState, contravariant=True)

Outcomes = tuple[Floats, Ints]
"""Of playouts: the shares of first place [world, move, seat] and the scores [world, move, seat, number]."""

VALUE, SHARE, SAID, SCORES = 0, 1, 2, 3
"""Columns of the sums: a candidate's worth, its share of wins, its worth with the words of the playouts' policy, and
from SCORES on the own final scores, sorted."""
NO_WORDS: Floats = np.empty((0, 0, 2))
"""Where only the ends of playouts count."""


class Root(Protocol[M_co]):
    """A decision of one seat, as the search sees it."""

    codes: Ints
    """The candidates, best first by evaluation."""
    priors: Floats
    """What the evaluation says of them."""
    prior_scale: float
    """What a unit of the evaluation is worth in values of a playout."""
    prior_weight: float
    """How many playouts the evaluation counts for."""
    said_weight: float
    """So many playouts count as much by how they end as with words on the way, which are steadier."""
    scores: int
    """How many scores a seat has."""

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        """Play each candidate out once in each of the worlds first … first + count - 1 and add up what comes of it."""

    def decode(self, code: int) -> M_co: ...


class Kernel(Protocol[S_contra, M_co]):
    """What the search asks of a game's compiled rules."""

    trial: Trial

    def load(self, state: S_contra, /) -> Ints: ...
    def encode(self, move: Move, /) -> int: ...
    def decode(self, code: int, /) -> M_co: ...
    def candidates(
        self, vec: Ints, tables: Ints, seat: int, weights: Floats, codes: Ints, values: Floats, /
    ) -> int: ...


WorthKernel = Callable[[int, int, Floats, Ints, Floats, Floats], None]
"""Adds up in sums[move] what playouts are worth: players, seat, shares, scores, words (or NO_WORDS), sums."""


class KernelRoot(Generic[S_contra, M]):
    """A decision of one seat, with a sample of what it cannot see, on a kernel."""

    def __init__(
        self,
        kernel: Kernel[S_contra, M],
        sample: S_contra,
        view: View,
        rng: Random,
        width: int,
        *,
        policy: int,
        tables: Ints,
        weights: Floats,
        worth: WorthKernel,
        scores: int,
        prior_scale: float,
        prior_weight: float,
        said_weight: float = 0.0,
    ) -> None:
        self.kernel, self.policy, self.worth, self.scores = kernel, policy, worth, scores
        self.tables, self.weights = tables, weights
        self.prior_scale, self.prior_weight = prior_scale, prior_weight
        self.said_weight = said_weight
        self.players, self.seat = view["players"], asked_seat(view)
        self.vec = kernel.load(sample)
        self.seed = np.uint64(rng.getrandbits(63))
        codes, priors = np.empty(width, np.int32), np.empty(width)
        count = kernel.candidates(self.vec, tables, self.seat, weights, codes, priors)
        self.codes, self.priors = codes[:count], priors[:count]

    def outcomes(self, codes: Ints, first: int, count: int) -> Outcomes:
        """How each candidate ends in each of the worlds first … first + count - 1."""
        shares, scores, _ = self._play_out(self.vec, self.seat, codes, first, count)
        return shares, scores

    def open_outcomes(self, state: S_contra, count: int) -> Outcomes:
        """How such a state ends, every hand known and draws left to chance."""
        shares, scores, _ = self._play_out(self.kernel.load(state), HANDS_KNOWN, NO_MOVE, 0, count)
        return shares, scores

    def _play_out(
        self, vec: Ints, seat: int, codes: Ints, first: int, count: int, policy: int | None = None
    ) -> tuple[Floats, Ints, Floats]:
        how = self.policy if policy is None else policy
        shares, scores = np.empty((count, len(codes), 4)), np.empty((count, len(codes), 4, 5), np.int32)
        words = np.empty((count, len(codes), 2))
        self.kernel.trial(
            vec, self.tables, seat, codes, first, count, self.seed, how, self.weights, shares, scores, words
        )
        return shares, scores, words

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        shares, scores, words = self._play_out(self.vec, self.seat, codes, first, count)
        self.add_worth(shares, scores, sums, words)

    def add_worth(self, shares: Floats, scores: Ints, sums: Floats, words: Floats = NO_WORDS) -> None:
        """Add up what playouts that ended so are worth."""
        self.worth(self.players, self.seat, shares, scores, words, sums)

    def consider(self, move: Move) -> int:
        """A move's code; one that the evaluation has left out becomes the last of the candidates."""
        code = self.kernel.encode(move)
        if code not in self.codes:
            self.codes = np.append(self.codes, np.int32(code))
            self.priors = np.append(self.priors, self.priors.min())
        return code

    def decode(self, code: int) -> M:
        return self.kernel.decode(code)


@dataclass(frozen=True)
class Effort:
    """How much to think: seconds, or a number of playouts, which makes the answer the same for the same seed."""

    seconds: float
    playouts: int | None = None
    width: int = 32


Watch = Callable[[], float]


def search(root: Root[M], effort: Effort, clock: Watch = perf_counter) -> list[Candidate[M]]:
    """The candidates from best to worst."""
    width = len(root.codes)
    sums = np.zeros((width, SCORES + root.scores))
    counts = np.zeros(width, np.int64)
    order = np.arange(width)
    rounds = max(1, ceil(log2(width))) if width > 1 else 1
    begun = clock()
    alive = order
    for number in range(rounds):
        enough = begun + effort.seconds * (number + 1) / rounds
        _try(root, alive, sums, counts, effort, rounds, enough, clock)
        ranked = alive[np.argsort(-_worth(root, sums, counts)[alive], kind="stable")]
        order = np.concatenate([ranked, order[len(ranked) :]])
        alive = ranked[: max(2, ceil(len(ranked) / 2))]
    return [_candidate(root, sums, counts, int(i)) for i in order if counts[i]]


def _try(
    root: Root[M],
    alive: npt.NDArray[np.int64],
    sums: Floats,
    counts: npt.NDArray[np.int64],
    effort: Effort,
    rounds: int,
    enough: float,
    clock: Watch,
) -> None:
    """One round: every candidate still alive, in the same new worlds."""
    codes = root.codes[alive]
    added = np.zeros((len(alive), SCORES + root.scores))
    first = worlds = int(counts[alive[0]])
    if effort.playouts is not None:
        share = max(1, effort.playouts // (rounds * len(alive)))
        root.trial(codes, first, share, added)
        worlds += share
    else:
        chunk = 1
        while True:
            before = clock()
            root.trial(codes, worlds, chunk, added)
            worlds += chunk
            now = clock()
            if now >= enough:
                break
            # A chunk takes about a hundredth of a second: long enough to be compiled code for the most part.
            chunk = int(min(4 * chunk, max(1, chunk * min(0.01, enough - now) / max(1e-6, now - before))))
    sums[alive] += added
    counts[alive] += worlds - first


def _worth(root: Root[M], sums: Floats, counts: npt.NDArray[np.int64]) -> Floats:
    tried = np.maximum(counts, 1)
    doubt = root.prior_weight / (tried + root.prior_weight)
    behind = (root.priors.max() - root.priors) * root.prior_scale
    heard = root.said_weight / (tried + root.said_weight)
    mean = ((1 - heard) * sums[:, VALUE] + heard * sums[:, SAID]) / tried
    worth: Floats = mean - doubt * behind
    return worth


def _candidate(root: Root[M], sums: Floats, counts: npt.NDArray[np.int64], at: int) -> Candidate[M]:
    tried = int(counts[at])
    mean = sums[at] / tried
    scores = tuple(float(score) for score in mean[SCORES:])
    return Candidate(root.decode(int(root.codes[at])), float(mean[SHARE]), scores, tried, float(mean[VALUE]))
