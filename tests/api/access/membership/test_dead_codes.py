"""A code that is good no longer takes as long as one that never was."""

import math
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from pitchkeeper import logs
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.rest.limits import quotas
from tests.support import guests
from tests.support.phones import Device, Json, SignIn, assert_problem

UNKNOWN = "2345-6789"
NAMES = {text: name for name, text in vars(queries()).items()}


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the statements that requests send."""
    sent, ask = list[str](), Connections._ask

    async def noting(self: Connections, verb: Any, query: str, arguments: Any) -> Any:
        # What is cleaned up meanwhile is of no request.
        if logs.request_id.get() is not None:
            sent.append(NAMES[query])
        return await ask(self, verb, query, arguments)

    monkeypatch.setattr(Connections, "_ask", noting)
    # How many permits are taken at once depends on how fast attempts follow, not on their codes.
    monkeypatch.setattr(quotas, "_BUSY", math.inf)
    return sent


async def test_what_lets_nobody_in_is_as_if_it_never_was(
    phone: Device,
    aggregate: Json,
    guest: Device,
    pool: "asyncpg.Pool[asyncpg.Record]",
    sign_in: SignIn,
    statements: list[str],
) -> None:
    """By its answer, by the work that it makes, and by what is left of the permits."""
    expired, revoked, used = [await guests.invite(phone, aggregate, uses=1) for _ in range(3)]
    await pool.execute(
        "UPDATE invites SET expires_at = now() - interval '1 minute' WHERE invite_id = $1",
        UUID(expired["inviteId"]),
    )
    await phone.delete(f"{guests.path(aggregate)}/invites/{revoked['inviteId']}")
    async with await sign_in() as second:
        assert (await guests.enter(second, aggregate, used["code"])).status_code == 201
    await guests.join(guest, UNKNOWN)
    for where in guests.JOINS.values():
        answers = set()
        for code in (UNKNOWN, *(invite["code"] for invite in (expired, revoked, used))):
            statements.clear()
            answer = await guests.join(guest, code, where=where)
            assert_problem(answer, 404, "invite_not_found", "/code")
            answers.add(
                (
                    answer.text,
                    len(statements),
                    statements.count("take_permits"),
                    statements[-3],
                    statements[-2],
                )
            )
        assert len(answers) == 1, answers


@pytest.mark.parametrize("kind", ["recovery", "transfer"])
async def test_what_signs_nobody_in_is_as_if_it_never_was(
    phone: Device,
    stranger: Device,
    pool: "asyncpg.Pool[asyncpg.Record]",
    statements: list[str],
    kind: str,
) -> None:
    where = {"recovery": "/v1/recoveries", "transfer": "/v1/transfers"}
    responses = [await phone.post(f"/v1/devices/me/{path}") for path in (kind, kind)]
    codes = ["2345-6789-ABCD-EFGH", *(response.json()["code"] for response in responses)]
    if kind == "transfer":
        await pool.execute("UPDATE device_codes SET expires_at = now()")
    else:
        await phone.delete(f"/v1/devices/me/{kind}")
    other_kind = "transfer" if kind == "recovery" else "recovery"
    codes.append((await phone.post(f"/v1/devices/me/{other_kind}")).json()["code"])
    await stranger.post(where[kind], json={"code": codes[0]})
    answers = set()
    for code in codes:
        statements.clear()
        answer = await stranger.post(where[kind], json={"code": code})
        assert_problem(answer, 404, "code_not_found", "/code")
        answers.add((answer.text, *statements))
    assert len(answers) == 1, answers
