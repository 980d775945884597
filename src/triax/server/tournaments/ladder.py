"""A ladder: whoever beats somebody further up takes their rung, and those between move down by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

REACH = 3
"""So many rungs up one may challenge."""


def climb(joined: Sequence[str], results: Iterable[tuple[str, str, bool]]) -> list[str]:
    """The ladder, top first, after challenges (who, whom, won) in the order of their ends. Newcomers stand below."""
    ladder = list(joined)
    for challenger, challenged, won in results:
        below, above = ladder.index(challenger), ladder.index(challenged)
        if won and below > above:
            ladder.insert(above, ladder.pop(below))
    return ladder


def within_reach(ladder: Sequence[str], challenger: str) -> list[str]:
    own = ladder.index(challenger)
    return list(ladder[max(0, own - REACH) : own])
