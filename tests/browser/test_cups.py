"""Tournaments in the browser: one is made, others join, one's own table is a tap away, and the standings tell."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.play import RETRIES
from tests.server.support.serving import Server


def ask(request: APIRequestContext, method: str, url: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
    answer = request.fetch(
        url, method=method, data=body, headers={"origin": url.split("/api", maxsplit=1)[0]}, max_retries=RETRIES
    )
    assert answer.ok, answer.text()
    return answer.json()


def give_up(request: APIRequestContext, page: Page) -> None:
    """At the table which the page shows."""
    table = page.url.replace("/t/", "/api/tables/")
    ask(request, "POST", f"{table}/resign", {"seat": ask(request, "GET", table)["yours"][0]})


def test_from_a_new_tournament_to_the_last_round(page: Page, browser: Browser, server: Server) -> None:
    here = page.context.request
    me = ask(here, "POST", f"{server.url}/api/session", {"name": "Hostess"})
    ask(
        here, "POST", f"{server.url}/api/account", {"name": f"Host {me['id'][:5]}", "password": "correct horse battery"}
    )
    page.goto(f"{server.url}/cups")
    page.get_by_role("button", name="New tournament").click()
    page.get_by_role("textbox", name="Name").fill("Spring cup")
    page.get_by_label("Rounds").select_option("2")
    expect(page.get_by_text("players with similar scores meet")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Create").click()
    page.wait_for_url(re.compile("/cups/[^/]+$"))
    expect(page.get_by_role("heading", name="Spring cup")).to_be_visible()
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You are in.")).to_be_visible()
    cup = page.url.rsplit("/", 1)[1]
    where = f"{server.url}/api/tournaments/{cup}"
    with browser.new_context() as elsewhere:
        ask(elsewhere.request, "POST", f"{server.url}/api/session", {"name": "Ben"})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(where)))
        with page.expect_response(f"{where}/next"):
            pass
        # Nothing has happened: all of the page is not asked for again.
        assert "" not in asked
        ask(elsewhere.request, "POST", f"{where}/join", {})
        expect(page.get_by_role("cell", name="Ben")).to_be_visible()
        page.get_by_role("button", name="Begin now").click()
        to_table = page.get_by_role("link", name="To your table").first
        expect(to_table).to_be_visible()
        expect(page.get_by_text("The games of this round can be seen")).to_be_visible()
        assert violations(page) == []
        to_table.click()
        page.wait_for_url("**/t/*")
        expect(page.locator("[data-game=rota] .cell").first).to_be_visible()
        give_up(elsewhere.request, page)
        # At the table that is over, and on every other page: the next round has begun.
        on = page.get_by_role("link", name="Round 2: to your table")
        expect(on).to_be_visible()
        expect(page.locator("[data-part=round]")).to_contain_text("Spring cup: round 2 has begun.")
        first = page.url
        on.click()
        page.wait_for_url(lambda address: address != first)
        expect(page.locator("[data-part=round]")).to_have_count(0)
        expect(page.get_by_role("group", name="The display")).to_be_visible()
        give_up(elsewhere.request, page)
    page.get_by_role("link", name="Tournament", exact=True).click()
    expect(page.get_by_text(re.compile("has won"))).to_be_visible()
    row = page.get_by_role("row", name=re.compile("^1 Host"))
    expect(row).to_contain_text("4")
    expect(page.get_by_role("link", name="Replay").first).to_be_visible()
    assert violations(page) == []
    look_closer(page)


def look_closer(page: Page) -> None:
    """The boards of each round; on a phone what breaks ties."""
    page.get_by_label("Round", exact=True).select_option("1")
    expect(page.get_by_role("region", name="Boards").get_by_role("listitem")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("row", name=re.compile("^1 Host"))).to_contain_text("Direct")
    page.set_viewport_size({"width": 1440, "height": 900})
