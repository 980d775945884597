"""SVG as text: elements whose attributes and words are always escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple, NewType
from unicodedata import category, east_asian_width

Svg = NewType("Svg", str)
"""A piece of an SVG document. Only this module makes one, so no raw text slips in."""

Value = str | float | None

FONTS = Path(__file__).parent / "fonts"
"""The two faces, cut to the letters of Latin scripts."""

# XML has no way to say these at all, not even escaped.
_UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def centred(self, w: float, h: float) -> Box:
        """A box of this size around the same middle."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)


@lru_cache(8192)
def number(value: float) -> str:
    return f"{round(value, 2) + 0:.10g}"


def sayable(text: str) -> str:
    return _UNSAYABLE.sub("", text)


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(1024)
def words(text: str) -> Svg:
    return Svg(escape(sayable(text)))


def element(tag: str, *children: Svg, **attributes: Value) -> Svg:
    """`stroke_width=2` becomes stroke-width="2"; an attribute of None is left out."""
    given = "".join(
        f' {_attribute(name)}="{words(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return Svg(f"<{tag}{given}>{inner}</{tag}>" if inner else f"<{tag}{given}/>")


def join(parts: Iterable[Svg]) -> Svg:
    return Svg("".join(parts))


def group(*children: Svg, **attributes: Value) -> Svg:
    return element("g", *children, **attributes)


def rect(box: Box, radius: float = 0, **attributes: Value) -> Svg:
    return element("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=radius or None, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> Svg:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Value) -> Svg:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def path(*steps: str | float, **attributes: Value) -> Svg:
    return element("path", d=" ".join(s if isinstance(s, str) else number(s) for s in steps), **attributes)


def placed(x: float, y: float, scale: float, *children: Svg, **attributes: Value) -> Svg:
    """What is drawn in units of its own, moved and enlarged to where it lies."""
    return group(*children, transform=f"translate({number(x)} {number(y)}) scale({scale:.6g})", **attributes)


TEXT = "'Figtree Variable', Figtree, system-ui, sans-serif"
DISPLAY = "'Fraunces Variable', Fraunces, Georgia, serif"


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    display: bool = False,
    anchor: str | None = None,
) -> Svg:
    """One line of text, its baseline at y; `anchor` is middle or end. The display face is for titles and numbers."""
    return element(
        "text",
        words(text),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_family=DISPLAY if display else None,
        font_weight="600" if display else "650" if bold else None,
        letter_spacing=round(-0.015 * size, 2) if display else None,
        text_anchor=anchor,
    )


def _widths(face: str) -> dict[str, float]:
    known: dict[str, str] = json.loads((FONTS / "widths.json").read_text("utf-8"))[face]
    return {character: float(width) for width, characters in known.items() for character in characters}


_ADVANCE = {face: _widths(face) for face in ("text", "bold", "display")}


def text_width(text: str, size: float, face: str = "text") -> float:
    """As wide as in our faces, with a little to spare for a reader who has others."""
    return (1 if face == "display" else 1.06) * exact_width(text, size, face)


def exact_width(text: str, size: float, face: str) -> float:
    """In our faces; a guess for letters that they do not have."""
    known = _ADVANCE[face]
    return size * sum(known.get(character) or _guess(character) for character in text)


def has_letters(text: str) -> bool:
    """Whether our faces can write this."""
    return set(text) <= _ADVANCE["text"].keys()


def _guess(character: str) -> float:
    if east_asian_width(character) in "WF":
        return 1.05
    return 0 if category(character) == "Mn" else 0.61 if character.islower() else 0.72


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """The text on a few lines, broken between words; the last one may be cut."""
    lines: list[str] = []
    # A long name may be broken behind its hyphen.
    words = [
        part
        for word in sayable(text).split()
        for part in (re.findall(r"[^-]*-|[^-]+", word) if text_width(word, size) > width else [word])
    ]
    while words:
        fits = 1
        while fits < len(words) and text_width(" ".join(words[: fits + 1]), size) <= width:
            fits += 1
        if len(lines) == most - 1:
            fits = len(words)
        lines.append(shortened(" ".join(words[:fits]), size, width))
        words = words[fits:]
    return lines


def shortened(text: str, size: float, width: float) -> str:
    """The text on one line, cut with an ellipsis where it would be too wide."""
    line = " ".join(sayable(text).split())
    if text_width(line, size) <= width:
        return line
    while line and text_width(line + "…", size) > width:
        line = line[:-1]
    return line + "…"
