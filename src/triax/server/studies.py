"""Analyses for which the engine thinks: so many at once, and not all of them from one address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triax.server.config import Limits
from triax.server.errors import Refused


@dataclass(frozen=True, eq=False)
class Study:
    """One of a player, while it is thought about."""

    address: str


def check_studies(known: Mapping[str, Study], player: str, asked: Study, limits: Limits) -> None:
    """Whoever asks again gives up the one before."""
    others = [study for other, study in known.items() if other != player]
    near = [study for study in others if study.address == asked.address]
    if len(others) >= limits.studies or len(near) >= limits.studies_per_address:
        raise Refused("too_fast", "the engine thinks for many others; try again in a minute")
