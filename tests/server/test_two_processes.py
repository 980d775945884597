"""Two server processes on one PostgreSQL, the players of one table on both; then one of them dies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.support.load import KINDS, LIMITS, STUCK, Load, Person
from tests.server.support.postgres import Postgres
from tests.server.support.refusals import refused
from tests.server.support.serving import Guest, Server, TableSocket, guest, serving
from tests.server.support.stored_tables import read_tables
from triax.server.cluster import owner_of
from triax.server.config import Limits

SHARED = [kind for kind in KINDS if len(kind.seats) > 1]
PAST = {"stale", "illegal_move", "wrong_seat", "not_playing"}
"""How the second of two moves for one decision may be refused."""


@dataclass(frozen=True)
class Pair:
    """The servers, with the names under which they give signs of life."""

    database: str
    one: Server
    two: Server
    names: tuple[str, str]

    @property
    def addresses(self) -> list[str]:
        return [self.one.url, self.two.url]


async def names_in(database: str) -> list[str]:
    engine = create_async_engine(database, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            return list((await connection.execute(text("SELECT id FROM servers ORDER BY seen"))).scalars())
    finally:
        await engine.dispose()


def both(database: str) -> Iterator[Pair]:
    with serving(database, limits=LIMITS) as one:
        first = asyncio.run(names_in(database))[0]
        with serving(database, limits=LIMITS) as two:
            second = next(name for name in asyncio.run(names_in(database)) if name != first)
            yield Pair(database, one, two, (first, second))


@pytest.fixture(scope="module")
def pair(postgres_server: Postgres) -> Iterator[Pair]:
    postgres_server.start()
    database = postgres_server.fresh_database()
    yield from both(database)
    postgres_server.drop_database(database)


@pytest.fixture
def mortal_pair(postgres_url: str) -> Iterator[Pair]:
    yield from both(postgres_url)


@pytest.mark.slow
def test_whole_games_of_every_kind(pair: Pair) -> None:
    async def once(crowd: Load) -> None:
        await crowd.hear_more()

    async def main() -> None:
        async with Load(pair.addresses, seed=2) as crowd:
            await crowd.play(SHARED, once(crowd))
            assert await crowd.check(pair.database) > 500
            assert {person.guest.url for person in crowd.people} == set(pair.addresses)
            assert sum(person.breaks for person in crowd.people) == 0

    asyncio.run(main())


@pytest.mark.parametrize("game", ["rota", *(pytest.param(game, marks=pytest.mark.slow) for game in ("axio", "axo"))])
def test_someone_watches_and_talks_on_the_other_process(pair: Pair, game: str) -> None:
    async def main() -> None:
        async with Load(pair.addresses, seed=3) as crowd, AsyncExitStack() as stack:
            host, other, watcher = await crowd.arrive(0), await crowd.arrive(1), await crowd.arrive(1)
            table = await host.open(game, ["me", "open"])
            await other.join(table)
            watching = await stack.enter_async_context(watcher.guest.sit_at(table))
            await watching.next("state", timeout=STUCK)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(host.play(game, table))
                tasks.create_task(other.play(game, table))
                numbers = [(await watching.next("state", timeout=STUCK))["number"]]
                # One by one: none is left out, none comes twice.
                while (message := await watching.next("state", "table", timeout=STUCK))["type"] == "state":
                    numbers.append(message["number"])
            assert numbers == list(range(2, 2 + len(numbers)))
            assert message["table"]["status"] == "over"

            here = await stack.enter_async_context(host.guest.sit_at(table))
            there = await stack.enter_async_context(other.guest.sit_at(table))
            for speaker in (here, there, watching):
                await speaker.send("chat", id="c", text=f"from {speaker is here} {speaker is there}")
                heard = [(await listener.next("chat", timeout=STUCK))["line"] for listener in (here, there, watching)]
                assert heard[0] == heard[1] == heard[2]
            await crowd.check(pair.database)

    asyncio.run(main())


def test_whoever_is_signed_out_at_one_is_so_at_the_other(pair: Pair) -> None:
    """At once, and not when connections are looked at anyway; the same for a token that is deleted."""

    async def main() -> None:
        async with guest(pair.one.url, "Cleo") as cleo, guest(pair.one.url, "Dan") as dan, AsyncExitStack() as stack:
            table = (await cleo.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "me"]}))["id"]
            elsewhere, program = Guest(pair.two.url), Guest(pair.two.url)
            elsewhere.http.cookies.update(cleo.http.cookies)
            key = await dan.call("POST", "/api/tokens", {"label": "program"})
            bearer = {"Authorization": f"Bearer {key['token']}"}
            for other in (elsewhere, program):
                stack.push_async_callback(other.http.aclose)
            hers = await stack.enter_async_context(elsewhere.sit_at(table))
            address = f"{pair.two.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            his = TableSocket(await stack.enter_async_context(connect(address, additional_headers=bearer)))
            for socket in (hers, his):
                await socket.next("state")
            # As fresh as it can be at the other process.
            await elsewhere.call("GET", "/api/session")
            await cleo.call("DELETE", "/api/session")
            await dan.call("DELETE", f"/api/tokens/{key['id']}")
            for socket in (hers, his):
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.next("never", timeout=10)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.reason == "no_session"
            assert await refused(elsewhere, "GET", "/api/session") == "no_session"

    asyncio.run(main())


def test_what_one_may_have_so_many_of_is_counted_once_for_both(pair: Pair) -> None:
    async def main() -> None:
        async with guest(pair.one.url, "Eva") as eva, AsyncExitStack() as stack:
            elsewhere = Guest(pair.two.url)
            stack.push_async_callback(elsewhere.http.aclose)
            elsewhere.http.cookies.update(eva.http.cookies)
            for _ in range(3):
                asked = [eva.ask("POST", "/api/tokens", {"label": "program"}), elsewhere.ask("GET", "/api/session")]
                asked += [one.ask("POST", "/api/tokens", {"label": "program"}) for one in [elsewhere, eva] * 12]
                await asyncio.gather(*asked)
                tokens = await eva.call("GET", "/api/tokens")
                assert len(tokens) == Limits().tokens_per_player
                await asyncio.gather(*(eva.call("DELETE", f"/api/tokens/{token['id']}") for token in tokens))

    asyncio.run(main())


class Tabs:
    """A person with two seats who has the table open on both processes."""

    def __init__(self, sockets: list[TableSocket], seed: int) -> None:
        self.sockets = sockets
        self.rng = Random(seed)
        self.accepted: dict[int, list[tuple[str, str]]] = {0: [], 1: []}
        self.refused: list[str] = []

    async def race(self) -> bool:
        """Decide on the same state in both tabs at the same time. False: the game is over."""
        offers = [await self._offer(socket) for socket in self.sockets]
        if None in offers:
            assert offers == [None, None]
            return False
        moves: list[dict[str, Any]] = []
        for tab, offer in enumerate(offers):
            assert offer is not None
            start, ends, _ = self.rng.choice(offer["groups"])
            number, name = offer["number"], f"{tab}-{offer['seat']}-{offer['number']}"
            moves.append({"id": name, "seat": offer["seat"], "number": number, "move": start + self.rng.choice(ends)})
        assert moves[0]["number"] == moves[1]["number"]
        order = self.rng.sample([0, 1], 2)
        await asyncio.gather(*(self.sockets[tab].send("move", **moves[tab]) for tab in order))
        answers = [await socket.next("accepted", "refused", timeout=STUCK) for socket in self.sockets]
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"], (moves, answers)
        for move, answer in zip(moves, answers, strict=True):
            assert answer["id"] == move["id"]
            if answer["type"] == "accepted":
                self.accepted[move["seat"]].append((move["id"], move["move"]))
            else:
                self.refused.append(answer["code"])
        return True

    async def _offer(self, socket: TableSocket) -> dict[str, Any] | None:
        """The moves as this tab has them, once it shows everything that was accepted."""
        await socket.send("sync")
        await socket.next("welcome", timeout=STUCK)
        await socket.send("ping", id="p")
        await socket.next("pong", timeout=STUCK)
        received = socket.heard[max(n for n, message in enumerate(socket.heard) if message["type"] == "welcome") :]
        if received[0]["table"]["status"] == "over":
            return None
        seat = min(received[0]["table"]["to_act"])
        return [message for message in received if message["type"] == "moves" and message["seat"] == seat][-1]


@pytest.mark.parametrize("game", ["rota", *(pytest.param(game, marks=pytest.mark.slow) for game in ("axio", "axo"))])
def test_of_two_tabs_that_move_at_once_one_is_accepted(pair: Pair, game: str) -> None:
    async def main() -> None:
        async with Load(pair.addresses, seed=4) as crowd, AsyncExitStack() as stack:
            person = await crowd.arrive()
            table = await person.open(game, ["me", "me"])
            sockets = []
            for address in pair.addresses:
                person.turn_to(address)
                sockets.append(await stack.enter_async_context(person.guest.sit_at(table)))
            tabs = Tabs(sockets, seed=5)
            while await tabs.race() and len(tabs.refused) < 100:
                pass
            assert set(tabs.refused) <= PAST
            book = (await read_tables(pair.database))[table]
            book.check()
            assert {seat: book.moves_of(seat) for seat in (0, 1)} == tabs.accepted

    asyncio.run(main())


async def table_of(pair: Pair, keeper: int, person: Person, game: str, seats: list[str], **wishes: object) -> str:
    """A table whose bots and clock are in the care of one of the two."""
    while True:
        table = await person.open(game, seats, **wishes)
        if owner_of(pair.names, table) == pair.names[keeper]:
            return table


def test_a_new_table_is_looked_after_by_whoever_is_in_charge(pair: Pair) -> None:
    """The bot may be the first to move: the other process must hear of the table before anything is played there."""

    async def main() -> None:
        async with Load(pair.addresses, seed=9) as crowd, AsyncExitStack() as stack:
            person = await crowd.arrive(0)
            for _ in range(8):
                table = await table_of(pair, 1, person, "rota", ["me", "novice"])
                socket = await stack.enter_async_context(person.guest.sit_at(table))
                await socket.next("moves", timeout=STUCK)

    asyncio.run(main())


def test_bots_and_clocks_of_a_process_that_died_are_taken_over(mortal_pair: Pair) -> None:
    pair = mortal_pair

    async def main() -> None:
        async with Load(pair.addresses, seed=6) as crowd, AsyncExitStack() as stack:
            person = await crowd.arrive(1)
            with_bot = await table_of(pair, 0, person, "rota", ["me", "novice"])
            with_clock = await table_of(pair, 0, person, "rota", ["me", "me"], clock=8)
            bot = await stack.enter_async_context(person.guest.sit_at(with_bot))
            clock = await stack.enter_async_context(person.guest.sit_at(with_clock))
            offer = await bot.next("moves", timeout=STUCK)
            pair.one.kill()
            move = offer["groups"][0][0] + offer["groups"][0][1][0]
            answer = await bot.ask("move", "accepted", seat=0, number=offer["number"], move=move)
            assert answer["type"] == "accepted"
            # It moves, and then it is the person's turn again.
            assert (await bot.next("moves", timeout=STUCK))["number"] > answer["number"]
            while not any(seat["away"] for seat in (await clock.next("table", timeout=STUCK))["table"]["seats"]):
                pass
            for book in (await read_tables(pair.database)).values():
                book.check()

    asyncio.run(main())


@pytest.mark.slow  # under faults of every kind in `simulation` and `hosts`
def test_one_is_killed_and_its_people_go_on_with_the_other(mortal_pair: Pair) -> None:
    pair = mortal_pair

    async def kill(crowd: Load) -> None:
        await crowd.hear_more(25)
        for server in (pair.one, pair.two):
            server.kill()
            await crowd.hear_more(100)
            await asyncio.to_thread(server.start)
            await crowd.hear_more(25)

    async def main() -> None:
        async with Load(pair.addresses, seed=8) as crowd:
            await crowd.play(SHARED[::2], kill(crowd))
            assert await crowd.check(pair.database) > 200
            assert sum(person.breaks for person in crowd.people) >= 2

    asyncio.run(main())
