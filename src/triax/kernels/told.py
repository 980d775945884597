"""What the rows of networks speak of, by name. Brings no compiler along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Part = Literal["lowest", "tracks", "rivals", "places", "denied", "rack", "turns", "rest", "end"]
"""The own lowest track, the own others, those of the rivals; places where one could score oneself, and where the
strongest rival could; what the rack keeps; extra turns; all else; and that a move ends the game at once."""
Parts = Sequence[tuple[Part, int, int]]
"""What rows speak of, from a first one to before a last; those that nobody names are the rest."""
