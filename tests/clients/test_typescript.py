"""The package for TypeScript follows a match over a restart of the server."""

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import msgspec

from tests.support import servers
from tests.support.phones import opened
from tests.support.readers import PATIENCE, adjust, signed_in


async def shown(printed: asyncio.StreamReader, version: int) -> dict[str, Any]:
    """Return the sheet that the client shows at a version."""
    async with asyncio.timeout(PATIENCE):
        while line := await printed.readline():
            sheet: dict[str, Any] = msgspec.json.decode(line)
            if sheet["version"] == version:
                return sheet
    raise AssertionError("The client stopped.")


async def test_a_client_misses_nothing_while_the_server_restarts(
    database_url: str, tmp_path: Path, app: Path
) -> None:
    port = servers.free_port()
    server = servers.start(port, tmp_path, DATABASE_URL=database_url)
    try:
        address = servers.wait_until_ready(server, port)
        async with signed_in(address) as phone:
            match_id = str((await opened(phone))["matchId"])
            token = phone.headers["Authorization"].removeprefix("Bearer ")
            client = await asyncio.create_subprocess_exec(
                *("node", str(app / "follow.js"), address, token, match_id), stdout=PIPE
            )
            try:
                assert client.stdout is not None
                assert (await shown(client.stdout, 1))["matchId"] == match_id
                await adjust(phone, match_id)
                await shown(client.stdout, 2)
                servers.stop(server)
                server = servers.start(port, tmp_path, DATABASE_URL=database_url)
                servers.wait_until_ready(server, port)
                # The client pauses before it comes back; some are made meanwhile.
                for version in (3, 4):
                    assert await adjust(phone, match_id) == version
                await shown(client.stdout, 4)
                await adjust(phone, match_id)
                sheet = await shown(client.stdout, 5)
                assert sheet == (await phone.get(f"/v1/matches/{match_id}")).json()
            finally:
                client.kill()
                await client.wait()
    finally:
        servers.stop(server)
