"""Guessing a code is hopeless: by arithmetic, and because tries are counted before they count."""

from collections.abc import AsyncIterator

import pytest
from litestar import Litestar

from api import invites
from api.gatekeeping import JOINS_PER_ADDRESS, JOINS_PER_DEVICE, WRONG_CODES
from tests.api import guests
from tests.phones import Device, Json, SignIn, assert_problem

WRONG = "2345-6789"
LIVE = 10_000
"""More invites than a league of leagues has at once."""


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device, which is in no match."""
    async with await sign_in() as device:
        yield device


async def left(running: Litestar) -> int:
    """How many wrong codes are left for everybody together, after one more."""
    allowance = await running.state.allowances.take(WRONG_CODES, "everybody")
    return int(allowance.left)


def test_it_takes_longer_than_anybody_plays() -> None:
    codes = len(invites.ALPHABET) ** invites.LENGTH
    misses = WRONG_CODES.quota / WRONG_CODES.seconds * 3600 * 24 * 365.25
    assert round(codes / misses, -3) == 125_000
    assert int(codes / misses / LIVE) == 12
    assert JOINS_PER_DEVICE.quota < JOINS_PER_ADDRESS.quota < WRONG_CODES.quota


def test_an_invite_that_lasts_a_week_is_found_less_than_once_in_a_million() -> None:
    codes = len(invites.ALPHABET) ** invites.LENGTH
    burst_and_week = WRONG_CODES.quota * (1 + 7 * 24 * 3600 / WRONG_CODES.seconds)
    assert burst_and_week / codes < 1e-6


async def test_a_device_that_tried_too_often_waits_even_with_the_right_code(
    phone: Device, match: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invited(phone, match)
    for _ in range(JOINS_PER_DEVICE.quota):
        assert_problem(await guests.join(guest, WRONG), 404, "invite_not_found")
    for code in (invite["code"], WRONG):
        waits = await guests.join(guest, code)
        assert_problem(waits, 429, "rate_limited")
        assert 1 <= int(waits.headers["retry-after"]) <= JOINS_PER_DEVICE.seconds
    assert (await guest.get("/v1/matches")).json()["items"] == []
    async with await sign_in() as other:
        assert (await guests.join(other, invite["code"])).status_code == 201


async def test_an_address_waits_whatever_devices_it_makes(
    phone: Device, match: Json, guest: Device, running: Litestar
) -> None:
    invite = await guests.invited(phone, match)
    for _ in range(JOINS_PER_ADDRESS.quota):
        await running.state.allowances.take(JOINS_PER_ADDRESS, "127.0.0.1")
    assert_problem(await guests.join(guest, invite["code"]), 429, "rate_limited")


async def test_everybody_together_misses_only_so_often(
    phone: Device, match: Json, guest: Device, running: Litestar
) -> None:
    invite = await guests.invited(phone, match)
    for _ in range(WRONG_CODES.quota):
        await running.state.allowances.take(WRONG_CODES, "everybody")
    assert_problem(await guests.join(guest, invite["code"]), 429, "rate_limited")


async def test_only_wrong_codes_count_for_everybody(
    phone: Device, match: Json, guest: Device, running: Litestar
) -> None:
    invite = await guests.invited(phone, match)
    before = await left(running)
    for _ in range(10):
        assert (await guests.join(guest, invite["code"])).status_code == 201
    assert before - await left(running) == 1
    for code in (WRONG, "no code"):
        await guests.join(guest, code)
    assert before - await left(running) == 4
