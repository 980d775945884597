"""Pages of other sites, and names that are pointed here, get nothing done."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.support.refusals import no_socket, raw_request, refused
from tests.server.support.serving import LOOSE, Server, TableSocket, guest, serving, sqlite_url
from tests.server.support.whole_games import gather


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    arguments = ("--origin", "https://games.example.org")
    with serving(sqlite_url(tmp_path_factory.mktemp("sites")), *arguments, limits=LOOSE) as running:
        yield running


ELSEWHERE = (
    "https://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example/http://127.0.0.1:{port}",
    "http://127.0.0.1:{port}@evil.example",
    "null",
    "file://",
    "http://[::1",
    "chrome-extension://abcdef",
    "http://games.example.org",
    "https://games.example.org.evil.example",
    "https://games.example.org:8443",
)


def test_pages_of_other_sites_are_refused(server: Server) -> None:
    async def cheat() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            for site in ELSEWHERE:
                headers = {"Origin": site.format(port=server.port)}
                for method, path, body in (
                    ("POST", f"/api/tables/{table}/leave", None),
                    ("POST", "/api/tables", {"game": "rota", "seats": ["me"]}),
                    ("PATCH", "/api/session", {"name": "Mallory"}),
                    ("DELETE", "/api/session", None),
                ):
                    assert await refused(ada, method, path, body, headers=headers) == "wrong_origin", site
                assert await no_socket(ada, table, {**headers, "Cookie": ada.cookies}) == "wrong_origin", site
            # Without an origin, a browser still says where it comes from.
            for where, fine in (("cross-site", False), ("same-site", False), ("same-origin", True), ("none", True)):
                response = await ada.http.post(f"/api/tables/{table}/back", headers={"Sec-Fetch-Site": where})
                assert response.is_success == fine, where
            # The server's own page, and the address that its owner has named.
            for site in (server.url, "https://games.example.org"):
                assert (await ada.http.post(f"/api/tables/{table}/back", headers={"Origin": site})).is_success
            assert (await ada.call("GET", "/api/session"))["name"] == "Ada"

    asyncio.run(cheat())


def test_a_page_that_came_without_tls_is_another_site_for_one_that_came_with_it(server: Server) -> None:
    async def cheat() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            proxied = {"X-Forwarded-Proto": "https", "Cookie": ada.cookies}
            path = f"/api/tables/{table}/back"
            plain, safe = server.url, server.url.replace("http", "https", 1)
            assert await refused(ada, "POST", path, headers={**proxied, "Origin": plain}) == "wrong_origin"
            assert await no_socket(ada, table, {**proxied, "Origin": plain}) == "wrong_origin"
            assert (await ada.http.post(path, headers={**proxied, "Origin": safe})).is_success

    asyncio.run(cheat())


FORMS = {
    "application/x-www-form-urlencoded": "name=Mallory",
    "text/plain": '{"name": "Mallory", "x": "="}',
    "multipart/form-data; boundary=x": '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nMallory\r\n--x--\r\n',
    "text/plain; application/json": '{"name": "Mallory"}',
    "": '{"name": "Mallory"}',
}


@pytest.mark.parametrize("kind", FORMS)
def test_forms_of_other_sites_are_refused(server: Server, kind: str) -> None:
    async def cheat() -> None:
        async with guest(server.url, "Ada") as ada:
            for headers, code in (
                ({"Origin": "https://evil.example"}, "wrong_origin"),
                ({"Origin": "null"}, "wrong_origin"),
                ({"Sec-Fetch-Site": "cross-site"}, "wrong_origin"),
                # From a browser that says nothing of where it is.
                ({}, "not_json"),
                ({"Origin": server.url}, "not_json"),
            ):
                for method, path in (("PATCH", "/api/session"), ("POST", "/api/session"), ("POST", "/api/tables")):
                    given = {**headers, **({"Content-Type": kind} if kind else {})}
                    response = await ada.http.request(method, path, content=FORMS[kind], headers=given)
                    assert response.json()["code"] == code
                    assert "set-cookie" not in response.headers
            assert (await ada.call("GET", "/api/session"))["name"] == "Ada"

    asyncio.run(cheat())


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:{port}", True),
        ("localhost:{port}", True),
        ("LOCALHOST", True),
        ("[::1]:{port}", True),
        ("192.168.1.20:{port}", True),
        ("games.example.org", True),
        ("evil.example", False),
        ("evil.example:{port}", False),
        ("localhost.evil.example", False),
        ("localhost@evil.example", False),
        ("evil.example@localhost", False),
        ("evil.example#localhost", False),
        ("127.0.0.1.evil.example", False),
        ("127.1", False),
        ("0x7f000001", False),
        ("[::1", False),
        ("", False),
        (None, False),
    ],
)
def test_a_name_that_is_pointed_here_is_not_ours(server: Server, host: str | None, known: bool) -> None:
    """As a page does that has its own name point to this machine (DNS rebinding)."""
    name = None if host is None else host.format(port=server.port)
    for forwarded in ("", "X-Forwarded-Host: localhost\r\n", "X-Forwarded-Host: evil.example\r\n"):
        answer = raw_request(server, "GET /healthz", *([] if name is None else [f"Host: {name}\r\n"]), forwarded)
        assert (b" 200 " in answer.splitlines()[0]) == known, answer
        assert known or b"wrong_host" in answer
        assert b"content-security-policy" in answer.lower()


def test_two_hosts_are_one_too_many(server: Server) -> None:
    answer = raw_request(server, "GET /healthz", "Host: localhost\r\n", "Host: evil.example\r\n")
    assert b" 200 " not in answer.splitlines()[0]


def test_the_socket_speaks_one_protocol(server: Server) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            headers = {"Cookie": ada.cookies, "Origin": server.url, "Sec-WebSocket-Protocol": "graphql-ws, triax"}
            async with connect(address, additional_headers=headers) as raw:
                assert raw.subprotocol is None
                assert raw.response is not None
                assert raw.response.headers["content-security-policy"]
                assert (await TableSocket(raw).next())["type"] == "welcome"
            for elsewhere in ("/api/tables/x/y/socket", "/socket", "/api/session", "/"):
                with pytest.raises(InvalidStatus) as caught:
                    async with connect(server.url.replace("http", "ws", 1) + elsewhere, additional_headers=headers):
                        pass
                assert caught.value.response.status_code == 404
                assert json.loads(caught.value.response.body or b"")["code"] == "not_found"
                assert caught.value.response.headers["x-frame-options"] == "DENY"

    asyncio.run(ask())
