"""Writes every picture of the README and of the documentation: python docs/pictures.py [FOLDER]"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from rooms import rooms

from triax.drawing import THEMES, draw
from triax.drawing import axio as axio_art
from triax.drawing import rota as rota_art
from triax.drawing.axo.cards import RATIO, card, polyomino, sections, spelled_polyomino
from triax.drawing.page import Badge, figure, panel
from triax.drawing.scoreboard import tracks
from triax.drawing.svg import Box, Svg, circle, group, join, label, path, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import COLOUR_NAMES, LIGHT, Theme, theme_of
from triax.games.axio import AXIO
from triax.games.axio.board import EMPTY, area, raise_pyramids, runs, with_tile
from triax.games.axio.view import AxioView, PlacedView, halves_of
from triax.games.axo.pieces import FULL, shifts, standard_deck, turned
from triax.games.events import redact
from triax.games.record import read_record
from triax.games.rota import display as plane
from triax.games.rota.display import Cell, Laid
from triax.games.rota.pieces import TRACK
from triax.games.tracks import COLOURS

DOCS = Path(__file__).resolve().parent
RECORDS = DOCS.parent / "tests" / "conformance"

ROTA, BOARD, AXO = (theme_of("light", game) for game in ("rota", "axio", "axo"))

Picture = tuple[str, str]
"""A file's name and what is in it."""


# Positions of real games, for the first screen.

SCENES = {"rota": (5, 19), "axio": (5, 30), "axo": (5, 141)}
"""For each game, a record of the conformance tests and a step in it."""


def scenes() -> Iterator[Picture]:
    for game, (line, number) in SCENES.items():
        record = read_record((RECORDS / f"{game}.jsonl").read_text("utf-8").splitlines()[line])
        step = list(record.replay())[number]
        view, events = step.after.view(0), redact(step.events, 0)
        for theme in THEMES:
            suffix = "" if theme == "light" else f"-{theme}"
            yield f"{game}{suffix}", draw(view, theme=theme, events=events, names=["You", "Ada"])


def lines(theme: Theme, x: float, y: float, *texts: str, size: float = 15, fill: str | None = None) -> Svg:
    return join(label(x, y + n * size * 1.5, text, size, fill or theme.muted) for n, text in enumerate(texts))


def points_list(x: float, y: float, points: Counter[str], why: Sequence[str], theme: Theme) -> Svg:
    """A line a colour: its symbol, its points, and the reason."""
    parts = []
    for n, ((colour, count), reason) in enumerate(zip(points.items(), why, strict=True)):
        middle = y + 44 * n
        words = label(x + 32, middle + 5, f"+{count} {COLOUR_NAMES[colour]}", 17, theme.ink, bold=True)
        parts += [
            circle(x + 8, middle, 14, fill=theme.pit),
            symbol(colour, x + 8, middle, 9, theme),
            words,
            label(x + 140, middle + 5, reason, 15, theme.muted),
        ]
    return group(*parts)


# Axio Rota.


def rota_pieces() -> Picture:
    body = [
        rota_art.tile("RGBO", Box(28, 28, 128, 128), ROTA),
        rota_art.tile("-PGB", Box(188, 28, 128, 128), ROTA),
        label(92, 186, "four colours", 15, ROTA.muted, anchor="middle"),
        label(252, 186, "three, one corner empty", 15, ROTA.muted, anchor="middle"),
    ]
    for n, colour in enumerate(COLOURS):
        x, y = 392 + 152 * (n // 3), 46 + 46 * (n % 3)
        body.append(rect(Box(x - 18, y - 18, 36, 36), 8, fill=ROTA.pit))
        body += [symbol(colour, x, y, 12, ROTA), label(x + 30, y + 5, COLOUR_NAMES[colour], 15, ROTA.ink)]
    return "rota-pieces", figure((660, 208), "Tiles and symbols", "Two tiles and the five symbols.", *body, theme=ROTA)


START = {(0, 0): "RG-B", (1, 0): "OPGR", (0, 1): "P-RG", (1, 1): "BOGP"}


def rota_start() -> Picture:
    body = rota_art.display(START, Box(24, 24, 220, 220), ROTA)
    words = lines(
        ROTA,
        276,
        96,
        "Two of these four tiles have an empty",
        "corner: both are turned so that it lies",
        "in the middle of the square.",
    )
    return "rota-start", figure((580, 268), "The start square", "Four tiles in a square.", body, words, theme=ROTA)


def rota_cells() -> Picture:
    size = 104
    body = [rota_art.display(START, Box(24 + size, 24 + size, 2 * size, 2 * size), ROTA)]
    placed = {cell: Laid(corners, 0) for cell, corners in START.items()}
    for x, y in [*START, *plane.frontier(placed)]:
        at = Box(24 + (x + 1) * size, 24 + (y + 1) * size, size, size)
        if (x, y) not in START:
            dashes = {"stroke_dasharray": "6 6"}
            body.append(rect(at.inset(5), 10, fill="none", stroke=ROTA.edge, stroke_width=2, **dashes))
        body.append(label(at.middle[0], at.middle[1] + 6, f"{x},{y}", 17, ROTA.ink, bold=True, anchor="middle"))
    words = "The cells of the start square and the eight cells beside it, with their coordinates."
    return "rota-cells", figure((4 * size + 48,) * 2, "Cells and coordinates", words, *body, theme=ROTA)


NEIGHBOURS = {(0, 0): "RGBO", (1, 0): "PRGB", (0, 1): "ROGP"}


def _rota_scoring(name: str, title: str, tile: str, colour: str | None, why: Sequence[str]) -> Picture:
    before = {cell: Laid(corners, 0) for cell, corners in NEIGHBOURS.items()}
    at: Cell = (1, 1)
    scored = list(plane.score(before, plane.circles(before), at, Laid(tile, 0), colour))
    lit = {(*at, one.corner) for one in scored} | {source for one in scored for source in one.sources}
    named = None if colour is None else ((*at, tile.index("-")), colour)
    shown = rota_art.RotaHighlights(at, lit, named)
    points = Counter({one.colour: len(one.sources) for one in scored})
    body = rota_art.display({**NEIGHBOURS, at: tile}, Box(28, 28, 256, 256), ROTA, shown)
    words = "; ".join(f"{count} {COLOUR_NAMES[one]}" for one, count in points.items())
    return name, figure(
        (760, 312), title, f"The new tile scores {words}.", body, points_list(328, 136, points, why, ROTA), theme=ROTA
    )


def rota_circle() -> Picture:
    why = ["the star meets two stars in its circle", "the dot meets one dot"]
    return _rota_scoring("rota-circle", "Scoring circles", "BGPO", None, why)


def rota_named() -> Picture:
    why = ["the empty corner, named blue", "the dot meets one dot"]
    return _rota_scoring("rota-named", "Naming a colour", "-GOP", "B", why)


def rota_turns() -> Picture:
    body = []
    for turn in range(4):
        at = Box(28 + 152 * turn, 28, 120, 120)
        body += [
            rota_art.tile(plane.turned("-RGB", turn), at, ROTA),
            label(at.middle[0], 180, f"/{turn}", 17, ROTA.ink, bold=True, anchor="middle"),
        ]
    return "rota-turns", figure(
        (632, 204), "Quarter turns", "The tile -RGB, turned 0 to 3 quarter turns clockwise.", *body, theme=ROTA
    )


def scoreboards() -> Picture:
    body = []
    players = (("Ada", (7, 6, 9, 6, 11), "2nd"), ("Ben", (6, 8, 7, 12, 8), "1st"))
    for n, (name, values, place) in enumerate(players):
        box = Box(24 + 372 * n, 24, 344, 216)
        body.append(panel(box, name, "lowest", Badge(place, False), ROTA, total=min(values)))
        body.append(tracks(Box(box.x + 12, box.y + 56, box.w - 28, box.h - 64), values, TRACK, ROTA))
        low = ", ".join(map(str, sorted(values)))
        body.append(label(box.x + 16, 272, f"lowest first: {low}", 15, ROTA.muted))
    return "scoreboards", figure(
        (764, 296), "Two scoreboards", "Ada and Ben share the lowest track; Ben's next is higher.", *body, theme=ROTA
    )


# Axio.


def _tile(notation: str) -> PlacedView:
    tile, _, rest = notation.partition("@")
    at, _, to = rest.partition(">")
    return {"tile": tile, "at": [int(n) for n in at.split(",")], "to": to}


def axio_pieces() -> Picture:
    at = [Box(28, 36, 88, 88), Box(480, 36, 88, 88), Box(600, 36, 88, 88)]
    body = [
        axio_art.domino("RP", Box(28, 36, 176, 88), BOARD),
        axio_art.domino("BB", Box(240, 36, 176, 88), BOARD),
        axio_art.printed_space("G", at[1], BOARD),
        axio_art.pyramid_alone("RBGP", at[2], BOARD),
    ]
    named = ((116, "a tile"), (328, "a double"), (524, "printed space"), (644, "pyramid"))
    body += [label(x, 158, text, 15, BOARD.muted, anchor="middle") for x, text in named]
    return "axio-pieces", figure(
        (716, 184), "Pieces of Axio", "A tile, a double, a printed space and a pyramid.", *body, theme=BOARD
    )


def axio_first() -> Picture:
    box = Box(20, 20, 480, 480)
    view: AxioView = {**AXIO.new(2, Random(0)).view(None), "tiles": [_tile("RG@1,0>E")]}
    body = [axio_art.board(view, box, BOARD)]
    for notation, sign in (("BP@-3,0>E", "✓"), ("OP@1,-4>S", "✓"), ("RO@0,1>S", "✗"), ("GG@-2,-2>E", "✗")):
        at = axio_art.on_board(_tile(notation), box, 9).inset(2)
        stroke = BOARD.accent if sign == "✓" else BOARD.muted
        dashes = {"stroke_dasharray": "7 5"}
        body.append(rect(at, 8, fill=BOARD.panel, stroke=stroke, stroke_width=2.5, **dashes))
        x, y = at.middle
        mark = ("M", x - 9, y, "L", x - 3, y + 7, "L", x + 10, y - 8) if sign == "✓" else (
            "M", x - 8, y - 8, "L", x + 8, y + 8, "M", x + 8, y - 8, "L", x - 8, y + 8)  # fmt: skip
        body.append(path(*mark, fill="none", stroke=stroke, stroke_width=4, stroke_linecap="round"))
    words = [
        lines(BOARD, 528, 150, "The first tile of the game lies", "beside the red printed space."),
        lines(BOARD, 528, 230, "✓  beside a printed space", "     that no tile touches yet", fill=BOARD.accent),
        lines(BOARD, 528, 310, "✗  beside a printed space", "     that is taken, or beside none"),
    ]
    return "axio-first", figure(
        (780, 520), "First tiles", "Where a player's first tile may lie.", *body, *words, theme=BOARD
    )


def _axio_scoring(title: tuple[str, str], side: int, laid: Sequence[str], new: str, why: Sequence[str]) -> Picture:
    """The rules say what the new tile scores; the picture shows it."""
    geometry = area(1)
    contents = (EMPTY,) * len(geometry.spaces)

    def halves(tile: PlacedView) -> tuple[int, int]:
        start, end = (geometry.index(*space) for space in halves_of(tile))
        assert start is not None
        assert end is not None
        return start, end

    for notation in laid:
        contents = with_tile(contents, *halves(_tile(notation)), _tile(notation)["tile"])
    last = _tile(new)
    start, end = halves(last)
    found = list(runs(geometry, contents, start, end, last["tile"]))
    points: Counter[str] = Counter()
    for run in found:
        points[run.colour] += len(run.sources)
    after, _, raised = raise_pyramids(geometry, with_tile(contents, start, end, last["tile"]), (), start, end)
    shown = axio_art.AxioHighlights(
        last,
        {space for run in found for space in run.sources},
        beams=[axio_art.Beam(run.colour, (run.half, *run.sources), len(run.sources)) for run in found],
    )
    for one in raised:
        shown.raised.add(geometry.spaces[one.space])
        shown.lit |= {geometry.spaces[n] for n in geometry.neighbours[one.space]}
        points.update(after[n] for n in geometry.neighbours[one.space])
    points = Counter({colour: points[colour] for colour in COLOURS if points[colour]})
    view: AxioView = {
        **AXIO.new(2, Random(0)).view(None),
        "side": side,
        "printed": [],
        "tiles": [_tile(notation) for notation in (*laid, new)],
        "pyramids": [list(space) for space in shown.raised],
    }
    size = 64 * side + 48
    body = axio_art.board(view, Box(20, 20, size, size), BOARD, shown)
    name, words = title[0], "; ".join(f"{count} {COLOUR_NAMES[colour]}" for colour, count in points.items())
    return name, figure(
        (size + 460, size + 40),
        title[1],
        f"The new tile scores {words}.",
        body,
        points_list(size + 52, size / 2 - 30, points, why, BOARD),
        theme=BOARD,
    )


def axio_runs() -> Picture:
    laid = ("RR@0,-2>S", "RG@-1,0>W", "BB@2,0>E", "BP@1,1>S", "GO@1,-1>N", "OP@0,1>S")
    why = ["two to the north, one to the west", "two to the east, one to the south"]
    return _axio_scoring(("axio-runs", "Three directions a half"), 7, laid, "RB@0,0>E", why)


def axio_pyramid() -> Picture:
    laid = ("GP@0,-1>W", "OO@1,0>N", "RP@-1,1>N")
    why = ["north of the pyramid", "south of it, on the new tile", "east of it", "west of it"]
    return _axio_scoring(("axio-pyramid", "A pyramid"), 5, laid, "RB@1,1>W", why)


# AXO.

DECK = standard_deck()


def axo_card() -> Picture:
    box = Box(150, 24, 230, 230 * RATIO)
    spots = sections(box)
    body = [card(box, "46", DECK["46"], AXO, marks=0b000_001_000)]
    notes = (
        (box.x + 10, box.y + 32, 20, "polyomino", "start"),
        (box.right - 12, box.y + 19, 500, "number", "end"),
        (box.right - 12, box.y + 45, 500, "effect", "end"),
        (spots[3].x, spots[3].middle[1], 20, "marked", "start"),
        (spots[5].right, spots[5].middle[1], 500, "section", "end"),
    )
    for x, y, edge, text, anchor in notes:
        left = anchor == "start"
        body.append(label(edge, y + 5, text, 15, AXO.ink, anchor=anchor))
        near = edge + 82 if left else edge - 62
        body.append(
            path("M", near, y, "L", x + (-6 if left else 8), y, fill="none", stroke=AXO.muted, stroke_width=1.5)
        )
    for n, (colour, sign) in enumerate((("R", "ring"), ("B", "cross"), ("Y", "triangle"))):
        y = 108 + 52 * n
        body.append(rect(Box(548, y - 20, 40, 40), 7, fill=AXO.opens[colour]))
        body += [symbol(colour, 568, y, 11, AXO), label(602, y + 5, f"{COLOUR_NAMES[colour]}: {sign}", 15, AXO.ink)]
    return "axo-card", figure(
        (740, 334), "A card of AXO", "What is on a card, and the three signs.", *body, signs=True, theme=AXO
    )


def axo_sides() -> Picture:
    shape = DECK["46"].shape
    body = []
    captions = ("active player", "next clockwise", "opposite", "third clockwise")
    for k, caption in enumerate(captions):
        at = Box(40 + 180 * k, 28, 120, 120)
        body += [
            spelled_polyomino(turned(shape, -k), "B", at, AXO),
            label(at.middle[0], 184, caption, 15, AXO.ink, bold=k == 0, anchor="middle"),
        ]
    return "axo-sides", figure(
        (740, 208), "One card, four sides", "A polyomino as each side sees it.", *body, signs=True, theme=AXO
    )


def axo_apply() -> Picture:
    number, colour, place = "11", "R", 0
    shape = DECK["31"].shape
    x, y, under = shifts(shape)[place]
    before = 0b001_010_000
    target = DECK[number].sections(colour) & under
    width = 176.0
    first, second, third = (Box(left, 52, width, width * RATIO) for left in (200, 420, 640))
    cell = sections(second)[1].x - sections(second)[0].x
    corner = sections(second)[3 * y + x]
    body = [
        spelled_polyomino(shape, colour, Box(28, 96, 120, 120), AXO),
        card(first, number, DECK[number], AXO, marks=before),
        card(second, number, DECK[number], AXO, marks=before),
        card(
            third,
            number,
            DECK[number],
            AXO,
            marks=before | target,
            fresh=target & ~before,
        ),
    ]
    for cx, cy in sorted(shape):
        at = Box(corner.x + cx * cell, corner.y + cy * cell, corner.w, corner.h)
        dashes = {"stroke_dasharray": "6 4"}
        body.append(
            rect(at.inset(-1), 8, fill=AXO.accent, fill_opacity=0.18, stroke=AXO.accent, stroke_width=3, **dashes)
        )
    texts = (
        ("red is declared", 88),
        ("1  before", first.middle[0]),
        ("2  shifted onto it", second.middle[0]),
        ("3  marked", third.middle[0]),
    )
    body += [label(at, 34, text, 15, AXO.ink, bold=True, anchor="middle") for text, at in texts]
    return "axo-apply", figure(
        (844, 296),
        "Applying the polyomino",
        "The sections under it that have the declared colour are marked.",
        *body,
        signs=True,
        theme=AXO,
    )


def axo_complete() -> Picture:
    body = []
    width, x = 92.0, 64.0
    for count, reward in ((1, "1 point, 1 extra mark"), (2, "3 points"), (3, "4 points")):
        start = x
        for number in ("17", "22", "38")[:count]:
            body.append(card(Box(x, 28, width, width * RATIO), number, DECK[number], AXO, marks=FULL))
            x += width + 8
        body.append(label((start + x - 8) / 2, 174, reward, 15, AXO.ink, bold=True, anchor="middle"))
        x += 72 if count == 1 else 36
    return "axo-complete", figure(
        (x - 8, 198),
        "Completed cards",
        "What one, two or three cards completed in a turn are worth.",
        *body,
        signs=True,
        theme=AXO,
    )


def axo_pivot() -> Picture:
    body = [label(28 + 150 * k, 34, f"~{k}" if k else "as seen", 15, AXO.ink, bold=True) for k in range(4)]
    body += [polyomino(turned(DECK["46"].shape, k), 28 + 150 * k, 52, 30, AXO.ink) for k in range(4)]
    return "axo-pivot", figure(
        (610, 164), "A pivot", "The polyomino turned 0 to 3 quarter turns clockwise.", *body, signs=True, theme=AXO
    )


FIGURES = (
    rota_pieces, rota_start, rota_cells, rota_circle, rota_named, rota_turns, scoreboards,
    axio_pieces, axio_first, axio_runs, axio_pyramid,
    axo_card, axo_sides, axo_apply, axo_complete, axo_pivot,
)  # fmt: skip


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    drawn = (*scenes(), *(make() for make in FIGURES), ("rooms", rooms(LIGHT)), ("rooms-dark", rooms(theme_of("dark"))))
    return {f"{name}.svg": f"{svg}\n" for name, svg in drawn}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures().items():
        (folder / name).write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
