"""Pictures of the main states at both sizes and in both themes: `make shots` writes them into shots/ for review."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.playing import PLAY, go_on, open_game, play_out
from tests.server.serving import serving, sqlite_url

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
}
PAGES = {
    "home": "/",
    "learn": "/learn",
    "lesson": "/learn/rota",
    "rules": "/rules/axio",
    "settings": "/settings",
    "me": "/me",
}
MIDDLE = {"Axio Rota": 7, "Axio": 9, "AXO": 14}


class Camera:
    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name

    def take(self, page: Page, what: str) -> None:
        page.wait_for_timeout(250)
        page.screenshot(path=self.folder / f"{what}-{self.name}.png")
        print(f"{what}-{self.name}", flush=True)


def shoot(browser: Browser, url: str, folder: Path, *, size: str, theme: Any, locale: str) -> None:  # noqa: ANN401
    name = f"{size}-{theme}" + ("" if locale.startswith("en") else f"-{locale[:2]}")
    camera = Camera(folder, name)
    options = {**SIZES[size], "color_scheme": theme, "locale": locale, "reduced_motion": "reduce"}
    with browser.new_context(**options) as context:
        page = context.new_page()
        page.set_default_timeout(60_000)
        if not locale.startswith("en"):
            for what, path in PAGES.items():
                page.goto(url + path)
                page.wait_for_load_state("networkidle")
                camera.take(page, what)
            return
        for game in PLAY:
            shoot_game(page, url, game, camera)
        open_game(page, url, "Axio Rota", "With friends")
        page.get_by_role("img", name=page.url).wait_for()
        camera.take(page, "waiting")
        open_game(page, url, "Axio Rota", "At this screen")
        page.locator(".curtain").wait_for()
        camera.take(page, "curtain")
        for what, path in PAGES.items():
            page.goto(url + path)
            page.wait_for_load_state("networkidle")
            camera.take(page, what)


def shoot_game(page: Page, url: str, game: str, camera: Camera) -> None:
    rng, name = Random(4), game.lower().replace(" ", "-")
    open_game(page, url, game, "Against bots", players=3)
    go_on(page)
    camera.take(page, f"{name}-start")
    for _ in range(MIDDLE[game]):
        if go_on(page) != "decide":
            break
        PLAY[game](page, rng)
    go_on(page)
    match game:
        case "Axio Rota":
            page.locator(".cell").nth(2).click()
        case "Axio":
            page.locator(".hand .tile").nth(1).click()
            page.locator(".hit.can").nth(3).click()
        case _:
            choices = page.locator(".hit.can, .cards button:enabled")
            if choices.count():
                choices.first.click()
    camera.take(page, f"{name}-middle")
    open_game(page, url, game, "Against Simona" if game == "AXO" else "Alone")
    play_out(page, game)
    camera.take(page, f"{name}-end")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_load_state("networkidle")
    camera.take(page, f"{name}-replay")


def main() -> None:
    folder = Path("shots")
    folder.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for size in SIZES:
            for theme in ("light", "dark"):
                if not wanted or f"{size}-{theme}" in wanted:
                    shoot(browser, server.url, folder, size=size, theme=theme, locale="en-GB")
            for locale in ("de-DE", "it-IT"):
                if not wanted or locale in wanted:
                    shoot(browser, server.url, folder, size=size, theme="light", locale=locale)
        browser.close()


if __name__ == "__main__":
    main()
