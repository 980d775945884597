"""Signing in with an OpenID provider, where the host has named one."""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from triax.server import metrics
from triax.server.accounts import User
from triax.server.api.access import COOKIE, PlayerInPerson, ServicesDep, Visitor, find_player
from triax.server.api.responses import AccountInfo, SignInAddress
from triax.server.api.session import address_of, remember
from triax.server.errors import Refused
from triax.server.identities import LIFETIME, IdentityProvider, SignIn
from triax.server.services import Services

router = APIRouter(prefix="/api/account", tags=["players"])
log = logging.getLogger("triax.server")

CALLBACK = "/api/account/oidc/callback"
PAGE = "/settings"
"""Where one comes back to: always here, so that nobody can be sent elsewhere."""
UNDER_WAY = "triax_oidc"
"""The cookie of a sign-in that is under way. All the rest follows from it, from who has begun, and from the server's
secret, so that any process can finish what another has begun."""
SAID_NO = {"access_denied", "login_required", "consent_required", "interaction_required", "account_selection_required"}
AWAY = {"temporarily_unavailable", "server_error"}

QueryWords = Annotated[str, Query(max_length=4096)]


@router.get("")
async def show_account(me: Visitor, request: Request, services: ServicesDep) -> AccountInfo:
    """How one can sign in here: with a password, with a provider, or not yet."""
    provider = services.settings.provider if _redirect(request, services) else None
    mail = services.settings.mail is not None
    if me is None or me.is_guest:
        return AccountInfo(provider=provider.name if provider else None, connected=False, password=False, mail=mail)
    return AccountInfo(
        provider=provider.name if provider else None,
        connected=provider is not None and await services.identities.is_connected(me),
        password=await services.accounts.has_password(me),
        mail=mail,
    )


@router.post("/oidc")
async def begin_sign_in(me: Visitor, request: Request, response: Response, services: ServicesDep) -> SignInAddress:
    """Where to send the browser to sign in with the provider.

    It comes back to the settings. Who comes for the first time gets an account: the one they have just signed in to
    is connected, or a new one is made out of the guest they are."""
    services.sign_ins.check_address(address_of(request))
    openid, redirect = _openid(services), _redirect(request, services)
    if redirect is None:
        raise Refused("not_found", "signing in with a provider works under the address that the host has named")
    if "authorization" in request.headers:
        raise Refused("not_allowed", "a token is for playing; it signs nobody in")
    if me is not None and not me.is_guest:
        # A key is added to an account: not by a cookie that somebody has found.
        await services.accounts.sessions.check_recent(request.cookies.get(COOKIE))
    cookie = f"{int(time.time())}.{secrets.token_urlsafe(24)}"
    address = await openid.address(_sign_in(services, cookie, me, redirect))
    is_safe = request.url.scheme == "https"
    response.set_cookie(
        _cookie_name(request), cookie, max_age=LIFETIME, path="/", httponly=True, samesite="lax", secure=is_safe
    )
    return SignInAddress(address=address)


@router.get("/oidc/callback", include_in_schema=False)
async def finish_sign_in(
    request: Request,
    services: ServicesDep,
    *,
    code: QueryWords = "",
    state: QueryWords = "",
    error: QueryWords = "",
    iss: QueryWords = "",
) -> Response:
    """The browser is back from the provider."""
    openid = _openid(services)
    cookie, is_ours = request.cookies.get(_cookie_name(request), ""), False
    try:
        services.sign_ins.check_address(address_of(request))
        me = await find_player(request)
        sign_in = _sign_in(services, cookie, me, _redirect(request, services) or "")
        is_ours = _is_open(cookie) and hmac.compare_digest(sign_in.state.encode(), state.encode())
        if not is_ours:
            raise Refused("sign_in_stale", "this sign-in was begun in another browser, or too long ago; begin again")
        _check_answer(openid, code, error, iss)
        person = await openid.who(code, sign_in)
        player, session = await services.identities.sign_in(state, person, me)
    except Refused as refused:
        metrics.refused(refused.code)
        response = RedirectResponse(f"{PAGE}?refused={refused.code}", 303)
    else:
        # Whoever this browser was before: it is not any more.
        await services.accounts.sessions.end(request.cookies.get(COOKIE))
        services.tables.rename(player.id, player.name)
        response = RedirectResponse(f"{PAGE}?signed-in", 303)
        remember(request, response, services, player, session)
    if is_ours:
        response.delete_cookie(
            _cookie_name(request), path="/", httponly=True, samesite="lax", secure=request.url.scheme == "https"
        )
    return response


@router.delete("/oidc", status_code=204)
async def disconnect(me: PlayerInPerson, request: Request, response: Response, services: ServicesDep) -> None:
    """Have one's account opened by its password alone. All other browsers are signed out."""
    _openid(services)
    remember(request, response, services, me, await services.identities.disconnect(me))


def _openid(services: Services) -> IdentityProvider:
    if services.openid is None:
        raise Refused("not_found", "this server knows no provider to sign in with")
    return services.openid


def _redirect(request: Request, services: Services) -> str | None:
    """The address, of those under which the host says that we are reached, under which this browser reaches us."""
    host = request.headers.get("host", "").lower()
    alike = [
        origin for origin in services.settings.origins if urlsplit(origin).hostname == urlsplit(f"//{host}").hostname
    ]
    same = [origin for origin in alike if urlsplit(origin).netloc.lower() == host]
    return f"{(same or alike)[0]}{CALLBACK}" if alike else None


def _cookie_name(request: Request) -> str:
    # With TLS, no other host of our domain can have set it.
    return f"__Host-{UNDER_WAY}" if request.url.scheme == "https" else UNDER_WAY


def _sign_in(services: Services, cookie: str, me: User | None, redirect: str) -> SignIn:
    """Whoever was signed in here when it began must be so when it ends."""
    begun = f"{cookie} {me.id if me else ''}"
    state, nonce, verifier = (
        services.accounts.seed(f"openid {part}", begun) for part in ("state", "nonce", "verifier")
    )
    return SignIn(state, nonce, verifier, redirect)


def _is_open(cookie: str) -> bool:
    """Its time cannot be forged: the state follows from it."""
    begun = cookie.partition(".")[0]
    return begun.isascii() and begun.isdecimal() and len(begun) < 12 and -60 <= time.time() - int(begun) <= LIFETIME


def _check_answer(openid: IdentityProvider, code: str, error: str, issuer: str) -> None:
    if issuer and issuer != openid.provider.issuer:
        raise Refused("sign_in_failed", "another provider has answered; begin again")
    if error in SAID_NO:
        raise Refused("sign_in_denied", "the provider has not signed you in")
    if error in AWAY:
        raise Refused("provider_away", "the provider cannot sign anybody in now; try again")
    if error or not code:
        log.warning("the provider signs nobody in", extra={"error": error[:64] if error.isidentifier() else "unknown"})
        raise Refused("sign_in_failed", "the provider has answered with an error; begin again")
