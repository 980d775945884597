"""Guests, accounts and tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from triax.server import admin
from triax.server.accounts import User
from triax.server.api.access import COOKIE, CurrentPlayer, PlayerInPerson, ServicesDep
from triax.server.api.notice_models import OwnPassword
from triax.server.api.requests import Credentials, NewGuest, NewPassword, NewToken, TokenId
from triax.server.api.responses import PlayerInfo, TokenInfo, TokenShown
from triax.server.sessions import KEPT

router = APIRouter(prefix="/api", tags=["players"])

DEVICE = "triax_device"
"""The cookie of a browser in which somebody has signed in to an account before."""


def player_info(player: User) -> PlayerInfo:
    return PlayerInfo(id=player.id, name=player.name, guest=player.is_guest)


def remember(request: Request, response: Response, services: ServicesDep, player: User, cookie: str) -> PlayerInfo:
    set_cookie(request, response, COOKIE, cookie)
    _know_device(request, response, services, player)
    return player_info(player)


def _know_device(request: Request, response: Response, services: ServicesDep, player: User) -> None:
    if player.account is not None:
        set_cookie(request, response, DEVICE, services.accounts.device(player.account), path="/api/account")


def set_cookie(request: Request, response: Response, name: str, value: str, path: str = "/") -> None:
    is_safe = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=KEPT, path=path, httponly=True, samesite="lax", secure=is_safe)


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


@router.post("/session")
async def new_guest(asked: NewGuest, request: Request, response: Response, services: ServicesDep) -> PlayerInfo:
    """Play as a guest under a name; a cookie is the guest's identity."""
    services.sign_ins.check_address(address_of(request))
    guest = await services.accounts.new_guest(asked.name)
    return remember(request, response, services, guest, await services.accounts.sessions.begin(guest.id))


@router.get("/session")
async def who_am_i(me: CurrentPlayer) -> PlayerInfo:
    """Who one is here."""
    return player_info(me)


@router.patch("/session")
async def rename(
    asked: NewGuest, me: PlayerInPerson, request: Request, response: Response, services: ServicesDep
) -> PlayerInfo:
    """Play under another name; an account is signed in to by it from now on."""
    renamed = await services.accounts.rename(me, asked.name)
    services.tables.rename(renamed.id, renamed.name)
    _know_device(request, response, services, renamed)
    return player_info(renamed)


@router.delete("/session", status_code=204)
async def sign_out(request: Request, response: Response, services: ServicesDep) -> None:
    """End this browser's session. A guest without an account cannot come back to it."""
    await services.accounts.sessions.end(request.cookies.get(COOKIE))
    _forget(request, response)


@router.delete("/sessions", status_code=204)
async def sign_out_everywhere(me: PlayerInPerson, request: Request, response: Response, services: ServicesDep) -> None:
    """End the sessions of all browsers, this one's too; nothing is pushed there. Tokens stay: delete them singly."""
    await services.accounts.sessions.end_all(me.id)
    _forget(request, response)


def _forget(request: Request, response: Response) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")


@router.post("/account")
async def register(
    asked: Credentials, me: PlayerInPerson, request: Request, response: Response, services: ServicesDep
) -> PlayerInfo:
    """Turn this guest into an account; its games stay. Other browsers of the guest are signed out."""
    services.sign_ins.check_address(address_of(request))
    registered, cookie = await services.accounts.register(me, asked.name, asked.password)
    services.tables.rename(registered.id, registered.name)
    return remember(request, response, services, registered, cookie)


@router.delete("/account", status_code=204)
async def delete_account(
    asked: OwnPassword, me: PlayerInPerson, request: Request, response: Response, services: ServicesDep
) -> None:
    """Delete oneself, account or guest, with all that is kept. The games of others stay, with nobody in one's place."""
    services.sign_ins.check_address(address_of(request))
    if me.account is not None:
        with services.sign_ins.one_try(me.account, request.cookies.get(DEVICE, "")):
            await services.accounts.check_self(me, asked.password, request.cookies.get(COOKIE))
    services.deletion_rate.check("everybody")
    others = await services.friends.around(me.id)
    await admin.delete_player(services.database, me.id)
    services.accounts.forget(me.id)
    _forget(request, response)
    await services.friends.tell(others)


@router.put("/account/password", status_code=204)
async def change_password(
    asked: NewPassword, me: PlayerInPerson, request: Request, response: Response, services: ServicesDep
) -> None:
    """Change the password of one's account, or set a first one. All other browsers are signed out."""
    services.sign_ins.check_address(address_of(request))
    with services.sign_ins.one_try(me.account or "", request.cookies.get(DEVICE, "")):
        cookie = await services.accounts.change_password(me, asked.old, asked.new, request.cookies.get(COOKIE))
    remember(request, response, services, me, cookie)


@router.post("/account/session")
async def sign_in(asked: Credentials, request: Request, response: Response, services: ServicesDep) -> PlayerInfo:
    """Be the player of an account in this browser."""
    services.sign_ins.check_address(address_of(request))
    with services.sign_ins.one_try(asked.name, request.cookies.get(DEVICE, "")):
        player = await services.accounts.sign_in(asked.name, asked.password)
    sessions = services.accounts.sessions
    cookie = await sessions.begin(player.id)
    # Whoever this browser was before: it is not any more, and the cookie of then may lie elsewhere, too.
    await sessions.end(request.cookies.get(COOKIE))
    return remember(request, response, services, player, cookie)


@router.get("/tokens")
async def list_tokens(me: PlayerInPerson, services: ServicesDep) -> list[TokenInfo]:
    """The tokens of one's programs, without their secrets."""
    return [TokenInfo(**vars(token)) for token in await services.accounts.tokens(me)]


@router.post("/tokens")
async def new_token(asked: NewToken, me: PlayerInPerson, services: ServicesDep) -> TokenShown:
    """A token for a program that plays under this name."""
    token, secret = await services.accounts.new_token(me, asked.label)
    return TokenShown(**vars(token), token=secret)


@router.delete("/tokens/{token}", status_code=204)
async def delete_token(token: TokenId, me: PlayerInPerson, services: ServicesDep) -> None:
    """Whoever uses the token is nobody from now on."""
    await services.accounts.delete_token(me, token)
