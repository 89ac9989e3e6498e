"""Matches that are brought: how they are told, sent and listed."""

import json

import httpx

from pitchkeeper.settings import ROOT
from tests.support.phones import Device, Json

EXAMPLE = (ROOT / "openapi" / "notation.md").read_text().split("```\n")[1]
SHORT = '[Pitch "1"] [Preset "setback"] [Seat0 "Ann"] [Seat1 "Bob"]\n'
AT = "2026-03-02T18:30:00Z"
TOLD: Json = {"ruleset": {"preset": "setback"}, "players": ["Ann", "Bob"], "opened": AT}
TEXT = "text/plain"
JSON_TYPE = "application/json"


async def bring(
    phone: Device, body: str | bytes, kind: str = TEXT, key: str | None = None
) -> httpx.Response:
    """Send matches."""
    headers = {"Content-Type": kind} | ({"Idempotency-Key": key} if key else {})
    return await phone.post("/v1/imports", content=body, headers=headers)


async def items(phone: Device, body: str | bytes, kind: str = TEXT) -> list[Json]:
    """Import matches and return their results."""
    answer = await bring(phone, body, kind)
    assert answer.status_code == 200, answer.text
    told: list[Json] = answer.json()["items"]
    return told


async def matches_of(phone: Device) -> list[Json]:
    """The matches of a device."""
    listed: list[Json] = (await phone.get("/v1/matches?limit=100")).json()["items"]
    return listed


def to_json(*some: object) -> str:
    """Matches as JSON."""
    return json.dumps({"matches": some})
