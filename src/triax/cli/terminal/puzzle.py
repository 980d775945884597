"""A puzzle at the terminal: the position as in a game, a move asked for, the answer with its chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from triax.cli.terminal.faces import face_of
from triax.cli.terminal.position import ShownPosition
from triax.cli.terminal.screen import Terminal
from triax.cli.words.reasons import harm_in_words, reason_in_words
from triax.games import find_game
from triax.games.core import Move
from triax.puzzles import Puzzle
from triax.puzzles.why import why_better

Ended = Literal["right", "wrong", "skipped", "left"]
_HELP = "Type a move; Enter: the moves that look best at once; board; skip; solution; quit."


def solve(terminal: Terminal, puzzles: Sequence[Puzzle]) -> None:
    """One after the other, until there are none or somebody leaves."""
    right = tried = 0
    for puzzle in puzzles:
        title = find_game(puzzle.game).title
        table = "solo" if puzzle.players == 1 else f"{puzzle.players} players"
        terminal.say(f"\n{title}, {table}, puzzle {puzzle.id}, rated {puzzle.rating}")
        ended = PuzzleDecision(terminal, puzzle).take()
        right += ended == "right"
        tried += ended in ("right", "wrong")
        if ended == "left" or (ended != "skipped" and terminal.ask("Enter: the next one, q: quit ") not in ("", "n")):
            break
    terminal.say(f"{right} of {tried} right. Goodbye." if tried else "Goodbye.")


class PuzzleDecision:
    def __init__(self, terminal: Terminal, puzzle: Puzzle) -> None:
        self._terminal, self._puzzle = terminal, puzzle
        self._names = ["You" if seat == puzzle.seat else f"Player {seat + 1}" for seat in range(puzzle.players)]
        face = face_of(find_game(puzzle.game))
        self._position = ShownPosition(terminal, face, puzzle.state(), puzzle.seat, self._names)

    def take(self) -> Ended:
        self._show()
        while True:
            typed = self._terminal.ask("Your move> ")
            if typed is None:
                return "left"
            match typed.strip().lower():
                case "" | "list" | "l":
                    self._position.show_list()
                case "?" | "help" | "h":
                    self._terminal.say(f"{_HELP} Write {self._position.question.notation}")
                case "board" | "b":
                    self._show()
                case "skip" | "s":
                    return "skipped"
                case "solution":
                    self._solution(None)
                    return "wrong"
                case "quit" | "q" | "exit":
                    return "left"
                case text:
                    position = self._position
                    move = position.pick(text) if position.is_number(text) else position.read(typed.strip())
                    if move is not None:
                        return self._judge(move)

    def _show(self) -> None:
        self._position.draw()
        self._terminal.say(f"Find the best move. {self._position.question.text} (?: help)")

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
            chance = puzzle.chances[self._position.moves.index(played)]
            say(f"Not the best: with {played} you win about {chance} games of 100.")
        best = puzzle.top[0]
        say(f"{' or '.join(puzzle.best)} wins {_chance(best.chance, best.error)}.")
        why = why_better(puzzle, puzzle.tempting if played is None else str(played))
        if why.reason and (words := reason_in_words(why.reason, self._names)):
            say(f"- unlike {why.other}, it {words}")
        if why.harm:
            say(f"- {why.other} {harm_in_words(why.harm, self._names)}")
        tempting = next(one for one in puzzle.top if one.move == puzzle.tempting)
        say(f"Tempting, and worse: {tempting.move}, {_chance(tempting.chance, tempting.error)}.")


def _chance(chance: float, error: float) -> str:
    return f"{chance:.0%} ± {2 * error:.0%}"
