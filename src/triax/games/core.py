"""What every game is: seats that owe decisions, immutable states, moves, views, events and outcomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from triax.games.errors import IllegalMove, WrongSeat

Plain = Mapping[str, Any]
"""Plain data: string keys, and values that JSON can say."""


class Move(ABC):
    """A small frozen value. `str(move)` is its notation; the game's `parse` reads it back."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str: ...


class Chance(Protocol):
    """Where randomness enters a game in play: whoever plays the move says how the pieces fall."""

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Dice:
    """Chance from a random number generator."""

    rng: Random

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.rng.sample(pieces, len(pieces)))


@dataclass(frozen=True)
class Event:
    """Something that happened. `private` is told to `owner` alone; a `secret` event reaches nobody else at all."""

    kind: str
    public: Plain
    private: Plain = field(default_factory=dict)
    owner: int | None = None
    secret: bool = False

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        mine = seat is not None and seat == self.owner
        if self.secret and not mine:
            return None
        return {"kind": self.kind, **self.public, **(self.private if mine else {})}


def redact(events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
    """The events as this seat (None: a spectator) may be told them."""
    return [told for event in events if (told := event.seen_by(seat)) is not None]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: seats from best to worst, a shared place holding several, and the final scores."""

    standings: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Seats by descending key; equal keys share a place."""
    places = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == place) for place in places)


T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple but for one item."""
    return (*items[:index], item, *items[index + 1 :])


M = TypeVar("M", bound=Move)


class LazyMoves(Sequence[M], Generic[M]):
    """Legal moves in a fixed order, made only when asked for: blocks of raw choices, each with its maker of moves."""

    def __init__(
        self, blocks: Sequence[tuple[Callable[[Any], M], Sequence[Any]]], allows: Callable[[object], bool]
    ) -> None:
        self._blocks = blocks
        self._allows = allows
        self._ends = list(accumulate(len(choices) for _, choices in blocks))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __contains__(self, move: object) -> bool:
        return self._allows(move)

    def __iter__(self) -> Iterator[M]:
        for make, choices in self._blocks:
            yield from map(make, choices)

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        block = bisect_right(self._ends, at)
        make, choices = self._blocks[block]
        return make(choices[at - self._ends[block]])


class Offers(NamedTuple):
    """Legal moves that begin alike, for a client that knows no rules: the notation of each is `start` and its end."""

    start: str
    ends: list[str]
    gains: list[str]
    """What each would score or mark: the text of `State.gain`."""


class State(ABC):
    """A whole position, hidden pieces included. Immutable: `play` gives a new one."""

    game: ClassVar[str]
    players: int
    options: Plain

    @property
    @abstractmethod
    def to_act(self) -> frozenset[int]:
        """The seats that owe a decision; empty when the game is over."""

    @abstractmethod
    def moves(self, seat: int) -> Sequence[Move]:
        """The legal moves of a seat in a fixed order, each once; empty if it owes no decision."""

    @abstractmethod
    def view(self, seat: int | None) -> Plain:
        """All that this seat (None: a spectator) may know."""

    @property
    @abstractmethod
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """A tuple a seat, as the record has them."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def refusal(self, seat: int, move: Move) -> str | None:
        """Why a seat that owes a decision may not play this move; None if it may."""

    @abstractmethod
    def apply(self, seat: int, move: Move, chance: Chance) -> tuple[Self, tuple[Event, ...]]:
        """Play a move known to be legal."""

    @abstractmethod
    def foresee(self, seat: int, move: Move) -> tuple[Event, ...]:
        """What a legal move does before anything hidden is turned up: points, marks."""

    @staticmethod
    @abstractmethod
    def gain(events: Sequence[Event]) -> str:
        """What events score or mark for the one who moved, in a few letters; empty for nothing."""

    def offers(self, seat: int) -> list[Offers]:
        """The legal moves in their order, with what each would gain; empty if the seat owes no decision."""
        moves = self.moves(seat)
        gains = [self.gain(self.foresee(seat, move)) for move in moves]
        return [Offers("", [str(move) for move in moves], gains)] if moves else []

    def play(self, seat: int, move: Move, chance: Chance) -> tuple[Self, tuple[Event, ...]]:
        """The next state and what led there. Refuses with words; nothing is applied in part."""
        self._check(seat, move)
        return self.apply(seat, move, chance)

    def preview(self, seat: int, move: Move) -> tuple[Event, ...]:
        """What `play` would score or mark, as its events."""
        self._check(seat, move)
        return self.foresee(seat, move)

    def _check(self, seat: int, move: Move) -> None:
        if not self.to_act:
            raise IllegalMove(f"'{move}': the game is over")
        if seat not in self.to_act:
            waiting = " and ".join(str(s) for s in sorted(self.to_act))
            raise WrongSeat(f"seat {seat} cannot play '{move}': the decision is with seat {waiting}")
        why = self.refusal(seat, move)
        if why is not None:
            raise IllegalMove(f"'{move}' is not legal for seat {seat}: {why}")


def game_over(state: State) -> tuple[Event, ...]:
    """The closing event, once there is an outcome."""
    outcome = state.outcome
    return () if outcome is None else (Event("over", {"standings": [list(place) for place in outcome.standings]}),)


class Game(ABC):
    """The ways into a game: dealing, starting from a set-up, reading moves, sampling what a view leaves open."""

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def check_pieces(self, data: object) -> None:
        """Refuse a set of pieces that is not one, with words."""

    @abstractmethod
    def check_options(self, players: int, options: Plain) -> dict[str, Any]:
        """The options with defaults filled in; `start` stays out where it is to be drawn by lot."""

    @abstractmethod
    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        """A random set-up, as the record has it."""

    @abstractmethod
    def start(self, players: int, options: Plain, setup: Plain) -> State:
        """The first state of a game; refuses a set-up that does not fit the pieces."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Read a move's notation."""

    @abstractmethod
    def sample(self, view: Plain, rng: Random) -> State:
        """A random state that fits what a seat knows."""

    def new(self, players: int, rng: Random, options: Plain | None = None) -> State:
        """Deal and start."""
        chosen = options or {}
        return self.start(players, chosen, self.deal(players, chosen, rng))
