"""What every game is: seats that owe decisions, immutable states, moves, views, events and outcomes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypedDict, TypeVar

from triax.games import check
from triax.games.chance import Chance as Chance  # noqa: PLC0414
from triax.games.chance import Dice as Dice  # noqa: PLC0414
from triax.games.errors import BadData, IllegalMove, WrongSeat
from triax.games.events import Event, Over
from triax.games.facts import Facts, Options
from triax.games.remembered import remembered
from triax.games.standings import Outcome, rank

Plain = Mapping[str, Any]
"""Plain data: string keys, and values that JSON can say."""


class Move(ABC):
    """A small frozen value. `str(move)` is its notation; the game's `parse` reads it back."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str: ...


class View(TypedDict):
    """What every view has: all that a seat (None: a spectator) may know, as data that JSON can say. A game's own view
    adds `game`, its name, and what lies on its table."""

    players: int
    options: dict[str, Any]
    seat: int | None
    to_act: list[int]
    standings: list[list[int]] | None
    """Once it is over: seats, best first; several share a place."""


V = TypeVar("V", bound=View)
M = TypeVar("M", bound=Move)


class Offers(NamedTuple):
    """Legal moves that begin alike, for a client that knows no rules: the notation of each is `start` and its end."""

    start: str
    ends: list[str]
    gains: list[str]
    """What each would score or mark: the text of `State.gain`."""


class State(ABC, Generic[V, M]):
    """A whole position, hidden pieces included. Immutable: `play` gives a new one.

    What callers use is checked here; a game fills in what stands under "What a game says"."""

    game: ClassVar[str]
    move_types: ClassVar[tuple[type[Move], ...]]
    players: int
    options: Options
    picture_of: ClassVar[Callable[[Any], str] | None] = None
    """Makes a picture of a view, where one can be made: the rules draw nothing themselves."""

    # What a game says.

    @property
    @abstractmethod
    def to_act(self) -> frozenset[int]:
        """The seats that owe a decision; empty when the game is over."""

    @abstractmethod
    def legal(self, seat: int) -> Sequence[M]:
        """The legal moves of a seat that owes a decision, in a fixed order, each once."""

    @abstractmethod
    def refusal(self, seat: int, move: M) -> str | None:
        """Why a seat that owes a decision may not play this move; None if it may."""

    @abstractmethod
    def apply(self, seat: int, move: M, chance: Chance) -> tuple[Self, tuple[Event, ...]]:
        """Play a move known to be legal."""

    @abstractmethod
    def foresee(self, seat: int, move: M) -> tuple[Event, ...]:
        """What a legal move does before anything hidden is turned up: points, marks."""

    @abstractmethod
    def show(self, seat: int | None) -> V:
        """All that this seat (None: a spectator) may know."""

    def show_own(self, seat: int) -> Mapping[str, Any] | None:
        """What the view of a seat has other than a spectator's; None: a view is made as a whole."""
        return None

    @property
    @abstractmethod
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """A tuple a seat, as the record has them."""

    @abstractmethod
    def rank_key(self, seat: int) -> tuple[int, ...]:
        """What the game ranks by, the most important first: the greater, the better."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    def decides_unseen(self, seat: int) -> bool:
        """Do the others hear only later what this seat decides now, such as when all decide at the same time?"""
        return False

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        """What foreseen events score or mark for the one who moves, in a few letters; empty for nothing."""
        return ""

    def offer(self, seat: int) -> list[Offers]:
        """The legal moves of a seat that owes a decision, in their order, with what each would gain."""
        moves = self.legal(seat)
        return [Offers("", list(map(str, moves)), [self.gain(self.foresee(seat, move)) for move in moves])]

    def offer_text(self, seat: int) -> str:
        """The same as JSON, perhaps in short: for a list a text with spaces, null for the ends of the group before."""
        return json.dumps(self.offer(seat), ensure_ascii=False, separators=(",", ":"))

    # What everybody asks.

    def moves(self, seat: int) -> Sequence[M]:
        """The legal moves of a seat in a fixed order, each once; empty if it owes no decision."""
        own = self._seat(seat)
        return self.legal(own) if own in self.to_act else ()

    def offers(self, seat: int) -> list[Offers]:
        """The legal moves in their order, with what each would gain; empty if the seat owes no decision."""
        own = self._seat(seat)
        return self.offer(own) if own in self.to_act else []

    def view(self, seat: int | None) -> V:
        """All that this seat (None: a spectator) may know."""
        return self.show(None if seat is None else self._seat(seat))

    def view_parts(self, seat: int | None) -> tuple[V, Mapping[str, Any]]:
        """The same, to be read only, in two parts: what everybody sees, which is made once and may be shared with
        earlier states, and what stands in its place for this seat."""
        own = {} if seat is None else self.show_own(self._seat(seat))
        return (self.view(seat), {}) if own is None else (self._open_view, own)

    @remembered
    def _open_view(self) -> V:
        return self.show(None)

    def play(self, seat: int, move: Move, chance: Chance) -> tuple[Self, tuple[Event, ...]]:
        """The next state and what led there. Refuses with words; nothing is applied in part."""
        own = self._checked(seat, move)
        return self.apply(self._seat(seat), own, chance)

    def preview(self, seat: int, move: Move) -> tuple[Event, ...]:
        """What `play` would score or mark, as its events."""
        own = self._checked(seat, move)
        return self.foresee(self._seat(seat), own)

    def standings(self) -> tuple[tuple[int, ...], ...]:
        """Seats by rank, best first; those who rank alike share a place."""
        return rank([self.rank_key(seat) for seat in range(self.players)])

    def _checked(self, seat: int, move: Move) -> M:
        owing = self.to_act
        if not owing:
            raise IllegalMove(f"{check.quote_text(move)}: the game is over")
        if seat not in owing:
            waiting = " and ".join(str(s) for s in sorted(owing))
            raise WrongSeat(f"seat {seat} cannot play {check.quote_text(move)}: the decision is with seat {waiting}")
        own: M = move  # type: ignore[assignment]  # or it is refused
        why = self.refusal(seat, own) if isinstance(move, self.move_types) else f"expected a move of {self.game}"
        if why is not None:
            raise IllegalMove(f"{check.quote_text(move)} is not legal for seat {seat}: {why}")
        return own

    def _seat(self, seat: int) -> int:
        """A seat of this table: a whole number of whatever make, NumPy's too."""
        try:
            number = index(seat)
        except TypeError:
            number = -1
        if not 0 <= number < self.players:
            raise WrongSeat(f"there is no seat {check.quote(seat)}: expected 0 to {self.players - 1}")
        return number

    def __repr__(self) -> str:
        """What everybody sees, in short; `game.describe(state.view(seat))` tells more."""
        turn = f"to act: {', '.join(map(str, sorted(self.to_act)))}" if self.to_act else "over"
        scores = " | ".join(" ".join(map(str, score)) for score in self.scores)
        return f"<{type(self).__name__}: {self.players} players, {turn}, scores {scores}>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table as a spectator sees it."""
        return None if State.picture_of is None else State.picture_of(self.view(None))


AnyState = State[Any, Any]
"""A state of whichever game: what is known of it is what all games have."""
S_co = TypeVar("S_co", bound=AnyState, covariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)


def game_over(state: AnyState) -> tuple[Event, ...]:
    """The closing event, once there is an outcome."""
    return () if (outcome := state.outcome) is None else (Over(outcome.standings),)


class Game(ABC, Generic[S_co, V, M_co]):
    """The ways into a game: dealing, starting from a set-up, reading moves, sampling what a view leaves open."""

    facts: ClassVar[Facts]
    view_type: ClassVar[type]
    """The `TypedDict` of its views."""
    event_types: ClassVar[tuple[type[Event], ...]]
    """Every kind of event that can happen."""

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def title(self) -> str:
        return self.facts.title

    # What a game says.

    @abstractmethod
    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        """A random set-up, as the record has it."""

    @abstractmethod
    def start(self, players: int, options: Plain, setup: Plain) -> S_co:
        """The first state of a game; refuses a set-up that does not fit the pieces."""

    @abstractmethod
    def parse(self, text: str) -> M_co:
        """Read a move's notation."""

    @abstractmethod
    def complete(self, view: V, rng: Random) -> S_co:
        """A random state that fits a view."""

    def check_pieces(self, data: object) -> None:
        """Refuse a set of pieces that is not one, with words."""
        raise BadData(f"{self.title} is played with the standard pieces only")

    def vocabulary(self, players: int) -> Sequence[M_co]:
        """Every move that can ever be legal at such a table, in a fixed order: environments number them."""
        raise BadData(f"{self.title} lists no vocabulary of its moves")

    def lines(self, view: V) -> Iterable[str]:
        """What a view shows, in lines of plain text."""
        return (f"{name} {value}" for name, value in view.items() if name not in {"game", *View.__annotations__})

    # What everybody asks.

    def check_options(self, players: int, options: Plain) -> dict[str, Any]:
        """The options with defaults filled in; `start` stays out where it is to be drawn by lot."""
        count = check.check_players(players, self.facts.players)
        known = {option.name: option for option in self.facts.options if count in option.players}
        given = check.fields(options, "options", [], known)
        for name, value in given.items():
            known[name].check(value, count)
            if known[name].kind == "pieces":
                self.check_pieces(value)
        return {name: one.default for name, one in known.items() if one.default is not None} | given

    def sample(self, view: V, rng: Random) -> S_co:
        """A random state that fits what a seat knows."""
        known = check.mapping(view, "view")
        if known.get("game") != self.name:
            raise BadData(f"view.game: {check.quote(known.get('game'))}; expected {check.quote(self.name)}")
        check.fields(known, "view", self.view_type.__annotations__)
        return self.complete(view, rng)

    def new(self, players: int, rng: Random, options: Plain | None = None) -> S_co:
        """Deal and start."""
        count, chosen = check.check_players(players, self.facts.players), options or {}
        return self.start(count, chosen, self.deal(count, chosen, rng))

    def describe(self, view: V) -> str:
        """A view as plain text, under a title that all games share."""
        watching = "a spectator" if view["seat"] is None else f"seat {view['seat']}"
        result = "" if view["standings"] is None else f" · over: {view['standings']}"
        return "\n".join([f"{self.name} · {view['players']} players · seen by {watching}{result}", *self.lines(view)])


AnyGame = Game[AnyState, Any, Move]
