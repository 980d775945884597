"""Names and chat are text and nothing else; every answer tells browsers what to make of it."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.support.refusals import code_of
from tests.server.support.serving import LOOSE, Server, guest, serving, sqlite_url
from tests.server.support.whole_games import gather, guests
from triax.server.app import create_app
from triax.server.config import Settings
from triax.server.security import HEADERS
from triax.server.text import MARKS, UNSEEN, clean, fold


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("harmless")), limits=(*LOOSE, "body_bytes=2000")) as running:
        yield running


# Text.

HARMLESS = {
    "<b>Ada</b>": "<b>Ada</b>",
    "Ada\u202egnp": "Adagnp",
    "\u2066A\u2069d\u200fa": "Ada",
    "A\u200b\u200dd\ufeffa": "Ada",
    "A\x00\x07\x1bda": "Ada",
    "Ada\r\nX: y": "Ada X: y",
    " Ada\u2028\u00a0 B ": "Ada B",
    "A\u0301\u0302\u0303\u0304\u0305da": "Á\u0302\u0303da",
    "A\u0301\u200b\u0302\u200b\u0303\u200b\u0304da": "Á\u0302\u0303da",
    "\u0301\u0302Ada": "Ada",
    "\u3164\u2800Ada\uffa0": "Ada",
    "\U000e0041Ada\ue000": "Ada",
    "👩\u200d👧 👍🏽": "👩👧 👍🏽",
    "❤1\u20e3": "❤1\u20e3",
    "אדה": "אדה",
    "' OR 1=1;--": "' OR 1=1;--",
    "{{7*7}}": "{{7*7}}",
}


def test_names_and_chat_are_text_and_nothing_else(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            async with ben.sit_at(table) as his:
                await his.next("state")
                for given_name, kept in HARMLESS.items():
                    assert (await ada.call("PATCH", "/api/session", {"name": given_name}))["name"] == kept
                    assert (await his.next("table"))["table"]["seats"][0]["name"] == kept
                    await ada.call("POST", f"/api/tables/{table}/chat", {"text": given_name})
                    line = (await his.next("chat"))["line"]
                    assert (line["name"], line["text"]) == (kept, kept)
                    # No browser takes it for anything but data.
                    response = await ben.ask("GET", f"/api/tables/{table}")
                    assert response.headers["content-type"] == "application/json"
                    assert response.headers["x-content-type-options"] == "nosniff"
            for nothing in ("", " ", "\u200b", "\u202e\u2066", "\u0301", "\u3164", "\u2800\u2800", "\x00", "\ue000"):
                assert await code_of(ada, "PATCH", "/api/session", {"name": nothing}) in {"bad_name", "bad_request"}
                assert await code_of(ada, "POST", f"/api/tables/{table}/chat", {"text": nothing}) == "bad_request"
            for half in ('{"name": "\\ud800"}', '{"name": "A\\udfff"}'):
                kind = {"Content-Type": "application/json"}
                response = await ada.http.patch("/api/session", content=half, headers=kind)
                assert response.status_code == 400

    asyncio.run(ask())


@given(st.text(st.one_of(st.characters(), st.characters(categories=["Mn", "Cf", "Zs", "Cc"])), max_size=40))
def test_clean_text_stays_clean(text: str) -> None:
    kept = clean(text)
    kinds = [unicodedata.category(character) for character in kept]
    assert not UNSEEN & set(kinds)
    assert "".join("M" if kind.startswith("M") else "." for kind in kinds).count("M" * (MARKS + 1)) == 0
    assert not kept or not kinds[0].startswith("M")
    assert kept == kept.strip() == " ".join(kept.split())
    assert clean(kept) == kept
    assert fold(kept) == fold(text)


# Headers.


def check_headers(response: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert response.headers.get_list(name) == [value], (response.request.url, name)
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    if response.request.url.path.startswith("/api"):
        assert response.headers["cache-control"] == "no-store"
    assert "server" not in response.headers
    assert "access-control-allow-origin" not in response.headers


def test_every_answer_carries_the_security_headers(server: Server) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            requests: list[tuple[str, str, dict[str, str], bytes]] = [
                ("GET", "/healthz", {}, b""),
                ("GET", "/metrics", {}, b""),
                ("GET", "/api/openapi.json", {}, b""),
                ("GET", "/api/tables", {}, b""),
                ("GET", f"/api/tables/{table}", {}, b""),
                ("HEAD", "/healthz", {}, b""),
                ("OPTIONS", "/api/tables", {"Origin": "https://evil.example"}, b""),
                ("GET", "/nowhere", {}, b""),
                ("GET", "/api/nowhere", {}, b""),
                ("DELETE", "/api/tables", {}, b""),
                ("TRACE", "/api/tables", {}, b""),
                ("POST", "/api/tables", {"Content-Type": "application/json"}, b"{"),
                ("POST", "/api/tables", {"Content-Type": "text/plain"}, b"{}"),
                ("POST", "/api/tables", {"Content-Type": "application/json"}, b"x" * 3000),
                ("POST", "/api/tables", {"Origin": "https://evil.example"}, b""),
                ("GET", "/api/tables", {"Host": "evil.example"}, b""),
                ("GET", f"/api/tables/{table}", {"Cookie": "triax=x"}, b""),
                ("GET", f"/api/tables/{table}/socket", {}, b""),
                ("POST", f"/api/tables/{table}/resign", {"Content-Type": "application/json"}, b'{"seat": 3}'),
            ]
            seen = set()
            for method, path, headers, content in requests:
                response = await ada.http.request(method, path, headers=headers, content=content)
                check_headers(response)
                seen.add(response.status_code)
            assert {200, 400, 401, 403, 404, 405, 413, 415, 421} <= seen

    asyncio.run(ask())


def test_an_unexpected_error_tells_nothing_and_carries_them_as_well() -> None:
    app = create_app(Settings(database="sqlite+aiosqlite://"))

    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("RG@-1,3>N")

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/broken")

    response = asyncio.run(ask())
    check_headers(response)
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert "RG" not in response.text
