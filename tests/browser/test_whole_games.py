"""Whole games in the browser, by the mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.play import open_game, play_out
from tests.server.support.serving import Server


@pytest.mark.parametrize("game", ["Axio Rota", "Axio", "AXO"])
def test_against_a_bot(page: Page, server: Server, game: str) -> None:
    open_game(page, server.url, game, "Against bots")
    headline = play_out(page, game)
    assert "wins" in headline or "win" in headline
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


@pytest.mark.parametrize(("game", "mode"), [("Axio Rota", "Solo"), ("AXO", "Against Simona")])
def test_alone(page: Page, server: Server, game: str, mode: str) -> None:
    open_game(page, server.url, game, mode)
    assert play_out(page, game)


def test_at_one_screen(page: Page, server: Server) -> None:
    """Nobody sees another's tile: the screen is handed over in between."""
    open_game(page, server.url, "Axio Rota", "Pass & play")
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    assert play_out(page, "Axio Rota")
