"""Whole games in the browser, by the mouse."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.layout import SHIFTS, assert_steady
from tests.browser.support.play import PLAY, deck, go_on, open_game, play_out, play_rota, point, sit_down
from tests.server.support.serving import Server


# What is played whole elsewhere, too: Axio Rota with its results, alone by the keyboard.
@pytest.mark.parametrize(
    "game", [pytest.param("Axio Rota", marks=pytest.mark.slow), "Axio", pytest.param("AXO", marks=pytest.mark.slow)]
)
def test_against_a_bot(page: Page, server: Server, game: str) -> None:
    page.add_init_script(SHIFTS)
    open_game(page, server.url, game, "Against bots")
    page.evaluate("shifts.length = 0")
    headline = play_out(page, game)
    assert_steady(page)
    assert "wins" in headline or "win" in headline
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    # Drawn anew, it comes with its results.
    page.reload()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    assert_steady(page)


@pytest.mark.parametrize(
    ("game", "mode"), [pytest.param("Axio Rota", "Solo", marks=pytest.mark.slow), ("AXO", "Against Simona")]
)
def test_alone(page: Page, server: Server, game: str, mode: str) -> None:
    open_game(page, server.url, game, mode)
    assert play_out(page, game)


@pytest.mark.slow
def test_results_push_nothing_about(page: Page, server: Server) -> None:
    """Without motion too: the table around them is laid out anew, and nobody sees it jump."""
    page.add_init_script("localStorage.setItem('triax-settings', JSON.stringify({ speed: 'fast' }))")
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": 820, "height": 1180})
    sit_down(page, server.url, "AXO", "novice", options={"pieces": deck("spark")})
    rng = Random(1)
    while go_on(page) == "decide":
        PLAY["AXO"](page, rng)
        page.evaluate("shifts.length = 0")
    assert_steady(page)


def test_at_one_screen(page: Page, server: Server) -> None:
    """Nobody sees another's tile: the screen is handed over in between."""
    open_game(page, server.url, "Axio Rota", "Pass & play")
    for number in range(4):
        assert go_on(page) == "curtain"
        expect(page.locator(".hand")).to_have_count(0)
        point(page, ".curtain button")
        assert go_on(page) == "decide"
        play_rota(page, Random(number))
