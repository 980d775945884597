"""One's address for letters, where links in letters lead, and the way back into an account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from triax.server.accounts import User
from triax.server.api.access import COOKIE, PlayerInPerson, ServicesDep
from triax.server.api.notice_models import MailChoice, MailLink, NewAddress, OwnPassword, Recovery, RecoveryEnd
from triax.server.api.responses import PlayerInfo
from triax.server.api.session import DEVICE, address_of, remember
from triax.server.notices.mail import clean_address
from triax.server.services import Services

router = APIRouter(prefix="/api", tags=["players"])


@router.put("/account/address", status_code=204)
async def give_address(asked: NewAddress, me: PlayerInPerson, request: Request, services: ServicesDep) -> None:
    """Give an address for letters. It counts once the link in the letter that goes there is followed."""
    services.notices.addresses.check_possible()
    services.sign_ins.check_address(address_of(request))
    address = clean_address(asked.address)
    await _check_self(asked.password, me, request, services)
    await services.notices.addresses.propose(me, address, asked.language)


async def _check_self(password: str, me: User, request: Request, services: Services) -> None:
    with services.sign_ins.one_try(me.account or "", request.cookies.get(DEVICE, "")):
        await services.accounts.check_self(me, password, request.cookies.get(COOKIE))


@router.patch("/account/address", status_code=204)
async def choose_mail(asked: MailChoice, me: PlayerInPerson, services: ServicesDep) -> None:
    """Choose how often one gets letters."""
    await services.notices.addresses.choose(me, asked.mode, asked.hour, asked.language)


@router.delete("/account/address", status_code=204)
async def forget_address(asked: OwnPassword, me: PlayerInPerson, request: Request, services: ServicesDep) -> None:
    """Have one's address forgotten. It is the way back into the account, so whoever asks shows again who they are."""
    await _check_self(asked.password, me, request, services)
    await services.notices.addresses.forget(me)


@router.post("/mail/confirm", status_code=204)
async def confirm_address(asked: MailLink, request: Request, services: ServicesDep) -> None:
    """The link in a letter was followed: the address is the player's."""
    services.sign_ins.check_address(address_of(request))
    await services.notices.addresses.confirm(asked.token)


@router.post("/mail/stop", status_code=204)
async def stop_letters(
    request: Request,
    services: ServicesDep,
    token: Annotated[str, Query(min_length=1, max_length=200, description="From the letter.")],
) -> None:
    """No more letters (RFC 8058). The address stays, so that it can recover the account."""
    services.sign_ins.check_address(address_of(request))
    await services.notices.addresses.stop(token)


@router.post("/account/recovery", status_code=204)
async def ask_recovery(asked: Recovery, request: Request, services: ServicesDep) -> None:
    """Have a letter sent that leads back into an account. Whether the address is known, the answer does not tell."""
    services.notices.addresses.check_possible()
    services.sign_ins.check_address(address_of(request))
    services.notices.addresses.recover(clean_address(asked.address), asked.language)


@router.post("/account/recovery/password")
async def finish_recovery(
    asked: RecoveryEnd, request: Request, response: Response, services: ServicesDep
) -> PlayerInfo:
    """Set a new password by the link in a letter. All browsers but this one are signed out, tokens deleted, and
    providers disconnected."""
    services.sign_ins.check_address(address_of(request))
    player, cookie = await services.notices.addresses.recovered(asked.token, asked.password)
    return remember(request, response, services, player, cookie)
