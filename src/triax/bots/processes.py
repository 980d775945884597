"""Processes in which bots think, for tournaments and servers."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def spawn(work: Callable[..., None], *arguments: object) -> BaseProcess:
    """Start a process, in about a millisecond. What Ctrl-C or SIGTERM to the whole group means is for the parent to
    say: a signal blocked here stays blocked in a process started here, from its first instruction on."""
    # A fresh interpreter: a fork would copy threads and connections in no known state.
    process = multiprocessing.get_context("spawn").Process(target=_begin, args=(work, *arguments), daemon=True)
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return process
    resource_tracker.ensure_running()  # started on the way, it would unblock the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


def _begin(work: Callable[..., None], *arguments: object) -> None:
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    work(*arguments)
