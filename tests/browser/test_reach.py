"""Fingers, a mouse that drags, and a zoom of 400 %: everything can be reached."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.support.layout import assert_no_sideways, assert_page_ends, small_targets, visit
from tests.browser.support.play import PLAY, confirm, go_on, sit_down
from tests.server.support.serving import Server


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(line: CDPSession, kind: str, at: tuple[float, float] | None = None) -> None:
    points = [{"x": at[0], "y": at[1]}] if at else []
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def places(page: Page, game: str) -> tuple[Locator, Locator]:
    """A tile of one's own, and somewhere it may lie."""
    if game == "Axio Rota":
        return page.locator(".hand .tile"), page.locator(".cell").first
    tile = page.locator(".hand .tile").first
    # Chosen once to see where it fits, and put back.
    tile.click()
    space = page.locator(".hit.can").nth(4)
    at = space.get_attribute("data-space")
    page.keyboard.press("Escape")
    return tile, page.locator(f'.hit[data-space="{at}"]')


@pytest.mark.parametrize("game", ["Axio Rota", "Axio"])
def test_a_tile_is_dragged_by_a_finger(phone: Page, server: Server, game: str) -> None:
    sit_down(phone, server.url, game)
    assert go_on(phone) == "decide"
    tile, place = places(phone, game)
    line = phone.context.new_cdp_session(phone)
    (x, y), to = middle(tile), middle(place)
    touch(line, "touchStart", (x, y))
    for part in (0.1, 0.3, 0.6, 0.9, 1.0):
        touch(line, "touchMove", (x + part * (to[0] - x), y + part * (to[1] - y)))
    expect(phone.locator(".trial")).to_have_count(1)
    touch(line, "touchEnd")
    expect(phone.locator("body > div[inert]")).to_have_count(0)
    expect(phone.locator(".trial")).to_have_count(1)


def test_a_tile_of_the_rack_is_dragged_by_the_mouse(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio")
    assert go_on(page) == "decide"
    tile, place = places(page, "Axio")
    page.mouse.move(*middle(tile))
    page.mouse.down()
    page.mouse.move(*middle(place), steps=8)
    expect(page.locator(".trial")).to_have_count(1)
    page.mouse.up()
    confirm(page)
    expect(page.locator(".trial")).to_have_count(0)


def test_dropped_beside_the_board_nothing_is_laid(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota")
    assert go_on(page) == "decide"
    x, y = middle(page.locator(".hand .tile"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 60, steps=4)
    page.mouse.up()
    expect(page.locator("body > div[inert]")).to_have_count(0)
    expect(page.locator(".trial")).to_have_count(0)
    expect(page.locator(".actions .go")).to_be_disabled()


@pytest.mark.parametrize("game", [pytest.param("Axio Rota", marks=pytest.mark.slow), "Axio", "AXO"])
def test_at_four_times_the_size(page: Page, server: Server, game: str) -> None:
    """A window of 1280 by 1024 at 400 %: one column, nothing cut, and moves can be made."""
    page.set_viewport_size({"width": 320, "height": 256})
    sit_down(page, server.url, game, *["novice"] * 3)
    rng = Random(3)
    for _ in range(2):
        assert go_on(page) == "decide"
        assert_no_sideways(page)
        assert_page_ends(page)
        assert small_targets(page) == []
        PLAY[game](page, rng)
    page.get_by_role("button", name="Menu").click()
    for name in ("Chat", "Resign"):
        page.get_by_role("button", name=name).scroll_into_view_if_needed()
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()


GERMAN = "localStorage.setItem('triax-settings', JSON.stringify({ language: 'de', speed: 'off' }))"


def test_pages_at_four_times_the_size(page: Page, server: Server) -> None:
    page.add_init_script(GERMAN)
    page.set_viewport_size({"width": 320, "height": 256})
    for path in ("/", "/learn", "/learn/axo", "/rules/rota", "/settings", "/me"):
        visit(page, server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert_no_sideways(page)
        assert small_targets(page) == []


def test_a_small_laptop_in_the_longest_words(page: Page, server: Server) -> None:
    """Lessons keep apart, what unfolds comes into view, and a lesson's cards can be read."""
    page.add_init_script(GERMAN)
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, server.url + "/")
    assert_no_sideways(page)
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert page.locator(".rest li").evaluate_all(wide) == []
    page.get_by_role("button", name="Mit Freunden").click()
    expect(page.locator("form").get_by_role("button", name="Tisch eröffnen")).to_be_in_viewport(ratio=1)
    visit(page, server.url + "/learn/axo")
    card = page.locator(".hand.raised .cards > *").first.bounding_box()
    assert card
    assert card["width"] >= 110
