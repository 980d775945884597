"""The pictures of the README and the documentation are those that the generator writes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


def test_the_generator_gives_the_committed_pictures(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "pictures.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in PICTURES.glob("*.svg")}
    assert sorted(made) == sorted(kept)
    assert [name for name in made if made[name] != kept[name]] == []


def test_every_picture_that_a_rules_page_shows_is_there() -> None:
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))
        assert shown, page.name
        for target in shown:
            assert (page.parent / target).resolve().is_file(), f"{page.name}: {target}"
