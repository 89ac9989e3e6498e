"""Every operation that needs a token is closed to whoever has none, or none for this match."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from threading import Event
from urllib.parse import urlsplit
from uuid import UUID

import asyncpg
import httpx
import pytest
from litestar import Litestar
from msgspec import Struct, structs
from msgspec.json import encode

from openapi.examples import leagues as league_examples
from openapi.examples import matches as examples
from openapi.examples import scoreboards as scoreboard_examples
from pitchkeeper import app
from pitchkeeper.access.devices import LeagueRole
from pitchkeeper.access.membership.store import InviteStore
from pitchkeeper.access.public_links.store import LinkStore
from pitchkeeper.database.pool import Connections
from pitchkeeper.leagues.pieces import Piece
from pitchkeeper.leagues.records import RecordedLeagueMember
from pitchkeeper.services import Services
from pitchkeeper.workers import threads
from pitchkeeper.workers.priority_queues import Budget, Limits, PriorityQueue
from pitchkeeper.workers.rotations import Rotation
from pitchkeeper.workers.usage import Usage
from tests.support import guests, leagues
from tests.support.apps import client, living, new_device, signed_in
from tests.support.databases import copy_database, everything, open_pool
from tests.support.operations import Call, calls
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.readers import PATIENCE
from tests.support.searches import IS_THOROUGH
from tests.support.tables import seat_device

GARBAGE = f"pk_{'0' * 32}_{'A' * 43}"

ENDLESS = {"streamMatchEvents"}
"""Who may follow gets an answer without end: tests/contract/test_live.py reads it."""


class Caller(Struct, frozen=True):
    """Somebody, and what they are answered to the calls that they may not make."""

    name: str
    status: int
    code: str | None
    """None for whatever the call is about being missing."""
    is_refused: Callable[[Call], bool]


CALLERS = (
    Caller("nobody", 401, "unauthenticated", lambda _call: True),
    Caller("garbage", 401, "unauthenticated", lambda _call: True),
    Caller("revoked", 401, "unauthenticated", lambda _call: True),
    Caller("stranger", 404, None, lambda call: bool(call.missing)),
    Caller("viewer", 403, "not_allowed", lambda call: call.changes_something),
)
"""Whoever is added here gets a token in `scene` below and is tried on every operation."""


class Scene(Struct, frozen=True):
    """A database in which there is one of everything, and what each caller shows."""

    database: str
    match: Json
    tokens: dict[str, str | None]


@pytest.fixture(scope="module")
async def scene(server: str, template: str) -> AsyncIterator[Scene]:
    """Yield the matches and devices that every test begins with, on its own copy."""
    async with copy_database(server, template) as url:
        async with living(url) as app, client(app) as stranger:
            phones = [await new_device(app, "127.0.0.1", stranger) for _ in range(4)]
            owner, out, _, viewer = phones
            match = await open_match(owner)
            pool = await open_pool(url)
            await fill(owner, match, pool)
            pool.terminate()
            assert (await out.delete("/v1/devices/me/token")).status_code == 204
            await seat_device(url, match, viewer, "viewer")
            await guests.let_in(owner, {"leagueId": str(league_examples.LEAGUE_ID)}, viewer)
            shown = [phone.headers["Authorization"] for phone in phones]
            for phone in phones:
                await phone.aclose()
        callers = dict(zip(("owner", "revoked", "stranger", "viewer"), shown, strict=True))
        tokens = callers | {"nobody": None, "garbage": f"Bearer {GARBAGE}"}
        yield Scene(urlsplit(url).path.removeprefix("/"), match, tokens)


@pytest.fixture
async def database_url(server: str, scene: Scene) -> AsyncIterator[str]:
    """The address of a copy of that database."""
    async with copy_database(server, scene.database) as url:
        yield url


@pytest.fixture
async def busy(own_app: Litestar) -> AsyncIterator[None]:
    """All that takes long is asked for by so many that nobody else may even wait for it."""
    services: Services = own_app.state.services
    for adjudicator in (services.prover, services.adjudicator):
        adjudicator._queue = PriorityQueue([], Limits(0, 0), Budget(0.0, 0.0), Usage())
    services.league_threads._rotation = Rotation(0, 0)
    over = Event()
    threads_busy = [asyncio.create_task(threads.run(over.wait)) for _ in range(threads.MAX_THREADS)]
    yield
    over.set()
    await asyncio.gather(*threads_busy)


async def fill(phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    """Let there be one of everything."""
    path = f"/v1/matches/{match['matchId']}"
    penalty = {"side": 0, "points": -1, "reason": "Talk"}
    assert (await phone.put(f"{path}/hands/1", json={"trump": "S"})).status_code == 200
    assert (await phone.post(f"{path}/adjustments", json=penalty)).status_code == 201
    await open_match(phone, rematchOf=match["matchId"])
    match_id, member = UUID(match["matchId"]), examples.MEMBER
    for kept, aggregate_id in (
        (examples.KEPT_INVITE, match_id),
        (league_examples.KEPT_INVITE, league_examples.LEAGUE_ID),
    ):
        invite = structs.replace(
            kept,
            aggregate_id=aggregate_id,
            invite_id=examples.KEPT_INVITE.invite_id,
            expires_at=datetime(9000, 1, 1, tzinfo=UTC),
        )
        assert await InviteStore(Connections(pool)).add(invite)
        assert await LinkStore(Connections(pool)).put(
            structs.replace(scoreboard_examples.LINK, kind=kept.kind, aggregate_id=aggregate_id),
            aggregate_id.bytes,
        )
    await pool.execute(
        "INSERT INTO members (match_id, device_id, role, joined_at) VALUES ($1, $2, $3, now())",
        *(match_id, member.device_id, member.role),
    )
    await add_device(pool, examples.MEMBER.device_id)
    league = {"leagueId": str(league_examples.LEAGUE_ID)}
    assert (await phone.post("/v1/leagues", json=leagues.founding() | league)).status_code == 201
    now = datetime.now(UTC)
    listed = RecordedLeagueMember(
        device_id=examples.MEMBER.device_id, role=LeagueRole.VIEWER, joined_at=now
    )
    place = f"member/{listed.device_id}"
    await pool.execute(
        "INSERT INTO league_pieces (league_id, place, piece) VALUES ($1, $2, $3)",
        *(league_examples.LEAGUE_ID, place, encode(Piece(member=listed))),
    )
    for rest, body in (
        ("schedule", {}),
        ("payments", {"entrant": 1, "amount": 1000}),
        ("payouts", {"entrant": 1, "amount": 1000}),
        ("sign-ups", {"name": "Queens", "players": ["x", "y"]}),
        ("play-offs", {"winner": 1, "loser": 2}),
    ):
        assert (await phone.post(leagues.path(league, rest), json=body)).status_code < 300


async def add_device(pool: "asyncpg.Pool[asyncpg.Record]", device_id: UUID) -> None:
    """Let a device sign in under an id."""
    await pool.execute(
        "INSERT INTO devices (device_id, token_hash, created_at) VALUES ($1, $2, now())",
        *(device_id, bytes(32)),
    )


@pytest.mark.search
@pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.name)
async def test_who_may_not_is_refused_and_changes_nothing(
    stranger: Device, scene: Scene, pool: "asyncpg.Pool[asyncpg.Record]", caller: Caller
) -> None:
    before = await everything(pool)
    assert before["matches"]
    for call in filter(caller.is_refused, calls()):
        answer = await sent(stranger, call, scene.match["matchId"], scene.tokens[caller.name])
        assert_problem(answer, caller.status, caller.code or call.missing or "")
        if IS_THOROUGH:
            assert await everything(pool) == before, call
    assert await everything(pool) == before


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.name)
async def test_who_may_not_is_refused_at_once_however_busy_the_server_is(
    stranger: Device, scene: Scene, caller: Caller
) -> None:
    for call in filter(caller.is_refused, calls()):
        async with asyncio.timeout(PATIENCE):
            answer = await sent(stranger, call, scene.match["matchId"], scene.tokens[caller.name])
        assert_problem(answer, caller.status, caller.code or call.missing or "")


@pytest.mark.usefixtures("busy")
async def test_who_may_finds_the_server_busy(own_app: Litestar, host: str, scene: Scene) -> None:
    """So that there is something in the way above."""
    token = scene.tokens["owner"]
    assert token
    async with signed_in(own_app, host, token) as phone:
        for call in calls():
            if call.id in {"recordPlayOff", "cancelPlayOff", "getStandings", "exportLeaguePdf"}:
                answer = await sent(phone, call, scene.match["matchId"], token)
                assert_problem(answer, 503, "standings_busy")


def that_leave_each_other_alone() -> list[list[Call]]:
    """Every operation that ends: those that change nothing together, each other by itself."""
    ending = [call for call in calls() if call.id not in ENDLESS]
    changing = [[call] for call in ending if call.method != "GET"]
    return [[call for call in ending if call.method == "GET"], *changing]


@pytest.mark.parametrize(
    "called",
    that_leave_each_other_alone(),
    ids=lambda called: "reading" if called[1:] else called[0].id,
)
async def test_who_may_is_not_refused(
    own_app: Litestar, host: str, scene: Scene, called: list[Call]
) -> None:
    """So that the refusals above are not for something else that is wrong with the calls."""
    token = scene.tokens["owner"]
    assert token
    async with signed_in(own_app, host, token) as phone:
        for call in called:
            answer = await sent(phone, call, scene.match["matchId"], token)
            if answer.status_code == 404 and answer.json()["code"] == "no_knock_out":
                continue  # The league of the scene has no bracket; test_finals.py draws one.
            assert answer.status_code not in {400, 401, 403, 404, 405}, (call.id, answer.text)


def test_no_operation_is_forgotten() -> None:
    private = {operation.id for operation in app.OPERATIONS if not operation.is_public}
    assert {call.id for call in calls()} == private
    assert private > {"createMatch", "recordHand", "voidHand"}


async def sent(device: Device, call: Call, match_id: str, token: str | None) -> httpx.Response:
    headers = {} if token is None else {"Authorization": token}
    address = call.address(match_id)
    body = {} if call.body is None else {"json": call.body}
    return await device.request(call.method, address, headers=headers, **body)
