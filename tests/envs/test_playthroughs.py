from __future__ import annotations

import pytest

from tests.envs.support.playthroughs import FOLDER, NAMES, path, tell


@pytest.mark.parametrize("name", NAMES)
def test_the_game_goes_as_written_down(name: str) -> None:
    assert path(name).exists(), (
        f"the playthrough {name} is missing: write it with python -m tests.envs.support.playthroughs"
    )
    assert tell(name) == path(name).read_text("utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*")) == sorted(NAMES)
