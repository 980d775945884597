"""Guests, accounts and tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from triax.server.api.access import COOKIE, HouseHere, Me, Myself
from triax.server.api.models import Credentials, NewGuest, NewToken, PlayerInfo, TokenId, TokenInfo, TokenShown
from triax.server.people import Player
from triax.server.security import neighbourhood

router = APIRouter(prefix="/api", tags=["players"])

KEPT = 400 * 24 * 3600


def player_info(player: Player) -> PlayerInfo:
    return PlayerInfo(id=player.id, name=player.name, guest=player.is_guest)


def _remember(request: Request, response: Response, house: HouseHere, player: Player) -> PlayerInfo:
    response.set_cookie(
        COOKIE,
        house.people.cookie(player),
        max_age=KEPT,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return player_info(player)


def _address(request: Request) -> str:
    return neighbourhood(request.client.host if request.client else "")


@router.post("/session")
async def new_guest(asked: NewGuest, request: Request, response: Response, house: HouseHere) -> PlayerInfo:
    """Play as a guest under a name; a signed cookie is the guest's identity."""
    house.doorman.admit(_address(request))
    return _remember(request, response, house, await house.people.new_guest(asked.name))


@router.get("/session")
async def who_am_i(me: Me) -> PlayerInfo:
    """Who one is here."""
    return player_info(me)


@router.patch("/session")
async def rename(asked: NewGuest, me: Myself, house: HouseHere) -> PlayerInfo:
    """Play under another name; an account is signed in to by it from now on."""
    renamed = await house.people.rename(me, asked.name)
    house.desk.rename(renamed.id, renamed.name)
    return player_info(renamed)


@router.delete("/session", status_code=204)
async def forget_me(request: Request, response: Response) -> None:
    """Forget this browser's identity. A guest without an account cannot come back to it."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")


@router.post("/account")
async def register(
    asked: Credentials, me: Myself, request: Request, response: Response, house: HouseHere
) -> PlayerInfo:
    """Turn this guest into an account; its games stay."""
    house.doorman.admit(_address(request))
    registered = await house.people.register(me, asked.name, asked.password)
    house.desk.rename(registered.id, registered.name)
    return _remember(request, response, house, registered)


@router.post("/account/session")
async def sign_in(asked: Credentials, request: Request, response: Response, house: HouseHere) -> PlayerInfo:
    """Be the player of an account in this browser."""
    house.doorman.admit(_address(request))
    return _remember(request, response, house, await house.people.sign_in(asked.name, asked.password))


@router.get("/tokens")
async def list_tokens(me: Myself, house: HouseHere) -> list[TokenInfo]:
    """The tokens of one's programs, without their secrets."""
    return [TokenInfo(**vars(token)) for token in await house.people.tokens(me)]


@router.post("/tokens")
async def new_token(asked: NewToken, me: Myself, house: HouseHere) -> TokenShown:
    """A token for a program that plays under this name."""
    token, secret = await house.people.new_token(me, asked.label)
    return TokenShown(**vars(token), token=secret)


@router.delete("/tokens/{token}", status_code=204)
async def delete_token(token: TokenId, me: Myself, house: HouseHere) -> None:
    """Whoever uses the token is nobody from now on."""
    await house.people.delete_token(me, token)
