"""How a game is shown, asked for, weighed and explained at a terminal. `Face` fits any game; a game may do better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rich.text import Text

from triax.cli.terminal.canvas import Lines
from triax.cli.words.events import predicate
from triax.cli.words.text import score_in_words
from triax.games import GAMES
from triax.games.core import Game, M, Move, State, V
from triax.games.events import Event, redact
from triax.games.standings import places

BELOW = 4
"""Lines that stay free under a board, for the question and the answer."""


@dataclass(frozen=True)
class BoardContext:
    """How a position is shown: to whom, in how much room, and what has happened since they last looked."""

    names: Sequence[str]
    moves: Sequence[Move]
    since: Sequence[Event]
    width: int
    height: int

    def done_by_others(self, seat: int | None) -> list[Event]:
        """What others have done since this seat's last turn; alone, everything."""
        return [event for event in self.since if len(self.names) == 1 or event.actor != seat]


class Worth(NamedTuple):
    """How promising a move is, bigger being better, and what it brings, in words."""

    key: tuple[int, ...]
    words: str


class Prompt(NamedTuple):
    """A decision: the short question, and how an answer is written."""

    text: str
    notation: str


class Face(Generic[V, M]):
    goal = "Every decision lists the moves you can choose from, and what each would bring."
    """What the game is about, in a few sentences."""
    listed = 60
    """So many moves are listed; where they can be weighed, few are enough."""

    def __init__(self, game: Game[State[V, M], V, M]) -> None:
        self.game = game

    @property
    def rules(self) -> str:
        """Where to read on."""
        if self.game.name in GAMES.own:
            return f"The whole rules are in the browser: run triax, and look for /rules/{self.game.name} there."
        return "Its rules come with the package that brought it."

    def draw(self, view: V, context: BoardContext) -> Lines:
        seats = ", ".join(f"seat {seat} is {name}" for seat, name in enumerate(context.names))
        return [Text(line) for line in (*self.game.lines(view), seats)]

    def question(self, view: V) -> Prompt:
        return Prompt("Which move do you choose?", "a move as it stands in the list.")

    def normalize(self, text: str, moves: Sequence[M]) -> str:
        """What was typed, in the strict notation where it is clear what is meant."""
        return " ".join(text.split())

    def alike(self, move: M) -> str:
        """Of moves for which this is the same, the list shows the best alone."""
        return str(move)

    def worth(self, state: State[V, M], seat: int, move: M) -> Worth:
        return Worth((), "; ".join(filter(None, map(predicate, self.foreseen(state, seat, move)))))

    def preview(self, state: State[V, M], seat: int, move: M) -> Lines:
        """What a legal move would do, before it is confirmed."""
        return [Text(f"{move}: {self.worth(state, seat, move).words or 'scores nothing yet'}.")]

    def foreseen(self, state: State[V, M], seat: int, move: M) -> tuple[Event, ...]:
        return redact(state.preview(seat, move), seat)

    def explain(self, events: Sequence[Event]) -> list[str]:
        """Where the points of these events come from."""
        return []

    def ranking(self, state: State[V, M], names: Sequence[str]) -> list[str]:
        """The places of a finished game and what decided them."""
        shape, standings = self.game.facts.scores[state.players], state.standings()
        lines = []
        for place, seats in places(standings):
            score = score_in_words(shape, state.scores[seats[0]])
            lines.append(f"{place}. {' and '.join(names[seat] for seat in seats)}: {score}")
        if len(names) > 1:
            return lines
        won = "You win" if state.outcome and state.outcome.standings else "You lose"
        return [f"{won if self.game.facts.won_alone else 'Your result'}: {score_in_words(shape, state.scores[0])}"]
