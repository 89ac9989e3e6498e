"""Public links: who has one sees a scoreboard, until its owner revokes it."""

import base64

import asyncpg
import pytest

from pitchkeeper.access.public_links import public_links
from tests.support import guests, tables
from tests.support.databases import everything
from tests.support.phones import Device, Json, SignIn, assert_problem

UNKNOWN = "A" * 43


def base(aggregate: Json) -> str:
    """Return the path of the public links to a match or a league."""
    return f"{guests.path(aggregate)}/public-links"


async def test_a_secret_is_256_bits_of_chance_and_kept_nowhere(
    phone: Device, aggregate: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    links = [await guests.publish(phone, aggregate) for _ in range(2)]
    secrets = [link["secret"] for link in links]
    assert secrets[0] != secrets[1]
    assert {len(base64.urlsafe_b64decode(f"{secret}=")) * 8 for secret in secrets} == {256}
    content = str(await everything(pool))
    assert all(link["linkId"] in content for link in links)
    assert not any(secret in content for secret in secrets)


async def test_anybody_who_has_the_link_sees_it_without_signing_in(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    link = await guests.publish(phone, aggregate)
    assert link["link"] == f"http://table/#/tv/{link['secret']}"
    scoreboard = await guests.scoreboard(stranger, link)
    assert scoreboard.status_code == 200, scoreboard.text
    assert scoreboard.json()["kind"] == guests.kind(aggregate)
    assert "private" in scoreboard.headers["cache-control"]


async def test_nothing_is_shown_of_who_is_in(
    phone: Device, stranger: Device, guest: Device, aggregate: Json
) -> None:
    member = await guests.let_in(phone, aggregate, guest, "scorer")
    await guests.try_to_score(phone, aggregate)
    link = await guests.publish(phone, aggregate)
    page_text = (await guests.scoreboard(stranger, link)).text
    owner = await tables.device_id(phone)
    for hidden in (owner, member, guests.aggregate_id(aggregate), link["linkId"], "device"):
        assert hidden not in page_text


async def test_a_secret_reads_nothing_else(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    secret = (await guests.publish(phone, aggregate))["secret"]
    for token in (f"Bearer {secret}", f"Bearer pk_{'0' * 32}_{secret}"):
        answer = await stranger.get(guests.path(aggregate), headers={"Authorization": token})
        assert_problem(answer, 401, "unauthenticated")
    assert (await stranger.get(f"/v1/public/{secret}/journal")).status_code == 404


@pytest.mark.parametrize(
    "secret", [UNKNOWN, "A", "A" * 44, "A" * 42 + "=", "A" * 42 + "\u0661", "' OR true --"]
)
async def test_what_is_no_secret_leads_nowhere(stranger: Device, secret: str) -> None:
    for rest in ("", "/qr.svg"):
        answer = await stranger.get(f"/v1/public/{secret}{rest}")
        assert_problem(answer, 404, "public_link_not_found")


def test_guessing_a_secret_is_hopeless() -> None:
    """A million addresses, each at its limit, for ten thousand years, at a million links."""
    tries = 10**6 * 3000 * 60 * 24 * 365 * 10_000
    assert tries * 10**6 / 2**256 < 1e-40


async def test_guesses_count_for_the_address(phone: Device, stranger: Device, match: Json) -> None:
    await guests.publish(phone, match)
    limits = [(await stranger.get(f"/v1/public/{UNKNOWN}")).headers["ratelimit"] for _ in range(2)]
    assert all(limit.startswith('"address"') for limit in limits)


async def test_only_the_owner_makes_lists_and_revokes(
    phone: Device, guest: Device, aggregate: Json, sign_in: SignIn
) -> None:
    link = await guests.publish(phone, aggregate)
    await guests.let_in(phone, aggregate, guest, "scorer")
    async with await sign_in() as stranger:
        for who, status, code in (
            (guest, 403, "not_allowed"),
            (stranger, 404, f"{guests.kind(aggregate)}_not_found"),
        ):
            for answer in (
                await who.post(base(aggregate)),
                await who.get(base(aggregate)),
                await who.delete(f"{base(aggregate)}/{link['linkId']}"),
            ):
                assert_problem(answer, status, code)
    assert (await guests.scoreboard(guest, link)).status_code == 200


async def test_a_revoked_link_leads_nowhere_and_the_others_stay(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    revoked_link, live_link = [await guests.publish(phone, aggregate) for _ in range(2)]
    for _ in range(2):
        answer = await phone.delete(f"{base(aggregate)}/{revoked_link['linkId']}")
        assert answer.status_code == 204
    assert_problem(await guests.scoreboard(stranger, revoked_link), 404, "public_link_not_found")
    assert (await guests.scoreboard(stranger, live_link)).status_code == 200
    links = (await phone.get(base(aggregate))).json()["items"]
    assert links == [{key: live_link[key] for key in ("linkId", "madeAt")}]
    lines = await guests.journal(phone, aggregate)
    assert guests.actions(lines) == [*["public_link_made"] * 2, "public_link_revoked"]
    other_path = f"{base(aggregate)}/{guests.aggregate_id(aggregate)}"
    assert_problem(await phone.delete(other_path), 404, "no_such_public_link")


async def test_a_lost_answer_makes_no_second_link(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    key = {"Idempotency-Key": "for-the-wall"}
    lost, link = [(await phone.post(base(aggregate), headers=key)).json() for _ in range(2)]
    assert lost["linkId"] == link["linkId"]
    assert_problem(await guests.scoreboard(stranger, lost), 404, "public_link_not_found")
    assert (await guests.scoreboard(stranger, link)).status_code == 200
    assert len(await guests.journal(phone, aggregate)) == 1
    await phone.delete(f"{base(aggregate)}/{link['linkId']}")
    late = await phone.post(base(aggregate), headers=key)
    assert_problem(late, 404, "no_such_public_link")


async def test_there_are_twenty_at_most(phone: Device, match: Json) -> None:
    for _ in range(public_links.MAX_LINKS):
        await guests.publish(phone, match)
    assert_problem(await phone.post(base(match)), 409, "too_many_public_links")


async def test_what_is_deleted_is_shown_no_more_until_it_comes_back(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    link = await guests.publish(phone, aggregate)
    await phone.delete(guests.path(aggregate))
    assert_problem(await guests.scoreboard(stranger, link), 404, "public_link_not_found")
    response = await stranger.get(f"/v1/public/{link['secret']}/qr.svg")
    assert_problem(response, 404, "public_link_not_found")
    await phone.post(f"{guests.path(aggregate)}/restoration")
    assert (await guests.scoreboard(stranger, link)).status_code == 200


async def test_the_code_on_the_screen_is_its_address(
    phone: Device, stranger: Device, aggregate: Json
) -> None:
    link = await guests.publish(phone, aggregate)
    response = await stranger.get(f"/v1/public/{link['secret']}/qr.svg")
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in response.text
