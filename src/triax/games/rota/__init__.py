"""Axio Rota."""

from triax.games.rota.game import Rota
from triax.games.rota.notation import RotaPlace
from triax.games.rota.state import RotaState
from triax.games.rota.view import RotaView

ROTA = Rota()

__all__ = ["ROTA", "Rota", "RotaPlace", "RotaState", "RotaView"]
