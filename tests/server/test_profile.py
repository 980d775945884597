"""A player's page: ratings over time, achievements worked out, and who may look at it, at every door."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from tests.server.support.accounts import accounts, befriend
from tests.server.support.refusals import refused
from tests.server.support.serving import LOOSE, Guest, Server, fresh_url, guest, serving
from tests.server.support.whole_games import eventually, execute, gather
from triax.bots import LEVELS
from triax.server.daily_deals import today
from triax.server.social.achievements import ACHIEVEMENTS, STREAK, longest_streak


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("profile")), limits=LOOSE) as running:
        yield running


async def profile_of(person: Guest, other: Guest) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("GET", f"/api/players/{other.id}/profile")
    return found


def test_ratings_over_time(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Ann", "Ben") as (ann, ben):
            for number in (1, 2):
                table = await gather([ann, ben], "rota")
                await ben.call("POST", f"/api/tables/{table}/resign", {"seat": 1})

                async def curve(count: int = number) -> list[float] | None:
                    curves = (await profile_of(ann, ann))["curves"]
                    found = [point["ordinal"] for one in curves for point in one["points"]]
                    return found if len(found) == count else None

                rising = await eventually(curve)
            assert rising == sorted(rising)
            (rating,) = (await ann.call("GET", f"/api/players/{ann.id}"))["ratings"]
            assert rating["ordinal"] == pytest.approx(rising[-1])
            assert [one["code"] for one in (await profile_of(ben, ann))["achievements"]] == ["firstWin"]
            assert (await profile_of(ann, ben))["achievements"] == []

    asyncio.run(main())


def result(player: str, number: int, **changed: object) -> dict[str, Any]:
    """As a game leaves it."""
    row: dict[str, Any] = {
        "table_id": f"{player}-{number}",
        "seat": 0,
        "player": player,
        "game": "rota",
        "players": 2,
        "place": 1,
        "won": True,
        "scores": "[1]",
        "worth": "001",
        "rated": False,
        "day": None,
        "ended": float(number),
        "standard": True,
        "practice": False,
        **changed,
    }
    return row


async def write_results(server: Server, *rows: dict[str, Any]) -> None:
    said = [", ".join("NULL" if value is None else repr(value) for value in row.values()) for row in rows]
    values = ", ".join(f"({one})" for one in said)
    await execute(server.database, f"INSERT INTO results ({', '.join(rows[0])}) VALUES {values}")


def test_each_achievement_is_for_what_it_says(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Cat", "Dan") as (cat, dan):

            async def have() -> set[str]:
                return {one["code"] for one in (await profile_of(dan, cat))["achievements"]}

            # Near misses first.
            await write_results(
                server,
                result(cat.id, 1, practice=True, rated=True, players=4),
                result(cat.id, 2, players=1, worth="007"),
                result(cat.id, 3, players=1, worth="020", game="axo", won=False),
                result(cat.id, 4, players=1, worth="009", standard=False),
                result(cat.id, 5, game="axio", won=False),
            )
            assert await have() == set()
            await write_results(server, result(cat.id, 10, players=1, worth="008"))
            assert await have() == {"soloHigh"}
            games = enumerate(("rota", "axio", "axo"))
            await write_results(server, *(result(cat.id, 20 + number, game=game) for number, game in games))
            assert await have() == {"soloHigh", "allGames"}
            sat = f"('{cat.id}-20', 0, 'sit', 1, '{{\"bot\":\"{LEVELS[-1]}\"}}', 0, 'u')"
            await execute(server.database, f"INSERT INTO entries VALUES {sat}")
            assert await have() == {"soloHigh", "allGames", "beatMaster"}
            await write_results(server, result(cat.id, 30, players=4, rated=True))
            assert await have() == {"soloHigh", "allGames", "beatMaster", "firstWin", "fourTable"}
            await write_results(server, *(result(cat.id, 100 + number, rated=True, won=False) for number in range(99)))
            assert "hundredGames" in await have()
            # A day's board: nobody ahead, four behind; while the day lasts it may change.
            before = (date.fromisoformat(today()) - timedelta(days=1)).isoformat()
            for day in (today(), before):
                assert "dayBest" not in await have()
                last = int(day[-2:])
                on: dict[str, object] = {"day": day, "players": 1}
                behind = [result(f"other{number}", last, worth="004", **on) for number in range(4)]
                await write_results(server, result(cat.id, last + 1000, worth="005", **on), *behind)
            for first, end in ((0, 99), (99, 100)):
                assert "puzzles100" not in await have()
                solved = [f"('{cat.id}', 'p{n}', 'a', 'rota', 'm', TRUE, {n}, NULL, 1, 1)" for n in range(first, end)]
                await execute(server.database, f"INSERT INTO puzzle_attempts VALUES {', '.join(solved)}")
            assert await have() == {*ACHIEVEMENTS}
            shown = await profile_of(dan, cat)
            assert (shown["streak"], shown["best_streak"]) == (2, 2)

    asyncio.run(main())


def test_thirty_days_in_a_row() -> None:
    first = date(2026, 1, 1)
    days = [(first + timedelta(days=number)).isoformat() for number in range(40)]
    assert longest_streak([]) == (0, None)
    assert longest_streak(days[:29]) == (29, None)
    assert longest_streak([*days[:29], *days[30:]]) == (29, None)
    best, done = longest_streak(days)
    assert (best, STREAK) == (40, "streak30")
    assert done is not None
    assert time.gmtime(done)[:3] == (2026, 1, 31)


def test_a_page_is_shown_to_those_whom_its_player_chose(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Eva", "Fin", "Gil") as (eva, fin, gil), guest(server.url, "G") as visitor:
            await befriend(eva, fin)
            await execute(
                server.database,
                f"INSERT INTO ratings (player, game, mu, sigma, games) VALUES ('{eva.id}', 'axo', 30, 1, 9)",
            )
            alone = {"game": "axo", "seats": ["me"], "public": True}
            table = (await eva.call("POST", "/api/tables", alone))["id"]
            await execute(server.database, f"UPDATE tables SET status = 'over', ended = 1 WHERE id = '{table}'")
            await write_results(server, result(eva.id, 1, table_id=table, players=1, game="axo", worth="900"))

            async def sees(person: Guest) -> bool:
                """The same at every door."""
                page = await person.call("GET", f"/api/players/{eva.id}")
                doors = [
                    not page["hidden"],
                    bool(page["ratings"]),
                    bool(page["statistics"]),
                    (await person.ask("GET", f"/api/players/{eva.id}/games")).is_success,
                    (await person.ask("GET", f"/api/players/{eva.id}/profile")).is_success,
                    "Eva" in str(await person.call("GET", "/api/ratings/axo")),
                    "Eva" in str(await person.call("GET", "/api/solo/axo")),
                    "Eva" in str(await person.call("GET", "/api/here")),
                ]
                assert len(set(doors)) == 1, doors
                return doors[0]

            for shown, friend, stranger in (
                ("public", True, True),
                ("friends", True, False),
                ("private", False, False),
            ):
                await eva.call("PUT", "/api/profile", {"shown": shown})
                assert [await sees(one) for one in (eva, fin, gil, visitor)] == [True, friend, stranger, stranger]
                assert (await eva.call("GET", f"/api/players/{eva.id}"))["shown"] == shown
                assert (await fin.call("GET", f"/api/players/{eva.id}"))["shown"] is None
            await eva.call("PUT", "/api/profile", {"shown": "friends"})
            await eva.call("PUT", f"/api/people/blocks/{fin.id}")
            assert not await sees(fin)
            assert (await fin.call("GET", f"/api/players/{eva.id}"))["standing"] is None
            assert (await eva.call("GET", f"/api/players/{fin.id}"))["standing"] == "blocked"
            away = {"Origin": "https://elsewhere.example"}
            assert await refused(eva, "PUT", "/api/profile", {"shown": "public"}, headers=away) == "wrong_origin"
            token = (await eva.call("POST", "/api/tokens", {"label": "bot"}))["token"]
            headers = {"Authorization": f"Bearer {token}"}
            assert await refused(eva, "PUT", "/api/profile", {"shown": "public"}, headers=headers) == "not_allowed"

    asyncio.run(main())
