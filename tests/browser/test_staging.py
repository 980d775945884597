"""Moves on the stage: one after another, each for its time, and no input is lost to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import STAGED
from tests.browser.support.play import PLAY, go_on, sit_down
from tests.server.support.serving import Server

# What is on the board at each change, with the time: so many pieces, and whether one may choose.
WATCH = """() => {
  window.seen = []
  const look = () => {
    const tiles = document.querySelectorAll('.display [role=img]').length
    const last = window.seen.at(-1)
    if (last?.tiles !== tiles) window.seen.push({ tiles, at: performance.now() })
  }
  look()
  new MutationObserver(look).observe(document.querySelector('.display'), { childList: true, subtree: true })
}"""


@pytest.fixture
def staged(browser: Browser, server: Server) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB") as context:
        page = context.new_page()
        page.add_init_script(STAGED)
        page.set_default_timeout(30_000)
        yield page


def seen(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => window.seen")
    return found


def test_each_move_is_seen_for_its_time_and_a_tap_is_taken(staged: Page, server: Server) -> None:
    sit_down(staged, server.url, "Axio Rota", *["novice"] * 3)
    assert go_on(staged) == "decide"
    staged.evaluate(WATCH)
    begun = seen(staged)[0]["tiles"]
    PLAY["Axio Rota"](staged, Random(4))
    # One's own tile lies there at once, and the three replies come in order.
    staged.wait_for_function(f"() => document.querySelectorAll('.display [role=img]').length === {begun + 4}")
    assert [one["tiles"] for one in seen(staged)] == [begun + number for number in range(5)]
    times = [one["at"] for one in seen(staged)][1:]
    for before, after in pairwise(times):
        # A tile lands some time after its step begins, and on a busy machine the first of two may land late:
        # exact times are held by the queue's own tests.
        assert after - before >= 400, times
    assert go_on(staged) == "decide"

    # The round again, from the position after one's own move.
    wait_for_rest(staged)
    staged.keyboard.press("a")
    staged.wait_for_function("() => window.seen.length >= 9")
    assert [one["tiles"] for one in seen(staged)][5:] == [begun + number for number in range(1, 5)]

    # The buttons stand where they were while moves are shown, and a tap on one of them is taken.
    wait_for_rest(staged)
    words = staged.locator(".hand .tile").get_attribute("aria-label")
    turn = staged.locator(".turns .button").last.bounding_box()
    assert words
    assert turn
    shown = len(seen(staged))
    staged.keyboard.press("a")
    for one in (".go", ".hint", ".turns .button"):
        assert staged.locator(one).first.is_visible()
    assert staged.locator(".actions .go").is_disabled()
    staged.mouse.click(turn["x"] + turn["width"] / 2, turn["y"] + turn["height"] / 2)
    expect(staged.locator(".hand .tile")).not_to_have_attribute("aria-label", words)
    assert steps(staged, shown) < 4

    # A tap while moves are shown goes to the newest state, and is taken there.
    wait_for_rest(staged)
    box = staged.locator(".cell").first.bounding_box()
    assert box
    shown = len(seen(staged))
    staged.keyboard.press("a")
    assert staged.locator(".cell").count() == 0
    staged.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(staged.locator(".cell.tried")).to_have_count(1)
    assert steps(staged, shown) < 4
    assert [one["tiles"] for one in seen(staged)][-1] == begun + 4


def steps(page: Page, shown: int) -> int:
    """On how many positions one has looked since; a round that is shown to its end has four."""
    return len(seen(page)) - shown


def wait_for_rest(page: Page) -> None:
    """All has been shown, so that it can be shown again."""
    expect(page.get_by_role("button", name="Show this round again")).to_be_enabled()
