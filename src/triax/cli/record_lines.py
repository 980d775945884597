"""Records in a file, one a line."""

from __future__ import annotations

import sys
from pathlib import Path

from triax.games.errors import BadRecord


def read_lines(file: Path) -> list[str]:
    """The lines that are not empty; - is standard input. Nothing but a line feed ends a line: the text of a record may
    hold any other character."""
    try:
        text = (sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()).decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file}: not a text in UTF-8 ({error.reason} at byte {error.start})") from error
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror}") from error
    return [line for line in text.split("\n") if line.strip()]
