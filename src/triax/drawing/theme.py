"""Light and dark: a quiet table of ink and paper. The games' own colours belong to the symbols alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}

TOKENS: Mapping[str, Any] = json.loads((Path(__file__).parent / "tokens.json").read_text("utf-8"))
"""The look, in the one file that the browser's client is made from too."""

GLOW = {colour: TOKENS["symbols"][COLOUR_NAMES[colour]] for colour in "RGBOP"}
"""The five colours, on near-black pits alike in both themes."""


@dataclass(frozen=True)
class Theme:
    name: str
    paper: str
    panel: str
    face: str
    """Of a tile or card."""
    line: str
    """Around faces and panels."""
    board: str
    space: str
    printed: str
    track: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    pit: str
    shadow: float
    """How dark a piece's shadow is."""
    stone: tuple[str, str]
    """The bright and the dark side of a pyramid."""
    signs: Mapping[str, str]
    tints: Mapping[str, str]


def _theme(name: str) -> Theme:
    room: Mapping[str, str] = TOKENS["themes"][name]["room"]
    return Theme(
        name=name,
        paper=room["g1"],
        panel=room["panel"],
        face=room["face-0"],
        line=room["edge"],
        board=room["slot"],
        space=room["panel2"],
        printed=room["slot"],
        track=room["slot"],
        ink=room["ink"],
        muted=room["muted"],
        accent=room["accent"],
        on_accent=room["on-accent"],
        pit=room["pit"],
        shadow=0.13 if name == "light" else 0.5,
        stone=(room["face-1"], room["face-edge"]),
        signs={colour: room[f"open-sign-{colour}"] for colour in "RBY"},
        tints={colour: room[f"open-{colour}"] for colour in "RBY"},
    )


LIGHT, DARK = _theme("light"), _theme("dark")

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
