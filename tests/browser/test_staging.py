"""Moves on the stage: one after another, each for its time, and no input is lost to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import STAGED
from tests.browser.support.play import PLAY, go_on, sit_down
from tests.server.support.serving import Server

# What is on the board at each change, with the time: so many pieces, and what the button promises.
WATCH = """() => {
  window.seen = []
  const look = () => {
    const tiles = document.querySelectorAll('.display [role=img]').length
    const last = window.seen.at(-1)
    const gains = document.querySelectorAll('.go .gains').length
    if (last?.tiles !== tiles) window.seen.push({ tiles, gains, at: performance.now() })
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
    sent: list[str] = []
    staged.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)["type"])))
    sit_down(staged, server.url, "Axio Rota", *["novice"] * 3)
    assert go_on(staged) == "decide"
    staged.evaluate(WATCH)
    begun = seen(staged)[0]["tiles"]
    PLAY["Axio Rota"](staged, Random(4))
    # One's own tile lies there at once, and the three replies come in order.
    staged.wait_for_function(f"() => document.querySelectorAll('.display [role=img]').length === {begun + 4}")
    assert [one["tiles"] for one in seen(staged)] == [begun + number for number in range(5)]
    # What was foreseen of one's own move is not shown through theirs.
    assert seen(staged)[-1]["gains"] == 0
    times = [one["at"] for one in seen(staged)][1:]
    for before, after in pairwise(times):
        # A tile lands some time after its step begins, and on a busy machine the first of two may land late:
        # exact times are held by the queue's own tests.
        assert after - before >= 400, times
    assert go_on(staged) == "decide"
    # What a move would do is not asked again behind it.
    assert sent[-1] == "move", sent

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


FLOWN = """() => {
  window.flown = 0
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) window.flown += node.querySelectorAll?.('.sky .point').length ?? 0
  }).observe(document.body, { childList: true, subtree: true })
}"""
SCORED = """() => [...document.querySelectorAll('[data-track] .count')]
  .reduce((sum, one) => sum + Number(one.textContent), 0)"""


def test_each_point_flies_once(staged: Page, server: Server) -> None:
    """Another's points do not fly anew when one's own move brings none."""
    sit_down(staged, server.url, "Axio", "novice", options={"start": 0})
    assert go_on(staged) == "decide"
    staged.evaluate(FLOWN)
    rng = Random(2)
    for _ in range(3):
        PLAY["Axio"](staged, rng)
        assert go_on(staged) == "decide"
        wait_for_rest(staged)
    assert staged.evaluate(SCORED) > 0
    assert staged.evaluate("() => window.flown") == staged.evaluate(SCORED)


# The display eases to another part of itself while the page has no time to draw it.
BUSY = """async () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
  await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))
  setTimeout(() => { for (const until = performance.now() + 1500; performance.now() < until; ); })
}"""


def test_a_tap_while_the_display_eases_is_for_what_is_seen_there(staged: Page, server: Server) -> None:
    sit_down(staged, server.url, "Axio Rota")
    assert go_on(staged) == "decide"
    staged.keyboard.press("+")
    staged.wait_for_function(AT_REST)
    # As far out as one is in sight: there a tap would fall beside it if nothing had moved.
    name, x, y = staged.evaluate(OUTERMOST)
    staged.keyboard.press("0")
    staged.wait_for_function(AT_REST)
    staged.mouse.move(x, y)
    staged.evaluate(BUSY)
    staged.mouse.down()
    staged.mouse.up()
    expect(staged.locator(".cell.tried")).to_have_attribute("data-cell", name)


AT_REST = "() => !document.getAnimations().some(one => one.id === 'camera')"
OUTERMOST = """() => {
  const sight = document.querySelector('[data-sight]').getBoundingClientRect()
  const [x, y] = [sight.x + sight.width / 2, sight.y + sight.height / 2]
  const middles = [...document.querySelectorAll('.cell')].map(cell => {
    const box = cell.getBoundingClientRect()
    return [cell.dataset.cell, box.x + box.width / 2, box.y + box.height / 2]
  })
  const far = ([, a, b]) => Math.hypot(a - x, b - y)
  return middles.filter(([, a, b]) => a > sight.x && a < sight.right && b > sight.y && b < sight.bottom)
    .sort((one, other) => far(other) - far(one))[0]
}"""
