"""A game as both environments play it: its codes and observations, whose decision is next, what the end is worth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np

from triax.envs.actions import ENCODINGS
from triax.envs.encoding import Encoding, check_code
from triax.envs.layout import Layout, Numbers
from triax.envs.planes import layout_for, observe
from triax.envs.rota_actions import RotaEncoding, check_reach
from triax.games import find_game
from triax.games.axio.pieces import TRACK as AXIO_TRACK
from triax.games.core import AnyGame, AnyState, Move, Plain
from triax.games.errors import BadData
from triax.games.rota.pieces import TRACK as ROTA_TRACK

SOLO_TOP = {"rota": ROTA_TRACK, "axio": 2 * AXIO_TRACK}


@dataclass(frozen=True)
class Frame:
    """The fixed sizes of a table. `reach` (Axio Rota) cuts off cells so many steps from the start square: without it
    the codes cover all that the rules allow, with it less of the plane and a smaller table."""

    name: str
    players: int
    options: Plain
    reach: int | None = None

    def __post_init__(self) -> None:
        self.game.check_options(self.players, self.options)
        if self.name == "rota":
            check_reach(self.reach, self.players)
        elif self.reach is not None:
            raise BadData(f"reach: {self.reach}; only Axio Rota has one")

    def __getstate__(self) -> dict[str, Any]:
        """What is made from these few values is made again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def game(self) -> AnyGame:
        return find_game(self.name)

    @property
    def encoding(self) -> Encoding:
        return ENCODINGS[self.name]

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        encoding = self.encoding
        if isinstance(encoding, RotaEncoding) and self.reach is not None:
            return encoding.size_within(self.reach)
        return encoding.size_for(self.players, self.options)

    @cached_property
    def layout(self) -> Layout:
        return layout_for(self.name, self.players, self.reach)

    def observe(self, view: Plain, seat: int | None = None) -> Numbers:
        """What a view shows, as numbers; a spectator's view has no seat of its own to look from."""
        return observe(view, self.layout, view["seat"] if seat is None else seat)

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
        the sum is 0. Alone: the lowest track as a share of the highest possible; in AXO 1 if won and -1 if lost.
        """
        outcome = state.outcome
        if outcome is None:
            return [0.0] * self.players
        if self.players == 1:
            top = SOLO_TOP.get(self.name)
            return [min(outcome.scores[0]) / top] if top else [1.0 if outcome.standings else -1.0]
        worth = [0.0] * self.players
        better = 0
        for place in outcome.standings:
            for seat in place:
                worth[seat] = 1 - 2 * (better + (len(place) - 1) / 2) / (self.players - 1)
            better += len(place)
        return worth


def next_seat(state: AnyState) -> int | None:
    """Who is asked next, where several may owe a decision: one after the other, each until done. What the earlier ones
    decided is in nobody else's view before all are."""
    return min(state.to_act, default=None)
