"""The boards: what fits a phone, what can be hit, what moves, and what can be seen again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, STAGED
from tests.browser.support.layout import assert_lowest_marked, assert_one_screen, boxes, small_targets
from tests.browser.support.play import PLAY, count, deck, go_on, point, sit_down, wait_until
from tests.server.support.serving import Server

WIDTH, HEIGHT = 390, 844
GAMES = ["Axio Rota", "Axio", "AXO"]


@pytest.fixture
def moving(browser: Browser, server: Server) -> Iterator[Page]:
    """With motion, and moves one after another, unlike all the others."""
    with browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB") as context:
        page = context.new_page()
        page.add_init_script(STAGED)
        page.set_default_timeout(30_000)
        yield page


@pytest.mark.parametrize("players", [*(pytest.param(few, marks=pytest.mark.slow) for few in (2, 3)), 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_all_at_once(phone: Page, server: Server, game: str, players: int) -> None:
    """From the start, which for AXO is a hand of seven cards, through the first decisions."""
    sit_down(phone, server.url, game, *["novice"] * (players - 1))
    rng = Random(players)
    for _ in range(8 if game == "AXO" else 3):
        if go_on(phone) != "decide":
            break
        assert_one_screen(phone, WIDTH, HEIGHT)
        assert_lowest_marked(phone)
        assert small_targets(phone) == []
        PLAY[game](phone, rng)


def test_a_phone_shows_all_when_a_colour_is_named(phone: Page, server: Server) -> None:
    sit_down(phone, server.url, "Axio Rota", *["novice"] * 3)
    rng = Random(8)
    for _ in range(11):
        assert go_on(phone) == "decide"
        if "empty" in (phone.locator(".hand .tile").get_attribute("aria-label") or "") and named(phone):
            assert_one_screen(phone, WIDTH, HEIGHT)
            assert small_targets(phone) == []
            return
        PLAY["Axio Rota"](phone, rng)
    raise AssertionError("no tile with an empty corner came")


def named(phone: Page) -> bool:
    """Try the tile here and there, turned, until its empty corner meets another; then name it."""
    [cells] = count(phone, ".cell")
    for number in range(cells):
        point(phone, ".cell", (number + 0.5) / cells)
        for _ in range(4):
            if count(phone, "fieldset .name") != [0]:
                phone.locator("fieldset .name").first.tap()
                return True
            point(phone, ".turns button:last-of-type")
    return False


WIPED = """() => {
  const seats = [...document.querySelectorAll('.others .sitter :is(.head, .area)')]
  const boxes = seats.map(one => one.getBoundingClientRect())
  const meet = (one, other) => one !== other && one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1
  const apart = !boxes.some(one => boxes.some(other => meet(one, other)))
  return [document.querySelector('.others .hit').getBoundingClientRect().width, apart]
}"""
"""How large a section of the others' cards is, and whether all seats keep apart."""


def test_a_phone_shows_every_mark_that_can_be_wiped(phone: Page, server: Server) -> None:
    sit_down(phone, server.url, "AXO", *["novice"] * 3, options={"pieces": deck("wipe")})
    rng = Random(5)
    for _ in range(80):
        assert go_on(phone) == "decide"
        if count(phone, ".wiping") == [1]:
            break
        PLAY["AXO"](phone, rng)
    assert_one_screen(phone, WIDTH, HEIGHT)
    assert small_targets(phone) == []
    assert count(phone, ".others .hit.can") != [0]
    areas = phone.locator(".others section")
    expect(areas).to_have_count(3)
    for number in range(3):
        expect(areas.nth(number)).to_be_in_viewport(ratio=1)
    # As large as there is room elsewhere, too, and no seat over another.
    for width, height in ((820, 1180), (1024, 768), (1280, 720)):
        phone.set_viewport_size({"width": width, "height": height})
        sections, apart = phone.evaluate(WIPED)
        assert sections >= 28, (width, height, sections)
        assert apart, (width, height)
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    PLAY["AXO"](phone, rng)
    assert go_on(phone) == "decide"
    assert_one_screen(phone, WIDTH, HEIGHT)
    for number in range(3):
        expect(areas.nth(number)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("locale", "question", "labels"),
    [
        ("en-GB", "None of your tiles shows your lowest colour", ("Exchange", "Keep")),
        pytest.param(
            *("de-DE", "Keiner deiner Steine zeigt deine niedrigste Farbe", ("Tauschen", "Behalten")),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("it-IT", "Nessuna delle tue tessere mostra il tuo colore più basso", ("Cambia", "Tieni")),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_an_exchange_is_offered_in_words(
    browser: Browser, server: Server, locale: str, question: str, labels: tuple[str, str]
) -> None:
    """With red tiles alone, all other colours are lowest and nobody has them."""
    pieces: dict[str, Any] = json.loads((files("triax.games.axio") / "pieces.json").read_text("utf-8"))
    pieces["tiles"] = {kind: 100 if kind == "RR" else 0 for kind in pieces["tiles"]}
    with browser.new_context(locale=locale, reduced_motion="reduce") as context:
        page = context.new_page()
        sent = moves_sent(page)
        sit_down(page, server.url, "Axio", "novice", options={"pieces": pieces})
        rng, words, asked = Random(1), page.get_by_text(question), dict(zip(labels, ("exchange", "keep"), strict=True))
        for _ in range(12):
            assert go_on(page) == "decide"
            if not words.is_visible():
                PLAY["Axio"](page, rng)
                continue
            label = next(iter(asked))
            page.get_by_role("button", name=label, exact=True).click()
            expect(words).to_have_count(0)
            expect(page.locator(".hand .tile")).to_have_count(5)
            assert sent[-1] == asked.pop(label)
            if not asked:
                return
        raise AssertionError(f"nobody asked for {asked}")


def moves_sent(page: Page) -> list[str]:
    """The moves that this page sends, as it sends them."""
    sent: list[str] = []

    def look(frame: Any) -> None:  # noqa: ANN401
        message = json.loads(frame)
        if message["type"] == "move":
            sent.append(message["move"])

    page.on("websocket", lambda socket: socket.on("framesent", look))
    return sent


def test_tokens_and_simona_lie_on_the_table(page: Page, server: Server) -> None:
    sit_down(page, server.url, "AXO", options={"pieces": deck("pivot"), "simona": "right"})
    rng, tokens = Random(2), page.locator(".score.mine .tokens")
    assert go_on(page) == "decide"
    expect(tokens.locator(".marks i")).to_have_count(5)
    simona, table = page.locator(".simona"), page.locator(".felt")
    for _ in range(60):
        if go_on(page) == "over" or count(page, ".score.mine .pivots", ".score.mine .marks .have") == [1, 1]:
            break
        PLAY["AXO"](page, rng)
    # A completed card gives an extra mark, and with this deck a turn of the shape to keep.
    expect(tokens.locator(".pivots")).to_be_visible()
    expect(tokens.locator(".have")).not_to_have_count(0)
    hers, whole = simona.bounding_box(), table.bounding_box()
    assert hers is not None
    assert whole is not None
    assert hers["x"] > whole["x"] + whole["width"] / 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_desktop_needs_no_scrolling(page: Page, server: Server, game: str, players: int) -> None:
    sit_down(page, server.url, game, *["novice"] * (players - 1))
    rng = Random(players)
    for _ in range(6 if game == "AXO" else 2):
        if go_on(page) != "decide":
            break
        assert_one_screen(page, 1440, 900)
        assert_lowest_marked(page)
        PLAY[game](page, rng)


@pytest.mark.parametrize("game", [pytest.param("Axio Rota", marks=pytest.mark.slow), "Axio"])
def test_nothing_jumps(page: Page, phone: Page, server: Server, game: str) -> None:
    """Board, hand, button and scores stay where they are while one tries, waits and decides again."""
    for one in (page, phone):
        sit_down(one, server.url, game, "novice")
        rng = Random(7)
        assert go_on(one) == "decide"
        before = boxes(one)
        for _ in range(3):
            PLAY[game](one, rng)
            assert_lowest_marked(one)
            assert boxes(one) == before
            assert go_on(one) == "decide"
            assert boxes(one) == before


def test_the_last_move_and_its_points_again(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota", "novice")
    rng = Random(2)
    for _ in range(6):
        assert go_on(page) == "decide"
        PLAY["Axio Rota"](page, rng)
    assert go_on(page) == "decide"
    told = page.locator(".caption")
    expect(told).to_be_hidden()
    page.keyboard.press("l")
    expect(told).to_be_visible()
    expect(told).to_contain_text("a tile at")
    page.get_by_role("button", name="Last move").click()
    expect(told).to_be_visible()
    page.get_by_role("button", name="lowest").last.click()
    expect(page.locator(".whence")).to_contain_text("Where the last points came from")
    page.keyboard.press("Escape")
    expect(page.locator(".whence")).to_have_count(0)


def scoring_cell(page: Page) -> None:
    """Try tiles in all ways until one scores."""
    [cells] = count(page, ".cell")
    for number in range(cells):
        point(page, ".cell", (number + 0.5) / cells)
        for _ in range(4):
            if count(page, ".mine .plus") != [0]:
                return
            page.keyboard.press("r")
    raise AssertionError("nothing scores here")


# Within so many frames, however long a busy machine takes for them.
LANDED = """() => new Promise(tell => {
  const look = frames => {
    const isEmpty = !document.querySelector('.sky .point')
    if (isEmpty || !frames) tell(isEmpty)
    else requestAnimationFrame(() => look(frames - 1))
  }
  look(18)
})"""


def test_points_fly_and_nobody_waits(moving: Page, server: Server) -> None:
    sit_down(moving, server.url, "Axio Rota")
    assert go_on(moving) == "decide"
    scoring_cell(moving)
    names = moving.locator("fieldset .name")
    if names.count() and not moving.locator(".actions .go").is_enabled():
        names.first.click()
    moving.locator(".actions .go").click()
    expect(moving.locator(".display [role=img]")).to_have_count(5)
    moving.wait_for_function(
        "() => [...document.querySelectorAll('.sky .point')].some(one => one.getAnimations().length)", polling=10
    )
    # The next tile can be tried while points are in the air: they are there then.
    moving.locator(".cell").first.click()
    expect(moving.locator(".trial")).to_have_count(1)
    assert moving.evaluate(LANDED)


# What stands on each token, and how far its pillar has risen.
PILLARS = """() => [...document.querySelectorAll('.mine li[data-track]')].map(track => {
  const high = name => track.querySelector(name).getBoundingClientRect().height
  const token = high('.count')
  return [Number(track.querySelector('.count').textContent), (high('.pale') - token) / (high('.slot') - token)]
})"""


def test_nothing_flies_without_motion(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota")
    assert go_on(page) == "decide"
    scoring_cell(page)
    names = page.locator("fieldset .name")
    if names.count() and not page.locator(".actions .go").is_enabled():
        names.first.click()
    page.locator(".actions .go").click()
    expect(page.locator(".display [role=img]")).to_have_count(5)
    assert page.locator(".sky .point").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0
    pillars: list[tuple[int, float]] = page.evaluate(PILLARS)
    assert len({count for count, _ in pillars}) > 1, "points were made"
    assert all(part == pytest.approx(count / 12, abs=0.02) for count, part in pillars)


# Where a tile is on the screen: while it moves, the display is moved as one picture, and not drawn anew.
IN_SIGHT = """() => {
  const { x, y, width } = document.querySelector('.display .labelled').getBoundingClientRect()
  return [x, y, width]
}"""

AT_REST = """() => {
  const cell = document.querySelector('.cell'), { x, y, width, height } = cell.getBoundingClientRect()
  const isReached = cell.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  return isReached && document.querySelector('.display svg[role=group]').style.transform === 'none'
}"""

WATCH = """() => {
  const drawing = document.querySelector('.display svg[role=group]')
  const seen = () => {
    const box = drawing.getScreenCTM()
    return { scale: box.a, x: box.e, y: box.f }
  }
  let before = seen(), last = performance.now()
  window.jump = 0
  const look = (at) => {
    const now = seen(), { width, height } = document.querySelector('.display').getBoundingClientRect()
    const moved = Math.max(Math.abs(now.x - before.x) / width, Math.abs(now.y - before.y) / height)
    // A busy machine leaves frames out: what moves on is held against the time that has passed.
    const frames = Math.max(1, (at - last) / 16.7)
    window.jump = Math.max(window.jump, Math.max(Math.abs(now.scale / before.scale - 1), moved) / frames)
    before = now
    last = at
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


def test_a_display_never_jumps(moving: Page, server: Server) -> None:
    """Frame by frame over some turns: it eases as it grows, and keeps still while a move is tried."""
    sit_down(moving, server.url, "Axio Rota", "novice")
    assert go_on(moving) == "decide"
    moving.evaluate(WATCH)
    fitted = moving.evaluate(IN_SIGHT)
    for _ in range(4):
        assert go_on(moving) == "decide"
        # The first is a cell at the edge: the display grows. It may come in sight only as the display eases.
        moving.wait_for_function(AT_REST)
        moving.locator(".cell").first.click(force=True)
        tried = moving.evaluate(IN_SIGHT)
        moving.keyboard.press("r")
        moving.wait_for_timeout(150)
        assert moving.evaluate(IN_SIGHT) == pytest.approx(tried, abs=0.5)
        if moving.locator(".actions .go").is_disabled():
            moving.locator("fieldset .name").first.click()
        moving.locator(".actions .go").click()
        wait_until(moving, "taken")
    assert go_on(moving) == "decide"
    assert moving.evaluate(IN_SIGHT) != pytest.approx(fitted, abs=0.5)
    assert moving.evaluate("window.jump") < 0.06


def test_a_finger_on_small_spaces_has_a_magnifier(browser: Browser, server: Server) -> None:
    small: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 640}}
    with browser.new_context(**small) as context:
        page = context.new_page()
        # Whoever comes after others may find the middle taken.
        sit_down(page, server.url, "Axio", *["novice"] * 3, options={"start": 0})
        assert go_on(page) == "decide"
        page.locator(".hand .tile").first.tap()
        # Beside the middle, a first tile may lie both here and there.
        start = page.locator('[data-space="0,-1"]').bounding_box()
        assert start is not None
        assert start["width"] < 40
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        fingers = context.new_cdp_session(page)

        def touch(kind: str, *at: tuple[float, float]) -> None:
            points = [{"x": x, "y": y} for x, y in at]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", (x, y))
        touch("touchMove", (x + 20, y))
        expect(page.locator(".lens")).to_be_visible()
        # A space of the board is as far as a good target, though it is smaller.
        touch("touchMove", (x + 44, y))
        touch("touchEnd")
        expect(page.locator(".lens")).to_have_count(0)
        ring = page.locator(".ring").bounding_box()
        assert ring is not None
        aimed = x + start["width"]
        assert ring["x"] <= aimed <= ring["x"] + ring["width"]
        assert ring["y"] <= y <= ring["y"] + ring["height"]
        # Two fingers zoom, and a key shows all again.
        before = page.locator(".frame svg[role=group]").get_attribute("viewBox")
        touch("touchStart", (120, 200), (220, 200))
        touch("touchMove", (80, 200), (260, 200))
        touch("touchEnd")
        expect(page.locator(".frame svg[role=group]")).not_to_have_attribute("viewBox", before or "")
        page.keyboard.press("0")
        expect(page.locator(".frame svg[role=group]")).to_have_attribute("viewBox", before or "")


def test_positions_of_axo_by_hover_and_arrows(page: Page, server: Server) -> None:
    sit_down(page, server.url, "AXO", "novice")
    rng = Random(1)
    for _ in range(12):
        assert go_on(page) == "decide"
        if "Apply the shape" in page.locator(".asked").inner_text():
            break
        PLAY["AXO"](page, rng)
    heard = "all => all.map(one => one.textContent.trim()).filter(Boolean)"
    said = page.locator("[aria-live], [role=status]").evaluate_all(heard)
    assert len(said) == len(set(said)), f"told twice: {said}"
    places = page.locator(".mine .hit.can")
    places.last.hover()
    expect(page.locator(".mine .light").first).to_be_visible()
    expect(page.locator(".actions .go")).to_be_disabled()
    places.last.click()
    expect(page.locator(".mine .light")).to_have_count(0)
    expect(page.locator(".mine .tried").first).to_be_visible()
    page.keyboard.press("Escape")
    # The shape is taken from the middle, by a gap as well, and slid over a card: it snaps to where it may lie.
    corners = """shape => {
      const { left, right, top, bottom } = shape.getBoundingClientRect()
      const points = [left + 4, right - 4].flatMap(x => [top + 4, bottom - 8].map(y => [x, y]))
      return points.map(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-shape]') === shape)
    }"""
    assert page.locator("[data-shape]").evaluate(corners) == [True] * 4
    shape = page.locator("[data-shape]").bounding_box()
    card = page.locator(".mine .place:has(.hit.can)").first.bounding_box()
    assert shape is not None
    assert card is not None
    page.mouse.move(shape["x"] + 0.3 * shape["width"], shape["y"] + 0.9 * shape["height"])
    page.mouse.down()
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + 0.6 * card["height"], steps=6)
    expect(page.locator(".float")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".float")).to_have_count(0)
    expect(page.locator(".mine .over")).to_be_visible()
    page.locator("main").focus()
    said = page.locator(".felt > [aria-live=polite]")
    seen = {said.inner_text()}
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        seen.add(said.inner_text())
    assert len(seen) > 1
    expect(page.locator(".actions .go")).to_be_enabled()
    page.keyboard.press("Enter")
    wait_until(page, "taken")
