"""What Axio Rota and Axio have in common for the bots: tracks compared from the lowest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np
import numpy.typing as npt

from triax.bots.search import SCORES, SHARE, VALUE
from triax.games.core import Move, Plain
from triax.kernels.arrays import Floats, Ints
from triax.kernels.jit import njit


@njit
def sorted_tracks(vec: Ints, first: int, tracks: Ints) -> None:
    """The five tracks that begin at `first`, in ascending order."""
    for colour in range(5):
        track = vec[first + colour]
        place = colour
        while place and tracks[place - 1] > track:
            tracks[place] = tracks[place - 1]
            place -= 1
        tracks[place] = track


@njit
def standing(tracks: Ints, steps: Floats) -> float:
    """Sorted tracks as one number, the lowest counting most."""
    worth = 0.0
    for place in range(5):
        worth += steps[place] * tracks[place]
    return worth


@njit
def add_outcome(vec: Ints, first: int, players: int, seat: int, share: float, steps: Floats, sums: Floats) -> None:
    """Adds what a finished playout is worth to a seat: its share of wins, and how far it is ahead."""
    tracks = np.empty(5, np.int32)
    others = 0.0
    for other in range(players):
        if other != seat:
            sorted_tracks(vec, first + 5 * other, tracks)
            others = max(others, standing(tracks, steps))
    sorted_tracks(vec, first + 5 * seat, tracks)
    own = standing(tracks, steps)
    if players == 1:
        sums[VALUE] += own
    else:
        sums[VALUE] += share + own - others
        sums[SHARE] += share
    for place in range(5):
        sums[SCORES + place] += tracks[place]


@dataclass(frozen=True)
class Outlook:
    """Every legal placement of a seat, and the points that it scores by colour."""

    codes: Ints
    gains: npt.NDArray[np.int32]
    tracks: npt.NDArray[np.int64]
    top: int | npt.NDArray[np.int64]
    """Where each track stops."""
    decode: Callable[[int], Move]

    @property
    def after(self) -> npt.NDArray[np.int64]:
        """The tracks after each placement."""
        stopped: npt.NDArray[np.int64] = np.minimum(self.tracks + self.gains, self.top)
        return stopped

    def most_points(self, rng: Random) -> Move:
        """A beginner's choice: looks at half of the placements and takes the most points, of whatever colour."""
        points = (self.after - self.tracks).sum(axis=1)
        seen = [at for at in range(len(points)) if rng.random() < 0.5] or list(range(len(points)))
        most = max(points[at] for at in seen)
        return self.decode(int(self.codes[rng.choice([at for at in seen if points[at] == most])]))

    def best_sorted(self, rng: Random) -> Move:
        """The best tracks compared from the lowest on; equal ones by lot."""
        ordered = np.sort(self.after, axis=1)
        best = max(map(tuple, ordered))
        equal = [at for at, row in enumerate(ordered) if tuple(row) == best]
        return self.decode(int(self.codes[rng.choice(equal)]))


class Engine(Protocol):
    """What both compiled engines offer."""

    MAX_MOVES: int

    def legal(self, vec: Ints, seat: int, out: Ints) -> int: ...

    def move_gains(self, vec: Ints, seat: int, codes: Ints, gains_out: Ints) -> None: ...

    def decode(self, code: int) -> Move: ...


def survey(
    engine: Engine, root: Ints, view: Plain, top: int | npt.NDArray[np.int64], codes: Ints | None = None
) -> Outlook:
    """These placements of the view's seat, or every legal one, and the points they score."""
    seat: int = view["seat"]
    if codes is None:
        room = np.empty(engine.MAX_MOVES, np.int32)
        codes = room[: engine.legal(root, seat, room)]
    gains = np.empty((len(codes), 5), np.int32)
    engine.move_gains(root, seat, codes, gains)
    return Outlook(codes, gains, np.array(view["tracks"][seat]), top, engine.decode)


Look = Callable[[Plain, Random], Outlook]
Rule = Callable[[Plain, Sequence[Move], Random], Move]


def novice(look: Look) -> Rule:
    return lambda view, moves, rng: look(view, rng).most_points(rng)


def apprentice(look: Look) -> Rule:
    return lambda view, moves, rng: look(view, rng).best_sorted(rng)
