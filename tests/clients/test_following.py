"""Both clients follow a match over a restart of the server."""

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from pitchkeeper.settings import ROOT
from tests.support import servers
from tests.support.phones import open_match
from tests.support.readers import PATIENCE, adjust, signed_in

Sheet: TypeAlias = dict[str, Any]


@pytest.fixture(params=["typescript", "python"])
def program(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """What prints each event of a match with a client."""
    if request.param == "typescript":
        return ("node", str(request.getfixturevalue("app") / "follow.js"))
    interpreter: Path = request.getfixturevalue("python")
    return (str(interpreter), str(ROOT / "tests" / "clients" / "follow.py"))


async def read_lines(lines: asyncio.StreamReader, version: int) -> tuple[list[int], Sheet]:
    """Return the changes that the client took until its sheet has a version, and that sheet."""
    changes = []
    async with asyncio.timeout(PATIENCE):
        while line := await lines.readline():
            change, sheet = msgspec.json.decode(line)
            changes += [change] if change else []
            if sheet and sheet["version"] == version:
                return changes, sheet
    raise AssertionError("The client stopped.")


async def test_a_client_misses_nothing_while_the_server_restarts(
    address: str, shared_url: str, tmp_path: Path, program: tuple[str, ...]
) -> None:
    port = servers.free_port()
    server = servers.start(port, tmp_path, DATABASE_URL=shared_url)
    try:
        restarted_address = servers.wait_until_ready(server, port)
        # Another server of the same database goes on.
        async with signed_in(address) as phone:
            match_id = str((await open_match(phone))["matchId"])
            token = phone.headers["Authorization"].removeprefix("Bearer ")
            client = await asyncio.create_subprocess_exec(
                *program, restarted_address, token, match_id, stdout=PIPE
            )
            try:
                assert client.stdout is not None
                changes, sheet = await read_lines(client.stdout, 1)
                assert (changes, sheet["matchId"]) == ([], match_id)
                await adjust(phone, match_id)
                assert (await read_lines(client.stdout, 2))[0] == [2]
                servers.stop(server)
                for version in (3, 4):
                    assert await adjust(phone, match_id) == version
                server = servers.start(port, tmp_path, DATABASE_URL=shared_url)
                servers.wait_until_ready(server, port)
                assert (await read_lines(client.stdout, 4))[0] == [3, 4]
                await adjust(phone, match_id)
                changes, sheet = await read_lines(client.stdout, 5)
                assert changes == [5]
                assert sheet == (await phone.get(f"/v1/matches/{match_id}")).json()
            finally:
                client.kill()
                await client.wait()
    finally:
        servers.stop(server)
