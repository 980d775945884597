"""A whole game in a few seconds: its poster, growing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from triax.drawing.raster import pixels
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

    def images() -> Iterator[object]:
        for n, poster in enumerate(posters):
            yield pixels(poster(), width=width)
            if progress is not None:
                progress(n + 1, len(posters))

    frames = list(images())
    held = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    out = BytesIO()
    settings = {"quality": 82, "method": 4, "minimize_size": True} if suffix == ".webp" else {"optimize": True}
    first, *rest = frames
    first.save(out, FORMATS[suffix], save_all=True, append_images=rest, duration=held, loop=0, **settings)  # type: ignore[attr-defined]
    return out.getvalue()
