"""An address is good without a token, for one path and for a minute."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from litestar import Litestar
from structlog.testing import capture_logs

from tests.support import guests, leagues, tables
from tests.support.apps import client, living
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match

ME = "/v1/devices/me"


async def ticket(phone: Device, path: str) -> str:
    """The address of a path with a ticket of a device."""
    answer = await phone.post("/v1/tickets", json={"path": path})
    assert answer.status_code == 201, answer.text
    assert answer.json()["address"].startswith(f"{path}?ticket=")
    return str(answer.json()["address"])


async def picture_path(phone: Device, aggregate: Json) -> str:
    """Return the path of a new invite's QR code."""
    invite = await guests.invite(phone, aggregate, role="scorer")
    return f"{guests.path(aggregate)}/invites/{invite['inviteId']}/qr.svg"


async def assert_refused(stranger: Device, address: str) -> None:
    assert_problem(await stranger.get(address), 401, "unauthenticated")


async def test_a_picture_is_shown_to_what_sends_no_token(
    phone: Device, stranger: Device, match: Json
) -> None:
    for aggregate in (match, await leagues.open_league(phone, teams=4)):
        svg = await picture_path(phone, aggregate)
        await assert_refused(stranger, svg)
        response = await stranger.get(await ticket(phone, svg))
        assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
        assert response.content == (await phone.get(svg)).content
        assert response.headers["cache-control"] == "no-store"
        png = svg.replace(".svg", ".png")
        assert (await stranger.get(await ticket(phone, png))).status_code == 200


async def test_a_ticket_is_for_its_path_alone(phone: Device, stranger: Device, match: Json) -> None:
    svg, second = await picture_path(phone, match), await picture_path(phone, match)
    _, _, query = (await ticket(phone, svg)).partition("?")
    for path in (second, svg.replace(".svg", ".png"), f"{tables.path(match)}/events"):
        await assert_refused(stranger, f"{path}?{query}")
    for path in (tables.path(match), ME, f"{tables.path(match)}/invites"):
        answer = await stranger.get(f"{path}?{query}")
        assert_problem(answer, 400, "invalid_parameter", parameter="ticket")


async def test_a_ticket_opens_what_its_device_may_see_and_no_more(
    phone: Device, guest: Device, stranger: Device, match: Json
) -> None:
    svg = await picture_path(phone, match)
    foreign = await ticket(guest, svg)
    assert_problem(await stranger.get(foreign), 404, "match_not_found")
    guest_id = await guests.let_in(phone, match, guest, "scorer")
    assert_problem(await stranger.get(foreign), 403, "not_allowed")
    await phone.delete(f"{tables.path(match)}/members/{guest_id}")
    assert_problem(await stranger.get(foreign), 404, "match_not_found")


async def test_no_bit_of_a_ticket_can_be_changed(
    phone: Device, stranger: Device, match: Json
) -> None:
    address = await ticket(phone, await picture_path(phone, match))
    path, _, text = address.partition("?ticket=")
    read = urlsafe_b64decode(text + "=")
    for place in (0, 15, 16, 23, 24, len(read) - 1):
        forgery = bytes((*read[:place], read[place] ^ 1, *read[place + 1 :]))
        await assert_refused(
            stranger, f"{path}?ticket={urlsafe_b64encode(forgery).decode().rstrip('=')}"
        )
    for short in (text[:-1], text + "A", "x", "ä" * 75, "." * 75):
        await assert_refused(stranger, f"{path}?ticket={short}")
    assert (await stranger.get(address)).status_code == 200


@pytest.mark.usefixtures("hurrying")
async def test_a_ticket_ends_with_its_minute(database_url: str) -> None:
    async with living(database_url) as app, client(app) as phone, client(app) as stranger:
        token = (await phone.post("/v1/devices")).json()["token"]
        phone.headers["Authorization"] = f"Bearer {token}"
        address = await ticket(phone, await picture_path(phone, await open_match(phone)))
        await assert_refused(stranger, address)


async def test_a_new_token_ends_the_tickets_of_the_old_one(
    sign_in: SignIn, stranger: Device
) -> None:
    async with await sign_in() as phone:
        address = await ticket(phone, await picture_path(phone, await open_match(phone)))
        token = (await phone.post(f"{ME}/token")).json()["token"]
        assert (await stranger.get(address)).status_code == 200
        phone.headers["Authorization"] = f"Bearer {token}"
        await phone.get(ME)
        await assert_refused(stranger, address)
        again = await ticket(phone, address.partition("?")[0])
        assert (await stranger.get(again)).status_code == 200
        await phone.delete(f"{ME}/token")
        await assert_refused(stranger, again)


async def test_only_what_takes_a_ticket_is_given_one(phone: Device, match: Json) -> None:
    for path in (
        *(tables.path(match), "/v1/devices/me", "", "/", "//evil.example/v1"),
        f"https://evil.example{tables.path(match)}/events",
        f"{tables.path(match)}/events?ticket=x",
    ):
        answer = await phone.post("/v1/tickets", json={"path": path})
        assert_problem(answer, 400, "invalid_body", "/path")


async def test_a_token_and_a_ticket_of_nobody_is_refused(phone: Device, match: Json) -> None:
    """What was asked for by its ticket is not answered by the token beside it."""
    svg = await picture_path(phone, match)
    await assert_refused(phone, f"{svg}?ticket={'A' * 75}")


async def test_a_ticket_does_not_answer_another_device(
    phone: Device, sign_in: SignIn, match: Json
) -> None:
    address = await ticket(phone, await picture_path(phone, match))
    assert (await phone.get(address)).status_code == 200
    async with await sign_in() as second:
        await assert_refused(second, address)
        second.headers["Authorization"] = "Bearer nobody"
        await assert_refused(second, address)


async def test_tickets_are_not_in_the_log(
    phone: Device, stranger: Device, match: Json, shared_app: Litestar
) -> None:
    address = await ticket(phone, await picture_path(phone, match))
    with capture_logs() as log:
        await stranger.get(address)
        await stranger.get(address[:-1])
    assert len(log) == 2
    assert address.partition("=")[2][:20] not in str(log)
