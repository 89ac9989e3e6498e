"""Devices that call the app, and the one way to look at what it refuses."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from pitchkeeper.rate_limits import RateLimit, RateLimits

Device = httpx.AsyncClient
SignIn = Callable[[], Awaitable[Device]]
Json = dict[str, Any]
LAVISH = RateLimits(
    device=RateLimit("device", 10**6, 60),
    address=RateLimit("address", 10**6, 60),
    sign_ins=RateLimit("sign-ins", 10**6, 60),
    rulings=RateLimit("rulings", 10**6, 60),
)
"""Limits that no test meets by chance."""


async def open_match(phone: Device, ruleset: str = "mb-lounge", **more: object) -> Json:
    """Open a match of Ann, Bob, Cid and Dee."""
    names = more.pop("names", ("Ann", "Bob", "Cid", "Dee"))
    body = {"ruleset": ruleset, "players": [{"name": name} for name in names], "firstDealer": 3}  # type: ignore[attr-defined]
    answer = await phone.post("/v1/matches", json=body | more)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


def assert_problem(
    answer: httpx.Response,
    status: int,
    code: str,
    pointer: str = "",
    *,
    parameter: str | None = None,
) -> None:
    """The one way in which tests look at errors."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert [error["pointer"] for error in problem["errors"]] == [pointer], problem
    assert [error["parameter"] for error in problem["errors"]] == [parameter], problem


def same(first: httpx.Response, again: httpx.Response) -> bool:
    """Return whether two answers are the same to the byte."""
    tags = [answer.headers.get("etag") for answer in (first, again)]
    return (first.status_code, first.content, tags[0]) == (
        again.status_code,
        again.content,
        tags[1],
    )


async def export_match(phone: Device, match_id: str, written: str) -> bytes:
    """Return a match as a file."""
    answer = await phone.get(f"/v1/matches/{match_id}/export.{written}")
    assert answer.status_code == 200, answer.text
    return answer.content
