"""A game at one terminal: people in turn, bots between them, nobody seeing what is not theirs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.text import Text

from triax.arena.simulate import blaming
from triax.cli.terminal.decision import Decision, Leave, TerminalGame
from triax.cli.terminal.face import BoardContext
from triax.cli.terminal.faces import face_of
from triax.cli.terminal.save_file import SaveFile
from triax.cli.terminal.screen import Terminal
from triax.cli.terminal.seats import Seat
from triax.cli.words.events import narrate
from triax.games.core import AnyState, Dice, Move
from triax.games.events import Event, redact
from triax.games.record import Record, Recorder


class Session:
    def __init__(
        self,
        terminal: Terminal,
        recorder: Recorder,
        seats: Sequence[Seat],
        rng: Random,
        *,
        save_file: SaveFile,
        at_once: bool,
    ) -> None:
        self._terminal, self._recorder, self._seats = terminal, recorder, seats
        self._rng, self._save_file = rng, save_file
        self._face = face_of(recorder.game)
        self._names = [seat.name for seat in seats]
        self._game = TerminalGame(terminal, self._face, recorder, save_file, self._names, at_once)
        people = [seat for seat, who in enumerate(seats) if who.is_person]
        self._alone = people[0] if len(people) == 1 else None
        self._at_keyboard = self._alone
        # What each person, and the public (None), has not been shown yet.
        self._since: dict[int | None, list[Event]] = {seat: [] for seat in (*people, None)}
        self._scorings: dict[int, list[Sequence[Event]]] = {seat: [] for seat in people}
        self._decided: set[int] = set()

    def remember(self, record: Record) -> None:
        """What happened in a resumed game since each person's last decision."""
        for step in record.replay():
            self._decided.add(step.seat)
            if step.seat in self._since:
                self._since[step.seat] = []
            self._note(step.events, step.before, step.after)
        self._since[None] = []

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._save_file.begin(self._recorder.record())
        self._terminal.say(f"{self._recorder.game.title}: {', '.join(self._names)}")
        try:
            while waiting := self._recorder.state.to_act:
                at_keyboard = self._at_keyboard
                self._decide(at_keyboard if at_keyboard is not None and at_keyboard in waiting else min(waiting))
        except Leave:
            self._leave()
        else:
            self._finish()

    def _decide(self, seat: int) -> None:
        state, bot = self._recorder.state, self._seats[seat].bot
        if bot is None:
            self._play(seat, self._ask(seat))
            return
        with blaming(bot, seat, len(self._recorder.log) + 1):
            self._play(seat, bot.build(state.game).choose(state.view(seat), state.moves(seat), self._rng))

    def _ask(self, seat: int) -> Move:
        self._save_file.keep_up(self._recorder.record())
        self._hand_over(seat)
        since, self._since[seat] = self._since[seat], []
        self._report(since, "Since your last turn:" if seat in self._decided else "So far:")
        self._decided.add(seat)
        return Decision(self._game, seat, since, self._scorings[seat]).take()

    def _play(self, seat: int, move: Move) -> None:
        before = self._recorder.state
        self._note(self._recorder.play(seat, move, Dice(self._rng)), before, self._recorder.state)

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

    def _note(self, events: Sequence[Event], before: AnyState, after: AnyState) -> None:
        """Keep for everybody what they may see of it."""
        for seat in self._since:
            shown = redact(events, seat)
            self._since[seat] += shown
            if seat is not None and before.scores != after.scores:
                self._scorings[seat] = [*self._scorings[seat], shown][-len(self._seats) :]

    def _report(self, events: Sequence[Event], title: str) -> None:
        said = narrate(events, self._names)
        if said:
            self._terminal.say(f"\n{title}")
            for line in said:
                self._terminal.say(f"- {line}")
            self._terminal.say("")

    # Leaving and ending.

    def _leave(self) -> None:
        record = self._recorder.record()
        saved = self._save_file.automatic
        if saved is None and record.log:
            suggested = self._save_file.suggestion(record)
            answer = self._terminal.ask(f"Save the game? Enter = {suggested}, n = no, or another file name: ")
            if answer is not None and answer.strip().lower() not in ("n", "no"):
                saved = self._save_file.save(record, Path(answer.strip()).expanduser() if answer.strip() else suggested)
        if saved is not None:
            self._terminal.say(f"Saved in {saved}. Go on with:")
            seats = ",".join(_seat_word(seat) for seat in self._seats)
            files = ["--resume", str(saved), "--save", str(saved)]
            command = ["triax", "play", record.game.name, "--seats", seats, *files]
            self._terminal.draw([Text(f"  {shlex.join(command)}")])
        self._terminal.say("Goodbye.")

    def _finish(self) -> None:
        self._save_file.keep_up(self._recorder.record())
        if self._alone is None:
            self._terminal.clear()
        since, state, terminal = self._since[self._alone], self._recorder.state, self._terminal
        self._report(since, "The end of the game:")
        context = BoardContext(self._names, (), since, terminal.width, terminal.height)
        terminal.draw([*self._face.draw(state.view(self._alone), context), Text()])
        for line in self._face.ranking(state, self._names):
            terminal.say(line)
        if (kept := self._save_file.automatic) is not None:
            terminal.say(f"The record is in {kept}. See it with:")
            terminal.draw([Text(f"  triax replay {shlex.quote(str(kept))}")])


def _seat_word(seat: Seat) -> str:
    if seat.bot is not None:
        return seat.name.split()[0]
    return "you" if seat.name == "You" else f"you:{seat.name}"
