"""The events of Axio in words."""

from __future__ import annotations

from triax.games.axio.events import AxioDrew, AxioPlaced, Exchanged, PyramidRaised
from triax.games.events import Event


def axio_words(event: Event) -> str | None:
    match event:
        case AxioPlaced(tile=tile, at=(x, y), to=to):
            return f"lays {tile} on {x},{y} pointing {to}"
        case PyramidRaised(at=(x, y)):
            return f"puts a pyramid on {x},{y}"
        case Exchanged(shown=shown):
            return f"shows {' '.join(shown)} and exchanges them"
        case AxioDrew(tiles=tiles):
            return f"draws {' '.join(tiles)}" if tiles else ""
    return None
