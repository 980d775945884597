"""For everyone: axe finds nothing, the keyboard is enough, three languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.layout import visit
from tests.browser.support.play import count, go_on, play_out, sit_down, wait_until
from tests.server.support.serving import Server


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_pages_have_no_violations(page: Page, server: Server, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    for path in ("/", "/settings", "/me", "/learn", "/learn/rota", "/rules/axo", "/nowhere"):
        visit(page, server.url + path)
        assert violations(page) == [], path


def test_nothing_is_painted_in_the_wrong_theme(page: Page, server: Server) -> None:
    """The theme stands before the client runs."""
    page.emulate_media(color_scheme="dark")
    page.route("**/assets/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.goto(server.url)
    ground = "getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(ground) == "dark"
    page.evaluate("localStorage.setItem('triax-settings', JSON.stringify({ theme: 'light' }))")
    page.reload()
    assert page.evaluate(ground) == "light"


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ["Axio Rota", "Axio"])
def test_tables_have_no_violations(page: Page, server: Server, game: str, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    sit_down(page, server.url, game, "novice")
    assert go_on(page) == "decide"
    assert violations(page) == []
    match game:
        case "Axio Rota":
            page.locator(".cell").first.click()
        case _:
            page.locator(".hand .tile").first.click()
            page.locator(".hit.can").first.click()
    assert violations(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_waiting_room_and_the_end_have_no_violations(page: Page, server: Server, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    sit_down(page, server.url, "Axio", "open")
    expect(page.get_by_role("img", name=page.url)).to_be_visible()
    assert violations(page) == []
    sit_down(page, server.url, "Axio Rota")
    play_out(page, "Axio Rota")
    assert violations(page) == []


def test_a_whole_game_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(server.url)
    press_to(page, "Solo")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    rng = Random(3)
    for _ in range(40):
        if go_on(page) == "over":
            return
        focus_a_cell(page)
        page.keyboard.press(" ")
        for _ in range(rng.randrange(6)):
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        for _ in range(rng.randrange(4)):
            page.keyboard.press("r")
        if count(page, "fieldset .name") != [0]:
            press_to(page, None, "fieldset .name")
            page.keyboard.press(" ")
        press_to(page, None, ".actions .go")
        page.keyboard.press("Enter")
        wait_until(page, "taken")
    raise AssertionError("the game is not over")


def focus_a_cell(page: Page) -> None:
    press_to(page, None, ".cell")


FOCUSED = """([wanted, name]) => {
  const one = document.activeElement
  // An outline of its own, or in a drawing a stroke that leaves what is below it to be seen.
  const rings = [one, ...one.querySelectorAll('.focus')].map(part => [part, getComputedStyle(part)])
  const isSeen = rings.some(([part, style]) => style.visibility === 'visible' && (
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) ||
    (part instanceof SVGElement && style.stroke !== 'none' && /none|rgba\\(.*, 0\\)/.test(style.fill))))
  const isIt = one.matches(wanted) && (name === null || one.innerText.trim() === name)
  return { isIt, hidden: isSeen || one === document.body ? '' : one.outerHTML.slice(0, 200) }
}"""


def press_to(page: Page, name: str | None, selector: str = "button") -> None:
    """Tab until the wanted thing has the focus; on the way the focus can always be seen."""
    for _ in range(80):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED, [selector, name])
        assert found["hidden"] == ""
        if found["isIt"]:
            return
    raise AssertionError(f"the keyboard does not reach {name or selector}")


def keys_axio(page: Page) -> None:
    """Choose a tile by its number, walk to a space where it fits, lay it and confirm."""
    if count(page, ".ask button") != [0]:
        press_to(page, "Keep")
    else:
        for number in "12345":
            page.keyboard.press("Escape")
            page.keyboard.press(number)
            if count(page, ".hit.can") != [0]:
                break
        press_to(page, None, ".hit")
        walk(page, page.locator(".hit.can").first.get_attribute("data-space") or "")
        page.keyboard.press(" ")
        expect(page.locator(".trial")).to_have_count(1)
        press_to(page, None, ".actions .go")
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
    ready = ".actions .go:enabled"
    places, cards, colours = count(page, ".hit.can", ".cards button:enabled", ".hand fieldset button")
    if places:
        page.locator("main").focus()
        page.keyboard.press("ArrowRight")
        assert count(page, ready) == [1]
        page.keyboard.press("Enter")
        return
    for _ in range(cards):
        if colours or count(page, ready) == [1]:
            break
        press_to(page, None, ".cards button")
        page.keyboard.press(" ")
    if colours:
        press_to(page, None, ".cards button")
        page.keyboard.press(" ")
        press_to(page, None, ".hand fieldset button")
        page.keyboard.press(" ")
    press_to(page, None, ".actions .go" if count(page, ready) == [1] else ".actions .pass")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("game", "most"), [("Axio", 6), ("AXO", 12)])
def test_decisions_by_keyboard_alone(page: Page, server: Server, game: str, most: int) -> None:
    sit_down(page, server.url, game)
    decide_by_keyboard(page, game, most)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["Axio", "AXO"])
def test_other_whole_games_by_keyboard_alone(page: Page, server: Server, game: str) -> None:
    sit_down(page, server.url, game)
    assert decide_by_keyboard(page, game, 300) == "over"


def decide_by_keyboard(page: Page, game: str, most: int) -> str:
    for _ in range(most):
        if go_on(page) == "over":
            return "over"
        (keys_axio if game == "Axio" else keys_axo)(page)
        wait_until(page, "taken")
    return go_on(page)
