"""The events of Axio Rota in words."""

from __future__ import annotations

from triax.cli.words.text import COLOUR_NAMES
from triax.games.events import Event
from triax.games.rota.events import RotaDrew, RotaPlaced


def rota_words(event: Event) -> str | None:
    match event:
        case RotaPlaced(tile=tile, at=(x, y), turn=turn, name=name):
            turned, named = f", turned {turn}" if turn else "", f", naming {COLOUR_NAMES[name]}" if name else ""
            return f"lays {tile} on {x},{y}{turned}{named}"
        case RotaDrew(tile=tile, from_=origin):
            return f"draws {tile}{' from the supply' if origin == 'supply' else ''}" if tile else ""
    return None
