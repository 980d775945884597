"""What the commands write besides their results, and how they stop."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from triax.games.errors import BadData


def printable(text: str) -> str:
    """The same text with nothing in it that a terminal would obey, or that no encoding can write."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def say_aside(text: str) -> None:
    """Something to know while waiting; it does not mix with the output."""
    print(f"triax: {printable(text)}", file=sys.stderr, flush=True)


def progress_bar() -> Progress:
    """On standard error, and only where somebody looks."""
    console = Console(stderr=True)
    bar = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    return Progress(*bar, *times, console=console, transient=True, disable=not console.is_terminal)


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_files(*files: Path | None) -> None:
    """What cannot be written is found before the work begins; what is there stays until it is replaced."""
    named = [file for file in files if file is not None]
    for at, file in enumerate(named):
        if file in named[:at]:
            raise BadData(f"{file} is named for two outputs")
        there = file.exists()
        file.open("a").close()
        if not there:
            file.unlink()


class Terminated(KeyboardInterrupt):
    """SIGTERM: what clusters send, and to be obeyed as cleanly as Ctrl-C."""


def exit_status(stop: KeyboardInterrupt) -> int:
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM stops what runs here as Ctrl-C does."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """An impatient second Ctrl-C must not cost what the first one kept."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
