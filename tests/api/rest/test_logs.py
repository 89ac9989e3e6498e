"""Logs say what happened and never to whom."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from litestar import Litestar
from structlog.testing import capture_logs

from pitchkeeper import logs
from tests.support import servers
from tests.support.phones import Device, Json

NAMES = ("Annabella", "Bartholomew", "Cidonia", "Desdemona")
REASON = "Quarrelled over the jack"
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}")


def render(record: logging.LogRecord) -> dict[str, Any]:
    """A record of the standard library as it is written."""
    text = logs.library_formatter().format(record)
    assert "\n" not in text
    return json.loads(text)  # type: ignore[no-any-return]


def failure(error: BaseException) -> logging.LogRecord:
    reason = (type(error), error, error.__traceback__)
    return logging.LogRecord("asyncpg", logging.WARNING, __file__, 1, "lost %s", ("it",), reason)


def test_a_library_s_failure_is_one_line_without_local_variables() -> None:
    secret = "pk_" + "a" * 32
    with pytest.raises(IndexError) as error:
        secret[len(secret)]
    line = render(failure(error.value))
    assert secret not in str(line)
    assert (line["event"], line["level"], line["logger"]) == ("lost it", "warning", "asyncpg")
    assert line["exception"][0]["exc_type"] == "IndexError"


async def test_values_that_postgresql_complains_of_are_left_out(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    await pool.execute("CREATE TABLE chairs (name text UNIQUE)")
    await pool.execute("INSERT INTO chairs VALUES ($1)", NAMES[0])
    with pytest.raises(asyncpg.UniqueViolationError, match=NAMES[0]) as error:
        await pool.execute("INSERT INTO chairs VALUES ($1)", NAMES[0])
    line = render(failure(error.value))
    assert NAMES[0] not in str(line)
    assert "chairs_name_key" in str(line)


async def test_a_request_is_one_line(phone: Device, match: Json) -> None:
    with capture_logs() as log:
        await phone.get(f"/v1/matches/{match['matchId']}?limit=1")
        await phone.get(f"/v1/matches/{match['matchId']}")
        await phone.get("/nowhere")
        await phone.get("/health/ready")
    facts = [(line["operation"], line["method"], line["status"]) for line in log]
    assert facts == [("getMatch", "GET", 400), ("getMatch", "GET", 200), ("other", "GET", 404)]
    assert {*log[0]} == {"event", "log_level", "operation", "method", "status", "milliseconds"}


@pytest.mark.parametrize("path", ["/v1/devices/me", "/nowhere", "/health/live", "/v1/matches/x"])
async def test_every_answer_tells_the_id_of_its_request(phone: Device, path: str) -> None:
    request_ids = [(await phone.get(path)).headers["x-request-id"] for _ in range(2)]
    assert request_ids[0] != request_ids[1]
    assert all(ID.fullmatch(request_id) for request_id in request_ids)
    response = await phone.get(path, headers={"X-Request-Id": "phone-7.of_Ann"})
    assert response.headers["x-request-id"] == "phone-7.of_Ann"


@pytest.mark.parametrize("id_", ["", "a" * 65, "a b", "Ann;", "J\u00f6rg"])
async def test_an_id_that_is_not_plain_is_not_taken(phone: Device, id_: str) -> None:
    sent = [(b"X-Request-Id", id_.encode())]
    answer = await phone.get("/health/live", headers=sent)
    assert ID.fullmatch(answer.headers["x-request-id"])


async def test_all_lines_of_a_request_carry_its_id(own_app: Litestar, stranger: Device) -> None:
    del own_app.state.services
    with capture_logs(processors=[logs.add_request_id]) as log:
        answer = await stranger.get("/health/ready", headers={"X-Request-Id": "phone-7"})
    assert answer.status_code == 500
    assert [line["request_id"] for line in log] == ["phone-7", "phone-7"]


def test_a_whole_match_leaves_nothing_personal_in_the_log(
    database_url: str, tmp_path: Path
) -> None:
    port = servers.free_port()
    process = servers.start(port, tmp_path, DATABASE_URL=database_url)
    try:
        address = servers.wait_until_ready(process, port)
        with httpx.Client(base_url=address) as phone:
            secrets = play(phone)
    finally:
        _, out, err = servers.stop(process)
    lines = [json.loads(line) for line in out.splitlines()]
    assert {"createDevice", "createMatch", "recordHand"} <= {line["operation"] for line in lines}
    assert all(ID.fullmatch(line["request_id"]) for line in lines)
    for secret in (*secrets, *NAMES, REASON, "127.0.0.1", database_url):
        assert secret not in out + err


def play(phone: httpx.Client) -> list[str]:
    """A match with everything that could be told of it: what must stay between its players."""
    tokens = [phone.post("/v1/devices").json()["token"]]
    phone.headers["Authorization"] = f"Bearer {tokens[0]}"
    body = {"ruleset": "mb-lounge", "players": [{"name": name} for name in NAMES]}
    match = phone.post("/v1/matches", json=body).json()
    path = f"/v1/matches/{match['matchId']}"
    claim = {"contract": {"pitcher": 0, "bid": "four"}, "piles": [{"side": 0, "cards": ["AS"]}]}
    for answer in (
        phone.put(f"{path}/hands/1", json=claim),
        phone.put(f"{path}/hands/1", json={"dealer": NAMES[1]}),
        phone.put(f"{path}/hands/{NAMES[2]}", json=claim),
        phone.post(f"{path}/adjustments", json={"side": 0, "points": -1, "reason": REASON}),
        phone.get("/v1/matches", params={"cursor": NAMES[3]}),
        phone.get(f"/v1/rulesets/{NAMES[0]}"),
        phone.get(path, headers={"Authorization": f"Bearer {NAMES[0]}"}),
        phone.get(f"{path}/journal"),
    ):
        assert answer.status_code < 500
    tokens.append(phone.post("/v1/devices/me/token").json()["token"])
    phone.delete("/v1/devices/me/token")
    return [token.split("_", 2)[2] for token in tokens]
