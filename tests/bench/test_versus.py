"""The plain server scores, and the bench divides ours by it."""

import importlib
from collections.abc import AsyncIterator

import httpx
import pytest

from bench.counters import Spent
from bench.versus import Comparison, Turn, Turns

SET: dict[str, int] = {"bidder": 0, "bid": 4, "us": 3, "them": 1}


@pytest.fixture
async def client(empty_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A device signed in to the plain server."""
    # FastAPI and SQLAlchemy are loaded by the worker that runs this, and by no other.
    plain = importlib.import_module("bench.plain")
    app = plain.create_app(empty_url.replace("postgresql://", "postgresql+asyncpg://"))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://plain") as client,
    ):
        client.headers["Authorization"] = await signed_in(client)
        yield client


async def signed_in(client: httpx.AsyncClient) -> str:
    answer = await client.post("/devices")
    return f"Bearer {answer.json()['token']}"


async def opened(client: httpx.AsyncClient) -> str:
    answer = await client.post("/matches", json={"us": "Ann and Cid", "them": "Bob and Dee"})
    assert (answer.status_code, answer.json()["hands"]) == (201, [])
    return f"/matches/{answer.json()['id']}"


async def test_the_plain_server_sums_points_and_takes_a_bid_that_was_set(
    client: httpx.AsyncClient,
) -> None:
    path = await opened(client)
    await client.put(f"{path}/hands/1", json=SET)
    recorded = await client.put(f"{path}/hands/2", json=SET | {"bid": 3})
    sheet = (await client.get(path)).json()
    assert recorded.json() == sheet["hands"][1]
    assert [(hand["is_set"], hand["scores"]) for hand in sheet["hands"]] == [
        (True, [-4, 1]),
        (False, [-1, 2]),
    ]
    corrected = await client.put(f"{path}/hands/1", json=SET | {"bid": 2})
    assert (corrected.json()["number"], corrected.json()["scores"]) == (1, [3, 1])
    assert (await client.get(path)).json()["scores"] == [6, 2]


async def test_the_plain_server_refuses_strangers_and_gaps(client: httpx.AsyncClient) -> None:
    path = await opened(client)
    assert (await client.put(f"{path}/hands/2", json=SET)).status_code == 409
    assert (await client.put(f"{path}/hands/1", json=SET | {"bid": 5})).status_code == 422
    stranger = {"Authorization": await signed_in(client)}
    assert (await client.get(path, headers=stranger)).status_code == 404
    unknown = {"Authorization": "Bearer unknown"}
    assert (await client.get(path, headers=unknown)).status_code == 401


def test_rates_are_medians_and_costs_the_least() -> None:
    ours = Turns((Turn(600, Spent(1, 0.5, 0)), Turn(900, Spent(2, 0.7, 0))))
    plain_turns = Turns((Turn(100, Spent(4, 1, 0)), Turn(300, Spent(4, 1, 0))))
    liveness = Turns((Turn(4000, Spent(0.25, 0, 0)),) * 2)
    assert ours.ratios(plain_turns) == [6, 3]
    line = Comparison(ours, plain_turns, liveness).line("read 8", 6)
    shown = " ".join(line.split())
    assert shown == "read 8 750 200 4.50 3.0 to 6.0 6.0 1.00 4.00 4.00 0.50 1.00 4.0"
