"""Blocks of code in the pages of the documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    page: str
    line: int
    """Of the file, where the block's first line stands."""
    language: str
    name: str
    body: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def found_in(path: Path) -> list[Block]:
    text, page = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
    fences = len(re.findall("^```", text, re.MULTILINE))
    assert fences == 2 * len(FENCE.findall(text)), f"{page}: a block is not closed"
    found = []
    for match in FENCE.finditer(text):
        language, _, name = match[1].partition(" ")
        found.append(Block(page, text.count("\n", 0, match.start()) + 2, language, name, match[2]))
    return found
