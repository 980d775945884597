"""The look, light and dark, a ground for each game. The games' own colours belong to the symbols alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}

TOKENS: Mapping[str, Any] = json.loads((Path(__file__).parent / "tokens.json").read_text("utf-8"))
"""Every value of the look, in the one file that the browser's client is made from too."""

GLOW: Mapping[str, str] = {letter: TOKENS["symbols"][name] for letter, name in COLOUR_NAMES.items()}
"""The colours as they shine in the pits, alike in both themes."""

ON_GLOW: str = TOKENS["symbols"]["on-symbol"]
"""Numbers on those colours."""

ENAMEL: Mapping[str, tuple[str, str]] = {
    colour: (TOKENS["enamel"][f"enamel-{colour}"], TOKENS["enamel"][f"enamel-edge-{colour}"]) for colour in "RBY"
}
"""The bright side and the edge of a shape in the declared colour."""

ROOM = "room"
"""The ground of what belongs to no game."""


@dataclass(frozen=True)
class Theme:
    name: str
    game: str
    grounds: tuple[str, str, str]
    """From the lamp outwards."""
    panel: str
    panel2: str
    """On a panel."""
    ink: str
    muted: str
    accent: str
    on_accent: str
    slot: str
    """What a score fills."""
    line: str
    edge: str
    """Around what has to be found."""
    warn: str
    faces: tuple[str, str]
    """A tile or card from its bright to its dark corner."""
    face_edge: str
    face_light: str
    cast: str
    """The shadow of a piece."""
    floors: tuple[str, str]
    frames: tuple[str, str]
    pit: str
    symbol_edge: str
    """Around symbols, where a style of tiles wants more contrast."""
    opens: Mapping[str, str]
    """The sections of a card that are not marked, and their signs."""
    open_signs: Mapping[str, str]
    stones: tuple[str, str, str, str]
    """A pyramid's facets: north, east, south, west."""
    halo: float
    """How strongly a ring of one colour shines; at the end of a game more."""
    halo_end: float

    @property
    def id(self) -> str:
        """What the definitions of a document begin with."""
        return f"{self.name}-{self.game}"


@cache
def theme_of(name: str, game: str = ROOM) -> Theme:
    """The look of a game; a game without a ground of its own has the room's."""
    grounds: Mapping[str, Mapping[str, str]] = TOKENS["themes"][name]
    own = grounds.get(game, grounds[ROOM])
    return Theme(
        name=name,
        game=game if game in grounds else ROOM,
        grounds=(own["g0"], own["g1"], own["g2"]),
        **{
            field: own[field.replace("_", "-")]
            for field in ("panel", "panel2", "ink", "muted", "accent", "on_accent", "slot", "line", "edge", "warn")
        },
        faces=(own["face-0"], own["face-1"]),
        face_edge=own["face-edge"],
        face_light=own["face-light"],
        cast=own["cast"],
        floors=(own["floor-0"], own["floor-1"]),
        frames=(own["frame-0"], own["frame-1"]),
        pit=own["pit"],
        symbol_edge=own["symbol-edge"],
        opens={colour: own[f"open-{colour}"] for colour in "RBY"},
        open_signs={colour: own[f"open-sign-{colour}"] for colour in "RBY"},
        stones=(own["stone-n"], own["stone-e"], own["stone-s"], own["stone-w"]),
        halo=TOKENS["halo"][name],
        halo_end=TOKENS["halo"]["end"],
    )


THEMES = tuple(TOKENS["themes"])
LIGHT = theme_of("light")
