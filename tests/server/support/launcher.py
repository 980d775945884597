"""Commands in a moment: a process that has imported all that a server needs, and forks one for each that is asked for.

What is forked is `triax` in a process of its own, as if it had been started by hand two seconds earlier.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[3]
LUCK = "TRIAX_TESTS_LUCK"
"""Set for what is launched, it fixes the luck of all its tables: see `luck`."""


class Launched:
    """A process that was forked elsewhere; it is looked after like one of our own."""

    def __init__(
        self,
        log: Path,
        *words: str,
        reads: Path | None = None,
        errors: Path | None = None,
        environment: Mapping[str, str] | None = None,
        launcher: tuple[str, ...] = (),
    ) -> None:
        """What it says is added to the log, but for its errors where another file is named.

        The words of `launcher` stand before the command that starts the launcher: it may be on another host.
        """
        received = {
            "words": words,
            "streams": list(map(str, (reads or os.devnull, log, errors or log))),
            "folder": str(Path.cwd()),
            "environment": {**os.environ, **(environment or {})},
        }
        self._launcher = _launcher(launcher)
        self.pid: int = self._launcher.ask(received)

    def poll(self) -> int | None:
        status: int | None = self._launcher.ask({"poll": self.pid})
        return status

    def wait(self, timeout: float = 60) -> int:
        deadline = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("triax serve", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, received: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, received)


def run(
    *words: str | Path, text: str = "", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command from its beginning to its end, as `subprocess.run` would give it."""
    with tempfile.TemporaryDirectory(prefix="triax-command-") as folder:
        reads, said, errors = (Path(folder, name) for name in ("in", "out", "err"))
        reads.write_text(text, "utf-8")
        told = list(map(str, words))
        process = Launched(said, *told, reads=reads, errors=errors, environment=environment)
        try:
            status = process.wait(120)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            raise
        return subprocess.CompletedProcess(told, status, said.read_text("utf-8"), errors.read_text("utf-8"))


class _Launcher:
    def __init__(self, before: tuple[str, ...]) -> None:
        self._lock = threading.Lock()
        command = [*before, sys.executable, "-m", "tests.server.support.launcher"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        atexit.register(self._end)

    def ask(self, received: dict[str, Any]) -> Any:  # noqa: ANN401
        assert self._process.stdin
        assert self._process.stdout
        with self._lock:
            self._process.stdin.write(json.dumps(received) + "\n")
            return json.loads(self._process.stdout.readline())

    def _end(self) -> None:
        self._process.communicate()


@cache
def _launcher(before: tuple[str, ...]) -> _Launcher:
    return _Launcher(before)


# On the other side.


def main() -> None:
    """Fork what is asked for, and tell how it ended."""
    from tests.server.support import luck  # noqa: PLC0415
    from triax.cli import main as cli  # noqa: PLC0415
    from triax.server import app, supervisor  # noqa: F401, PLC0415
    from triax.server.priorities import NICENESS  # noqa: PLC0415

    # On a machine full of tests, what gives way to everything else would never have its turn.
    NICENESS.update(dict.fromkeys(NICENESS, 0))
    # Whoever asks ends the servers first.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    ended: dict[int, int] = {}
    while line := sys.stdin.readline():
        match json.loads(line):
            case {"poll": int(pid)}:
                if pid not in ended and (found := os.waitpid(pid, os.WNOHANG))[0]:
                    ended[pid] = os.waitstatus_to_exitcode(found[1])
                answer = ended.get(pid)
            case received:
                answer = os.fork()
                if not answer:
                    _become(received)
                    if LUCK in os.environ:
                        luck.fix(os.environ[LUCK])
                    cli.main()
                    return
                # Numbers of processes come round again.
                ended.pop(answer, None)
        print(json.dumps(answer), flush=True)


def _become(received: dict[str, Any]) -> None:
    """Nothing is left of where this process comes from."""
    for number, (path, mode) in enumerate(zip(received["streams"], ("rb", "ab", "ab"), strict=True)):
        with Path(path).open(mode) as file:
            os.dup2(file.fileno(), number)
    os.chdir(received["folder"])
    os.environ.clear()
    os.environ.update(received["environment"])
    sys.argv = ["triax", *received["words"]]
    # Processes that it starts would import this one's first module once more.
    sys.modules["__main__"] = ModuleType("__main__")
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    main()
