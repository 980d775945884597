"""Play now: strangers who want the same meet, near in rating, nobody twice, whichever process they ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.accounts import accounts, heard, listening
from tests.server.support.refusals import refused
from tests.server.support.serving import LOOSE, Guest, Server, fresh_url, guest, serving, sqlite_url
from tests.server.support.whole_games import execute, guests, services
from triax.server.social.pairing import ANYBODY, GONE, NEAR, Matchmaker, Waiting, Wish, choose, fit

LIVE = {"game": "rota", "players": 2, "pace": "live"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("seek")), limits=LOOSE) as running:
        yield running


async def seek(person: Guest, **wish: object) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("PUT", "/api/seek", {**LIVE, **wish})
    return found


def test_two_strangers_meet(server: Server) -> None:
    async def main() -> None:
        async with guests(server.url, "Ann", "Ben", "Cat", "Dan") as (ann, ben, cat, dan):
            assert (await seek(ann))["table"] is None
            # Another game, number or pace is another wish.
            assert (await seek(cat, pace="days"))["table"] is None
            assert (await seek(dan, players=3))["table"] is None
            here = await cat.call("GET", "/api/here")
            wished = {(one["game"], one["players"], one["pace"], one["count"]) for one in here["sought"]}
            assert wished == {("rota", 2, "live", 1), ("rota", 2, "days", 1), ("rota", 3, "live", 1)}
            found = (await seek(ben))["table"]
            assert found
            table = (await ann.call("GET", f"/api/tables/{found}"))["table"]
            assert (table["status"], table["clock"], table["public"]) == ("playing", 120, True)
            assert {seat["player"] for seat in table["seats"]} == {ann.id, ben.id}
            # Both are told, however often they ask; then they are gone from the list.
            for person in (ann, ben, ann):
                assert (await seek(person))["table"] == found
            assert (await ann.call("DELETE", "/api/seek"))["table"] == found
            assert (await ann.call("DELETE", "/api/seek"))["table"] is None
            assert (await seek(ann))["table"] is None
            await ann.call("DELETE", "/api/seek")
            token = (await ann.call("POST", "/api/tokens", {"label": "bot"}))["token"]
            headers = {"Authorization": f"Bearer {token}"}
            assert await refused(ann, "PUT", "/api/seek", LIVE, headers=headers) == "not_allowed"
            away = {"Origin": "https://elsewhere.example"}
            assert await refused(ann, "PUT", "/api/seek", LIVE, headers=away) == "wrong_origin"
            for wrong in ({"players": 1}, {"players": 5}, {"pace": "never"}, {"game": "chess"}):
                assert await refused(ann, "PUT", "/api/seek", {**LIVE, **wrong}) == "bad_request"

    asyncio.run(main())


def test_who_is_blocked_is_never_paired_and_news_comes_at_once(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Eve", "Fox", "Gus") as (eve, fox, gus), listening(eve) as line:
            await eve.call("PUT", f"/api/people/blocks/{fox.id}")
            await heard(line)
            for person in (eve, fox, eve, fox):
                assert (await seek(person, game="axio"))["table"] is None
            found = (await seek(gus, game="axio"))["table"]
            table = (await gus.call("GET", f"/api/tables/{found}"))["table"]
            # The one who has waited longest.
            assert {seat["player"] for seat in table["seats"]} == {eve.id, gus.id}
            await heard(line)
            shown = await eve.call("GET", "/api/here")
            assert [one["name"] for one in shown["people"]] == ["Eve", "Gus"]
            await fox.call("DELETE", "/api/seek")

    asyncio.run(main())


def test_near_in_rating_and_wider_with_time() -> None:
    one, near, far = Waiting("one", 25, 0), Waiting("near", 25 + NEAR, 0), Waiting("far", 40, 0)
    assert fit(one, near)
    assert not fit(one, far)
    assert fit(one, Waiting("far", 40, ANYBODY))
    assert fit(Waiting("one", 25, 20), Waiting("near", 25 + NEAR + 3, 0))
    assert choose(one, [far, near], 2, []) == ["one", "near"]
    assert choose(one, [near], 2, [frozenset(("near", "one"))]) is None
    assert choose(one, [near], 3, []) is None
    # All fit each other, not only the one who looks.
    low = Waiting("low", 25 - NEAR, 0)
    assert choose(one, [near, low], 3, []) is None
    assert choose(one, [near, low, Waiting("mid", 26, 0)], 3, []) == ["one", "near", "mid"]


def test_whoever_asks_no_more_waits_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with services(fresh_url(tmp_path)) as host:
            ann, ben = await host.accounts.new_guest("Ann"), await host.accounts.new_guest("Ben")
            wish, now = Wish("rota", 2, "live"), [1_000_000.0]
            monkeypatch.setattr(Matchmaker, "_now", lambda self, connection: now[0])
            assert (await host.pairing.seek(ann, wish)).table is None
            now[0] += GONE + 1
            assert await host.pairing.seek(ben, wish) == await host.pairing.seek(ben, wish)
            now[0] += 1
            back = await host.pairing.seek(ann, wish)
            assert back.table is not None

    asyncio.run(main())


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_nobody_is_seated_twice(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Many at once, on one process or two."""
    url = sqlite_url(tmp_path) if database == "sqlite" else str(request.getfixturevalue("postgres_url"))

    async def main(addresses: list[str]) -> None:
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(guest(addresses[number % len(addresses)], f"P{number}"))
                for number in range(12)
            ]

            async def find(person: Guest) -> str:
                while True:
                    if table := (await seek(person, players=3))["table"]:
                        return str(table)
                    await asyncio.sleep(0.05)

            async with asyncio.timeout(60):
                found = await asyncio.gather(*map(find, people))
            assert sorted(Counter(found).values()) == [3, 3, 3, 3]
            rows = await execute(url, "SELECT player, count(*) FROM seats GROUP BY player")
            assert dict(rows) == {person.id: 1 for person in people}
            assert len(await execute(url, "SELECT id FROM tables")) == 4

    with serving(url, limits=LOOSE) as one:
        if database == "sqlite":
            asyncio.run(main([one.url]))
        else:
            with serving(url, limits=LOOSE) as two:
                asyncio.run(main([one.url, two.url]))
