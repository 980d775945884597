"""Pictures of the main states at both sizes and in both themes: `make shots` writes them into shots/ for review."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.support.play import PLAY, count, deck, go_on, play_out, point, sit_down
from tests.server.support.serving import serving, sqlite_url

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
}
PAGES = {
    "home": "/",
    "learn": "/learn",
    "lesson": "/learn/rota",
    "lesson-axo": "/learn/axo",
    "rules": "/rules/axio",
    "settings": "/settings",
    "me": "/me",
}
MIDDLE = {"Axio Rota": 7, "Axio": 9, "AXO": 14}
REPLAYED = {"Axio Rota": 30, "Axio": 20, "AXO": 24}


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
        for game in PLAY:
            shoot_game(page, url, game, camera)
        sit_down(page, url, "Axio Rota", "open")
        page.get_by_role("img", name=page.url).wait_for()
        camera.take(page, "waiting")
        sit_down(page, url, "Axio Rota", "me")
        page.locator(".curtain").wait_for()
        camera.take(page, "curtain")
        page.goto(url)
        page.locator(".console button[aria-expanded]").nth(1).click()
        camera.take(page, "home-friends")
        shoot_pages(page, url, camera)


def shoot_pages(page: Page, url: str, camera: Camera) -> None:
    for what, path in PAGES.items():
        page.goto(url + path)
        page.wait_for_load_state("networkidle")
        camera.take(page, what)


def shoot_game(page: Page, url: str, game: str, camera: Camera) -> None:
    name = game.lower().replace(" ", "-")
    shoot_middle(page, url, game, camera)
    if game == "AXO":
        watch(page, camera, f"{name}-watched")
        shoot_wipe(page, url, camera)
    sit_down(page, url, game)
    play_out(page, game)
    camera.take(page, f"{name}-alone-end")
    if game == "Axio Rota":
        sit_down(page, url, game, *["novice"] * 3)
        play_out(page, game)
        camera.take(page, f"{name}-end")
    page.goto(f"{url}/replay/{page.url.rsplit('/', 1)[-1]}?at={REPLAYED[game]}")
    page.get_by_role("slider").wait_for()
    page.wait_for_load_state("networkidle")
    camera.take(page, f"{name}-replay")


def shoot_middle(page: Page, url: str, game: str, camera: Camera) -> None:
    rng, name = Random(4), game.lower().replace(" ", "-")
    sit_down(page, url, game, *["novice"] * 3)
    go_on(page)
    camera.take(page, f"{name}-start")
    for _ in range(MIDDLE[game]):
        if go_on(page) != "decide":
            break
        PLAY[game](page, rng)
    while go_on(page) == "decide" and count(page, ".ask button") != [0]:
        PLAY[game](page, rng)
    TRY[game](page, rng)
    page.mouse.move(700, 2)
    camera.take(page, f"{name}-middle")


WORTH = """() => [...document.querySelectorAll('.mine .plus')].reduce((sum, one) => sum + Number(one.textContent), 0)
  + document.querySelectorAll('.mine .tried').length"""


TRIED = 30
"""As many spaces for each tile of a rack."""


class Best:
    """The step at which what is tried is worth most."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.worth = self.step = 0

    def look(self, step: int) -> None:
        if (worth := self.page.evaluate(WORTH)) > self.worth:
            self.worth, self.step = worth, step


def try_rota(page: Page, _rng: Random) -> None:
    [cells], best = count(page, ".cell"), Best(page)
    for step in range(4 * cells):
        if step % 4:
            page.keyboard.press("r")
        else:
            page.keyboard.press("Escape")
            point(page, ".cell", (step // 4 + 0.5) / cells)
        best.look(step)
    page.keyboard.press("Escape")
    point(page, ".cell", (best.step // 4 + 0.5) / cells)
    for _ in range(best.step % 4):
        page.keyboard.press("r")


def try_axio(page: Page, _rng: Random) -> None:
    best = Best(page)
    for step in range(5 * TRIED):
        if step % TRIED == 0:
            page.keyboard.press("Escape")
            page.keyboard.press(str(step // TRIED + 1))
        [places] = count(page, ".hit.can")
        if places:
            point(page, ".hit.can", (step % TRIED + 0.5) / TRIED)
            best.look(step)
    page.keyboard.press("Escape")
    page.keyboard.press(str(best.step // TRIED + 1))
    point(page, ".hit.can", (best.step % TRIED + 0.5) / TRIED)


def try_axo(page: Page, rng: Random) -> None:
    for _ in range(12):
        if count(page, ".mine .hit.can") != [0]:
            break
        PLAY["AXO"](page, rng)
        go_on(page)
    best = Best(page)
    page.locator("main").focus()
    for step in range(40):
        page.keyboard.press("ArrowRight")
        best.look(step)
    page.keyboard.press("Escape")
    for _ in range(best.step + 1):
        page.keyboard.press("ArrowRight")


TRY = {"Axio Rota": try_rota, "Axio": try_axio, "AXO": try_axo}


def shoot_wipe(page: Page, url: str, camera: Camera) -> None:
    """Somebody else's mark is to be removed: with such cards it is asked soon."""
    sit_down(page, url, "AXO", *["novice"] * 3, options={"pieces": deck("wipe")})
    rng = Random(9)
    while go_on(page) == "decide" and count(page, ".wiping") == [0]:
        PLAY["AXO"](page, rng)
    point(page, ".hit.can")
    camera.take(page, "axo-wipe")


def watch(page: Page, camera: Camera, what: str) -> None:
    """The same table as somebody without a seat sees it."""
    browser = page.context.browser
    assert browser is not None
    size = SIZES[camera.name.split("-")[0]]
    theme: Any = "dark" if "dark" in camera.name else "light"
    locale = {"de": "de-DE", "it": "it-IT"}.get(camera.name[-2:], "en-GB")
    with browser.new_context(**size, color_scheme=theme, locale=locale, reduced_motion="reduce") as context:
        watcher = context.new_page()
        watcher.goto(page.url)
        watcher.locator(".table").wait_for()
        camera.take(watcher, what)


def main() -> None:
    folder = Path("shots")
    folder.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
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
