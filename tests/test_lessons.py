"""The lessons of the client hold positions that the rules make."""

from __future__ import annotations

import json

import pytest
from tools.lessons import FOLDER, LESSONS, as_text


@pytest.mark.parametrize("game", LESSONS)
def test_the_lessons_are_those_that_the_rules_make(game: str) -> None:
    """Or python tools/lessons.py has to write them again."""
    assert json.loads((FOLDER / f"{game}.json").read_text("utf-8")) == json.loads(as_text(game))
