"""A cached player's page always equals a freshly computed one."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar
from msgspec import structs

from openapi.examples import matches as examples
from openapi.examples.access import DEVICE_ID
from pitchkeeper.matches.players.memory import Question, Record, RecordMemory
from pitchkeeper.matches.players.store import Acquaintance, MatchFilter, TallyStore
from tests.support import apps, brought, guests, readers, sheet_entries, tables
from tests.support.databases import shift_moment
from tests.support.phones import Device, Json, SignIn, open_match
from tests.support.searches import share
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE

Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
ANYHOW = {"If-Match": "*"}
FOUR_DAYS_EARLIER = shift_moment("updated_at", "interval '-4 days'")
SOME_DAYS_LATER = f"""
UPDATE matches SET updated_at = {FOUR_DAYS_EARLIER};
UPDATE device_matches SET changed_on = changed_on - 4
"""  # noqa: S608
ALL_UNCOUNTED = """
DELETE FROM tallies;
INSERT INTO uncounted (match_id) SELECT match_id FROM matches ON CONFLICT DO NOTHING
"""


async def page(phone: Device, player_id: str, **query: str) -> Json:
    answer = await phone.get(f"/v1/players/{player_id}/statistics", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def seat(
    owner: Device, match: Json, at: int, device_id: str | None, asking: Device | None = None
) -> None:
    where = f"{tables.path(match)}/seats/{at}"
    if asking is not None:
        await asking.post(f"{where}/claim")
    answer = await owner.put(where, json={"deviceId": device_id}, headers=ANYHOW)
    assert answer.status_code in {200, 404, 409}, answer.text


class Evenings:
    """A few matches of Ann's, with Bob at some of the tables, and what may happen to them."""

    def __init__(self, ann: Device, bob: Device, pool: Pool, chance: random.Random) -> None:
        self.ann = ann
        self.bob = bob
        self.pool = pool
        self.chance = chance
        self.ids: list[str] = []
        self.matches: list[Json] = []

    async def open(self) -> None:
        """Begin another match, in which Ann has a seat."""
        rules = self.chance.choice(["mb-lounge", "setback"])
        match = await open_match(self.ann, ruleset=rules, options={"target": 7})
        self.matches.append(match)
        await seat(self.ann, match, 0, self.ids[0])

    async def enter(self, match: Json) -> None:
        """Change the sheet of a match, or who is in it, if it is not deleted."""
        if (await self.ann.get(tables.path(match))).status_code != 200:
            return
        if self.chance.random() < 0.15:
            await guests.let_in(self.ann, match, self.bob, "scorer")
        else:
            await sheet_entries.change(self.ann, match, self.chance)

    def acts(self) -> list[Callable[[], Awaitable[object]]]:
        """All that may happen."""
        match, chance = self.chance.choice(self.matches), self.chance
        where, at = tables.path(match), chance.randint(0, 3)
        return [
            *[lambda: self.enter(match)] * 6,
            self.open,
            lambda: seat(self.ann, match, at, chance.choice([None, self.ids[0]])),
            lambda: seat(self.ann, match, at, self.ids[1], self.bob),
            lambda: self.ann.delete(f"{where}/members/{self.ids[1]}", headers=ANYHOW),
            lambda: self.bob.delete(f"{where}/members/{self.ids[1]}", headers=ANYHOW),
            lambda: self.ann.delete(where, headers=ANYHOW),
            lambda: self.ann.post(f"{where}/restoration", headers=ANYHOW),
            lambda: self.pool.execute(SOME_DAYS_LATER),
            lambda: self.pool.execute(SOME_DAYS_LATER),
            lambda: brought.items(self.ann, brought.EXAMPLE),
            lambda: self.ann.put(f"{where}/players/{at}", json={"name": f"N{at}"}, headers=ANYHOW),
        ]

    async def pages(self) -> list[Json]:
        """What each sees of each, in all matches and in some."""
        some: list[dict[str, str]] = [
            {},
            {"partner": self.ids[1]},
            {"ruleset": "setback"},
            {"since": self.matches[len(self.matches) // 2]["createdAt"]},
        ]
        shown = [await page(self.ann, player, **query) for player in self.ids for query in some]
        return [*shown, *[await page(self.bob, player) for player in self.ids]]


@pytest.fixture
async def bob(sign_in: SignIn) -> AsyncIterator[Device]:
    async with await sign_in() as device:
        yield device


def forget(own_app: Litestar) -> None:
    """Have nothing added up already."""
    memory: RecordMemory = own_app.state.services.record_memory
    memory.forget_all()
    memory.ratings.clear()


@pytest.mark.search
@pytest.mark.parametrize("seed", range(share(4, 25)))
async def test_a_page_is_what_a_fresh_count_of_all_matches_comes_to(
    phone: Device, bob: Device, own_app: Litestar, pool: Pool, seed: int
) -> None:
    """Whatever is entered, corrected, brought, deleted or restored, lately or long ago."""
    evenings = Evenings(phone, bob, pool, random.Random(seed))
    evenings.ids = [await tables.device_id(each) for each in (phone, bob)]
    for _ in range(3):
        await evenings.open()
        await guests.let_in(phone, evenings.matches[-1], bob, "scorer")
        at = evenings.chance.choice([1, 2])
        await seat(phone, evenings.matches[-1], at, evenings.ids[1], bob)
    meetings = 0
    for _ in range(25):
        await evenings.chance.choice(evenings.acts())()
        from_memory = await evenings.pages()
        forget(own_app)
        await pool.execute(ALL_UNCOUNTED)
        assert await evenings.pages() == from_memory
        assert await evenings.pages() == from_memory
        meetings += any(shown["partners"] or shown["opponents"] for shown in from_memory)
    assert meetings > 5


async def test_an_erased_player_leaves_the_pages_of_others(
    phone: Device, match: Json, bob: Device, own_app: Litestar
) -> None:
    """And the memory as well, at once."""
    his = await guests.let_in(phone, match, bob, "scorer")
    hers = await tables.device_id(phone)
    await seat(phone, match, 0, hers)
    await seat(phone, match, 1, his, bob)
    await sheet_entries.record(phone, match, 1, FOUR_TO_NONE)
    assert [opponent["playerId"] for opponent in (await page(phone, hers))["opponents"]] == [his]
    memory: RecordMemory = own_app.state.services.record_memory
    assert len(memory._records) == 1
    assert (await bob.delete("/v1/devices/me")).status_code == 204
    assert len(memory._records) == 0
    assert (await page(phone, hers))["opponents"] == []


async def test_what_nobody_changed_is_not_added_up_again(
    phone: Device,
    match: Json,
    own_app: Litestar,
    pool: Pool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither today nor days later, and for each question by itself."""
    hers, added = await tables.device_id(phone), TallyStore.sum_tallies
    await seat(phone, match, 0, hers)
    asked: list[UUID] = []

    async def count_sums(self: TallyStore, reader_id: UUID, *arguments: Any) -> Any:
        asked.append(reader_id)
        return await added(self, reader_id, *arguments)

    await page(phone, hers)
    monkeypatch.setattr(TallyStore, "sum_tallies", count_sums)
    own_app.state.services.record_memory.forget_all()
    some: tuple[dict[str, str], ...] = ({}, {"since": "2026-01-01"})
    for _ in range(2):
        for query in (*some, *some):
            await page(phone, hers, **query)
        assert asked == [UUID(hers)] * 2
        await pool.execute(SOME_DAYS_LATER)
        asked.clear()
    await page(phone, hers)
    asked.clear()
    await sheet_entries.record(phone, match, 1, FOUR_TO_NONE)
    await page(phone, hers)
    assert len(asked) == 1


async def test_nobody_sees_a_page_from_before_the_last_change(
    phone: Device, own_app: Litestar, database_url: str
) -> None:
    """Two servers on one database: on one it is written, on both it is read."""
    assert await stale_pages(phone, database_url) == 0


async def test_without_asking_for_the_stamp_somebody_does(
    phone: Device, own_app: Litestar, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above would find it."""
    monkeypatch.setattr(RecordMemory, "holds", lambda _self, _at, _stamp: True)
    assert await stale_pages(phone, database_url) > 0


@asynccontextmanager
async def other_server(phone: Device, database_url: str) -> AsyncIterator[Device]:
    """The same device on a second server."""
    authorization = phone.headers["authorization"]
    async with (
        apps.living(database_url) as own_app,
        apps.signed_in(own_app, "127.0.0.1", authorization) as second_server,
    ):
        yield second_server


async def stale_pages(phone: Device, database_url: str) -> int:
    """How many pages show less than what was acknowledged before they were asked for."""
    match = await open_match(phone, options={"hands": 100})
    hers = await tables.device_id(phone)
    await seat(phone, match, 0, hers)
    last_version = stale = 0

    async def write() -> None:
        nonlocal last_version
        for number in range(1, 21):
            body = (FOUR_TO_NONE, THREE_TO_ONE)[number % 2]
            await sheet_entries.record(phone, match, number, body)
            last_version += 1

    async def look(reader: Device) -> None:
        nonlocal stale
        before = last_version
        stale += (await page(reader, hers))["hands"] < before

    async with other_server(phone, database_url) as second_server:
        await readers.meanwhile(
            write(), [partial(look, each) for each in (phone, second_server, second_server)]
        )
    return stale


def record() -> Record:
    """A page of somebody who never played."""
    return Record(player_id=DEVICE_ID, matches=0, total={}, won=(), met=(), form=(), ratings=())


def test_a_page_is_remembered_for_a_while_and_for_its_own_question() -> None:
    now = 0.0
    memory = RecordMemory(lambda: now)
    asked = Question(DEVICE_ID, DEVICE_ID, MatchFilter())
    record_view = record()
    memory.put(asked, "then", record_view)
    assert memory.get(asked, "then") == record_view
    assert memory.get(asked, "now") is None
    narrow_query = structs.replace(asked, among=MatchFilter(among=(examples.MATCH_ID,)))
    assert memory.get(narrow_query, "then") is None
    now = 601
    assert memory.get(asked, "then") is None


def test_the_memory_has_an_end() -> None:
    memory = RecordMemory()
    acquaintance = Acquaintance(
        DEVICE_ID, "Bob", is_partner=False, matches=1, wins=1, losses=0, packed="0"
    )
    large = structs.replace(record(), won=(True,) * 100_000, met=((acquaintance, {}),) * 100)
    asked = [
        Question(
            DEVICE_ID, DEVICE_ID, MatchFilter(since=examples.STATE.created_at.replace(second=n))
        )
        for n in range(50)
    ]
    for each in asked:
        memory.put(each, "", large)
        assert memory.get(each, "") == large
    assert 10 < len(memory._records) < 50
    memory.put(asked[-1], "", structs.replace(large, won=(True,) * 3_000_000))
    assert memory.get(asked[-1], "") == large
