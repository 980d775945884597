"""The adapters by game: our own, and a generic one for every other."""

from __future__ import annotations

from functools import cache

from triax.envs.adapter import AnyAdapter
from triax.envs.axio import AxioAdapter
from triax.envs.axo import AxoAdapter
from triax.envs.encoding import Encoding
from triax.envs.generic import GenericAdapter, VocabularyEncoding
from triax.envs.rota import RotaAdapter
from triax.games import find_game

_ADAPTERS: dict[str, AnyAdapter] = {
    adapter.encoding.game.name: adapter for adapter in (RotaAdapter(), AxioAdapter(), AxoAdapter())
}
ENCODINGS: dict[str, Encoding] = {name: adapter.encoding for name, adapter in _ADAPTERS.items()}
"""The flat actions of our own games, the same for every number of players."""


@cache
def adapter_for(name: str, players: int) -> AnyAdapter:
    return _ADAPTERS.get(name) or GenericAdapter(VocabularyEncoding(find_game(name), players))


def has_reach(name: str) -> bool:
    """Can its plane be cut off?"""
    return name in _ADAPTERS and _ADAPTERS[name].has_reach


def has_picks(name: str) -> bool:
    """Can its moves be chosen by successive picks?"""
    return name in _ADAPTERS and _ADAPTERS[name].picks > 0
