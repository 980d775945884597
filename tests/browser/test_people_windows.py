"""Pages of people, clubs and tournaments in every window, theme and language; kept up to date while one looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.support.accessibility import violations
from tests.browser.support.layout import assert_no_sideways, broken_words, small_targets, visit
from tests.browser.support.people_scene import NAMES, Scene, people_scene
from tests.browser.support.play import RETRIES, register
from tests.server.support.post_office import post_office
from tests.server.support.serving import Server, serving, sqlite_url

WINDOWS = [
    ((1440, 900), "light", "en-GB"),
    ((820, 1180), "dark", "it-IT"),
    ((390, 844), "light", "it-IT"),
    ((390, 844), "dark", "en-GB"),
    ((360, 640), "dark", "de-DE"),
    ((844, 390), "light", "de-DE"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("people")
    with (
        post_office(folder / "letters") as office,
        serving(sqlite_url(folder), "--origin", "http://127.0.0.1", variables=office.variables) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def scene(server: Server) -> Scene:
    return people_scene(server.url)


def looking(browser: Browser, scene: Scene, **options: Any) -> BrowserContext:  # noqa: ANN401
    context = browser.new_context(reduced_motion="reduce", **options)
    context.add_cookies(scene.cookies)  # type: ignore[arg-type]
    return context


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme", "locale"), WINDOWS)
def test_every_page_is_whole_in_every_window(
    browser: Browser,
    server: Server,
    scene: Scene,
    *,
    size: tuple[int, int],
    theme: Any,  # noqa: ANN401
    locale: str,
) -> None:
    window: ViewportSize = {"width": size[0], "height": size[1]}
    with looking(browser, scene, viewport=window, color_scheme=theme, locale=locale) as context:
        page = context.new_page()
        for what, path in scene.pages.items():
            visit(page, server.url + path)
            expect(page.locator("[data-part=round]")).to_be_visible()
            assert_no_sideways(page)
            assert broken_words(page) == [], what
            assert small_targets(page) == [], what
            assert violations(page) == [], what
            # What has just come leaves most of a small window to the page.
            notes = page.locator(".corner[role=status]").bounding_box()
            assert notes is not None
            assert notes["height"] <= 0.35 * size[1], what
            assert cut_cards(page) == [], what


def cut_cards(page: Page) -> list[Any]:
    """Small pictures of games whose words have no room."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('main li > a .text')]
          .filter(one => one.scrollHeight > one.clientHeight + 1
            || one.getBoundingClientRect().bottom > one.closest('a').getBoundingClientRect().bottom + 1)
          .map(one => one.innerText)"""
    )
    return found


@pytest.mark.slow
def test_who_looks_sees_others_come_and_open_tables(browser: Browser, server: Server, scene: Scene) -> None:
    with looking(browser, scene, locale="en-GB") as context, browser.new_context() as elsewhere:
        club, people = context.new_page(), context.new_page()
        visit(club, server.url + scene.pages["club"])
        club.get_by_label("What it is about").fill("Half a sentence")
        visit(people, f"{server.url}/people")
        row = people.locator("summary", has_text=NAMES[2])
        expect(row).to_be_visible()
        other = elsewhere.new_page()
        register(other, server.url, "Ivo Scene")
        where, headers = f"{server.url}/api", {"Origin": server.url}
        name = scene.pages["club"].rsplit("/", 1)[1]
        for path, body in (
            (f"clubs/{name}/join", {}),
            ("tables", {"game": "axio", "seats": ["me", "open"], "club": name}),
        ):
            made = elsewhere.request.post(f"{where}/{path}", data=body, headers=headers, max_retries=RETRIES)
            assert made.ok, made.text()
        other.goto(f"{server.url}/t/{made.json()['id']}")
        # Nobody has loaded these pages again, and what is being written stays.
        expect(club.get_by_role("link", name="Ivo Scene", exact=True)).to_be_visible()
        expect(club.get_by_role("link", name=re.compile("Join.*: Axio, Ivo"))).to_be_visible()
        expect(club.get_by_label("What it is about")).to_have_value("Half a sentence")
        expect(people.get_by_role("region", name="Who is here now").get_by_text("Ivo Scene")).to_be_visible()
