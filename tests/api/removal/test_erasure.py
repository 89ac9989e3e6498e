"""A device that is erased is nowhere any more, and the others keep what is theirs."""

import gc
from asyncio import AbstractEventLoop, Task
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import _lru_cache_wrapper
from types import FrameType, FunctionType, ModuleType
from typing import Final
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar
from msgspec import structs

from pitchkeeper import app
from pitchkeeper.access.devices import Command
from pitchkeeper.database import cleanup
from pitchkeeper.database.pool import Connections
from pitchkeeper.matches.journal import Action, RecordedMatchChange
from tests.support import guests, leagues, tables
from tests.support.databases import everything, shift_moment
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.sheet_entries import hand

NOBODY = str(UUID(int=0))
_PASSED_OVER: Final = (ModuleType, FunctionType, FrameType, type, AbstractEventLoop, Task, Litestar)
"""What leads everywhere, or to what a test holds itself."""
_CACHING: Final = ("pitchkeeper", "pitch", "litestar", "urllib")
RECORD: Json = {"contract": {"pitcher": 0, "bid": "four"}}


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def other(sign_in: SignIn) -> AsyncIterator[Device]:
    """A third device."""
    async with await sign_in() as device:
        yield device


async def erase(phone: Device) -> None:
    """Erase a device."""
    answer = await phone.delete("/v1/devices/me")
    assert answer.status_code == 204, answer.text
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")
    assert_problem(await phone.delete("/v1/devices/me"), 401, "unauthenticated")


async def wait_for_erasure(own_app: Litestar, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    """Let a minute go by, and house be kept."""
    earlier = shift_moment("erased_at", "interval '-1 minute'")
    await pool.execute(f"UPDATE devices SET erased_at = {earlier}")  # noqa: S608
    assert await cleanup.run(Connections(pool), app.tasks(own_app.state.services))


async def holding(pool: "asyncpg.Pool[asyncpg.Record]", text: str) -> list[str]:
    """The tables in which a text is found."""
    return [name for name, rows in (await everything(pool)).items() if text in rows]


async def test_no_row_anywhere_has_the_id_of_an_erased_device(
    phone: Device,
    guest: Device,
    other: Device,
    own_app: Litestar,
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    """It owned, entered, confirmed, disputed, overruled, adjusted, left, and kept a league."""
    match = await open_match(phone, policy="both_sides")
    path, owner = tables.path(match), await tables.device_id(phone)
    await guests.let_in(phone, match, guest, "scorer")
    headers = {"Idempotency-Key": "first"}
    sent = [
        await phone.put("/v1/devices/me", json={"name": "Phone of Ann"}),
        await phone.post("/v1/devices/me/recovery"),
        await phone.post("/v1/devices/me/transfer"),
        await phone.put(f"{path}/hands/1", json=RECORD, headers=headers),
        await phone.post(f"{path}/adjustments", json={"side": 0, "points": 1, "reason": "Late"}),
        await phone.post(f"{path}/adjustments/1/cancellation", json={"reason": "Not so late"}),
        await phone.post(f"{path}/seats/2/claim"),
        await guest.post(f"{path}/seats/0/claim"),
        await phone.put(
            f"{path}/seats/0",
            json={"deviceId": await tables.device_id(guest)},
            headers={"If-Match": "*"},
        ),
        await phone.post(
            f"{path}/hands/1/overruling",
            json={"deltas": [4, 0], "made": True, "reason": "Agreed"},
            headers={"If-Match": "*"},
        ),
        await phone.post(
            f"{path}/hands/1/confirmations", json={"side": 0}, headers={"If-Match": "*"}
        ),
        await phone.post(f"{path}/hands/1/disputes", json={"reason": "Not so"}),
        await phone.post(f"{path}/hands/1/disputes/resolution", json={"settlement": "withdrawn"}),
    ]
    assert [answer.status_code // 100 for answer in sent] == [2] * len(sent), [
        answer.text for answer in sent if answer.status_code >= 300
    ]
    match_of_other = await open_match(other)
    await guests.let_in(other, match_of_other, phone, "scorer")
    await phone.put(f"{tables.path(match_of_other)}/hands/1", json=RECORD)
    await other.delete(f"{tables.path(match_of_other)}/members/{owner}")
    league = await leagues.open_league(guest)
    await guests.let_in(guest, league, phone, "scorer")
    await guest.delete(leagues.path(league, f"members/{owner}"))
    owned = await leagues.open_league(phone)
    heir = await guests.let_in(phone, owned, other)
    await guests.let_in(other, await leagues.open_league(other), phone)
    assert (await phone.get(f"/v1/players/{owner}/statistics")).json()["matches"] > 0
    assert {
        "device_codes",
        "entrances",
        "journal",
        "hands",
        "adjustments",
        "keys",
        "tallies",
        "league_pieces",
    } <= set(await holding(pool, owner))
    await erase(phone)
    assert await holding(pool, owner) == ["devices"]
    assert await holding(pool, "Phone of Ann") == []
    await wait_for_erasure(own_app, pool)
    assert await holding(pool, owner) == []
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")
    members = (await other.get(leagues.path(owned))).json()["members"]
    assert [(member["deviceId"], member["role"]) for member in members] == [(heir, "owner")]


async def test_what_the_others_are_in_stays_theirs(
    phone: Device, guest: Device, other: Device, match: Json
) -> None:
    path = tables.path(match)
    await guests.let_in(phone, match, other, "viewer")
    scorer = await guests.let_in(phone, match, guest, "scorer")
    await phone.post(f"{path}/seats/2/claim")
    await phone.put(f"{path}/hands/1", json=RECORD)
    await phone.post(f"{path}/adjustments", json={"side": 1, "points": 2, "reason": "Late"})
    before = (await guest.get(path)).json()
    await erase(phone)
    after = (await guest.get(path)).json()
    assert [player["name"] for player in after["players"]] == ["Ann", "Bob", "Player 3", "Dee"]
    assert after["scores"] == before["scores"]
    assert after["adjustments"][0]["deviceId"] == NOBODY
    (item,) = (await guest.get("/v1/matches")).json()["items"]
    assert (item["players"][2], item["sides"][0]) == ("Player 3", "Ann & Player 3")
    roles = {member["deviceId"]: member["role"] for member in await guests.members(guest, match)}
    assert roles == {scorer: "owner", await tables.device_id(other): "viewer"}
    lines = await guests.journal(guest, match)
    assert (lines[-1]["action"], lines[-1]["deviceId"]) == ("device_erased", NOBODY)
    assert (await guest.post(f"{path}/undo", headers={"If-Match": "*"})).status_code == 200
    assert (await guest.get(f"{path}/versions/1")).json()["scores"] == [0, 0]


async def test_what_nobody_else_is_in_is_removed(
    phone: Device, guest: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """A match of its own, a league of its own, and a shared match that it had deleted."""
    shared_match, league = await open_match(phone), await leagues.open_league(phone)
    for aggregate in (match, league):
        await guests.invite(phone, aggregate)
    await guests.let_in(phone, shared_match, guest, "scorer")
    await phone.delete(tables.path(shared_match))
    await erase(phone)
    for match_id in (match["matchId"], shared_match["matchId"]):
        assert await holding(pool, match_id) == ["outcomes"], "who won and the scores"
    assert await holding(pool, league["leagueId"]) == []


async def test_a_viewer_goes_without_a_trace_and_without_harm(
    phone: Device, guest: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """Whoever changes the match meanwhile has not seen this, and cannot write the id back."""
    viewer = await guests.let_in(phone, match, guest, "viewer")
    version = (await phone.get(tables.path(match))).json()["version"]
    await erase(guest)
    members = await guests.members(phone, match)
    assert viewer not in {member["deviceId"] for member in members}
    assert (await phone.get(tables.path(match))).json()["version"] == version + 1
    assert await holding(pool, viewer) == ["devices"]


async def test_an_erasure_that_broke_off_is_finished(
    phone: Device, guest: Device, own_app: Litestar, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """A crash in the second of three matches leaves the first done and the second untouched."""
    matches = [await open_match(phone) for _ in range(3)]
    for match in matches:
        await guests.let_in(phone, match, guest, "scorer")
    owner = await tables.device_id(phone)
    await pool.execute(
        "ALTER TABLE journal ADD CONSTRAINT broken CHECK (match_id <> '{}' "
        "OR entry ->> 'action' <> 'device_erased')".format(matches[1]["matchId"])
    )
    assert (await phone.delete("/v1/devices/me")).status_code == 500
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")
    roles = [len(await guests.members(guest, each)) for each in matches]
    assert roles == [1, 2, 2]
    await pool.execute("ALTER TABLE journal DROP CONSTRAINT broken")
    await wait_for_erasure(own_app, pool)
    assert await holding(pool, owner) == []
    roles = [len(await guests.members(guest, each)) for each in matches]
    assert roles == [1, 1, 1]


async def test_what_a_lagging_server_wrote_meanwhile_is_erased_as_well(
    phone: Device, own_app: Litestar, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    owner = UUID(await tables.device_id(phone))
    await erase(phone)
    await pool.execute(
        "INSERT INTO keys (device_id, key, fingerprint, command_id, claimed_at) "
        "VALUES ($1, 'late', 'x', uuidv7(), now())",
        owner,
    )
    await wait_for_erasure(own_app, pool)
    assert await holding(pool, str(owner)) == []


async def test_who_writes_without_having_seen_the_erasure_cannot_bring_the_id_back(
    phone: Device,
    guest: Device,
    match: Json,
    own_app: Litestar,
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    """A hand read before, with a confirmation of the erased device, is saved after it."""
    path, viewer = tables.path(match), await guests.let_in(phone, match, guest, "scorer")
    body, seat = hand(0, "four", 0, 0, 0, 0), {"deviceId": viewer}
    await guest.post(f"{path}/seats/0/claim")
    assert (await phone.put(f"{path}/seats/0", json=seat)).status_code == 200
    assert (await phone.put(f"{path}/hands/1", json=body)).status_code == 200
    response = await guest.post(
        f"{path}/hands/1/confirmations", json={"side": 0}, headers={"If-Match": "*"}
    )
    assert response.status_code == 200
    store, command = (
        own_app.state.services.matches.store,
        Command(UUID(await tables.device_id(phone))),
    )
    state = await store.load(UUID(match["matchId"]), command)
    await erase(guest)
    change = RecordedMatchChange(action=Action.HAND_CHANGED)
    assert viewer in str(state.hands)
    assert not await store.save(structs.replace(state, hands=()), state, change, command)
    assert await holding(pool, viewer) == ["devices"]


async def test_a_live_stream_of_an_erased_device_ends(
    phone: Device, match: Json, own_app: Litestar
) -> None:
    device = await own_app.state.services.access.device_store.load_device(
        UUID(await tables.device_id(phone))
    )
    stream = await own_app.state.services.hub.open(UUID(match["matchId"]), device, None)
    await erase(phone)
    pieces = [piece async for piece in stream]
    assert b"signed_out" in pieces[-1]


async def test_no_sentence_names_an_erased_player(
    phone: Device, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """A proof is kept with the names that it was made of; only rulings stay as they were given."""
    match = await open_match(phone, names=("Ann", 'Bart \\ "B"', "Cid", "Dee"))
    invite = await guests.invite(phone, match, role="scorer", seat=1)
    await guests.join(guest, invite["code"])
    twice = {"holdings": [{"seat": 0, "cards": ["AS", "2H"]}, {"seat": 1, "cards": ["AS"]}]}
    hand = tables.path(match, 1)
    await phone.put(hand, json=RECORD | {"trump": "S"} | twice)
    assert "Bart" in (await phone.get(hand)).text
    await erase(guest)
    assert await holding(pool, "Bart") == []
    finding = (await phone.get(hand)).json()["verdict"]["findings"][0]
    assert finding["message"]["text"].startswith("Both Ann and Player 2 have the ace of spades")


async def test_no_cache_holds_the_name_of_who_was_erased(
    phone: Device, guest: Device, own_app: Litestar
) -> None:
    """What follows from who sits at a table is cached in many places."""
    names = [{"name": f"{which} Zyxwvut"} for which in ("First", "Second", "Third", "Fourth")]
    match = await open_match(phone, players=names, seat=0)
    path, me = tables.path(match), await tables.device_id(phone)
    await guests.let_in(phone, match, guest, "scorer")
    await phone.put(f"{path}/hands/1", json=RECORD)
    await phone.post(f"{path}/hands/2/preview", json=RECORD)
    link = await guests.publish(phone, match)
    places = [
        *(path, f"{path}/export.pdf", f"{path}/export.html", f"{path}/picture", "/v1/matches"),
        *(f"/v1/players/{me}/statistics", f"/v1/public/{link['secret']}"),
    ]
    for place in places:
        for reader in (phone, guest):
            assert (await reader.get(place)).status_code == 200, place
    texts = ("First Zyxwvut", link["secret"])
    del match, names, link, places, place
    assert all(find_cached(texts, own_app).values())
    await erase(phone)
    assert find_cached(texts, own_app) == dict.fromkeys(texts, ())
    assert "Player 1" in (await guest.get(path)).text


def find_cached(texts: Sequence[str], own_app: Litestar) -> dict[str, tuple[str, ...]]:
    """The caches of functions, and the services, that lead to each of some texts first."""
    gc.unfreeze()
    gc.collect()
    services_ = own_app.state.services
    roots = {
        f"{thing.__module__}.{thing.__qualname__}": thing
        for thing in gc.get_objects()
        if isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith(_CACHING)
    } | {name: getattr(services_, name) for name in services_.__struct_fields__}
    ids_seen, places = set[int](), dict.fromkeys(texts, tuple[str, ...]())
    # From here on collections skip the test modules again.
    gc.freeze()
    for name, root in roots.items():
        for text in find_texts(root, texts, ids_seen):
            places[text] = (*places[text], name)
    return places


def find_texts(root: object, texts: Sequence[str], ids_seen: set[int]) -> Iterator[str]:
    """The texts to which something leads by ways that were not seen before."""
    stack = [root]
    while stack:
        item = stack.pop()
        if id(item) in ids_seen or isinstance(item, _PASSED_OVER):
            continue
        ids_seen.add(id(item))
        if isinstance(item, str):
            yield from (text for text in texts if text in item)
        elif isinstance(item, bytes):
            yield from (text for text in texts if text.encode() in item)
        else:
            stack += gc.get_referents(item)
