"""The compiled rules in place of a table: what is legal and what is seen, without a move or a view being made."""

from __future__ import annotations

from operator import index
from typing import Any, Self, SupportsIndex

import numpy as np

from triax.batch.tables import has_compiled_rules, make
from triax.envs.frame import Frame
from triax.envs.layout import Numbers
from triax.games.core import AnyState
from triax.games.errors import BadData


def can_be_quick(frame: Frame) -> bool:
    """Are there compiled rules for what is played here? Not for plug-ins, nor for the long list of moves of AXO."""
    return has_compiled_rules(frame.name) and (frame.by_picks or not frame.adapter.picks)


class Quick:
    """One game, side by side with none."""

    def __init__(self, frame: Frame) -> None:
        if has_compiled_rules(frame.name) and not can_be_quick(frame):
            raise BadData(f"compiled: {frame.game.title} has compiled actions by picks alone")
        reach = frame.reach or (frame.longest if frame.adapter.has_reach else None)
        self.tables = make(frame.name, frame.players, options=frame.options, reach=reach, threads=1)
        self._action = np.zeros(1, np.int64)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = memo[id(self)] = object.__new__(type(self))
        other.tables, other._action = self.tables.copy(), self._action.copy()
        return other

    def follow(self, state: AnyState, picked: tuple[int, ...] = ()) -> None:
        self.tables.load([state])
        for pick in picked:
            self.step(pick)

    def allows(self, action: SupportsIndex) -> bool:
        try:
            code = index(action)
        except TypeError:
            return False
        return 0 <= code < self.tables.actions and bool(self.tables.legal_action_mask[0, code])

    def step(self, action: int) -> bool:
        """Was nothing left to chance? Else what was drawn here is not what is drawn at the table."""
        self._action[0] = action
        before = self.tables.luck[0]
        self.tables.step(self._action)
        return bool(self.tables.luck[0] == before)

    @property
    def seat(self) -> int | None:
        """Who is asked next; nobody at the end."""
        return None if self.tables.terminated[0] else int(self.tables.current_player[0])

    @property
    def standings(self) -> tuple[tuple[int, ...], ...]:
        """At the end, among several: the seats from the first place to the last."""
        paid = self.tables.rewards[0].tolist()
        return tuple(
            tuple(seat for seat, own in enumerate(paid) if own == worth) for worth in sorted(set(paid), reverse=True)
        )

    def codes(self) -> list[int]:
        codes: list[int] = self.tables.legal_action_mask[0].nonzero()[0].tolist()
        return codes

    def mask(self) -> Numbers:
        mask: Numbers = self.tables.legal_action_mask[0].view(np.int8).copy()
        return mask

    def observed(self, seat: int) -> Numbers:
        seen: Numbers
        if seat == self.tables.current_player[0]:
            seen = self.tables.observation[0].copy()
        else:
            seen = self.tables.observe(seat)[0]
        return seen
