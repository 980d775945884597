"""Fingers, a mouse that drags, and a zoom of 400 %: everything can be reached."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.support.finished import finished
from tests.browser.support.layout import (
    assert_no_sideways,
    assert_page_ends,
    broken_words,
    missed_by_fingers,
    small_targets,
    visit,
)
from tests.browser.support.play import PLAY, RETRIES, go_on, register, sit_down
from tests.server.support.serving import Server


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


def ask(page: Page, url: str, path: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
    answer = page.context.request.post(url + path, data=body, headers={"Origin": url}, max_retries=RETRIES)
    assert answer.ok, answer.text()
    return answer.json()


GERMAN = "localStorage.setItem('triax-settings', JSON.stringify({ language: 'de', speed: 'off' }))"


def crowd(page: Page) -> None:
    """More people are here than any other test brings about."""

    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, json={**found.json(), "people": 1234})

    page.route("**/api/home", answer)


def test_pages_at_four_times_the_size(page: Page, server: Server) -> None:
    crowd(page)
    page.add_init_script(GERMAN)
    page.set_viewport_size({"width": 320, "height": 256})
    for path in ("/", "/learn", "/learn/axo", "/rules/rota", "/settings", "/me", "/puzzles"):
        visit(page, server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert_no_sideways(page)
        assert small_targets(page) == []
        # What is in the way of the page goes with it.
        page.mouse.wheel(0, 300)
        expect(page.locator("header nav")).not_to_be_in_viewport()


def test_fingers_meet_what_is_there(phone: Page, server: Server) -> None:
    table = finished(phone, server.url)
    shown = [f"/{what}/{table}" for what in ("t", "replay", "analysis")]
    pages = ["/", *(f"/{what}" for what in ("learn", "learn/rota", "rules/axio", "settings", "me", "people", "cups"))]
    for path in (*pages, "/puzzles", *shown):
        visit(phone, server.url + path)
        assert missed_by_fingers(phone) == [], path


def test_people_and_tournaments_on_the_smallest_windows(page: Page, server: Server) -> None:
    """In the longest words, with what only accounts see: a club that one leads, and a tournament to be made."""
    page.add_init_script(GERMAN)
    register(page, server.url, "Leonore Schmalbrett")
    club = ask(page, server.url, "/api/clubs", {"name": "Die Laternen", "about": "Ab acht.", "open": False})
    cup = ask(
        page,
        server.url,
        "/api/tournaments",
        {"name": "Herbstturnier", "game": "rota", "form": "swiss", "size": 2, "clock": 120, "club": club["id"]},
    )
    paths = ["/people", f"/clubs/{club['id']}", "/cups", f"/cups/{cup['id']}", "/settings", "/"]
    for path in paths:
        page.goto(server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        if path.startswith("/clubs/"):
            expect(page.get_by_role("link", name="Herbstturnier")).to_be_visible()
        if path in ("/cups", paths[1]):
            page.get_by_role("button", name="Neues Turnier").click()
            expect(page.get_by_role("button", name="Anlegen")).to_be_visible()
        for width, height in ((320, 256), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert_no_sideways(page)
            assert small_targets(page) == []
            assert broken_words(page) == [], (path, width)


def test_a_small_laptop_in_the_longest_words(page: Page, server: Server) -> None:
    """Lessons keep apart, what unfolds comes into view, and a lesson's cards can be read."""
    page.add_init_script(GERMAN)
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, server.url + "/")
    assert_no_sideways(page)
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert page.locator(".rest li").evaluate_all(wide) == []
    heads = page.locator(".rest .head").evaluate_all(
        "all => all.map(one => [one.scrollWidth - one.clientWidth, one.clientHeight])"
    )
    assert [head for head in heads if head[0] > 0 or head[1] > 48] == [], "each on one line"
    page.get_by_role("button", name="Mit Freunden").click()
    expect(page.locator("form").get_by_role("button", name="Tisch eröffnen")).to_be_in_viewport(ratio=1)
    visit(page, server.url + "/learn/axo")
    card = page.locator(".hand.raised .cards > *").first.bounding_box()
    assert card
    assert card["width"] >= 110
