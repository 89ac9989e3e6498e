"""Archives: taken away, sent, and what is told of their lines."""

import json
from collections.abc import AsyncIterator, Sequence

import httpx
from uuid_utils.compat import uuid7

from tests.support import guests, leagues
from tests.support.brought import AT
from tests.support.phones import Device, Json, SignIn

NDJSON = "application/x-ndjson"
TOLD: Json = {"ruleset": {"preset": "setback"}, "players": ["Ann", "José"], "opened": AT}
END = {"end": {"matches": 0, "leagues": 0}}


def archive_line(match_id: object = None, **more: object) -> Json:
    """A line with a match."""
    return {"match": {"matchId": str(match_id or uuid7()), "transcript": TOLD | more}}


async def play_match(phone: Device, league: Json, number: int) -> Json:
    """Play a match of a matchup in one hand, and return it."""
    answer = await phone.post(leagues.path(league, f"fixtures/{number}/matches"))
    assert answer.status_code == 201, answer.text
    match: Json = answer.json()
    await leagues.won(phone, match)
    return match


async def season(phone: Device, sign_in: SignIn) -> tuple[Json, list[str]]:
    """A league with all that there is in one, and its matches that the phone is in.

    In those of its second matchup only a friend is, who kept their score.
    """
    league = await leagues.open_league(phone, teams=4, options={"target": 4})
    schedule = await leagues.plan_nights(phone, league)
    first, second, *others = [
        fixture["number"] for night in schedule["nights"] for fixture in night["fixtures"]
    ]
    mine = [(await play_match(phone, league, first))["matchId"] for _ in range(3)]
    async with await sign_in() as friend:
        await guests.let_in(phone, league, friend, "scorer")
        for _ in range(2):
            await play_match(friend, league, second)
    await leagues.report_result(phone, league, others[0], wins=[2, 1])
    for amount in (1500, 700):
        body = {"entrant": 1, "amount": amount}
        assert (await phone.post(leagues.path(league, "payments"), json=body)).is_success
    cancellation = leagues.path(league, "payments/2/cancellation")
    assert (await phone.post(cancellation, json={"reason": "Twice"})).is_success
    for amount in (300, 20):
        body = {"entrant": 1, "amount": amount, "place": 1}
        assert (await phone.post(leagues.path(league, "payouts"), json=body)).is_success
    cancellation = leagues.path(league, "payouts/2/cancellation")
    assert (await phone.post(cancellation, json={"reason": "Twice"})).is_success
    for name in ("Kings", "Queens"):
        team = {"name": name, "players": ["x", "y"]}
        assert (await phone.post(leagues.path(league, "sign-ups"), json=team)).is_success
        if name == "Kings":
            assert (await phone.delete(leagues.path(league, "sign-ups/1"))).is_success
    body = {"winner": 1, "loser": 2}
    assert (await phone.post(leagues.path(league, "play-offs"), json=body)).is_success
    return league, mine


async def export(phone: Device, where: str = "/v1/devices/me", **query: str) -> bytes:
    """Return the archive of a device or a league."""
    answer = await phone.get(f"{where}/archive", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == NDJSON
    return answer.content


async def send(phone: Device, content: bytes | AsyncIterator[bytes]) -> httpx.Response:
    """Send an archive."""
    headers = {"Content-Type": NDJSON}
    return await phone.post("/v1/archives", content=content, headers=headers)


async def upload(phone: Device, content: bytes | AsyncIterator[bytes]) -> Json:
    """Import an archive and return the response."""
    answer = await send(phone, content)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def counts(answer: Json) -> tuple[int, int, int, bool]:
    """Return the counts of new, existing and refused lines, and whether the file was complete."""
    counted = (answer["takenIn"], answer["thereAlready"], answer["refused"], answer["isWhole"])
    assert sum(counted[:3]) == len(answer["items"])
    return counted


def codes(answer: Json) -> list[str | None]:
    """Return the problem code of each line; None if it was imported."""
    return [item["problem"] and item["problem"]["code"] for item in answer["items"]]


def pointers(answer: Json) -> list[str | None]:
    """Return the pointer of the problem of each line."""
    return [item["problem"] and item["problem"]["errors"][0]["pointer"] for item in answer["items"]]


def lines(content: bytes) -> list[Json]:
    """The lines of an archive."""
    return [json.loads(line) for line in content.splitlines() if line]


def join_lines(rows: Sequence[object]) -> bytes:
    """Return an archive of some lines."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)
