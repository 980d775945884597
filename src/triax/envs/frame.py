"""A game as both environments play it: its codes and observations, whose decision is next, what the end is worth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from math import inf
from typing import Any, SupportsIndex

import numpy as np

from triax.envs.adapter import AnyAdapter
from triax.envs.adapters import adapter_for
from triax.envs.encoding import Encoding, check_code
from triax.envs.layout import Layout, Numbers
from triax.games import find_game
from triax.games.core import AnyGame, AnyState, Move, Plain
from triax.games.facts import TrackScore
from triax.games.standings import Outcome, places

LONGEST = 4000
"""Decisions after which a game is called a draw, where the rules set no bound: players who all pass for ever would
never end it."""


@dataclass(frozen=True)
class Frame:
    """The fixed sizes of a table. `reach`, for a game on a plane without a border, cuts off cells so many steps from
    where it begins: without it the codes cover all that the rules allow, with it less and a smaller table."""

    name: str
    players: int
    options: Plain
    reach: int | None = None

    def __post_init__(self) -> None:
        self.game.check_options(self.players, self.options)
        self.adapter.check_reach(self.reach, self.players)

    def __getstate__(self) -> dict[str, Any]:
        """What is made from these few values is made again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def game(self) -> AnyGame:
        return find_game(self.name)

    @cached_property
    def adapter(self) -> AnyAdapter:
        return adapter_for(self.name, self.players)

    @property
    def encoding(self) -> Encoding:
        return self.adapter.encoding

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        return self.adapter.size(self.players, self.options, self.reach)

    @cached_property
    def layout(self) -> Layout:
        return self.adapter.layout(self.players, self.reach)

    def observe(self, view: Plain, seat: int | None = None) -> Numbers:
        """What a view shows, as numbers, seats counted from the viewer's; a spectator has none and must name one.

        In our own games, who else owes a decision at the same moment is left out: environments ask one seat after
        another, where at the table all decide at once."""
        first = view["seat"] if seat is None else seat
        observation = self.layout.empty()
        seats = [(first + place) % self.players for place in range(self.players)]
        self.adapter.fill(view, self.layout.split(observation), seats)
        return observation

    def codes(self, state: AnyState, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        codes = self.encoding.codes(state, seat)
        return sorted(codes if self.reach is None else (code for code in codes if code < self.size))

    def decode(self, code: SupportsIndex) -> Move:
        return self.encoding.decode(check_code(code, self.size, "at this table"))

    def mask(self, codes: list[int]) -> Numbers:
        mask = np.zeros(self.size, np.int8)
        mask[codes] = 1
        return mask

    def returns(self, state: AnyState) -> list[float]:
        """What a finished game is worth to each seat.

        Among several: 1 for the first place, -1 for the last, evenly between, shared places in the middle of theirs;
        the sum is 0. Alone: 1 if won and -1 if lost; where that is not known, the score as a share of the highest."""
        outcome = state.outcome
        if outcome is None:
            return [0.0] * self.players
        if self.players == 1:
            return [self._worth_alone(outcome)]
        worth = [0.0] * self.players
        for place, seats in places(outcome.standings):
            for seat in seats:
                worth[seat] = 1 - 2 * (place - 1 + (len(seats) - 1) / 2) / (self.players - 1)
        return worth

    def _worth_alone(self, outcome: Outcome) -> float:
        if self.game.facts.won_alone:
            return 1.0 if outcome.standings else -1.0
        lowest = min(outcome.scores[0])
        return min(1.0, lowest / self._top) if self._top else float(lowest)

    @property
    def _top(self) -> int | None:
        """The highest score, where there is one."""
        shape = self.game.facts.scores[self.players]
        return shape.top if isinstance(shape, TrackScore) else shape.goal

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that a game can be worth."""
        if self.players > 1 or self.game.facts.won_alone:
            return -1.0, 1.0
        return 0.0, 1.0 if self._top else inf

    @cached_property
    def longest(self) -> int:
        """How many decisions a game can have."""
        return self.game.facts.decisions.get(self.players, LONGEST)


def next_seat(state: AnyState) -> int | None:
    """Who is asked next, where several may owe a decision: one after the other, each until done. What the earlier ones
    decided is in nobody else's view before all are."""
    return min(state.to_act, default=None)
