"""One decision of one person: what is shown, what may be typed, until there is a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from triax.cli.terminal.face import BoardContext, Face, Worth
from triax.cli.terminal.save_file import SaveFile
from triax.cli.terminal.screen import Terminal
from triax.cli.words.events import narrate
from triax.games.core import Move
from triax.games.errors import BadNotation, TriaxError
from triax.games.events import Event
from triax.games.record import Recorder

_LONGEST = 60
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
        self._since, self._scorings = since, scorings
        self._moves = game.recorder.state.moves(seat)
        self._listed: list[tuple[Move, Worth]] = []
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
                self._show_list()
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
            case _ if typed.isascii() and typed.isdigit() and len(typed) <= _LONGEST:
                return self._pick(typed)
            case _:
                return self._read_move(typed)
        return None

    # Showing.

    def _show_board(self) -> None:
        view = self._recorder.state.view(self._seat)
        terminal = self._terminal
        context = BoardContext(self._names, self._moves, self._since, terminal.width, terminal.height)
        terminal.draw(self._face.draw(view, context))
        terminal.say(f"{self._face.question(view).text} (Enter: list, ?: help)")

    def _show_list(self) -> None:
        listed, numbered = self._listing()
        longest = max(len(str(move)) for move, _ in listed)
        for number, (move, worth) in enumerate(listed, 1):
            label = f"{number:>2}" if numbered else " "
            self._terminal.say(f"{label}  {move!s:<{longest}}  {worth.words}".rstrip())
        more = len(self._moves) - len(listed)
        say = "Type a number to play that move." if numbered else "Type a move to play it."
        self._terminal.say(f"{f'{more} more moves are legal. ' if more else ''}{say}")

    def _listing(self) -> tuple[list[tuple[Move, Worth]], bool]:
        """The most promising moves, and whether they are numbered: not where a move itself is written as a number."""
        if not self._listed:
            state, seat = self._recorder.state, self._seat
            weighed = ((move, self._face.worth(state, seat, move)) for move in self._moves)
            best: dict[str, tuple[Move, Worth]] = {}
            for move, worth in sorted(weighed, key=lambda pair: pair[1].key, reverse=True):
                best.setdefault(self._face.alike(move), (move, worth))
            self._listed = list(best.values())[: self._face.listed]
        return self._listed, not any(str(move).isdigit() for move, _ in self._listed)

    def _show_help(self) -> None:
        question = self._face.question(self._recorder.state.view(self._seat))
        terminal = self._terminal
        terminal.say(f"{self._recorder.game.title}. {self._face.goal}\n")
        terminal.say(question.text)
        terminal.say(f"Write {question.notation}")
        terminal.say(f"For example, legal now: {self._moves[0]}\n")
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

    # Choosing.

    def _pick(self, typed: str) -> Move | None:
        seen = bool(self._listed)
        listed, numbered = self._listing()
        if not numbered:
            return self._read_move(typed)
        if not seen:
            self._show_list()
        elif 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1][0]
        else:
            self._terminal.say(f"'{int(typed)}' is not in the list: expected 1 to {len(listed)}.")
        return None

    def _read_move(self, typed: str) -> Move | None:
        if len(typed) > _LONGEST:
            self._terminal.say("That is too long to be a move. Type ? for help.")
            return None
        try:
            move = self._recorder.game.parse(self._face.normalize(typed, self._moves))
            self._recorder.state.preview(self._seat, move)
        except BadNotation:
            example = self._moves[0]
            self._terminal.say(f"'{typed}' is not a move here: expected one such as {example}. Enter: list, ?: help")
            return None
        except TriaxError as error:
            self._terminal.say(f"{error}. Enter: list, ?: help")
            return None
        return move if self._game.at_once or self._confirmed(move) else None

    def _confirmed(self, move: Move) -> bool:
        self._terminal.draw(self._face.preview(self._recorder.state, self._seat, move))
        answer = self._next_line(f"Play {move}? Enter or y = yes, n = no: ")
        while answer.isdigit():
            # It would be a number of the list, which nobody asked for here.
            answer = self._next_line(f"'{answer[:_LONGEST]}' is neither. Play {move}? Enter or y = yes, n = no: ")
        if answer.lower() in ("", "y", "yes"):
            return True
        if answer.lower() not in ("n", "no"):
            self._ahead.append(answer)
        return False
