"""For everyone: axe finds nothing, the keyboard is enough, three languages."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import go_on, open_game, play_out
from tests.server.serving import Server

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
THEMES = ["light", "dark"]


def violations(page: Page) -> list[Any]:
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (one["id"], one["help"], [(node["html"][:200], node["failureSummary"]) for node in one["nodes"][:3]])
        for one in found["violations"]
    ]


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", ["/", "/settings", "/me", "/learn", "/learn/rota", "/rules/axo", "/nowhere"])
def test_pages_have_no_violations(page: Page, server: Server, path: str, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    page.goto(server.url + path)
    expect(page.locator("main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", ["Axio Rota", "Axio", "AXO"])
def test_tables_have_no_violations(page: Page, server: Server, game: str, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    open_game(page, server.url, game, "Against bots")
    assert go_on(page) == "decide"
    assert violations(page) == []
    match game:
        case "Axio Rota":
            page.locator(".cell").first.click()
        case "Axio":
            page.locator(".hand .tile").first.click()
            page.locator(".hit.can").first.click()
        case _:
            page.locator(".cards button").first.click()
    assert violations(page) == []


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_waiting_room_and_the_end_have_no_violations(page: Page, server: Server, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    open_game(page, server.url, "Axio", "With friends")
    expect(page.get_by_role("img", name=page.url)).to_be_visible()
    assert violations(page) == []
    open_game(page, server.url, "Axio Rota", "Alone")
    play_out(page, "Axio Rota")
    assert violations(page) == []


def test_a_whole_game_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(server.url)
    press_to(page, "Alone")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    rng = Random(3)
    for _ in range(40):
        if go_on(page) == "over":
            return
        focus_a_cell(page)
        for _ in range(rng.randrange(6)):
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        page.keyboard.press(" ")
        for _ in range(rng.randrange(4)):
            page.keyboard.press("r")
        if page.locator("fieldset .name").count():
            press_to(page, None, "fieldset .name")
            page.keyboard.press(" ")
        press_to(page, "Place")
        page.keyboard.press("Enter")
        expect(page.locator(".actions[aria-busy=true]")).to_have_count(0)
    raise AssertionError("the game is not over")


def focus_a_cell(page: Page) -> None:
    press_to(page, None, ".cell")


def press_to(page: Page, name: str | None, selector: str = "button") -> None:
    """Tab until the wanted thing has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        matches = focused.count() and focused.first.evaluate("(node, wanted) => node.matches(wanted)", selector)
        if matches and (name is None or focused.first.inner_text().strip() == name):
            return
    raise AssertionError(f"the keyboard does not reach {name or selector}")


@pytest.mark.parametrize(
    ("locale", "language", "question"),
    [
        ("en-GB", "en", "What would you like to play?"),
        ("de-DE", "de", "Was möchtest du spielen?"),
        ("it-IT", "it", "A che cosa vuoi giocare?"),
    ],
)
def test_the_browsers_language(browser: Browser, server: Server, locale: str, language: str, question: str) -> None:
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(server.url)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("heading", level=1)).to_have_text(question)
