"""SVG as text: elements whose attributes and words are always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple, NewType
from unicodedata import east_asian_width

Svg = NewType("Svg", str)
"""A piece of an SVG document. Only this module makes one, so no raw text slips in."""

Value = str | float | None

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


def label(
    x: float, y: float, text: str, size: float, fill: str, *, bold: bool = False, anchor: str | None = None
) -> Svg:
    """One line of text, its baseline at y; `anchor` is middle or end."""
    weight = "600" if bold else None
    return element("text", words(text), x=x, y=y, font_size=size, fill=fill, font_weight=weight, text_anchor=anchor)


def text_width(text: str, size: float) -> float:
    """A guess on the safe side: the reader's font is not known."""
    return size * sum(map(_width, text))


def _width(character: str) -> float:
    if character in " .,:;'!|·()[]iIjlft":
        return 0.37
    if east_asian_width(character) in "WF":
        return 1.05
    return 0.85 if character in "MWmw@—…%" else 0.72 if character.isupper() else 0.58


def shortened(text: str, size: float, width: float) -> str:
    """The text on one line, cut with an ellipsis where it would be too wide."""
    line = " ".join(sayable(text).split())
    if text_width(line, size) <= width:
        return line
    while line and text_width(line + "…", size) > width:
        line = line[:-1]
    return line + "…"
