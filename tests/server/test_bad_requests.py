"""Requests that no description would think of are refused with a code, and the server goes on."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, guest, serving
from triax.games import find_game
from triax.games.errors import BadData
from triax.server.errors import STATUS


@pytest.fixture(scope="module")
def server(postgres_server: Postgres) -> Iterator[Server]:
    with serving(postgres_server.fresh_database()) as server:
        yield server
        assert '"level": "error"' not in server.log.read_text()


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    async def enter() -> str:
        async with guest(server.url, "Ada") as person:
            return person.cookies

    # The server closes a line that was idle for five seconds: let go of it before that.
    limits = httpx.Limits(keepalive_expiry=2)
    cookie = asyncio.run(enter())
    with httpx.Client(base_url=server.url, timeout=60, headers={"cookie": cookie}, limits=limits) as client:
        yield client


def refused(answer: httpx.Response) -> str:
    """The code of an answer that says no."""
    body = answer.json()
    assert answer.status_code >= 400, body
    assert body.keys() == {"code", "message"}
    assert STATUS[body["code"]] == answer.status_code
    assert 0 < len(body["message"]) <= 400
    code: str = body["code"]
    assert code not in {"internal", "unavailable"}, body
    return code


def post(client: httpx.Client, path: str, body: bytes, **headers: str) -> httpx.Response:
    return client.post(path, content=body, headers={"content-type": "application/json", **headers})


DEEP = 20_000
BODIES = {
    "nothing": b"",
    "not JSON": b"{",
    "not an object": b"[1]",
    "a null": b"null",
    "not UTF-8": b'{"game": "\xff"}',
    "UTF-16": '{"game": "rota"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"game": "rota", "seats": 1}',
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
    "deep options": b'{"game": "rota", "seats": ["me"], "options": ' + b'{"a":' * 900 + b"1" + b"}" * 901,
    "a deep list": b'{"game": "rota", "seats": ["me"], "options": {"start": ' + b"[" * 900 + b"]" * 900 + b"}}",
    "a long number": b'{"game": "rota", "seats": ["me"], "clock": ' + b"9" * 6_000 + b"}",
    "a great exponent": b'{"game": "rota", "seats": ["me"], "clock": 1e999}',
    "not a number": b'{"game": "rota", "seats": ["me"], "clock": NaN}',
    "infinite options": b'{"game": "rota", "seats": ["me"], "options": {"start": Infinity}}',
    "not a number as an option": b'{"game": "axo", "seats": ["me"], "options": {"effects": NaN}}',
    "a list for a game": b'{"game": ["rota"], "seats": ["me"]}',
    "half a character as a field": b'{"game": "rota", "seats": ["me"], "\\ud800": 1}',
    "half a character as an option": b'{"game": "rota", "seats": ["me"], "options": {"\\ud800": 1}}',
    "half a character as a value": b'{"game": "axo", "seats": ["me"], "options": {"simona": "\\udc00"}}',
    "a nul as an option": b'{"game": "rota", "seats": ["me"], "options": {"\\u0000": 1}}',
    "true for a seat": b'{"game": "rota", "seats": ["me", "me"], "options": {"start": true}}',
    "one for a flag": b'{"game": "axo", "seats": ["me"], "options": {"effects": 1}}',
    "a long field": json.dumps({"game": "rota", "seats": ["me"], "x" * 50_000: 1}).encode(),
    "a long option": json.dumps({"game": "rota", "seats": ["me"], "options": {"x" * 50_000: 1}}).encode(),
    "many options": json.dumps(
        {"game": "rota", "seats": ["me"], "options": dict.fromkeys(map(str, range(4_000)))}
    ).encode(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_bad_bodies(client: httpx.Client, body: bytes) -> None:
    assert refused(post(client, "/api/tables", body)) in {"bad_request", "bad_options"}


Change = Callable[[dict[str, Any]], object]
PIECES: dict[str, tuple[str, Change, str | None]] = {
    "as they are": ("axo", lambda pieces: None, None),
    "with a note of any kind": ("axo", lambda pieces: pieces.update(reading=nested(500)), None),
    "with a note that is no number": ("rota", lambda pieces: pieces.update(reading=[float("nan")]), None),
    "with half a character": ("axo", lambda pieces: pieces["cards"][0].update(name="\ud800"), "bad_options"),
    "with a nul": ("axo", lambda pieces: pieces["cards"][0].update(name="\x00"), None),
    "with a long name": ("axo", lambda pieces: pieces["cards"][0].update(name="x" * 30_000), "bad_options"),
    "with a wide shape": ("axo", lambda pieces: pieces["cards"][0].update(shape=["#" * 30_000]), "bad_options"),
    "with a high shape": ("axo", lambda pieces: pieces["cards"][0].update(shape=["#"] * 1_000), "bad_options"),
    "with lists for cards": ("axo", lambda pieces: pieces.update(cards=[[]] * 54), "bad_options"),
    "with many cards": ("axo", lambda pieces: pieces.update(cards=[{}] * 9_000), "bad_options"),
    "with an object for a tile": ("rota", lambda pieces: pieces["tiles"].__setitem__(0, {}), "bad_options"),
    "with a number for a tile": ("rota", lambda pieces: pieces["tiles"].__setitem__(0, 10**40), "bad_options"),
    "with many tiles": ("rota", lambda pieces: pieces.update(tiles=["RGBO"] * 6_000), "bad_options"),
    "with lists for colours": (
        "axio",
        lambda pieces: pieces.update(printed={space: ["R"] for space in pieces["printed"]}),
        "bad_options",
    ),
    "with spaces far away": (
        "axio",
        lambda pieces: pieces.update(printed={f"{'9' * 4000},{n}": "RGBOP"[n] for n in range(5)}),
        "bad_options",
    ),
    "with a great count": ("axio", lambda pieces: pieces["tiles"].update(RG=10**30), "bad_options"),
    "with a count that is no number": ("axio", lambda pieces: pieces["tiles"].update(RG=float("nan")), "bad_options"),
    "with a negative count": ("axio", lambda pieces: pieces["tiles"].update(RG=-7, RB=21), "bad_options"),
    "of another game": ("rota", lambda pieces: pieces.update(game="axio"), "bad_options"),
    "with a list for the game": ("rota", lambda pieces: pieces.update(game=["rota"]), "bad_options"),
}


def nested(depth: int) -> object:
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(("game", "change", "code"), PIECES.values(), ids=PIECES.keys())
def test_sets_of_pieces(client: httpx.Client, game: str, change: Change, code: str | None) -> None:
    pieces = json.loads(files(f"triax.games.{game}").joinpath("pieces.json").read_text("utf-8"))
    change(pieces)
    asked = {"game": game, "seats": ["me", "me"], "options": {"pieces": pieces}}
    answer = post(client, "/api/tables", json.dumps(asked).encode())
    if code is not None:
        assert refused(answer) == code
        return
    table = answer.json()
    assert answer.status_code == 201, table
    # What travels with every view is what the rules have read.
    assert "reading" not in table["options"]["pieces"]
    shown = client.get(f"/api/tables/{table['id']}").json()
    assert shown["states"][0]["view"]["options"]["pieces"] == table["options"]["pieces"]
    assert (
        refused(client.post(f"/api/tables/{table['id']}/moves", json={"seat": 0, "move": "x", "id": "a"}))
        == "bad_notation"
    )


def test_a_great_shape_is_not_looked_at_for_long() -> None:
    """Row by row against all the others, this would take the whole server minutes."""
    pieces = json.loads(files("triax.games.axo").joinpath("pieces.json").read_text("utf-8"))
    pieces["cards"][0]["shape"] = ["#"] * 60_000
    with pytest.raises(BadData, match="within 3 × 3"):
        find_game("axo").check_options(2, {"pieces": pieces})


ADDRESSES = [
    "%00",
    "a%00b",
    "%ff%fe",
    "%ED%A0%80",
    "%F0%9F%82%A1",
    "%0a",
    "..%2f..",
    "%25",
    "a" * 5_000,
    "'--",
    "%22",
    "{}",
]


def test_what_is_not_there_is_named(client: httpx.Client) -> None:
    assert client.get("/api/tables/a/replay/-1").json()["message"] == "there is no such position"
    assert refused(client.get("/metrics%0a")) == "not_found"


@pytest.mark.parametrize("name", ADDRESSES, ids=lambda name: name[:12])
def test_strange_addresses(client: httpx.Client, server: Server, name: str) -> None:
    for method, path in (
        ("GET", f"/api/tables/{name}"),
        ("POST", f"/api/tables/{name}/leave"),
        ("GET", f"/api/players/{name}"),
        ("DELETE", f"/api/tokens/{name}"),
        ("GET", f"/api/tables/{name}/record"),
        ("GET", f"/api/{name}"),
        ("GET", f"/api/daily/rota/{name}"),
        ("GET", f"/api/tables/a/replay/{name}"),
    ):
        assert refused(client.request(method, path)) in {"not_found", "wrong_method"}, path


def test_strange_headers(client: httpx.Client) -> None:
    """They are refused or make no difference."""
    body = json.dumps({"name": "Ada"}).encode()
    assert refused(post(client, "/api/session", body, origin="http://[")) == "wrong_origin"
    assert refused(post(client, "/api/session", body, origin="null")) == "wrong_origin"
    assert refused(client.get("/api/session", headers={"host": "["})) == "wrong_host"
    assert refused(client.get("/api/session", headers={"host": ""})) == "wrong_host"
    assert refused(post(client, "/api/session", body, **{"content-type": "text/plain"})) == "not_json"
    for cookie in ("triax=\xff.\xff", "triax=.", "triax", "=;=", "triax=" + "a." * 3_000, 'triax="\\000"'):
        assert refused(client.get("/api/session", headers=[(b"cookie", cookie.encode("latin-1"))])) == "no_session", (
            cookie
        )
    for token in ("Bearer \xff", "Bearer", "bearer", "Bearer " + "t" * 5_000):
        assert (
            refused(client.get("/api/session", headers=[(b"authorization", token.encode("latin-1"))])) == "no_session"
        )


def test_bodies_that_do_not_say_how_long_they_are(client: httpx.Client) -> None:
    def pieces(count: int) -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(count):
            yield b"x" * 1_000
        yield b'"}'

    headers = {"content-type": "application/json"}
    assert refused(client.post("/api/session", content=pieces(500), headers=headers)) == "too_large"
    assert refused(client.post("/api/session", content=pieces(1), headers=headers)) == "bad_request"
    assert refused(client.post("/api/session", content=b"x" * 100_000, headers=headers)) == "too_large"


POST = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET /api/session HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Content-Length: \xb2\r\n\r\n",
        POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + b"Content-Length: 50\r\n\r\n{",
        b"GET /api/tables/" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000 + b"\r\n",
    ],
)
def test_broken_requests_end_without_harm(server: Server, client: httpx.Client, request_bytes: bytes) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0), timeout=30) as raw:
        try:
            raw.sendall(request_bytes)
            raw.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: raw.recv(65_536), b""))
        except (ConnectionError, OSError):
            answer = b""
    status = answer.split(b" ")[1:2]
    assert not status or status[0].startswith(b"4"), answer
    assert b"Traceback" not in answer
    assert client.get("/api/session").status_code == 200
