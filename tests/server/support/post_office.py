"""A mail server in a process of its own: it writes every letter to a folder.

`python -m tests.server.support.post_office PORT FOLDER`
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from tests.server.support.serving import free_port

ROOT = Path(__file__).parents[3]
ORIGIN = "https://games.example.org"


class PostOffice:
    def __init__(self, port: int, folder: Path) -> None:
        self.folder = folder
        self.variables = {"TRIAX_SMTP_URL": f"smtp://127.0.0.1:{port}", "TRIAX_MAIL_FROM": "games@example.org"}

    def letters(self, to: str) -> list[EmailMessage]:
        """Those that were delivered to an address."""
        found = []
        for path in sorted(self.folder.glob("*.eml")):
            envelope, _, raw = path.read_bytes().partition(b"\n")
            message = message_from_bytes(raw, _class=EmailMessage, policy=default)
            if envelope.decode() == to:
                found.append(message)
        return found

    async def wait(self, to: str, count: int, seconds: float = 20) -> EmailMessage:
        """The newest letter, once there are so many."""
        deadline = time.monotonic() + seconds
        while len(self.letters(to)) < count:
            assert time.monotonic() < deadline, f"{len(self.letters(to))} of {count} letters to {to}"
            await asyncio.sleep(0.03)
        return self.letters(to)[-1]


def text_of(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def link_of(letter: EmailMessage, what: str) -> str:
    """The secret in a letter's link."""
    return text_of(letter).split(f"{ORIGIN}/mail#{what}=")[1].split()[0]


@contextmanager
def post_office(folder: Path) -> Iterator[PostOffice]:
    port = free_port()
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.server.support.post_office", str(port), str(folder)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.03)
        yield PostOffice(port, folder)
    finally:
        process.terminate()
        process.wait(timeout=30)


# On the other side.


class Keeping:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: ANN401, N802
        self.count += 1
        assert len(envelope.rcpt_tos) == 1
        part = self.folder / f"{self.count:04}.part"
        part.write_bytes(envelope.rcpt_tos[0].encode() + b"\n" + envelope.content)
        part.rename(part.with_suffix(".eml"))
        return "250 OK"


def main(port: int, folder: Path) -> None:
    from aiosmtpd.controller import Controller  # noqa: PLC0415

    controller = Controller(Keeping(folder), hostname="127.0.0.1", port=port)
    controller.start()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
