"""Web Push (RFC 8030): a word to a browser by way of its maker's push service, which can read nothing of it (RFC 8291).

Where that is, a client says: what it names is not trusted to be a push service.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ipaddress
import logging
import re
import socket
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

import http_ece
import httpx
import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from triax.server.errors import Refused
from triax.server.notices.texts import Told
from triax.server.vapid import Vapid

PushOutcome = Literal["sent", "gone", "later", "never"]

ENDPOINT = 1_000
"""Characters of an endpoint's address."""
PATIENCE = 10.0
DECLARATIVE = 8030
"""Marks a message that a browser can show without asking the page's helper."""
log = logging.getLogger("triax.server.push")


class Device(Struct, frozen=True):
    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Message(Struct, frozen=True):
    told: Told
    link: str
    topic: str
    """A later message of the same topic takes the place of an earlier one that was not delivered yet."""
    urgent: bool
    lasts: float


class PushSender:
    def __init__(self, vapid: Vapid, origin: str, *, anywhere: bool) -> None:
        self.vapid = vapid
        self.origin = origin
        self.anywhere = anywhere
        """For tests: also without TLS, and on this machine."""
        self._http: httpx.AsyncClient | None = None

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def send(self, device: Device, message: Message) -> PushOutcome:
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._post(device, self._encrypt(device, message), message)
        except (httpx.HTTPError, OSError, TimeoutError) as error:
            log.info("a push service does not answer", extra={"error": type(error).__name__})
            return "later"
        except (Refused, ValueError) as error:
            log.info("a device cannot be told", extra={"error": type(error).__name__})
            # Were it forgotten, whoever named it would learn that the name leads to somewhere inside.
            return "never"
        if status < 300:
            return "sent"
        log.info("a push service has refused", extra={"status": status})
        if status in {404, 410}:
            return "gone"
        return "later" if status == 429 or status >= 500 else "never"

    def _encrypt(self, device: Device, message: Message) -> bytes:
        link = f"{self.origin}{message.link}"
        shown = {"title": message.told.title, "body": message.told.body, "navigate": link, "tag": message.topic}
        content: dict[str, Any] = {"web_push": DECLARATIVE, "notification": {**shown, "lang": device.language}}
        sealed: bytes = http_ece.encrypt(
            msgspec.json.encode(content),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=unpack(device.p256dh),
            auth_secret=unpack(device.auth),
            version="aes128gcm",
        )
        return sealed

    async def _post(self, device: Device, body: bytes, message: Message) -> int:
        parts = check_endpoint(device.endpoint, anywhere=self.anywhere)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        # Asked for once, and gone to as it was checked: a name may lead elsewhere the next moment.
        place = await _resolve(host, port, anywhere=self.anywhere)
        if self._http is None:
            # A line that is kept would be shared by all names that lead to one place.
            none_kept = httpx.Limits(max_keepalive_connections=0)
            self._http = httpx.AsyncClient(timeout=PATIENCE, trust_env=False, limits=none_kept)
        headers = {
            "host": parts.netloc,
            "authorization": self.vapid.header(device.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(max(0, int(message.lasts))),
            "urgency": "high" if message.urgent else "normal",
            "topic": message.topic,
        }
        url = httpx.URL(device.endpoint).copy_with(host=place)
        request = self._http.build_request(
            "POST", url, content=body, headers=headers, extensions={"sni_hostname": host}
        )
        response = await self._http.send(request, stream=True)
        # What it has to say is not read: it may be endless.
        await response.aclose()
        return response.status_code


def check_endpoint(endpoint: str, *, anywhere: bool) -> SplitResult:
    """An address at which a push service may be."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise _not_there() from None
    # Nothing that two readers could take for two addresses.
    plain = len(endpoint) <= ENDPOINT and re.fullmatch(r"[!#-;=?-\[\]_a-z~]+", endpoint) and "#" not in endpoint
    if not plain or not parts.hostname or parts.username is not None or parts.password is not None:
        raise _not_there()
    if anywhere and parts.scheme in {"http", "https"}:
        return parts
    if parts.scheme != "https" or port not in {None, 443} or not _may_be_public(parts.hostname):
        raise _not_there()
    return parts


def _may_be_public(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return _is_public(str(ipaddress.ip_address(host)))
    # Numbers at the end are an address written in another way.
    *first, last = host.split(".")
    return bool(first) and all(first) and last[:1].isalpha()


async def _resolve(host: str, port: int, *, anywhere: bool) -> str:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [str(place[4][0]) for place in found]
    if not places or not (anywhere or all(_is_public(place) for place in places)):
        raise _not_there()
    return places[0]


def _is_public(place: str) -> bool:
    address = ipaddress.ip_address(place.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        # What stands for an IPv4 address is as public as that one.
        for inner in (address.ipv4_mapped, address.sixtofour, (address.teredo or [None])[-1]):
            if inner is not None and not _is_public(str(inner)):
                return False
        if address in NAT64:
            return _is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if address not in GIVEN_OUT:
            return False
    elif address in PROTOCOLS:
        return False
    return address.is_global and not address.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
GIVEN_OUT = ipaddress.IPv6Network("2000::/3")
"""Where all public addresses are: others may be a network's own, whatever they are called."""
PROTOCOLS = ipaddress.IPv4Network("192.0.0.0/24")
"""Where some hosts of machines answer their guests, and nobody else is."""


def check_keys(p256dh: str, auth: str) -> None:
    """A browser's keys: a point on the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpack(p256dh))
        if len(unpack(auth)) == 16:
            return
    except (ValueError, UnsupportedAlgorithm):
        pass
    raise Refused("bad_device", "keys: expected those of a push subscription")


def unpack(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _not_there() -> Refused:
    return Refused("bad_device", "endpoint: expected the https address of a push service")
