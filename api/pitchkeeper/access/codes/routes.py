"""Codes of devices: get a lost one back, and take one along to another phone."""

from typing import Any, Final

from litestar import Request
from litestar.di import NamedDependency

from pitchkeeper.access import callers, views
from pitchkeeper.access.codes.device_codes import DeviceCodes, ShownCode
from pitchkeeper.access.devices import CodeKind, Device
from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.operations import KEY_HEADER, operation
from pitchkeeper.rest.signatures import FromBody

RECOVERY = "/v1/devices/me/recovery"
TRANSFER = "/v1/devices/me/transfer"
_ONCE: Final = ("key_reused", "code_not_found")
"""Problems of a key: it was used for another request, or the code that it made is dead."""


@operation(
    "POST",
    RECOVERY,
    tag="Devices",
    status=201,
    headers=(KEY_HEADER,),
    problems=_ONCE,
    links=("recoverDevice",),
)
async def create_recovery_code(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    device_codes: NamedDependency[DeviceCodes],
) -> views.RecoveryCode:
    """Create a recovery code.

    The code is shown only in this response: write it down, because anyone who has it can recover
    this device if the phone is lost (recoverDevice). It is valid until it is used, withdrawn or
    replaced by another. A retry with the same Idempotency-Key returns the same code, or 404 if the
    code is no longer valid or the token was replaced; without a key it creates another code and
    invalidates the one before.
    """
    code = await _make_code(request, caller, device_codes, CodeKind.RECOVERY)
    return views.RecoveryCode(code=code.text, made_at=code.made_at)


@operation("DELETE", RECOVERY, tag="Devices", status=204)
async def revoke_recovery_code(
    caller: NamedDependency[Device], device_codes: NamedDependency[DeviceCodes]
) -> None:
    """Withdraw the recovery code.

    The code no longer recovers the device. Withdrawing it twice changes nothing, so a retry is
    safe.
    """
    await device_codes.revoke(caller, CodeKind.RECOVERY)


@operation(
    "POST",
    "/v1/recoveries",
    tag="Devices",
    status=201,
    headers=(KEY_HEADER,),
    problems=("code_not_found",),
    is_public=True,
    rate_limit="sign_ins",
)
async def recover_device(
    shown: FromBody[views.ShownDeviceCode],
    request: Request[Any, Any, Any],
    device_codes: NamedDependency[DeviceCodes],
) -> views.Recovered:
    """Recover a lost device by its recovery code.

    The response has a new token and a new recovery code, shown only this once, and all older tokens
    stop working at once. The old code works until the new token is used for the first time, so a
    lost response locks nobody out: a retry returns another token and code, or the same ones if it
    has the same Idempotency-Key. Wrong codes can be tried only a few times.
    """
    key = callers.key_text(request)
    # The caller has no device yet, so attempts count by address alone.
    recovery = await device_codes.recover(throttle.limit_key(request.scope), shown.code, key)
    return views.Recovered(
        device_id=recovery.device_id, token=recovery.token, recovery_code=recovery.code
    )


@operation(
    "POST",
    TRANSFER,
    tag="Devices",
    status=201,
    headers=(KEY_HEADER,),
    problems=_ONCE,
    links=("takeOverDevice",),
)
async def create_transfer(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    device_codes: NamedDependency[DeviceCodes],
    base: NamedDependency[Links],
) -> views.Transfer:
    """Create a transfer code.

    The code works once and within five minutes, and no longer after the token of this device is
    replaced. The link contains the code, for the camera of the other phone. A retry with the same
    Idempotency-Key returns the same code, or 404 if the code is no longer valid or the token was
    replaced; without a key it creates another code and invalidates the one before.
    """
    code = await _make_code(request, caller, device_codes, CodeKind.TRANSFER)
    # Behind the #, so that no server or log in between sees it.
    link = f"{base.page}/#/transfer/{code.text}"
    return views.Transfer(
        code=code.text,
        link=link,
        app_link=f"{base.app}/transfer/{code.text}" if base.app else None,
        qr_svg=membership_views.svg(link),
        expires_at=code.expires_at or code.made_at,
    )


@operation("DELETE", TRANSFER, tag="Devices", status=204)
async def revoke_transfer(
    caller: NamedDependency[Device], device_codes: NamedDependency[DeviceCodes]
) -> None:
    """Withdraw the transfer code.

    The code no longer moves the device to another phone. Withdrawing it twice changes nothing, so a
    retry is safe.
    """
    await device_codes.revoke(caller, CodeKind.TRANSFER)


@operation(
    "POST",
    "/v1/transfers",
    tag="Devices",
    status=201,
    problems=("code_not_found",),
    is_public=True,
    rate_limit="sign_ins",
)
async def take_over_device(
    shown: FromBody[views.ShownDeviceCode],
    request: Request[Any, Any, Any],
    device_codes: NamedDependency[DeviceCodes],
) -> views.SignedIn:
    """Take a device over from another phone.

    The device gets a new token, shown only in this response. The token of the other phone works
    until the new one is used for the first time, so a lost response locks nobody out: the other
    phone creates another code. A retry is refused, because a code works once. Wrong codes can be
    tried only a few times.
    """
    device_id, token = await device_codes.take_over(throttle.limit_key(request.scope), shown.code)
    return views.SignedIn(device_id=device_id, token=token)


async def _make_code(
    request: Request[Any, Any, Any], caller: Device, device_codes: DeviceCodes, kind: CodeKind
) -> ShownCode:
    key = await callers.command_key(request)
    token = request.headers["Authorization"].split()[-1]
    return await device_codes.make(caller, kind, key, token)
