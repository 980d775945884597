"""Several people: online with a spectator, a server that dies and comes back, a phone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.support.layout import assert_one_screen, boxes
from tests.browser.support.play import (
    GO,
    PLAY,
    RESULT,
    asked,
    count,
    go_on,
    name_oneself,
    open_game,
    play_rota,
    point,
    sit_down,
    wait_until,
)
from tests.server.support.serving import LOOSE, Server, serving, sqlite_url


def newcomer(browser: Browser, address: str) -> Page:
    page = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
    page.set_default_timeout(30_000)
    page.goto(address)
    return page


def test_two_browsers_and_a_spectator(page: Page, browser: Browser, server: Server) -> None:
    open_game(page, server.url, "Axio Rota", "With friends")
    link = page.get_by_role("textbox").input_value()
    friend = newcomer(browser, link)
    friend.get_by_role("button", name="Sit down").click()
    name_oneself(friend, "Bea")
    expect(page.locator(".table")).to_be_visible()
    watcher = newcomer(browser, link)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    watcher.get_by_role("button", name="Chat").click()
    watcher.get_by_label("Say something").fill("What a game")
    watcher.get_by_role("button", name="Send").click()
    expect(watcher.get_by_role("complementary").get_by_text("What a game")).to_be_visible()
    # What one lays the other sees, and so does whoever watches; a spectator is never shown a hand.
    rng, players = Random(5), (page, friend)
    for laid in range(1, 5):
        play_rota(next(one for _ in range(1000) for one in players if asked(one) == "decide"), rng)
        for one in (*players, watcher):
            expect(one.locator(".display [role=img]")).to_have_count(4 + laid)
        assert watcher.locator(".hand").count() == 0
    friend.get_by_role("button", name="Menu").click()
    # A double tap at one place does not resign.
    resign = friend.get_by_role("button", name="Resign", exact=True)
    sure = friend.get_by_role("button", name="Yes, resign")
    resign.click()
    expect(sure).to_be_visible()
    friend.mouse.down()
    friend.mouse.up()
    expect(sure).to_have_count(0)
    resign.click()
    sure.click()
    for one in (*players, watcher):
        expect(one.locator(RESULT)).to_be_visible()
    expect(page.locator(RESULT)).to_have_text("You win!")
    # What spectators said is for all, now that it gives nothing away.
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("complementary").get_by_text("What a game")).to_be_visible()
    page.get_by_role("complementary").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: not address.endswith(link.rsplit("/", 1)[-1]))
    friend.get_by_role("button", name="To the next game").click()
    expect(friend.locator(".table")).to_be_visible()
    for one in (friend, watcher):
        one.context.close()


def test_a_waiting_room_shuts_nobody_out(page: Page, browser: Browser, server: Server) -> None:
    """The host invites; somebody at the same screen is a choice of its own, and a seat that is kept stays so."""
    open_game(page, server.url, "Axio", "With friends", players=3)
    expect(page.get_by_role("heading", name="Waiting for 2 more players")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    page.get_by_text("Nobody else coming?").click()
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_role("list", name="Seats").get_by_text("Apprentice bot")).to_be_visible()
    troubles = list[str]()
    friend = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
    friend.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    friend.goto(page.url)
    expect(friend.get_by_role("heading", name="Ann invites you to a game")).to_be_visible()
    friend.get_by_role("button", name="Sit down").click()
    name_oneself(friend, "Bea")
    expect(friend.locator(".table")).to_be_visible()
    assert troubles == []
    for one in (friend, page):
        one.get_by_role("button", name="Menu").click()
        one.get_by_role("button", name="Resign").click()
        one.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Play again").click()
    seats = page.get_by_role("list", name="Seats")
    expect(seats.get_by_text("kept for Bea")).to_be_visible()
    page.get_by_text("Nobody else coming?").click()
    expect(page.get_by_role("button", name="Add someone on this device")).to_have_count(0)
    # A name is asked for once.
    friend.get_by_role("button", name="To the next game").click()
    expect(friend.locator(".table")).to_be_visible()
    friend.goto(f"{server.url}/t/nothing")
    expect(friend.get_by_role("heading", name="This table does not exist")).to_be_visible()
    friend.context.close()


def test_the_server_dies_and_comes_back(page: Page, tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path), limits=LOOSE) as server:
        sit_down(page, server.url, "Axio Rota")
        assert go_on(page) == "decide"
        play_rota(page, Random(1))
        expect(page.locator(".display [role=img]")).to_have_count(5)
        assert go_on(page) == "decide"
        page.locator(".cell").first.click()
        expect(page.locator(".trial")).to_have_count(1)
        page.wait_for_load_state("networkidle")  # a file that is cut off is told by the browser
        server.kill()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)
        expect(page.locator(".display [role=img]")).to_have_count(5)
        assert go_on(page) == "decide"
        expect(page.locator(".trial"), "what was being tried is still there").to_have_count(1)
        play_rota(page, Random(2))
        expect(page.locator(".display [role=img]")).to_have_count(6)


class Wire:
    """What lies between a page and its server: it can be cut right behind a move, and it can stay cut."""

    def __init__(self, page: Page) -> None:
        self.passes_moves = self.is_whole = True
        self.cut_behind_move = False
        self.moves: list[dict[str, Any]] = []
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/socket?steps", self.lay)

    def lay(self, client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        self.open.append(client)

        def there(message: str | bytes) -> None:
            if json.loads(message)["type"] != "move":
                return server.send(message)
            self.moves.append(json.loads(message))
            if self.passes_moves:
                server.send(message)
            if self.cut_behind_move:
                self.cut()
            return None

        client.on_message(there)
        server.on_message(lambda message: client.send(message) if self.is_whole else None)
        if not self.is_whole:
            client.close()

    def cut(self) -> None:
        self.is_whole = False
        for client in self.open:
            client.close()

    def mend(self) -> None:
        self.is_whole = self.passes_moves = True
        self.cut_behind_move = False


@pytest.mark.parametrize("arrives", [True, False])
def test_a_line_cut_behind_a_move(page: Page, server: Server, arrives: bool) -> None:
    """Whether the server has it already or not: it is sent again as it was, and played once."""
    wire = Wire(page)
    sit_down(page, server.url, "Axio Rota")
    assert go_on(page) == "decide"
    wire.cut_behind_move, wire.passes_moves = True, arrives
    point(page, ".cell")
    if count(page, "fieldset .name") != [0]:
        point(page, "fieldset .name")
    point(page, GO)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    wire.mend()
    expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)
    expect(page.locator(".display [role=img]")).to_have_count(5)
    assert len(wire.moves) == 2
    assert wire.moves[0] == wire.moves[1]
    wait_until(page, "taken")
    expect(page.get_by_role("alert")).to_have_count(0)
    play_rota(page, Random(2))
    expect(page.locator(".display [role=img]")).to_have_count(6)


def test_a_decision_that_changes_during_a_break(page: Page, server: Server) -> None:
    """Another window plays on until a card is to be played again: as many moves, but other ones. Nothing is left of the
    card and the colour that were chosen before."""
    colours, rng = ".hand fieldset button", Random(3)
    wire = Wire(page)
    sit_down(page, server.url, "AXO")
    while go_on(page) == "decide" and count(page, colours) == [0]:
        PLAY["AXO"](page, rng)
    point(page, ".cards button")
    point(page, colours)
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(2)
    wire.cut()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    played = 0
    while go_on(other) == "decide" and (not played or count(other, colours) == [0]):
        PLAY["AXO"](other, rng)
        played += 1
    hand = other.locator(".cards svg").evaluate_all(LABELS)
    wire.mend()
    expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)
    assert go_on(page) == "decide"
    assert page.locator(".cards svg").evaluate_all(LABELS) == hand
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    expect(page.locator(GO)).to_be_disabled()
    assert wire.moves[-1]["move"].startswith(("area", "mark", "free", "extra", "pass"))


LABELS = "all => all.map(one => one.getAttribute('aria-label'))"


def test_a_phone(phone: Page, server: Server) -> None:
    """Fingers are enough."""
    phone.goto(server.url)
    phone.get_by_role("button", name="Other games and opponents").tap()
    phone.get_by_role("button", name="Solo").tap()
    phone.wait_for_url("**/t/*")
    assert go_on(phone) == "decide"
    assert_one_screen(phone, 390, 844)
    phone.locator(".cell").first.tap()
    phone.get_by_role("button", name="Turn right").tap()
    names = phone.locator("fieldset .name")
    if names.count():
        names.first.tap()
    phone.locator(".actions .go").tap()
    expect(phone.locator(".display [role=img]")).to_have_count(5)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_is_still_thinking(page: Page, browser: Browser, server: Server) -> None:
    """In AXO all decide at once, and see who has not yet."""
    sit_down(page, server.url, "AXO", "open")
    friend = newcomer(browser, page.url)
    friend.get_by_role("button", name="Sit down").click()
    name_oneself(friend, "Bea")
    assert go_on(friend) == "decide"
    others = [one.locator(".sitter .state") for one in (page, friend)]
    for state in others:
        expect(state).to_contain_text("choosing")
    PLAY["AXO"](page, Random(1))
    expect(others[0]).to_contain_text("choosing")
    expect(others[1]).to_contain_text("done")
    friend.context.close()


def test_since_you_were_away(page: Page, server: Server) -> None:
    """Whoever comes back to a game is told what has happened meanwhile."""
    sit_down(page, server.url, "Axio Rota", "novice")
    assert go_on(page) == "decide"
    address = page.url
    other = page.context.new_page()
    other.goto(address)
    assert go_on(other) == "decide"
    # What another tab has seen is not missed; a browser that was closed meanwhile has missed it.
    key = page.evaluate("Object.keys(localStorage).find((name) => name.startsWith('triax-seen'))")
    seen = page.evaluate("(key) => localStorage.getItem(key)", key)
    page.goto(server.url)
    play_rota(other, Random(1))
    assert go_on(other) == "decide"
    other.evaluate("([key, seen]) => localStorage.setItem(key, seen)", [key, seen])
    other.close()
    page.goto(address)
    away = page.get_by_role("region", name="While you were away")
    expect(away).to_be_visible()
    expect(away.get_by_text("You: a tile at")).to_be_visible()
    # It lies over the board: nothing has moved for it.
    assert_one_screen(page, 1440, 900)
    before = boxes(page)
    away.get_by_role("button", name="Close").click()
    expect(away).to_have_count(0)
    assert boxes(page) == before
