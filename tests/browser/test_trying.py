"""What is tried at a table before anything is laid: by mouse, fingers and keys. Tests of a game share its table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support.play import confirm, go_on, point, sit_down
from tests.server.support.serving import Server

DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


@contextmanager
def seated(browser: Browser, server: Server, game: str, window: dict[str, Any], *others: str) -> Iterator[Page]:
    """At a table where one begins."""
    with browser.new_context(**window) as context:
        page, troubles = context.new_page(), list[str]()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.set_default_timeout(30_000)
        sit_down(page, server.url, game, *others, options={"start": 0} if others else {})
        assert go_on(page) == "decide"
        yield page
        assert not troubles, troubles


@pytest.fixture(scope="module")
def rota_table(browser: Browser, server: Server) -> Iterator[Page]:
    with seated(browser, server, "Axio Rota", DESKTOP) as page:
        yield page


@pytest.fixture(scope="module")
def axio_table(browser: Browser, server: Server) -> Iterator[Page]:
    with seated(browser, server, "Axio", DESKTOP, "novice") as page:
        yield page


@pytest.fixture(scope="module")
def axio_phone(browser: Browser, server: Server) -> Iterator[Page]:
    with seated(browser, server, "Axio", PHONE) as page:
        yield page


def at_rest(page: Page) -> Page:
    """As it was found: nothing is tried, and all is in sight."""
    assert go_on(page) == "decide"
    page.locator("main").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(page.locator(".trial")).to_have_count(0)
    return page


@pytest.fixture
def rota(rota_table: Page) -> Page:
    return at_rest(rota_table)


@pytest.fixture
def axio(axio_table: Page) -> Page:
    return at_rest(axio_table)


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(line: CDPSession, kind: str, at: tuple[float, float] | None = None) -> None:
    points = [{"x": at[0], "y": at[1]}] if at else []
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_tile_dragged_floats_until_it_lies(rota: Page) -> None:
    hand, cell = rota.locator(".hand .tile").bounding_box(), rota.locator(".cell .hollow").first.bounding_box()
    assert hand is not None
    assert cell is not None
    floating = rota.locator("body > div[inert]")
    rota.mouse.move(hand["x"] + 20, hand["y"] + 20)
    rota.mouse.down()
    rota.mouse.move(hand["x"] - 40, hand["y"] - 20, steps=4)
    expect(floating).to_have_css("opacity", "0.85")
    rota.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=8)
    expect(floating).to_have_css("opacity", "0")
    expect(rota.locator(".trial")).to_have_count(1)
    rota.mouse.up()
    expect(floating).to_have_count(0)
    expect(rota.locator(".trial")).to_have_count(1)


def test_dropped_beside_the_board_nothing_is_laid(rota: Page) -> None:
    x, y = middle(rota.locator(".hand .tile"))
    rota.mouse.move(x, y)
    rota.mouse.down()
    rota.mouse.move(x + 40, y + 60, steps=4)
    rota.mouse.up()
    expect(rota.locator("body > div[inert]")).to_have_count(0)
    expect(rota.locator(".trial")).to_have_count(0)
    expect(rota.locator(".actions .go")).to_be_disabled()


def test_a_tile_is_turned_in_every_way(rota: Page) -> None:
    tile = rota.locator(".hand .tile")

    def words() -> str:
        return tile.get_attribute("aria-label") or ""

    corners = words().split(", ")
    right = [", ".join(corners[-turn:] + corners[:-turn]) for turn in range(4)]
    right[0] = ", ".join(corners)
    rota.get_by_role("button", name="Turn right").click()
    assert words() == right[1]
    rota.get_by_role("button", name="Turn left").click()
    assert words() == right[0]
    tile.click()
    assert words() == right[1]
    rota.keyboard.press("r")
    assert words() == right[2]
    rota.keyboard.press("Shift+R")
    assert words() == right[1]
    # Where it is tried a tap or the wheel turns it, too.
    point(rota, ".cell")
    point(rota, ".cell")
    assert words() == right[2]
    rota.mouse.wheel(0, 100)
    expect(tile).to_have_attribute("aria-label", right[3])
    rota.mouse.wheel(0, -100)
    expect(tile).to_have_attribute("aria-label", right[2])


def test_a_display_pans_and_fits_again(rota: Page) -> None:
    drawing = rota.locator(".display svg[role=group]")
    fitted = drawing.get_attribute("viewBox")
    rota.keyboard.press("+")
    expect(drawing).not_to_have_attribute("viewBox", fitted or "")
    rota.keyboard.press("0")
    expect(drawing).to_have_attribute("viewBox", fitted or "")
    for fit in ("key", "tap", "button"):
        rota.mouse.move(60, 200)
        if fit == "button":
            rota.mouse.wheel(0, 300)
        else:
            rota.mouse.down()
            rota.mouse.move(200, 300, steps=5)
            rota.mouse.up()
        expect(drawing).not_to_have_attribute("viewBox", fitted or "")
        match fit:
            case "key":
                rota.keyboard.press("0")
            case "tap":
                rota.mouse.dblclick(60, 860)
            case _:
                rota.get_by_role("button", name="Show all").click()
        expect(drawing).to_have_attribute("viewBox", fitted or "")


def test_a_move_can_be_typed(rota: Page) -> None:
    cell = rota.locator(".cell").first.get_attribute("data-cell")
    rota.get_by_role("button", name="Menu").click()
    typed = rota.get_by_label("Type a move")
    typed.fill("9,9/7")
    typed.press("Enter")
    expect(rota.get_by_text("is not one of your moves now")).to_be_visible()
    for name in ("", "=R"):
        typed.fill(f"{cell}/0{name}")
        typed.press("Enter")
        if rota.locator(".trial").count():
            break
    # What was typed lies on the board, and the menu has made room for it.
    expect(rota.get_by_role("dialog")).to_have_count(0)
    expect(rota.locator(".trial")).to_have_count(1)


def test_the_display_is_explored_by_arrow_keys(rota: Page) -> None:
    """Tiles that lie there as well as cells; a tile that is tried goes to cells only."""
    rng, seen = Random(1), set[str]()
    rota.locator(".cell").first.focus()
    arrows = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
    for _ in range(60):
        rota.keyboard.press(rng.choice(arrows))
        seen.add(rota.evaluate("document.activeElement.getAttribute('aria-label')"))
    tiles = {one.get_attribute("aria-label") for one in rota.locator(".display [role=img]").all()}
    assert len(tiles) == 4
    assert tiles < seen
    rota.locator(".cell").first.click()
    for arrow in arrows * 2:
        rota.keyboard.press(arrow)
        expect(rota.locator(".cell.tried:focus")).to_have_count(1)


def test_a_rack_keeps_its_tiles_upright(axio: Page) -> None:
    # The chosen one is lifted a little.
    sizes = "all => all.map(one => one.getBoundingClientRect()).map(({ x, width, height }) => [x, width, height])"
    before = axio.locator(".hand .tile svg").evaluate_all(sizes)
    axio.locator(".hand .tile").nth(1).click()
    axio.keyboard.press("r")
    axio.locator(".hit.can").first.click()
    assert axio.locator(".hand .tile svg").evaluate_all(sizes) == before


def places(page: Page, game: str) -> tuple[Locator, Locator]:
    """A tile of one's own, and somewhere it may lie."""
    if game == "Axio Rota":
        return page.locator(".hand .tile"), page.locator(".cell").first
    tile = page.locator(".hand .tile").first
    # Chosen once to see where it fits, and put back.
    tile.click()
    space = page.locator(".hit.can").nth(4)
    at = space.get_attribute("data-space")
    page.keyboard.press("Escape")
    return tile, page.locator(f'.hit[data-space="{at}"]')


def test_a_tile_of_the_rack_is_dragged_by_the_mouse(axio: Page) -> None:
    tile, place = places(axio, "Axio")
    axio.mouse.move(*middle(tile))
    axio.mouse.down()
    axio.mouse.move(*middle(place), steps=8)
    expect(axio.locator(".trial")).to_have_count(1)
    axio.mouse.up()
    confirm(axio)
    expect(axio.locator(".trial")).to_have_count(0)


def test_a_tap_that_does_nothing_says_why(axio_phone: Page) -> None:
    said = axio_phone.locator("[data-part=prompt]")
    # Where a first tile may begin is marked on the board.
    expect(axio_phone.locator(".start").first).to_be_visible()
    axio_phone.locator('[data-space="0,-1"]').tap()
    expect(said).to_contain_text("choose a tile")
    axio_phone.locator('[data-space="2,2"]').tap()
    expect(said).to_contain_text("first tile")
    axio_phone.locator('[data-space="0,0"]').tap()
    expect(said).to_contain_text("taken")


def drag_by_finger(page: Page, game: str) -> None:
    tile, place = places(page, game)
    line = page.context.new_cdp_session(page)
    (x, y), to = middle(tile), middle(place)
    touch(line, "touchStart", (x, y))
    for part in (0.1, 0.3, 0.6, 0.9, 1.0):
        touch(line, "touchMove", (x + part * (to[0] - x), y + part * (to[1] - y)))
    expect(page.locator(".trial")).to_have_count(1)
    touch(line, "touchEnd")
    expect(page.locator("body > div[inert]")).to_have_count(0)
    expect(page.locator(".trial")).to_have_count(1)


def test_a_tile_of_the_rack_is_dragged_by_a_finger(axio_phone: Page) -> None:
    drag_by_finger(axio_phone, "Axio")


def test_a_tile_is_dragged_by_a_finger(phone: Page, server: Server) -> None:
    sit_down(phone, server.url, "Axio Rota")
    assert go_on(phone) == "decide"
    drag_by_finger(phone, "Axio Rota")
