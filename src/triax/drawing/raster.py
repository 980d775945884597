"""Drawings as pictures of pixels, with our own two faces."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from io import BytesIO
from typing import Any
from unicodedata import category

from triax.drawing.svg import FONTS, exact_width, has_letters

TEXT = re.compile(r"<text([^>]*)>([^<]*)</text>")
OTHERS = "'Noto Sans', 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif"
"""The faces of the machine that go with ours, for letters that ours do not have."""


@cache
def _faces() -> list[str]:
    return [str(file) for file in sorted(FONTS.glob("*.ttf"))]


def png(svg: str, *, width: int | None = None) -> bytes:
    """The drawing as PNG, in its own size or as wide as is said."""
    import resvg_py  # noqa: PLC0415, a megabyte that few need

    # Whatever our faces cannot write is left to those of the machine, which are slow to find.
    known = has_letters("".join(unescape(text) for _, text in TEXT.findall(svg)))
    if not known:
        svg = TEXT.sub(_by_face, svg)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=_faces(), skip_system_fonts=known))


def _by_face(found: re.Match[str]) -> str:
    """A line that more than one face has to write, in pieces of one each: resvg would set it all in the other."""
    attributes, text = found[1], unescape(found[2])
    if has_letters(text):
        return found[0]
    given = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
    size, gap, face = float(given["font-size"]), float(given.get("letter-spacing", 0)), _face_of(given)
    pieces = _pieces(_without_pictures(text))
    widths = [exact_width(piece, size, face) + gap * len(piece) for _, piece in pieces]
    before = {"middle": 0.5, "end": 1.0}.get(given.pop("text-anchor", ""), 0.0)
    x = float(given["x"]) - before * sum(widths)
    drawn = []
    for (ours, piece), width in zip(pieces, widths, strict=True):
        said = given | {"x": f"{x:.2f}"} | ({} if ours else {"font-family": OTHERS, "textLength": f"{width:.2f}"})
        told = " ".join(f'{name}="{value}"' for name, value in said.items())
        drawn.append(f'<text {told} xml:space="preserve">{escape(piece)}</text>')
        x += width
    return "".join(drawn)


def _face_of(given: dict[str, str]) -> str:
    """As `svg.label` says it."""
    if "Fraunces" in given.get("font-family", ""):
        return "display"
    return "bold" if given.get("font-weight") == "650" else "text"


def _pieces(text: str) -> list[tuple[bool, str]]:
    """Stretches that our faces can write, and those that they cannot."""
    pieces: list[tuple[bool, str]] = []
    for part in re.findall(r"\S\s*", text):
        ours = has_letters(part)
        if pieces and pieces[-1][0] == ours:
            pieces[-1] = ours, pieces[-1][1] + part
        else:
            pieces.append((ours, part))
    return pieces


def _without_pictures(text: str) -> str:
    """No face draws emoji here: an empty box would stand for each. Signs that our faces have are none."""
    kept = "".join(one for one in text if has_letters(one) or not _is_picture(one))
    return " ".join(kept.split()).replace(" ,", ",")


def _is_picture(character: str) -> bool:
    return category(character) in {"So", "Sk", "Cf", "Cs", "Co", "Cn"} or character == "\ufe0f"


def pixels(svg: str, *, width: int | None = None) -> Any:  # noqa: ANN401, Pillow is imported where it is used
    """The drawing as an image of Pillow."""
    from PIL import Image  # noqa: PLC0415

    with Image.open(BytesIO(png(svg, width=width))) as image:
        return image.convert("RGB")
