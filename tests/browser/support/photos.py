"""The client as README and docs show it, and a game in it as a film: `make pictures` takes them of today's client."""

from __future__ import annotations

import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM, UNSTAGED
from tests.browser.support import shots
from tests.browser.support.play import GO, PLAY, confirm, count, go_on, point, sit_down
from tests.server.support.serving import serving, sqlite_url
from triax.bots import BotSpec
from triax.games import find_game

ROTA = find_game("rota")
PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
TALL: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "light",
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
FILM = (960, 600)
TRIED_MS, LAID_MS, END_MS = 900, 1100, 4000

# Which of the colours that the empty corner may count as brings most.
BEST_NAME = """() => {
  const names = [...document.querySelectorAll('fieldset .name')]
  const worth = names.map(one => Number(one.textContent.match(/\\d+/)?.[0] ?? 0))
  return worth.length ? (worth.indexOf(Math.max(...worth)) + 0.5) / worth.length : -1
}"""


def photo(page: Page) -> Image.Image:
    page.mouse.move(700, 2)
    page.wait_for_timeout(400)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def keep(page: Page, folder: Path, name: str) -> None:
    # What a moment says is gone by then.
    page.wait_for_timeout(2500)
    photo(page).save(folder / f"client-{name}.webp", quality=86, method=4)
    print(name, flush=True)


def try_best(page: Page, game: str) -> None:
    """What scores most, with a corner named where one has to be."""
    shots.TRIED = 12
    shots.TRY[game](page, Random(1))
    if (at := page.evaluate(BEST_NAME)) >= 0:
        point(page, "fieldset .name", at)


def play_on(page: Page, game: str, turns: int) -> None:
    for _ in range(turns):
        if go_on(page) != "decide":
            return
        if game == "Axio" and count(page, ".ask button") == [0]:
            try_best(page, game)
            confirm(page)
        else:
            PLAY[game](page, Random(3))


def try_well(page: Page, url: str) -> None:
    """What a good player would do: whoever takes the most points at once loses."""
    shown = page.request.get(f"{url}/api/tables/{page.url.rsplit('/', 1)[-1]}").json()
    [(view, groups)] = [(state["view"], state["moves"]) for state in shown["states"] if state["moves"]]
    moves = [ROTA.parse(start + end) for start, ends, _ in groups for end in ends]
    at, turn, name = re.split(
        "[/=]", f"{BotSpec('adept', playouts=2000).build('rota').choose(view, moves, Random(1))}="
    )[:3]
    page.keyboard.press("Escape")
    point(page, f'.cell[aria-label="Cell {at}"], .cell[aria-label^="Cell {at}:"]')
    for _ in range(int(turn)):
        page.keyboard.press("r")
    if name:
        point(page, "fieldset .name", ("RGBOP".index(name) + 0.5) / 5)


def film_game(page: Page, url: str, folder: Path) -> None:
    """A game of Axio Rota to its end: what is tried, what comes of it, and who has won."""
    sit_down(page, url, "Axio Rota", "novice")
    frames: list[Image.Image] = []
    while go_on(page) == "decide":
        try_well(page, url)
        frames.append(photo(page))
        if len(frames) == 17:
            keep(page, folder, "rota")
        confirm(page, GO)
        go_on(page)
        frames.append(photo(page))
    keep(page, folder, "results")
    # With its poster.
    frames[-1] = photo(page)
    small = [frame.resize(FILM, Image.Resampling.LANCZOS) for frame in frames]
    spans = [TRIED_MS if index % 2 == 0 else LAID_MS for index in range(len(small) - 1)]
    small[0].save(
        folder / "client-film.webp",
        save_all=True,
        append_images=small[1:],
        duration=[*spans, END_MS],
        loop=0,
        quality=60,
        method=3,
    )


def show_axio(page: Page, url: str, folder: Path) -> None:
    sit_down(page, url, "Axio", "adept")
    play_on(page, "Axio", 11)
    go_on(page)
    try_best(page, "Axio")
    keep(page, folder, "axio")


def show_axo(page: Page, url: str, folder: Path) -> None:
    sit_down(page, url, "AXO", "apprentice", "adept", "expert")
    play_on(page, "AXO", 24)
    go_on(page)
    try_best(page, "AXO")
    keep(page, folder, "axo")


def show_home(page: Page, url: str, folder: Path) -> None:
    """With a game of each kind under way."""
    for game in PLAY:
        sit_down(page, url, game, "novice")
        play_on(page, game, 6)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    keep(page, folder, "home")


def show_phone(page: Page, url: str, folder: Path) -> None:
    sit_down(page, url, "Axio Rota", "apprentice")
    for _ in range(8):
        go_on(page)
        try_best(page, "Axio Rota")
        confirm(page)
    go_on(page)
    try_best(page, "Axio Rota")
    keep(page, folder, "phone")


SCENES = {
    "film": (film_game, WIDE),
    "axio": (show_axio, WIDE),
    "axo": (show_axo, WIDE),
    "home": (show_home, WIDE),
    "phone": (show_phone, TALL),
}


def main() -> None:
    """Those that are named, or all."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data)), luck="photos") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name in sys.argv[1:] or SCENES:
            take, options = SCENES[name]
            with browser.new_context(**options, locale="en-GB", reduced_motion="reduce") as context:
                context.add_init_script(UNSTAGED)
                page = context.new_page()
                page.set_default_timeout(60_000)
                take(page, server.url, PICTURES)
        browser.close()


if __name__ == "__main__":
    main()
