"""The analysis board in a browser: from a replay to another move, another draw, a link, a file, and a game."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.finished import finished
from tests.server.support.serving import Server
from triax.games.record import read_record


def moves(page: Page) -> list[str]:
    return [run.inner_text().replace("\n", " ") for run in page.locator("section ol:has([data-node])").all()]


def test_from_a_replay_to_another_game(page: Page, server: Server) -> None:
    table = finished(page, server.url)
    page.goto(f"{server.url}/replay/{table}?at=4")
    page.get_by_role("link", name="Analyse").click()
    here = page.locator("[data-node][aria-current=step]")
    expect(here).to_have_accessible_name(re.compile("^Move 4: Ada 2, "))
    assert len(moves(page)) == 1

    # The engine's ideas are drawn on the board; one is taken up and played.
    expect(page.locator("[aria-keyshortcuts=E]")).to_be_enabled()
    page.keyboard.press("e")
    ideas = page.locator(".ideas ol button")
    expect(ideas).to_have_count(3, timeout=60_000)
    assert violations(page) == []
    ideas.first.click()
    page.locator("button.go").click()
    expect(here).to_have_accessible_name(re.compile("^Move 5: Ada 1, "))
    page.keyboard.press("e")
    expect(ideas).to_have_count(0)

    # Another draw is another variation of the same move.
    page.get_by_label("Drawn").get_by_role("button").first.click()
    pool = page.get_by_role("list", name="What is drawn instead?")
    wanted = pool.locator("button[aria-pressed=false]").first
    tile = wanted.get_by_role("img").get_attribute("aria-label") or ""
    wanted.click()
    drawn = page.get_by_label("Drawn").get_by_role("img").first
    expect(drawn).to_have_attribute("aria-label", tile)
    expect(page.locator("ol.variation")).not_to_have_count(0)
    tree = moves(page)

    # Back, and to the variation again by the keyboard alone.
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_attribute("data-node", "4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".variation [aria-current=step]")).to_have_count(1)

    # The link opens the same tree at the same place.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".variation [aria-current=step]")).to_have_count(1)
    assert moves(page) == tree
    expect(drawn).to_have_attribute("aria-label", tile)

    come_back_from_a_file(page, server.url, tree)
    play_on(page)


def play_on(page: Page) -> None:
    """As one seat knows it the others' hands are not shown; and the game goes on from here."""
    expect(page.get_by_text("All hands")).to_be_visible()
    page.get_by_label("Seen by").select_option(label="Player 1")
    expect(page.get_by_text("All hands")).to_have_count(0)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Against").select_option("novice")
    page.get_by_role("button", name="Play on from here").last.click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("from an analysis, unrated")
    # On a phone too.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_text("from an analysis, unrated")).to_be_visible()


def come_back_from_a_file(page: Page, url: str, tree: list[str]) -> None:
    """Every reader of records reads it; a broken one is refused with the entry."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text("utf-8")
    records = [read_record(line) for line in text.splitlines()]
    assert [len(list(record.replay())) for record in records][1:] == [5] * (len(records) - 1)
    # A browser takes every refusal for trouble: another page may have it.
    other = page.context.new_page()
    other.goto(f"{url}/analysis")
    broken = json.loads(text.splitlines()[0])
    broken["log"][2]["move"] = "9,9/0"
    other.get_by_label("Text of a record").fill(json.dumps(broken))
    other.get_by_role("button", name="Open").click()
    expect(other.get_by_role("alert")).to_contain_text("Line 1: entry 3 of the game cannot have been played.")
    assert violations(other) == []
    other.close()
    page.goto(f"{url}/analysis")
    page.get_by_label("Text of a record").fill(text)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("ol.variation")).to_have_count(len(records) - 1)
    assert moves(page) == [run.replace("Ada", "Player") for run in tree]
