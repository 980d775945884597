"""Axio."""

from triax.games.axio.game import Axio
from triax.games.axio.notation import EXCHANGE, KEEP, AxioMove, AxioPlace, Decide
from triax.games.axio.state import AxioState
from triax.games.axio.view import AxioView

AXIO = Axio()

__all__ = ["AXIO", "EXCHANGE", "KEEP", "Axio", "AxioMove", "AxioPlace", "AxioState", "AxioView", "Decide"]
