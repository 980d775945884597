"""Games played as a person plays them: by pointing at what is shown."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, Page, expect

RESULT = "[role=dialog] #result"


def open_game(page: Page, url: str, game: str, mode: str, *, level: str = "novice", players: int = 2) -> None:
    """From the home page to a table, in two taps."""
    page.goto(url)
    card = page.locator(".games > li").filter(has=page.get_by_role("heading", name=game, exact=True))
    card.get_by_role("button", name=mode, exact=True).click()
    if mode in {"Alone", "Against Simona"}:
        page.wait_for_url("**/t/*")
        return
    card.get_by_label("Players").select_option(str(players))
    if mode == "Against bots":
        card.get_by_label("Level").select_option(level)
    card.get_by_role("button", name="Open the table" if mode == "With friends" else "Play", exact=True).click()
    page.wait_for_url("**/t/*")


def go_on(page: Page) -> str:
    """Wait until there is something to do: a decision, a curtain, or the end."""
    ready = page.locator(f"{RESULT}, .curtain button, .actions .go")
    expect(ready.first).to_be_visible(timeout=60_000)
    if page.locator(RESULT).is_visible():
        return "over"
    return "curtain" if page.locator(".curtain").is_visible() else "decide"


def confirm(page: Page) -> None:
    """Confirm, and wait until the decision is taken."""
    button = page.locator(".actions .go")
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator(".actions[aria-busy=true]")).to_have_count(0)


def play_rota(page: Page, rng: Random) -> None:
    cells = page.locator(".cell")
    pick(cells, rng).click()
    for _ in range(rng.randrange(4)):
        page.get_by_role("button", name="Turn right").click()
    names = page.locator("fieldset .name")
    if names.count():
        pick(names, rng).click()
    confirm(page)


def play_axio(page: Page, rng: Random) -> None:
    if page.get_by_role("button", name="Exchange", exact=True).is_visible():
        page.get_by_role("button", name=rng.choice(["Exchange", "Keep"]), exact=True).click()
    else:
        pick(page.locator(".hand .tile:enabled"), rng).click()
        pick(page.locator(".hit.can"), rng).click()
    confirm(page)


def play_axo(page: Page, rng: Random) -> None:
    """Whatever is asked for: cards of the hand, a colour, or a place on a card."""
    asked = page.locator(".asked").inner_text()
    hand = page.locator(".cards button:enabled")
    button = page.locator(".actions .go")
    if hand.count():
        for index in rng.sample(range(hand.count()), hand.count()):
            if button.is_enabled():
                break
            hand.nth(index).click()
            if "Swap" in asked:
                page.locator(".mine .pick").first.click()
            colours = page.locator(".hand fieldset button")
            if colours.count():
                pick(colours, rng).click()
        if button.is_enabled():
            confirm(page)
        else:
            decline(page)
        return
    places = page.locator(".hit.can")
    if not places.count():
        decline(page)
        return
    pick(places, rng).click()
    confirm(page)


def decline(page: Page) -> None:
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".actions[aria-busy=true]")).to_have_count(0)


def pick(found: Locator, rng: Random) -> Locator:
    expect(found.first).to_be_attached()
    return found.nth(rng.randrange(found.count()))


PLAY = {"Axio Rota": play_rota, "Axio": play_axio, "AXO": play_axo}


def play_out(page: Page, game: str, seed: int = 1, most: int = 400) -> str:
    """Play until the results show; gives their headline."""
    rng = Random(seed)
    for _ in range(most):
        match go_on(page):
            case "over":
                return page.locator(RESULT).inner_text()
            case "curtain":
                page.locator(".curtain button").click()
            case _:
                PLAY[game](page, rng)
    raise AssertionError(f"{game} is not over after {most} decisions")
