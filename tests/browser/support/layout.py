"""What must hold on a screen, whatever the game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

PARTS = (".table > .board", ".hand", ".actions .go", "section.panel.mine")


def boxes(page: Page) -> dict[str, dict[str, int]]:
    """Where board, hand, main button and own scores lie, in whole pixels."""
    found: dict[str, dict[str, int]] = page.evaluate(
        """parts => Object.fromEntries(parts.map(part => {
          const box = document.querySelector(part)?.getBoundingClientRect()
          return [part, box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width),
                                 height: Math.round(box.height) }]
        }))""",
        list(PARTS),
    )
    return found


def visit(page: Page, address: str) -> None:
    """A page as it is once all has come; only some ask the server for more."""
    asks = address.endswith(("/", "/me", "/settings"))
    page.goto(address, wait_until="networkidle" if asks else "load")
    expect(page.get_by_role("heading").first).to_be_visible()


def assert_one_screen(page: Page, width: int, height: int) -> None:
    """Board, hand, main button and own scores are in sight without scrolling."""
    for part, box in boxes(page).items():
        assert box is not None, part
        assert box["x"] >= 0, (part, box)
        assert box["y"] >= 0, (part, box)
        assert box["x"] + box["width"] <= width, (part, box)
        assert box["y"] + box["height"] <= height, (part, box)
    assert_no_sideways(page)


def assert_no_sideways(page: Page) -> None:
    """Nothing has to be scrolled to the side but what does so by itself."""
    wide: list[Any] = page.evaluate(
        """() => [document.documentElement, document.body, ...document.querySelectorAll('main, main .others')]
          .filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1)
          .map(one => [one.outerHTML.slice(0, 80), one.scrollWidth, one.clientWidth])"""
    )
    assert wide == []


def assert_lowest_marked(page: Page) -> None:
    """At each scoreboard the lowest tracks stand out, those and no others."""
    wrong: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('section.board ul')].flatMap(board => {
          const rows = [...board.querySelectorAll('li:not(.sea)')]
          const values = rows.map(row => Number(row.querySelector('.count').textContent))
          const lowest = Math.min(...values)
          const said = row => row.querySelector('.shaft').ariaLabel.includes('lowest')
          const shown = row => row.classList.contains('low') && said(row)
          return rows.filter((row, index) => (values[index] === lowest) !== shown(row)).map(row => row.outerHTML)
        })"""
    )
    assert wrong == []


def broken_words(page: Page) -> list[Any]:
    """Words of buttons and headings that are cut in two because they have no room."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('main :is(button, a.button, h1, h2, h3)')]
          .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, svg'))
          .flatMap(one => {
            const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), cut = []
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
              if (text.parentElement.closest('.unseen')) continue
              for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
                const range = document.createRange()
                range.setStart(text, index)
                range.setEnd(text, index + word.length)
                if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) cut.push(word)
              }
            }
            return cut
          })"""
    )
    return found


def small_targets(page: Page) -> list[Any]:
    """Buttons that a finger misses; a board's spaces have a magnifier, or the board is zoomed."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('button, [role=button]:not(.hit, .cell)')]
          .filter(one => one.checkVisibility({ visibilityProperty: true }))
          .map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24)
          .map(([what, box]) => [what, box.width, box.height])"""
    )
    return found


def missed_by_fingers(page: Page) -> list[Any]:
    """What can be tapped and is less than 44 px wide or high; of what stands in a label, the label. Links within a
    text are read, and the whole line of a table leads where its button does."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('button:not(.hit, .cell), a[href], input, select, summary')]
          .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .skip, tr, p'))
          .map(one => [one.outerHTML.slice(0, 120), (one.closest('label') ?? one).getBoundingClientRect()])
          .filter(([, { width, height }]) => width > 1 && (width < 43.5 || height < 43.5))
          .map(([what, { width, height }]) => [what, width, height])"""
    )
    return found


def assert_page_ends(page: Page) -> None:
    """The page of a table is as high as the window; what is longer scrolls within it."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


# Whatever moves on the page by itself, and not because of an input: what it was, and how much of the window it took.
SHIFTS = """
window.shifts = []
new PerformanceObserver(list => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 90))])
}).observe({ type: 'layout-shift', buffered: true })
"""


def assert_steady(page: Page) -> None:
    """Nothing of any size has moved by itself since the page was opened."""
    found: list[tuple[float, list[str]]] = page.evaluate("() => window.shifts")
    moved = [shift for shift in found if shift[0] > 0.01]
    assert not moved, moved
