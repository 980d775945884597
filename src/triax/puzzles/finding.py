"""Puzzles out of one game of strong bots.

The bots' own search is the screen: where it puts a move well ahead that neither a greedy player nor a fast evaluation
would choose, every legal move is judged again, with ten times the playouts in fresh worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from random import Random
from typing import Any

import numpy as np

from triax.bots.core import Candidate
from triax.bots.engines import ENGINES
from triax.bots.reasons import Harm, Reason, case_of
from triax.bots.registry import find_bot
from triax.games import find_game
from triax.games.core import AnyState, Dice, Move
from triax.puzzles.judging import AHEAD, Settled, settle
from triax.puzzles.pack import Puzzle, TriedMove, puzzle_id
from triax.puzzles.screening import by_evaluation, by_full_search, by_search
from triax.puzzles.themes import reasons_for, themes_of
from triax.review.paired import colours_of, further

TIMES, WORLDS = 10, 1000
"""So many times the playouts of the screen has the confirmation, and so many at least, for each move that stays to the
end."""
FEWEST, MOST = 4, 250
"""Legal moves: fewer are no puzzle, and more are too many to be sure of each."""
PER_GAME = 3
APART = 6
"""Decisions between two puzzles of a game."""
SUSPECTS = 6
"""The next best of the screen."""
DRAWS, SEARCHES = 8, 3
"""How often a bot is asked that goes by chance."""


@dataclass(frozen=True)
class Task:
    """A game to be looked through: what is found in it hangs on this alone."""

    game: str
    players: int
    seed: int
    number: int
    playouts: int


def find(task: Task) -> list[Puzzle]:
    game = find_game(task.game)
    rng = Random(f"{task.seed}/{task.number}")
    state: AnyState = game.new(task.players, rng)
    found: list[Puzzle] = []
    last, number = -APART, 0
    while waiting := state.to_act:
        seat = rng.choice(sorted(waiting))
        view, moves = state.view(seat), state.moves(seat)
        if not FEWEST <= len(moves) <= MOST or number - last < APART:
            # Nothing is looked for here: quickly on.
            move = by_evaluation(view, rng)
        else:
            candidates = by_full_search(view, task.playouts, rng)
            move = candidates[0].move
            puzzle = _screen(view, moves, candidates, Random(f"{task.seed}/{task.number}/{number}"))
            if puzzle is not None:
                found.append(puzzle)
                last = number
        if len(found) == PER_GAME:
            return found
        state, _ = state.play(seat, move, Dice(rng))
        number += 1
    return found


def _screen(
    view: Any,  # noqa: ANN401, of whichever game
    moves: Sequence[Move],
    candidates: Sequence[Candidate[Move]],
    rng: Random,
) -> Puzzle | None:
    first, *others = candidates
    if not others or first.win_share - others[0].win_share < AHEAD:
        return None
    suspects = [one.move for one in others[:SUSPECTS]]
    worlds = max(WORLDS, TIMES * first.playouts)
    return confirm(view, moves, first.move, suspects, worlds=worlds, rng=rng)


def confirm(
    view: Any,  # noqa: ANN401, of whichever game
    moves: Sequence[Move],
    best: Move,
    suspects: Sequence[Move],
    *,
    worlds: int,
    rng: Random,
) -> Puzzle | None:
    """The puzzle of a view, if this move is clearly its best and a greedy player takes another."""
    name = view["game"]
    root = ENGINES[name].opening(view, rng, ENGINES[name].width)
    order = [root.decode(int(code)) for code in root.codes]
    if order[0] == best:
        return None
    apprentice = find_bot("apprentice", name)
    greedy = Counter(apprentice.choose(view, moves, rng) for _ in range(DRAWS))
    if best in greedy:
        return None
    tempting = greedy.most_common(1)[0][0]
    near = [moves.index(one) for one in suspects]
    kept = [moves.index(tempting)]
    judged = settle(view, moves, moves.index(best), near, kept=kept, worlds=worlds, rng=rng)
    if judged is None:
        return None
    right = {moves[at] for at in judged.best}
    if right & {order[0], *greedy}:
        return None
    missed = sum(by_search(view, rng) not in right for _ in range(SEARCHES)) / SEARCHES
    depth = next((at for at, move in enumerate(order) if move in right), len(order))
    return _puzzle(view, moves, judged, tempting, _rating(judged, depth, missed))


def _rating(judged: Settled, depth: int, missed: float) -> int:
    """Harder is what an evaluation ranks low, a short search misses, what is less far ahead, what is one of many."""
    chances = judged.chances
    second = max(float(chances[at]) for at in judged.shown if at not in judged.best)
    ahead = float(chances[judged.best[0]]) - second
    many = log2(len(chances))
    return round(900 + 130 * log2(depth + 1) + 350 * missed + 50 * many - 600 * min(0.5, ahead - AHEAD))


def _puzzle(view: Any, moves: Sequence[Move], judged: Settled, tempting: Move, rating: int) -> Puzzle:  # noqa: ANN401
    state = find_game(view["game"]).sample(view, Random(0))
    lure, best = moves.index(tempting), judged.best[0]
    gained = float(judged.own[best] - judged.own[lure])
    denied = float(judged.others[lure] - judged.others[best])
    case = case_of(state, view, view["seat"], moves[best])
    reasons = reasons_for(case, denied, gained)
    shown = list(dict.fromkeys([*judged.best, *judged.shown, lure]))
    shown.sort(key=lambda at: (at not in judged.best, -judged.chances[at]))
    return Puzzle(
        puzzle_id(view),
        view["game"],
        view["players"],
        rating,
        themes_of(case, reasons, denied, gained),
        tuple(str(moves[at]) for at in judged.best),
        str(tempting),
        tuple(
            TriedMove(str(moves[at]), round(float(judged.chances[at]), 3), round(float(judged.errors[at]), 3))
            for at in shown
        ),
        tuple(int(one) for one in np.rint(judged.chances * 100)),
        reasons,
        view,
        *come_to(view, moves[best], tempting),
    )


def come_to(view: Any, best: Move, tempting: Move) -> tuple[Reason | None, Harm | None]:  # noqa: ANN401
    """What comes of both by the end, in the same worlds. The same for the same view."""
    root: Any = ENGINES[view["game"]].opening(view, Random(puzzle_id(view)), 1)
    codes = np.array([root.kernel.encode(move) for move in (best, tempting)], np.int32)
    _, scores = root.outcomes(codes, 0, WORLDS)
    ends = scores[:, :, : root.players, : root.scores]
    return further(root.seat, ends[:, 0], ends[:, 1], colours_of(find_game(view["game"]), root.players))
