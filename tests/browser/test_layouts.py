"""In every shape of window what one plays with is in sight at once, beside each other, and the board is large."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE, STAGED
from tests.browser.support.layout import (
    SHIFTS,
    assert_lowest_marked,
    assert_no_sideways,
    assert_page_ends,
    assert_steady,
)
from tests.browser.support.play import NAMES, PLAY, RETRIES, count, go_on, point, sit_down
from tests.server.support.serving import Server

# The least part of the window that the board takes, in per cent: at a table for one, and at one for four.
SIZES = {
    (1440, 900): (60, 60),
    (1280, 720): (54, 54),
    (820, 1180): (55, 48),
    (1180, 820): (52, 52),
    (1024, 768): (48, 48),
    (390, 844): (38, 33),
    (360, 640): (38, 32),
    (844, 390): (45, 45),
}

BOXES = """() => Object.fromEntries([
  'board', 'hand', 'confirm', 'scores', 'hint', 'chat', 'ideas', 'others', 'prompt'
].flatMap(part => {
  const box = document.querySelector(`[data-part=${part}]`)?.getBoundingClientRect()
  return box ? [[part, [box.left, box.top, box.right, box.bottom].map(Math.round)]] : []
}))"""

SITTERS = """() => [...document.querySelectorAll('.sitter :is(.head, .area)')]
  .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => {
  const box = one.getBoundingClientRect()
  return [box.left, box.top, box.right, box.bottom].map(Math.round)
})"""

PARTS = ("board", "hand", "confirm", "hint", "scores", "chat", "menu", "prompt")
"""What tests and a user's own styles find by `data-part`, in every game."""
DRAWERS = {"chat", "ideas"}
OUTSIDE = """() => {
  const { bottom } = document.querySelector('[data-part=scores]').getBoundingClientRect()
  return [...document.querySelectorAll('[data-part=scores] .symbol')]
    .map(one => one.getBoundingClientRect().bottom).filter(end => end > bottom)
}"""
"""Whatever of one's own scores lies below their panel."""
HEADED = """() => ['.stock ul', '[role=timer]'].map(one => {
  const box = document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect()
  return [box.left, box.top, box.right, box.bottom].map(Math.round)
})"""
Box = list[int]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def seen_beside(one: Box, other: Box) -> float:
    """How much of a box is not covered by another."""
    left, top, right, bottom = one
    across = max(0, min(right, other[2]) - max(left, other[0]))
    down = max(0, min(bottom, other[3]) - max(top, other[1]))
    return 1 - across * down / ((right - left) * (bottom - top))


def assert_laid_out(page: Page, size: tuple[int, int], least: int, *, around: bool) -> dict[str, Box]:
    width, height = size
    found: dict[str, Box] = page.evaluate(BOXES)
    for part in ("board", "hand", "confirm", "scores"):
        left, top, right, bottom = found[part]
        assert left >= 0, (size, part, found)
        assert top >= 0, (size, part, found)
        assert right <= width, (size, part, found)
        assert bottom <= height, (size, part, found)
    left, top, right, bottom = found["board"]
    assert 100 * (right - left) * (bottom - top) >= least * width * height, (size, found)
    assert page.evaluate(OUTSIDE) == [], size
    assert not overlap(*page.evaluate(HEADED)), size
    # Around, the board is the whole table, and a hand that is raised to choose from lies over it.
    apart = ("confirm", "scores") if around else ("board", "hand", "confirm", "scores")
    for index, part in enumerate(apart):
        for other in apart[index + 1 :]:
            assert not overlap(found[part], found[other]), (size, part, other, found)
    covered = {
        (part, drawer) for part in apart for drawer in DRAWERS & found.keys() if overlap(found[part], found[drawer])
    }
    # Where it is no wider than high, or low, there is no room for the chat but over the board.
    wide = 100 * width >= 110 * height and height >= 500
    assert covered <= (set() if wide else {("board", "chat")}), (size, covered, found)
    if not wide and height >= 500 and "chat" in found:
        # Most of the board stays in sight; on the smallest phones, a part of it.
        assert 100 * seen_beside(found["board"], found["chat"]) >= (50 if height >= 800 else 30), (size, found)
    if wide and "chat" in found:
        # What is said can be read.
        assert page.locator("[data-part=chat] ol").evaluate("one => one.clientHeight") >= 36, (size, found)
    if not around and "ideas" in found:
        # The line that says what to do gives its place to them where there is no other.
        shown = {"others"} | ({"prompt"} if page.locator("[data-part=prompt]").is_visible() else set())
        for part in shown & found.keys():
            assert not overlap(found[part], found["ideas"]), (size, part, found)
    if around and "ideas" in found:
        for seat in page.evaluate(SITTERS):
            assert not overlap(seat, found["ideas"]), (size, seat, found)
    return found


def try_a_move(page: Page, game: str) -> None:
    if game == "Axio Rota":
        point(page, ".cell")
        if count(page, "fieldset .name") != [0]:
            point(page, "fieldset .name")
    elif game == "Axio" and count(page, ".ask button") == [0]:
        point(page, ".hand .tile:enabled")
        point(page, ".hit.can")


@pytest.mark.parametrize(
    ("game", "others"),
    [
        *((game, 3) for game in NAMES),
        ("Axio Rota", 0),
        *(pytest.param(game, 0, marks=pytest.mark.slow) for game in ("Axio", "AXO")),
        *(pytest.param(game, 1, marks=pytest.mark.slow) for game in NAMES),
    ],
)
def test_what_one_plays_with_is_in_sight(page: Page, server: Server, game: str, others: int) -> None:
    # With a clock in the head, where there is the least room.
    sit_down(page, server.url, game, *["novice"] * others, clock=600)
    for number in range(2):
        assert go_on(page) == "decide"
        PLAY[game](page, Random(number))
    assert go_on(page) == "decide"
    try_a_move(page, game)
    if game == "AXO" and others:
        card = page.locator(".others .place").first.bounding_box()
        assert card is not None
        assert card["width"] >= 100
    around = page.locator(".table.around").count() > 0
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("complementary", name="Chat")).to_be_visible()
    for part in PARTS:
        expect(page.locator(f"[data-part={part}]:visible").first).to_be_visible()
    before: dict[tuple[int, int], dict[str, Box]] = {}
    for ideas in (False, True):
        if ideas:
            page.locator("[data-part=hint]").click()
            # The engine may still have to be loaded.
            page.locator("[data-part=ideas] button").first.wait_for(timeout=120_000)
        for size, least in SIZES.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            # While ideas are shown, a small window has less for the board.
            found = assert_laid_out(page, size, least[others > 0] - 10 * ideas, around=around)
            # What confirms stays under the finger when ideas come.
            assert found["confirm"] == before.setdefault(size, found)["confirm"], (size, found)
            assert_no_sideways(page)
            assert_page_ends(page)
    assert_lowest_marked(page)
    expect(page.get_by_role("switch", name="Sound")).to_be_in_viewport(ratio=1)


def test_a_lesson_fits_its_window(page: Page, server: Server) -> None:
    """What is asked for, the board, one's tiles and the button are in sight at once."""
    for game in NAMES.values():
        page.goto(f"{server.url}/learn/{game}")
        page.locator(".lesson .go").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for part in (".task", ".board", ".own .hand, .up .cards", ".go"):
                box = page.locator(f".lesson :is({part})").first.bounding_box()
                assert box is not None, (game, part)
                assert box["y"] >= 0, (game, width, part, box)
                assert box["y"] + box["height"] <= height + 1, (game, width, part, box)
                assert box["x"] + box["width"] <= width + 1, (game, width, part, box)
            assert_no_sideways(page)


def test_a_miss_in_a_lesson_covers_nothing(page: Page, server: Server) -> None:
    """On a phone what is told of it takes room, and the button stays below the tile."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/learn/rota")
    page.locator(".lesson .cell").nth(1).click()
    page.locator(".lesson .go").click()
    expect(page.locator(".missed")).to_be_visible()
    hand = page.locator(".lesson .own .hand").bounding_box()
    button = page.locator(".lesson .go").bounding_box()
    assert hand
    assert button
    assert hand["y"] + hand["height"] <= button["y"]
    assert button["y"] + button["height"] <= 844


WORDS = """() => [...document.querySelectorAll(
  '.page > header h1, .own strong, .own .status, [data-part=confirm], [data-part=prompt] p'
)].filter(one => one.checkVisibility())
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 8)
  .map(one => one.innerText)"""


CUT = """() => [...document.querySelectorAll('.line header strong > span')]
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"""
NUMBERS = """() => [...document.querySelectorAll('.line header strong')]
  .filter(one => one.scrollWidth <= one.clientWidth).map(one => one.innerText.slice(-2))"""


def test_no_vital_word_is_cut(page: Page, server: Server) -> None:
    """In any language; on a phone the bots are still told apart."""
    sit_down(page, server.url, "Axio Rota", *["novice"] * 3)
    for language in ("en", "it", "de"):
        assert go_on(page) == "decide"
        page.evaluate(
            "language => localStorage.setItem('triax-settings', JSON.stringify({ language, speed: 'off' }))", language
        )
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert go_on(page) == "decide"
        try_a_move(page, "Axio Rota")
        for width, height in ((667, 375), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WORDS) == [], (language, width, height)
            if (width, height) == (390, 844):
                assert page.evaluate(NUMBERS) == [" 1", " 2", " 3"], language
    # A phone on its side, with ideas or those that come: whose scores they are is read in full.
    page.locator("[data-part=hint]").click()
    page.locator("[data-part=ideas]").wait_for()
    assert page.evaluate(CUT) == []


def test_the_keys_stay_at_the_board(page: Page, server: Server) -> None:
    """From the first page to a table, and after Enter has played a tile: the focus is never lost."""
    sit_down(page, server.url, "Axio Rota")
    assert go_on(page) == "decide"
    expect(page.locator("main")).to_be_focused()
    page.locator(".cell").first.focus()
    page.keyboard.press("Enter")
    if count(page, "fieldset .name") != [0]:
        point(page, "fieldset .name")
        page.locator(".cell.tried").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".display [role=img]")).to_have_count(5)
    assert page.evaluate("document.activeElement.closest('[data-part=board]') !== null")


def test_results_come_without_a_jump(browser: Browser, server: Server) -> None:
    """On a phone, with motion on: however late what they tell comes, nothing that is seen is pushed about."""
    with browser.new_context(**{**PHONE, "reduced_motion": "no-preference"}) as context:
        page = context.new_page()
        page.add_init_script(STAGED)
        page.add_init_script(SHIFTS)
        sit_down(page, server.url, "AXO", "novice")
        for number in range(3):
            assert go_on(page) == "decide"
            PLAY["AXO"](page, Random(number))
        assert go_on(page) == "decide"

        def late(route: Route) -> None:
            time.sleep(0.7)
            route.continue_()

        page.route("**/replay", late)
        # What moves because of an input is not counted: it ends by itself.
        page.wait_for_timeout(600)
        ended = page.url.replace("/t/", "/api/tables/") + "/resign"
        assert page.request.post(ended, data={"seat": 0}, headers={"Origin": server.url}, max_retries=RETRIES).ok
        expect(page.get_by_role("dialog").get_by_role("link", name="Replay")).to_be_visible()
        page.wait_for_timeout(500)
        assert_steady(page)


RAISED = """() => [...document.querySelectorAll('.raised .cards button')].map(one => {
  const box = one.getBoundingClientRect()
  return [box.left, box.top, box.right, box.bottom].map(Math.round)
})"""

SEATED = """() => [...document.querySelectorAll(
  '.sitter :is(strong, .area .place:first-child), .actions .main'
)].map(one => {
  const { x, y } = one.getBoundingClientRect()
  return [Math.round(x), Math.round(y)]
})"""


def test_at_axo_no_seat_moves_for_what_comes_into_the_middle(page: Page, server: Server) -> None:
    """A hand that is raised, a shape, ideas: seats at the sides and the main button stay where they are."""
    sit_down(page, server.url, "AXO", *["novice"] * 3)
    rng, phases = Random(3), set()
    seen: dict[tuple[int, int], list[list[list[int]]]] = {(390, 844): [], (844, 390): [], (1440, 900): []}

    def look() -> None:
        for (width, height), found in seen.items():
            page.set_viewport_size({"width": width, "height": height})
            found.append(page.evaluate(SEATED))

    assert go_on(page) == "decide"
    # Seven cards to choose from, and nobody behind them.
    for width, height in ((1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        cards, seats = page.evaluate(RAISED), page.evaluate(SITTERS)
        assert len(cards) == 7
        assert not [box for box in seats if any(overlap(box, card) for card in cards)], (width, height)
    PLAY["AXO"](page, rng)
    for _ in range(7):
        assert go_on(page) == "decide"
        phases.add(page.locator(".felt").get_attribute("class"))
        look()
        PLAY["AXO"](page, rng)
    assert len(phases) > 1, phases
    for size, found in seen.items():
        assert all(places == found[0] for places in found), (size, found)
    # Already while it thinks: the places of the ideas are there.
    page.locator("[data-part=hint]").click()
    page.locator("[data-part=ideas] li").first.wait_for()
    assert page.evaluate(SEATED) == seen[1440, 900][0]
    ideas = page.evaluate(BOXES)["ideas"]
    assert not [box for box in page.evaluate(SITTERS) if overlap(box, ideas)]
