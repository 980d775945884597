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


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
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


def keys_axio(page: Page) -> None:
    """Choose a tile by its number, walk to a space where it fits, lay it and confirm."""
    if page.get_by_role("button", name="Exchange", exact=True).is_visible():
        press_to(page, "Keep")
        page.keyboard.press("Enter")
        press_to(page, "Place")
    else:
        for number in "12345":
            page.keyboard.press("Escape")
            page.keyboard.press(number)
            if page.locator(".hit.can").count():
                break
        press_to(page, None, ".hit")
        walk(page, page.locator(".hit.can").first.get_attribute("data-space") or "")
        page.keyboard.press(" ")
        expect(page.locator(".trial")).to_have_count(1)
        press_to(page, "Place")
    page.keyboard.press("Enter")


def walk(page: Page, to: str) -> None:
    here = page.locator(":focus").get_attribute("data-space") or "0,0"
    (x, y), (to_x, to_y) = (tuple(map(int, place.split(","))) for place in (here, to))
    for key, steps in (
        ("ArrowRight", to_x - x),
        ("ArrowLeft", x - to_x),
        ("ArrowDown", to_y - y),
        ("ArrowUp", y - to_y),
    ):
        for _ in range(max(0, steps)):
            page.keyboard.press(key)
    assert page.locator(":focus").get_attribute("data-space") == to


def keys_axo(page: Page) -> None:
    """Arrow keys step through positions; cards and colours are reached by Tab; what is not wanted is passed."""
    button = page.locator(".actions .go")
    if page.locator(".hit.can").count():
        page.locator("main").focus()
        page.keyboard.press("ArrowRight")
        expect(button).to_be_enabled()
        page.keyboard.press("Enter")
        return
    for _ in range(page.locator(".cards button:enabled").count()):
        if button.is_enabled() or page.locator(".hand fieldset button").count():
            break
        press_to(page, None, ".cards button")
        page.keyboard.press(" ")
    if page.locator(".hand fieldset button").count():
        press_to(page, None, ".cards button")
        page.keyboard.press(" ")
        press_to(page, None, ".hand fieldset button")
        page.keyboard.press(" ")
    press_to(page, "Confirm" if button.is_enabled() else "Pass")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("game", "mode", "most"), [("Axio", "Alone", 6), ("AXO", "Against Simona", 12)])
def test_decisions_by_keyboard_alone(page: Page, server: Server, game: str, mode: str, most: int) -> None:
    open_game(page, server.url, game, mode)
    decide_by_keyboard(page, game, most)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mode"), [("Axio", "Alone"), ("AXO", "Against Simona")])
def test_other_whole_games_by_keyboard_alone(page: Page, server: Server, game: str, mode: str) -> None:
    open_game(page, server.url, game, mode)
    assert decide_by_keyboard(page, game, 300) == "over"


def decide_by_keyboard(page: Page, game: str, most: int) -> str:
    for _ in range(most):
        if go_on(page) == "over":
            return "over"
        (keys_axio if game == "Axio" else keys_axo)(page)
        expect(page.locator(".actions[aria-busy=true]")).to_have_count(0)
    return go_on(page)
