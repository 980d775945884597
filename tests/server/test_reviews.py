"""Reviews: made once, by one process, in parts that outlive it; behind everybody who plays, for whoever may look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.support.serving import LOOSE, Server, serving, sqlite_url
from tests.server.support.whole_games import (
    at_random,
    eventually,
    execute,
    gather,
    guests,
    move_on,
    services,
    whole_game,
)
from triax.arena.simulate import simulate
from triax.bots.registry import BotSpec
from triax.games import GAMES
from triax.games.record import Record
from triax.server import review_worker
from triax.server.accounts import User, new_id
from triax.server.actions import ProposedEntry
from triax.server.bot_pool import BotPool
from triax.server.cluster import Cluster
from triax.server.config import Limits
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.review_queue import Reviews, seed_of
from triax.server.review_worker import Begun, NotJudged, ReviewAnswer, Reviewer, ReviewQuestion, answer_line
from triax.server.services import Services
from triax.server.table import TableMeta
from triax.server.visibility import open_review

EFFORT = 8


def record_of(players: int) -> Record:
    return simulate(GAMES["rota"], [BotSpec("random")] * players, {}, Random(3))


async def over(host: Services, player: str, seed: int = 0) -> LiveTable:
    """A game of Rota alone, played at random."""
    meta = TableMeta(new_id(), "rota", 1, {}, public=False, clock=None, hints=False, host=player, created=time.time())
    live = await host.tables.create(meta, [ProposedEntry("sit", 0, {"player": player})])
    await move_on(host, live, at_random(seed))
    return live


class Scripted:
    """Judges nothing: a part is its number. Holds after so many, until it is let go."""

    def __init__(self, parts: int, stops: int | None = None) -> None:
        self.parts, self.stops = parts, stops
        self.begun: list[int] = []
        self.held = asyncio.Event()

    def rest(self) -> None:
        pass

    async def review(self, record: Record, seed: int, known: Sequence[Any]) -> AsyncGenerator[ReviewAnswer]:
        self.begun.append(len(known))
        made = list(known)
        while len(made) < self.parts:
            if len(made) == self.stops:
                self.held.set()
                await asyncio.Event().wait()
            made.append(f"{seed} {len(made)}")
            yield ReviewAnswer(part=made[-1])
        yield ReviewAnswer(whole={"made of": made})


async def done(reviews: Reviews, table: str) -> dict[str, Any]:
    async def look() -> dict[str, Any] | None:
        return (await reviews.find(table)).whole

    return await eventually(look)


def test_a_review_is_made_once_and_goes_on_where_a_process_has_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triax.server.review_queue.STORING", 0.0)
    url = sqlite_url(tmp_path)

    async def scenario() -> None:
        async with services(url) as first:
            ann = await first.accounts.new_guest("Ann")
            live = await over(first, ann.id)
            scripted = Scripted(5, stops=3)
            monkeypatch.setattr(first.reviews, "reviewer", scripted)
            await first.reviews.ask(live, ann, "here")
            await scripted.held.wait()
            now = await first.reviews.find(live.id)
            seed = seed_of(live.table.record())
            assert (now.state, now.parts) == ("working", [f"{seed} {number}" for number in range(3)])
        async with services(url) as second:
            scripted = Scripted(5)
            monkeypatch.setattr(second.reviews, "reviewer", scripted)
            live = await second.tables.open(live.id)
            await second.reviews.ask(live, ann, "here")
            assert await done(second.reviews, live.id) == {"made of": [f"{seed} {number}" for number in range(5)]}
            await second.reviews.ask(live, ann, "here")
            assert (await second.reviews.find(live.id)).state == "done"
            assert scripted.begun == [3]

    asyncio.run(scenario())


def test_a_process_that_has_lost_a_review_writes_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triax.server.review_queue.STORING", 0.0)

    async def scenario() -> None:
        url = sqlite_url(tmp_path)
        async with services(url) as host:
            ann = await host.accounts.new_guest("Ann")
            live = await over(host, ann.id)
            monkeypatch.setattr(Cluster, "others", sa.select(sa.literal("another")))
            scripted = Scripted(5, stops=2)
            monkeypatch.setattr(host.reviews, "reviewer", scripted)
            await host.reviews.ask(live, ann, "here")
            await scripted.held.wait()
            await execute(url, "UPDATE reviews SET server = 'another'")
            assert not await host.reviews._write(live.id, known="[]")
            assert await host.reviews._claim() is None, "the other one is alive"
            monkeypatch.setattr(Cluster, "others", sa.select(sa.literal("nobody")))
            claimed = await host.reviews._claim()
            assert claimed is not None
            assert claimed.table_id == live.id

    asyncio.run(scenario())


def test_one_at_a_time_so_many_an_hour_and_so_many_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(host: Services, live: LiveTable, player: User) -> str:
        with pytest.raises(Refused) as refusal:
            await host.reviews.ask(live, player, "here")
        return refusal.value.code

    async def scenario() -> None:
        url = sqlite_url(tmp_path)
        async with services(url) as host:
            people = [await host.accounts.new_guest(name) for name in ("Ann", "Ben", "Cleo")]
            ann, ben, cleo = people
            tables = [await over(host, ann.id, seed) for seed in range(4)]
            limits = Limits(reviews_per_hour=2, reviews_waiting=2)
            monkeypatch.setattr(host.tables, "settings", replace(host.settings, limits=limits))
            scripted = Scripted(2, stops=0)
            monkeypatch.setattr(host.reviews, "reviewer", scripted)
            await host.reviews.ask(tables[0], ann, "here")
            await host.reviews.ask(tables[0], ben, "here")  # it is there: nobody's second
            assert await refused(host, tables[1], ann) == "too_many"
            await host.reviews.ask(tables[1], ben, "here")
            assert (await host.reviews.find(tables[1].id)).ahead == 1
            assert await refused(host, tables[2], cleo) == "too_fast"
            await execute(url, "UPDATE reviews SET made = 1, result = '{}'")
            await host.reviews.ask(tables[2], ann, "here")
            await execute(url, "UPDATE reviews SET made = 1, result = '{}'")
            assert await refused(host, tables[3], ann) == "too_fast"
            # One that has failed may be asked for again.
            await execute(url, f"UPDATE reviews SET made = NULL, failed = 1 WHERE table_id = '{tables[2].id}'")
            await host.reviews.ask(tables[2], cleo, "here")
            assert (await host.reviews.find(tables[2].id)).state in {"waiting", "working"}

    asyncio.run(scenario())


def test_whoever_asks_for_many_waits_for_those_who_ask_for_few(tmp_path: Path) -> None:
    """Many guests at one address are one among others: they wait in turn, and hold few places."""

    async def scenario() -> None:
        url = sqlite_url(tmp_path)
        async with services(url) as host:
            await host.reviews.close()  # nothing is made by itself
            crowd = [await host.accounts.new_guest(f"Guest {number}") for number in range(6)]
            tables = [await over(host, crowd[0].id, seed) for seed in range(8)]
            for guest, live in zip(crowd[:5], tables, strict=False):
                await host.reviews.ask(live, guest, "crowd")
            with pytest.raises(Refused, match="from one address") as refusal:
                await host.reviews.ask(tables[5], crowd[5], "crowd")
            assert refusal.value.code == "too_many"
            ann, ben = [await host.accounts.new_guest(name) for name in ("Ann", "Ben")]
            await host.reviews.ask(tables[6], ann, "elsewhere")
            await host.reviews.ask(tables[7], ben, "far away")
            order = [tables[at].id for at in (0, 6, 7, 1, 2, 3, 4)]
            assert [(await host.reviews.find(one)).ahead for one in order] == list(range(7))
            for one in order:
                claimed = await host.reviews._claim()
                assert claimed is not None
                assert claimed.table_id == one
                await host.reviews._write(one, made=1.0, result="{}", lane=None)

    asyncio.run(scenario())


def test_what_cannot_be_judged_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Scripted):
        async def review(self, record: Record, seed: int, known: Sequence[Any]) -> AsyncGenerator[ReviewAnswer]:
            raise NotJudged("somewhere.py:3")
            yield ReviewAnswer()

    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            ann = await host.accounts.new_guest("Ann")
            live = await over(host, ann.id)
            monkeypatch.setattr(host.reviews, "reviewer", Failing(1))
            await host.reviews.ask(live, ann, "here")

            async def failed() -> bool:
                return (await host.reviews.find(live.id)).state == "failed"

            await eventually(failed)

    asyncio.run(scenario())


def test_a_decision_is_placed_by_the_moves_before_it() -> None:
    """The log has shuffles as well."""
    record = simulate(GAMES["axo"], [BotSpec("random")] * 3, {}, Random(3))
    entries = [step.number for step in record.replay()]
    assert entries != list(range(len(entries)))
    whole = {"decisions": [{"entry": entry} for entry in entries], "curve": [], "moments": []}
    shown = open_review(record, [], whole)
    assert [one["at"] for one in shown["decisions"]] == list(range(len(entries)))


# The process.


def parts_of(record: Record, known: Sequence[Any]) -> Iterator[ReviewAnswer]:
    question = ReviewQuestion(Begun(record.to_json(), 1, EFFORT, list(known)))
    while True:
        answer = msgspec.json.decode(answer_line(msgspec.json.encode(question)), type=ReviewAnswer)
        yield answer
        if answer.whole is not None:
            return
        question = ReviewQuestion()


@pytest.mark.usefixtures("engines")
def test_taken_up_again_it_comes_to_the_same() -> None:
    record = record_of(2)
    *parts, last = parts_of(record, [])
    for count in (0, 1, len(parts) // 2, len(parts)):
        *rest, again = parts_of(record, [one.part for one in parts[:count]])
        assert [one.part for one in rest] == [one.part for one in parts[count:]]
        assert again.whole == last.whole


class Worker:
    """Answers at once, or dies."""

    hired = 0
    asked: ClassVar[list[ReviewQuestion]]
    dies_at: frozenset[int] = frozenset()
    is_alive = True

    def __init__(self) -> None:
        type(self).hired += 1

    async def judge(self, question: ReviewQuestion) -> ReviewAnswer:
        self.asked.append(question)
        if len(self.asked) in self.dies_at:
            raise ConnectionResetError
        known = [one for one in self.asked if one.begun is None]
        return ReviewAnswer(whole={}) if len(known) > 1 else ReviewAnswer(part=len(self.asked))

    def dismiss(self) -> None:
        pass


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> type[Worker]:
    class Fresh(Worker):
        asked: ClassVar[list[ReviewQuestion]] = []

    monkeypatch.setattr(review_worker, "ReviewWorker", Fresh)
    monkeypatch.setattr(BotPool, "compiled", lambda self, game: asyncio.sleep(0))
    return Fresh


def test_nothing_is_begun_while_anybody_waits_for_a_move_or_a_hint(
    worker: type[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        pool = BotPool(1)
        waiting = [True, True, False, True, False]
        monkeypatch.setattr(BotPool, "has_waiting", property(lambda self: waiting.pop(0) if waiting else False))
        monkeypatch.setattr(review_worker, "GIVING_WAY", 0.0)
        left = []
        reviewing = Reviewer(pool).review(record_of(1), 1, [])
        async for _ in reviewing:
            left.append(len(waiting))
        assert left == [2, 0, 0]
        assert worker.hired == 1
        await pool.close()

    asyncio.run(scenario())


def test_another_process_goes_on_with_what_is_known(worker: type[Worker]) -> None:
    async def scenario() -> None:
        worker.dies_at = frozenset({2})
        pool = BotPool(1)
        async for _ in Reviewer(pool).review(record_of(1), 1, ["known"]):
            pass
        begun = [one.begun.known for one in worker.asked if one.begun is not None]
        assert begun[:2] == [["known"], ["known", 1]]
        assert worker.hired == 2
        await pool.close()

    asyncio.run(scenario())


def test_after_three_deaths_it_is_given_up(worker: type[Worker]) -> None:
    async def scenario() -> None:
        worker.dies_at = frozenset(range(9))
        pool = BotPool(1)
        with pytest.raises(NotJudged):
            async for _ in Reviewer(pool).review(record_of(1), 1, []):
                pass
        assert worker.hired == 3
        await pool.close()

    asyncio.run(scenario())


# From outside.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = (*LOOSE, f"review_playouts={EFFORT}")
    with serving(sqlite_url(tmp_path_factory.mktemp("reviews")), limits=limits) as running:
        yield running


@pytest.mark.usefixtures("engines")
def test_a_game_of_two_is_reviewed_for_whoever_may_see_it(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            playing = await gather([ann, ben], "rota")
            for method in ("GET", "POST"):
                refused = await ann.ask(method, f"/api/tables/{playing}/review")
                assert (refused.status_code, refused.json()["code"]) == (409, "not_over")

            game = await whole_game([ann, ben], "rota", seed=2)
            path = f"/api/tables/{game['id']}/review"
            assert (await eve.call("GET", path))["state"] == "none"
            asked = await eve.call("POST", path)
            assert asked["state"] in {"waiting", "working"}
            moves = (await ann.call("GET", f"/api/tables/{game['id']}/replay"))["moves"]
            assert asked["of"] == len(moves)

            async def whole() -> dict[str, Any] | None:
                found: dict[str, Any] = await ann.call("GET", f"{path}?since={len(moves)}")
                assert found["state"] == "done" or found["review"] is None
                return found if found["state"] == "done" else None

            found = await eventually(whole)
            assert found == await ben.call("POST", path)
            assert [(one["seat"], one["move"]) for one in found["decisions"]] == [
                (one["seat"], one["move"]) for one in moves
            ]
            assert [one["at"] for one in found["decisions"]] == list(range(len(moves)))
            assert len(found["curve"]) == len(moves) + 1
            for seat in found["review"]["seats"]:
                parts = seat["start"] + seat["decisions"] + seat["others"] + seat["luck"]
                assert parts == pytest.approx(seat["result"], abs=1e-4)

    asyncio.run(scenario())


def test_a_game_given_up_has_no_review(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota")
            await ben.call("POST", f"/api/tables/{table}/resign", {"seat": 1})
            refused = await ann.ask("POST", f"/api/tables/{table}/review")
            assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")

    asyncio.run(scenario())


@pytest.mark.usefixtures("engines")
def test_two_processes_make_it_once_and_one_goes_on_for_the_other(postgres_url: str) -> None:
    limits = (*LOOSE, "review_playouts=3000")

    async def scenario(one: Server, two: Server, first: str) -> None:
        async with guests(one.url, "Ann") as (ann,), guests(two.url, "Ben") as (ben,):
            game = await whole_game([ann, ben], "rota", seed=2)
            path = f"/api/tables/{game['id']}/review"
            await asyncio.gather(ann.call("POST", path), ben.call("POST", path))

            async def begun() -> tuple[str, int] | None:
                [(name, known)] = await execute(postgres_url, "SELECT server, known FROM reviews")
                return (name, len(msgspec.json.decode(known))) if known != "[]" else None

            name, kept = await eventually(begun)
            killed, left = (one, ben) if name == first else (two, ann)
            killed.kill()

            async def whole() -> dict[str, Any] | None:
                found: dict[str, Any] = await left.call("GET", path)
                assert found["known"] >= kept
                return found if found["state"] == "done" else None

            found = await eventually(whole)
            assert [one["at"] for one in found["decisions"]] == list(range(found["of"]))

    with serving(postgres_url, limits=limits) as one:
        [(first,)] = asyncio.run(execute(postgres_url, "SELECT id FROM servers"))
        with serving(postgres_url, limits=limits) as two:
            asyncio.run(scenario(one, two, first))
