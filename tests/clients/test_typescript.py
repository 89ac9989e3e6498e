"""A client that was generated from the contract follows a match; `make contract` generates it.

It needs Node, which the tests of the server do without.
"""

import asyncio
import subprocess
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitchkeeper.settings import ROOT
from tests.support import servers
from tests.support.phones import opened
from tests.support.readers import PATIENCE, adjust, signed_in

OPENAPI = ROOT / "openapi"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`follow.ts` as a program that Node runs."""
    folder = tmp_path_factory.mktemp("follow")
    # The generated modules name each other without an extension, which only CommonJS finds.
    form = ("--noEmit", "false", "--module", "commonjs", "--moduleResolution", "node10")
    compiler = OPENAPI / "node_modules" / "typescript" / "bin" / "tsc"
    subprocess.run(
        ["node", compiler, "--project", OPENAPI / "tsconfig.json", *form, "--outDir", folder],
        check=True,
    )
    return folder / "openapi" / "follow.js"


async def until(told: asyncio.StreamReader, kind: str, version: int) -> list[dict[str, Any]]:
    """Return the events that the client gets, up to that of a version."""
    events = []
    async with asyncio.timeout(PATIENCE):
        while line := await told.readline():
            events.append(msgspec.json.decode(line))
            if events[-1]["kind"] == kind and events[-1][kind]["version"] == version:
                return events
    raise AssertionError(f"The client stopped after {events}.")


async def test_a_client_misses_nothing_while_the_server_starts_anew(
    database_url: str, tmp_path: Path, program: Path
) -> None:
    port = servers.free_port()
    server = servers.start(port, tmp_path, DATABASE_URL=database_url)
    try:
        address = servers.wait_until_ready(server, port)
        async with signed_in(address) as phone:
            match_id = str((await opened(phone))["matchId"])
            token = phone.headers["Authorization"].removeprefix("Bearer ")
            client = await asyncio.create_subprocess_exec(
                *("node", str(program), address, token, match_id), stdout=PIPE
            )
            try:
                assert client.stdout is not None
                (seen,) = await until(client.stdout, "sheet", 1)
                assert seen["sheet"]["matchId"] == match_id
                await adjust(phone, match_id)
                before = await until(client.stdout, "sheet", 2)
                servers.stop(server)
                server = servers.start(port, tmp_path, DATABASE_URL=database_url)
                servers.wait_until_ready(server, port)
                # The client waits for seconds before it comes back; most are made meanwhile.
                for version in (3, 4):
                    assert await adjust(phone, match_id) == version
                after = await until(client.stdout, "sheet", 4)
                await adjust(phone, match_id)
                last = await until(client.stdout, "change", 5)
            finally:
                client.kill()
                await client.wait()
    finally:
        servers.stop(server)
    events = [*before, *after, *last]
    assert [each["change"]["version"] for each in events if each["kind"] == "change"] == [
        2,
        3,
        4,
        5,
    ]
    # It is shown a sheet once it is there again, and one behind each change that it then meets.
    told = [each["kind"] for each in after if each["kind"] != "sheet"]
    assert told == ["reconnect", "change", "change"]
