"""Hosts on two networks: people reach the servers in front, the servers reach the database behind.

All of it lives in namespaces of this process alone (`enter_own_world`), so nothing of it is left when the process is
gone, however it went; the machine's own network is never touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from typing import NoReturn

INSIDE = "TRIAX_HOSTS_INSIDE"
FRONT, BACK = "10.77.1", "10.77.2"


def why_not() -> str | None:
    """What is missing for hosts of one's own."""
    missing = [name for name in ("ip", "tc", "unshare", "setpriv") if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} not found: on Debian, apt-get install iproute2 util-linux"
    if sys.platform != "linux" or os.geteuid() != 0:
        return "network namespaces want Linux, and root"
    return None


def enter_own_world(*command: str) -> NoReturn:
    """Become a command whose processes, mounts and networks are its own and end with it, even if it is killed."""
    # The shell is the first process there: it takes in whatever loses its parent.
    inner = ["sh", "-c", '"$@"; exit $?', "sh", *command]
    world = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", *inner]
    os.execvpe(world[0], world, {**os.environ, INSIDE: "yes"})


def call(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")


@dataclass
class Link:
    """A host's cable: `name` is the end in the switch."""

    name: str
    is_up: bool = True
    is_slow: bool = False

    def cut(self) -> None:
        """Nothing gets through, and nobody is told."""
        call("ip", "link", "set", self.name, "down")
        self.is_up = False

    def mend(self) -> None:
        call("ip", "link", "set", self.name, "up")
        self.is_up = True

    def slow(self, kilobits: int) -> None:
        shaped = ["tbf", "rate", f"{kilobits}kbit", "burst", "4kb", "latency", "2s"]
        call("tc", "qdisc", "add", "dev", self.name, "root", *shaped)
        self.is_slow = True

    def quicken(self) -> None:
        call("tc", "qdisc", "del", "dev", self.name, "root")
        self.is_slow = False


@dataclass
class Network:
    """Two switches; this process sits at both."""

    links: dict[str, Link] = field(default_factory=dict)

    def build(self) -> None:
        call("mount", "-t", "tmpfs", "tmpfs", "/run")
        call("ip", "link", "set", "lo", "up")
        for name, subnet in (("front", FRONT), ("back", BACK)):
            call("ip", "link", "add", name, "type", "bridge")
            call("ip", "addr", "add", f"{subnet}.254/24", "dev", name)
            call("ip", "link", "set", name, "up")

    def add_host(self, name: str, number: int, *switches: str) -> dict[str, Link]:
        """A host with a cable to each of these switches; its address ends in its number."""
        call("ip", "netns", "add", name)
        call("ip", "-n", name, "link", "set", "lo", "up")
        found = {}
        for switch in switches:
            link = found[switch] = self.links[f"{name} {switch}"] = Link(f"{name}-{switch}")
            call("ip", "link", "add", link.name, "type", "veth", "peer", "name", switch, "netns", name)
            call("ip", "link", "set", link.name, "master", switch, "up")
            subnet = FRONT if switch == "front" else BACK
            call("ip", "-n", name, "addr", "add", f"{subnet}.{number}/24", "dev", switch)
            call("ip", "-n", name, "link", "set", switch, "up")
        return found


def within(host: str) -> list[str]:
    """Before a command: run it on this host."""
    return ["ip", "netns", "exec", host]


def processes_of(host: str) -> list[int]:
    told = subprocess.run(["ip", "netns", "pids", host], capture_output=True, text=True, check=True)
    return [int(word) for word in told.stdout.split()]
