"""A move in Scree: `4@2`, a stone on a site, or `swap 4`."""

import re
from dataclasses import dataclass

from triax.games.check import quote_text
from triax.games.core import Move
from triax.games.errors import BadNotation

_MOVE = re.compile(r"([1-9])@([1-3])|swap ([1-9])")


@dataclass(frozen=True, slots=True)
class ScreeMove(Move):
    stone: str
    site: int | None = None
    """None: swapped."""

    def __str__(self) -> str:
        return f"swap {self.stone}" if self.site is None else f"{self.stone}@{self.site}"


def parse(text: str) -> ScreeMove:
    match = _MOVE.fullmatch(str(text))
    if match is None:
        raise BadNotation(f"{quote_text(text)} is not a move of Scree: expected one such as 4@2 or swap 4")
    stone, site, swapped = match.groups()
    return ScreeMove(stone, int(site)) if stone else ScreeMove(swapped)
