"""Games over days: a reminder before the time is up, and vacations on which long clocks stand still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.support.push_service import Browser, pushing
from tests.server.support.serving import fresh_url
from tests.server.support.table_service import play_one
from tests.support import twin
from triax.games import GAMES
from triax.server.accounts import User, new_id
from triax.server.actions import ProposedEntry
from triax.server.config import Settings, database_url
from triax.server.db_schema import addresses, notices, vacations
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.messages import table_info
from triax.server.notices.devices import add_device
from triax.server.notices.turns import owed_turns, turn_text
from triax.server.notices.vacations import ALLOWED, BEGUN, DAY, _state
from triax.server.notices.wishes import write_wishes
from triax.server.services import Services
from triax.server.table import LogEntry, Table, TableMeta

CLOCK = 2 * 86400


@asynccontextmanager
async def parts(folder: Path) -> AsyncIterator[Services]:
    built = Services(Settings(database=database_url(fresh_url(folder)), push_anywhere=True))
    await built.open()
    try:
        yield built
    finally:
        await built.close()


async def slow_table(built: Services, *players: User, clock: int = CLOCK) -> LiveTable:
    """One where the first is to move."""
    while True:
        about: dict[str, Any] = {"public": False, "clock": clock, "hints": False}
        meta = TableMeta(new_id(), "rota", len(players), {}, host=players[0].id, created=time.time() - clock, **about)
        seated = [ProposedEntry("sit", seat, {"player": player.id}) for seat, player in enumerate(players)]
        live = await built.tables.create(meta, seated)
        if live.table.to_act == {0}:
            return live


def test_a_reminder_waits_for_the_last_quarter_and_goes_with_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triax.server.notices.service.TICK", 3600)

    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, ben = await built.accounts.new_guest("Ann"), await built.accounts.new_guest("Ben")
            browser = Browser(service, "ann")
            await add_device(built.journal, built.settings.limits, ann, **browser.subscription)
            live = await slow_table(built, ann, ben)
            await built.notices.run_once()
            since = live.table.decisions[0].since
            rows = {row.kind: row for row in await built.database.rows(sa.select(notices))}
            assert rows["reminder"].due == pytest.approx(since + 0.75 * CLOCK)
            assert rows["turn"].due < since + 5
            # The hour comes.
            soon = sa.update(notices).where(notices.c.kind == "reminder").values(due=1.0, until=time.time() + 60)
            await built.journal.run(lambda connection: connection.execute(soon).rowcount)
            await built.notices.run_once()
            (word,) = await browser.wait(1)
            assert word["title"] == "Time is running out: Axio Rota"
            while 0 in live.table.to_act:
                await play_one(built.tables, live, ann)
            await built.notices.run_once()
            assert await built.database.rows(sa.select(notices)) == []

    asyncio.run(scenario())


def test_by_mail_a_turn_is_one_word_and_a_reminder_is_for_those_who_want_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triax.server.notices.service.TICK", 3600)

    async def scenario() -> None:
        async with parts(tmp_path) as built:
            ann, ben = await built.accounts.new_guest("Ann"), await built.accounts.new_guest("Ben")
            given = {"address": "ann@example.com", "mode": "each", "hour": 7, "language": "en", "confirmed": 0.0}
            await built.journal.run(
                lambda connection: connection.execute(sa.insert(addresses).values(player=ann.id, **given)).rowcount
            )

            async def told() -> list[str]:
                live = await slow_table(built, ann, ben)
                await built.notices.run_once()
                mine = sa.select(notices.c.kind).where(notices.c.table_id == live.id, notices.c.player == ann.id)
                return [row.kind for row in await built.database.rows(mine)]

            assert await told() == ["turn"]
            await write_wishes(built.journal, ann, {"turns": False, "reminders": True, "news": True})
            assert await told() == ["reminder"]

    asyncio.run(scenario())


def test_nobody_is_told_of_what_they_have_brought_about_themselves(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with parts(tmp_path) as built:
            ann, ben = await built.accounts.new_guest("Ann"), await built.accounts.new_guest("Ben")
            live = await slow_table(built, ann, ben)
            (turn,) = owed_turns(live.table)
            assert (turn.player, turn.is_news) == (ann.id, True)  # the game has begun
            for seat, is_news in ((1, True), (0, False)):
                live.table.decisions[0] = msgspec.structs.replace(live.table.decisions[0], by=seat)
                assert owed_turns(live.table)[0].is_news == is_news

    asyncio.run(scenario())


def test_long_clocks_stand_still_on_vacation_and_others_see_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with parts(tmp_path) as built:
            ann, ben = await built.accounts.new_guest("Ann"), await built.accounts.new_guest("Ben")
            live, quick = await slow_table(built, ann, ben), await slow_table(built, ann, ben, clock=3600)
            deadline = live.table.deadline(0)
            assert deadline is not None
            await built.vacations.begin(ann, 3)
            assert live.table.deadline(0) is None
            assert [seat.resting for seat in table_info(live).seats] == [True, False]
            assert not owed_turns(live.table)
            # One that does not last a day runs on, and so does the other's.
            assert quick.table.deadline(0) is not None
            state = await built.vacations.of(ann)
            assert state.until is not None
            assert state.until > time.time() + 2.9 * DAY
            with pytest.raises(Refused, match="already"):
                await built.vacations.begin(ann, 1)
            # A game that begins meanwhile rests with the next round.
            later = await slow_table(built, ann, ben)
            await built.vacations.run_once()
            assert later.table.deadline(0) is None
            await built.vacations.end(ann)
            again = live.table.deadline(0)
            assert again is not None
            assert again >= deadline
            assert later.table.deadline(0) is not None
            # It ends by itself, too.
            await built.vacations.begin(ann, 1)
            assert live.table.deadline(0) is None
            over = sa.update(vacations).values(ends=time.time() - 1)
            await built.journal.run(lambda connection: connection.execute(over).rowcount)
            await built.vacations.run_once()
            assert live.table.deadline(0) is not None
            # Nobody comes and goes without end: each is written to every table.
            for _ in range(BEGUN - 2):
                await built.vacations.begin(ann, 1)
                await built.vacations.end(ann)
            with pytest.raises(Refused, match="in a day"):
                await built.vacations.begin(ann, 1)
            # The same entries give the same table.
            built.tables.drop(live)
            read = (await built.tables.open(live.id)).table
            assert (read.decisions, read.seats) == (live.table.decisions, live.table.seats)

    asyncio.run(scenario())


def test_a_year_has_so_many_days_and_what_is_not_used_stays() -> None:
    june = 1_780_000_000.0
    assert _state([], june) == (None, ALLOWED)
    assert _state([(june - 10 * DAY, june - 7 * DAY)], june) == (None, ALLOWED - 3)
    until, left = _state([(june - DAY, june + 4 * DAY)], june)
    assert (until, left) == (june + 4 * DAY, ALLOWED - 5)
    assert _state([(june - 400 * DAY, june - 380 * DAY)], june).days_left == ALLOWED
    assert _state([(june - 40 * DAY, june)], june).days_left == 0


@pytest.mark.parametrize("name", GAMES.own)
def test_what_is_told_of_a_turn_is_the_same_whatever_is_hidden(name: str) -> None:
    """Two states that differ only in what nobody at the table may know of the other."""
    game, rng = GAMES[name], Random(7)
    meta = TableMeta("t", name, 2, {}, public=False, clock=7200, hints=False, host="a", created=0.0)
    table = Table(meta)
    table.apply(LogEntry(0, "sit", 0, {"player": "a"}, 0.0, "u0"))
    table.apply(LogEntry(1, "sit", 1, {"player": "b"}, 0.0, "u1"))
    options = game.check_options(2, {})
    setup = game.deal(2, options, rng)
    table.apply(LogEntry(2, "start", None, {"options": options, "setup": setup}, 0.0, "u2"))
    names = {"a": "Ann", "b": "Ben"}

    def words() -> list[object]:
        return [
            (turn, turn_text(table, names, turn, kind=kind, language=language, now=60.0))
            for turn in owed_turns(table)
            for kind in ("turn", "reminder")
            for language in ("en", "de", "it")
        ]

    before = words()
    assert before
    assert table.state is not None
    actor = min(table.to_act)
    move = next(iter(table.state.moves(actor)))
    table.state = twin(table.state, None, actor, move, rng)
    assert words() == before
