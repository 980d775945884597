"""Taking a move back: at once against a bot, by consent between two browsers; in words where it cannot be."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.support.play import go_on, name_oneself, play_axo, play_rota, sit_down
from tests.server.support.serving import Server


def seen(page: Page) -> dict[str, Any]:
    """What the server shows this player's seat."""
    shown = page.context.request.get(page.url.replace("/t/", "/api/tables/")).json()
    state: dict[str, Any] = shown["states"][0]
    return state


def decided(view: dict[str, Any]) -> int:
    """How many decisions of this seat nobody else has seen yet."""
    return len(view["marking"]["made"]) if view["marking"] else int(view["laid"] is not None)


def button(page: Page) -> Locator:
    return page.locator("[data-part=takeback]").get_by_role("button", name="Take back", exact=True)


# What must be in sight, and lies below the button.
COVERED = """() => {
  const box = one => one.getBoundingClientRect()
  const own = box(document.querySelector('[data-part=takeback] button'))
  return [...document.querySelectorAll('.sitter, [data-part=scores], [data-part=hand], [data-part=confirm]')]
    .filter(one => box(one).width && box(one).left < own.right && box(one).right > own.left)
    .filter(one => box(one).top < own.bottom && box(one).bottom > own.top)
    .map(one => one.className)
}"""


def test_against_a_novice_at_once(page: Page, server: Server) -> None:
    sit_down(page, server.url, "AXO", "novice", options={"start": 0})
    rng = Random(2)
    for _ in range(40):
        assert go_on(page) == "decide"
        play_axo(page, rng)
        page.wait_for_timeout(300)
        if button(page).is_visible():
            break
    for size in ((390, 844), (360, 640), (844, 390), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(COVERED) == [], size
    before = seen(page)
    button(page).click()
    expect(button(page)).to_be_hidden()
    after = seen(page)
    assert after["number"] == before["number"] + 1
    assert decided(after["view"]) == decided(before["view"]) - 1
    # The decision is there again.
    assert go_on(page) == "decide"
    play_axo(page, rng)


def test_a_tile_that_has_brought_the_next_one_stays(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota", "novice", options={"start": 0})
    assert go_on(page) == "decide"
    play_rota(page, Random(1))
    assert go_on(page) == "decide"
    expect(button(page)).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    refused = page.get_by_role("dialog").get_by_role("button", name="Take back", exact=True)
    expect(refused).to_be_disabled()
    expect(refused).to_have_accessible_description(re.compile("until something new comes to light"))


def test_between_two_browsers_by_consent(page: Page, browser: Browser, server: Server) -> None:
    sit_down(page, server.url, "AXO", "open", options={"start": 0}, takeback=True)
    friend = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
    friend.goto(page.url)
    friend.get_by_role("button", name="Sit down").click()
    name_oneself(friend, "Bea")
    assert go_on(page) == "decide"
    play_axo(page, Random(3))
    button(page).click()
    expect(page.get_by_text("You have asked to take your move back")).to_be_visible()
    friend.get_by_role("button", name="Agree").click()
    # Of the question itself: what holds it has no room of its own.
    for one in (page, friend):
        expect(one.locator("[data-part=takeback] .panel")).to_have_count(0)
    assert seen(page)["view"]["laid"] is None
    assert go_on(page) == "decide"
    play_axo(page, Random(4))
    expect(button(page)).to_be_visible()
    friend.context.close()
