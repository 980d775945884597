"""Which turns of a table somebody is to be told of, from what everybody knows about the table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from triax.server.notices.texts import Told, render_turn
from triax.server.table import Table

GRACE = 1.0
"""Seconds in which a player who has just gone may come back, or a turn pass by, before a word is sent."""
SLOW = 3600
"""Seconds; a clock as long as that is worth a reminder,"""
REMINDED = 0.25
"""when so much of it is left."""


class OwedTurn(Struct, frozen=True):
    """A decision that a person owes."""

    player: str
    seat: int
    number: int
    since: float
    deadline: float | None
    is_news: bool
    """Did others bring it about?"""

    def is_same(self, seat: int, number: int) -> bool:
        return (self.seat, self.number) == (seat, number)


def owed_turns(table: Table) -> list[OwedTurn]:
    """One a player, though they may hold several seats."""
    found: dict[str, OwedTurn] = {}
    for seat in sorted(table.to_act):
        held, decision = table.seats[seat], table.decisions[seat]
        is_away = held.away or held.resigned or held.resting is not None
        if held.player is None or is_away or held.player in found or not _is_shared(table, seat):
            continue
        opener = None if decision.by is None else table.seats[decision.by].player
        found[held.player] = OwedTurn(
            player=held.player,
            seat=seat,
            number=decision.number,
            since=decision.since,
            deadline=table.deadline(seat),
            is_news=opener != held.player,
        )
    return list(found.values())


def _is_shared(table: Table, seat: int) -> bool:
    """Does anybody wait? Bots have time, unless there is a clock; and nobody is told of a game with themselves."""
    mine = table.seats[seat].player
    others = [held for held in table.seats if held.player != mine or held.bot]
    return any(held.player for held in others) or (bool(others) and table.meta.clock is not None)


def reminder_due(table: Table, turn: OwedTurn) -> float | None:
    clock = table.meta.clock
    return None if clock is None or turn.deadline is None or clock < SLOW else turn.deadline - REMINDED * clock


def turn_text(table: Table, names: Mapping[str, str], turn: OwedTurn, *, kind: str, language: str, now: float) -> Told:
    others = [
        None if held.bot or held.player is None else names.get(held.player, "…")
        for held in table.seats
        if held.player != turn.player or held.bot
    ]
    left = None if turn.deadline is None else max(0.0, turn.deadline - now)
    return render_turn(kind, language, table.game.title, others, left)
