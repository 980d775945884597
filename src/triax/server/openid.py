"""An OpenID provider, as this server talks to it: OpenID Connect, the authorization code flow with PKCE.

What it publishes of itself is fetched when somebody first signs in, and kept for a while.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any, Generic, TypeVar
from urllib.parse import quote_plus, urlencode

import httpx
import msgspec
from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import JWKRegistry, KeySet

from triax.server.config import Provider, is_safe_address
from triax.server.errors import Refused
from triax.server.identities import Person, SignIn

PATIENCE = 8.0
"""Seconds for the provider to answer a question."""
KEPT = 3600.0
"""Seconds for which what it publishes is taken as true; a key that is not known is asked for at once."""
LEEWAY = 60
"""Seconds by which its clock may differ."""
SIGNED = [f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)]
"""By its own key: what is signed with a shared secret, or not at all, proves nothing."""
NAMES = ("preferred_username", "nickname", "name", "given_name")

log = logging.getLogger("triax.server")
T = TypeVar("T")


class Metadata(msgspec.Struct):
    """What a provider publishes of itself, as far as it is needed."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: list[str] = msgspec.field(default_factory=lambda: ["client_secret_basic"])


class Tokens(msgspec.Struct):
    id_token: str
    access_token: str = ""


class Keys(msgspec.Struct):
    keys: list[dict[str, Any]]


class Kept(Generic[T]):
    """What is fetched when it is first needed, and again after a while."""

    def __init__(self, fetch: Callable[[], Awaitable[T]]) -> None:
        self._fetch = fetch
        self._until = 0.0
        self._value: T | None = None

    async def get(self, *, fresh: bool = False) -> T:
        if fresh or self._value is None or time.monotonic() >= self._until:
            self._value = await self._fetch()
            self._until = time.monotonic() + KEPT
        return self._value


class OpenIdProvider:
    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self._metadata = Kept(self._discover)
        self._keys = Kept(self._fetch_keys)

    @cached_property
    def _http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=PATIENCE, headers={"accept": "application/json"})

    async def close(self) -> None:
        if "_http" in vars(self):
            await self._http.aclose()

    async def address(self, sign_in: SignIn) -> str:
        """Where the browser goes to sign in."""
        metadata = await self._metadata.get()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(sign_in.verifier.encode()).digest()).rstrip(b"=")
        asked = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": sign_in.redirect,
            "scope": "openid profile",
            "state": sign_in.state,
            "nonce": sign_in.nonce,
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
        }
        place = metadata.authorization_endpoint
        return f"{place}{'&' if '?' in place else '?'}{urlencode(asked)}"

    async def who(self, code: str, sign_in: SignIn) -> Person:
        """Who has signed in, by the code with which the browser came back."""
        metadata = await self._metadata.get()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": sign_in.redirect,
            "code_verifier": sign_in.verifier,
        }
        user, secret = self.provider.client_id, self.provider.client_secret
        methods = metadata.token_endpoint_auth_methods_supported
        auth = None
        if "client_secret_basic" in methods or "client_secret_post" not in methods:
            auth = httpx.BasicAuth(quote_plus(user), quote_plus(secret))
        else:
            form |= {"client_id": user, "client_secret": secret}
        request = self._http.build_request("POST", metadata.token_endpoint, data=form)
        tokens = await self._ask(request, Tokens, auth)
        claims = await self._verified(tokens.id_token, sign_in.nonce)
        names = _names(claims)
        if not names and metadata.userinfo_endpoint and tokens.access_token:
            names = await self._ask_names(metadata.userinfo_endpoint, tokens.access_token, claims["sub"])
        return Person(claims["sub"], names)

    async def _verified(self, token: str, nonce: str) -> dict[str, Any]:
        """What an ID token says, if the provider has said it, to us, now and in answer to this sign-in."""
        try:
            try:
                claims = jwt.decode(token, await self._keys.get(), SIGNED).claims
            except (InvalidKeyIdError, BadSignatureError):
                # It may have a new key.
                claims = jwt.decode(token, await self._keys.get(fresh=True), SIGNED).claims
            jwt.JWTClaimsRegistry(
                leeway=LEEWAY,
                iss={"essential": True, "value": self.provider.issuer},
                aud={"essential": True, "value": self.provider.client_id},
                exp={"essential": True},
                iat={"essential": True},
                sub={"essential": True},
            ).validate(claims)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise _failed("an ID token was refused", type(error).__name__, str(error)) from None
        audience, party = claims["aud"], claims.get("azp")
        several = isinstance(audience, list) and len(audience) > 1
        if (party is not None or several) and party != self.provider.client_id:
            raise _failed("an ID token was refused", "azp", "it is for another client")
        if claims.get("nonce") != nonce:
            raise _failed("an ID token was refused", "nonce", "it belongs to another sign-in")
        if not claims["sub"].isprintable() or len(claims["sub"]) > 255:
            raise _failed("an ID token was refused", "sub", "it is no subject")
        return claims

    async def _ask_names(self, place: str, token: str, subject: str) -> list[str]:
        """Names are nice to have: without them one gets another."""
        with contextlib.suppress(Refused):
            headers = {"authorization": f"Bearer {token}"}
            found = await self._ask(self._http.build_request("GET", place, headers=headers), dict[str, Any])
            return _names(found) if found.get("sub") == subject else []
        return []

    async def _discover(self) -> Metadata:
        address = f"{self.provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        found = await self._ask(self._http.build_request("GET", address), Metadata)
        if found.issuer != self.provider.issuer:
            raise _failed("the provider calls itself differently", "issuer", found.issuer)
        places = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint]
        if unsafe := [place for place in places if place and not is_safe_address(place)]:
            raise _failed("the provider has an address without TLS", "address", unsafe[0])
        return found

    async def _fetch_keys(self) -> KeySet:
        metadata = await self._metadata.get()
        found = await self._ask(self._http.build_request("GET", metadata.jwks_uri), Keys)
        keys = []
        for key in found.keys:
            # Of a kind that is not known here: others may do.
            with contextlib.suppress(JoseError, ValueError, TypeError, KeyError):
                keys.append(JWKRegistry.import_key(key))
        return KeySet([key for key in keys if key.key_type != "oct"])

    async def _ask(self, request: httpx.Request, kind: type[T], auth: httpx.Auth | None = None) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                response = await self._http.send(request, auth=auth)
        except (httpx.HTTPError, TimeoutError) as error:
            log.warning("the provider does not answer", extra={"error": type(error).__name__})
            raise Refused("provider_away", f"{self.provider.name} cannot be reached; try again") from None
        if response.status_code >= 500:
            log.warning("the provider cannot answer", extra={"status": response.status_code})
            raise Refused("provider_away", f"{self.provider.name} cannot answer now; try again")
        if response.status_code != 200:
            raise _failed("the provider has refused", f"status {response.status_code}", _error_of(response))
        try:
            return msgspec.json.decode(response.content, type=kind)
        except msgspec.DecodeError as error:
            raise _failed("the provider's answer cannot be read", request.url.path, str(error)) from None


def _names(claims: dict[str, Any]) -> list[str]:
    return [value[:200] for key in NAMES if isinstance(value := claims.get(key), str) and value.strip()]


def _error_of(response: httpx.Response) -> str:
    """Such as invalid_client."""
    with contextlib.suppress(msgspec.DecodeError):
        found = msgspec.json.decode(response.content)
        return str(found.get("error")) if isinstance(found, dict) else ""
    return ""


def _failed(what: str, which: str, why: str) -> Refused:
    log.warning(what, extra={"error": which, "reason": why[:200]})
    return Refused("sign_in_failed", "the provider's answer cannot be trusted; begin again")
