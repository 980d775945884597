"""Positions to be drawn, and what every picture must be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from triax.games.record import Step, read_record

RECORDS = Path(__file__).parents[2] / "conformance"


SVG = "{http://www.w3.org/2000/svg}"


ALLOWED = {"svg", "title", "desc", "defs", "symbol", "use", "g", "rect", "circle", "polygon", "path", "text"}
ALLOWED |= {"linearGradient", "radialGradient", "stop", "filter", "feDropShadow"}


@cache
def steps(game: str, players: int) -> tuple[Step, ...]:
    """The game of this many players whose moves are the most sensible."""
    line = (RECORDS / f"{game}.jsonl").read_text("utf-8").splitlines()[3 * players - 1]
    return tuple(read_record(line).replay())


Boxed = tuple[ElementTree.Element, tuple[float, float, float, float]]


def boxed(root: ElementTree.Element, moved: tuple[float, float, float] = (0, 0, 1)) -> Iterator[Boxed]:
    """Every rectangle and symbol with where it lies on the page, whatever it is drawn in; not what is defined."""
    x, y, scale = moved
    for element in root:
        if element.tag == f"{SVG}defs":
            continue
        found = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", element.get("transform", ""))
        dx, dy, more = (float(group or 1) for group in found.groups()) if found else (0, 0, 1)
        here = (x + scale * dx, y + scale * dy, scale * more)
        if element.tag in (f"{SVG}rect", f"{SVG}use"):
            left, top, w, h = (here[2] * float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
            yield element, (here[0] + left, here[1] + top, w, h)
        yield from boxed(element, here)


def check(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ALLOWED
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for _, (x, y, w, h) in boxed(root):
        assert min(x, y) >= -0.1
        assert x + w <= width + 0.1
        assert y + h <= height + 0.1
    symbols = {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
    assert {use.get("href") for use in root.iter(f"{SVG}use")} <= symbols
    defined = {element.get("id") for element in root.iter() if element.get("id")}
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= defined
    return root
