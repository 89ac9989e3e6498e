"""A cached match always equals the match in the database."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import TypeAlias
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar
from msgspec import structs

from openapi.examples import matches as examples
from pitchkeeper.access.devices import Command
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.matches import presenters
from pitchkeeper.matches.memory import MatchMemory
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from tests.support import apps, readers, tables
from tests.support.databases import shift_moment
from tests.support.guests import let_in
from tests.support.phones import Device, Json, open_match
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, change

Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"


def new_store(connections: Connections) -> MatchStore:
    """A store that remembers nothing yet."""
    return MatchStore(connections, lambda _match_id: None)


async def read(store: MatchStore, match: Json, phone: Device) -> MatchState:
    command = Command(UUID(await tables.device_id(phone)))
    state = await store.load(UUID(match["matchId"]), command, even_deleted=True)
    assert state is not None
    return state


@pytest.mark.parametrize(("seed", "is_spread"), [(0, False), (1, False), (2, True), (3, True)])
async def test_what_was_written_is_remembered_as_it_is_read(
    phone: Device, guest: Device, own_app: Litestar, pool: Pool, seed: int, is_spread: bool
) -> None:
    """Also where the tables are spread, and what is remembered is read otherwise."""
    own_app.state.services.connections._is_spread = is_spread
    chance, match, connections = random.Random(seed), await open_match(phone), Connections(pool)
    await let_in(phone, match, guest, role="scorer")
    for turn in range(25):
        await change(phone, match, chance)
        if turn % 8 == 0:
            await phone.put("/v1/devices/me", json={"name": f"Phone {turn}"})
        from_memory = await read(own_app.state.services.matches.store, match, phone)
        from_database = await read(new_store(connections), match, phone)
        assert from_memory == from_database
        assert from_memory.device_names == from_database.device_names
        assert presenters.match(from_memory, 0) == presenters.match(from_database, 0)


async def test_nobody_is_shown_what_was_before_the_last_change(
    phone: Device, own_app: Litestar, database_url: str
) -> None:
    """Two servers on one database, and phones that read and write on both as fast as they can."""
    match = await open_match(phone)
    async with other_server(phone, database_url) as second_server:
        assert await stale_reads(match, (phone, second_server), (phone, second_server)) == 0


async def test_without_asking_for_the_version_somebody_is(
    phone: Device, own_app: Litestar, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above would find it."""
    match = await open_match(phone)
    monkeypatch.setattr(MatchMemory, "holds", lambda _self, _known, _version, _at: True)
    async with other_server(phone, database_url) as second_server:
        assert await stale_reads(match, (phone,), (second_server,)) > 0


@asynccontextmanager
async def other_server(phone: Device, database_url: str) -> AsyncIterator[Device]:
    """The same device on a second server."""
    authorization = phone.headers["authorization"]
    async with (
        apps.living(database_url) as own_app,
        apps.signed_in(own_app, "127.0.0.1", authorization) as second_server,
    ):
        yield second_server


async def stale_reads(
    match: Json, writing: tuple[Device, ...], reading: tuple[Device, ...], writes: int = 25
) -> int:
    """How many answers show less than what was acknowledged before they were asked for."""
    last_version, stale, bodies = match["version"], 0, dict[tuple[Device, int], bytes]()

    async def write(phone: Device) -> None:
        nonlocal last_version
        for turn in range(writes):
            body = (FOUR_TO_NONE, THREE_TO_ONE)[turn % 2]
            path = tables.path(match, 1)
            answer = await phone.put(path, json=body, headers={"If-Match": "*"})
            assert answer.status_code == 200, answer.text
            last_version = max(last_version, answer.json()["matchVersion"])

    async def look(phone: Device) -> None:
        nonlocal stale
        before = last_version
        answer = await phone.get(tables.path(match))
        version = answer.json()["version"]
        assert bodies.setdefault((phone, version), answer.content) == answer.content
        stale += version < before

    async def write_all() -> None:
        await asyncio.gather(*map(write, writing))

    await readers.meanwhile(write_all(), [partial(look, phone) for phone in (*reading, *reading)])
    return stale


async def test_a_backup_that_comes_to_the_same_version_is_read(phone: Device, pool: Pool) -> None:
    """A restored database counts on from an older version, and may say something else of it."""
    match = await open_match(phone)
    store = new_store(Connections(pool))
    before = await read(store, match, phone)
    await pool.execute(
        f"UPDATE matches SET updated_at = {shift_moment('updated_at', '$2::interval')}, "  # noqa: S608
        """head = jsonb_set(head, '{firstDealer}', '1') WHERE match_id = $1""",
        before.match_id,
        timedelta(seconds=1),
    )
    assert (await read(store, match, phone)).match.first_dealer == 1


async def test_who_has_left_is_not_remembered_to_be_in_it(
    phone: Device, guest: Device, pool: Pool
) -> None:
    match, store = await open_match(phone), new_store(Connections(pool))
    member = await let_in(phone, match, guest)
    assert (await read(store, match, guest)).member(UUID(member)) is not None
    await phone.delete(f"{tables.path(match)}/members/{member}")
    command = Command(UUID(member))
    assert await store.load(UUID(match["matchId"]), command) is None


async def test_what_a_command_has_done_is_asked_for_each_time(
    phone: Device, own_app: Litestar
) -> None:
    match, key = await open_match(phone), {"Idempotency-Key": "one"}
    path = tables.path(match, 1)
    first = await phone.put(path, json=FOUR_TO_NONE, headers=key)
    await phone.put(path, json=THREE_TO_ONE, headers={"If-Match": "*"})
    again = await phone.put(path, json=FOUR_TO_NONE, headers=key)
    assert (again.status_code, again.content) == (200, first.content)


NAMES = {"name_member", "name_members", "rename_in_matches"}
"""What changes only the names of devices, which are read each time."""


async def test_what_a_sheet_shows_never_changes_without_the_version(pool: Pool) -> None:
    """Or somebody would be shown what is remembered of the version before."""
    pattern = re.compile(
        r"\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(matches|members|hands|adjustments)\b"
    )
    source = await pool.fetchval("SELECT prosrc FROM pg_proc WHERE proname = 'save_match_change'")
    for name, text in {**vars(queries()), "save_match_change": source}.items():
        # Such a match is new, or there is none any more.
        if (
            pattern.search(text)
            and name not in NAMES
            and not name.startswith(("add_", "remove_", "purge_"))
        ):
            assert re.search(r"UPDATE matches\s+SET\s+version = version \+ 1", text), name


def test_memory_is_bounded_and_forgets() -> None:
    now = [0.0]
    memory, state = MatchMemory(lambda: now[0]), examples.STATE
    ids = [UUID(int=number) for number in range(20_000)]
    for match_id in ids:
        memory.put(structs.replace(state, match_id=match_id))
    assert memory.get(ids[0]) is None
    assert memory.get(ids[-1]) is not None
    assert sum(memory.get(id_) is not None for id_ in ids) < 12_000
    now[0] += 601
    assert memory.get(ids[-1]) is None
