"""Games played as a person plays them: by pointing at what is shown.

Few round trips: where to point is found, and what has to be waited for is awaited, within the page; the mouse is real.
"""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random
from typing import Any

from playwright.sync_api import Page

RESULT = "[role=dialog] #result"
RETRIES = 2
"""Of a request outside the page: a kept connection may be closed by the server at the moment that it is used again."""
NAMES = {"Axio Rota": "rota", "Axio": "axio", "AXO": "axo"}


def open_game(page: Page, url: str, game: str, mode: str, *, level: str = "novice", players: int = 2) -> None:
    """From the home page to a table: the game, how to play it, and what is asked then."""
    page.goto(url)
    console = page.get_by_role("region", name="Play")
    console.get_by_role("radio", name=game, exact=True).check()
    console.get_by_role("button", name=mode, exact=True).click()
    if mode not in {"Solo", "Against Simona"}:
        console.get_by_label("Players").select_option(str(players))
        if mode == "Against bots":
            console.get_by_label("Level").select_option(level)
        console.get_by_role("button", name="Open the table" if mode == "With friends" else "Start", exact=True).click()
        if mode == "With friends":
            name_oneself(page, "Ann")
    page.wait_for_url("**/t/*")


def name_oneself(page: Page, name: str) -> None:
    """Said once, before one sits down with others."""
    asking = page.get_by_role("dialog", name="What should the others call you?")
    asking.get_by_label("Your name").fill(name)
    asking.get_by_role("button", name="Continue").click()


def sit_down(page: Page, url: str, game: str, *others: str, **settings: Any) -> None:  # noqa: ANN401
    """Straight to a table, in any language: where getting there is not the point."""
    asking, headers = page.context.request, {"Origin": url}
    if not page.context.cookies(url):
        assert asking.post(f"{url}/api/session", data={"name": "Guest"}, headers=headers, max_retries=RETRIES).ok
    body = {"game": NAMES[game], "seats": ["me", *others], "hints": True, **settings}
    answer = asking.post(f"{url}/api/tables", data=body, headers=headers, max_retries=RETRIES)
    assert answer.ok, answer.text()
    page.goto(f"{url}/t/{answer.json()['id']}", wait_until="commit")


WAIT = """async ([condition, limit]) => {
  const until = performance.now() + limit
  for (;;) {
    const found = CONDITIONS[condition]()
    if (found || performance.now() > until) return found
    await new Promise(next => setTimeout(next, 8))
  }
}"""

CONDITIONS = """const shown = selector => [...document.querySelectorAll(selector)]
    .some(one => one.checkVisibility({ visibilityProperty: true }))
  const CONDITIONS = {
    asked: () => shown('[role=dialog] #result') ? 'over' : shown('.curtain button') ? 'curtain'
      : shown('.actions:not([inert]) .go') ? 'decide' : '',
    taken: () => !document.querySelector('.actions[aria-busy=true]'),
  }
"""


def wait_until(page: Page, condition: str, limit: int = 60_000) -> str:
    found: str = page.evaluate(f"async asked => {{ {CONDITIONS} return ({WAIT})(asked) }}", [condition, limit])
    assert found, f"{condition}: not within {limit} ms"
    return found


def asked(page: Page) -> str:
    """What is to be done now, if anything."""
    found: str = page.evaluate(f"() => {{ {CONDITIONS} return CONDITIONS.asked() }}")
    return found


def go_on(page: Page) -> str:
    """Wait until there is something to do: a decision, a curtain, or the end."""
    return wait_until(page, "asked")


POINT = """async ([selector, part, limit]) => {
  const until = performance.now() + limit
  for (;;) {
    const found = [...document.querySelectorAll(selector)]
    const one = found[Math.floor(part * found.length)]
    let why = `nothing is ${selector}`
    if (one) {
      const middle = () => {
        const box = one.getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2]
      }
      if (!one.contains(document.elementFromPoint(...middle()))) one.scrollIntoView({ block: 'center' })
      const at = middle()
      const top = document.elementFromPoint(...at)
      why = `${one.outerHTML.slice(0, 200)} is disabled, hidden, or below ${top?.outerHTML.slice(0, 200)}`
      if (!one.disabled && one.checkVisibility({ visibilityProperty: true }) && one.contains(top)) return { at }
    }
    if (performance.now() > until) return { why }
    await new Promise(next => setTimeout(next, 8))
  }
}"""


def point(page: Page, selector: str, part: float = 0, limit: int = 20_000) -> None:
    """Click what is seen there; of several the one at this part of them, 0 to 1. What is covered cannot be clicked."""
    found = page.evaluate(POINT, [selector, part, limit])
    assert "at" in found, found["why"]
    page.mouse.click(*found["at"])


def count(page: Page, *selectors: str) -> list[int]:
    found: list[int] = page.evaluate("all => all.map(one => document.querySelectorAll(one).length)", list(selectors))
    return found


GO = ".actions .go"
PASS = ".actions .pass"


def confirm(page: Page, button: str = GO) -> None:
    """Confirm, and wait until the decision is taken."""
    point(page, button)
    wait_until(page, "taken")


def play_rota(page: Page, rng: Random) -> None:
    point(page, ".cell", rng.random())
    for _ in range(rng.randrange(4)):
        point(page, ".turns button:last-of-type")
    if count(page, "fieldset .name") != [0]:
        point(page, "fieldset .name", rng.random())
    confirm(page)


def play_axio(page: Page, rng: Random) -> None:
    if count(page, ".ask button") != [0]:
        confirm(page, f".ask button:nth-of-type({rng.randint(1, 2)})")
    else:
        point(page, ".hand .tile:enabled", rng.random())
        point(page, ".hit.can", rng.random())
        confirm(page)


def play_axo(page: Page, rng: Random) -> None:
    """Whatever is asked for: cards of the hand, a colour, or a place on a card."""
    cards, swapped, places = count(page, ".cards button:enabled", ".mine .pick", ".hit.can")
    for index in rng.sample(range(cards), cards):
        point(page, ".cards button:enabled", (index + 0.5) / cards)
        if swapped:
            point(page, ".mine .pick")
        colours, ready = count(page, ".hand fieldset button", f"{GO}:enabled")
        if colours:
            point(page, ".hand fieldset button", rng.random())
        if colours or ready:
            break
    if not cards and places:
        # On a phone one card is in focus, and the others only turn to themselves.
        turned = page.evaluate("[...document.querySelectorAll('.turn-to')].some(one => one.checkVisibility())")
        point(page, ":is(.focus, .others) .hit.can" if turned else ".hit.can", rng.random())
    confirm(page, GO if count(page, f"{GO}:enabled") != [0] else PASS)


PLAY = {"Axio Rota": play_rota, "Axio": play_axio, "AXO": play_axo}


def deck(effect: str) -> dict[str, object]:
    """Cards that are completed soon, all of one colour and with one effect."""
    cards: dict[str, object] = json.loads((files("triax.games.axo") / "pieces.json").read_text("utf-8"))
    like: dict[str, object] = {"shape": ["###", "#.#"], "grid": ["RRR"] * 3, "effect": effect}
    cards["cards"] = [{"id": f"{number:02}", **like} for number in range(1, 55)]
    return cards


WORDS = """() => [...document.querySelectorAll('.sky .word')]
  .filter(one => getComputedStyle(one).opacity > 0.5).map(one => one.innerText)"""


def play_out(page: Page, game: str, seed: int = 1, most: int = 400) -> str:
    """Play until the results show; gives their headline."""
    rng = Random(seed)
    for _ in range(most):
        match go_on(page):
            case "over":
                assert not page.evaluate(WORDS), "what stands over the board has had its time"
                return page.locator(RESULT).inner_text()
            case "curtain":
                point(page, ".curtain button")
            case _:
                PLAY[game](page, rng)
    raise AssertionError(f"{game} is not over after {most} decisions")


def register(page: Page, url: str, name: str) -> None:
    """An account, without its forms."""
    asking, headers = page.context.request, {"Origin": url}
    if not page.context.cookies(url):
        assert asking.post(f"{url}/api/session", data={"name": name}, headers=headers, max_retries=RETRIES).ok
    answer = asking.post(
        f"{url}/api/account", data={"name": name, "password": "correct horse"}, headers=headers, max_retries=RETRIES
    )
    assert answer.ok, answer.text()
