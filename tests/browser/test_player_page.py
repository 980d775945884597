"""A player's page and who may see it; what is said with one tap, in every reader's language, and not heard if muted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.play import RETRIES, register, sit_down
from tests.server.support.serving import Server


def test_one_s_page_is_for_those_whom_one_lets_see_it(page: Page, browser: Browser, server: Server) -> None:
    register(page, server.url, "Page Ann")
    mine = page.context.request.get(f"{server.url}/api/session").json()["id"]
    with browser.new_context(locale="en-GB") as elsewhere:
        other = elsewhere.new_page()
        register(other, server.url, "Page Ben")
        other.goto(f"{server.url}/me/{mine}")
        expect(other.get_by_role("heading", name="Achievements")).to_be_visible()
        assert violations(other) == []
        page.goto(f"{server.url}/settings")
        with page.expect_response("**/api/profile"):
            page.get_by_role("radiogroup", name="Who may see your page").get_by_role("radio", name="Nobody").check()
        other.reload()
        expect(other.get_by_text("This player keeps their page private.")).to_be_visible()
        expect(other.get_by_role("heading", name="Achievements")).to_have_count(0)
        sit_down(page, server.url, "Axio Rota", "novice")
        page.goto(f"{server.url}/me")
        expect(page.get_by_role("heading", name="Achievements")).to_be_visible()
        heads = page.locator("main h2").all_inner_texts()
        assert heads[:3] == ["Games in progress", "Past games", "Deal of the day"], "whoever asks for games finds games"


def test_phrases_are_read_in_one_s_language_and_chat_is_muted(page: Page, browser: Browser, server: Server) -> None:
    sit_down(page, server.url, "AXO", "open")
    table = page.url.rsplit("/", 1)[1]
    with browser.new_context(locale="de-DE") as elsewhere:
        headers = {"Origin": server.url}
        assert elsewhere.request.post(
            f"{server.url}/api/session", data={"name": "Ben"}, headers=headers, max_retries=RETRIES
        ).ok
        assert elsewhere.request.post(
            f"{server.url}/api/tables/{table}/join", data={}, headers=headers, max_retries=RETRIES
        ).ok
        other = elsewhere.new_page()
        other.goto(page.url)
        for one in (page, other):
            one.get_by_role("button", name="Chat", exact=True).click()
        page.get_by_role("button", name="Nice move!").click()
        lines = other.locator("[data-part=chat] li")
        expect(lines).to_have_text(["Guest Schöner Zug!"])
        expect(page.locator("[data-part=chat] li")).to_have_text(["Guest Nice move!"])
        mute = other.locator("[data-part=chat] .mute")
        mute.click()
        expect(mute).to_have_attribute("aria-pressed", "true")
        expect(lines.filter(has_text="Schöner Zug!")).to_have_count(0)
        # What was said meanwhile is there again when one listens.
        page.get_by_role("button", name="Hello!").click()
        expect(page.locator("[data-part=chat] li")).to_have_count(2)
        mute.click()
        expect(lines).to_have_count(2)
        assert violations(other) == []


@pytest.mark.slow
def test_the_result_of_a_day_is_shared_and_past_days_are_played(page: Page, server: Server) -> None:
    register(page, server.url, "Page Day")
    asking, headers = page.context.request, {"Origin": server.url}
    table = asking.post(f"{server.url}/api/daily/rota", headers=headers, max_retries=RETRIES).json()["id"]
    where = f"{server.url}/api/tables/{table}"
    for number in range(100):
        shown = asking.get(where, max_retries=RETRIES).json()
        if shown["table"]["status"] == "over":
            break
        start, ends, _ = shown["states"][0]["moves"][0]
        move = {"seat": 0, "move": start + ends[0], "id": f"day-{number}"}
        assert asking.post(f"{where}/moves", data=move, headers=headers, max_retries=RETRIES).ok
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    page.goto(f"{server.url}/me")
    page.get_by_role("button", name="Share the result").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    # The result, and nothing of the deal.
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Axio Rota" in text
    assert table not in text
    with page.expect_download() as picture:
        page.get_by_role("button", name="Result as a picture").click()
    assert picture.value.suggested_filename.endswith(".png")
    page.get_by_role("button", name="Show past days").click()
    page.get_by_role("button", name=re.compile("^Play.*Axio Rota,")).first.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main .table")).to_be_visible()
