"""The pictures of the README and the documentation are those that the generator writes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from triax.drawing import draw
from triax.drawing.page import document
from triax.drawing.raster import pixels
from triax.drawing.svg import Box, has_letters, label
from triax.drawing.theme import LIGHT
from triax.games import GAMES

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


def test_the_generator_gives_the_committed_pictures(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "pictures.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in PICTURES.glob("*.svg")}
    assert sorted(made) == sorted(kept)
    assert [name for name in made if made[name] != kept[name]] == []


@pytest.mark.parametrize("name", GAMES)
def test_text_is_drawn_without_fonts_of_the_machine(name: str) -> None:
    svg = draw(GAMES[name].new(2, Random(1)).view(0))
    texts = re.findall(r"<text[^>]*>([^<]*)<", svg)
    assert texts
    assert has_letters("".join(texts)), "so that nothing but our own faces is looked at"
    with_text, without = (np.asarray(pixels(one, width=480)) for one in (svg, re.sub(r"<text.*?</text>", "", svg)))
    assert np.count_nonzero((with_text != without).any(axis=-1)) > 10 * len(texts)


def test_names_in_other_letters_leave_the_rest_in_our_own_faces() -> None:
    def drawn(text: str, left: float = 0) -> Any:  # noqa: ANN401
        said = label(left + 8, 40, text, 24, LIGHT.ink)
        return np.asarray(pixels(document(Box(left, 0, 480, 60), LIGHT, "", "", said, signs=False)))

    alone, mixed = drawn("Jonas gewinnt gegen"), drawn("Jonas gewinnt gegen Ольга")
    assert np.array_equal(alone[:, :230], mixed[:, :230])
    # No face of ours draws these: no empty boxes stand for them.
    assert np.array_equal(drawn("Maximiliane"), drawn("Maximiliane 🎲🦊"))
    assert np.array_equal(drawn("Max^2 © 3°"), drawn("Max^2 © 3° 🎲"))
    assert np.array_equal(drawn("Ada, Ben and Cleo"), drawn("Ada 🎲, Ben 🦊 and Cleo"))
    # Wherever a line begins.
    assert np.array_equal(mixed, drawn("Jonas gewinnt gegen Ольга", 642))


def test_every_picture_that_a_rules_page_shows_is_there() -> None:
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))
        assert shown, page.name
        for target in shown:
            assert (page.parent / target).resolve().is_file(), f"{page.name}: {target}"
