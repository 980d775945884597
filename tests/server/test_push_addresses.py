"""Which addresses are asked to bring word to browsers: push services out there, nothing within."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from tests.server.support.push_service import Browser, PushService
from triax.server.errors import Refused
from triax.server.notices import push
from triax.server.notices.texts import Told
from triax.server.vapid import Vapid, new_key


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://localhost/x",
        "https://intranet/x",
        "https://push.example.org:22/x",
        "https://user:word@push.example.org/x",
        "https://push.example.org\\@10.0.0.1/x",
        "https://push.example.org/x\r\nx: y",
        "https://push.example.org/#x",
        "https://2130706433/",
        "https://127.1/x",
        "https://0x7f.0.0.0x1/x",
        "https://169.254.169.254./x",
        "https://localhost./x",
        "https://..example.org/x",
        "https://push.example.org:99999/",
        "ftp://push.example.org/x",
        "file:///etc/passwd",
        "https://push.example.org/" + "x" * 1000,
        "",
    ],
)
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refused):
        push.check_endpoint(endpoint, anywhere=False)


def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def led_to(*places: str) -> str:
        async def found(*_: object, **__: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, 443)) for place in places]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
        return await push._resolve("push.example.org", 443, anywhere=False)

    assert push.check_endpoint("https://push.example.org/x", anywhere=False).hostname == "push.example.org"
    assert asyncio.run(led_to("93.184.216.34")) == "93.184.216.34"
    inside = ["127.0.0.1", "192.168.1.1", "100.64.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "0.0.0.0"]
    inside += ["224.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", str(ipaddress.IPv6Address("::"))]
    inside += ["64:ff9b:1::a00:1", "::127.0.0.1", "fec0::1", "5f00::1", "192.0.0.192"]
    for place in inside:
        with pytest.raises(Refused):
            asyncio.run(led_to("93.184.216.34", place))


def test_nobody_learns_whether_a_name_leads_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    async def outcome(*found: str) -> str:
        async def resolve(*_: object, **__: object) -> list[Any]:
            if not found:
                raise socket.gaierror
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, 443)) for place in found]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)
        sender = push.PushSender(Vapid(new_key(), "https://games.example.org"), "", anywhere=False)
        given = Browser(PushService(), "x").subscription | {"endpoint": "https://intranet.example.org/x"}
        message = push.Message(Told("Your turn", ""), "/", "topic", urgent=True, lasts=60)
        return await sender.send(push.Device("id", **given), message)

    # A device is forgotten in neither case.
    assert asyncio.run(outcome("10.0.0.1")) == "never"
    assert asyncio.run(outcome()) == "later"
