"""Trying things out: from a deal or a record, moves of every seat, with what is drawn chosen or left to chance.

Nothing is hidden here and nothing is remembered: a position is what its moves make of a deal. What was chosen is
written into the set-up or the last shuffle, so that every line of an analysis is a record like any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triax.games import check
from triax.games.core import AnyGame, AnyState, Chance, Plain
from triax.games.errors import BadData, BadRecord, TriaxError
from triax.games.events import Event
from triax.games.piles import Pile, Piled
from triax.games.record import Record, result_of

Shuffles = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Ply:
    """A move of a line, and how the pieces fell."""

    seat: int
    move: str
    drawn: tuple[str, ...] | None = None
    """The pieces that it brings from the piles, in their order; None: as they lie."""
    shuffles: Shuffles | None = None
    """The orders of what it shuffles; None: chance decides."""


@dataclass(frozen=True)
class Draw:
    """A piece from a pile."""

    seat: int | None
    """Whose it is; None: nobody's."""
    piece: str
    choices: tuple[str, ...]
    """What could have been drawn in its place, itself included: each piece as often as it is there."""


@dataclass(frozen=True)
class LinePosition:
    """A position of a line, what led to it, and the record up to here."""

    game: AnyGame
    state: AnyState
    setup: Plain
    log: tuple[Plain, ...] = ()
    ply: Ply | None = None
    """The move that led here, with all that chance has decided; None: the beginning."""
    events: tuple[Event, ...] = ()
    face_down: tuple[str, ...] = ()
    """What lay in the piles before that move."""
    is_dealt: bool = True
    """Does it begin with a deal? A position alone has no record."""

    def record(self) -> Record:
        if not self.is_dealt:
            raise BadData("there is no record of a position without the game before it")
        outcome = self.state.outcome
        result = None if outcome is None else result_of(outcome)
        return Record(self.game, self.state.players, self.state.options, self.setup, self.log, result)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """What the last move brought from the piles."""
        shuffles = () if self.ply is None or self.ply.shuffles is None else self.ply.shuffles
        shuffled = tuple(sorted(piece for order in shuffles for piece in order))
        return tuple(
            Draw(event.actor, piece, self.face_down if piece in self.face_down else shuffled)
            for event in self.events
            for piece in event.drawn_pieces
        )

    def play(self, ply: Ply, chance: Chance) -> LinePosition:
        """The position behind a move; chance decides what the ply leaves open."""
        move = self.game.parse(ply.move)
        guided = _GuidedChance(ply.shuffles or (), chance)
        before, after, events = self.state, *self.state.play(ply.seat, move, guided)
        if ply.drawn is not None and _drawn(events) != ply.drawn:
            before, after, events = _arranged(self.state, ply, self.game, guided)
        if ply.shuffles is not None and guided.used != ply.shuffles:
            raise BadData("shuffles: not those that belong here")
        setup, log = self._written(before)
        made = Ply(ply.seat, str(move), _drawn(events), guided.used)
        shuffles = ({"shuffle": list(order)} for order in guided.used)
        log = (*log, {"seat": made.seat, "move": made.move}, *shuffles)
        face_down = tuple(sorted(piece for pile in _piles(self.state) for piece in pile.pieces))
        return LinePosition(self.game, after, setup, log, made, events, face_down, self.is_dealt)

    def _written(self, state: AnyState) -> tuple[Plain, tuple[Plain, ...]]:
        """The record with the piles in the order that this state has them in."""
        setup, log = self.setup, self.log
        if state is self.state or not self.is_dealt:
            return setup, log
        last = max((number for number, entry in enumerate(log) if "shuffle" in entry), default=None)
        for pile in _piles(state):
            if pile.mixed and last is not None:
                order = _with_tail(log[last]["shuffle"], pile.pieces)
                log = (*log[:last], {"shuffle": order}, *log[last + 1 :])
            else:
                setup = _with_list(setup, pile.path, pile.pieces)
        return setup, log


def begin(game: AnyGame, players: int, options: Plain, setup: Plain) -> LinePosition:
    return LinePosition(game, game.start(players, options, setup), setup)


def begin_at(game: AnyGame, state: AnyState) -> LinePosition:
    """From a position without the game before it."""
    return LinePosition(game, state, {}, is_dealt=False)


def follow(start: LinePosition, plies: Sequence[Ply], chance: Chance) -> Iterator[LinePosition]:
    """The positions behind each move; what cannot be is refused with the number of the move."""
    at = start
    for number, ply in enumerate(plies):
        try:
            at = at.play(ply, chance)
        except TriaxError as error:
            raise BadRecord(f"moves[{number}]: {error}") from error
        yield at


def plies_of(record: Record) -> Iterator[Ply]:
    """The moves of a record that is replayed and checked on the way, each with how the pieces fell."""
    log = record.log
    for step in record.replay():
        shuffles = []
        for entry in log[step.number + 1 :]:
            if "shuffle" not in entry:
                break
            shuffles.append(tuple(entry["shuffle"]))
        yield Ply(step.seat, str(step.move), _drawn(step.events), tuple(shuffles))


def _drawn(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(piece for event in events for piece in event.drawn_pieces)


def _piles(state: AnyState) -> tuple[Pile, ...]:
    return state.piles if isinstance(state, Piled) else ()


class _GuidedChance:
    """Chance that follows a script as far as it goes, and remembers what it did."""

    def __init__(self, script: Shuffles, chance: Chance) -> None:
        self.script = script
        self.chance = chance
        self.used: Shuffles = ()

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        number = len(self.used)
        order = _fitted(self.script[number], pieces) if number < len(self.script) else self.chance.shuffle(pieces)
        self.used = (*self.used, order)
        return order


def _fitted(order: Sequence[str], pieces: Sequence[str]) -> tuple[str, ...]:
    """An order of these pieces: the one given, with those that are not among them replaced by those it lacks."""
    left = Counter(pieces)
    kept = []
    for piece in order:
        left[piece] -= 1
        kept.append(piece if left[piece] >= 0 else None)
    lacking = iter((+left).elements())
    filled = [next(lacking, None) if piece is None else piece for piece in kept]
    return (*(piece for piece in filled if piece is not None), *lacking)


# Choosing what is drawn: pieces change places in the piles, or in what the move itself shuffles.


@dataclass(frozen=True)
class _Trial:
    """A move tried with the pieces in some order."""

    orders: tuple[tuple[str, ...], ...]
    """The piles before it, then its shuffles."""
    before: AnyState
    after: AnyState
    events: tuple[Event, ...]

    @property
    def drawn(self) -> tuple[str, ...]:
        return _drawn(self.events)

    def swaps(self, one: str, other: str, piles: int) -> Iterator[list[list[str]]]:
        """The orders with two pieces in each other's place. What lies in a pile is not among what is shuffled."""
        for a, i in self._places(one):
            # The lowest of each pile: what lies there is not drawn next.
            for b, j in dict(self._places(other)).items():
                if a == b or max(a, b) < piles:
                    orders = [list(order) for order in self.orders]
                    orders[a][i], orders[b][j] = other, one
                    yield orders

    def _places(self, piece: str) -> list[tuple[int, int]]:
        return [(n, at) for n, order in enumerate(self.orders) for at, one in enumerate(order) if one == piece]


def _arranged(
    state: AnyState, ply: Ply, game: AnyGame, guided: _GuidedChance
) -> tuple[AnyState, AnyState, tuple[Event, ...]]:
    assert ply.drawn is not None
    if not isinstance(state, Piled):
        raise BadData(f"drawn: what is drawn cannot be chosen in {game.title}")
    move, piles = game.parse(ply.move), state.piles

    def tried(orders: Sequence[Sequence[str]]) -> _Trial:
        whole = [tuple(order) for order in orders]
        before = state.with_piles(whole[: len(piles)])
        guided.script, guided.used = tuple(whole[len(piles) :]), ()
        after, events = before.play(ply.seat, move, guided)
        return _Trial(tuple(whole), before, after, events)

    best = tried([*(pile.pieces for pile in piles), *(guided.used if ply.shuffles is None else ply.shuffles)])
    if len(best.drawn) != len(ply.drawn):
        raise BadData(f"drawn: {len(ply.drawn)} pieces; the move draws {len(best.drawn)}")
    for number, wanted in enumerate(ply.drawn):
        if best.drawn[number : number + 1] != (wanted,):
            there = best.drawn[number] if number < len(best.drawn) else ""
            trials = map(tried, best.swaps(there, wanted, len(piles)))
            found = next((one for one in trials if one.drawn[: number + 1] == ply.drawn[: number + 1]), None)
            if found is None:
                raise BadData(f"drawn[{number}]: {check.quote(wanted)} does not lie face down here")
            best = found
    best = tried(best.orders)
    return best.before, best.after, best.events


def _with_tail(whole: Sequence[str], tail: Sequence[str]) -> list[str]:
    return [*whole[: len(whole) - len(tail)], *tail]


def _with_list(data: Plain, path: tuple[str | int, ...], tail: Sequence[str]) -> dict[str, Any]:
    """A set-up with the end of one of its lists replaced."""

    def changed(value: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401, whatever a set-up holds
        if not path:
            return _with_tail(value, tail)
        if isinstance(value, Mapping):
            return {**value, path[0]: changed(value[str(path[0])], path[1:])}
        return [changed(one, path[1:]) if number == path[0] else one for number, one in enumerate(value)]

    made: dict[str, Any] = changed(data, path)
    return made
