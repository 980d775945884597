"""An empty Debian that boots: systemd and all, in namespaces of this process alone, which end with it.

Its network is its own. It reaches package registries as this machine does, by slirp4netns; nobody reaches it but
this process.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

INSIDE = "TRIAX_GUIDE_INSIDE"
PACKAGES = {
    "mmdebstrap": "mmdebstrap",
    "systemd-nspawn": "systemd-container",
    "slirp4netns": "slirp4netns",
    "nsenter": "util-linux",
    "ip": "iproute2",
}
CERTIFICATES = Path("/usr/local/share/ca-certificates")
"""Authorities that this machine trusts beside the usual ones: a network may have one of its own."""
BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
RESOLVER = "10.0.2.3"
"""Where slirp4netns answers for names."""
POWER_OFF = signal.SIGRTMIN + 4
BOOT = 60.0
"""Seconds."""


def why_not() -> str | None:
    """What is missing for a machine of one's own."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "a Debian in namespaces wants Linux, and root"
    missing = sorted({package for name, package in PACKAGES.items() if shutil.which(name) is None})
    return f"on Debian, apt-get install --no-install-recommends {' '.join(missing)}" if missing else None


def prepare(suite: str, folder: Path) -> Path:
    """The files of a Debian as its installer leaves them, without a task chosen; made once, and kept packed."""
    archive = folder / f"debian-{suite}.tar"
    if not archive.exists():
        half = archive.with_suffix(".half.tar")
        words = ["mmdebstrap", "--quiet", "--variant=important", "--include=ca-certificates,dbus"]
        subprocess.run([*words, suite, str(half)], check=True)
        half.rename(archive)
    root = folder / f"machine-{suite}"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    subprocess.run(["tar", "-xf", str(archive), "-C", str(root)], check=True)
    return root


def run_in_own_world(*command: str) -> int:
    """A command whose processes, mounts and networks are its own and end with it; it reaches what we reach."""
    group = _own_cgroup()
    world_words = ["unshare", "--net", "--mount", "--pid", "--cgroup", "--fork", "--kill-child", "--mount-proc"]
    entering = ["sh", "-c", f'echo $$ >{group}/cgroup.procs; exec "$@"', "sh"]
    world = subprocess.Popen([*entering, *world_words, *command], env={**os.environ, INSIDE: "yes"})
    slirp: subprocess.Popen[bytes] | None = None
    try:
        child = _child(world.pid, Path(command[0]).name)
        line = ["slirp4netns", "--configure", "--disable-host-loopback", str(child), "tap0"]
        slirp = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return world.wait()
    except KeyboardInterrupt:
        return 130
    finally:
        world.terminate()
        world.wait()
        if slirp is not None:
            slirp.terminate()
            slirp.wait()
        _remove(group)


def _remove(group: Path) -> None:
    """As soon as the last of its processes is gone."""
    deadline = time.monotonic() + 20
    while group.exists():
        try:
            for path in [*sorted(group.rglob("*/"), reverse=True), group]:
                path.rmdir()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _own_cgroup() -> Path:
    top = Path("/sys/fs/cgroup")
    group = (top / "unified" if (top / "unified").is_dir() else top) / f"triax-guide-{os.getpid()}"
    group.mkdir()
    return group


def _child(parent: int, *names: str) -> int:
    """The process that it has started, as soon as that is called by one of these names."""
    children = Path(f"/proc/{parent}/task/{parent}/children")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for found in children.read_text().split():
            with contextlib.suppress(FileNotFoundError):
                if Path(f"/proc/{found}/comm").read_text().strip() in names:
                    return int(found)
        time.sleep(0.02)
    raise AssertionError(f"{names[0]} does not start")


def settle(name: str) -> None:
    """Inside: a network, a place for what runs, cgroups of one kind, and a name that leads to the machine."""
    deadline = time.monotonic() + 20
    shown = ["ip", "addr", "show", "tap0"]
    while "inet " not in subprocess.run(shown, capture_output=True, text=True, check=False).stdout:
        if time.monotonic() > deadline:
            raise AssertionError("slirp4netns brings no network")
        time.sleep(0.05)
    hosts = Path("/run/hosts")
    for words in (
        ["ip", "link", "set", "lo", "up"],
        ["mount", "-t", "tmpfs", "tmpfs", "/run"],
        ["umount", "-R", "/sys/fs/cgroup"],
        ["mount", "-t", "cgroup2", "cgroup2", "/sys/fs/cgroup"],
    ):
        subprocess.run(words, check=True)
    hosts.write_text(f"127.0.0.1 localhost {name}\n")
    subprocess.run(["mount", "--bind", str(hosts), "/etc/hosts"], check=True)


class Machine:
    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self._console = root.with_name(f"{root.name}.log")
        self._console.unlink(missing_ok=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._leader = 0
        # What an installer would have asked: the way to the network, and the machine's name.
        self.write("/etc/resolv.conf", f"nameserver {RESOLVER}\n")
        self.write("/etc/hosts", f"127.0.0.1 localhost {name}\n")
        self.write("/etc/hostname", "empty\n")
        self._environment = {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        if authorities := list(CERTIFICATES.glob("*.crt")):
            for path in authorities:
                self.write(f"{CERTIFICATES}/{path.name}", path.read_text())
            subprocess.run(["chroot", str(root), "update-ca-certificates"], check=True, capture_output=True)
            self._environment["PIP_CERT"] = BUNDLE

    def write(self, path: str, text: str) -> None:
        file = self.root / path.lstrip("/")
        file.unlink(missing_ok=True)
        file.write_text(text, "utf-8")

    def read(self, path: str) -> str:
        return (self.root / path.lstrip("/")).read_text("utf-8")

    def boot(self) -> None:
        # Registered nowhere: there may be no systemd around us.
        words = ["systemd-nspawn", "--register=no", "--keep-unit", "--resolv-conf=off", "--console=pipe", "--boot"]
        with self._console.open("ab") as console:
            self._process = subprocess.Popen(
                [*words, "--machine=empty", f"--directory={self.root}"],
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )
        self._leader = _child(self._process.pid, "systemd")
        deadline = time.monotonic() + BOOT
        while (state := self.run("systemctl is-system-running", check=False).stdout.strip()) != "running":
            if state == "degraded" or time.monotonic() > deadline or self._process.poll() is not None:
                failed = self.run("systemctl --failed --no-pager", check=False).stdout
                raise AssertionError(f"it does not boot: {state}\n{failed}{self._console.read_text()[-3000:]}")
            time.sleep(0.3)

    def run(self, script: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
        """What root types at a shell of the machine, line by line; it stops where one fails."""
        into = ["nsenter", f"--target={self._leader}", "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        words = [*into, "bash", "-e", "-c", f"cd\n{script}"]
        done = subprocess.run(
            words,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if check else subprocess.DEVNULL,
            text=True,
            timeout=600,
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"exit status {done.returncode}:\n{script}\n{done.stdout[-6000:]}")
        return done

    def power_off(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        os.kill(self._leader, POWER_OFF)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
