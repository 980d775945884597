"""Every block of docs/hosting-debian.md is typed on an empty Debian, and people play there: `make guide`.

In between it is looked at: what the guide promises must be so.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.hosting.machine import BUNDLE, INSIDE, Machine, prepare, run_in_own_world, settle, why_not
from tests.hosting.visit import LongGame, look_around, play_whole
from tests.support.blocks import ROOT, Block, found_in
from tests.support.watching import DEPLOY, asked_by_board, asked_by_rules

GUIDE = ROOT / "docs" / "hosting-debian.md"
NAME = "games.example.org"
URL = f"https://{NAME}"
BACKUPS = "/var/lib/triax-backup"

TAKEN = """
disk=$(du --summarize --one-file-system --block-size=MB / | cut -f 1)
memory=$(cat /proc/[0-9]*/smaps_rollup 2>/dev/null | awk '/^Pss:/ {sum += $2} END {print int(sum / 1000)}')
echo "taken: $disk of disk, $memory MB of memory"
"""
"""What the machine holds, Debian and all."""


class Walk:
    """Down the guide, with an eye on what it says should be."""

    def __init__(self, machine: Machine, compiled: bool) -> None:
        self.machine = machine
        self.compiled = compiled
        self.game = LongGame(URL)
        self.number = 0
        """Where it is."""
        self.old = set[str]()
        """Processes that a new version is to replace."""
        self.text = GUIDE.read_text("utf-8")
        self.after: dict[str, Callable[[], None]] = {
            "3. The service": self.it_is_hardened,
            "4. A certificate": self.people_play,
            "5. Backups by the clock": self.play_on,
            "6. A restore, before you need one": self.what_came_later_is_gone,
            "7. A new version": self.processes_are_new,
            "8. Somebody who watches": self.it_is_watched,
            "nginx instead of Caddy": self.people_come_back,
            "Smaller: one process and one file": self.people_come_back,
        }

    def run(self) -> None:
        blocks = found_in(GUIDE)
        lines = self.text.splitlines()
        headings = [(number, line[3:]) for number, line in enumerate(lines, 1) if line.startswith("## ")]
        for (start, title), (end, _) in zip(headings, [*headings[1:], (len(lines) + 1, "")], strict=True):
            began = time.monotonic()
            for block in (block for block in blocks if start < block.line < end):
                self.follow(block)
            if look := self.after.pop(title, None):
                look()
            say(f"{title}: {time.monotonic() - began:.0f} s")
        assert not self.after, f"no such part in the guide: {', '.join(self.after)}"
        self.it_survives_a_reboot()

    def follow(self, block: Block) -> None:
        if block.name:
            self.machine.write(block.name, block.body)
        else:
            assert block.language == "sh", f"{block}: what is to be done with it?"
            said = self.machine.run(block.body).stdout
            for line in block.body.splitlines():
                say(f"  # {line}")
            say("\n".join(f"    {line}" for line in said.splitlines()[-6:]))

    # What should be.

    def it_is_hardened(self) -> None:
        told = self.machine.run("systemd-analyze security --no-pager triax.service").stdout
        [score] = re.findall(r"Overall exposure level for triax.service: ([\d.]+)", told)
        assert f"an exposure of {score} " in self.text, score
        self.machine.run("systemd-analyze verify /etc/systemd/system/triax.service")
        assert "triax" in self.machine.run("ps -o user= -p $(systemctl show -P MainPID triax)").stdout
        assert len(self.processes()) == 2
        say(f"  exposure {score}")

    def processes(self) -> set[str]:
        """The servers of the unit, without the first, the bots and what looks after resources."""
        told = self.machine.run("ss --listening --processes --tcp --numeric 'sport = 8765'").stdout
        first = self.machine.run("systemctl show -P MainPID triax").stdout.strip()
        return set(re.findall(r"pid=(\d+)", told)) - {first}

    def people_play(self) -> None:
        # From now on whom the machine trusts is whom its visitors trust.
        os.environ["SSL_CERT_FILE"] = f"{self.machine.root}{BUNDLE}"
        asyncio.run(look_around(URL))
        asyncio.run(play_whole(URL, "novice"))
        if self.compiled:
            # Until the engine is compiled, within the bounds of the unit, it plays by a simple rule.
            asyncio.run(play_whole(URL, "adept"))
            self.machine.run("timeout 400 sh -c 'until ls /var/cache/triax/*/*/rota-*.compiled; do sleep 1; done'")
            asyncio.run(play_whole(URL, "adept"))
        say(f"  {self.machine.run(TAKEN).stdout.strip()}")
        asyncio.run(self.game.open())
        self.number = asyncio.run(self.game.play(5))

    def play_on(self) -> None:
        [backup] = self.backups()
        told = self.machine.run("journalctl --unit triax-backup --no-pager --output cat").stdout
        assert f"{backup} is whole" in told, told
        assert self.machine.run(f"stat -c '%a %U' {BACKUPS} {backup}").stdout.split() == [
            "700",
            "triax",
            "600",
            "triax",
        ]
        score = self.machine.run("systemd-analyze security --no-pager triax-backup.service | tail -n 1").stdout
        say(f"  {score.strip()}")
        assert asyncio.run(self.game.play(4)) == self.number + 4

    def backups(self) -> list[str]:
        return self.machine.run(f"ls {BACKUPS}/*").stdout.split()

    def what_came_later_is_gone(self) -> None:
        # Servers hear of a restore within about a second.
        deadline = time.monotonic() + 10
        while (number := asyncio.run(self.game.play(0))) != self.number:
            assert time.monotonic() < deadline, f"the game is at {number}, and was at {self.number} in the backup"
            time.sleep(0.2)
        self.number = asyncio.run(self.game.play(3))
        # Older ones go: names tell which.
        self.machine.run(f"touch {BACKUPS}/triax-2020-01-{{01..31}}T000000Z.jsonl.gz; systemctl start triax-backup")
        left = self.backups()
        assert (len(left), Path(left[0]).name) == (30, "triax-2020-01-04T000000Z.jsonl.gz"), left
        self.machine.run(f"rm {BACKUPS}/triax-2020-*")
        self.old = self.processes()

    def processes_are_new(self) -> None:
        deadline = time.monotonic() + 60
        while self.processes() & self.old or len(self.processes()) != 2:
            assert time.monotonic() < deadline, "the processes are not replaced"
            time.sleep(0.5)
        self.people_come_back()

    def people_come_back(self) -> None:
        asyncio.run(look_around(URL))
        asyncio.run(play_whole(URL, "novice"))
        assert asyncio.run(self.game.play(0)) == self.number
        self.number = asyncio.run(self.game.play(2))
        wrong = self.machine.run('journalctl --unit triax --no-pager --output cat --grep \'"level": ?"error"\' || true')
        assert "error" not in wrong.stdout, wrong.stdout

    def it_is_watched(self) -> None:
        """Prometheus has an answer to every question of the board, and knows the rules."""
        for ask in asked_by_board():
            expression = ask.replace("$job", "triax").replace("$__rate_interval", "5m")
            deadline = time.monotonic() + 90
            while not prometheus("query", query=expression)["result"]:
                assert time.monotonic() < deadline, f"Prometheus knows nothing of {expression}"
                time.sleep(1)
        rules = [rule for group in prometheus("rules")["groups"] for rule in group["rules"]]
        assert [rule["query"] for rule in rules if rule["health"] != "ok"] == []
        assert len(rules) == len(list(asked_by_rules()))
        assert [alert["labels"]["alertname"] for alert in prometheus("alerts")["alerts"]] == []
        self.machine.run("systemctl stop triax")
        deadline = time.monotonic() + 90
        while "TriaxIsDown" not in [alert["labels"]["alertname"] for alert in prometheus("alerts")["alerts"]]:
            assert time.monotonic() < deadline, "a server that is down wakes nobody"
            time.sleep(1)
        self.machine.run("systemctl start triax")

    def it_survives_a_reboot(self) -> None:
        began = time.monotonic()
        self.machine.power_off()
        self.machine.boot()
        self.machine.run(
            "curl --fail --silent --show-error --retry 60 --retry-delay 1 --retry-all-errors -o /dev/null " + URL
        )
        self.people_come_back()
        assert self.machine.run("systemctl is-active triax-backup.timer").stdout == "active\n"
        say(f"after a reboot: {time.monotonic() - began:.0f} s")


def prometheus(what: str, **words: str) -> Any:  # noqa: ANN401
    # It may have been started a moment ago.
    with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as client:
        told = client.get(f"http://127.0.0.1:9090/api/v1/{what}", params=words).json()
    assert told["status"] == "success", told
    return told["data"]


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.hosting", description=__doc__)
    words.add_argument("--suite", default="bookworm", help="of Debian")
    words.add_argument("--folder", type=Path, default=ROOT / "build" / "guide", help="for the machine's files")
    words.add_argument("--compiled", action="store_true", help="with a bot whose engine is compiled there")
    given = words.parse_args()
    if lack := why_not():
        print(lack, file=sys.stderr)
        return 2
    if INSIDE not in os.environ:
        # However it ends, nothing is left but the packed Debian.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        given.folder.mkdir(parents=True, exist_ok=True)
        try:
            root = prepare(given.suite, given.folder)
            build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(root / "root")]
            subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
            shutil.copy(DEPLOY / "alerts.yml", root / "root")
            return run_in_own_world(sys.executable, "-m", "tests.hosting", *sys.argv[1:])
        finally:
            shutil.rmtree(given.folder / f"machine-{given.suite}", ignore_errors=True)
    settle(NAME)
    machine = Machine(given.folder / f"machine-{given.suite}", NAME)
    try:
        machine.boot()
        Walk(machine, given.compiled).run()
    except Exception:
        say(traceback.format_exc())
        say(machine.run("journalctl --unit triax --no-pager --lines 40", check=False).stdout)
        return 1
    finally:
        machine.power_off()
    say("the guide was followed to its end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
