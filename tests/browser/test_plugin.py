"""A game that the client knows nothing of: a plain table, with the view as text and the moves as a list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.play import RESULT, open_game, wait_until
from tests.examples.support.plugins import environment, install
from tests.server.support.serving import Server, serving, sqlite_url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    scree = install(tmp_path_factory.mktemp("scree"))
    with serving(sqlite_url(tmp_path_factory.mktemp("plugin")), environment=environment(scree)) as running:
        yield running


def test_a_whole_game(page: Page, server: Server) -> None:
    open_game(page, server.url, "Scree", "Against bots", level="mason")
    wait_until(page, "asked")
    expect(page.get_by_text("hands: 3, 3")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    moves = 0
    while wait_until(page, "asked") == "decide":
        page.locator(".hand button").first.click()
        page.locator(".actions .go").click()
        wait_until(page, "taken")
        moves += 1
    assert moves > 5
    expect(page.locator(RESULT)).to_contain_text("win")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Before the first move")).to_be_visible()
    # What nobody can judge is not offered; what can be tried is.
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    page.goto(page.url.replace("/replay/", "/review/"))
    expect(page.get_by_role("alert")).to_contain_text("There is no review of this game")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.get_by_role("link", name="Analyse").click()
    page.locator(".hand button").first.click()
    page.locator(".go").click()
    expect(page.get_by_role("button", name="One back")).to_be_enabled()
    expect(page.get_by_role("button", name="Engine")).to_have_count(0)
