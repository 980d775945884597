"""The server under load: `python bench/server.py [--game rota]`, part of `make bench`.

As fast as they can: 50 tables with two clients each (`--players`) on one process. Paced: 500 tables, at each a move
every two seconds. Latency is from a player's send to the opponent's receipt, committed in between. The clients run in
one process of their own on the same machine, so they take their share of it. `--beside REVISION` lets another version
take turns with this one on SQLite, as fast as they can or paced.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from beside import ROOT, checked_out
from tests.server.support.postgres import postgres
from tests.server.support.serving import LOOSE, Server, serving

LIMITS = (*LOOSE, "tables_per_player=100000", "live_tables=100000", "sockets_per_player=100000")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="rota", help="rota, axio or axo")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--database", default="both", choices=["sqlite", "postgresql", "both"])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--phase", default="both", choices=["fast", "paced", "both"])
    parser.add_argument("--beside", metavar="REVISION", help="another version, in turn with this one")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    if asked.beside:
        phase = "paced" if asked.phase == "paced" else "fast"
        compare(asked.beside, phase, asked.game, asked.players, asked.seconds, asked.rounds)
        return
    for kind in ("sqlite", "postgresql") if asked.database == "both" else (asked.database,):
        for phase in ("fast", "paced") if asked.phase == "both" else (asked.phase,):
            with ExitStack() as stack:
                if kind == "sqlite":
                    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                    url = f"sqlite:///{folder / 'bench.sqlite'}"
                else:
                    url = stack.enter_context(postgres()).fresh_database()
                server = stack.enter_context(serving(url, limits=LIMITS))
                show(kind, phase, asked.game, measure(server, phase, asked.game, asked.seconds, asked.players))


def compare(revision: str, phase: str, game: str, players: int, seconds: float, rounds: int) -> None:
    client = Path("src", "triax", "server", "client")
    # Those that every version knows.
    limits = [limit for limit in LIMITS if not limit.startswith("pictures")]
    with checked_out(revision) as other, ExitStack() as stack:
        shutil.copytree(ROOT / client, other / client, dirs_exist_ok=True)
        servers: dict[str, Server] = {}
        results: dict[str, list[dict[str, Any]]] = {revision: [], "here": []}
        for name, tree in zip(results, (other, ROOT), strict=True):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
            url = f"sqlite:///{folder}/bench.sqlite"
            servers[name] = stack.enter_context(serving(url, limits=limits, environment=environment))
        for number in range(rounds):
            for name in sorted(results, reverse=bool(number % 2)):
                results[name].append(measure(servers[name], phase, game, seconds, players))
                print(f"{name:12}", end=" ")
                show("sqlite", phase, game, results[name][-1])
    words = {
        **({"per_second": "the moves a second"} if phase == "fast" else {}),
        "cpu_ms": "the processor time a move",
        "bytes": "the bytes a move",
        "p99": "the latency of the slowest in a hundred",
    }
    for key, better in words.items():
        ratios = [new[key] / old[key] for old, new in zip(*results.values(), strict=True)]
        print(f"{game}, {players} players: {median(ratios):.2f} times {better} (the middle of {rounds} rounds)")
    # Whatever else runs on the machine only adds to it.
    old, new = (min(one["cpu_ms"] for one in found) for found in results.values())
    print(f"{game}, {players} players: at the least {new:.2f} ms of the processor a move, beside {old:.2f}")


def measure(
    server: Server,
    phase: str,
    game: str,
    seconds: float,
    players: int = 2,
    watch: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """`watch` is called when what is measured begins, and when it ends."""
    paced = phase == "paced"
    # In a game of AXO there are hundreds of decisions, in the others about thirty.
    spare = 0 if paced else (4 if game == "axo" else int(4 + 5 * seconds))
    load: dict[str, Any] = {
        "url": server.url,
        "game": game,
        "tables": 500 if paced else 50,
        "seconds": seconds,
        "pause": 2.0 if paced else 0.0,
        "spare": spare,
        "players": players,
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
        watch()
        busy = processor_seconds(server)
        clients.stdout.readline()
        busy = processor_seconds(server) - busy
        watch()
        result: dict[str, Any] = json.loads(clients.stdout.readline())
    result["cpu_ms"] = 1000 * busy / max(1, result["moves"])
    tables = load["tables"] * (1 + spare)
    result["table_kb"] = (opened - empty) / tables
    result["socket_kb"] = (connected - opened) / (players * tables)
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
    busy = result["cpu_ms"] * result["moves"] / 1000 / result["took"]
    dry = f"  (out of tables after {result['took']:.1f} s)" if result["ran_dry"] else ""
    print(
        f"{kind:10} {game:4} {what:36} {result['per_second']:7,.0f} moves/s  p50 {result['p50']:6.1f} ms  "
        f"p99 {result['p99']:6.1f} ms  {result['cpu_ms']:.2f} ms of the server's processor a move "
        f"({busy:.0%} of a core), {result['clients_ms']:.2f} of the clients', "
        f"{result['bytes'] / 1000:.1f} kB sent  "
        f"refused {result['refused']}  a table {result['table_kb']:.0f} kB, "
        f"a socket {result['socket_kb']:.0f} kB{dry}",
        flush=True,
    )


if __name__ == "__main__":
    main()
