"""Light and dark: a quiet table of ink and paper. The games' own colours belong to the symbols alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}

GLOW = {"R": "#F2574B", "G": "#37B768", "B": "#3E9BF4", "O": "#F6A21E", "P": "#A07BF0"}
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


LIGHT = Theme(
    name="light",
    paper="#F1EEE7",
    panel="#FFFFFF",
    face="#FDFCF9",
    line="#DAD5C7",
    board="#E7E3D8",
    space="#F3F0E9",
    printed="#D8D2C2",
    track="#E6E2D7",
    ink="#22242A",
    muted="#67635A",
    accent="#0F766E",
    on_accent="#FFFFFF",
    pit="#22242A",
    shadow=0.13,
    stone=("#8C867A", "#5A554C"),
    signs={"R": "#DC4437", "B": "#2B86E0", "Y": "#D99A00"},
    tints={"R": "#FCE0DD", "B": "#DCECFD", "Y": "#FBF0CB"},
)

DARK = Theme(
    name="dark",
    paper="#16181B",
    panel="#22252A",
    face="#434954",
    line="#4C525C",
    board="#1F2226",
    space="#2A2E34",
    printed="#3A3F47",
    track="#363B42",
    ink="#F3F1EC",
    muted="#ABA79E",
    accent="#5EEAD4",
    on_accent="#10201E",
    pit="#0B0C0E",
    shadow=0.5,
    stone=("#D6D1C6", "#8F8A80"),
    signs={"R": "#FF7A6E", "B": "#5FB0FF", "Y": "#F7CB45"},
    tints={"R": "#572F32", "B": "#24425F", "Y": "#514720"},
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
