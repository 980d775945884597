"""Guests, accounts and tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from triax.server.accounts import User
from triax.server.api.access import COOKIE, CurrentPlayer, PlayerInPerson, ServicesDep
from triax.server.api.requests import Credentials, NewGuest, NewToken, TokenId
from triax.server.api.responses import PlayerInfo, TokenInfo, TokenShown
from triax.server.rate_limits import network_of

router = APIRouter(prefix="/api", tags=["players"])

KEPT = 400 * 24 * 3600


def player_info(player: User) -> PlayerInfo:
    return PlayerInfo(id=player.id, name=player.name, guest=player.is_guest)


def _remember(request: Request, response: Response, services: ServicesDep, player: User) -> PlayerInfo:
    response.set_cookie(
        COOKIE,
        services.accounts.cookie(player),
        max_age=KEPT,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return player_info(player)


def _address(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


@router.post("/session")
async def new_guest(asked: NewGuest, request: Request, response: Response, services: ServicesDep) -> PlayerInfo:
    """Play as a guest under a name; a signed cookie is the guest's identity."""
    services.sign_in_rate.check(_address(request))
    return _remember(request, response, services, await services.accounts.new_guest(asked.name))


@router.get("/session")
async def who_am_i(me: CurrentPlayer) -> PlayerInfo:
    """Who one is here."""
    return player_info(me)


@router.patch("/session")
async def rename(asked: NewGuest, me: PlayerInPerson, services: ServicesDep) -> PlayerInfo:
    """Play under another name; an account is signed in to by it from now on."""
    renamed = await services.accounts.rename(me, asked.name)
    services.tables.rename(renamed.id, renamed.name)
    return player_info(renamed)


@router.delete("/session", status_code=204)
async def forget_me(request: Request, response: Response) -> None:
    """Forget this browser's identity. A guest without an account cannot come back to it."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")


@router.post("/account")
async def register(
    asked: Credentials, me: PlayerInPerson, request: Request, response: Response, services: ServicesDep
) -> PlayerInfo:
    """Turn this guest into an account; its games stay."""
    services.sign_in_rate.check(_address(request))
    registered = await services.accounts.register(me, asked.name, asked.password)
    services.tables.rename(registered.id, registered.name)
    return _remember(request, response, services, registered)


@router.post("/account/session")
async def sign_in(asked: Credentials, request: Request, response: Response, services: ServicesDep) -> PlayerInfo:
    """Be the player of an account in this browser."""
    services.sign_in_rate.check(_address(request))
    return _remember(request, response, services, await services.accounts.sign_in(asked.name, asked.password))


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
