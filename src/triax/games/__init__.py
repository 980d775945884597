"""The rules: pure Python, no input or output, no third-party import."""

from triax.games.axio import Axio
from triax.games.axo import Axo
from triax.games.core import Game
from triax.games.errors import BadData
from triax.games.rota import Rota

GAMES: dict[str, Game] = {game.name: game for game in (Rota(), Axio(), Axo())}


def find_game(name: str) -> Game:
    if name not in GAMES:
        raise BadData(f"'{name}' is not a game: expected {', '.join(GAMES)}")
    return GAMES[name]
