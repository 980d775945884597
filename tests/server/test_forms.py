"""How strong the adaptive opponent plays: remembered by player and game, moved by results, gone with the player."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.support.serving import serving, sqlite_url
from tests.server.support.whole_games import eventually, execute, guests, whole_game
from triax.bots.adaptive import START, PlayerForm, after
from triax.server import admin
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.forms import strength_at
from triax.server.table import Table, TableMeta, TableSeat


def test_it_goes_with_the_results_of_a_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        with serving(sqlite_url(tmp_path)) as server:
            async with guests(server.url, "Ann") as (ann,):
                form = PlayerForm()
                for seed in (1, 2):
                    over = await whole_game([ann], "rota", bots=["adaptive"], seed=seed)
                    place = {seat: at for at, seats in enumerate(over["standings"]) for seat in seats}
                    form = after(form, 0.5 if place[0] == place[1] else float(place[0] < place[1]))
                await whole_game([ann], "rota", bots=["novice"], seed=3)
                kept = await execute(server.database, "SELECT player, game, level, step, games FROM forms")
                assert [tuple(row) for row in kept] == [(ann.id, "rota", form.level, form.step, 2)]
                given_up = await ann.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "adaptive"]})
                await ann.call("POST", f"/api/tables/{given_up['id']}/resign", {"seat": 0})
                lost = after(PlayerForm(), 0.0)
                query = "SELECT level, step, games FROM forms WHERE game = 'axio'"
                (row,) = await eventually(lambda: execute(server.database, query), 30)
                assert tuple(row) == (lost.level, lost.step, 1)
                database = Database(database_url(server.database))
                assert await strength_at(database, table_of("rota", ann.id)) == form.level
                assert await strength_at(database, table_of("axo", ann.id)) == START
                assert await strength_at(database, table_of("rota", ann.id, "new")) == (form.level + START) / 2
                assert await strength_at(database, table_of("rota")) == START
                await admin.delete_player(database, ann.id)
                await database.close()
                assert not await execute(server.database, "SELECT * FROM forms")

    asyncio.run(scenario())


def table_of(game: str, *people: str) -> Table:
    meta = TableMeta("t", game, 4, {}, public=False, clock=None, hints=False, host="h", created=0.0)
    table = Table(meta)
    table.seats = [*(TableSeat(player=one) for one in people), TableSeat(bot="adaptive")]
    return table
