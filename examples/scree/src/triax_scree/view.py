"""What a seat may know of a game of Scree."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypedDict

from triax.games.core import View
from triax_scree.facts import SITES, STONES


class CairnView(TypedDict):
    stones: list[str]
    """From the ground to the top."""
    owner: int | None
    """Who laid the top stone; None where the site is bare."""


class ScreeView(View):
    game: Literal["scree"]
    scores: list[int]
    cairns: list[CairnView]
    hand: list[str] | None
    hands: list[int]
    """How many stones each seat holds."""
    bag: int
    discarded: list[str]
    refilled: bool
    """Have the discarded stones been in the bag again?"""


def unseen(view: ScreeView) -> list[str]:
    """The stones that are in the bag or in others' hands."""
    seen = [*view["discarded"], *(view["hand"] or ()), *(stone for one in view["cairns"] for stone in one["stones"])]
    return sorted((Counter(STONES) - Counter(seen)).elements())


def describe(view: ScreeView) -> Iterator[str]:
    for site, cairn in zip(SITES, view["cairns"], strict=True):
        yield f"site {site}: {' '.join(cairn['stones'])} (seat {cairn['owner']})" if cairn["stones"] else f"site {site}"
    yield f"scores {' '.join(map(str, view['scores']))} · bag {view['bag']}"
    yield f"discarded {' '.join(view['discarded']) or 'none'}"
    if view["hand"] is not None:
        yield f"hand {' '.join(view['hand'])}"
