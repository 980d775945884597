"""The server under load: `python bench/server.py [--game rota]`, part of `make bench`.

As fast as they can: 50 tables with two clients each on one process. Paced: 500 tables, at each a move every two
seconds. Latency is from a player's send to the opponent's receipt, committed in between. The clients run in one
process of their own on the same machine, so they take their share of it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.support.postgres import postgres
from tests.server.support.serving import LOOSE, Server, serving

LIMITS = (*LOOSE, "tables_per_player=100000", "live_tables=100000", "sockets_per_player=100000")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="rota", help="rota, axio or axo")
    parser.add_argument("--database", default="both", choices=["sqlite", "postgresql", "both"])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--phase", default="both", choices=["fast", "paced", "both"])
    asked = parser.parse_args()
    for kind in ("sqlite", "postgresql") if asked.database == "both" else (asked.database,):
        for phase in ("fast", "paced") if asked.phase == "both" else (asked.phase,):
            with ExitStack() as stack:
                if kind == "sqlite":
                    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                    url = f"sqlite:///{folder / 'bench.sqlite'}"
                else:
                    url = stack.enter_context(postgres()).fresh_database()
                server = stack.enter_context(serving(url, limits=LIMITS))
                show(kind, phase, asked.game, measure(server, phase, asked.game, asked.seconds))


def measure(server: Server, phase: str, game: str, seconds: float) -> dict[str, Any]:
    paced = phase == "paced"
    # In a game of AXO there are hundreds of decisions, in the others about thirty.
    spare = 0 if paced else (4 if game == "axo" else int(2 + 2 * seconds))
    load: dict[str, Any] = {
        "url": server.url,
        "game": game,
        "tables": 500 if paced else 50,
        "seconds": seconds,
        "pause": 2.0 if paced else 0.0,
        "spare": spare,
    }
    command = [sys.executable, str(Path(__file__).with_name("server_load.py")), json.dumps(load)]
    empty = memory(server)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdin
        assert clients.stdout
        clients.stdout.readline()
        opened = memory(server)
        print("go", file=clients.stdin, flush=True)
        clients.stdout.readline()
        connected = memory(server)
        print("go", file=clients.stdin, flush=True)
        clients.stdout.readline()
        busy = processor_seconds(server)
        clients.stdout.readline()
        busy = processor_seconds(server) - busy
        result: dict[str, Any] = json.loads(clients.stdout.readline())
    result["cpu_ms"] = 1000 * busy / max(1, result["moves"])
    tables = load["tables"] * (1 + spare)
    result["table_kb"] = (opened - empty) / tables
    result["socket_kb"] = (connected - opened) / (2 * tables)
    return result


def memory(server: Server) -> int:
    """The resident size of the server, in kilobytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def processor_seconds(server: Server) -> float:
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show(kind: str, phase: str, game: str, result: dict[str, Any]) -> None:
    what = "50 tables, as fast as they can" if phase == "fast" else "500 tables, a move every two seconds"
    print(
        f"{kind:10} {game:4} {what:36} {result['per_second']:7,.0f} moves/s  p50 {result['p50']:6.1f} ms  "
        f"p99 {result['p99']:6.1f} ms  {result['cpu_ms']:.2f} ms of the server's processor a move, "
        f"{result['bytes'] / 1000:.1f} kB sent  "
        f"refused {result['refused']}  a table {result['table_kb']:.0f} kB, "
        f"a socket {result['socket_kb']:.0f} kB{'  (ran out of tables)' if result['ran_dry'] else ''}",
        flush=True,
    )


if __name__ == "__main__":
    main()
