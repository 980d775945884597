"""A game between two decisions or in the middle of a draw: an immutable value that both clones and samples share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Self

from triax.envs.adapter import Fit
from triax.envs.chance import Drawn, Lot, Needed, Request, Script, ScriptedRandom, Shuffle
from triax.envs.frame import Frame, next_seat
from triax.envs.memory import PastMove
from triax.games.core import AnyState, Move
from triax.games.errors import BadData


@dataclass(frozen=True)
class Node:
    frame: Frame
    state: AnyState | None = None
    """None until all is dealt."""
    drawn: tuple[Drawn, ...] = ()
    """What chance has decided in this deal or move."""
    request: Request | None = None
    """The draw that is due."""
    pending: tuple[int, Move] | None = None
    """The move that waits for it."""
    picked: tuple[int, ...] = ()
    """What the seat to decide has picked of its move so far."""
    past: tuple[PastMove, ...] = ()
    samples: tuple[tuple[int, int], ...] = field(default=())
    """Where this is a sample: so many past moves are remembered by that seat; all others know them as spectators do."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @classmethod
    def initial(cls, frame: Frame) -> Node:
        return cls(frame)._go_on()

    @cached_property
    def seat(self) -> int | None:
        """Who is to decide; None while a draw is due and when the game is over."""
        return None if self.state is None or self.request else next_seat(self.state)

    @cached_property
    def codes(self) -> list[int]:
        if self.state is None or self.seat is None:
            return []
        return self.frame.codes(self.state, self.seat, self.picked)

    def picked_by(self, seat: int | None) -> tuple[int, ...]:
        """What this seat has picked of a move that is not whole, which nobody else may know."""
        return self.picked if seat is not None and seat == self.seat else ()

    def outcomes(self, numbers: Mapping[str, int]) -> list[tuple[int, float]]:
        """The draws that may come, by number, with how likely each is."""
        if isinstance(self.request, Shuffle):
            try:
                return [(numbers[piece], share) for piece, share in self.request.outcomes()]
            except KeyError as error:
                raise BadData(f"{error} is shuffled in play, but in no deal: a draw of it has no number") from None
        assert self.request is not None
        return [(number, 1 / self.request.count) for number in range(self.request.count)]

    def draw(self, one: str | int) -> Node:
        """After a draw: a piece of a shuffle, or a number."""
        result: Drawn
        match self.request, one:
            case Shuffle() as shuffle, str(piece):
                further = shuffle.take(piece)
                if further.result is None:
                    return replace(self, request=further)
                result = further.result
            case Lot(), int(number):
                result = number
            case _:
                raise BadData(f"{one!r} is not a draw of what is due")
        return replace(self, drawn=(*self.drawn, result), request=None)._go_on()

    def decide(self, code: int) -> Node:
        assert self.state is not None
        assert self.seat is not None
        move, picked = self.frame.choose(self.state, self.seat, self.picked, code)
        if move is None:
            return replace(self, picked=picked)
        return replace(self, pending=(self.seat, move), picked=(), drawn=())._go_on()

    def _go_on(self) -> Node:
        """Play the move that waits, or deal, as far as what has been drawn allows."""
        try:
            if self.state is None:
                return replace(self, state=self._dealt(), drawn=())
            assert self.pending is not None
            seat, move = self.pending
            script = Script(self.drawn)
            after, events = self.state.play(seat, move, script)
        except Needed as needed:
            return replace(self, request=needed.request)
        past = (*self.past, PastMove(seat, move, events, script.shuffled))
        return replace(self, state=after, pending=None, drawn=(), past=past)

    def _dealt(self) -> AnyState:
        frame = self.frame
        try:
            setup = self._deal()
        except Needed as needed:
            # Where the options say who starts, the lot for it decides nothing.
            if "start" not in frame.options or not isinstance(needed.request, Lot):
                raise
            try:
                setup, other = self._deal(0), self._deal(1)
            except Needed:
                raise needed from None
            if setup != other:
                raise
        return frame.game.start(frame.players, frame.options, setup)

    def _deal(self, *further: int) -> dict[str, Any]:
        chance = ScriptedRandom(Script((*self.drawn, *further)))
        return self.frame.game.deal(self.frame.players, self.frame.options, chance)

    def seen_by(self, seat: int | None) -> Iterator[tuple[PastMove, int | None]]:
        """All past moves, and as whom this seat (None: a spectator) saw each."""
        unknown = max((count for count, own in self.samples if own != seat), default=0)
        for number, past in enumerate(self.past):
            yield past, None if number < unknown else seat

    @cached_property
    def _fit(self) -> Fit:
        return self.frame.adapter.fit(self.frame.players, self.past)

    def sample(self, seat: int, rng: Random) -> Node:
        """Another node that this seat could be at, knowing what it knows."""
        assert self.state is not None
        state = self._fit(self.frame.game.sample(self.state.view(seat), rng), seat, rng)
        samples = (*self.samples, (len(self.past), seat))
        return Node(self.frame, state, picked=self.picked_by(seat), past=self.past, samples=samples)
