"""A game that brings nothing but its rules: its moves by their number in its vocabulary, views and events as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from triax.envs.adapter import Adapter
from triax.envs.encoding import Block, Encoding
from triax.envs.layout import Layout, Part, Parts
from triax.envs.memory import Line, PastMove
from triax.games.core import AnyGame, AnyState, Plain
from triax.games.errors import BadData
from triax.games.events import plain_for

VIEW = 4096
"""Characters of a view: longer ones are refused."""
MEMORY = 16384
"""Characters of the past: of a longer one, the latest."""


def _json(value: object) -> str:
    """In one way only, with nothing but ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


class VocabularyEncoding(Encoding):
    def __init__(self, game: AnyGame, players: int) -> None:
        moves = game.vocabulary(players)
        if len(set(moves)) != len(moves):
            raise BadData(f"the vocabulary of {game.title} lists a move twice")
        self.blocks = (Block.of("move", moves),)
        super().__init__(game)

    def codes(self, state: AnyState, seat: int) -> list[int]:
        return [self.encode(move) for move in state.moves(seat)]

    def _size_for(self, players: int, options: Plain) -> int:
        return self.size


class GenericAdapter(Adapter[Any]):
    memory = (MEMORY, 1)

    def layout(self, players: int, reach: int | None) -> Layout:
        return Layout([Part("view", (VIEW,), 127)])

    def memory_high(self, players: int, pieces: int) -> tuple[int, ...]:
        return (127,)

    def fill(self, view: Plain, into: Parts, seats: Sequence[int]) -> None:
        text = _json(view)
        if len(text) > VIEW:
            raise BadData(f"a view of {self.encoding.game.title} has {len(text)} characters; expected at most {VIEW}")
        into["view"][: len(text)] = list(text.encode())

    def remember(self, past: PastMove, seat: int | None) -> Iterator[Line]:
        # Not every decision has an event that tells of it.
        if seat == past.seat:
            yield Line(str(past.move))
        for event in plain_for(past.events, seat):
            yield Line(_json(event))
