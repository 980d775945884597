"""Nobody acts for another: foreign seats, forged cookies, guessed ids, other sites, tokens that are gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.support.refusals import no_socket, raw_request, refused
from tests.server.support.serving import LOOSE, Server, TableSocket, guest, serving, sqlite_url
from tests.server.support.whole_games import gather, guests, spelt
from triax.server import protocol

UNKNOWN = "AAAAAAAAAAAAAAAAAAAA"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = (*LOOSE, "tables_per_player=1000", "recheck_seconds=0.2")
    with serving(sqlite_url(tmp_path_factory.mktemp("cheating")), limits=limits) as running:
        yield running


async def to_act(table_socket: TableSocket) -> dict[str, Any]:
    return await table_socket.next("moves")


# Seats.


SAMPLES: dict[str, object] = {"number": 1, "move": "nonsense", "what": "ask"}
"""What a message about a seat says besides."""
ABOUT_A_SEAT = {
    str(kind.__struct_config__.tag): {
        name: SAMPLES[name] for name in kind.__struct_fields__ if name not in {"id", "seat"}
    }
    for kind in get_args(protocol.ClientMessage)
    if "seat" in kind.__struct_fields__
}
"""Every message of the protocol that names a seat, by its type."""


def test_every_message_about_a_seat_is_for_its_owner(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben", "Eva", "Fay") as people:
            ada, ben, eva, fay = people
            waiting = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            table = await gather([ada, ben], "rota", options={"start": 0}, hints=True)
            await gather([fay, eva], "rota")
            over = await gather([ada, ben], "rota")
            await ada.call("POST", f"/api/tables/{over}/resign", {"seat": 0})
            foreign = [(ben, 0), (eva, 0), (eva, 1), (fay, 0), (fay, 1)]
            for where, (cheater, seat) in product((waiting, table, over), foreign):
                async with cheater.sit_at(where) as socket:
                    for kind, fields in ABOUT_A_SEAT.items():
                        answer = await socket.ask(kind, "accepted", kind, seat=seat, **fields)
                        assert answer.get("code") == "not_yours", (kind, answer)

    assert ABOUT_A_SEAT.keys() == {"move", "preview", "hint", "missed", "takeback"}
    asyncio.run(cheat())


def test_a_seat_is_played_by_its_owner_alone(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben", "Eva") as people:
            ada, ben, eva = people
            table = await gather([ada, ben], "rota", options={"start": 0}, hints=True)
            here = f"/api/tables/{table}"
            async with ada.sit_at(table) as mine, ben.sit_at(table) as his, eva.sit_at(table) as hers:
                offer = await to_act(mine)
                move = spelt(offer)[0]
                for cheater, at in ((ben, his), (eva, hers)):
                    for fields in ({"number": offer["number"], "move": move}, {"number": 1, "move": "nonsense"}):
                        assert (await at.ask("move", seat=0, **fields))["code"] == "not_yours"
                    assert (await at.ask("preview", seat=0, move=move))["code"] == "not_yours"
                    assert (await at.ask("hint", seat=0))["code"] == "not_yours"
                    body = {"seat": 0, "move": move, "id": "x"}
                    assert await refused(cheater, "POST", f"{here}/moves", body) == "not_yours"
                    assert await refused(cheater, "POST", f"{here}/hint", {"seat": 0}) == "not_yours"
                    assert await refused(cheater, "POST", f"{here}/resign", {"seat": 0}) == "not_yours"
                assert (await at.ask("move", seat=3, number=1, move=move))["code"] == "not_found"
                # A move that was answered before is not answered to somebody else.
                accepted = await mine.ask("move", "accepted", seat=0, number=offer["number"], move=move)
                body = {"seat": 0, "move": move, "id": accepted["id"]}
                assert await refused(ben, "POST", f"{here}/moves", body) == "not_yours"
                shown = await ada.call("GET", here)
                assert [len(state["view"]["display"]) for state in shown["states"]] == [5]

    asyncio.run(cheat())


def test_a_spectator_decides_nothing(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben", "Eva") as people:
            ada, ben, eva = people
            table = await gather([ada, ben], "axo", options={"start": 0})
            here = f"/api/tables/{table}"
            for what in ("leave", "back"):
                assert await refused(eva, "POST", f"{here}/{what}") == "not_yours"
            for what, body in (("join", {}), ("join", {"seat": 0}), ("start", {"fill": "novice"}), ("close", None)):
                assert await refused(eva, "POST", f"{here}/{what}", body) == "not_open"
            assert await refused(eva, "POST", f"{here}/rematch") == "not_yours"
            async with ada.sit_at(table) as player, eva.sit_at(table) as watching:
                await eva.call("POST", f"{here}/chat", {"text": "psst"})
                assert (await watching.next("chat"))["line"]["room"] == "spectators"
                await ada.call("POST", f"{here}/chat", {"text": "hello"})
                assert (await watching.next("chat"))["line"]["room"] == "table"
                # The player has heard one line, and not the other.
                assert (await player.next("chat"))["line"]["text"] == "hello"
            async with ben.sit_at(table) as late:
                assert [line["text"] for line in (await late.next("welcome"))["chat"]] == ["hello"]

    asyncio.run(cheat())


def test_who_has_left_or_resigned_does_not_move(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as people:
            ada, ben, cleo = people
            table = await gather(people, "axo", hints=True)
            here = f"/api/tables/{table}"
            async with ada.sit_at(table) as hers, ben.sit_at(table) as his:
                for person, at, seat, what, body in (
                    (ada, hers, 0, "leave", None),
                    (ben, his, 1, "resign", {"seat": 1}),
                ):
                    offer = await to_act(at)
                    move = {"seat": seat, "number": offer["number"], "move": spelt(offer)[0]}
                    await person.call("POST", f"{here}/{what}", body)
                    assert (await at.ask("move", **move))["code"] == "not_allowed"
                    assert await refused(person, "POST", f"{here}/moves", {**move, "id": "x"}) == "not_allowed"
                    assert (await at.ask("hint", seat=seat))["code"] == "not_allowed"
                    shown = await person.call("GET", here)
                    assert shown["states"][0]["moves"] == []
                # One can come back, the other cannot.
                await ada.call("POST", f"{here}/back")
                assert await refused(ben, "POST", f"{here}/back") == "not_allowed"
                assert await refused(ben, "POST", f"{here}/resign", {"seat": 1}) == "not_allowed"
            assert await refused(cleo, "POST", f"{here}/resign", {"seat": 0}) == "not_yours"

    asyncio.run(cheat())


def test_nothing_is_played_before_the_start_or_after_the_end(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben", "Eva") as people:
            ada, ben, eva = people
            opened = await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], "hints": True})
            here = f"/api/tables/{opened['id']}"
            move = {"seat": 0, "move": "2,0/0", "id": "x"}

            async def nothing(code: str) -> None:
                assert await refused(ada, "POST", f"{here}/moves", move) == code
                assert await refused(ada, "POST", f"{here}/hint", {"seat": 0}) == code
                assert await refused(ada, "POST", f"{here}/resign", {"seat": 0}) == code
                async with ada.sit_at(opened["id"]) as mine:
                    assert (await mine.ask("move", seat=0, number=1, move="2,0/0"))["code"] == code
                    assert (await mine.ask("preview", seat=0, move="2,0/0"))["code"] == code
                    assert (await mine.ask("hint", seat=0))["code"] == code

            await nothing("not_playing")
            # Only the one who opened the table starts it or gives it up.
            assert await refused(ben, "POST", f"{here}/start", {"fill": "novice"}) == "not_allowed"
            assert await refused(ben, "POST", f"{here}/close") == "not_allowed"
            assert await refused(ben, "POST", f"{here}/leave") == "not_yours"
            await ben.call("POST", f"{here}/join", {})
            assert await refused(ada, "POST", f"{here}/start", {}) == "not_open"
            assert await refused(eva, "GET", f"{here}/record") == "not_over"
            await ben.call("POST", f"{here}/resign", {"seat": 1})
            await nothing("not_playing")
            assert await refused(eva, "POST", f"{here}/rematch") == "not_yours"
            # Seats of the rematch are kept for those who sat there.
            again = await ada.call("POST", f"{here}/rematch")
            assert await refused(eva, "POST", f"/api/tables/{again['id']}/join", {}) == "seat_taken"
            assert await refused(eva, "POST", f"/api/tables/{again['id']}/join", {"seat": 1}) == "seat_taken"

    asyncio.run(cheat())


def test_hints_are_for_tables_that_allow_them(server: Server) -> None:
    async def cheat() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            async with ada.sit_at(table) as mine:
                assert (await mine.ask("hint", seat=0))["code"] == "not_allowed"
            assert await refused(ada, "POST", f"/api/tables/{table}/hint", {"seat": 0}) == "not_allowed"

    asyncio.run(cheat())


# Cookies and tokens.


def test_forged_cookies_are_nobody(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada], "rota")
            hers, his = ada.http.cookies["triax"], ben.http.cookies["triax"]
            half = len(hers) // 2
            forged = [
                ("0" if hers[0] != "0" else "1") + hers[1:],
                hers[:half] + his[half:],
                hers[:-1],
                f"{hers}0",
                hers.swapcase(),
                f"{hers}{hers}",
                f"{ada.id}.{hers}",
                f"{ada.id}.",
                ada.id,
                "",
            ]
            async with guest(server.url, "Eva") as eva:
                for cookie in forged:
                    headers = {"Cookie": f"triax={cookie}"}
                    eva.http.cookies.clear()
                    assert await refused(eva, "GET", "/api/session", headers=headers) == "no_session", cookie
                    body = {"seat": 0, "move": "2,0/0", "id": "x"}
                    code = await refused(eva, "POST", f"/api/tables/{table}/moves", body, headers=headers)
                    assert code == "no_session", cookie
                    assert await no_socket(eva, table, {**headers, "Origin": server.url}) == "no_session", cookie
                assert await refused(eva, "GET", f"/api/tables/{table}") == "no_session"
            for odd in ("ÿ.ÿ", f"{hers}ÿ", "\x01"):
                answer = raw_request(server, "GET /api/session", "Host: localhost\r\n", f"Cookie: triax={odd}\r\n")
                assert answer.splitlines()[0].split()[1] in {b"400", b"401"}, answer
            # With one's own cookie another's table shows what is public.
            shown = await ben.call("GET", f"/api/tables/{table}")
            assert (shown["yours"], shown["states"][0]["seat"], shown["states"][0]["view"]["hand"]) == ([], None, None)

    asyncio.run(cheat())


@pytest.mark.parametrize("forwarded", [None, "https"])
def test_the_cookie_is_for_this_server_alone(server: Server, forwarded: str | None) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            headers = {"X-Forwarded-Proto": forwarded} if forwarded else {}
            for method, path, body in (
                ("POST", "/api/session", {"name": "Ada"}),
                ("DELETE", "/api/session", None),
            ):
                response = await ada.http.request(method, path, json=body, headers=headers)
                flags = {flag.strip().lower() for flag in response.headers["set-cookie"].split(";")[1:]}
                assert {"httponly", "samesite=lax", "path=/"} <= flags
                assert ("secure" in flags) == (forwarded == "https")
                assert not any(flag.startswith("domain") for flag in flags)

    asyncio.run(ask())


def test_a_token_plays_for_its_owner_until_it_is_deleted(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada], "rota")
            token = await ada.call("POST", "/api/tokens", {"label": "my bot"})
            program = {"Authorization": f"Bearer {token['token']}"}
            assert token["token"] not in (await ada.ask("GET", "/api/tokens")).text
            async with guest(server.url, "Eva") as eva:
                # The token counts, not the cookie beside it.
                assert (await eva.http.get("/api/session", headers=program)).json()["id"] == ada.id
                for method, path, body in (
                    ("POST", "/api/tokens", {"label": "another"}),
                    ("GET", "/api/tokens", None),
                    ("DELETE", f"/api/tokens/{token['id']}", None),
                    ("PATCH", "/api/session", {"name": "Mine"}),
                    ("POST", "/api/account", {"name": "Mine", "password": "correct horse"}),
                ):
                    assert await refused(eva, method, path, body, headers=program) == "not_allowed"
                assert await refused(ben, "DELETE", f"/api/tokens/{token['id']}") == "not_found"
                for bad in ("x", "ÿ", token["token"][:-1], token["id"], token["token"].upper()):
                    wrong = f"Authorization: Bearer {bad}\r\n"
                    assert b"no_session" in raw_request(server, "GET /api/session", "Host: localhost\r\n", wrong)
                # A token is a header; it is not taken from where a page of another site could put it.
                hidden = {"Origin": server.url, "Sec-WebSocket-Protocol": f"bearer, {token['token']}"}
                assert await no_socket(eva, table, hidden) == "no_session"

                address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
                async with connect(address, additional_headers=program) as raw:
                    line = TableSocket(raw)
                    offer = await to_act(line)
                    answer = await line.ask("move", "accepted", seat=0, number=offer["number"], move=spelt(offer)[0])
                    assert answer["type"] == "accepted"
                    await ada.call("DELETE", f"/api/tokens/{token['id']}")
                    assert await refused(eva, "GET", "/api/session", headers=program) == "no_session"
                    assert await no_socket(eva, table, program) == "no_session"
                    # What was open is closed.
                    with pytest.raises(ConnectionClosed) as closed:
                        await line.next("nothing")
                    assert closed.value.rcvd is not None
                    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "no_session")

    asyncio.run(cheat())


# Tables that are nobody else's business.


def test_ids_cannot_be_guessed(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Eva") as (ada, eva):
            ids = [await gather([ada], "rota") for _ in range(20)]
            assert all(len(name) * 6 >= 96 for name in [*ids, ada.id, eva.id])
            # No letter of an id follows from another's.
            assert all(len({name[place] for name in ids}) > 5 for place in range(len(ids[0])))
            mine = await eva.call("GET", "/api/session")
            headers = {"Cookie": eva.cookies, "Origin": server.url}
            for table in (UNKNOWN, ids[0][:-1], ids[0] + "x", ids[0].swapcase(), mine["id"], "..%2fmine", "%00", "'"):
                assert await refused(eva, "GET", f"/api/tables/{table}") == "not_found", table
                assert await refused(eva, "POST", f"/api/tables/{table}/join", {}) == "not_found", table
                assert await no_socket(eva, table, headers) == "not_found", table

    asyncio.run(cheat())


def test_tables_by_link_and_deals_of_the_day_are_not_shown(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ada", "Eva") as (ada, eva):
            by_link = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            public = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], "public": True}))[
                "id"
            ]
            of_the_day = (await ada.call("POST", "/api/daily/rota"))["id"]
            lobby = (await eva.ask("GET", "/api/tables")).text
            assert public in lobby
            assert by_link not in lobby
            assert of_the_day not in lobby
            assert (await eva.call("GET", f"/api/tables/{by_link}"))["yours"] == []
            headers = {"Cookie": eva.cookies, "Origin": server.url}
            for path in ("", "/record", "/replay", "/replay/0"):
                assert await refused(eva, "GET", f"/api/tables/{of_the_day}{path}") == "not_found"
            assert await refused(eva, "POST", f"/api/tables/{of_the_day}/chat", {"text": "hello"}) == "not_found"
            assert await no_socket(eva, of_the_day, headers) == "not_found"

    asyncio.run(cheat())
