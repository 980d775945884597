"""What can still be taken back at a table: the last decisions of its log, and who has asked for one.

The rule is in `triax.games.takeback`; here it is held against a table's decisions as they are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from triax.games.takeback import MadeDecision, Obstacle, first_obstacle, is_heard

KEPT = 64
"""So many decisions are remembered. Usually it is none: most moves bring something to light."""


class TakebackRequest(Struct, frozen=True):
    """A seat asks the others whether it may take its last decision back."""

    number: int
    """The how manieth of the table: an answer is for this one and no other."""
    seat: int
    agreed: frozenset[int] = frozenset()


class RecentDecision(Struct):
    """A decision that is remembered, as it stands in the table's log."""

    made: MadeDecision
    data: Mapping[str, Any]
    """Of its entry."""
    at: int
    """Where it stands in the record's log."""
    why: Obstacle | None
    """Why it cannot be taken back."""
    was: Obstacle | None
    """Why the one before it, of the same seat, cannot be."""
    earned: int = 0
    """Seconds that were added to the seat's clock for it."""


@dataclass
class RecentDecisions:
    kept: list[RecentDecision] = field(default_factory=list)
    why: dict[int, Obstacle | None] = field(default_factory=dict)
    """By seat: why the last decision cannot be taken back. Who has decided nothing is missing."""
    since: dict[int, int] = field(default_factory=dict)
    """By seat: the number of its state behind the last decision, or behind the last takeback."""

    def add(self, made: MadeDecision, data: Mapping[str, Any], at: int) -> None:
        self._tell(made)
        seat = made.seat
        # Only a person's decisions have a name. What a bot has played for somebody is not theirs to take back.
        why = first_obstacle(made) if "id" in data else "decided"
        self.kept.append(RecentDecision(made, data, at, why, self.why.get(seat)))
        self.why[seat] = why
        while self.kept and (self.kept[0].why is not None or len(self.kept) > KEPT):
            del self.kept[0]

    def _tell(self, made: MadeDecision) -> None:
        """Who hears of a decision takes nothing back that was decided before."""
        for one in self.kept:
            other = one.made.seat
            if one.why is None and other != made.seat and is_heard(made, other):
                one.why = "decided"
        for seat, why in self.why.items():
            if why is None and seat != made.seat and is_heard(made, seat):
                self.why[seat] = "decided"

    def earn(self, seat: int, seconds: int) -> None:
        """The last decision has added to the clock of its seat."""
        if self.kept and self.kept[-1].made.seat == seat:
            self.kept[-1].earned = seconds

    def can_take_back(self, seat: int) -> bool:
        return seat in self.why and self.why[seat] is None and self.find(seat) is not None

    def find(self, seat: int) -> int | None:
        """Where the seat's last decision is kept."""
        return next((at for at in range(len(self.kept) - 1, -1, -1) if self.kept[at].made.seat == seat), None)

    def take(self, seat: int) -> tuple[RecentDecision, list[RecentDecision]]:
        """Forget the seat's last decision; gives it and those behind it, which stand and are to be put back."""
        at = self.find(seat)
        assert at is not None
        taken, later = self.kept[at], self.kept[at + 1 :]
        del self.kept[at:]
        if taken.was is None and self.find(seat) is None:
            del self.why[seat]
        else:
            self.why[seat] = taken.was
        return taken, later

    def put_back(self, one: RecentDecision, made: MadeDecision, at: int) -> None:
        one.made, one.at = made, at
        self.kept.append(one)
