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


def test_the_client_is_made_from_the_same_file() -> None:
    script = (SOURCES / "web" / "scripts" / "tokens.js").read_text("utf-8")
    assert "src/triax/drawing/tokens.json" in script
    assert "tokens.css" in (SOURCES / "web" / "src" / "app.css").read_text("utf-8")
    styles = " ".join(file.read_text("utf-8") for file in (SOURCES / "web" / "src").rglob("*.css"))
    # Nowhere else are the colours of a room said.
    assert not re.search(
        r"--(g0|g1|g2|panel|ink|muted|accent|slot|pit|face-\d|red|green|blue):\s*#", styles.replace(generated(), "")
    )


def generated() -> str:
    made = SOURCES / "web" / "src" / "generated" / "tokens.css"
    return made.read_text("utf-8") if made.is_file() else ""
