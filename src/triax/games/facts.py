"""What is true of a game at every table, said once: the server, the arena, the environments, the terminal, the drawings
and the client ask here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from triax.games import check


@dataclass(frozen=True)
class TrackScore:
    """A track a colour. The lowest counts first, then the second lowest, and so on."""

    colours: str
    """In the order in which scores have them."""
    top: int
    """Where each track ends."""
    kind: Literal["tracks"] = "tracks"


@dataclass(frozen=True)
class PointScore:
    """One number a seat."""

    goal: int | None = None
    """Whoever reaches so many ends the game."""
    kind: Literal["points"] = "points"


Score = TrackScore | PointScore


@dataclass(frozen=True)
class Option:
    """Something to choose before a game."""

    name: str
    kind: Literal["seat", "flag", "choice", "pieces"]
    default: bool | str | None = None
    """None: drawn by lot (a seat), or the standard set (pieces)."""
    choices: tuple[str, ...] = ()
    players: tuple[int, ...] = (1, 2, 3, 4)
    """At which tables it can be chosen."""
    about: str = ""
    """A line of help."""
    variant: bool = False
    """Does another value than the default make it another game, whose results compare with no others?"""

    def check(self, value: object, players: int) -> None:
        where = f"options.{self.name}"
        match self.kind:
            case "seat":
                check.integer(value, where, 0, players - 1)
            case "flag":
                check.one_of(value, where, [True, False])
            case "choice":
                check.one_of(value, where, self.choices)
            case "pieces":
                pass  # the game itself knows its sets


class Options(dict[str, Any]):
    """The options of a game in play: they never change."""

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("the options of a game do not change once it is dealt")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _refuse

    def __reduce__(self) -> tuple[type[Options], tuple[dict[str, Any]]]:
        return Options, (dict(self),)


START = Option("start", "seat", about="The seat that starts, counted from 0; drawn by lot if not given.")
PIECES = Option("pieces", "pieces", about="A set of tiles or cards of your own, as JSON.", variant=True)


@dataclass(frozen=True)
class Facts:
    """What is true of a game at every table."""

    name: str
    title: str
    scores: Mapping[int, Score]
    """The shape of a score by the number of players: whom the game is for."""
    options: tuple[Option, ...] = (START,)
    won_alone: bool = False
    """Is a solo game won or lost? If not, its result is the score alone."""
    characters: tuple[str, ...] = ()
    """Who takes part without a seat, by name, which no player may bear."""
    decisions: Mapping[int, int] = field(default_factory=dict)
    """The most decisions that a game of so many players can have; a number that is missing: the rules set no bound."""
    shuffles: bool = True
    """Can pieces be shuffled again after the deal?"""
    clock: Literal["move", "reveal"] = "move"
    """What a clock counts as one decision: every move, or all that a seat decides before the others hear of it."""

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.scores)

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    def is_standard(self, options: Mapping[str, object]) -> bool:
        """Is it the game of the book, so that its results compare?"""
        return all(options.get(one.name, one.default) == one.default for one in self.options if one.variant)
