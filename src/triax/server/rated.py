"""Which games are rated."""

from __future__ import annotations

from collections.abc import Mapping

from triax.server.table import Table


def is_rated(table: Table, people: Mapping[int, str | None]) -> bool:
    """Games between different people, each at one seat, with the standard pieces and without hints, from the first move
    on."""
    players = [player for player in people.values() if player is not None]
    own_pieces = any(one.kind == "pieces" and one.name in table.meta.options for one in table.game.facts.options)
    is_plain = not own_pieces and not table.meta.hints and table.prefix is None
    return table.meta.rated and len(set(players)) == len(players) > 1 and is_plain
