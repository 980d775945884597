"""Axio Rota."""

from triax.games.rota.game import Rota
from triax.games.rota.notation import Place
from triax.games.rota.state import RotaState
from triax.games.rota.view import RotaView

__all__ = ["Place", "Rota", "RotaState", "RotaView"]
