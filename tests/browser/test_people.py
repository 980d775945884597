"""People find each other: two become friends and play, two strangers press one button and meet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.layout import assert_no_sideways
from tests.browser.support.play import name_oneself, register
from tests.server.support.serving import Server


def newcomer(browser: Browser, address: str) -> Page:
    page = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
    page.set_default_timeout(30_000)
    page.goto(address)
    return page


def test_two_become_friends_and_play(page: Page, browser: Browser, server: Server) -> None:
    register(page, server.url, "Ada Browser")
    other = newcomer(browser, "about:blank")
    register(other, server.url, "Bea Browser")
    for one in (page, other):
        one.goto(f"{server.url}/people")
        expect(one.get_by_text("No friends yet")).to_be_visible()
    page.get_by_label("Their account name").fill("bea browser")
    page.get_by_role("button", name="Send a request", exact=True).click()
    expect(page.get_by_text("Your request to Bea Browser is sent.")).to_be_visible()
    # It reaches the other at once.
    other.get_by_role("button", name=re.compile("Accept.*Ada Browser")).click()
    for one, name in ((page, "Bea Browser"), (other, "Ada Browser")):
        expect(one.locator("summary", has_text=name).get_by_text("here now")).to_be_visible()
    assert not violations(page)
    open_game_of_friends(page, server.url)
    page.get_by_role("button", name=re.compile("Invite .*Bea Browser")).click()
    expect(page.get_by_role("button", name=re.compile("Invited.*Bea Browser"))).to_be_disabled()
    expect(other.get_by_text("Ada Browser invites you: Axio Rota for two")).to_be_visible()
    other.get_by_role("button", name="To the table").click()
    other.get_by_role("button", name="Sit down").click()
    for one in (page, other):
        expect(one.locator("main .table")).to_be_visible()
    other.context.close()


def test_a_friends_link_leads_on_behind_a_new_account(page: Page, browser: Browser, server: Server) -> None:
    host = newcomer(browser, "about:blank")
    register(host, server.url, "Emil Browser")
    host.goto(f"{server.url}/people")
    host.get_by_role("button", name="Create a link").click()
    page.goto(host.get_by_label("Create a link").input_value())
    expect(page.get_by_role("heading", name="Emil Browser would like to be your friend")).to_be_visible()
    # Said once, though friends and the link both need it.
    expect(page.get_by_text("You need an account for friends and clubs").filter(visible=True)).to_have_count(1)
    page.get_by_role("link", name="Create an account").click()
    account = page.get_by_role("region", name="Account")
    expect(account.get_by_role("button", name="Create an account").last).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0, "nothing that comes late pushes it away"
    account.get_by_label("Your name").fill("Frida Browser")
    account.get_by_label("Password").fill("correct horse")
    account.get_by_role("button", name="Create an account").click()
    page.get_by_role("button", name="Become friends").click()
    expect(page.get_by_text("You and Emil Browser are friends now.")).to_be_visible()
    # From a friend's row to a table of two.
    page.locator("summary", has_text="Emil Browser").click()
    page.get_by_role("button", name="Invite to a game: Emil Browser", exact=True).click()
    page.get_by_role("radio", name="Axio Rota", exact=True).check()
    assert not violations(page)
    page.get_by_role("button", name="Open the table", exact=True).click()
    expect(host.get_by_text("Frida Browser invites you: Axio Rota for two")).to_be_visible()
    # Leaving for good.
    page.goto(f"{server.url}/settings")
    page.get_by_text("Delete my account").click()
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("Everything is deleted.")).to_be_visible()
    # Whoever looks at their friends sees it at once.
    expect(host.get_by_text("No friends yet")).to_be_visible()
    host.context.close()


def open_game_of_friends(page: Page, url: str) -> None:
    page.goto(url)
    console = page.get_by_role("region", name="Play", exact=True)
    console.get_by_role("radio", name="Axio Rota", exact=True).check()
    console.get_by_role("button", name="With friends", exact=True).click()
    console.get_by_role("button", name="Open the table", exact=True).click()
    page.wait_for_url("**/t/*")


def test_two_strangers_meet(page: Page, browser: Browser, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("radio", name="Axio", exact=True).check()
    find = page.get_by_role("region", name="Find somebody")
    find.get_by_role("button", name="Find somebody").click()
    name_oneself(page, "Ann")
    expect(find.get_by_text("Looking for somebody: Axio for two, 2 minutes a move")).to_be_visible()
    # A game against a bot meanwhile is left when somebody comes.
    find.get_by_role("button", name="Play a bot while you wait").click()
    expect(page.locator("main .table")).to_be_visible()
    first = page.url
    expect(page.get_by_role("button", name="Stop looking")).to_be_visible()
    other = newcomer(browser, server.url)
    other.get_by_role("button", name="One player is looking for Axio for two, 2 minutes a move").click()
    name_oneself(other, "Ben")
    for one in (page, other):
        one.wait_for_url(lambda address: "/t/" in address and address != first)
        expect(one.locator("main .table")).to_be_visible()
    assert page.url == other.url
    other.context.close()


def test_a_club_by_its_link(page: Page, browser: Browser, server: Server) -> None:
    register(page, server.url, "Cleo Browser")
    page.goto(f"{server.url}/people")
    page.get_by_text("Start a club").click()
    page.get_by_label("Name of the club").fill("The Lanterns")
    page.get_by_role("button", name="Start the club").click()
    expect(page.get_by_role("heading", name="The Lanterns")).to_be_visible()
    link = page.get_by_label("Whoever has this link may join").input_value()
    assert not violations(page)
    other = newcomer(browser, "about:blank")
    register(other, server.url, "Dana Browser")
    other.goto(link)
    expect(other.get_by_role("heading", name="You are invited to The Lanterns")).to_be_visible()
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_role("link", name="Cleo Browser")).to_be_visible()
    # A tournament of the club, from its page to the other's list.
    page.get_by_role("button", name="New tournament").click()
    page.get_by_role("textbox", name="Name").fill("Thursday cup")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Thursday cup")).to_be_visible()
    other.reload()
    expect(other.get_by_role("link", name=re.compile("Thursday cup"))).to_be_visible()
    page.get_by_role("link", name="Club", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Thursday cup"))).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("radio", name="Axio", exact=True).last.check()
    page.get_by_label("Time to think").select_option(label="30 seconds a move")
    page.get_by_role("button", name="Open the table", exact=True).click()
    page.wait_for_url("**/t/*")
    other.reload()
    other.get_by_role("link", name=re.compile("Join.*Axio")).first.click()
    expect(other.get_by_role("heading", name="Cleo Browser invites you to a game")).to_be_visible()
    other.context.close()


@pytest.mark.parametrize("path", ["/people", "/clubs/none", "/people/link/none"])
def test_pages_fit_a_phone(phone: Page, server: Server, path: str) -> None:
    phone.goto(f"{server.url}{path}")
    expect(phone.get_by_role("heading").first).to_be_visible()
    assert_no_sideways(phone)
