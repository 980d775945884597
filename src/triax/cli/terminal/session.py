"""A game at one terminal: people in turn, bots between them, nobody seeing what is not theirs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.text import Text

from triax.cli.terminal.axio import AxioFace
from triax.cli.terminal.axo import AxoFace
from triax.cli.terminal.decision import Decision, Leave, Table
from triax.cli.terminal.face import Face, Scene, Told
from triax.cli.terminal.rota import RotaFace
from triax.cli.terminal.saving import Saver
from triax.cli.terminal.screen import Terminal
from triax.cli.terminal.seats import Seat
from triax.cli.terminal.voice import sentences
from triax.games.core import Dice
from triax.games.events import Event, plain_for
from triax.games.record import Record, Recorder

FACES: dict[str, Face] = {"rota": RotaFace(), "axio": AxioFace(), "axo": AxoFace()}


class Session:
    def __init__(
        self, terminal: Terminal, recorder: Recorder, seats: Sequence[Seat], rng: Random, *, saver: Saver, at_once: bool
    ) -> None:
        self._terminal = terminal
        self._recorder = recorder
        self._seats = seats
        self._rng = rng
        self._saver = saver
        self._face = FACES[recorder.game.name]
        self._names = [seat.name for seat in seats]
        self._table = Table(terminal, self._face, recorder, saver, self._names, at_once)
        people = [seat for seat, who in enumerate(seats) if who.is_person]
        self._alone = people[0] if len(people) == 1 else None
        self._at_keyboard = self._alone
        # What each person, and the public (None), has not been told yet.
        self._since: dict[int | None, list[Told]] = {seat: [] for seat in (*people, None)}
        self._scorings: dict[int, list[list[Told]]] = {seat: [] for seat in people}

        self._decided: set[int] = set()

    def remember(self, record: Record) -> None:
        """What happened in a resumed game since each person's last decision."""
        for step in record.replay():
            self._decided.add(step.seat)
            if step.seat in self._since:
                self._since[step.seat] = []
            self._tell(step.events)
        self._since[None] = []

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._saver.begin(self._recorder.record())
        self._terminal.say(f"{self._recorder.game.title}: {', '.join(self._names)}")
        try:
            while (state := self._recorder.state).to_act:
                seat = self._at_keyboard if self._at_keyboard in state.to_act else min(state.to_act)
                assert seat is not None
                self._decide(seat)
        except Leave:
            self._leave()
        else:
            self._finish()

    def _decide(self, seat: int) -> None:
        state, bot = self._recorder.state, self._seats[seat].bot
        if bot is not None:
            move = bot.build(state.game).choose(state.view(seat), state.moves(seat), self._rng)
        else:
            self._saver.keep_up(self._recorder.record())
            self._hand_over(seat)
            since, self._since[seat] = self._since[seat], []
            self._report(since, "Since your last turn:" if seat in self._decided else "So far:")
            self._decided.add(seat)
            move = Decision(self._table, seat, since, self._scorings[seat]).take()
        self._tell(self._recorder.play(seat, move, Dice(self._rng)))

    def _hand_over(self, seat: int) -> None:
        """Clear away what the last person saw before the next one looks."""
        if self._at_keyboard == seat:
            return
        self._at_keyboard = seat
        public, self._since[None] = self._since[None], []
        self._terminal.clear()
        self._report(public, "What happened:")
        if self._terminal.ask(f"Pass the keyboard to {self._names[seat]}, then press Enter: ") is None:
            raise Leave
        self._terminal.clear()

    def _tell(self, events: Sequence[Event]) -> None:
        for seat in self._since:
            told = plain_for(events, seat)
            self._since[seat] += told
            if seat is not None and any(event["kind"] == "scored" for event in told):
                self._scorings[seat] = [*self._scorings[seat], told][-len(self._seats) :]

    def _report(self, events: Sequence[Told], title: str) -> None:
        said = sentences(events, self._names)
        if said:
            self._terminal.say(f"\n{title}")
            for line in said:
                self._terminal.say(f"- {line}")
            self._terminal.say("")

    # Leaving and ending.

    def _leave(self) -> None:
        record = self._recorder.record()
        saved = self._saver.automatic
        if saved is None and record.log:
            suggested = self._saver.suggestion(record)
            answer = self._terminal.ask(f"Save the game? Enter = {suggested}, n = no, or another file name: ")
            if answer is not None and answer.strip().lower() not in ("n", "no"):
                saved = self._saver.save(record, Path(answer.strip()).expanduser() if answer.strip() else suggested)
        if saved is not None:
            self._terminal.say(f"Saved in {saved}. Go on with:")
            seats = ",".join(_seat_word(seat) for seat in self._seats)
            files = ["--resume", str(saved), "--save", str(saved)]
            command = ["triax", "play", record.game.name, "--seats", seats, *files]
            self._terminal.draw([Text(f"  {shlex.join(command)}")])
        self._terminal.say("Goodbye.")

    def _finish(self) -> None:
        self._saver.keep_up(self._recorder.record())
        if self._alone is None:
            self._terminal.clear()
        self._report(self._since[self._alone], "The end of the game:")
        view = self._recorder.state.view(self._alone)
        scene = Scene(self._names, (), self._since[self._alone], self._terminal.width, self._terminal.height)
        self._terminal.draw([*self._face.draw(view, scene), Text()])
        for line in self._face.ranking(view, self._names):
            self._terminal.say(line)
        if (kept := self._saver.automatic) is not None:
            self._terminal.say(f"The record is in {kept}. See it with:")
            self._terminal.draw([Text(f"  triax replay {shlex.quote(str(kept))}")])


def _seat_word(seat: Seat) -> str:
    if seat.bot is not None:
        return seat.name.split()[0]
    return "you" if seat.name == "You" else f"you:{seat.name}"
