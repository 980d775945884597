"""A position before a person: drawn, its moves listed, and a move read out of what they type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from triax.cli.terminal.face import BoardContext, Face, Prompt, Worth
from triax.cli.terminal.screen import Terminal
from triax.games.core import AnyState, Move
from triax.games.errors import BadNotation, TriaxError
from triax.games.events import Event

LONGEST = 60
"""Characters of a move."""


class ShownPosition:
    def __init__(
        self,
        terminal: Terminal,
        face: Face[Any, Any],
        state: AnyState,
        seat: int,
        names: Sequence[str],
        *,
        since: Sequence[Event] = (),
    ) -> None:
        self.state, self.seat, self.names = state, seat, names
        self.moves: Sequence[Move] = state.moves(seat)
        self._terminal, self._face, self._since = terminal, face, since
        self._view = state.view(seat)
        self._is_listed = False

    @property
    def question(self) -> Prompt:
        return self._face.question(self._view)

    def draw(self) -> None:
        terminal = self._terminal
        context = BoardContext(self.names, self.moves, self._since, terminal.width, terminal.height)
        terminal.draw(self._face.draw(self._view, context))

    @cached_property
    def _listed(self) -> list[tuple[Move, Worth]]:
        """The most promising moves."""
        weighed = ((move, self._face.worth(self.state, self.seat, move)) for move in self.moves)
        best: dict[str, tuple[Move, Worth]] = {}
        for move, worth in sorted(weighed, key=lambda pair: pair[1].key, reverse=True):
            best.setdefault(self._face.alike(move), (move, worth))
        return list(best.values())[: self._face.listed]

    def show_list(self) -> None:
        self._is_listed, numbered = True, self._has_numbers()
        longest = max(len(str(move)) for move, _ in self._listed)
        for number, (move, worth) in enumerate(self._listed, 1):
            label = f"{number:>2}" if numbered else " "
            self._terminal.say(f"{label}  {move!s:<{longest}}  {worth.words}".rstrip())
        more = len(self.moves) - len(self._listed)
        say = "Type a number to play that move." if numbered else "Type a move to play it."
        self._terminal.say(f"{f'{more} more moves are legal. ' if more else ''}{say}")

    def _has_numbers(self) -> bool:
        """Not where a move itself is written as a number."""
        return not any(str(move).isdigit() for move, _ in self._listed)

    def is_number(self, typed: str) -> bool:
        """Does it mean a move of the list?"""
        return typed.isascii() and typed.isdigit() and len(typed) <= LONGEST and self._has_numbers()

    def pick(self, typed: str) -> Move | None:
        """The move of that number; nobody knows them before the list is shown."""
        if not self._is_listed:
            self.show_list()
        elif 1 <= int(typed) <= len(self._listed):
            return self._listed[int(typed) - 1][0]
        else:
            self._terminal.say(f"'{int(typed)}' is not in the list: expected 1 to {len(self._listed)}.")
        return None

    def read(self, typed: str) -> Move | None:
        """A legal move; what is none is said."""
        if len(typed) > LONGEST:
            self._terminal.say("That is too long to be a move. Type ? for help.")
            return None
        try:
            move: Move = self._face.game.parse(self._face.normalize(typed, self.moves))
            self.state.preview(self.seat, move)
        except BadNotation:
            example = self.moves[0]
            self._terminal.say(f"'{typed}' is not a move here: expected one such as {example}. Enter: list, ?: help")
            return None
        except TriaxError as error:
            self._terminal.say(f"{error}. Enter: list, ?: help")
            return None
        return move
