"""Drawings as pictures of pixels, with our own two faces."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Any

from triax.drawing.svg import FONTS, has_letters


@cache
def _faces() -> list[str]:
    return [str(file) for file in sorted(FONTS.glob("*.ttf"))]


def png(svg: str, *, width: int | None = None) -> bytes:
    """The drawing as PNG, in its own size or as wide as is said."""
    import resvg_py  # noqa: PLC0415, a megabyte that few need

    # Whatever our faces cannot write is left to those of the machine, which are slow to find.
    known = has_letters("".join(re.findall(r"<text[^>]*>([^<]*)<", svg)))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=_faces(), skip_system_fonts=known))


def pixels(svg: str, *, width: int | None = None) -> Any:  # noqa: ANN401, Pillow is imported where it is used
    """The drawing as an image of Pillow."""
    from PIL import Image  # noqa: PLC0415

    with Image.open(BytesIO(png(svg, width=width))) as image:
        return image.convert("RGB")
