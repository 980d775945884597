"""The records of a tournament in a file: there as soon as a game has ended, in the order of the schedule at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from triax.arena.match import Played


class RecordFile:
    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._patient = not file.seekable()

    def add(self, game: Played) -> None:
        """Written at once, so that not even a power cut loses it; a pipe waits for the order."""
        if not self._patient:
            self._file.write(game.record + "\n")
            self._file.flush()

    def finish(self, games: Sequence[Played]) -> None:
        """The same lines in order: the same seed gives the same bytes, whoever was first."""
        if not self._patient:
            self._file.seek(0)
        self._file.writelines(game.record + "\n" for game in games)
        self._file.flush()


@contextmanager
def record_file(path: Path | None) -> Iterator[RecordFile | None]:
    if path is None:
        yield None
    else:
        with path.open("w", encoding="utf-8") as file:
            yield RecordFile(file)
