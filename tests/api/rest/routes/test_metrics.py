"""Metrics count for all workers, and are shown only to whoever runs the server."""

import time
from pathlib import Path

import httpx
import pytest

from pitchkeeper import settings
from tests.support import servers
from tests.support.apps import client, living
from tests.support.metrics import value
from tests.support.phones import Device, assert_problem, open_match

HERE = {"Host": "127.0.0.1:8000"}
TOKEN = "0123456789abcdef"  # noqa: S105
CONNECTIONS = "pitchkeeper_database_connections_most"


@pytest.mark.usefixtures("own_app")  # one of its own: others would be counted, and proofs known
async def test_requests_proofs_and_connections_are_counted(phone: Device) -> None:
    before = (await phone.get("/metrics", headers=HERE)).text
    match = await open_match(phone)
    path = f"/v1/matches/{match['matchId']}/hands/1"
    assert (await phone.put(path, json={"trump": "S"})).status_code == 200
    answer = await phone.get("/metrics", headers=HERE)
    assert answer.headers["content-type"].startswith("text/plain; version=")
    text = answer.text

    def more(name: str, **labels: str) -> float:
        return value(text, name, **labels) - value(before, name, **labels)

    assert more("pitchkeeper_requests_total", operation="recordHand", status="200") == 1
    assert more("pitchkeeper_request_seconds_count", operation="recordHand") == 1
    assert more("pitchkeeper_question_seconds_count", queue="hands") >= 1
    assert value(text, "pitchkeeper_questions_waiting", queue="hands") == 0
    assert value(text, "pitchkeeper_database_connections_in_use") == 0
    assert value(text, "pitchkeeper_build", version=settings.VERSION) == 1


async def test_they_are_not_for_others(database_url: str) -> None:
    async with living(database_url) as built:
        transport = httpx.ASGITransport(app=built, client=("192.0.2.1", 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as other:
            assert_problem(await other.get("/metrics", headers=HERE), 404, "not_found")
        async with client(built) as proxy:
            forwarded = await proxy.get("/metrics", headers=HERE | {"X-Forwarded-For": "192.0.2.1"})
            assert_problem(forwarded, 404, "not_found")


async def test_without_a_token_they_are_only_for_who_names_this_machine(phone: Device) -> None:
    """A web site whose name is led to this machine would read them in a browser on it."""
    for host in ("localhost", "LocalHost:8000", "127.0.0.1", "127.1.2.3:80", "[::1]:8000"):
        assert (await phone.get("/metrics", headers={"Host": host})).status_code == 200
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1"):
        answer = await phone.get("/metrics", headers={"Host": host})
        assert_problem(answer, 404, "not_found")


async def test_with_a_token_they_are_for_its_holders(database_url: str) -> None:
    async with living(database_url, metrics_token=TOKEN) as built, client(built) as device:
        assert_problem(await device.get("/metrics"), 401, "unauthenticated")
        for shown, status in ((TOKEN, 200), (f"{TOKEN}x", 401), ("", 401)):
            answer = await device.get("/metrics", headers={"Authorization": f"Bearer {shown}"})
            assert answer.status_code == status


@pytest.mark.parametrize("path", ["/v1/rulesets", "/nowhere"])
async def test_what_nobody_named_is_counted_under_one_name(phone: Device, path: str) -> None:
    await phone.get(f"{path}/x{id(path)}")
    assert f"x{id(path)}" not in (await phone.get("/metrics", headers=HERE)).text


def test_any_worker_answers_for_all_and_leaves_nothing_behind(
    database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    asked, told = 40, set()
    environment = {"DATABASE_URL": database_url, "TMPDIR": str(folder)}
    # Each request comes by a connection of its own, so that both workers get some.
    closing = httpx.Limits(max_keepalive_connections=0)
    with (
        servers.serving(tmp_path / "state", WORKERS="2", **environment) as address,
        httpx.Client(base_url=address, limits=closing) as client,
    ):
        for _ in range(asked):
            assert client.get("/v1/rulesets").status_code == 200
        # The second worker may begin a moment after the first one serves.
        while value(client.get("/metrics").text, CONNECTIONS) != 16:
            time.sleep(0.05)
        for _ in range(8):
            text = client.get("/metrics").text
            told.add(value(text, "pitchkeeper_requests_total", operation="listRulesets"))
            assert value(text, CONNECTIONS) == 16
        assert len(list(folder.glob("*/counter_*.db"))) >= 2
    assert told == {asked}
    assert not list(folder.glob("pitchkeeper-*"))
