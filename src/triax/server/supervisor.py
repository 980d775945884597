"""Running the server: a port, one process or several, and a clean end.

Ctrl-C and SIGTERM stop it: no new connections, sockets closed with 1012 so that clients come back, what waits to be
committed is committed, the bots' processes end. The exit status is 0.
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
from dataclasses import replace
from multiprocessing.connection import wait
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


def _serve(settings: Settings, listener: socket.socket) -> None:
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
    server = uvicorn.Server(config)
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

    def run(self) -> None:
        with tempfile.TemporaryDirectory(prefix="triax-") as folder:
            os.environ[METRICS_VARIABLE] = folder
            try:
                while True:
                    while len(self._workers) < self._size:
                        self._start_worker()
                    wait([worker.sentinel for worker in self._workers])
                    self._bury(folder)
            finally:
                self._stop()

    def _start_worker(self) -> None:
        worker = self._context.Process(target=_work, args=(self._listener,))
        # Ctrl-C reaches the whole group of processes: it is for this one to tell the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            worker.start()
        finally:
            signal.signal(signal.SIGINT, _exit)
        self._workers[worker] = time.monotonic()

    def _bury(self, folder: str) -> None:
        # Imported here: it must not find the folder of the metrics before the processes do.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        for worker in [worker for worker in self._workers if not worker.is_alive()]:
            lived = time.monotonic() - self._workers.pop(worker)
            log.warning("a process ended; another takes its place", extra={"pid": worker.pid, "exit": worker.exitcode})
            mark_process_dead(worker.pid, folder)  # type: ignore[no-untyped-call]
            if lived < 5:
                # The database may be away: no haste.
                time.sleep(1)

    def _stop(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + STOPPING
        for worker in self._workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()


def _work(listener: socket.socket) -> None:
    """One of several processes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    _serve(Settings.from_environment(), listener)


def _outlive_nobody() -> None:
    """If the first process is killed, the others must not keep the port."""
    first = multiprocessing.parent_process()
    assert first is not None
    wait([first.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
