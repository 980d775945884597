"""Puzzles in the browser: one is tried, answered, explained and explored, and the next one comes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import violations
from tests.server.support.serving import Server
from triax.puzzles import pack_of

GAME = "rota"


def test_from_a_puzzle_to_the_next(page: Page, server: Server) -> None:
    # No corner to be named: one tap tries a move.
    puzzle = next(one for one in pack_of(GAME).puzzles if "=" not in one.best[0])
    page.goto(f"{server.url}/puzzles/{GAME}/{puzzle.id}")
    task = page.get_by_role("region", name="Find the best move")
    expect(task).to_be_visible()
    # Whoever comes for the first time has today's puzzle and the themes in sight.
    today = page.get_by_role("link", name=re.compile("^Today’s puzzle.*new"))
    expect(today).to_have_attribute("href", f"/puzzles/{GAME}/today")
    expect(page.get_by_label("Theme")).to_contain_text("endgame")
    place = page.get_by_role("button", name="Place", exact=True)
    expect(place).to_be_disabled()
    page.locator(".board [role=button]").first.click()
    # On a tablet held upright the button lies below the tile.
    page.set_viewport_size({"width": 820, "height": 1180})
    tile, button = page.locator(".own .hand").bounding_box(), place.bounding_box()
    assert tile
    assert button
    assert tile["y"] + tile["height"] <= button["y"]
    assert button["y"] + button["height"] <= 1180
    page.set_viewport_size({"width": 1440, "height": 900})
    place.click()

    expect(page.get_by_role("heading", name=re.compile("Right!|Not the best"))).to_be_visible()
    answer = page.get_by_role("region", name="Why")
    lines = answer.locator("ol button")
    expect(lines.first).to_contain_text("best")
    expect(lines.first).to_contain_text(f"{100 * puzzle.top[0].chance:.0f}")
    expect(answer).to_contain_text("Your rating")
    # It can be tried, and what it wins is told.
    lines.first.click()
    expect(answer.get_by_role("status")).to_contain_text("to win")
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_visible()
    # On a phone nothing has to be scrolled for it.
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 0)")
    expect(onward).to_be_in_viewport(ratio=1)
    onward.click(trial=True)
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 1440, "height": 900})
    assert violations(page) == []
    # The position goes on elsewhere: with the engine, and moves of the others.
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis?puzzle=*")
    expect(page.locator("[data-game=rota] .cell").first).to_be_visible()
    expect(page.get_by_text("What nobody could see here is made up")).to_be_visible()
    assert violations(page) == []

    # Whoever comes again practises.
    page.goto(f"{server.url}/puzzles/{GAME}/{puzzle.id}")
    expect(page.get_by_role("region", name="Find the best move")).to_contain_text("practice")
    page.keyboard.press("n")
    page.wait_for_url(f"**/puzzles/{GAME}")
    expect(page.get_by_role("heading", name="Find the best move")).to_be_visible()
