"""A real browser before a real server."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.support.serving import LOOSE, Server, serving, sqlite_url

pytest.register_assert_rewrite("tests.browser.support.layout")

# A busy machine is slow, and nothing is wrong with what comes late.
expect.set_options(timeout=30_000)

# Without the windows that nobody sees it takes a quarter less of the processor.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The tabs of a window share a process: to start one takes longer than to show most pages.
    "--process-per-site",
]

if sys.platform == "linux":
    # Started by root, Chromium would take precedence over the servers that it talks to: prctl(PR_CAPBSET_DROP,
    # CAP_SYS_NICE) takes that right from whatever these tests start.
    ctypes.CDLL(None).prctl(24, 23, 0, 0, 0)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    assert CHROMIUM, "the browser tests need chromium: tools/system_packages.sh installs it"
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # Without motion a picture is still when it is taken; motion has a test of its own.
    size = {"width": 1440, "height": 900}
    return {**browser_context_args, "viewport": size, "locale": "en-GB", "reduced_motion": "reduce"}


# What is dealt and what bots do is the same in every run; `make sweep` tries other luck.
LUCK = None if os.environ.get("TRIAX_EXPLORE") else "browser"

# Moves are shown at once, as a player may choose; how they are shown one after another has a test of its own.
UNSTAGED = """
try {
  const kept = JSON.parse(localStorage.getItem('triax-settings') ?? '{}')
  if (!kept.speed) localStorage.setItem('triax-settings', JSON.stringify({ ...kept, speed: 'off' }))
} catch {}
"""
STAGED = "localStorage.setItem('triax-settings', JSON.stringify({ speed: 'normal' }))"


@pytest.fixture(scope="session", autouse=True)
def unstaged(browser: Browser) -> None:
    plain = browser.new_context

    def new_context(**options: Any) -> BrowserContext:  # noqa: ANN401
        context = plain(**options)
        context.add_init_script(UNSTAGED)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # A review is shown as well as made: few playouts do.
    limits = (*LOOSE, "review_playouts=200")
    with serving(sqlite_url(tmp_path_factory.mktemp("browser")), limits=limits, luck=LUCK) as running:
        yield running


Window = tuple[BrowserContext, Page]


def window(browser: Browser, **options: Any) -> Iterator[Window]:  # noqa: ANN401
    """A window for many tests, and in it a tab that keeps the process of this site alive."""
    with browser.new_context(**options) as context:
        tab = context.new_page()
        tab.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
        tab.goto("http://127.0.0.1:9/")
        yield context, tab


@pytest.fixture(scope="session")
def wide_window(browser: Browser, browser_context_args: dict[str, Any], unstaged: None) -> Iterator[Window]:
    yield from window(browser, **browser_context_args)


@pytest.fixture(scope="session")
def phone_window(browser: Browser, unstaged: None) -> Iterator[Window]:
    yield from window(browser, **PHONE)


@contextmanager
def new_tab(window: Window, url: str) -> Iterator[Page]:
    """A tab in which nothing is known of those before: no cookie, nothing stored, nothing allowed."""
    context, kept = window
    context.clear_cookies()
    context.clear_permissions()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
    session.detach()
    page.set_default_timeout(30_000)
    try:
        yield page
    finally:
        for tab in context.pages:
            if tab is not kept:
                tab.close()


@pytest.fixture
def page(wide_window: Window, server: Server) -> Iterator[Page]:
    """A page that must show no error of its own."""
    troubles: list[str] = []
    with new_tab(wide_window, server.url) as page:
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console", lambda message: troubles.append(message.text) if is_trouble(message.text, message.type) else None
        )
        yield page
        assert not troubles, troubles


@pytest.fixture
def phone(phone_window: Window, server: Server) -> Iterator[Page]:
    with new_tab(phone_window, server.url) as page:
        yield page


def is_trouble(text: str, kind: str) -> bool:
    """A browser reports every refused request as an error; a guest to be and a server that is away are no trouble."""
    away = (
        "status of 401",
        "response code: 401",
        # Refused; or reset, where the server was killed in the middle of an answer.
        "ERR_CONNECTION_",
        "net::ERR_FAILED",
        "when fetching the script",
    )
    return kind == "error" and not any(words in text for words in away)
