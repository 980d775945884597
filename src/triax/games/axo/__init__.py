"""AXO."""

from triax.games.axo.game import Axo
from triax.games.axo.state import AxoState
from triax.games.axo.view import AxoView

__all__ = ["Axo", "AxoState", "AxoView"]
