"""The number of round trips to PostgreSQL of each request, once the device is known."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar
from msgspec import structs

from pitchkeeper.database.pool import prepare, queries
from tests.support import guests, leagues
from tests.support.phones import Device, Json, SignIn, open_match

RECORD = {"contract": {"pitcher": 0, "bid": "four"}}


@pytest.fixture(autouse=True)
def unspread(own_app: Litestar) -> None:
    """Let the app know what its tables are, which it asks for before its first write."""
    own_app.state.services.connections._is_spread = False


def record_statements(own_app: Litestar) -> list[str]:
    """Return what these requests send from now on.

    The app also looks for hands to prove on its own, over a second connection if it has to.
    """
    sent: list[str] = []
    of_its_own = queries().list_unproven
    pool: Any = own_app.state.services.matches.store._pool._pool

    def note(query: asyncpg.connection.LoggedQuery) -> None:
        if query.query != of_its_own:
            sent.append(query.query)

    async def open_listening(connection: Any) -> None:
        await prepare(connection)
        connection.add_query_logger(note)

    for holder in pool._holders:
        if holder._con:
            holder._con.add_query_logger(note)
    pool._init = open_listening
    return sent


async def let_connection_report() -> None:
    """Let the connection tell what it has just sent, for it does so a turn of the loop later."""
    await asyncio.sleep(0)


async def test_a_hand_is_recorded_and_a_sheet_read_in_one_round_trip(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    """The first to look or to write has to read the match before."""
    path = f"/v1/matches/{match['matchId']}"
    sent = record_statements(own_app)
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    await let_connection_report()
    assert len(sent) == 2
    sent.clear()
    assert (await phone.put(f"{path}/hands/2", json=RECORD)).status_code == 200
    await let_connection_report()
    assert sent == [queries().save_hand]
    sent.clear()
    assert (await phone.get(path)).status_code == 200
    await let_connection_report()
    assert len(sent) == 1
    sent.clear()
    assert (await phone.get(f"{path}/hands/1")).status_code == 200
    await let_connection_report()
    assert len(sent) == 1


async def test_a_match_that_another_server_changed_is_read_in_one_round_trip(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    path, memory = f"/v1/matches/{match['matchId']}", own_app.state.services.matches.memory
    assert (await phone.get(path)).status_code == 200  # It is remembered from now on.
    before = memory.get(UUID(match["matchId"]))
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    memory.put(before)
    sent = record_statements(own_app)
    answer = await phone.get(path)
    await let_connection_report()
    assert len(sent) == 1
    assert answer.json()["version"] == 2


async def test_a_hand_is_recorded_in_the_match_as_it_is_and_not_as_it_is_remembered(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    """Another server has recorded a hand, or a backup has brought another one to the version."""
    path, memory = f"/v1/matches/{match['matchId']}", own_app.state.services.matches.memory
    assert (await phone.get(path)).status_code == 200
    first = memory.get(UUID(match["matchId"]))
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    memory.put(first)
    response = await phone.put(f"{path}/hands/1", json=RECORD | {"trump": "S"})
    assert response.status_code == 428
    memory.put(first)
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).json()["matchVersion"] == 2
    memory.put(first)
    assert (await phone.put(f"{path}/hands/2", json=RECORD)).json()["matchVersion"] == 3
    there = memory.get(UUID(match["matchId"]))
    memory.put(structs.replace(there, hands=(), updated_at=there.created_at))
    answer = await phone.put(f"{path}/hands/3", json=RECORD)
    assert (answer.status_code, answer.json()["matchVersion"]) == (200, 4)
    memory.put(structs.replace(there, version=4, hands=(), updated_at=there.created_at))
    answer = await phone.put(f"{path}/hands/1", json=RECORD | {"trump": "S"})
    assert answer.status_code == 428
    memory.forget_all()
    assert len((await phone.get(path)).json()["lines"]) == 3


async def test_who_is_only_remembered_as_a_scorer_records_nothing(
    own_app: Litestar, phone: Device, guest: Device, match: Json
) -> None:
    path, memory = f"/v1/matches/{match['matchId']}", own_app.state.services.matches.memory
    member = await guests.let_in(phone, match, guest, "scorer")
    assert (await guest.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    before = memory.get(UUID(match["matchId"]))
    assert (await phone.delete(f"{path}/members/{member}")).status_code == 200
    memory.put(before)
    assert (await guest.put(f"{path}/hands/2", json=RECORD)).status_code == 404
    assert (await phone.delete(path)).status_code == 204
    memory.put(before)
    assert (await phone.put(f"{path}/hands/2", json=RECORD)).status_code == 404


async def test_a_copy_of_a_recording_is_looked_for_though_the_match_is_remembered(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    path, key = f"/v1/matches/{match['matchId']}/hands", {"Idempotency-Key": "first"}
    assert (await phone.put(f"{path}/1", json=RECORD, headers=key)).json()["matchVersion"] == 2
    any_version, second_record = {"If-Match": "*"}, RECORD | {"trump": "S"}
    assert (
        await phone.put(f"{path}/1", json=second_record, headers=any_version)
    ).status_code == 200
    copy = await phone.put(f"{path}/1", json=RECORD, headers=key)
    assert (copy.status_code, copy.json()["matchVersion"]) == (200, 2)


async def test_a_recording_tells_what_devices_are_called_by_then(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    path, memory = f"/v1/matches/{match['matchId']}", own_app.state.services.matches.memory
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    assert (await phone.put("/v1/devices/me", json={"name": "Ann's phone"})).status_code == 200
    sent = record_statements(own_app)
    assert (await phone.put(f"{path}/hands/2", json=RECORD)).status_code == 200
    await let_connection_report()
    assert sent == [queries().save_hand]
    assert [*memory.get(UUID(match["matchId"])).device_names.values()] == ["Ann's phone"]


async def test_a_transaction_is_begun_only_where_two_owners_are_written(
    own_app: Litestar, phone: Device, match: Json, sign_in: SignIn
) -> None:
    """A match and the list of a device, or a code and its invite."""
    async with await sign_in() as guest:
        await guest.get("/v1/devices/me")
        sent = record_statements(own_app)
        await open_match(phone)
        await let_connection_report()
        assert len(sent) == 8  # whether there is room, the rules, and the transaction
        await let_connection_report()
        assert together(sent) == [
            queries().add_match,
            queries().lock_name,
            queries().name_member,
            queries().put_on_list,
        ]
        sent.clear()
        invite = await guests.invite(phone, match)
        await let_connection_report()
        assert together(sent) == [queries().add_code, queries().add_invite]
        sent.clear()
        await guests.join(guest, invite["code"])
        await let_connection_report()
        assert together(sent) == [
            queries().save_change,
            queries().lock_name,
            queries().name_member,
            queries().put_on_list,
        ]
        sent.clear()
        await guests.join(guest, invite["code"])
        await let_connection_report()
        assert "BEGIN;" not in sent


async def test_a_known_sheet_is_read_by_short_statements_where_the_tables_are_spread(
    own_app: Litestar, phone: Device, guest: Device, match: Json
) -> None:
    own_app.state.services.connections._is_spread = True
    path, sent, query_names = (
        f"/v1/matches/{match['matchId']}",
        record_statements(own_app),
        queries(),
    )
    for _ in range(2):
        sent.clear()
        assert (await phone.get(path)).status_code == 200
        await let_connection_report()
    assert sent == [query_names.load_version, query_names.list_names]
    # What is remembered is for members only, and not of a match that is deleted.
    assert (await guest.get(path)).status_code == 404
    assert (await phone.delete(path, headers={"If-Match": "*"})).is_success
    assert (await phone.get(path)).status_code == 404


async def test_any_change_is_one_command_where_the_tables_are_spread(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    own_app.state.services.connections._is_spread = True
    path, sent = f"/v1/matches/{match['matchId']}", record_statements(own_app)
    penalty = {"side": 0, "points": -1, "reason": "Table talk"}
    cancellation, any_version = {"reason": "A mistake"}, {"If-Match": "*"}
    for request in (
        phone.put(f"{path}/hands/1", json=RECORD),
        phone.post(f"{path}/adjustments", json=penalty),
        phone.post(f"{path}/adjustments/1/cancellation", json=cancellation),
        *(phone.post(f"{path}/undo", headers=any_version) for _ in range(3)),
    ):
        sent.clear()
        assert (await request).status_code in {200, 201}
        await let_connection_report()
        assert sent[-1] == queries().save_change
        assert "BEGIN;" not in sent
    journal = (await phone.get(f"{path}/journal")).json()["items"]
    assert [len(line["adjustments"]) for line in journal] == [0, 0, 1, 1, 1, 1, 0]
    sheet = (await phone.get(path)).json()
    assert (sheet["lines"], sheet["adjustments"]) == ([], [])


async def test_any_change_of_a_league_is_one_command(own_app: Litestar, phone: Device) -> None:
    league = await leagues.open_league(phone)
    sent = record_statements(own_app)
    result = leagues.path(league, "fixtures/1/result")
    for change in (
        leagues.plan_nights(phone, league),
        leagues.report_result(phone, league, 1, wins=[2, 1]),
        phone.delete(result, headers={"If-Match": "*"}),
    ):
        sent.clear()
        await change
        await let_connection_report()
        assert queries().save_league in sent
        assert "BEGIN;" not in sent
    # The other night is not of the version that somebody else has changed meanwhile.
    stale = await phone.put(result, json={"wins": [2, 1]}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412
    assert (await phone.get(leagues.path(league))).json()["version"] == 4


async def test_a_change_that_comes_too_late_writes_nothing(
    own_app: Litestar, phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """Both have read the same version; the match moves on for one of them only."""
    path = f"/v1/matches/{match['matchId']}/hands/1"
    answers = await asyncio.gather(
        *(phone.put(path, json=RECORD | {"trump": suit}) for suit in "CDHS")
    )
    assert min(answer.status_code for answer in answers) == 200
    row = await pool.fetchrow(
        "SELECT (SELECT version FROM matches), (SELECT count(*) FROM journal) AS changes, "
        "(SELECT count(*) FROM hands) AS hands"
    )
    assert row is not None
    successes = sum(answer.status_code == 200 for answer in answers)
    assert row["version"] == row["changes"] == 1 + successes
    assert row["hands"] == 1


def together(sent: list[str]) -> list[str]:
    """What was sent in the one transaction."""
    assert (sent.count("BEGIN;"), sent.count("COMMIT;")) == (1, 1)
    return sent[sent.index("BEGIN;") + 1 : sent.index("COMMIT;")]
