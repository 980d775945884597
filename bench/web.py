"""The web client, measured against its budgets: `python bench/web.py`, part of `make bench`.

Sizes come from the built files. The rest is measured in Debian's chromium, without a graphics card, before a real
server on this machine: how long until a table can be played, how long from an input to its preview, how smoothly a
full board pans and moves are shown. A busy machine makes these worse: the load is printed with them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from math import sin
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, WebSocketRoute, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.support.play import NAMES, PLAY, go_on
from tests.server.support.serving import Guest, guest, serving, sqlite_url

CLIENT = Path(__file__).parents[1] / "src/triax/server/client"
TILES = 60
"""Of Axio Rota, those of the start included."""
SIZE = {"width": 1440, "height": 900}
SLOWER = 4
STATIC = re.compile(r"""(?:\bimport|\bfrom)\s*["']\./([\w.-]+\.js)["']""")
# A legal place or choice, by game.
PLAYABLE = {"rota": ".cell", "axio": ".hit.can", "axo": ".hit.can, .cards button:enabled"}


def main() -> None:
    sizes()
    with tempfile.TemporaryDirectory() as folder, serving(sqlite_url(Path(folder)), luck="bench") as server:
        tables, cookie = asyncio.run(prepare(server.url))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            # A browser that has just been started is busy with itself for a while.
            time.sleep(4)
            for game, table in tables.items():
                playable(browser, server.url, cookie, game, table)
            preview(browser, server.url, cookie, tables["axio"])
            for game in ("rota", "axio"):
                panning(browser, server.url, cookie, game, tables[game])
            for title, game in NAMES.items():
                staging(browser, server.url, cookie, title, tables[game])
            browser.close()


def show(what: str, found: str, aim: str, met: bool) -> None:
    load = os.getloadavg()[0]
    print(f"{what:64} {found:>46}   aim {aim:10} {'met   ' if met else 'MISSED'}   load {load:.1f}", flush=True)


# Sizes.


def sizes() -> None:
    page = (CLIENT / "index.html").read_text("utf-8")
    assets = {path.name: path for path in (CLIENT / "assets").glob("*.js")}
    entries = [name for name in assets if f"/assets/{name}" in page]
    assert entries, "the client is not built: run make client"
    # A table is in the first file of all, with what it needs at once.
    first = needed(assets, entries)
    packed = {name: len(gzip.compress(path.read_bytes(), 9)) for name, path in assets.items()}
    others = sum(len(gzip.compress(path.read_bytes(), 9)) for path in CLIENT.glob("*.js"))
    begin, whole = sum(packed[name] for name in first) / 1000, (sum(packed.values()) + others) / 1000
    show("JavaScript of the first game screen", f"{begin:.1f} kB gzip in {len(first)} files", "≤ 110 kB", begin <= 110)
    # Review, analysis and puzzles came, each with its own page.
    show("all JavaScript", f"{whole:.1f} kB gzip in {len(packed)} files", "≤ 300 kB", whole <= 300)


def needed(assets: dict[str, Path], names: list[str]) -> set[str]:
    """These files and all that they import before they run."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += STATIC.findall(assets[name].read_text("utf-8"))
    return found


# Positions.


async def prepare(url: str) -> tuple[dict[str, str], str]:
    """Four players far into each game, the guest's decision: tables by game, and the guest's cookie."""
    async with guest(url, "Bench") as person:
        tables = {
            # The last turn but two: about as many tiles as a game brings, and it goes on.
            "rota": await far_into(person, "rota", lambda view: view["stacks"][view["seat"]] <= 2),
            "axio": await far_into(person, "axio", lambda view: len(view["tiles"]) >= 24),
            "axo": await far_into(person, "axo", lambda view: view["seats"][0]["points"] > 0),
        }
        return tables, person.cookies


async def far_into(person: Guest, game: str, enough: Callable[[dict[str, Any]], bool]) -> str:
    seats = ["me", "novice", "novice", "novice"]
    table: str = (await person.call("POST", "/api/tables", {"game": game, "seats": seats}))["id"]
    async with person.sit_at(table) as line:
        view: dict[str, Any] = {}
        while True:
            told = await line.next("state", "moves")
            if told["type"] == "state":
                view = told["view"]
                continue
            moves = [
                (start + end, gain)
                for start, ends, gains in told["groups"]
                for end, gain in zip(ends, gains, strict=True)
            ]
            if enough(view) and moves[0][0] not in {"exchange", "keep", "pass"}:
                return table
            best = max(moves, key=lambda move: len(move[1]))[0]
            await line.send("move", id=f"bench-{told['number']}", seat=0, number=told["number"], move=best)


# In the browser.


def enter(browser: Browser, url: str, cookie: str) -> BrowserContext:
    """As a browser that has played here: it keeps who plays, and that somebody does."""
    name, _, value = cookie.partition("=")
    known = {"origin": url, "localStorage": [{"name": "triax-known", "value": "1"}]}
    context = browser.new_context(
        viewport=SIZE,  # type: ignore[arg-type]
        locale="en-GB",
        service_workers="block",
        storage_state={"cookies": [], "origins": [known]},  # type: ignore[arg-type]
    )
    context.add_cookies([{"name": name, "value": value, "url": url}])
    return context


WATCH = """
wanted => {
  window.playable = new Promise(resolve => new MutationObserver((_, watching) => {
    if (!document.querySelector(wanted)) return
    resolve(performance.now())
    watching.disconnect()
  }).observe(document, { childList: true, subtree: true, attributes: true }))
}
"""


def playable(browser: Browser, url: str, cookie: str, game: str, table: str) -> None:
    """From navigation to a table with a legal place, with no file kept from before, at a quarter of the speed."""
    times = []
    for _ in range(5):
        with enter(browser, url, cookie) as context:
            page = context.new_page()
            page.add_init_script(f"({WATCH})({PLAYABLE[game]!r})")
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            # A new tab is busy with itself, too.
            page.wait_for_timeout(500)
            page.goto(f"{url}/t/{table}")
            times.append(page.evaluate("window.playable"))
    found = f"{median(times):.0f} ms median, {max(times):.0f} worst"
    show(f"{game}: navigation to a playable table, {SLOWER}× slower", found, "< 1000 ms", median(times) < 1000)


MEASURE = """
() => addEventListener('click', event => {
  window.previewed = new Promise(resolve => {
    const watching = new MutationObserver(() => {
      if (!document.querySelector('.trial') || !document.querySelector('.mine .plus')) return
      resolve(performance.now() - event.timeStamp)
      watching.disconnect()
    })
    watching.observe(document, { childList: true, subtree: true, attributes: true })
    // Where the tile lies another way round it may score nothing: not counted.
    setTimeout(() => resolve(null), 1000)
  })
}, { capture: true })
"""


def preview(browser: Browser, url: str, cookie: str, table: str) -> None:
    """From a click on a space to the tile lying there and its points, in a game of four."""
    with enter(browser, url, cookie) as context:
        page = context.new_page()
        page.goto(f"{url}/t/{table}")
        page.locator(PLAYABLE["axio"]).first.wait_for(state="attached")
        tiles = page.locator(".hand .tile")
        places = [(tile, spot) for tile in range(tiles.count()) for spot in scoring(page, tile)]
        assert places, "no placement scores here"
        page.evaluate(MEASURE)
        times: list[float] = []
        for number in range(200):
            if len(times) == 30:
                break
            tile, (x, y) = places[number * 7 % len(places)]
            page.keyboard.press("Escape")
            page.keyboard.press(str(tile + 1))
            page.mouse.click(x, y)
            took: float | None = page.evaluate("window.previewed")
            if took is not None:
                times.append(took)
    found = f"{median(times):.1f} ms median, {max(times):.1f} worst of {len(times)}"
    show("axio, four players: input to preview", found, "< 50 ms", median(times) < 50)


def scoring(page: Page, tile: int) -> list[tuple[float, float]]:
    """Where on the screen this tile scores."""
    page.keyboard.press("Escape")
    page.keyboard.press(str(tile + 1))
    spots = page.evaluate(
        """async () => {
          const found = []
          for (const hit of document.querySelectorAll('.hit.can')) {
            hit.dispatchEvent(new MouseEvent('click', { bubbles: true }))
            await new Promise(resolve => setTimeout(resolve))
            if (!document.querySelector('.trial') || !document.querySelector('.mine .plus')) continue
            const box = hit.getBoundingClientRect()
            found.push([box.x + box.width / 2, box.y + box.height / 2])
          }
          return found
        }"""
    )
    return [(x, y) for x, y in spots]


def panning(browser: Browser, url: str, cookie: str, game: str, table: str) -> None:
    """Frames while a full board is dragged to and fro, at a quarter of the speed."""
    with enter(browser, url, cookie) as context:
        page = context.new_page()
        if game == "rota":
            page.route_web_socket("**/socket?steps", fill_display)
        page.goto(f"{url}/t/{table}")
        page.locator(PLAYABLE[game]).first.wait_for(state="attached")
        # Closer, so that there is something to pan.
        page.keyboard.press("+")
        page.wait_for_timeout(1500)
        page.mouse.move(500, 400)
        page.mouse.down()
        smooth(page, f"{game}: frames while panning a full board", lambda: drag(page, 2.0))
        page.mouse.up()


def staging(browser: Browser, url: str, cookie: str, title: str, table: str) -> None:
    """While the moves since one's own last are shown: what page and browser do for it, and frames at a quarter of the
    speed. It is the same round in every run, and processor time hardly depends on what else the machine does.

    A frame is one that the page itself has drawn, with script, style, layout and paint (`requestAnimationFrame`), of 60
    that the display asks for; late is one that comes more than 25 ms after the one before. Only the page's main thread
    is slowed down, and it is busy all the time then: what puts layers on the screen, which without a graphics card is
    the processor as well, has the other core to itself on a machine of two, if nothing else runs."""
    what = f"{NAMES[title]}, four players: a round is shown"
    with enter(browser, url, cookie) as context:
        page = context.new_page()
        page.goto(f"{url}/t/{table}")
        go_on(page)
        PLAY[title](page, Random(1))
        page.locator(READY).wait_for()
        # Once, so that all that it needs is there.
        again(page)
        line = context.new_cdp_session(page)
        line.send("Performance.enable", {"timeDomain": "threadTicks"})
        costs = [cost(page, line, lambda: again(page)) for _ in range(3)]
        length, spent, page_spent = min(costs, key=lambda one: one[1])
        kinds = ", ".join(f"{kind} {ms:.0f}" for kind, ms in page_spent.items())
        found = f"{spent:.2f} s of processors in {length:.1f} s"
        show(what, found, "", True)
        show(f"{NAMES[title]}: of these in the page", f"ms: {kinds}", "", True)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        gaps = [gap for _ in range(3) for gap in again(page)]
    rate, late = 1000 * len(gaps) / sum(gaps), sum(gap > 25 for gap in gaps) / len(gaps)
    show(f"{what}, {SLOWER}× slower", f"{rate:.0f} frames a second, {late:.0%} late", "60", rate >= 58)


READY = ".again.ready"
# Going back to where the round began is no part of it.
AGAIN = """async ready => {
  const gaps = []
  const begun = performance.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  for (let last = null; ; ) {
    const now = await new Promise(requestAnimationFrame)
    if (last !== null && now - begun > 300) gaps.push(now - last)
    last = now
    if (now - begun > 300 && document.querySelector(ready)) return gaps
  }
}"""


def again(page: Page) -> list[float]:
    """The moves since one's own last are shown to their end: the gaps between frames, in milliseconds."""
    gaps: list[float] = page.evaluate(AGAIN, READY)
    page.wait_for_timeout(300)
    return gaps


Cost = tuple[float, float, dict[str, float]]


def cost(page: Page, line: CDPSession, during: Callable[[], object]) -> Cost:
    """How long it took, the processor time of all that draws it, and that of the page itself by kind."""
    names = {
        "ScriptDuration": "script",
        "RecalcStyleDuration": "style",
        "LayoutDuration": "layout",
        "TaskDuration": "rest",
    }

    def page_spent() -> dict[str, float]:
        metrics = {one["name"]: 1000 * one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
        return {kind: metrics[name] for name, kind in names.items()}

    begun, before, spent = time.monotonic(), processor_time(), page_spent()
    during()
    after, length, drawn = page_spent(), time.monotonic() - begun, processor_time() - before
    kinds = {kind: after[kind] - spent[kind] for kind in after}
    kinds["rest"] -= sum(ms for kind, ms in kinds.items() if kind != "rest")
    return length, drawn, kinds


def processor_time() -> float:
    """Seconds that our browser's pages and what puts them on the screen have computed so far."""
    commands: dict[int, bytes] = {}
    children: dict[int, list[int]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            commands[int(process.name)] = (process / "cmdline").read_bytes()
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(process.name))
    ours, found = [os.getpid()], 0.0
    for process_id in ours:
        ours += children.get(process_id, [])
        command = commands.get(process_id, b"")
        if b"--type=renderer" in command or b"--type=gpu-process" in command:
            for task in Path(f"/proc/{process_id}/task").iterdir():
                with contextlib.suppress(OSError):
                    found += int((task / "schedstat").read_text().split()[0]) / 1e9
    return found


def smooth(page: Page, what: str, during: Callable[[], None]) -> None:
    """Frames a second, those that come late, and how long the page is busy in each, at a quarter of the speed."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def busy() -> float:
        metrics = line.send("Performance.getMetrics")["metrics"]
        return float(sum(1000 * one["value"] for one in metrics if one["name"] == "TaskDuration"))

    idle = frames(page, lambda: page.wait_for_timeout(1000))
    before = busy()
    drawn = frames(page, during)
    each = (busy() - before) / len(drawn)
    rate, late = 1000 / (sum(drawn) / len(drawn)), sum(gap > 25 for gap in drawn) / len(drawn)
    found = f"{rate:.0f} a second, {late:.0%} late, {each:.1f} ms each (idle {1000 / (sum(idle) / len(idle)):.0f})"
    show(f"{what}, {SLOWER}× slower", found, "60", rate >= 58)


def fill_display(line: WebSocketRoute) -> None:
    """All the tiles of the box on the display, where a game that ends by itself leaves some in the supply."""
    server = line.connect_to_server()

    def fill(message: str | bytes) -> None:
        told = json.loads(message)
        if told["type"] == "state":
            display = told["view"]["display"]
            top = min(laid["at"][1] for laid in display) - 1
            more = [{**display[0], "at": [place, top]} for place in range(TILES - len(display))]
            told["view"]["display"] = [*more, *display]
        line.send(json.dumps(told))

    server.on_message(fill)


def frames(page: Page, during: Callable[[], None]) -> list[float]:
    """The gaps between frames, in milliseconds."""
    page.evaluate(
        """() => {
          window.gaps = []
          let last = null
          const frame = now => {
            if (last !== null) window.gaps.push(now - last)
            last = now
            window.drawing = requestAnimationFrame(frame)
          }
          window.drawing = requestAnimationFrame(frame)
        }"""
    )
    during()
    gaps: list[float] = page.evaluate("() => { cancelAnimationFrame(window.drawing); return window.gaps }")
    return gaps


def drag(page: Page, seconds: float) -> None:
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < seconds:
        page.mouse.move(500 + 250 * sin(4 * now), 400 + 120 * sin(7 * now))


if __name__ == "__main__":
    main()
