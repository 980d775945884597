"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, runtime_checkable

from triax.games.core import M, M_co, Move, View
from triax.games.errors import WrongSeat

ALL_TABLES = (2, 1)
"""What an engine is compiled for: several players, and one alone."""
DEFAULT_BUDGET = 1.0


class Bot(Protocol):
    """Chooses one of its seat's legal moves, knowing that seat's view."""

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Move: ...  # noqa: ANN401, of whichever game


@dataclass(frozen=True)
class Candidate(Generic[M_co]):
    """What a bot thinks of a move."""

    move: M_co
    win_share: float
    """Estimated share of wins; solo: of games won, where there is such a thing."""
    expected: tuple[float, ...]
    """Expected final scores of the own seat, the lowest first."""
    playouts: int
    value: float
    """What it ranks by: the share of wins, and a little for being ahead."""


@runtime_checkable
class SearchingBot(Protocol):
    """A bot that can say what it thinks."""

    def think(self, view: Any, rng: Random) -> Sequence[Candidate[Move]]:  # noqa: ANN401, of whichever game
        """Its candidates from best to worst."""


def asked_seat(view: View) -> int:
    """The seat that a view belongs to; refuses one that has nothing to decide."""
    seat = view.get("seat")
    if seat is None:
        raise WrongSeat("a bot was given a spectator's view: expected that of a seat that owes a decision")
    if seat not in view["to_act"]:
        waiting = " and ".join(map(str, view["to_act"]))
        why = f"the decision is with seat {waiting}" if waiting else "the game is over"
        raise WrongSeat(f"a bot was asked for seat {seat}, which owes no decision: {why}")
    return seat


class RandomBot:
    """Every legal move is as likely as any other."""

    def choose(self, view: View, moves: Sequence[M], rng: Random) -> M:
        asked_seat(view)
        return moves[rng.randrange(len(moves))]
