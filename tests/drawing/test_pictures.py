"""The pictures of the README and the documentation are those that the generator writes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from triax.drawing import draw
from triax.drawing.raster import pixels
from triax.drawing.svg import has_letters
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


def test_every_picture_that_a_rules_page_shows_is_there() -> None:
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))
        assert shown, page.name
        for target in shown:
            assert (page.parent / target).resolve().is_file(), f"{page.name}: {target}"
