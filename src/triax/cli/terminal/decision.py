"""One decision of one person: what is shown, what may be typed, until there is a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from triax.cli.terminal.face import Face
from triax.cli.terminal.position import LONGEST, ShownPosition
from triax.cli.terminal.save_file import SaveFile
from triax.cli.terminal.screen import Terminal
from triax.cli.words.events import narrate
from triax.games.core import Move
from triax.games.events import Event
from triax.games.record import Recorder

_COMMANDS = (
    ("Enter, list", "the most promising moves, numbered; a number plays that move"),
    ("?", "this help"),
    ("board", "draw the position again"),
    ("score", "where the points of the last round came from"),
    ("rules", "what the game is about, and where to read its rules"),
    ("save [FILE]", "save the game so far"),
    ("quit", "leave; the game can be saved and resumed"),
)


class Leave(Exception):
    """A person wants to stop, or the input has ended."""


@dataclass(frozen=True)
class TerminalGame:
    """What stays the same for a whole game."""

    terminal: Terminal
    face: Face[Any, Any]
    recorder: Recorder
    save_file: SaveFile
    names: Sequence[str]
    at_once: bool
    """Are typed moves played without asking?"""


class Decision:
    def __init__(
        self, game: TerminalGame, seat: int, since: Sequence[Event], scorings: Sequence[Sequence[Event]]
    ) -> None:
        self._game, self._terminal, self._face = game, game.terminal, game.face
        self._recorder, self._names, self._seat = game.recorder, game.names, seat
        self._position = ShownPosition(game.terminal, game.face, game.recorder.state, seat, game.names, since=since)
        self._scorings = scorings
        self._ahead: list[str] = []

    def take(self) -> Move:
        self._show_board()
        move = None
        while move is None:
            move = self._handle(self._next_line(f"{self._names[self._seat]}> "))
        return move

    def _next_line(self, prompt: str) -> str:
        if self._ahead:
            return self._ahead.pop()
        typed = self._terminal.ask(prompt)
        if typed is None:
            raise Leave
        return typed.strip()

    def _handle(self, typed: str) -> Move | None:
        word, _, rest = typed.partition(" ")
        match word.lower():
            case "" | "list" | "l":
                self._position.show_list()
            case "?" | "help" | "h":
                self._show_help()
            case "board" | "b":
                self._show_board()
            case "score":
                self._show_score()
            case "rules":
                self._terminal.say(f"{self._recorder.game.title}. {self._face.goal} {self._face.rules}")
            case "save":
                self._save(rest.strip())
            case "quit" | "q" | "exit":
                raise Leave
            case _ if self._position.is_number(typed):
                return self._position.pick(typed)
            case _:
                move = self._position.read(typed)
                return move if move is None or self._game.at_once or self._confirmed(move) else None
        return None

    def _show_board(self) -> None:
        self._position.draw()
        self._terminal.say(f"{self._position.question.text} (Enter: list, ?: help)")

    def _show_help(self) -> None:
        question, terminal = self._position.question, self._terminal
        terminal.say(f"{self._recorder.game.title}. {self._face.goal}\n")
        terminal.say(question.text)
        terminal.say(f"Write {question.notation}")
        terminal.say(f"For example, legal now: {self._position.moves[0]}\n")
        terminal.draw([Text(f"  {name:<12} {does}") for name, does in _COMMANDS])

    def _show_score(self) -> None:
        if not self._scorings:
            self._terminal.say("Nothing has been scored yet.")
        for events in self._scorings:
            self._terminal.say(". ".join(narrate(events, self._names)) + ".")
            for line in self._face.explain(events):
                self._terminal.say(line)

    def _save(self, name: str) -> None:
        path = self._game.save_file.save(self._recorder.record(), Path(name).expanduser() if name else None)
        if path is not None:
            self._terminal.say(f"Saved in {path}.")

    def _confirmed(self, move: Move) -> bool:
        self._terminal.draw(self._face.preview(self._recorder.state, self._seat, move))
        answer = self._next_line(f"Play {move}? Enter or y = yes, n = no: ")
        while answer.isdigit():
            # It would be a number of the list, which nobody asked for here.
            answer = self._next_line(f"'{answer[:LONGEST]}' is neither. Play {move}? Enter or y = yes, n = no: ")
        if answer.lower() in ("", "y", "yes"):
            return True
        if answer.lower() not in ("n", "no"):
            self._ahead.append(answer)
        return False
