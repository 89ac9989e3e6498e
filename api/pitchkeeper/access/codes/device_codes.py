"""Device codes: recover a lost device, or take it along to another phone."""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from msgspec import Struct

from pitch.messages import Refusal
from pitchkeeper.access.auth import Devices
from pitchkeeper.access.codes.store import DeviceCodeStore, NewCode
from pitchkeeper.access.device_store import KeyReused
from pitchkeeper.access.devices import CodeKind, CommandKey, Device, NotedCode
from pitchkeeper.access.guessing import Guessing
from pitchkeeper.access.membership.invites import ALPHABET
from pitchkeeper.rest.problems import Unauthenticated

GROUPS: Final = 4
_GROUP: Final = 4
# 80 random bits: a leaked table of hashes cannot be brute-forced.
_LENGTH: Final = GROUPS * _GROUP
_LIFETIME: Final = timedelta(minutes=5)
_Result = TypeVar("_Result")
_SignedIn = TypeVar("_SignedIn")
_BETWEEN: Final = re.compile(r"[\s-]")


class CodeNotFound(Refusal):
    """No device has this code now; it was replaced, withdrawn or used, or has expired."""

    def __init__(self, pointer: str = "/code") -> None:
        super().__init__(pointer=pointer)


class ShownCode(Struct, frozen=True):
    """A code in clear text, which is shown once."""

    text: str
    made_at: datetime
    expires_at: datetime | None


class Recovery(Struct, frozen=True):
    """A recovered device with its new token and its next recovery code."""

    device_id: UUID
    token: str
    code: str


class DeviceCodes:
    """The codes of devices, of each kind at most one, and signing in by them."""

    def __init__(
        self,
        store: DeviceCodeStore,
        devices: Devices,
        guessing: Guessing,
        clock: Callable[[], datetime],
        choose: Callable[[str], str],
        new_secret: Callable[[], str],
        new_id: Callable[[], UUID],
    ) -> None:
        """`choose` picks a symbol of a text, and nobody can foresee which; nor a `new_secret`."""
        self._store = store
        self._devices = devices
        self._guessing = guessing
        self._clock = clock
        self._choose = choose
        self._new_secret = new_secret
        self._new_id = new_id

    async def make(
        self, device: Device, kind: CodeKind, key: CommandKey | None, token: str
    ) -> ShownCode:
        """Return a new code of a device, of which the code of that kind before is dead.

        With a key a retry is answered the same code while that is good, and then refused. The code
        is not stored for that: it follows from the key and the token, of which only hashes are.
        """
        if key is None:
            drawn = "".join(self._choose(ALPHABET) for _ in range(_LENGTH))
            code = self._new(kind, drawn)
            await self._store.put(device, code)
            return ShownCode(_format(drawn), code.made_at, code.expires_at)
        derived = _code(_derive(token.encode(), kind, key.text, "made"))
        return await self._make_once(device, self._new(kind, derived), derived, key)

    def _new(self, kind: CodeKind, code: str) -> NewCode:
        now = self._clock()
        until = now + _LIFETIME if kind is CodeKind.TRANSFER else None
        return NewCode(kind, _hash(code), now, until)

    async def _make_once(
        self, device: Device, code: NewCode, text: str, key: CommandKey
    ) -> ShownCode:
        """Return the code of a command, stored now or when it first arrived."""
        fingerprint, is_first = await self._store.put_once(device, code, key, self._new_id())
        if is_first:
            return ShownCode(_format(text), code.made_at, code.expires_at)
        if fingerprint != key.fingerprint:
            raise KeyReused
        # A late retry neither brings a code back that was withdrawn nor shows one that is dead.
        times = await self._store.load(device.device_id, code)
        if times is None:
            raise CodeNotFound(pointer="")
        return ShownCode(_format(text), *times)

    async def codes(self, device: Device) -> Sequence[NotedCode]:
        """Return when the latest codes of a device were made and used, one a kind."""
        return await self._store.list_codes(device.device_id)

    async def revoke(self, device: Device, kind: CodeKind) -> None:
        """Revoke a code. Revoking twice changes nothing."""
        await self._store.revoke(device.device_id, kind)

    async def recover(self, address: str, text: str, key: str | None) -> Recovery:
        """Return the device of a recovery code, with a new token and its next recovery code.

        The tokens before are dead at once; the code is once the new token is used. Until then
        whoever has it gets another answer, and with the same key the same one.
        """
        code, seed = _parse(text), key or self._new_secret()
        code_hash = _hash(code)

        async def use() -> tuple[UUID, bytes] | None:
            salt = self._new_secret().encode()
            return await self._store.use_recovery(code_hash, self._clock(), salt)

        async def sign_in(used: tuple[UUID, bytes]) -> Recovery:
            device_id, salt = used
            chance = partial(_derive, salt, code, seed)
            following = _code(chance("code"))
            offer = partial(self._store.recover, device_id, code_hash, _hash(following))
            secret = urlsafe_b64encode(chance("token")).rstrip(b"=").decode()
            token = await self._devices.recover(device_id, secret, offer)
            return Recovery(device_id, token, _format(following))

        return await self._sign_in(address, use, sign_in)

    async def take_over(self, address: str, text: str) -> tuple[UUID, str]:
        """Return the device of a transfer code, which works once, and its next token."""

        code_hash = _hash(_parse(text))

        async def use() -> Device | None:
            now = self._clock()
            device_id = await self._store.find_transfer(code_hash, now)
            if device_id is None:
                return None
            # Loaded before the code is used, so that a recovery meanwhile ends this transfer too.
            device = await self._devices.load(device_id)
            return device if await self._store.use_transfer(code_hash, now) else None

        async def sign_in(device: Device) -> tuple[UUID, str]:
            return device.device_id, await self._devices.rotate(device)

        return await self._sign_in(address, use, sign_in)

    async def _sign_in(
        self,
        address: str,
        find: Callable[[], Awaitable[_Result | None]],
        sign_in: Callable[[_Result], Awaitable[_SignedIn]],
    ) -> _SignedIn:
        """Look a code up as an attempt that counts, and sign in the device that it leads to."""
        try:
            result = await self._guessing.look_up(None, address, find)
            if result is None:
                raise CodeNotFound
            return await sign_in(result)
        except Unauthenticated:
            # It signed out for good, which no code undoes, or has another token by now.
            raise CodeNotFound from None


def _parse(text: str) -> str:
    return _BETWEEN.sub("", text).upper()


def _derive(salt: bytes, code: str, key: str, purpose: str) -> bytes:
    """Return 256 bits that nobody can know without both the salt and the rest."""
    return hmac.digest(salt, "\0".join((purpose, code, key)).encode(), hashlib.sha256)


def _code(chance: bytes) -> str:
    # The alphabet has as many symbols as five bits have values, so each is as likely.
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance[:_LENGTH])


def _format(code: str) -> str:
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def _hash(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
