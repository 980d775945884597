"""Games on a Ray cluster, of this machine or of many. Ray plays the game of a worker that dies again."""

from __future__ import annotations

import os
import signal
import socket
from collections import deque
from collections.abc import Generator, Iterable
from threading import current_thread, main_thread
from typing import Any

from triax.arena.match import DEATHS, GameFailed, Play, Played, attempt, play_match
from triax.arena.schedule import Match
from triax.games.errors import BadData

LOCAL = "local"


def play_on_ray(
    matches: Iterable[Match], address: str, workers: int | None = None, play: Play = play_match
) -> Generator[Played, None, None]:
    """Play on the cluster at this address; `local` starts one here. Games are given as they end. `workers` is the most
    games at a time, by default as many as the cluster has room for."""
    ray = import_ray()
    own = not ray.is_initialized()
    if own:
        _connect(ray, address, workers)
    task = ray.remote(num_cpus=1, max_retries=DEATHS)(attempt)
    waiting = deque(matches)
    running: list[Any] = []
    try:
        while waiting or running:
            room = workers or _room(ray)
            while waiting and len(running) < room:
                running.append(task.remote(play, waiting.popleft()))
            done, running = ray.wait(running, num_returns=1)
            for reference in done:
                yield _result(ray, reference)
    finally:
        if own:
            ray.shutdown()
        else:
            for reference in running:
                ray.cancel(reference, force=True)


def import_ray() -> Any:  # noqa: ANN401, it has no types to speak of
    # A tournament tells nobody that it is played.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415, an extra: only whoever asks for a cluster needs it
    except ImportError as error:
        raise BadData("--ray needs Ray: install triax[ray]") from error
    return ray


def check_address(address: str) -> None:
    """Refuse where nobody listens, in seconds: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if address in (LOCAL, "auto") or "://" in address:
        return
    if not (colon and host and port.isdecimal() and int(port) < 65536):
        raise BadData(f"--ray: '{address}' is not an address: expected local, auto or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except OSError as error:
        raise BadData(f"--ray: no cluster at {address} ({error.strerror or error})") from error


def _connect(ray: Any, address: str, workers: int | None) -> None:  # noqa: ANN401
    on_sigterm = signal.getsignal(signal.SIGTERM)
    room = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **room)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadData(f"--ray: {address}: {error}") from error
    # Ray would end this process, and nobody would hear of what was played.
    if on_sigterm is not None and current_thread() is main_thread():
        signal.signal(signal.SIGTERM, on_sigterm)


def _room(ray: Any) -> int:  # noqa: ANN401
    # Some games more than there are places, so that none waits for the next; asked again and again, as clusters grow.
    return 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))


def _result(ray: Any, reference: Any) -> Played:  # noqa: ANN401
    try:
        answer: Played | str = ray.get(reference)
    except ray.exceptions.RayError as error:
        raise GameFailed(str(error)) from error
    if isinstance(answer, str):
        raise GameFailed(answer)
    return answer
