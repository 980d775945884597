"""Games over days: after a move the next game that waits is a tap away, and home says who is on vacation."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.layout import assert_no_sideways
from tests.browser.support.play import RETRIES, go_on, play_axo
from tests.server.support.serving import Server

DAY = 86_400


def ask(request: APIRequestContext, method: str, url: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
    answer = request.fetch(
        url, method=method, data=body, headers={"origin": url.split("/api", maxsplit=1)[0]}, max_retries=RETRIES
    )
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def test_the_next_game_waits_and_vacations_are_seen_at_home(page: Page, browser: Browser, server: Server) -> None:
    here, api = page.context.request, f"{server.url}/api"
    ask(here, "POST", f"{api}/session", {"name": "Ann"})
    with browser.new_context() as elsewhere:
        there = elsewhere.request
        ask(there, "POST", f"{api}/session", {"name": "Ben"})
        # Both owe their first cards at either table.
        wanted = {"game": "axo", "seats": ["me", "open"], "clock": 2 * DAY}
        first, second = (ask(here, "POST", f"{api}/tables", wanted)["id"] for _ in range(2))
        for table in (first, second):
            ask(there, "POST", f"{api}/tables/{table}/join", {})
        page.goto(f"{server.url}/t/{first}")
        following = page.get_by_role("link", name="Next game waiting: AXO")
        assert go_on(page) == "decide"
        expect(following).to_have_count(0)
        play_axo(page, Random(1))
        expect(following).to_be_visible()
        assert violations(page) == []
        wide = page.viewport_size
        page.set_viewport_size({"width": 360, "height": 740})
        expect(page.get_by_role("button", name="Menu", exact=True)).to_be_in_viewport(ratio=1)
        assert wide
        page.set_viewport_size(wide)
        following.click()
        page.wait_for_url(f"**/t/{second}")
        ask(there, "PUT", f"{api}/notices/vacation", {"days": 3})
    page.goto(server.url)
    games = page.get_by_role("region", name="Your games")
    waits = games.get_by_role("link").filter(has_text="Waiting for Ben")
    expect(waits).to_contain_text("on vacation")
    # Nobody is named twice.
    expect(waits.get_by_text("Ben")).to_have_count(1)
    # What presses most is at the head of the page, in every window.
    first_of_all = page.get_by_role("navigation", name="Your move").get_by_role("link").first
    for width, height in ((360, 640), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(first_of_all).to_be_in_viewport(ratio=0.9)
        assert_no_sideways(page)
    # Where it is one's own move, one's own time is what counts.
    own = games.get_by_role("link").filter(has_text="Your move")
    expect(own).to_contain_text("left")
    expect(own).not_to_contain_text("vacation")
