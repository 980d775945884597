from __future__ import annotations

import pytest

from tests.golden.games import FOLDER, NAMES, path, tell


@pytest.mark.parametrize("name", NAMES)
def test_the_game_goes_as_written_down(name: str) -> None:
    assert path(name).exists(), f"the golden game {name} is missing: python -m tests.golden.games writes it"
    assert tell(name) == path(name).read_text("utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(NAMES)
