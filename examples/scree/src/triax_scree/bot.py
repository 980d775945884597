"""A bot for Scree that counts the stones it cannot see."""

from collections.abc import Sequence
from math import comb
from random import Random

from triax_scree.notation import ScreeMove
from triax_scree.view import ScreeView, unseen


class Mason:
    """Weighs what a move should bring against how precious its stone is: a low one builds where others cannot."""

    def choose(self, view: ScreeView, moves: Sequence[ScreeMove], rng: Random) -> ScreeMove:
        hidden = unseen(view)
        return max(moves, key=lambda move: int(move.stone) / 9 + self.points(view, move, hidden))

    def points(self, view: ScreeView, move: ScreeMove, hidden: list[str]) -> float:
        """Expected for oneself, and taken from others."""
        if move.site is None:
            return 0
        stones = view["cairns"][move.site - 1]["stones"]
        taken = len(stones) / (view["players"] - 1)
        if move.stone in stones:
            return taken + 1
        held = sum(view["hands"]) - len(view["hand"] or ())
        harmless = sum(stone > move.stone for stone in hidden)
        return taken + (len(stones) + 1) * comb(harmless, held) / comb(len(hidden), held)
