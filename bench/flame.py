"""Where a server's processor time goes: `python bench/flame.py docs/_static/flame-rota.svg --game rota`.

The server runs under the load of `bench/server.py` and looks at its own stack every few milliseconds of its processor
time. The wider a box, the more time was spent in it; below it stands what it has called.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from types import FrameType
from typing import Self

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from tests.server.support.serving import Server

from server import LIMITS, measure
from triax.cli.main import main as triax

Stack = tuple[str, ...]

EVERY = 0.002
STACKS = "TRIAX_STACKS"
ROOT = "Runner.run"
HOME = re.compile(r".*/(site-packages|src|python3[.][0-9]+|(?=bench/))/?")
WIDTH, ROW = 1200, 17
LEAST = 0.006
"""The least share of the whole that is drawn."""
COLOURS = {"triax/games": "#9ccc9c", "triax/server": "#8fbbe8", "": "#e3c48d"}


class Sampler:
    """In the server: from a first signal to a second one."""

    def __init__(self) -> None:
        self.stacks: Counter[Stack] = Counter()
        self.begun = False

    def toggle(self, *_: object) -> None:
        if not self.begun:
            self.begun = True
            self.clocks = time.thread_time(), time.process_time()
            signal.signal(signal.SIGPROF, self.look)
            signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
            return
        signal.setitimer(signal.ITIMER_PROF, 0)
        lines = [f"{';'.join(stack)} {micros}" for stack, micros in self.stacks.items()]
        Path(os.environ[STACKS]).write_text("\n".join(lines))

    def look(self, _signal: int, frame: FrameType | None) -> None:
        thread, process = time.thread_time(), time.process_time()
        here, everywhere = thread - self.clocks[0], process - self.clocks[1]
        self.clocks = thread, process
        found: list[str] = []
        while frame is not None and frame.f_code.co_qualname != ROOT:
            file = HOME.sub("", frame.f_code.co_filename)
            found.append(f"{frame.f_code.co_qualname} ({file})")
            frame = frame.f_back
        self.stacks[tuple(reversed(found)) or ("the loop itself, reading and writing",)] += round(1e6 * here)
        self.stacks[("other threads: commits",)] += max(0, round(1e6 * (everywhere - here)))


def serve() -> None:
    signal.signal(signal.SIGUSR1, Sampler().toggle)
    triax()


class Watched(Server):
    def start(self) -> Self:
        command = [sys.executable, __file__, "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *self.arguments], stdout=log, stderr=log)
        self.wait()
        return self

    def watch(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)


def boxes(stacks: Counter[Stack], depth: int = 0, left: float = 0.0) -> Iterator[tuple[str, int, float, int]]:
    """Name, depth, what is left of it and its time; what was called most comes first."""
    called: dict[str, Counter[Stack]] = {}
    for stack, micros in stacks.items():
        if len(stack) > depth:
            called.setdefault(stack[depth], Counter())[stack] += micros
    for name, own in sorted(called.items(), key=lambda one: -one[1].total()):
        yield name, depth, left, own.total()
        yield from boxes(own, depth + 1, left)
        left += own.total()


def draw(stacks: Counter[Stack], title: str) -> str:
    whole = stacks.total()
    shown = [box for box in boxes(stacks) if box[3] >= LEAST * whole]
    height = ROW * (3 + max(depth for _, depth, _, _ in shown))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="11"><title>{escape(title)}</title><rect width="{WIDTH}" height="{height}" fill="#fff"/>'
        f'<text x="4" y="13">{escape(title)}</text>'
    ]
    for name, depth, left, micros in shown:
        x, width, y = WIDTH * left / whole, WIDTH * micros / whole, ROW * (depth + 1.3)
        colour = next(colour for part, colour in COLOURS.items() if part in name)
        label = name.partition(" (")[0].replace("<locals>.", "")[: int(width / 6)] if width > 30 else ""
        parts.append(
            f'<g><title>{escape(name)}: {100 * micros / whole:.1f} %</title><rect x="{x:.1f}" y="{y:.1f}" '
            f'width="{max(0.5, width - 0.5):.1f}" height="{ROW - 1}" fill="{colour}"/>'
            f'<text x="{x + 2:.1f}" y="{y + 12:.1f}">{escape(label)}</text></g>'
        )
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--game", default="rota", help="rota, axio or axo")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[STACKS] = str(Path(folder, "stacks"))
        server = Watched(f"sqlite:///{folder}/bench.sqlite", limits=LIMITS)
        try:
            server.start()
            result = measure(server, "fast", asked.game, asked.seconds, asked.players, server.watch)
        finally:
            server.end()
        stacks: Counter[Stack] = Counter()
        for line in Path(os.environ[STACKS]).read_text().splitlines():
            stack, _, micros = line.rpartition(" ")
            stacks[tuple(stack.split(";"))] += int(micros)
    title = f"{asked.game}, {asked.players} players: {result['cpu_ms']:.2f} ms of the server's processor a move"
    asked.picture.write_text(draw(stacks, title))


if __name__ == "__main__":
    serve() if sys.argv[1:2] == ["serve"] else main()
