"""A whole game in a few seconds: its poster, growing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any

from triax.drawing.raster import pixels
from triax.drawing.theme import GLOW
from triax.games.errors import BadData

FORMATS = {".webp": "WEBP", ".gif": "GIF"}

FRAMES = 48
"""The most; a longer game skips some."""
FRAME_MS, LAST_MS = 220, 3600


def chosen(count: int, most: int = FRAMES) -> list[int]:
    """Which of so many positions to show: evenly spread, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [round(n * (count - 1) / (most - 1)) for n in range(most)]


def animation(
    posters: Sequence[Callable[[], str]], suffix: str, *, width: int, progress: Callable[[int, int], None] | None = None
) -> bytes:
    """The posters one after the other, the last one longest, as WebP or GIF."""
    if suffix not in FORMATS:
        raise BadData(f"'{suffix}': expected {' or '.join(FORMATS)}")

    def images() -> Iterator[Any]:
        for n, poster in enumerate(posters):
            yield pixels(poster(), width=width)
            if progress is not None:
                progress(n + 1, len(posters))

    frames = list(images())
    if suffix == ".gif":
        frames = _in_few_colours(frames)
    held = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    out = BytesIO()
    settings = {"quality": 82, "method": 4, "minimize_size": True} if suffix == ".webp" else {"optimize": True}
    first, *rest = frames
    first.save(out, FORMATS[suffix], save_all=True, append_images=rest, duration=held, loop=0, **settings)
    return out.getvalue()


def _in_few_colours(frames: Sequence[Any]) -> list[Any]:
    """A GIF has 256 of them: what is told by colour keeps its own, however little of it is seen in a frame."""
    from PIL import Image  # noqa: PLC0415

    last = frames[-1]
    sample = Image.new("RGB", (last.width, 2 * last.height))
    sample.paste(last)
    each = last.width // len(GLOW) + 1
    for n, colour in enumerate(GLOW.values()):
        sample.paste(colour, (n * each, last.height, (n + 1) * each, 2 * last.height))
    palette = sample.quantize(256, method=Image.Quantize.MEDIANCUT)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
