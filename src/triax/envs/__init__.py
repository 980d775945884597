"""Standard environments for learners and planners: PettingZoo, OpenSpiel, and what both of them share.

`triax.envs.pettingzoo` and `triax.envs.openspiel` need the extra of their name; the rest needs NumPy alone.
"""

from triax.envs.adapters import ENCODINGS
from triax.envs.encoding import Block, Encoding
from triax.envs.frame import Frame
from triax.envs.layout import Layout, Part

__all__ = ["ENCODINGS", "Block", "Encoding", "Frame", "Layout", "Part"]
