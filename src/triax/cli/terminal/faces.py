"""The faces of the games."""

from __future__ import annotations

from typing import Any

from triax.cli.terminal import axio, axo, rota
from triax.cli.terminal.face import Face
from triax.games.core import AnyGame

_OWN: dict[str, Face[Any, Any]] = {face.game.name: face for face in (rota.FACE, axio.FACE, axo.FACE)}


def face_of(game: AnyGame) -> Face[Any, Any]:
    """The game's own face, or the plain one that fits any game."""
    return _OWN.get(game.name) or Face(game)
