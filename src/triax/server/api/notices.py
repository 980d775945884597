"""What one is told when one is not looking, and how."""

from __future__ import annotations

from fastapi import APIRouter

from triax.server.accounts import User
from triax.server.api.access import PlayerInPerson, ServicesDep
from triax.server.api.notice_models import (
    DeviceInfo,
    MailInfo,
    NewDevice,
    NewVacation,
    NoticesShown,
    VacationInfo,
    Wishes,
    WishesInfo,
)
from triax.server.api.requests import DeviceId
from triax.server.errors import Refused
from triax.server.notices.devices import add_device, devices_of, remove_device
from triax.server.notices.push import check_endpoint, check_keys
from triax.server.notices.wishes import wishes_of, write_wishes
from triax.server.services import Services

router = APIRouter(prefix="/api/notices", tags=["players"])


@router.get("")
async def show_notices(me: PlayerInPerson, services: ServicesDep) -> NoticesShown:
    """What one has chosen to be told, and how."""
    assert services.notices.push is not None
    known = await devices_of(services.journal, me)
    return NoticesShown(
        push_key=services.notices.push.vapid.public,
        devices=[DeviceInfo(id=row.id, endpoint=row.endpoint, created=row.created) for row in known],
        wishes=WishesInfo(**await wishes_of(services.journal, me)),
        vacation=VacationInfo(**(await services.vacations.of(me))._asdict()),
        mail=await _mail(services, me),
    )


async def _mail(services: Services, me: User) -> MailInfo | None:
    if services.notices.mail is None or me.is_guest:
        return None
    known, pending = await services.notices.addresses.of(me)
    if known is None:
        return MailInfo(address=None, pending=pending, mode="each", hour=7)
    return MailInfo(address=known.address, pending=pending, mode=known.mode, hour=known.hour)


@router.post("/devices", status_code=201)
async def subscribe_device(asked: NewDevice, me: PlayerInPerson, services: ServicesDep) -> DeviceInfo:
    """Have words pushed to this browser. With more devices than are kept, the oldest goes."""
    check_endpoint(asked.endpoint, anywhere=services.settings.push_anywhere)
    check_keys(asked.p256dh, asked.auth)
    name = await add_device(services.journal, services.settings.limits, me, **asked.model_dump())
    return await _device(services, me, name)


async def _device(services: Services, me: User, device: str) -> DeviceInfo:
    for row in await devices_of(services.journal, me):
        if row.id == device:
            return DeviceInfo(id=row.id, endpoint=row.endpoint, created=row.created)
    raise Refused("not_found", "there is no such device")


@router.delete("/devices/{device}", status_code=204)
async def unsubscribe_device(device: DeviceId, me: PlayerInPerson, services: ServicesDep) -> None:
    """Have nothing more pushed to a browser."""
    await remove_device(services.journal, me, device)


@router.post("/devices/{device}/test", status_code=204)
async def try_device(device: DeviceId, me: PlayerInPerson, services: ServicesDep) -> None:
    """Push a word to a browser, to see that it arrives."""
    services.notices.test_rate.check(me.id)
    await _device(services, me, device)
    await services.notices.try_device(me.id, device)


@router.put("/wishes", status_code=204)
async def choose_wishes(asked: Wishes, me: PlayerInPerson, services: ServicesDep) -> None:
    """Choose what one is told."""
    await write_wishes(services.journal, me, asked.model_dump())


@router.put("/vacation", status_code=204)
async def begin_vacation(asked: NewVacation, me: PlayerInPerson, services: ServicesDep) -> None:
    """Go on vacation: one's clocks of a day or more stand still, and others see it. So many days a year."""
    await services.vacations.begin(me, asked.days)


@router.delete("/vacation", status_code=204)
async def end_vacation(me: PlayerInPerson, services: ServicesDep) -> None:
    """Be back early; the days that are left stay one's own."""
    await services.vacations.end(me)
