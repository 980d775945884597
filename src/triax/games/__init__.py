"""The rules: pure Python, no input or output, no third-party import."""

from triax.games.axio import AXIO
from triax.games.axo import AXO
from triax.games.check import quote_text
from triax.games.core import AnyGame
from triax.games.errors import BadData
from triax.games.registry import Games
from triax.games.rota import ROTA

GAMES = Games([ROTA, AXIO, AXO])


def find_game(name: str) -> AnyGame:
    if name not in GAMES:
        raise BadData(f"{quote_text(name)} is not a game: expected {', '.join(GAMES)}")
    return GAMES[name]
