"""A request is refused before it is read if it is none, and noted as what it was."""

import asyncio
import http.client
import socket
from collections.abc import Sequence
from contextlib import closing
from itertools import product
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from pitchkeeper.rest.middleware import framing
from tests.support.apps import client, living
from tests.support.phones import Device, assert_problem


@pytest.mark.parametrize(
    "headers",
    [
        [("x-long", "x" * framing.MAX_HEADER_BYTES)],
        [("x-short", "x")] * (framing.MAX_HEADERS + 1),
    ],
    ids=["long", "many"],
)
async def test_too_many_headers_are_a_problem(
    stranger: Device, headers: list[tuple[str, str]]
) -> None:
    answer = await stranger.get("/v1/rulesets", headers=headers)
    assert_problem(answer, 431, "headers_too_large")
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize("hosts", [("a", "b"), ("",)], ids=["two", "none"])
async def test_a_request_names_one_host(stranger: Device, hosts: tuple[str, ...]) -> None:
    answer = await stranger.get("/v1/rulesets", headers=[("host", host) for host in hosts])
    assert_problem(answer, 400, "invalid_parameter", parameter="Host")


@pytest.mark.parametrize("bytes_", ["%ED%A0%80", "%FF", "%C3"])
@pytest.mark.parametrize("name", ["other", "nobody"])
async def test_half_a_character_in_a_query_is_refused(
    stranger: Device, bytes_: str, name: str
) -> None:
    answer = await stranger.get(f"/v1/rulesets/setback/difference?{name}=a{bytes_}")
    assert_problem(answer, 400, "invalid_parameter", parameter="address")


HALVES = (b"\\ud800", b"\\udc41", b"\\udfff\\ud800", b"\xed\xa0\x80", b"\xff")
HALF_BODIES = [
    b'{"matches": ["%s"]}',
    b'{"matches": [{"%s": 1}]}',
    b'{"matches": [{"players": ["%s", "B"]}]}',
    b'{"matches": ["\\\\%s", "%s"]}',
]


async def test_half_a_character_in_what_is_read_later_is_refused(phone: Device) -> None:
    for body, half in product(HALF_BODIES, HALVES):
        answer = await import_text(phone, body.replace(b"%s", half))
        assert_problem(answer, 400, "malformed_json")


async def test_what_is_read_later_is_json_too(phone: Device) -> None:
    for wrong in (b'"\\x"', b'"\\u12"', b'"a', b"[1 2]", b"NaN", b"01", b"'a'"):
        answer = await import_text(phone, b'{"matches": [' + wrong + b"]}")
        assert_problem(answer, 400, "malformed_json")


async def import_text(phone: Device, body: bytes) -> httpx.Response:
    return await phone.post(
        "/v1/imports", content=body, headers={"Content-Type": "application/json"}
    )


RULING = ((b"host", b"a"), (b"content-type", b"application/json"))


async def hung_up(
    app: Any,
    messages: list[dict[str, Any]],
    path: str = "/v1/rulings/hand",
    headers: Sequence[tuple[bytes, bytes]] = RULING,
) -> list[Any]:
    """Return the messages to a client that sends a body in pieces and then waits or leaves."""
    sent = []

    async def receive() -> Any:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "root_path": "",
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "state": {},
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
    }
    await app(scope, receive, send)
    return sent


async def test_who_has_sent_more_than_is_read_is_told_that_the_connection_ends(
    stranger: Device,
) -> None:
    """Or its next request would go into a connection on which the server has hung up."""
    for size in (framing.READ_AHEAD, framing.READ_AHEAD + 1, framing.MAX_DRAINED + 1):
        for path in ("/v1/matches", "/v1/nothing", "/v1/rulings/hand?odd=1"):
            answer = await stranger.post(path, content=b" " * size)
            is_closed = answer.headers.get("connection") == "close"
            assert answer.status_code in {400, 401, 404, 413}
            assert is_closed is (size > framing.MAX_DRAINED), path
    read = await stranger.post(
        "/v1/rulings/hand",
        content=b"{" + b" " * framing.READ_AHEAD,
        headers={"Content-Type": "application/json"},
    )
    assert read.status_code == 400
    assert "connection" not in read.headers


def test_a_server_says_when_it_hangs_up(address: str) -> None:
    with httpx.Client() as phone:
        for size in (framing.READ_AHEAD, 4 * framing.READ_AHEAD, 60_000):
            for _ in range(3):
                response = phone.post(f"{address}/v1/matches", content=b" " * size)
                assert response.status_code == 401
                assert phone.get(f"{address}/health/live").status_code == 200


def test_a_client_that_sends_everything_first_reads_why_it_is_refused(address: str) -> None:
    """It would end in a broken pipe if the server hung up while it sends."""
    with httpx.Client() as phone:
        token = phone.post(f"{address}/v1/devices").json()["token"]
    server = address.removeprefix("http://")
    for path, headers, status in (
        ("/v1/matches", {}, 401),
        ("/v1/matches", {"Authorization": f"Bearer {token}"}, 413),
        ("/v1/archives", {}, 401),
        ("/v1/nothing", {}, 404),
    ):
        with closing(http.client.HTTPConnection(server)) as connection:
            headers["Content-Type"] = "application/json"
            connection.request("POST", path, b" " * (24 * 1024 * 1024), headers)
            answer = connection.getresponse()
            assert answer.status == status
            assert answer.read().startswith(b'{"type"')


PIECE = {"type": "http.request", "body": b"{", "more_body": True}


async def test_who_hangs_up_in_mid_body_is_noted_as_gone(own_app: Any) -> None:
    with capture_logs() as lines:
        await hung_up(own_app, [PIECE, {"type": "http.disconnect"}])
    assert [line["status"] for line in lines if line["event"] == "request"] == [499]
    assert not [line for line in lines if line["log_level"] == "error"]


async def test_who_hangs_up_in_mid_archive_is_noted_as_gone(phone: Device, shared_app: Any) -> None:
    headers = [
        (b"host", b"table"),
        (b"content-type", b"application/x-ndjson"),
        (b"authorization", phone.headers["Authorization"].encode()),
    ]
    for request in (PIECE, PIECE | {"body": b'{"odd":1}\n{'}):
        with capture_logs() as lines:
            await hung_up(
                shared_app, [request, {"type": "http.disconnect"}], "/v1/archives", headers
            )
        statuses = [(line["operation"], line["status"]) for line in lines if "operation" in line]
        assert statuses == [("importArchive", 499)]
        assert not [line for line in lines if line["log_level"] == "error"]


async def test_a_body_that_never_ends_is_refused(database_url: str) -> None:
    async with living(database_url, timeout_seconds=0.5) as app:
        start, body = await hung_up(app, [PIECE, PIECE])
        assert start["status"] == 408
        assert b"body_too_slow" in body["body"]
        async with client(app) as device:
            assert (await device.get("/v1/rulesets")).status_code == 200


def test_who_hangs_up_on_the_server_is_noted_as_gone(address: str) -> None:
    beginning = b"POST /v1/rulings/hand HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(beginning + b"Content-Length: 100\r\n\r\n{")
    counter = 'requests_total{operation="ruleOnHand",status="499"}'
    for _ in range(200):
        if counter in httpx.get(f"{address}/metrics").text:
            return
    raise AssertionError(counter)
