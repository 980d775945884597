"""What `triax replay` draws of a game: positions, a poster, a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from triax.drawing import FORMATS, THEMES, draw, png, poster, timelapse
from triax.games.core import AnyState
from triax.games.errors import BadData
from triax.games.events import Event, redact
from triax.games.record import Record, Step


@dataclass(frozen=True)
class Pictures:
    svg: Path | None
    poster: Path | None
    timelapse: Path | None
    at: int | None
    theme: str | None
    names: str | None

    def check(self) -> None:
        """Before any work is done."""
        if self.theme is not None and self.theme not in THEMES:
            raise BadData(f"--theme: '{self.theme}'; expected {' or '.join(THEMES)}")
        _expect("--poster", self.poster, (".png", ".svg"))
        _expect("--timelapse", self.timelapse, tuple(FORMATS))

    @property
    def first(self) -> str | None:
        """The first option that asks for a picture."""
        asked = {"--svg": self.svg, "--poster": self.poster, "--timelapse": self.timelapse}
        return next((option for option, file in asked.items() if file is not None), None)

    def make(self, record: Record, steps: Sequence[Step]) -> None:
        if self.at is not None and self.at > len(steps):
            raise BadData(f"--at: {self.at}; the game has {len(steps)} moves")
        count = len(steps) if self.at is None else self.at
        if self.svg is not None:
            self._positions(self.svg, record, steps, count)
        if self.poster is not None:
            self._poster(self.poster, *_position(record, steps, count))
        if self.timelapse is not None:
            self._film(self.timelapse, record)

    @property
    def _called(self) -> list[str] | None:
        return None if self.names is None else [name.strip() for name in self.names.split(",")]

    def _positions(self, target: Path, record: Record, steps: Sequence[Step], count: int) -> None:
        """One position, or all of them in a folder; every hand open."""

        def picture(number: int) -> str:
            state, events = _position(record, steps, number)
            hands = [state.view(seat) for seat in range(state.players)]
            theme = self.theme or "light"
            return draw(state.view(None), theme=theme, events=events, hands=hands, names=self._called)

        if target.suffix == ".svg":
            target.write_text(picture(count), "utf-8")
            return
        target.mkdir(parents=True, exist_ok=True)
        for number in range(len(steps) + 1):
            (target / f"{record.game.name}-{number:03}.svg").write_text(picture(number), "utf-8")

    def _poster(self, file: Path, state: AnyState, events: Sequence[Event]) -> None:
        theme, when = self.theme or "dark", date.today()
        svg = poster(state.view(None), theme=theme, names=self._called, events=events, when=when)
        file.write_bytes(svg.encode() if file.suffix.lower() == ".svg" else png(svg))

    def _film(self, file: Path, record: Record) -> None:
        console = Console(stderr=True)
        with Progress(console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("Drawing", total=None)

            def told(done: int, of: int) -> None:
                bar.update(task, completed=done, total=of)

            theme, when, suffix = self.theme or "dark", date.today(), file.suffix.lower()
            made = timelapse(record, suffix, theme=theme, names=self._called, when=when, progress=told)
        file.write_bytes(made)


def _expect(option: str, file: Path | None, suffixes: tuple[str, ...]) -> None:
    if file is not None and file.suffix.lower() not in suffixes:
        raise BadData(f"{option}: '{file}'; expected a name that ends in {' or '.join(suffixes)}")


def _position(record: Record, steps: Sequence[Step], count: int) -> tuple[AnyState, Sequence[Event]]:
    """The state after so many moves, and what the last of them showed to all."""
    if not count:
        return record.start(), ()
    return steps[count - 1].after, redact(steps[count - 1].events, None)
