"""Is one move clearly the best? Every legal move is tried in the same fresh worlds of the view; those that are clearly
behind leave early, the others stay to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from triax.bots.engines import ENGINES
from triax.bots.search import KernelRoot
from triax.games.core import Move
from triax.kernels.arrays import Floats
from triax.review.bands import SURE
from triax.review.paired import mean_error

AHEAD = 0.10
"""So much chance must a best move be ahead, two standard errors taken off."""
FAR = 3.0
"""So many standard errors beyond it, nobody looks again."""
KEPT = 6
"""So many stay to the end in any case, to be shown."""
STAGES = (20, 5, 1)
"""After which part of the worlds those behind leave."""
GLANCE, RIVALS = 100, 12
"""In which part of the worlds all are seen at first, and how many of the nearest are then tried before the others."""
HOPE = AHEAD / 2
"""With less of a lead in the first stage nobody looks on: a good puzzle may be missed, but time is not lost."""


@dataclass(frozen=True)
class Settled:
    """All legal moves, judged."""

    best: tuple[int, ...]
    """Places among the moves: one, and those that come to the same in every world."""
    chances: Floats
    errors: Floats
    worlds: npt.NDArray[np.int64]
    """In how many each was tried."""
    shown: tuple[int, ...]
    """Those tried to the end, the best first."""
    own: Floats
    others: Floats
    """What decides the game in the end, by move: of the own seat, and of the best of the others."""


def settle(
    view: Any,  # noqa: ANN401, of whichever game
    moves: Sequence[Move],
    best: int,
    suspects: Sequence[int],
    *,
    kept: Sequence[int] = (),
    worlds: int,
    rng: Random,
) -> Settled | None:
    """All moves judged if that one is clearly the best of them; else nothing. The suspects are asked first, then those
    that look best at a glance, since most often it is one of them that is too near; what is to be kept stays to the
    end. The same for the same seed."""
    root: Any = ENGINES[view["game"]].opening(view, rng, 1)
    codes = np.array([root.kernel.encode(move) for move in moves], np.int32)
    if _any_too_near(root, codes, best, suspects, worlds):
        return None
    glance = [share for share, _ in _outcomes(root, codes, 0, worlds // GLANCE)]
    rivals = sorted(range(len(moves)), key=lambda at: (-glance[at].mean(), at))[:RIVALS]
    if _any_too_near(root, codes, best, rivals, worlds):
        return None
    shares: list[Floats] = [np.empty(0)] * len(moves)
    ends: list[Floats] = [np.empty((0, 2))] * len(moves)
    alive, done = list(range(len(moves))), 0
    for stage in STAGES:
        count = worlds // stage - done
        for at, (share, end) in zip(alive, _outcomes(root, codes[alive], done, count), strict=True):
            shares[at], ends[at] = np.concatenate([shares[at], share]), np.concatenate([ends[at], end])
        done += count
        behind = {at: mean_error(shares[best] - shares[at]) for at in alive}
        same = [at for at in alive if not behind[at][1] and (ends[at] == ends[best]).all() and not behind[at][0]]
        rivals = [at for at in alive if at not in same]
        if not rivals or any(_too_near(*behind[at]) for at in rivals):
            return None
        nearest = sorted(rivals, key=lambda at: behind[at][0])
        near = [at for at in nearest if _near(*behind[at])]
        alive = list(dict.fromkeys([*same, *nearest[:KEPT], *near, *kept]))
    if any(lead - SURE * error < AHEAD for lead, error in (behind[at] for at in alive if at not in same)):
        return None
    whole = float(shares[best].mean())
    # Who left early is told by how far it was behind the best in the worlds that both had.
    figures = [(whole - float((shares[best][: len(one)] - one).mean()), mean_error(one)[1]) for one in shares]
    means = np.array([one.mean(0) for one in ends])
    return Settled(
        tuple(sorted(same)),
        np.clip([mean for mean, _ in figures], 0.0, 1.0),
        np.array([error for _, error in figures]),
        np.array([len(one) for one in shares]),
        (best, *nearest[:KEPT]),
        means[:, 0],
        means[:, 1],
    )


def _any_too_near(
    root: KernelRoot[Any, Any], codes: npt.NDArray[np.int32], best: int, others: Sequence[int], worlds: int
) -> bool:
    chosen = codes[[best, *others]]
    first, *rest = (share for share, _ in _outcomes(root, chosen, 0, worlds // STAGES[0]))
    if any((first != other).any() and (first - other).mean() < HOPE for other in rest):
        return True
    first, *rest = (share for share, _ in _outcomes(root, chosen, 0, worlds // STAGES[1]))
    return any(_too_near(*mean_error(first - other)) for other in rest)


def _too_near(lead: float, error: float) -> bool:
    # Moves that come to the same are no rivals.
    return bool(lead or error) and lead + SURE * error < AHEAD


def _near(lead: float, error: float) -> bool:
    return lead - FAR * error < AHEAD


def _outcomes(
    root: KernelRoot[Any, Any], codes: npt.NDArray[np.int32], first: int, count: int
) -> list[tuple[Floats, Floats]]:
    """By move: the own share of wins in each world, and how far the own seat and the best of the others have come."""
    shares, scores = root.outcomes(codes, first, count)
    lowest = scores[:, :, : root.players, : root.scores].min(3).astype(float)
    others = [seat for seat in range(root.players) if seat != root.seat]
    rest = lowest[:, :, others].max(2) if others else np.zeros(lowest.shape[:2])
    ends = np.stack([lowest[:, :, root.seat], rest], axis=2)
    return [(shares[:, at, root.seat], ends[:, at]) for at in range(len(codes))]
