"""States besides plain play: hints, what is told, turns in the background, settings, results, replays, no server."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.layout import SHIFTS, assert_no_sideways, assert_steady
from tests.browser.support.play import (
    PLAY,
    RESULT,
    RETRIES,
    go_on,
    name_oneself,
    open_game,
    play_out,
    play_rota,
    register,
    sit_down,
)
from tests.server.support.serving import LOOSE, Server, serving, sqlite_url


def until(page: Page, condition: str) -> None:
    """The content policy forbids what Playwright's own waiting does."""
    page.evaluate(f"async () => {{ while (!({condition})) await new Promise(next => setTimeout(next, 50)) }}")


HEARD = """() => {
  window.heard = []
  const live = document.querySelector('.page > [aria-live]')
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true,
    subtree: true })
}"""


def test_each_event_is_told_once(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota", *["novice"] * 2)
    assert go_on(page) == "decide"
    page.evaluate(HEARD)
    for number in range(3):
        play_rota(page, Random(number))
        assert go_on(page) == "decide"
    said = " ".join(page.evaluate("window.heard"))
    places = [word.split(".")[0] for word in said.split("a tile at ")[1:]]
    assert len(places) == 9
    assert len(set(places)) == 9, said


def test_a_hint_is_told_and_taken_up(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio Rota", "novice", options={"start": 0})
    assert go_on(page) == "decide"
    page.keyboard.press("h")
    ideas = page.get_by_role("list", name="Hint")
    expect(ideas.locator("li")).to_have_count(3, timeout=30_000)
    expect(page.locator(".note")).to_have_text("Games with hints don’t count for records.")
    # Before the engine is there ideas come from a rule, which does not always know why.
    counted = "to win" in ideas.inner_text()
    assert all(ideas.locator(".why").all_inner_texts()) or not counted
    assert violations(page) == []
    ideas.get_by_role("button").nth(1).click()
    expect(page.locator(".trial")).to_have_count(1)
    expect(page.locator(".actions .go")).to_be_enabled()
    page.keyboard.press("h")
    expect(ideas).to_have_count(0)
    expect(page.locator(".trial")).to_have_count(1)


def test_a_beginner_is_told_what_to_do(page: Page, server: Server) -> None:
    sit_down(page, server.url, "Axio", "novice", options={"start": 0})
    assert go_on(page) == "decide"
    prompt = page.locator("[data-part=prompt]")
    expect(prompt).to_contain_text("Your first tile lies next to a printed symbol")
    height = prompt.bounding_box()["height"]  # type: ignore[index]
    page.locator('[data-space="-3,-3"]').click()
    expect(prompt).to_have_text("Your first tile must touch a printed space that no other tile touches yet.")
    page.keyboard.press("1")
    expect(prompt).to_have_text("Now tap a lit space next to a printed symbol.")
    page.locator('[data-space="0,-1"]').click()
    expect(prompt).to_have_text(re.compile("This scores|No points"))
    assert prompt.bounding_box()["height"] == height  # type: ignore[index]
    # Three games later, or switched off, it is gone.
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('triax-settings'))
      localStorage.setItem('triax-settings', JSON.stringify({ ...kept, played: 3 }))
    }""")
    page.reload()
    assert go_on(page) == "decide"
    expect(prompt).to_have_count(0)
    page.goto(f"{server.url}/settings")
    page.get_by_role("switch", name="Show what to do next").check()
    page.go_back()
    expect(prompt).to_be_visible()


BACKGROUND = """
Object.defineProperty(document, 'hidden', { get: () => true })
window.told = []
window.Notification = class { constructor(title, options) { window.told.push(options.body) } }
window.Notification.permission = 'granted'
localStorage.setItem('triax-settings', JSON.stringify({ notify: true }))
"""


def test_in_the_background_one_is_told_of_ones_turn(page: Page, server: Server) -> None:
    page.add_init_script(BACKGROUND)
    sit_down(page, server.url, "Axio Rota", "novice")
    assert go_on(page) == "decide"
    expect(page).to_have_title("● Your move – Axio Rota – Triax")
    told = page.evaluate("window.told.length")
    play_rota(page, Random(1))
    assert go_on(page) == "decide"
    until(page, f"window.told.length > {told}")
    assert set(page.evaluate("window.told")) == {"Your move"}


def test_settings_are_kept(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/settings")
    # Nothing is played unasked.
    expect(page.get_by_role("switch", name="Play at once")).not_to_be_checked()
    page.get_by_role("switch", name="Zen").check()
    page.get_by_role("switch", name="Play at once").check()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Simona on the right").check()
    page.locator("#account-name").fill("Settler")
    page.locator("#account-password").fill("long enough")
    page.locator("form:has(#account-password) [type=submit]").click()
    expect(page.get_by_text("Signed in as Settler")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Settler")
    page.reload()
    expect(page.get_by_role("switch", name="Zen")).to_be_checked()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    knob, slot = (f"getComputedStyle(one{part}).backgroundColor" for part in (", '::before'", ""))
    assert page.get_by_role("switch", name="Zen").evaluate(f"one => {knob} !== {slot}"), "on or off cannot be seen"
    page.emulate_media(forced_colors="none", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    sit_down(page, server.url, "Axio Rota")
    assert go_on(page) == "decide"
    expect(page.locator(".stock")).to_be_hidden()
    # At once: it is seen first, and a second tap plays it, with a colour where one is asked for.
    page.locator(".cell").first.click()
    expect(page.locator(".trial")).to_have_count(1)
    if page.locator("fieldset .name").count():
        page.locator("fieldset .name").first.click()
    page.locator(".cell.tried").click()
    expect(page.locator(".display [role=img]")).to_have_count(5)
    open_game(page, server.url, "AXO", "Against Simona")
    assert go_on(page) == "decide"
    expect(page.locator(".simona.side-3")).to_be_visible()


def test_clock_turn_and_rules_are_in_sight(phone: Page, server: Server) -> None:
    """Even in Zen: nobody loses on time without having seen it, and the rules are in the menu."""
    phone.add_init_script("localStorage.setItem('triax-settings', JSON.stringify({ zen: true }))")
    sit_down(phone, server.url, "Axio", "novice", clock=120)
    assert go_on(phone) == "decide"
    clock = phone.get_by_role("timer", name="You")
    expect(clock).to_have_text(re.compile(r"^(2:00|1:5\d)$"))
    for seen in (clock, phone.get_by_text("Your move")):
        expect(seen).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Menu").tap()
    with phone.context.expect_page() as rules:
        phone.get_by_role("link", name="Rules").tap()
    expect(rules.value.get_by_role("heading", name="Axio Rules")).to_be_visible()


def test_home_offers_open_tables_the_day_and_ones_own_games(page: Page, browser: Browser, server: Server) -> None:
    page.add_init_script(SHIFTS)
    page.goto(server.url)
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Anybody may join").check()
    page.get_by_role("button", name="Open the table").click()
    name_oneself(page, "Ann")
    page.wait_for_url("**/t/*")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    # Somebody who has never been here finds it, and nothing fails on the way.
    with browser.new_context(locale="en-GB") as context:
        other, troubles = context.new_page(), list[str]()
        other.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        other.goto(server.url)
        other.locator(f"a[href='/t/{page.url.rsplit('/', 1)[-1]}']").click()
        expect(other.get_by_role("button", name="Sit down")).to_be_visible()
        assert troubles == []
    page.goto(server.url)
    mine = page.locator("section").filter(has=page.get_by_role("heading", name="Your games"))
    expect(mine.get_by_role("link")).to_have_count(1)
    # The second time their place is kept: nothing moves under a finger.
    page.reload(wait_until="networkidle")
    expect(mine.get_by_role("link")).to_have_count(1)
    assert_steady(page)
    page.get_by_role("button", name="Play the deal").click()
    page.wait_for_url("**/t/*")
    assert go_on(page) == "decide"
    page.goto(server.url)
    expect(mine.get_by_text("Deal of the day")).to_be_visible()
    expect(mine.get_by_role("link").first).to_contain_text("Your move")
    # One's deal leads on to that of another game, and can be looked at again.
    page.locator(".triptych").get_by_role("button", name="Continue", exact=True).click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    ended = page.url
    page.get_by_role("button", name="Today’s deal:").click()
    page.wait_for_url(lambda url: "/t/" in url and url != ended)
    page.goto(server.url)
    page.get_by_role("link", name="See your game").click()
    page.wait_for_url(ended)
    expect(page.locator(RESULT)).to_be_visible()


def test_nothing_moves_when_others_come(page: Page, browser: Browser, server: Server) -> None:
    """Somebody opens a table while one looks at the first page."""
    later = False

    def answer(route: Route) -> None:
        found = route.fetch()
        shown = found.json()
        route.fulfill(
            response=found, json={**shown, "people": 4} if later else {**shown, "open": [], "playing": [], "people": 1}
        )

    page.add_init_script(SHIFTS)
    page.clock.install()
    page.route("**/api/home", answer)
    page.goto(server.url, wait_until="networkidle")
    expect(page.get_by_role("button", name="Find somebody")).to_be_visible()
    with browser.new_context(locale="en-GB") as context:
        other = context.new_page()
        sit_down(other, server.url, "Axio Rota", "open", public=True)
        later = True
        page.clock.run_for(11_000)
        expect(page.locator(f"a[href='/t/{other.url.rsplit('/', 1)[-1]}']")).to_be_visible()
    expect(page.get_by_text("4 players here")).to_be_visible()
    assert_steady(page)


def test_pages_come_whole_in_a_browser_that_knows_nothing(phone: Page, server: Server) -> None:
    """Somebody with games and an account looks from another device: what comes later pushes nothing about."""
    register(phone, server.url, "Steady Ada")
    for seats in (["me"], ["me"], ["me", "open"]):
        body, headers = {"game": "rota", "seats": seats}, {"Origin": server.url}
        made = phone.request.post(f"{server.url}/api/tables", data=body, headers=headers, max_retries=RETRIES)
        assert made.ok, made.text()
    phone.add_init_script(SHIFTS)

    def late(route: Route) -> None:
        time.sleep(0.3)  # so that what is there before is seen
        route.continue_()

    phone.route(re.compile(r"/api/(home|people|puzzles)\b"), late)
    for path in ("/", "/people", "/puzzles/rota", f"/t/{made.json()['id']}"):
        phone.goto(server.url + path, wait_until="networkidle")
        assert_steady(phone)
    # Once it is known that moves wait, the first page keeps its place for saying so.
    phone.goto(server.url, wait_until="networkidle")
    expect(phone.get_by_role("navigation", name="Your move")).to_be_visible()
    assert_steady(phone)


def test_one_tap_plays_as_last_time(page: Page, server: Server) -> None:
    page.goto(server.url)
    assert_it_can_be_installed(page, server)
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Play", exact=True).click()
    assert (asked.value.post_data_json or {})["seats"] == ["me", "apprentice"]
    page.wait_for_url("**/t/*")
    page.goto(server.url)
    # Two taps: another game, and Play. Which one is the deal of the day hangs on the day.
    other = page.get_by_role("button", name=re.compile("^Choose ")).last
    title = (other.text_content() or "").removeprefix("Choose ")
    other.click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.goto(server.url)
    expect(page.get_by_role("region", name="Play")).to_contain_text(f"{title}, against the Apprentice bot")


def test_what_is_chosen_is_what_is_asked_for(page: Page, server: Server) -> None:
    page.goto(server.url)
    form = page.get_by_role("region", name="Play")
    form.get_by_role("radio", name="AXO").check()
    form.get_by_role("button", name="With friends").click()
    form.get_by_label("Players").select_option("3")
    form.get_by_label("Time to think").select_option("2\u00a0minutes a move")
    form.get_by_label("Anybody may join").check()
    form.get_by_label("With effects").uncheck()
    common: dict[str, Any] = {"game": "axo", "options": {"effects": False}}
    form.get_by_role("button", name="Open the table").click()
    with page.expect_request("**/api/tables") as asked:
        name_oneself(page, "Ann")
    # Whoever comes by is not to be beaten by hints.
    seats = ["me", "open", "open"]
    assert asked.value.post_data_json == {**common, "seats": seats, "public": True, "clock": 120, "hints": False}
    page.wait_for_url("**/t/*")
    page.goto(server.url)
    form.get_by_role("button", name="Against bots").click()
    expect(form.get_by_label("With effects")).not_to_be_checked()
    form.get_by_label("Players").select_option("4")
    form.get_by_label("Level").select_option("Adept")
    with page.expect_request("**/api/tables") as asked:
        form.get_by_role("button", name="Start", exact=True).click()
    common |= {"public": False, "clock": None}
    assert asked.value.post_data_json == {**common, "seats": ["me", *["adept"] * 3], "hints": True}
    page.wait_for_url("**/t/*")


def test_results_and_replay(page: Page, server: Server, tmp_path: Path) -> None:
    sit_down(page, server.url, "Axio Rota", "novice")
    play_out(page, "Axio Rota")
    result = page.get_by_role("dialog")
    # Between two the numbers say it; what decides a tie is marked.
    expect(result.locator(".duel, .decisive").first).to_be_visible()
    expect(result.locator(".pillars .seat")).to_have_count(2)
    expect(result.get_by_role("img", name="Lowest track over time")).to_be_visible()
    # Where there is room for it the poster is seen at once.
    until(page, "document.querySelector('.poster img')?.naturalWidth === 1080")
    with page.expect_download() as poster:
        result.locator(".poster").click()
    assert poster.value.suggested_filename == "triax-rota-poster.png"
    result.get_by_role("button", name="Close").click()
    expect(result).to_have_count(0)
    page.get_by_role("button", name="Show the results").click()
    expect(result).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    # A link leads to the very position, with every hand open.
    page.goto(f"{server.url}/replay/{table}?at=5")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("5")
    expect(page.locator(".what strong")).to_contain_text("a tile at")
    with page.expect_download() as record:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(Path(record.value.path()).read_text("utf-8"))
    expect(page.get_by_text("All hands")).to_be_visible()
    tiles = page.locator(".display [role=img]").count()
    lowest = [re.findall(r"\d+", words)[0] for words in page.locator(".scores .why .words").all_inner_texts()]
    assert page.locator("figure li strong").all_inner_texts() == lowest
    assert violations(page) == []
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("6")
    expect(page.locator(".display [role=img]")).to_have_count(tiles + 1)
    page.wait_for_url("**?at=6")
    page.get_by_role("button", name="Play by itself").click()
    until(page, "Number(document.querySelector('[type=range]').value) > 7")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Share a poster").click()
    assert picture.value.suggested_filename == "triax-rota-poster.png"
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    # On a phone, in the language with the longest words.
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("localStorage.setItem('triax-settings', JSON.stringify({ language: 'de' }))")
    page.reload()
    expect(page.get_by_role("slider")).to_be_visible()
    assert_no_sideways(page)
    page.goto(f"{server.url}/t/{table}")
    again = page.get_by_role("button", name="Noch einmal", exact=True)
    expect(again).to_be_in_viewport(ratio=1)


def test_without_a_server_the_page_opens_and_says_so(page: Page, tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path), limits=LOOSE) as server:
        page.goto(server.url)
        until(page, "navigator.serviceWorker.controller && await caches.match('/')")
        server.kill()
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.goto(f"{server.url}/t/nothing")
        expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()


def test_a_server_that_was_updated_meanwhile(browser: Browser, server: Server) -> None:
    """It no longer has the parts of the build that runs here: the page is read afresh, and the game goes on."""
    # What a service worker asks for cannot be made to fail here.
    with browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block") as context:
        page = context.new_page()
        sit_down(page, server.url, "Axio Rota")
        assert go_on(page) == "decide"
        gone = re.compile(r"/assets/Chat-.*\.js")
        page.route(gone, lambda route: route.fulfill(status=404))
        with page.expect_navigation():
            page.get_by_role("button", name="Chat").click()
        page.unroute(gone)
        assert go_on(page) == "decide"
        page.get_by_role("button", name="Chat").click()
        expect(page.get_by_role("complementary", name="Chat")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_what_opens_has_no_violations(page: Page, server: Server, theme: Any) -> None:  # noqa: ANN401
    page.emulate_media(color_scheme=theme)
    page.goto(server.url)
    page.get_by_role("button", name="With friends").click()
    assert violations(page) == []
    sit_down(page, server.url, "Axio Rota", "me")
    expect(page.locator(".curtain")).to_be_visible()
    assert violations(page) == []
    sit_down(page, server.url, "AXO", "novice")
    assert go_on(page) == "decide"
    page.locator(".cards button").first.click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    for number in range(3):
        assert go_on(page) == "decide"
        PLAY["AXO"](page, Random(number))
    assert go_on(page) == "decide"
    assert violations(page) == []
    page.get_by_role("button", name="Menu").click()
    for summary in page.locator("dialog summary").all():
        summary.click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("complementary", name="Chat")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("locale", "refusal"), [("de-DE", "Diesen Tisch gibt es nicht"), ("it-IT", "Questo tavolo non esiste")]
)
def test_the_browsers_language(browser: Browser, server: Server, locale: str, refusal: str) -> None:
    """What is refused is told in it, too."""
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(f"{server.url}/t/nothing-of-the-kind")
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        expect(page.get_by_role("heading", name=refusal)).to_be_visible(timeout=30_000)


@pytest.mark.parametrize(("game", "steps"), [("rota", 6), ("axio", 5), ("axo", 6)])
def test_a_lesson_leads_to_a_game(page: Page, server: Server, game: str, steps: int) -> None:
    ghosts = 0
    page.goto(f"{server.url}/learn/{game}")
    for step in range(1, steps + 1):
        expect(page.get_by_text(f"step {step} of")).to_be_visible()
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".go")).to_be_enabled()
        # What gives the points lights up while it is tried.
        if game != "axo":
            expect(page.locator(".light, .beam").first).to_be_visible()
        ghosts += page.locator(".to-come").count()
        page.locator(".go").click()
        page.get_by_role("button", name="Next").click()
    assert bool(ghosts) == (game == "axio")
    expect(page.get_by_text("You know how to play")).to_be_visible()
    page.get_by_role("button", name="Play against a novice").click()
    page.wait_for_url("**/t/*")
    assert go_on(page) == "decide"


def assert_it_can_be_installed(page: Page, server: Server) -> None:
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(f"{server.url}{link}").json()
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        assert page.request.get(server.url + icon["src"]).ok, icon
