"""Clocks for a whole game: everybody's time stands at their seat, and one hears once that one's own runs out."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.play import RETRIES
from tests.server.support.serving import Server

COUNT_TONES = """
window.tones = 0
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (...args) { window.tones += 1; return start.apply(this, args) }
"""


def ask(request: APIRequestContext, url: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
    answer = request.post(url, data=body, headers={"origin": url.split("/api", maxsplit=1)[0]}, max_retries=RETRIES)
    assert answer.ok, answer.text()
    return answer.json()


def test_each_seat_shows_its_time_and_the_last_seconds_are_heard_once(
    page: Page, browser: Browser, server: Server
) -> None:
    ask(page.context.request, f"{server.url}/api/session", {"name": "Ann"})
    wanted = {"game": "axo", "seats": ["me", "open"], "clock": 300, "increment": 3}
    table = ask(page.context.request, f"{server.url}/api/tables", wanted)
    with browser.new_context() as elsewhere:
        ask(elsewhere.request, f"{server.url}/api/session", {"name": "Ben"})
        ask(elsewhere.request, f"{server.url}/api/tables/{table['id']}/join", {})
    page.add_init_script(COUNT_TONES)
    page.clock.install()
    page.goto(f"{server.url}/t/{table['id']}")
    times = page.get_by_role("main").get_by_role("timer")
    expect(times).to_have_count(2)
    expect(page.get_by_role("region", name="Ben").get_by_role("timer")).to_contain_text("4:5")
    page.clock.run_for(2_000)
    page.get_by_role("main").click(position={"x": 2, "y": 2})
    page.clock.run_for(1_000)
    before = page.evaluate("window.tones")
    page.clock.fast_forward(287_000)
    own = page.locator(".mine .time.low")
    expect(own).to_be_visible()
    page.clock.run_for(3_000)
    assert page.evaluate("window.tones") == before + 2
    assert violations(page) == []
