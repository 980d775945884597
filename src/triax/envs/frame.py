"""A game as both environments play it: its codes and observations, whose decision is next, what the end is worth."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from triax.envs.adapter import AnyAdapter
from triax.envs.adapters import adapter_for
from triax.envs.encoding import Encoding, check_code
from triax.envs.layout import Layout, Numbers, picked_part
from triax.games import find_game
from triax.games.core import AnyGame, AnyState, Move, Plain
from triax.games.errors import BadData, IllegalMove
from triax.games.facts import TrackScore
from triax.games.standings import Outcome, places

LONGEST = 4000
"""Decisions after which a game is called a draw, where the rules set no bound: players who all pass for ever would
never end it."""


ACTIONS = ("moves", "picks")
REWARDS = ("result", "score")


class Choice(NamedTuple):
    """What has been chosen: a whole move, or picks that are not one yet."""

    move: Move | None
    picked: tuple[int, ...] = ()


@dataclass(frozen=True)
class Frame:
    """The fixed sizes of a table. `reach`, for a game on a plane without a border, cuts off cells so many steps from
    where it begins: without it the codes cover all that the rules allow, with it less and a smaller table.

    With `actions="picks"` a move is chosen by several picks out of few, one after the other, where a game has that."""

    name: str
    players: int
    options: Plain
    reach: int | None = None
    actions: str = "moves"

    def __post_init__(self) -> None:
        self.game.check_options(self.players, self.options)
        self.adapter.check_reach(self.reach, self.players)
        if self.actions not in ACTIONS:
            raise BadData(f"actions: {self.actions!r}; expected {', '.join(ACTIONS)}")
        if self.by_picks and not self.adapter.picks:
            raise BadData(f"actions: '{self.actions}'; {self.game.title} has moves alone")

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

    @property
    def by_picks(self) -> bool:
        return self.actions == "picks"

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        return self.adapter.picks if self.by_picks else self.adapter.size(self.players, self.options, self.reach)

    @cached_property
    def layout(self) -> Layout:
        layout = self.adapter.layout(self.players, self.reach)
        return Layout([*layout.parts, picked_part(self.size)]) if self.by_picks else layout

    def observe(self, view: Plain, seat: int | None = None, picked: tuple[int, ...] = ()) -> Numbers:
        """What a view shows, as numbers, seats counted from the viewer's; a spectator has none and must name one.
        What is picked of a move that is not whole is for the one who picks alone.

        In our own games, who else owes a decision at the same moment is left out: environments ask one seat after
        another, where at the table all decide at once."""
        first = view["seat"] if seat is None else seat
        observation = self.layout.empty()
        seats = [(first + place) % self.players for place in range(self.players)]
        parts = self.layout.split(observation)
        self.adapter.fill(view, parts, seats)
        if self.by_picks:
            parts["picked"][list(picked)] = 1
        return observation

    def codes(self, state: AnyState, seat: int, picked: tuple[int, ...] = ()) -> list[int]:
        """The legal actions of a seat, ascending."""
        if self.by_picks:
            return sorted(self.adapter.picked(state, seat, picked))
        codes = sorted(self.encoding.codes(state, seat))
        return codes if self.reach is None else codes[: bisect_left(codes, self.size)]

    def decode(self, code: SupportsIndex) -> Move:
        """The move of a code, where actions are moves."""
        return self.encoding.decode(check_code(code, self.size, "at this table"))

    def choose(self, state: AnyState, seat: int, picked: tuple[int, ...], code: SupportsIndex) -> Choice:
        """What an action makes of what was picked before. A whole move may still be illegal."""
        if not self.by_picks:
            return Choice(self.decode(code))
        number = check_code(code, self.size, "at this table")
        legal = self.adapter.picked(state, seat, picked)
        if number not in legal:
            text = self.adapter.pick_text(number)
            raise IllegalMove(f"pick {number} ({text}) is not legal for seat {seat}: expected one of {sorted(legal)}")
        move = legal[number]
        return Choice(None, (*picked, number)) if move is None else Choice(move)

    def actions_of(self, move: Move, seat: int) -> tuple[int, ...]:
        """The actions by which a seat chooses a move, one after the other."""
        if self.by_picks:
            return self.adapter.picks_of(move, seat, self.players)
        code = self.encoding.encode(move)
        if code >= self.size:
            raise BadData(f"'{move}' lies beyond the reach of {self.reach}")
        return (code,)

    def text(self, code: SupportsIndex) -> str:
        """An action in words: a move in its notation, or a pick."""
        if self.by_picks:
            return self.adapter.pick_text(check_code(code, self.size, "at this table"))
        return str(self.decode(code))

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
        return self.worth_of(outcome.standings)

    def worth_of(self, standings: Sequence[Sequence[int]]) -> list[float]:
        """What the places at the end are worth among several."""
        worth = [0.0] * self.players
        for place, seats in places(standings):
            for seat in seats:
                worth[seat] = 1 - 2 * (place - 1 + (len(seats) - 1) / 2) / (self.players - 1)
        return worth

    def _worth_alone(self, outcome: Outcome) -> float:
        if self.game.facts.won_alone:
            return 1.0 if outcome.standings else -1.0
        lowest = min(outcome.scores[0])
        return min(1.0, lowest / self._top) if self._top else float(lowest)

    def standing(self, state: AnyState) -> list[float]:
        """How a game stands by its scores: each seat's share of the highest, less the mean of the others'. Of tracks
        the lowest counts half, the next a quarter and so on, as they decide the places. Among several the sum is 0."""
        shares = [self._share(score) for score in state.scores]
        if self.players == 1:
            return shares
        total = sum(shares)
        return [share - (total - share) / (self.players - 1) for share in shares]

    def _share(self, score: tuple[int, ...]) -> float:
        worth, weight = 0.0, 1.0
        for place, number in enumerate(sorted(score), 1):
            weight = weight if place == len(score) else weight / 2
            worth += weight * number
        return worth / (self._top or 1)

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

    @property
    def most_actions(self) -> int:
        """How many actions a game can have: a decision may take several picks."""
        return self.longest * (self.adapter.most_picks if self.by_picks else 1)


def next_seat(state: AnyState) -> int | None:
    """Who is asked next, where several may owe a decision: one after the other, each until done. What the earlier ones
    decided is in nobody else's view before all are."""
    return min(state.to_act, default=None)
