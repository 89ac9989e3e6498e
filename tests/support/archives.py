"""Archives: taken away, sent, and what is told of their lines."""

import json
from collections.abc import AsyncIterator, Sequence

import httpx

from tests.support.phones import Device, Json

NDJSON = "application/x-ndjson"


async def taken(phone: Device, where: str = "/v1/devices/me", **query: str) -> bytes:
    """The archive of a device or a league."""
    answer = await phone.get(f"{where}/archive", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == NDJSON
    return answer.content


async def send(phone: Device, content: bytes | AsyncIterator[bytes]) -> httpx.Response:
    """Send an archive."""
    headers = {"Content-Type": NDJSON}
    return await phone.post("/v1/archives", content=content, headers=headers)


async def brought(phone: Device, content: bytes | AsyncIterator[bytes]) -> Json:
    """What became of an archive."""
    answer = await send(phone, content)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def counts(told: Json) -> tuple[int, int, int, bool]:
    """How many lines were new, there already and refused, and whether the file was whole."""
    counted = (told["takenIn"], told["thereAlready"], told["refused"], told["isWhole"])
    assert sum(counted[:3]) == len(told["items"])
    return counted


def codes(told: Json) -> list[str | None]:
    """Why each line was refused, if it was."""
    return [each["problem"] and each["problem"]["code"] for each in told["items"]]


def pointers(told: Json) -> list[str | None]:
    """Where what each line was refused for stands."""
    return [each["problem"] and each["problem"]["errors"][0]["pointer"] for each in told["items"]]


def lines(content: bytes) -> list[Json]:
    """The lines of an archive."""
    return [json.loads(each) for each in content.splitlines() if each]


def joined(said: Sequence[object]) -> bytes:
    """An archive of some lines."""
    return b"".join(json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in said)
