"""Signing in with an OpenID provider, which for the browser is another site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.support.openid_provider import Running, providing
from tests.server.support.serving import Server, free_port, sqlite_url


@pytest.fixture
def provider() -> Iterator[Running]:
    with providing() as running:
        yield running


@pytest.fixture
def server(provider: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name, value in provider.environment.items():
        monkeypatch.setenv(name, value)
    port = free_port()
    server = Server(sqlite_url(tmp_path), "--origin", f"http://127.0.0.1:{port}", port=port)
    try:
        yield server.start()
    finally:
        server.end()
        server.log.unlink(missing_ok=True)


def test_in_with_a_provider_and_out_again(server: Server, provider: Running, page: Page) -> None:
    page.goto(f"{server.url}/settings")
    # Whoever says no there is told so here.
    page.route(
        f"{provider.issuer}/authorize?*", lambda route: route.continue_(url=f"{route.request.url}&error=access_denied")
    )
    page.get_by_role("button", name="Sign in with Example").click()
    expect(page.get_by_role("alert")).to_contain_text("You are not signed in")
    expect(page).to_have_url(f"{server.url}/settings")
    page.unroute_all()
    page.get_by_role("button", name="Sign in with Example").click()
    expect(page.get_by_text("Signed in as Visitor")).to_be_visible()
    expect(page).to_have_url(f"{server.url}/settings")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_label("Your name")).to_have_value("Visitor")
    # A first password; then the account can do without the provider.
    page.get_by_text("Set a password").click()
    page.get_by_label("New password").fill("correct horse battery")
    page.get_by_role("button", name="Save the new password").click()
    expect(page.get_by_role("status").filter(has_text="The new password is saved")).to_be_visible()
    page.get_by_role("button", name="Disconnect Example").click()
    expect(page.get_by_role("button", name="Connect Example")).to_be_visible()
    page.get_by_role("button", name="Connect Example").click()
    expect(page.get_by_role("button", name="Disconnect Example")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("button", name="Sign in with Example")).to_be_visible()
