"""How strong the adaptive opponent plays against whom: by player and game, changed by every game with it that ends."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.bots.adaptive import NAME, START, PlayerForm, after
from triax.server.database import Database
from triax.server.db_people import forms
from triax.server.table import Table

_FIRST = {
    name: dialect.insert(forms).on_conflict_do_nothing()
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
_columns = forms.c
# All processes go through the players in the same order, so that no two wait for each other.
_KNOWN = (
    sa.select(forms)
    .where(_columns.game == sa.bindparam("which"), _columns.player.in_(sa.bindparam("ids", expanding=True)))
    .order_by(_columns.player)
    .with_for_update()
)
_CHANGED = sa.update(forms).where(_columns.player == sa.bindparam("who"), _columns.game == sa.bindparam("which"))


async def strength_at(database: Database, table: Table) -> float:
    """What suits the people at a table: the mean, where they are several."""
    people = {seat.player for seat in table.seats if seat.player is not None}
    query = sa.select(_columns.level).where(_columns.game == table.meta.game, _columns.player.in_(people))
    known = [row.level for row in await database.rows(query)] if people else []
    return fmean([*known, *[START] * (len(people) - len(known))]) if people else START


def learn(connection: sa.Connection, table: Table, people: Mapping[int, str | None], places: list[int]) -> None:
    """What a game that is over says of those who have played it themselves, each at one seat. Who gave up has lost it,
    unless a bot has played it to its end for them."""
    bots = [seat for seat, held in enumerate(table.seats) if held.bot == NAME]
    assert table.state is not None
    unfinished = table.state.outcome is None
    played_on = table.helped - (set(table.resigned) if unfinished else set())
    held = [player for player in people.values() if player is not None]
    played = {
        player: seat
        for seat, player in people.items()
        if player is not None and held.count(player) == 1 and seat not in played_on
    }
    if not bots or not played or table.prefix is not None:
        return
    game, order = table.meta.game, sorted(played)
    first = PlayerForm()
    new = [{"player": one, "game": game, "level": first.level, "step": first.step, "games": 0} for one in order]
    connection.execute(_FIRST[connection.dialect.name], new)
    changed = []
    for row in connection.execute(_KNOWN, {"which": game, "ids": order}):
        own = places[played[row.player]]
        ahead = fmean((own < places[bot]) + 0.5 * (own == places[bot]) for bot in bots)
        now = after(PlayerForm(row.level, row.step, row.games), ahead)
        changed.append({"who": row.player, "which": game, "level": now.level, "step": now.step, "games": now.games})
    connection.execute(_CHANGED, changed)
