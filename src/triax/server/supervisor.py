"""Running the server: a port, one process or several, and a clean end.

Ctrl-C and SIGTERM stop it: no new connections, sockets closed with 1012 so that clients come back, what waits to be
committed is committed, the bots' processes end. The exit status is 0. SIGHUP replaces several processes one after the
other by new ones, which run the code that is installed then.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NoReturn

import uvicorn

from triax.games.errors import BadData
from triax.server import client_files, logs
from triax.server.config import METRICS_VARIABLE, SETTINGS_VARIABLE, Settings
from triax.server.http_protocol import LightSocketProtocol, TimedProtocol
from triax.server.open_database import opened

GRACE = 5
"""Seconds for requests in progress to be answered."""
STOPPING = 20.0
"""Seconds until a process that does not stop is killed."""
STARTING = 60.0
"""Seconds for a process to be ready, before the one that it is to replace is told to go."""
RENEW: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""Not every system has it."""
log = logging.getLogger("triax.server")


def run(settings: Settings, *, open_page: bool = False) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    logs.set_up(settings.log_format)
    if not client_files.FOLDER.is_dir():
        log.warning(client_files.NOT_BUILT)
    with listen(settings.host, settings.port) as listener:
        settings = replace(settings, port=listener.getsockname()[1])
        asyncio.run(_check(settings.database))
        os.environ[SETTINGS_VARIABLE] = settings.to_environment()
        here = address("localhost" if settings.host in {"0.0.0.0", "::"} else settings.host, settings.port)
        if settings.log_format == "text":
            print(f"Triax is at {here} (Ctrl-C stops it)", file=sys.stderr)
        if open_page:
            # The page waits until the server is ready; some browsers keep whoever starts them waiting.
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
        if settings.workers == 1:
            _serve(settings, listener)
        else:
            WorkerProcesses(settings.workers, listener).run()


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """From now on whoever connects waits until the server is ready."""
    listener = None
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise BadData(f"cannot listen on {address(host, port)[7:]}: {(error.strerror or str(error)).lower()}") from None
    return listener


async def _check(database: str) -> None:
    async with opened(database, create=True):
        pass


def _exit(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


class _Server(uvicorn.Server):
    """Says when it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Connection | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and self.started:
            with suppress(BrokenPipeError):  # nobody may wait for it
                self._ready.send(True)


def _serve(settings: Settings, listener: socket.socket, ready: Connection | None = None) -> None:
    TimedProtocol.patience = settings.limits.request_seconds
    config = uvicorn.Config(
        "triax.server.app:from_environment",
        factory=True,
        http=TimedProtocol,
        ws=LightSocketProtocol,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * settings.limits.message_bytes,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(config, ready)
    serving = server.serve(sockets=[listener])
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(serving)
    finally:
        # Ended before it could begin, such as by a parent that was killed, it would complain.
        serving.close()


class WorkerProcesses:
    """Several processes on one port. One that ends is replaced; they stop together."""

    def __init__(self, size: int, listener: socket.socket) -> None:
        self._listener = listener
        self._size = size
        self._workers: dict[BaseProcess, float] = {}
        self._context = multiprocessing.get_context("spawn")
        self._asked, self._ask = self._context.Pipe(duplex=False)

    def run(self) -> None:
        # A terminal that is closed says the same, and means the end.
        if RENEW and not (sys.stdin and sys.stdin.isatty()):
            signal.signal(RENEW, lambda *_: self._ask.send(True))
        with tempfile.TemporaryDirectory(prefix="triax-") as folder:
            os.environ[METRICS_VARIABLE] = folder
            try:
                while True:
                    while len(self._workers) < self._size:
                        self._start_worker()
                    wait([self._asked, *(worker.sentinel for worker in self._workers)])
                    self._bury(folder)
                    if self._asked.poll():
                        self._asked.recv()
                        self._replace_all(folder)
            finally:
                self._stop(folder)

    def _start_worker(self) -> tuple[BaseProcess, Connection]:
        """A new process, and what says that it is ready."""
        ready, say = self._context.Pipe(duplex=False)
        worker = self._context.Process(target=_work, args=(self._listener, say))
        # Ctrl-C reaches the whole group of processes: it is for this one to tell the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            worker.start()
        finally:
            signal.signal(signal.SIGINT, _exit)
            say.close()
        self._workers[worker] = time.monotonic()
        return worker, ready

    def _replace_all(self, folder: str) -> None:
        """One after the other, so that there is always somebody to come back to."""
        log.info("processes are replaced")
        for old in list(self._workers):
            new, ready = self._start_worker()
            if not ready.poll(STARTING) or not _is_told(ready):
                log.error("a new process does not start: the others go on as they are", extra={"pid": new.pid})
                self._end([new], folder)
                return
            self._end([old], folder)
        log.info("processes are replaced: done")

    def _end(self, workers: list[BaseProcess], folder: str) -> None:
        for worker in workers:
            worker.terminate()
        deadline = time.monotonic() + STOPPING
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()
            self._forget(worker, folder)

    def _forget(self, worker: BaseProcess, folder: str) -> float:
        """A process that has ended no longer counts; gives the seconds it has lived."""
        # Imported here: it must not find the folder of the metrics before the processes do.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(worker.pid, folder)  # type: ignore[no-untyped-call]
        return time.monotonic() - self._workers.pop(worker)

    def _bury(self, folder: str) -> None:
        for worker in [worker for worker in self._workers if not worker.is_alive()]:
            log.warning("a process ended; another takes its place", extra={"pid": worker.pid, "exit": worker.exitcode})
            if self._forget(worker, folder) < 5:
                # The database may be away: no haste.
                time.sleep(1)

    def _stop(self, folder: str) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, RENEW):
            if number:
                signal.signal(number, signal.SIG_IGN)
        self._end(list(self._workers), folder)


def _is_told(ready: Connection) -> bool:
    try:
        return bool(ready.recv())
    except EOFError:  # it has ended instead
        return False


def _work(listener: socket.socket, ready: Connection) -> None:
    """One of several processes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    if RENEW:
        signal.signal(RENEW, signal.SIG_IGN)  # it is for the first process alone
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    _serve(Settings.from_environment(), listener, ready)


def _outlive_nobody() -> None:
    """If the first process is killed, the others must not keep the port."""
    first = multiprocessing.parent_process()
    assert first is not None
    wait([first.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
