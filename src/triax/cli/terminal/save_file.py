"""Games as files: written whole or not at all, never over another file unasked."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from triax.cli.record_lines import read_lines
from triax.cli.terminal.screen import Terminal
from triax.games.errors import BadData
from triax.games.record import Record, read_record

_YES = ("y", "yes")


class SaveFile:
    """Knows which files are this game's own."""

    def __init__(self, terminal: Terminal, automatic: Path | None, resumed: Path | None) -> None:
        self.automatic = automatic
        """Written before every question, so that what a person has seen is kept."""
        self._terminal = terminal
        self._last = automatic or resumed
        same = automatic is not None and resumed is not None and automatic.resolve() == resumed.resolve()
        self._own = {automatic.resolve()} if automatic is not None and same else set()

    def begin(self, record: Record) -> None:
        """Find out before the first move, not after the last, whether the file can be written."""
        if self.automatic is None:
            return
        if not self._may_write(self.automatic):
            raise BadData(f"{self.automatic} exists and was not overwritten")
        self._write(self.automatic, record)

    def suggestion(self, record: Record) -> Path:
        """The file of the last save, or a new one in this folder."""
        if self._last is not None:
            return self._last
        names = (Path(f"triax-{record.game.name}-{number}.jsonl") for number in count(1))
        return next(path for path in names if not path.exists())

    def keep_up(self, record: Record) -> None:
        if self.automatic is not None:
            self._try_to_write(self.automatic, record)

    def save(self, record: Record, path: Path | None = None) -> Path | None:
        """The file written, or None if it was not."""
        target = path or self.suggestion(record)
        if not self._may_write(target):
            self._terminal.say("Not saved.")
            return None
        return target if self._try_to_write(target, record) else None

    def _may_write(self, path: Path) -> bool:
        if path.resolve() in self._own or not path.exists():
            return True
        answer = self._terminal.ask(f"{path} exists. Overwrite it? y = yes, Enter = no: ")
        return answer is not None and answer.strip().lower() in _YES

    def _try_to_write(self, path: Path, record: Record) -> bool:
        try:
            self._write(path, record)
        except BadData as error:
            self._terminal.say(f"{error}")
            return False
        self._last = path
        return True

    def _write(self, path: Path, record: Record) -> None:
        target = path.resolve()
        scratch = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with scratch.open("w", encoding="utf-8") as out:
                out.write(record.to_json() + "\n")
                out.flush()
                os.fsync(out.fileno())
            scratch.replace(target)
        except OSError as error:
            scratch.unlink(missing_ok=True)
            raise BadData(f"{path} cannot be written: {error.strerror}") from error
        self._own.add(target)


def read_unfinished(path: Path, game: str) -> Record:
    """A saved game that can go on."""
    lines = read_lines(path)
    if len(lines) != 1:
        raise BadData(f"{path}: {len(lines)} records; expected one")
    try:
        record = read_record(lines[0])
    except BadData as error:
        raise BadData(f"{path}: {error}") from error
    if record.game.name != game:
        raise BadData(f"{path} is a game of {record.game.name}, not of {game}")
    if record.result is not None:
        raise BadData(f"{path}: this game is over; see it with: triax replay {path}")
    return record
