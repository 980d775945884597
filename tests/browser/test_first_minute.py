"""The first minute on a new machine: no engine is compiled yet, and nobody waits for one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.support.play import NAMES, PLAY, go_on, sit_down
from tests.server.support.serving import serving, sqlite_url

BUDGET = 1.0
TABLES = {"Axio Rota": "adept", "Axio": "expert", "AXO": "master"}


@pytest.mark.parametrize("warm", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_bots_move_at_once_on_a_new_machine(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    """Tables of all three games are opened at once and played in turn, with `triax` and with `triax serve`: whoever has
    replied before its engine was there has not waited for it."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    arguments = ["--bot-budget", str(BUDGET), *(["--warm"] if warm else [])]
    with serving(sqlite_url(tmp_path), *arguments) as server, browser.new_context(reduced_motion="reduce") as context:
        pages = {game: context.new_page() for game in TABLES}
        for game, page in pages.items():
            sit_down(page, server.url, game, TABLES[game], options={"start": 0})
        rng = Random(1)
        for _ in range(2):
            for game, page in pages.items():
                assert go_on(page) == "decide"
                assert not list(cache.rglob(f"{NAMES[game]}-*.compiled"))
                PLAY[game](page, rng)
        assert "compiling the engine" in server.log.read_text()
