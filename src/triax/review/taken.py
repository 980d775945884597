"""The decisions of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from triax.bots.registry import has_engine
from triax.games.core import AnyGame, AnyState, Move
from triax.games.errors import BadData, BadRecord
from triax.games.record import Record


@dataclass(frozen=True)
class Taken:
    """A decision as it was taken."""

    entry: int
    """Its number in the log."""
    seat: int
    move: Move
    state: AnyState
    """Before it."""

    @property
    def view(self) -> Any:  # noqa: ANN401, of whichever game
        """What the seat could know."""
        return self.state.view(self.seat)


def check_engine(game: AnyGame) -> None:
    if not has_engine(game.name):
        raise BadData(f"{game.title} has no engine that could judge its moves: its games cannot be reviewed")


def decisions(record: Record) -> list[Taken]:
    """Every decision of a finished game, in order; refuses a record that does not replay, with the entry's number."""
    check_engine(record.game)
    taken = [Taken(step.number, step.seat, step.move, step.before) for step in record.replay()]
    if record.result is None:
        raise BadRecord(f"result: missing: after {len(record.log)} entries the game is not over; expected a whole game")
    return taken
