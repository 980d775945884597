"""The review of a game in a browser: from its results through the story and its moves to the analysis board."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.finished import finished
from tests.browser.support.layout import assert_no_sideways
from tests.server.support.serving import Server


def test_from_the_results_to_what_mattered(page: Page, server: Server) -> None:
    table = finished(page, server.url, seed=3)
    page.goto(f"{server.url}/t/{table}")
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/review/{table}*")

    # It is made now: how far it is is told, and what is known is there to be looked at.
    expect(page.get_by_role("status").or_(page.get_by_role("region", name="Turning points")).first).to_be_visible()
    story = page.get_by_role("region", name="Turning points")
    expect(story).to_be_visible(timeout=120_000)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    curve = page.get_by_role("slider", name="Chances to win")
    here = page.get_by_role("heading", name=re.compile(r"^Move \d+$"))
    moment = story.get_by_role("button").first
    moment.click()
    expect(moment).to_have_attribute("aria-current", "step")
    at = int(curve.get_attribute("aria-valuenow") or 0)
    expect(here).to_have_text(f"Move {at + 1}")
    expect(page.get_by_role("button", name=re.compile("^Better"))).to_be_visible()
    assert violations(page) == []
    # At 400 %, all is read without scrolling to the side: the points of candidates, the accuracy of seats.
    for width, height in ((360, 225), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert_no_sideways(page)
        assert page.locator(".stage").evaluate("one => one.scrollWidth <= one.clientWidth + 1"), width
    page.set_viewport_size({"width": 1440, "height": 900})

    # Step by step, by key and on the curve; whoever comes by the address is at the same place.
    page.keyboard.press("ArrowRight")
    expect(here).to_have_text(f"Move {at + 2}")
    page.wait_for_url(f"**/review/{table}?at={at + 1}")
    page.reload()
    expect(here).to_have_text(f"Move {at + 2}")
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_text(f"Move {at + 1}")
    # What a line of the table leads to is shown beside it: the board stays in sight.
    page.get_by_role("button", name="Move 3", exact=True).click()
    expect(here).to_have_text("Move 3")
    expect(page.locator(".table .board").first).to_be_in_viewport(ratio=1)
    moment.click()
    page.get_by_role("link", name="Analyse").click()
    if at:
        reached = page.locator("[data-node][aria-current=step]")
        expect(reached).to_have_accessible_name(re.compile(f"^Move {at}: "))

    # It is there once more for whoever looks through the games, and from the replay.
    for path in ("/me", f"/replay/{table}"):
        page.goto(server.url + path)
        expect(page.locator(f'a[href^="/review/{table}"]').first).to_be_visible()
