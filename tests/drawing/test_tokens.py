"""The look is one file: whatever is in it reaches the drawings and the client's styles, and is fit to be read."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from triax.drawing.theme import ROOM, THEMES, TOKENS, theme_of

SOURCES = Path(__file__).parents[2]
COLOUR = re.compile(r"#[0-9A-F]{6}([0-9A-F]{2})?|transparent")
GROUNDS = [(name, game) for name in THEMES for game in TOKENS["themes"][name]]


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_light_and_dark_name_the_same_things() -> None:
    light, dark = (TOKENS["themes"][name] for name in ("light", "dark"))
    assert light.keys() == dark.keys()
    for game in light:
        assert light[game].keys() == dark[game].keys()
        assert light[ROOM].keys() <= light[game].keys()
    for style in TOKENS["tiles"].values():
        assert style["light"].keys() == style["dark"].keys() <= light[ROOM].keys()
    values = chain.from_iterable(theme[game].values() for theme in (light, dark) for game in theme)
    assert all(COLOUR.fullmatch(value) for value in values)


@pytest.mark.parametrize(("name", "game"), GROUNDS)
def test_what_is_read_stands_out_from_its_ground(name: str, game: str) -> None:
    theme = theme_of(name, game)
    for ground in (*theme.grounds, theme.panel):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
        assert contrast(theme.accent, ground) >= 4.5
        assert contrast(theme.edge, ground) >= 3
    assert contrast(theme.on_accent, theme.accent) >= 7
    for colour, sign in theme.open_signs.items():
        assert contrast(sign, theme.opens[colour]) >= 3
    for colour in TOKENS["symbols"].values():
        if colour != TOKENS["symbols"]["on-symbol"]:
            assert contrast(colour, theme.pit) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_cards_of_every_material_are_read(name: str) -> None:
    axo = TOKENS["themes"][name]["axo"]
    for style, materials in TOKENS["tiles"].items():
        look = {**axo, **materials[name]}
        # On a face that is light in the dark too, words have the colour of its edge.
        words = look["face-edge"] if style == "contrast" else look["ink"]
        assert contrast(words, look["face-0"]) >= 4.5, style
        for sign in "RBY":
            assert contrast(look[f"open-sign-{sign}"], look[f"open-{sign}"]) >= 3, (style, sign)
            if style == "wood" and name == "dark":
                assert contrast(look[f"open-{sign}"], look["face-0"]) >= 1.8, (style, sign)


LITERAL = re.compile(r"""(?<![\w&/("'`-])#([0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b""")
# Colours of the client that no drawing has, by file; lights and shadows are white and black everywhere.
OWN = {
    "app.css": {"0e1014"},
    "art/pieces.css": {"c9daf4", "fffdf6"},
    "boards/axio/Floor.svelte": {"1a0e02"},
    "boards/axo/Card.svelte": {"c98f00"},
    "parts/ResultsBest.svelte": {"3a2c0a", "f6d58a"},
}


def literals(text: str) -> set[str]:
    """The colours written out in a source, without their opacity."""
    found = (one.lower() for one in LITERAL.findall(text))
    return {(one if len(one) > 4 else "".join(2 * sign for sign in one))[:6] for one in found} - {"000000", "ffffff"}


def test_the_client_says_no_colour_of_its_own() -> None:
    assert "src/triax/drawing/tokens.json" in (SOURCES / "web" / "scripts" / "tokens.js").read_text("utf-8")
    folder = SOURCES / "web" / "src"
    assert "tokens.css" in (folder / "app.css").read_text("utf-8")
    files = [
        file for file in folder.rglob("*") if file.suffix in {".css", ".svelte"} and file.parent.name != "generated"
    ]
    found = {file.relative_to(folder).as_posix(): literals(file.read_text("utf-8")) for file in files}
    assert {file: colours for file, colours in found.items() if colours} == OWN


def test_drawings_say_no_colour_of_their_own() -> None:
    files = (SOURCES / "src" / "triax" / "drawing").rglob("*.py")
    said = {file.name: re.findall(r"#[0-9A-Fa-f]{6}", file.read_text("utf-8")) for file in files}
    assert {colour for colours in said.values() for colour in colours} <= {"#FFFFFF", "#000000"}


def test_both_name_the_same_faces() -> None:
    fonts = (SOURCES / "web" / "src" / "fonts.css").read_text("utf-8")
    assert {"Fraunces", "Figtree"} <= {name.split()[0] for name in re.findall(r"font-family: '([^']+)'", fonts)}
    drawn = {file.name.split("-")[0] for file in (SOURCES / "src" / "triax" / "drawing" / "fonts").glob("*.ttf")}
    assert drawn == {"Fraunces", "Figtree"}
