"""A game between two decisions or in the middle of a draw: an immutable value that both clones and samples share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Self

from triax.envs.axo_trail import Trail
from triax.envs.chance import Fall, Lot, Needed, Request, Script, ScriptedRandom, Shuffle
from triax.envs.frame import Frame, next_seat
from triax.envs.memory import Telling
from triax.games.axo import AxoState
from triax.games.core import AnyState, Move


@dataclass(frozen=True)
class Position:
    frame: Frame
    state: AnyState | None = None
    """None until all is dealt."""
    falls: tuple[Fall, ...] = ()
    """What has fallen in this deal or move."""
    request: Request | None = None
    """The draw that is due."""
    pending: tuple[int, Move] | None = None
    """The move that waits for it."""
    told: tuple[Telling, ...] = ()
    samples: tuple[tuple[int, int], ...] = field(default=())
    """Where this is a sample: so many tellings are remembered by that seat; all others know them as spectators do."""
    steps: int = 0
    """Decisions taken."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @classmethod
    def initial(cls, frame: Frame) -> Position:
        return cls(frame)._go_on()

    @cached_property
    def seat(self) -> int | None:
        """Who is to decide; None while a draw is due and when the game is over."""
        return None if self.state is None or self.request else next_seat(self.state)

    @cached_property
    def codes(self) -> list[int]:
        return [] if self.state is None or self.seat is None else self.frame.codes(self.state, self.seat)

    def outcomes(self, pieces: Sequence[str]) -> list[tuple[int, float]]:
        """The draws that may come, by number, with how likely each is."""
        if isinstance(self.request, Shuffle):
            return [(pieces.index(piece), share) for piece, share in self.request.outcomes()]
        assert self.request is not None
        return [(number, 1 / self.request.count) for number in range(self.request.count)]

    def draw(self, fall: str | int) -> Position:
        """After a draw: a piece of a shuffle, or a number."""
        if isinstance(self.request, Shuffle):
            assert isinstance(fall, str)
            further = self.request.take(fall)
            if further.fallen is None:
                return replace(self, request=further)
            return replace(self, falls=(*self.falls, further.fallen), request=None)._go_on()
        assert isinstance(fall, int)
        return replace(self, falls=(*self.falls, fall), request=None)._go_on()

    def decide(self, code: int) -> Position:
        assert self.seat is not None
        return replace(self, pending=(self.seat, self.frame.decode(code)), falls=())._go_on()

    def _go_on(self) -> Position:
        """Play the move that waits, or deal, as far as what has fallen allows."""
        try:
            if self.state is None:
                return replace(self, state=self._dealt(), falls=())
            assert self.pending is not None
            seat, move = self.pending
            script = Script(self.falls)
            after, events = self.state.play(seat, move, script)
        except Needed as needed:
            return replace(self, request=needed.request)
        told = (*self.told, Telling(seat, move, events, script.shuffled))
        return replace(self, state=after, pending=None, falls=(), told=told, steps=self.steps + 1)

    def _dealt(self) -> AnyState:
        frame = self.frame
        try:
            setup = frame.game.deal(frame.players, frame.options, ScriptedRandom(self.falls))
        except Needed as needed:
            # Where the options say who starts, the lot for it decides nothing.
            if "start" not in frame.options or not isinstance(needed.request, Lot):
                raise
            tried = [frame.game.deal(frame.players, frame.options, ScriptedRandom((*self.falls, n))) for n in (0, 1)]
            if tried[0] != tried[1]:
                raise
            setup = tried[0]
        return frame.game.start(frame.players, frame.options, setup)

    def told_to(self, seat: int | None) -> Iterator[tuple[Telling, int | None]]:
        """All tellings, and as whom this seat (None: a spectator) was told each."""
        unknown = max((count for count, own in self.samples if own != seat), default=0)
        for number, telling in enumerate(self.told):
            yield telling, None if number < unknown else seat

    @cached_property
    def _trail(self) -> Trail:
        return Trail(self.frame.players, self.told)

    def sample(self, seat: int, rng: Random) -> Position:
        """Another position that this seat could be in, knowing what it knows."""
        assert self.state is not None
        state = self.frame.game.sample(self.state.view(seat), rng)
        if isinstance(state, AxoState) and state.phase != "area":
            state = self._trail.fit(state, seat, rng)
        samples = (*self.samples, (len(self.told), seat))
        return Position(self.frame, state, told=self.told, samples=samples, steps=self.steps)
