"""The next match of a fixture is one match, however many phones at the table open it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import httpx
import pytest

from tests.support import guests, leagues, tables
from tests.support.apps import client, living
from tests.support.leagues import fixtures, path, plan_nights, report_result, won
from tests.support.phones import Device, Json, SignIn, assert_problem, same

Phones = list[Device]


@pytest.fixture
async def phones(database_url: str) -> AsyncIterator[Phones]:
    """Five devices at two servers of one database."""
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(living(database_url)) for _ in range(2)]
        signed_in = []
        for number in range(5):
            device = await stack.enter_async_context(client(servers[number % 2]))
            token = (await device.post("/v1/devices")).json()["token"]
            device.headers["Authorization"] = f"Bearer {token}"
            signed_in.append(device)
        yield signed_in


@pytest.fixture
async def place(phones: Phones) -> str:
    """The first fixture of a league that the first phone owns and all others keep the score of."""
    league = await lounge(phones[0])
    for scorer in phones[1:]:
        await guests.let_in(phones[0], league, scorer, "scorer")
    return await fixture(phones[0], league)


async def lounge(owner: Device, matches: int = 3) -> Json:
    """A league of four teams in which a match is over in one hand."""
    form = leagues.FORMAT | {"matchesAFixture": matches}
    return await leagues.open_league(owner, teams=4, options={"target": 4}, format=form)


async def fixture(owner: Device, league: Json) -> str:
    """Return the path of a league's first fixture."""
    number = fixtures(await plan_nights(owner, league), 1)[0]["number"]
    return path(league, f"fixtures/{number}")


async def with_scorer(owner: Device, sign_in: SignIn) -> tuple[Json, Device, str]:
    """A league, another device that keeps its score, and the path of its first fixture."""
    league, scorer = await lounge(owner), await sign_in()
    await guests.let_in(owner, league, scorer, "scorer")
    return league, scorer, await fixture(owner, league)


async def open_next(phone: Device, place: str, key: str | None = None) -> httpx.Response:
    """Open the next match of a fixture; again where so many at once are too many for a moment."""
    headers = {"Idempotency-Key": key} if key else {}
    async with asyncio.timeout(60):
        while True:
            answer = await phone.post(f"{place}/matches", headers=headers)
            if answer.status_code != 503:
                return answer


async def all_open(phones: Phones, place: str, key: str | None = None) -> list[httpx.Response]:
    """Let all phones open the next match at once."""
    return list(await asyncio.gather(*(open_next(phone, place, key) for phone in phones)))


async def list_matches(phone: Device) -> list[str]:
    """The matches on the list of a device."""
    return [match["matchId"] for match in (await phone.get("/v1/matches")).json()["items"]]


@pytest.mark.parametrize("key", [None, "next"])
async def test_of_five_phones_at_once_one_opens_the_match_and_the_others_join_it(
    phones: Phones, place: str, key: str | None
) -> None:
    """Each match of the three in turn; nothing is left behind, and all keep its score."""
    match_ids: list[str] = []
    for turn in range(3):
        answers = await all_open(phones, place, key and f"{key}-{turn}")
        assert {answer.status_code for answer in answers} == {201}, [
            answer.text for answer in answers
        ]
        (match_id,) = {answer.json()["matchId"] for answer in answers}
        assert match_id not in match_ids
        match_ids.append(match_id)
        for phone in phones:
            assert sorted(await list_matches(phone)) == sorted(match_ids)
        members = (await phones[0].get(f"/v1/matches/{match_id}/members")).json()["items"]
        assert sorted(member["role"] for member in members) == ["owner", *["scorer"] * 4]
        await won(phones[turn], (await phones[turn].get(f"/v1/matches/{match_id}")).json())
    matches = (await phones[0].get(place)).json()["reported"]
    assert (
        [match["matchId"] for match in matches["report"]["matches"]]
        == match_ids
        == matches["opened"]
    )
    for answer in await all_open(phones, place):
        assert_problem(answer, 409, "fixture_complete")


async def test_the_matches_that_are_kept_are_those_of_the_fixture(
    phones: Phones, place: str, database_url: str
) -> None:
    """No phone that came second leaves a match of its own behind."""
    await all_open(phones, place)
    connection = await asyncpg.connect(database_url)
    assert await connection.fetchval("SELECT count(*) FROM matches") == 1
    await connection.close()


async def test_a_retry_is_answered_as_the_first_time_also_when_the_next_match_is_open(
    phones: Phones, place: str
) -> None:
    """Whoever opened a match, and whoever joined it, by the key of then."""
    first = await all_open(phones, place, "first")
    match = first[0].json()
    await won(phones[0], (await phones[0].get(f"/v1/matches/{match['matchId']}")).json())
    second = await all_open(phones, place, "second")
    assert second[0].json()["matchId"] != match["matchId"]
    for answers, key in ((first, "first"), (second, "second")):
        for before, again in zip(answers, await all_open(phones, place, key), strict=True):
            assert same(before, again), (before.text, again.text)


async def test_one_key_five_times_at_once_opens_one_match(phones: Phones, place: str) -> None:
    answers = await all_open([phones[0]] * 5, place, "same")
    assert all(same(answers[0], answer) for answer in answers)
    assert len(await list_matches(phones[0])) == 1


async def test_who_is_in_stays_what_it_is(phones: Phones, place: str) -> None:
    """The owner stays the owner, and whom the owner lets look only, looks."""
    first, second, *_ = phones
    match = (await open_next(first, place)).json()
    members = f"/v1/matches/{match['matchId']}/members"
    await open_next(second, place)
    viewing = f"{members}/{await tables.device_id(second)}"
    assert (await first.put(viewing, json={"role": "viewer"})).status_code == 200
    for phone in (first, second):
        assert (await open_next(phone, place)).json()["matchId"] == match["matchId"]
    roles = [member["role"] for member in (await first.get(members)).json()["items"]]
    assert roles == ["owner", "viewer"]


async def test_who_only_watches_the_league_opens_nothing(phone: Device, sign_in: SignIn) -> None:
    """And joins nothing."""
    league, viewer = await lounge(phone), await sign_in()
    await guests.let_in(phone, league, viewer)
    place = await fixture(phone, league)
    await open_next(phone, place)
    assert_problem(await open_next(viewer, place), 403, "not_allowed")
    assert await list_matches(viewer) == []


async def test_a_match_that_was_linked_lets_in_none_but_its_members(
    phone: Device, sign_in: SignIn
) -> None:
    """Its owner need not know of the league; who is in it may link it."""
    league, stranger, place = await with_scorer(phone, sign_in)
    rules = {"ruleset": "mb-lounge", "options": {"target": 4}}
    table = {"players": [{"name": name} for name in "ABCD"]}
    match = (await phone.post("/v1/matches", json=rules | table)).json()
    number = int(place.rsplit("/", 1)[1])
    await report_result(phone, league, number, matches=[{"matchId": match["matchId"]}])
    response = await open_next(stranger, place)
    assert_problem(response, 409, "match_going_on")
    assert f"matchup {number} is being played" in response.json()["detail"]
    assert match["matchId"] in response.json()["hint"]
    assert (await open_next(phone, place)).json()["matchId"] == match["matchId"]
    assert await list_matches(stranger) == []


async def test_in_place_of_a_match_that_was_deleted_another_is_opened(
    phone: Device, sign_in: SignIn
) -> None:
    _, stranger, place = await with_scorer(phone, sign_in)
    match = (await open_next(phone, place)).json()
    await phone.delete(f"/v1/matches/{match['matchId']}")
    answer = await open_next(stranger, place)
    assert answer.status_code == 201
    assert answer.json()["matchId"] != match["matchId"]


@pytest.mark.parametrize("many", [1, 3])
async def test_a_match_that_was_deleted_unfinished_takes_no_place(phone: Device, many: int) -> None:
    """As many matches as the fixture has can be played beside it, and its deal is dealt again.

    If it is restored then, it is a match of its own.
    """
    place = await fixture(phone, await lounge(phone, many))
    first_match = (await open_next(phone, place)).json()
    await phone.delete(tables.path(first_match))
    match_ids = []
    for turn in range(many):
        match = (await open_next(phone, place)).json()
        assert match["nextDealer"] == (first_match["nextDealer"] + turn) % 4
        await won(phone, match)
        match_ids.append(match["matchId"])
    assert_problem(await open_next(phone, place), 409, "fixture_complete")
    assert (await phone.post(f"{tables.path(first_match)}/restoration")).status_code == 200
    fixture_body = (await phone.get(place)).json()
    assert fixture_body["judgement"]["status"] == "settled"
    assert [
        match["matchId"] for match in fixture_body["reported"]["report"]["matches"]
    ] == match_ids
    assert fixture_body["reported"]["opened"] == match_ids
    assert first_match["matchId"] in await list_matches(phone)


async def test_a_match_that_is_restored_is_of_its_fixture_again_while_there_is_room(
    phone: Device,
) -> None:
    place = await fixture(phone, await lounge(phone))
    first = (await open_next(phone, place)).json()
    await phone.delete(tables.path(first))
    await won(phone, (await open_next(phone, place)).json())
    await phone.post(f"{tables.path(first)}/restoration")
    await won(phone, first)
    fixture_body = (await phone.get(place)).json()
    assert sum(fixture_body["judgement"]["wins"]) == 2
    assert fixture_body["judgement"]["left"] == 1


async def test_a_match_that_was_won_and_then_deleted_keeps_its_place(phone: Device) -> None:
    place = await fixture(phone, await lounge(phone, matches=1))
    match = (await open_next(phone, place)).json()
    await won(phone, match)
    await phone.delete(tables.path(match))
    assert_problem(await open_next(phone, place), 409, "fixture_complete")
    assert sum((await phone.get(place)).json()["judgement"]["wins"]) == 1


async def test_who_was_let_in_and_removed_is_answered_no_more(
    phone: Device, sign_in: SignIn
) -> None:
    """As after joining by an invite: the retry finds no match."""
    _, guest, place = await with_scorer(phone, sign_in)
    match = (await open_next(phone, place)).json()
    assert (await open_next(guest, place, "join")).status_code == 201
    member = f"/v1/matches/{match['matchId']}/members/{await tables.device_id(guest)}"
    assert (await phone.delete(member)).status_code == 200
    assert_problem(await open_next(guest, place, "join"), 404, "match_not_found")


async def test_whom_the_owner_removed_does_not_come_in_again_without_an_invite(
    phone: Device, sign_in: SignIn
) -> None:
    """Who left by itself does, and the next match is open to both."""
    _, guest, place = await with_scorer(phone, sign_in)
    match = (await open_next(phone, place)).json()
    await open_next(guest, place)
    member = f"{tables.path(match)}/members/{await tables.device_id(guest)}"
    assert (await guest.delete(member)).status_code == 200
    assert (await open_next(guest, place)).json()["matchId"] == match["matchId"]
    assert (await phone.delete(member)).status_code == 200
    for _ in range(2):
        assert_problem(await open_next(guest, place), 403, "removed_by_owner")
    assert await list_matches(guest) == []
    await guests.let_in(phone, match, guest, "viewer")
    assert (await open_next(guest, place)).status_code == 201
    await won(phone, match)
    assert (await open_next(guest, place)).json()["matchId"] != match["matchId"]


async def test_a_report_that_is_corrected_still_lets_others_join(
    phone: Device, sign_in: SignIn
) -> None:
    """Unless its match was taken out: who links it again by hand opens it to nobody."""
    league, guest, place = await with_scorer(phone, sign_in)
    number = int(place.rsplit("/", 1)[1])
    match_id = (await open_next(phone, place)).json()["matchId"]
    entrant = (await phone.get(place)).json()["sides"][0]["entrants"][0]
    substitute = {"entrant": entrant, "player": 0, "name": "Sue"}
    report = {"matches": [{"matchId": match_id}]}
    response = await report_result(phone, league, number, **report, substitutes=[substitute])
    assert response["reported"]["opened"] == [match_id]
    assert (await open_next(guest, place)).json()["matchId"] == match_id
    await phone.delete(f"{place}/result", headers={"If-Match": "*"})
    assert "opened" not in (await report_result(phone, league, number, **report))["reported"]
    third = await sign_in()
    await guests.let_in(phone, league, third, "scorer")
    assert_problem(await open_next(third, place), 409, "match_going_on")
