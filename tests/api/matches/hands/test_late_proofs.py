"""Hands that could not be proven when recorded are marked as unproven, and proven later."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar

from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitchkeeper.matches import late_proofs as late
from pitchkeeper.matches.late_proofs import LateProofs
from pitchkeeper.workers.priority_queues import Priority
from pitchkeeper.workers.usage import Usage
from tests.support import guests, leagues
from tests.support.apps import client, living, new_device, signed_in
from tests.support.phones import Device, Json, SignIn, assert_problem, export_match, open_match
from tests.support.queues import make_command, outcomes, send
from tests.support.readers import PATIENCE
from tests.support.sheet_entries import FOUR_TO_NONE, record
from tests.support.tables import path

PAWNEE: Json = {
    "contract": {"pitcher": 3, "bid": "7", "calledCard": "AS", "partner": 2},
    "claims": {
        "points": [
            {"point": "high", "side": 0},
            {"point": "low", "side": 3},
            {"point": "jack", "side": 0},
            {"point": "high_joker", "side": 2},
            {"point": "low_joker", "side": 3},
            {"point": "ten", "side": 0},
            {"point": "three", "side": 2},
        ]
    },
}
"""Open by its facts, and impossible over all deals and plays."""
NOT_CHECKED = "Not checked yet"


class Busy:
    """The processes of a server have no time, until they have."""

    def __init__(self, app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.is_busy = True
        self.asked: list[HandRecord] = []
        changes = app.state.services.matches.match_changes
        prove = changes._prove

        async def refuse(record_: HandRecord, deal: Deal, priority: Priority) -> Proof | None:
            self.asked.append(record_)
            return None if self.is_busy else await prove(record_, deal, priority)

        monkeypatch.setattr(changes, "_prove", refuse)


@pytest.fixture
def busy(own_app: Litestar, monkeypatch: pytest.MonkeyPatch) -> Busy:
    return Busy(own_app, monkeypatch)


@pytest.fixture
async def table(phone: Device) -> Json:
    return await open_match(phone, "pawnee", names=("Ann", "Bob", "Cid", "Dee", "Eve"))


@pytest.fixture
async def late_proofs(own_app: Litestar, monkeypatch: pytest.MonkeyPatch) -> LateProofs:
    """Return late proofs that wait for nothing."""
    monkeypatch.setattr(late, "_FIRST_WAIT", timedelta(0))
    proofs: LateProofs = own_app.state.services.matches.late_proofs
    return proofs


async def load_sheet(phone: Device, match: Json) -> Json:
    sheet: Json = (await phone.get(path(match))).json()
    return sheet


async def until_proven(phone: Device, match: Json) -> Json:
    """The sheet once all of it is proven, by whatever proves it."""
    async with asyncio.timeout(PATIENCE):
        while (sheet := await load_sheet(phone, match))["unproven"]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return sheet


async def test_a_hand_says_that_it_is_not_checked_until_it_is(
    phone: Device, table: Json, busy: Busy, late_proofs: LateProofs
) -> None:
    hand = await record(phone, table, 1, PAWNEE)
    assert (hand["standing"], hand["verdict"]["isProven"]) == ("open", False)
    before = await phone.get(path(table))
    (line,) = before.json()["lines"]
    assert (line["isProven"], before.json()["unproven"]) == (False, [1])
    for form in ("csv", "html"):
        assert NOT_CHECKED in (await export_match(phone, table["matchId"], form)).decode()
    link = await guests.publish(phone, table)
    board = await guests.scoreboard(phone, link)
    assert board.json()["match"]["unproven"] == [1]
    busy.is_busy = False
    after = await until_proven(phone, table)
    (line,) = after["lines"]
    assert (line["standing"], line["isProven"]) == ("impossible", True)
    again = await phone.get(path(table), headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 200
    assert again.headers["ETag"] != before.headers["ETag"]
    assert NOT_CHECKED not in (await export_match(phone, table["matchId"], "csv")).decode()
    scoreboard = await guests.scoreboard(phone, link, board.headers["ETag"])
    assert scoreboard.json()["match"]["unproven"] == []
    entry = (await phone.get(path(table, part="journal"))).json()["items"][-1]
    assert (entry["action"], entry["hand"], entry["hands"]) == ("hands_checked", 1, [])


SEEN_BEFORE: list[tuple[str, str, Json | None]] = [
    ("PUT", "/hands/1", PAWNEE | {"trump": "S"}),
    ("DELETE", "/hands/1", None),
    ("POST", "/adjustments", {"side": 0, "points": 1, "reason": "spilled beer"}),
    ("POST", "/undo", None),
    ("PUT", "/players/0", {"name": "Anna"}),
]


@pytest.mark.parametrize(("method", "what", "body"), SEEN_BEFORE)
async def test_what_was_seen_before_a_hand_was_checked_still_counts(
    phone: Device,
    table: Json,
    busy: Busy,
    late_proofs: LateProofs,
    method: str,
    what: str,
    body: Json | None,
) -> None:
    await record(phone, table, 1, PAWNEE)
    etag = (await phone.get(path(table))).headers["ETag"]
    busy.is_busy = False
    assert (await until_proven(phone, table))["version"] == int(etag.strip('"')) + 1
    headers = {"If-Match": etag}
    answer = await phone.request(method, path(table) + what, json=body, headers=headers)
    assert answer.status_code in {200, 201}, answer.text
    # But only that: whoever saw what was before the change itself is late.
    if what != "/hands/1":
        response = await phone.post(path(table, part="adjustments"), json=GIVEN, headers=headers)
        assert_problem(response, 412, "stale_match")


GIVEN = {"side": 0, "points": 1, "reason": "late"}


async def test_a_confirmation_of_what_was_not_checked_yet_still_counts(
    phone: Device, busy: Busy, late_proofs: LateProofs
) -> None:
    match = await open_match(phone, policy="owner")
    await record(phone, match, 1, FOUR_TO_NONE)
    etag = (await phone.get(path(match))).headers["ETag"]
    busy.is_busy = False
    await until_proven(phone, match)
    answer = await phone.post(path(match, 1, "confirmations"), json={}, headers={"If-Match": etag})
    assert answer.status_code in {200, 201}, answer.text


async def test_a_queued_command_that_saw_it_before_it_was_checked_counts(
    phone: Device, table: Json, busy: Busy, late_proofs: LateProofs
) -> None:
    await record(phone, table, 1, PAWNEE)
    version = (await load_sheet(phone, table))["version"]
    busy.is_busy = False
    await until_proven(phone, table)
    command = make_command("make_adjustment", table["matchId"], body=GIVEN, seenVersion=version)
    assert outcomes(await send(phone, command)) == ["done"]


async def test_a_hand_left_by_a_server_that_ended_is_checked_by_the_next(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        async with living(database_url) as first:
            Busy(first, patch)
            phone = await new_device(first, "127.0.9.1", client(first))
            match = await open_match(phone, "pawnee", names=("Ann", "Bob", "Cid", "Dee", "Eve"))
            await record(phone, match, 1, PAWNEE)
            token = phone.headers["Authorization"]
    await let_claims_end(database_url)
    async with living(database_url) as second:
        phone = signed_in(second, "127.0.9.1", token)
        (line,) = (await until_proven(phone, match))["lines"]
        assert line["standing"] == "impossible"


async def let_claims_end(database_url: str) -> None:
    """Let the time pass for which a match is left alone once it could not be proven."""
    connection = await asyncpg.connect(database_url)
    await connection.execute("UPDATE checks SET claimed_until = now()")
    await connection.close()


async def until_put_off(database_url: str) -> None:
    """Wait until no attempt is under way: a claim lasts one minute, and what is put off two."""
    connection = await asyncpg.connect(database_url)
    soon = "SELECT count(*) FROM checks WHERE claimed_until < now() + interval '90 seconds'"
    async with asyncio.timeout(PATIENCE):
        while await connection.fetchval(soon):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await connection.close()


async def test_of_two_workers_one_checks_a_hand(
    own_app: Litestar,
    database_url: str,
    pool: "asyncpg.Pool[asyncpg.Record]",
    phone: Device,
    table: Json,
    busy: Busy,
) -> None:
    async with living(database_url) as second:
        other_busy = Busy(second, busy.monkeypatch)
        await record(phone, table, 1, PAWNEE)
        async with asyncio.timeout(PATIENCE):
            while not await pool.fetchval("SELECT tries FROM checks"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await let_claims_end(database_url)
        count = len(busy.asked) + len(other_busy.asked)
        busy.is_busy = other_busy.is_busy = False
        workers = [app.state.services.matches.late_proofs for app in (own_app, second)]
        await asyncio.gather(*(worker.prove_all() for worker in workers))
        await until_proven(phone, table)
        assert len(busy.asked) + len(other_busy.asked) - count == 1


async def test_who_leaves_many_hands_holds_up_those_of_nobody_else(
    phone: Device, sign_in: SignIn, busy: Busy, own_app: Litestar, database_url: str
) -> None:
    busy.monkeypatch.setattr(late, "_FIRST_WAIT", timedelta(hours=1))
    players = ("Ann", "Bob", "Cid", "Dee", "Eve")
    for _ in range(6):
        await record(phone, await open_match(phone, "pawnee", names=players), 1, PAWNEE)
    async with await sign_in() as second:
        theirs = await open_match(second, "pawnee", names=players)
        hand = {**PAWNEE, "trump": "S"}
        await record(second, theirs, 1, hand)
    late_proofs = own_app.state.services.matches.late_proofs
    await late_proofs.prove_all()
    await until_put_off(database_url)
    count = len(busy.asked)
    # Beside load one attempt may have taken longer than six, and its owner would rightly be last.
    busy.monkeypatch.setattr(late_proofs, "_usage", Usage())
    busy.is_busy = False
    await let_claims_end(database_url)
    await late_proofs.prove_all()
    order = [str(record_.trump) for record_ in busy.asked[count:]]
    assert (len(order), order.count("S")) == (7, 1)
    # The server looks by itself too, so two may have begun at once.
    assert order.index("S") <= 2


async def test_live_phones_hear_that_a_hand_was_checked(
    own_app: Litestar, phone: Device, table: Json, busy: Busy, late_proofs: LateProofs
) -> None:
    await record(phone, table, 1, PAWNEE)
    services = own_app.state.services
    caller = await services.access.devices.recognise(phone.headers["authorization"])
    got = bytearray()

    async def follow() -> None:
        stream = await services.hub.open(UUID(table["matchId"]), caller, None)
        async for piece in stream:
            got.extend(piece)

    following = asyncio.create_task(follow())
    await until(lambda: b"event: sheet" in got)
    busy.is_busy = False
    await until(lambda: b'"action":"hands_checked"' in got)
    await until(lambda: b'"standing":"impossible"' in got)
    following.cancel()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


RENEGED: Json = {
    "contract": {"pitcher": 0, "bid": "three"},
    "tricksWon": [4, 2],
    "tricks": [
        {"cards": ["2C", "KC", "AC", "3C"]},
        {"leader": 2, "cards": ["5S", "JS", "7S", "7C"]},
        {"cards": ["5C", "6C", "AH", "3D"]},
        {"cards": ["KD", "QD", "8D", "JC"]},
        {"cards": ["7H", "6S", "5H", "4H"]},
    ],
    "claims": {},
}
"""Scored three to one by its facts, and impossible over all deals and plays."""


async def says_what_is_not_checked(
    phone: Device, league: Json, link: Json, numbers: list[int]
) -> None:
    """The league says everywhere which results rest on hands that are not checked yet."""
    assert (await leagues.standings(phone, league))["unproven"] == numbers
    schedule = (await phone.get(leagues.path(league, "schedule"))).json()
    copy = (await phone.get(leagues.path(league, "export.json"))).json()
    for nights in (schedule["nights"], copy["nights"]):
        fixtures = [fixture for night in nights for fixture in night["fixtures"]]
        assert [fixture["number"] for fixture in fixtures if not fixture["isProven"]] == numbers
    for form in ("csv?table=results", "html"):
        text = (await phone.get(leagues.path(league, f"export.{form}"))).text
        assert text.lower().count(NOT_CHECKED.lower()) == len(numbers) * (1 + (form == "html"))
    board = await guests.scoreboard(phone, link)
    assert board.json()["league"]["unproven"] == len(numbers)


async def test_a_fixture_that_a_hand_had_won_is_open_again_once_that_cannot_be(
    phone: Device, busy: Busy, late_proofs: LateProofs
) -> None:
    league = await leagues.open_league(phone, teams=4, options={"target": 3})
    fixture = leagues.fixtures(await leagues.plan_nights(phone, league), 1)[0]
    place = leagues.path(league, f"fixtures/{fixture['number']}")
    match = (await phone.post(f"{place}/matches")).json()
    hand = await record(phone, match, 1, RENEGED)
    assert (hand["standing"], hand["winner"]["side"]) == ("scored", 0)
    before = await phone.get(place)
    assert before.json()["judgement"]["wins"] == [1, 0]
    table = await leagues.standings(phone, league)
    assert sorted(row["won"] for row in table["rows"]) == [0, 0, 0, 1]
    link = await guests.publish(phone, league)
    await says_what_is_not_checked(phone, league, link, [fixture["number"]])
    busy.is_busy = False
    sheet = await until_proven(phone, match)
    assert (sheet["lines"][0]["standing"], sheet["winner"]) == ("impossible", None)
    after = await phone.get(place, headers={"If-None-Match": before.headers.get("ETag", '"0"')})
    assert (after.status_code, after.json()["judgement"]["wins"]) == (200, [0, 0])
    await says_what_is_not_checked(phone, league, link, [])
    table = await leagues.standings(phone, league)
    assert [row["won"] for row in table["rows"]] == [0] * 4
    matches = (await phone.get("/v1/matches", params={"state": "won"})).json()
    assert matches["items"] == []
