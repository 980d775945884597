"""How one is told that it is one's turn: chosen in the settings, confirmed and ended by links in letters."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import violations
from tests.server.support.post_office import ORIGIN, PostOffice, link_of, post_office
from tests.server.support.serving import Server, serving, sqlite_url

TO = "ann@example.com"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    with post_office(tmp_path / "letters") as running:
        yield running


@pytest.fixture
def server(office: PostOffice, tmp_path: Path) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path), "--origin", ORIGIN, variables=office.variables) as running:
        yield running


def newest(office: PostOffice, count: int) -> str:
    deadline = time.monotonic() + 30
    while len(office.letters(TO)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return link_of(office.letters(TO)[-1], "confirm" if count == 1 else "recover")


def test_mail_and_vacation_are_chosen_in_the_settings_and_a_lost_password_set_anew(
    server: Server, office: PostOffice, page: Page
) -> None:
    page.goto(f"{server.url}/settings")
    page.locator("#account-name").fill("Ann")
    page.locator("#account-password").fill("correct horse")
    page.get_by_role("button", name="Create an account").click()
    section = page.get_by_role("region", name="Your turn")
    # Nothing is asked of the browser before a tap.
    assert page.evaluate("Notification.permission") != "granted"
    reminders = section.get_by_role("switch", name="Before my time runs out")
    expect(reminders).to_be_checked()
    reminders.press("Space")
    expect(reminders).not_to_be_checked()
    section.get_by_label("E-mail address").fill(TO)
    section.locator("#mail-password").fill("correct horse")
    section.get_by_role("button", name="Send the e-mail").press("Enter")
    expect(section.get_by_text(f"Waiting for {TO} to be confirmed.")).to_be_visible()
    page.goto(f"{server.url}/mail#confirm={newest(office, 1)}")
    page.get_by_role("button", name="Yes, this is my address").click()
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    assert "#" not in page.url
    page.goto(f"{server.url}/settings")
    section.get_by_role("radio", name="once a day").check()
    expect(section.get_by_label("At", exact=True)).to_be_visible()
    section.get_by_role("button", name="Go on vacation").click()
    expect(section.get_by_text("You are away until")).to_be_visible()
    section.get_by_role("button", name="I am back").click()
    expect(section.get_by_role("button", name="Go on vacation")).to_be_visible()
    assert violations(page) == []
    # Without the password.
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("radio", name="Sign in", exact=True).check()
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill(TO)
    page.get_by_role("button", name="Send the e-mail").click()
    expect(page.get_by_text("If we know the address")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{server.url}/mail#recover={newest(office, 2)}")
    page.get_by_label("New password").fill("another horse")
    page.get_by_role("button", name="Save the new password").click()
    expect(page.get_by_text("You are signed in")).to_be_visible()
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_text("Signed in as Ann")).to_be_visible()
    # Away with the address: by whoever knows the password.
    section.locator("summary", has_text="Delete my address").press("Enter")
    section.locator("#mail-forget-password").fill("another horse")
    section.get_by_role("button", name="Delete my address").click()
    expect(page.get_by_text("Your address has been deleted.")).to_be_visible()
    assert violations(page) == []
