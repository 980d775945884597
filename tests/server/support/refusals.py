"""Asking for what is refused, and hearing how."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.support.serving import Guest, Server


async def refused(
    person: Guest, method: str, path: str, body: object = None, *, headers: Mapping[str, str] | None = None
) -> str:
    """The code with which a request is refused."""
    response = await person.http.request(method, path, json=body, headers=dict(headers or {}))
    answer = response.json()
    assert response.status_code >= 400, (method, path, answer)
    assert answer.keys() == {"code", "message"}
    return str(answer["code"])


async def no_socket(person: Guest, table: str, headers: Mapping[str, str]) -> str:
    """The code with which a socket is refused before it is open."""
    address = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address, additional_headers=dict(headers)):
            pass
    response = caught.value.response
    assert response.headers["content-security-policy"].startswith("default-src 'self'")
    assert response.headers["x-content-type-options"] == "nosniff"
    return str(json.loads(response.body or b"")["code"])


def raw_request(server: Server, line: str, *headers: str) -> bytes:
    """A request as no decent client writes it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(f"{line} HTTP/1.0\r\n{''.join(headers)}\r\n".encode())
        answer = b""
        while part := raw.recv(65_536):
            answer += part
        return answer


async def code_of(person: Guest, method: str, path: str, body: object = None) -> str:
    """The code with which something is refused; nothing if it is not."""
    response = await person.ask(method, path, body)
    return "" if response.is_success else str(response.json()["code"])
