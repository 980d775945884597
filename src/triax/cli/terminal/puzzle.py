"""A puzzle at the terminal: the position as in a game, a move asked for, the answer with its chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from triax.cli.terminal.face import BoardContext, Face
from triax.cli.terminal.faces import face_of
from triax.cli.terminal.screen import Terminal
from triax.cli.words.reasons import reason_in_words
from triax.games import find_game
from triax.games.core import Move
from triax.games.errors import BadNotation, TriaxError
from triax.puzzles import Puzzle

Ended = Literal["right", "wrong", "skipped", "left"]
_LONGEST = 60
_HELP = "Type a move; Enter: the moves that look best at once; board; skip; solution; quit."


def solve(terminal: Terminal, puzzles: Sequence[Puzzle]) -> None:
    """One after the other, until there are none or somebody leaves."""
    right = tried = 0
    for puzzle in puzzles:
        title = find_game(puzzle.game).title
        terminal.say(f"\n{title}, {puzzle.players} players, puzzle {puzzle.id}, rated {puzzle.rating}")
        ended = PuzzleDecision(terminal, puzzle).take()
        right += ended == "right"
        tried += ended in ("right", "wrong")
        if ended == "left" or (ended != "skipped" and terminal.ask("Enter: the next one, q: quit ") not in ("", "n")):
            break
    terminal.say(f"{right} of {tried} right. Goodbye." if tried else "Goodbye.")


class PuzzleDecision:
    def __init__(self, terminal: Terminal, puzzle: Puzzle) -> None:
        self._terminal, self._puzzle = terminal, puzzle
        self._game = find_game(puzzle.game)
        self._face: Face[Any, Any] = face_of(self._game)
        self._state, self._seat = puzzle.state(), puzzle.seat
        self._moves: Sequence[Move] = self._state.moves(self._seat)
        self._listed: list[Move] = []
        players = range(puzzle.players)
        self._names = ["You" if seat == self._seat else f"Player {seat + 1}" for seat in players]

    def take(self) -> Ended:
        self._show()
        while True:
            typed = self._terminal.ask("Your move> ")
            if typed is None:
                return "left"
            match typed.strip().lower():
                case "" | "list" | "l":
                    self._list()
                case "?" | "help" | "h":
                    self._terminal.say(f"{_HELP} Write {self._face.question(self._view).notation}")
                case "board" | "b":
                    self._show()
                case "skip" | "s":
                    return "skipped"
                case "solution":
                    self._solution(None)
                    return "wrong"
                case "quit" | "q" | "exit":
                    return "left"
                case _:
                    move = self._read(typed.strip())
                    if move is not None:
                        return self._judge(move)

    @property
    def _view(self) -> Any:  # noqa: ANN401, of whichever game
        return self._puzzle.view

    def _show(self) -> None:
        terminal = self._terminal
        context = BoardContext(self._names, self._moves, (), terminal.width, terminal.height)
        terminal.draw(self._face.draw(self._view, context))
        terminal.say(f"Find the best move. {self._face.question(self._view).text} (?: help)")

    def _list(self) -> None:
        """What brings most at once, which is seldom the answer."""
        if not self._listed:
            weighed = [(move, self._face.worth(self._state, self._seat, move)) for move in self._moves]
            weighed.sort(key=lambda pair: pair[1].key, reverse=True)
            self._listed = [move for move, _ in weighed][: self._face.listed]
        for number, move in enumerate(self._listed, 1):
            words = self._face.worth(self._state, self._seat, move).words
            self._terminal.say(f"{number:>2}  {move}  {words}".rstrip())
        more = len(self._moves) - len(self._listed)
        self._terminal.say(f"{more} more moves are legal." if more else "These are all.")

    def _read(self, typed: str) -> Move | None:
        if typed.isascii() and typed.isdecimal() and self._listed and len(typed) < 3:
            if 1 <= int(typed) <= len(self._listed):
                return self._listed[int(typed) - 1]
            self._terminal.say(f"'{typed}' is not in the list: expected 1 to {len(self._listed)}.")
            return None
        if len(typed) > _LONGEST:
            self._terminal.say("That is too long to be a move. Type ? for help.")
            return None
        try:
            move = self._game.parse(self._face.normalize(typed, self._moves))
            self._state.preview(self._seat, move)
        except BadNotation:
            self._terminal.say(f"'{typed}' is not a move here: expected one such as {self._moves[0]}. ?: help")
            return None
        except TriaxError as error:
            self._terminal.say(f"{error}. ?: help")
            return None
        return move

    def _judge(self, move: Move) -> Ended:
        if str(move) in self._puzzle.best:
            self._terminal.say("Right!")
            self._solution(None)
            return "right"
        self._solution(move)
        return "wrong"

    def _solution(self, played: Move | None) -> None:
        puzzle, say = self._puzzle, self._terminal.say
        if played is not None:
            say(f"Not the best: with {played} you win about {puzzle.chances[self._moves.index(played)]} games of 100.")
        best = puzzle.top[0]
        say(f"{' or '.join(puzzle.best)} wins {_chance(best.chance, best.error)}.")
        for reason in puzzle.reasons:
            if words := reason_in_words(reason, self._names):
                say(f"- it {words}")
        tempting = next(one for one in puzzle.top if one.move == puzzle.tempting)
        say(f"Tempting, and worse: {tempting.move}, {_chance(tempting.chance, tempting.error)}.")


def _chance(chance: float, error: float) -> str:
    return f"{chance:.0%} ± {2 * error:.0%}"
