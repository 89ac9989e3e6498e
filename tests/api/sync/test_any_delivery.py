"""However commands are delivered, each has at most one effect, and their order decides the rest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from uuid import UUID

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from tests.support.phones import Device, Json, SignIn
from tests.support.queues import make_command, opening, outcomes, send
from tests.support.searches import share
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, sheet
from tests.support.tables import seat_device

Request = tuple[int, tuple[int, ...]]
"""A phone, and which of its commands it sends at once, in which order."""

_PARTS: list[tuple[str, Json]] = [
    ("record_hand", {"body": FOUR_TO_NONE}),
    ("record_hand", {"body": THREE_TO_ONE}),
    ("record_pile", {"side": 0, "body": {"cards": ["AS"]}}),
    ("record_pile", {"side": 0, "body": {"cards": ["KS", "2H"]}}),
    ("record_claims", {"body": FOUR_TO_NONE["claims"]}),
    ("void_hand", {}),
    ("void_hand", {}),
    ("dispute_hand", {"body": {"reason": "No jack"}}),
    ("resolve_dispute", {"body": {"settlement": "withdrawn"}}),
]
_PENALTY: tuple[str, Json] = (
    "make_adjustment",
    {"body": {"side": 1, "points": -1, "reason": "Table talk"}},
)


class Step(Struct, frozen=True):
    """A step of a phone: its hand, and the version that it had seen."""

    kind: str
    fields: Json
    number: int | None
    follows: int | None
    """How many of its own commands back; None for what it saw when the match was opened."""
    is_blind: bool

    def command(self, match_id: str, earlier: list[Json]) -> Json:
        """The command, with an id of its own."""
        command = make_command(self.kind, match_id, **self.fields)
        if self.number is not None:
            command["number"] = self.number
        if self.follows is not None and self.follows <= len(earlier):
            command["after"] = earlier[-self.follows]["commandId"]
        elif not self.is_blind and self.kind not in {"dispute_hand", "resolve_dispute"}:
            command["seenVersion"] = 1
        return command


class Evening(Struct, frozen=True):
    """The commands of some phones, and their delivery."""

    steps: tuple[tuple[Step, ...], ...]
    requests: tuple[Request, ...]
    is_at_once: bool


@st.composite
def _steps(draw: st.DrawFn) -> Step:
    kind, fields = draw(st.sampled_from([*_PARTS, _PENALTY]))
    number = None if kind == "make_adjustment" else draw(st.integers(1, 2))
    follows = draw(st.one_of(st.none(), st.integers(1, 2)))
    return Step(kind, fields, number, follows, draw(st.booleans()))


@st.composite
def _evenings(draw: st.DrawFn) -> Evening:
    phones = draw(st.lists(st.lists(_steps(), min_size=1, max_size=5), min_size=2, max_size=3))
    copies = [(phone, place) for phone, steps in enumerate(phones) for place in range(len(steps))]
    copies += draw(st.lists(st.sampled_from(copies), max_size=6))
    if draw(st.booleans()):
        copies = draw(st.permutations(copies))
    requests: list[Request] = []
    for phone, place in copies:
        if requests and requests[-1][0] == phone and draw(st.booleans()):
            requests[-1] = (phone, (*requests[-1][1], place))
        else:
            requests.append((phone, (place,)))
    return Evening(tuple(map(tuple, phones)), tuple(requests), draw(st.booleans()))


class Table(Struct, frozen=True):
    """A match, the phones around it, and what each has queued."""

    opened: Json
    phones: list[Device]
    queues: list[list[Json]]

    async def send(self, request: Request) -> dict[str, Json]:
        """Send some commands of a phone and return the results by id."""
        phone, places = request
        items = await send(self.phones[phone], *(self.queues[phone][place] for place in places))
        return {item["commandId"]: item for item in items}

    async def send_all(self) -> dict[str, Json]:
        """Send all commands, each phone its own, and return the results."""
        answers: dict[str, Json] = {}
        for phone, queue in enumerate(self.queues):
            answers |= await self.send((phone, tuple(range(len(queue)))))
        return answers


async def laid(evening: Evening, phones: list[Device], database_url: str) -> Table:
    """A match that the first phone has opened, and the commands that all have queued."""
    command = opening()
    assert outcomes(await send(phones[0], command)) == ["done"]
    queues: list[list[Json]] = []
    for phone, steps in zip(phones, evening.steps, strict=False):
        if phone is not phones[0]:
            await seat_device(database_url, command, phone, "scorer")
        queue: list[Json] = []
        for step in steps:
            queue.append(step.command(command["matchId"], queue))
        queues.append(queue)
    return Table(command, phones, queues)


async def effects(table: Table, database_url: str) -> list[str]:
    """Return the command of each version of the match, by the phones' ids."""
    connection = await asyncpg.connect(database_url)
    # Not joined, because a cluster has the match and its devices on different nodes.
    journal = await connection.fetch(
        "SELECT device_id, command_id FROM journal WHERE match_id = $1 ORDER BY version",
        UUID(table.opened["matchId"]),
    )
    rows = await connection.fetch(
        "SELECT device_id, command_id, key FROM keys WHERE command_id = ANY($1)",
        [row["command_id"] for row in journal],
    )
    await connection.close()
    keys = {(row["device_id"], row["command_id"]): row["key"] for row in rows}
    return [keys[row["device_id"], row["command_id"]] for row in journal]


async def settle(table: Table) -> dict[str, Json]:
    """Send all commands until nothing more is done, and return their results."""
    answers, count_left = await table.send_all(), -1
    while count_left != (
        count_left := sum(item["outcome"] == "refused" for item in answers.values())
    ):
        answers = await table.send_all()
    return answers


async def played_again(
    evening: Evening, table: Table, answers: dict[str, Json], made_by: list[str], url: str
) -> Table:
    """Another match in which only what was done is sent, once and in the order of the journal."""
    done = [
        (
            answers[command["commandId"]]["version"],
            command["commandId"] not in made_by,
            phone,
            place,
        )
        for phone, queue in enumerate(table.queues)
        for place, command in enumerate(queue)
        if answers[command["commandId"]]["version"]
    ]
    again = await laid(evening, table.phones, url)
    for version, _, phone, place in sorted(done):
        (item,) = (await again.send((phone, (place,)))).values()
        assert (item["outcome"], item["version"]) == ("done", version)
    return again


def is_missing(item: Json) -> bool:
    """Return whether a command was refused for want of the one that it follows."""
    return outcomes([item]) == ["command_missing"]


def without_ids(sheet: Json) -> Json:
    """A score sheet without ids and times."""
    adjustments = [
        (adjustment["side"], adjustment["points"]) for adjustment in sheet["adjustments"]
    ]
    fields = ("version", "lines", "scores", "unscored", "unconfirmed", "nextHand")
    return {"adjustments": adjustments} | {name: sheet[name] for name in fields}


@pytest.fixture
async def phones(sign_in: SignIn) -> AsyncIterator[list[Device]]:
    """Three phones that are signed in."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(await sign_in()) for _ in range(3)]


@settings(
    max_examples=share(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(evening=_evenings())
async def test_commands_have_one_effect_however_they_are_delivered(
    evening: Evening, phones: list[Device], database_url: str
) -> None:
    table = await laid(evening, phones, database_url)
    if evening.is_at_once:
        early = await asyncio.gather(*map(table.send, evening.requests))
    else:
        early = [await table.send(request) for request in evening.requests]
    answers = await settle(table)
    for items in early:
        for command_id, item in items.items():
            assert item["version"] in {None, answers[command_id]["version"]}
    made_by = await effects(table, database_url)
    assert len(set(made_by)) == len(made_by)
    for version, command_id in enumerate(made_by[1:], start=2):
        assert answers[command_id]["version"] == version
    waiting = {item["commandId"] for item in answers.values() if is_missing(item)}
    for command in (command for queue in table.queues for command in queue):
        if command["commandId"] in waiting:
            assert answers[command["after"]]["outcome"] == "refused"
    again = await played_again(evening, table, answers, made_by, database_url)
    assert without_ids(await sheet(phones[0], again.opened)) == without_ids(
        await sheet(phones[0], table.opened)
    )
