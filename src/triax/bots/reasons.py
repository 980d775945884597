"""Why a move is good, for people: a code with values, which each client puts in words of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, Literal, TypeVar, get_args

from triax.games.core import AnyState, Game, M, Move, V
from triax.games.events import Event

ReasonCode = Literal[
    # Tracks.
    "wins",
    "extra_turn",
    "lowest",
    "behind",
    "near_end",
    "most_points",
    "prepares",
    "denies",
    # Circles and lines.
    "circle",
    "circle_first",
    "blocks",
    "safe",
    "pyramid",
    "line",
    "exchange",
    "keep",
    # Cards.
    "completes",
    "completes_more",
    "nearly",
    "most_marks",
    "marks",
    "will_complete",
    "will_mark",
    "gives_little",
    "suits_hand",
    "wipes",
    "saves",
    "renews",
    # Of whichever game: what comes of it in trials.
    "further",
    "more_points",
    "trials",
    # Where neither is known.
    "glance",
]


Aspect = Literal["tracks", "places", "denied", "rack", "turns", "rest", "end"]
"""What a network looks at: the own tracks; places where one could score
oneself, and where the strongest rival could; what the rack keeps; extra turns; all else; and that a move ends the
game at once."""
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
HarmCode = Literal["leaves_circle", "leaves_line", "leaves_pyramids", "gives_marks", "further", "more_points"]
"""What a move leaves to the others: three of a circle's four, a long line with a free end, spaces that a tile can close
in, sections to be marked; or what another comes to in the end."""


@dataclass(frozen=True)
class Reason:
    """Why a move is good, for a client to put in words."""

    code: ReasonCode
    values: dict[str, int | str]
    """`colours`, in letters, `seat` and `card` say of what; the rest are numbers, `tenths` those of a step or point."""


@dataclass(frozen=True)
class Harm:
    """What speaks against a move."""

    code: HarmCode
    values: dict[str, int | str]


@dataclass(frozen=True)
class Case(Generic[V, M]):
    """A legal move of a view's seat, and what is known about it: nothing hidden is in here."""

    view: V
    seat: int
    move: M
    events: Sequence[Event]
    """What it is foreseen to do."""
    gains: Sequence[str]
    """What each legal move would gain, this one included."""

    def event(self, kind: type[E]) -> E | None:
        return next((event for event in self.events if isinstance(event, kind)), None)

    @property
    def others(self) -> list[int]:
        """Those who play after this seat, the next one first."""
        players = self.view["players"]
        return [(self.seat + n) % players for n in range(1, players)]


def case_of(state: AnyState, view: Any, seat: int, move: Move) -> Case[Any, Any]:  # noqa: ANN401, of whichever game
    gains = [gain for offers in state.offers(seat) for gain in offers.gains]
    return Case(view, seat, move, state.preview(seat, move), gains)


E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=AnyState)


@dataclass(frozen=True)
class Adviser(Generic[S, V, M]):
    """What is said to people about a game's moves."""

    game: Game[S, V, M]
    why: Callable[[Case[V, M]], Iterator[Reason]]
    """What speaks for a move, the weightiest first. Each is true by what can be seen and foreseen."""
    worth: Callable[[S, int, Sequence[M]], Sequence[Any]]
    """What moves are worth by a plain rule, to be compared with each other: for as long as there is no engine."""
    places: Callable[[M], frozenset[Hashable]]
    """What a move takes up on the table: ideas that share a place are one idea."""
    harms: Callable[[Case[V, M]], Iterator[Harm]]
    """What speaks against a move, as true as what speaks for it."""
    more: Mapping[ReasonCode, str]
    """By which value a reason for one move outdoes the same reason for another."""
    ahead: Callable[[Case[V, M]], Iterator[Reason]] = lambda _: iter(())
    """What a move is seen to do for later, as true: too little to be said, unless what was learned counts on it."""
    parts: Mapping[ReasonCode, frozenset[Aspect]] = field(default_factory=dict)
    """What reasons speak of. Those that are not here are true whatever an evaluation says."""

    def heard(self, case: Case[V, M], moved: Mapping[Aspect, float] | None) -> list[Reason]:
        """What speaks for a move, the weightiest first: as rules say; or, where what was learned has told what each
        part moves, by that, and only what it bears out."""
        if moved is None:
            return list(self.why(case))
        found = [one for one in (*self.why(case), *self.ahead(case)) if self.weight(one.code, moved) > 0]
        return sorted(found, key=lambda one: -self.weight(one.code, moved))

    def weight(self, code: ReasonCode, moved: Mapping[Aspect, float]) -> float:
        """How much that of which a reason speaks has moved the value of its move."""
        parts = self.parts.get(code)
        return inf if parts is None else sum(moved.get(part, 0.0) for part in parts)
