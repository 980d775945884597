"""AXO."""

from triax.games.axo.game import Axo
from triax.games.axo.notation import AxoMove
from triax.games.axo.state import AxoState
from triax.games.axo.view import AxoView

AXO = Axo()

__all__ = ["AXO", "Axo", "AxoMove", "AxoState", "AxoView"]
