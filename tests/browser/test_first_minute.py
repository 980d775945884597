"""The first minute on a new machine: no engine is compiled yet, and nobody waits for one."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.support.play import PLAY, go_on, sit_down
from tests.server.support.serving import serving, sqlite_url

BUDGET = 1.0
SECONDS = 6.0
"""Two on a machine that does nothing else; more here, where tests run side by side, and with the time to point at three
pages. A compiler takes 20 to 60."""
TABLES = {"Axio Rota": "adept", "Axio": "expert", "AXO": "master"}


@pytest.mark.parametrize("warm", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_bots_move_at_once_on_a_new_machine(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    """Tables of all three games are opened at once and played in turn, with `triax` and with `triax serve`."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    arguments = ["--bot-budget", str(BUDGET), *(["--warm"] if warm else [])]
    waited: list[tuple[str, float]] = []
    with serving(sqlite_url(tmp_path), *arguments) as server, browser.new_context(reduced_motion="reduce") as context:
        pages = {game: context.new_page() for game in TABLES}
        for game, page in pages.items():
            sit_down(page, server.url, game, TABLES[game], options={"start": 0})
        rng, begun = Random(1), dict[str, float]()
        for _ in range(4):
            for game, page in pages.items():
                go_on(page)
                if game in begun:
                    waited.append((game, time.monotonic() - begun[game]))
                begun[game] = time.monotonic()
                PLAY[game](page, rng)
        log = server.log.read_text()
    assert "compiling the engine" in log
    late = [(game, seconds) for game, seconds in waited if seconds > SECONDS + BUDGET * (TABLES[game] == "master")]
    assert not late, waited
