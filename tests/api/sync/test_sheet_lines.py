"""A stream can be asked for what changed on the sheet, or for no sheet at all."""

import asyncio
import random
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.support import guests
from tests.support.phones import Json, assert_problem, open_match
from tests.support.readers import PATIENCE, Reader, adjust, following, signed_in
from tests.support.searches import share

NAMES = ("three", "four")


@pytest.fixture
async def table(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A phone of a real server."""
    async with signed_in(address) as device:
        yield device


def hand(bid: str, points: list[int]) -> Json:
    return {"contract": {"pitcher": 0, "bid": bid}, "claims": {"taken": points}}


def apply_lines(sheet: Json, lines: Json) -> Json:
    """A sheet with what changed on it, as the contract tells a client to do it."""
    changes = {name: value for name, value in lines.items() if name not in {"since", "lines"}}
    by_number = {line["number"]: line for line in (*sheet["lines"], *lines["lines"])}
    rows = [by_number[number] for number in sorted(by_number) if number < lines["nextHand"]]
    return sheet | changes | {"lines": rows}


class Follower:
    """A client that keeps a sheet from what changes, and counts how it was told."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.sheet: Json = {}
        self.seen: list[str] = []

    async def until(self, version: int) -> Json:
        """The sheet at a version, as this client has it."""
        while self.sheet.get("version") != version:
            event = await self._reader.next("sheet", "lines")
            self.seen.append(event.name)
            if event.name == "lines":
                assert event.data["since"] == self.sheet["version"]
                self.sheet = apply_lines(self.sheet, event.data)
            else:
                self.sheet = event.data
            assert event.id == self.sheet["version"]
        return self.sheet


async def wander(table: httpx.AsyncClient, path: str, chance: random.Random) -> None:
    """Do something to a match that changes it, or is refused."""
    sheet = (await table.get(path)).json()
    number = chance.randrange(1, sheet["nextHand"] + 1)
    side = chance.randrange(2)
    entered = hand(chance.choice(NAMES), [4, 0] if side else [1, 3])
    headers = {"If-Match": "*"}
    match chance.randrange(9):
        case 0 | 1 | 2:
            await table.put(f"{path}/hands/{sheet['nextHand']}", json=entered)
        case 3 | 4:
            await table.put(f"{path}/hands/{number}", json=entered, headers=headers)
        case 5:
            await table.delete(f"{path}/hands/{number}")
        case 6:
            body = {"side": side}
            await table.post(f"{path}/hands/{number}/confirmations", json=body, headers=headers)
        case 7:
            penalty: Json = {"side": side, "points": -1, "reason": "Table talk"}
            await table.post(f"{path}/adjustments", json=penalty)
        case _:
            await table.post(f"{path}/undo", headers=headers)


@pytest.mark.search
@pytest.mark.parametrize("seed", range(share(30, 8)))
async def test_a_sheet_kept_from_its_changes_is_the_sheet(
    table: httpx.AsyncClient, seed: int
) -> None:
    chance = random.Random(seed)
    match = await open_match(table, policy="both_sides", seat=0, options={"hands": 40})
    path = f"/v1/matches/{match['matchId']}"
    async with following(table, match["matchId"], sheet="changes") as reader:
        follower = Follower(reader)
        for _ in range(25):
            await wander(table, path, chance)
            sheet = (await table.get(path)).json()
            assert await follower.until(sheet["version"]) == sheet
    assert follower.seen[0] == "sheet"
    assert follower.seen.count("lines") > 5


async def test_one_line_comes_where_one_hand_changes(table: httpx.AsyncClient) -> None:
    match = await open_match(table, options={"hands": 40})
    path = f"/v1/matches/{match['matchId']}"
    for number in range(1, 9):
        await table.put(f"{path}/hands/{number}", json=hand("four", [4, 0]))
    async with following(table, match["matchId"], sheet="changes") as reader:
        assert len((await reader.next("sheet")).data["lines"]) == 8
        await table.put(f"{path}/hands/9", json=hand("four", [4, 0]))
        added_line = (await reader.next("lines")).data
        assert [line["number"] for line in added_line["lines"]] == [9]
        await table.put(f"{path}/hands/7", json=hand("four", [0, 4]), headers={"If-Match": "*"})
        changed_line = (await reader.next("lines")).data
        assert [line["number"] for line in changed_line["lines"]] == [7, 8, 9]
        # Who comes back may have lost what its sheet was told last, so it gets the whole.
    async with following(table, match["matchId"], last=10, sheet="changes") as reader:
        assert (await reader.next()).name == "change"
        assert len((await reader.next("sheet", "lines")).data["lines"]) == 9


async def test_what_is_no_hand_brings_the_whole_sheet(
    address: str, table: httpx.AsyncClient
) -> None:
    """A player's name, a seat that is taken, points given: rare, and all over the sheet."""
    match = await open_match(table)
    async with following(table, match["matchId"], sheet="changes") as reader:
        await reader.next("sheet")
        await adjust(table, match["matchId"])
        sheet = await reader.next("sheet", "lines")
        assert (sheet.name, len(sheet.data["adjustments"])) == ("sheet", 1)
        async with signed_in(address) as guest:
            invite = await guests.invite(table, match, role="scorer", seat=1)
            await guests.join(guest, invite["code"])
        assert (await reader.next("sheet")).data["players"][1]["isClaimed"]


async def test_each_stream_of_a_match_is_told_as_it_asked(table: httpx.AsyncClient) -> None:
    match_id = (await open_match(table))["matchId"]
    names: dict[str, list[str]] = {}

    async def follow(detail: str, until: str) -> None:
        async with following(table, match_id, last=1, sheet=detail) as reader:
            if detail != "none":
                await reader.next("sheet")
            ready.release()
            names[detail] = []
            while names[detail][-1:] != [until]:
                names[detail].append((await reader.next()).name)

    ready = asyncio.Semaphore(0)
    async with asyncio.TaskGroup() as tasks:
        for detail, until in (("whole", "sheet"), ("changes", "lines"), ("none", "change")):
            tasks.create_task(follow(detail, until))
        for _ in range(3):
            await ready.acquire()
        await table.put(f"/v1/matches/{match_id}/hands/1", json=hand("four", [4, 0]))
    assert names == {
        "whole": ["change", "sheet"],
        "changes": ["change", "lines"],
        "none": ["change"],
    }


async def test_a_stream_without_sheets_tells_where_it_is(table: httpx.AsyncClient) -> None:
    """So that who breaks off before anything changed comes back to where it was."""
    match_id = (await open_match(table))["matchId"]
    await adjust(table, match_id)
    path = f"/v1/matches/{match_id}/events"
    stream = table.stream("GET", path, params={"sheet": "none"}, timeout=PATIENCE)
    async with stream as answer:
        lines = answer.aiter_lines()
        head = [await anext(lines) for _ in range(4)]
    assert head[1:] == ["", "id: 2", ""]
    await adjust(table, match_id)
    async with following(table, match_id, last=2, sheet="none") as reader:
        assert (await reader.next())[:2] == ("change", 3)


async def test_a_detail_that_there_is_not_is_refused(table: httpx.AsyncClient) -> None:
    match_id = (await open_match(table))["matchId"]
    answer = await table.get(f"/v1/matches/{match_id}/events", params={"sheet": "some"})
    assert_problem(answer, 400, "invalid_parameter", parameter="sheet")
