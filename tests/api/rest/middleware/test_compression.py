"""Answers are small on the air, and the same once they are unpacked."""

import asyncio
import gzip
import zlib
from typing import Any

import httpx
import pytest

from pitchkeeper.rest.middleware.compression import accepts_gzip
from tests.support.phones import Device, Json, open_match
from tests.support.sheet_entries import FOUR_TO_NONE
from tests.support.tables import path

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("header", "is_packed"),
    [
        (b"gzip", True),
        (b"br, GZIP", True),
        (b"*", True),
        (b"gzip;q=0.5", True),
        (b"gzip; q=0", False),
        (b"gzip;q=0.000, br", False),
        (b"br, deflate", False),
        (b"identity", False),
        (b"", False),
        (b"gzipped", False),
    ],
)
def test_what_a_client_takes(header: bytes, is_packed: bool) -> None:
    assert accepts_gzip(header) is is_packed


async def raw(
    client: Device, address: str, headers: dict[str, str]
) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they came."""
    async with client.stream("GET", address, headers=headers) as answer:
        return answer, b"".join([piece async for piece in answer.aiter_raw()])


@pytest.mark.parametrize("address", ["/v1/rulesets", "/docs", "/openapi.json"])
async def test_an_answer_is_plain_for_whoever_refuses_gzip(stranger: Device, address: str) -> None:
    answer, _ = await raw(stranger, address, {"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "address", ["/v1/rulesets", "/v1/rulesets/setback/rulebook.html", "/openapi.json"]
)
async def test_an_answer_is_packed_for_whoever_takes_it(stranger: Device, address: str) -> None:
    plain, text = await raw(stranger, address, PLAIN)
    packed_answer, small = await raw(stranger, address, PACKED)
    assert "content-encoding" not in plain.headers
    assert packed_answer.headers["content-encoding"] == "gzip"
    assert int(packed_answer.headers["content-length"]) == len(small)
    assert gzip.decompress(small) == text
    assert len(small) < len(text)
    for answer in (plain, packed_answer):
        assert "accept-encoding" in answer.headers["vary"].lower()


async def test_what_is_small_or_packed_already_is_left_alone(stranger: Device) -> None:
    for address in ("/health/live", "/v1/rulesets/setback/rulebook.pdf"):
        answer, content = await raw(stranger, address, PACKED)
        assert "content-encoding" not in answer.headers
        assert int(answer.headers["content-length"]) == len(content)


async def test_what_a_client_has_is_not_sent_again_packed_or_not(phone: Device) -> None:
    match = await open_match(phone)
    answer, _ = await raw(phone, path(match), PACKED)
    headers = {"If-None-Match": answer.headers["etag"]}
    for encoding in (PACKED, PLAIN):
        again, content = await raw(phone, path(match), headers | encoding)
        assert (again.status_code, content) == (304, b"")
        assert "content-encoding" not in again.headers


async def test_each_event_of_a_packed_stream_arrives_at_once(address: str) -> None:
    """Without a flush an event would wait in the server until there is more of it."""
    async with httpx.AsyncClient(base_url=address, timeout=30) as phone:
        signed_in: Json = (await phone.post("/v1/devices")).json()
        phone.headers["Authorization"] = f"Bearer {signed_in['token']}"
        match = await open_match(phone)
        async with phone.stream("GET", f"{path(match)}/events", headers=PACKED) as answer:
            assert answer.headers["content-encoding"] == "gzip"
            arriving, unpack = answer.aiter_raw(), zlib.decompressobj(31)
            await _until(arriving, unpack, b"event: sheet")
            assert (await phone.put(path(match, 1), json=FOUR_TO_NONE)).status_code == 200
            await _until(arriving, unpack, b'"version":2')


async def _until(arriving: Any, unpack: Any, text: bytes) -> None:
    """Read until some text has come."""
    received = b""
    async with asyncio.timeout(30):
        while text not in received:
            received += unpack.decompress(await anext(arriving))
