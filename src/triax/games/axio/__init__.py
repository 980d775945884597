"""Axio."""

from triax.games.axio.game import Axio
from triax.games.axio.notation import EXCHANGE, KEEP, Decide, Place
from triax.games.axio.state import AxioState
from triax.games.axio.view import AxioView

__all__ = ["EXCHANGE", "KEEP", "Axio", "AxioState", "AxioView", "Decide", "Place"]
