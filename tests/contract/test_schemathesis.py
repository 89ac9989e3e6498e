"""The running server keeps every promise of the contract, alone and in sequence."""

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from pitchkeeper import app
from pitchkeeper.settings import ROOT
from tests.support import servers
from tests.support.contract_calls import SHOWN_IDS, Calls
from tests.support.operations import OPERATIONS
from tests.support.readers import signed_in
from tests.support.searches import IS_THOROUGH, share

PHASES: Final = "examples,coverage,fuzzing,stateful" if IS_THOROUGH else "fuzzing,stateful"
"""Bounds of every field take minutes, and examples succeed in test_successes.py."""
MOST: Final = f"""
[generation]
max-examples = {share(25, 25)}

[phases.stateful.generation]
max-examples = {share(160, 20)}
"""
"""As many requests of each operation, and as many walks from one to the next by its links."""
HOOKS: Final = "tests.contract.schemathesis_hooks"
LEFT_OUT: Final = 7
"""Operations that it cannot try: schemathesis.toml says which, and where they are tried."""


async def furnish(phone: httpx.AsyncClient) -> None:
    """Open the match and the league of the examples, or most of what is tried would find none."""
    call = Calls()
    match_id, league_id = SHOWN_IDS["matchId"], SHOWN_IDS["leagueId"]
    match = OPERATIONS["createMatch"].body | {"matchId": match_id}
    league = OPERATIONS["createLeague"].body | {"leagueId": league_id}
    await call(phone, "createMatch", body=match)
    await call(phone, "recordHand", matchId=match_id, number=1)
    await call(phone, "createLeague", body=league)
    await call(phone, "planSchedule", leagueId=league_id)


@pytest.fixture
async def server_and_token(database_url: str, tmp_path: Path) -> AsyncIterator[tuple[str, str]]:
    """The address of a server, and the authorization of a device with a match and a league."""
    with servers.serving(tmp_path, DATABASE_URL=database_url) as address:
        async with signed_in(address) as phone:
            await furnish(phone)
            yield address, phone.headers["Authorization"]


@pytest.mark.long
@pytest.mark.search
def test_nothing_that_the_contract_allows_breaks_the_server(
    server_and_token: tuple[str, str], tmp_path: Path
) -> None:
    address, authorization = server_and_token
    config = tmp_path / "schemathesis.toml"
    config.write_text(Path(__file__).with_name(config.name).read_text() + MOST)
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            *("--config-file", str(config)),
            *("run", f"{address}/openapi.json", "--checks", "all", "--phases", PHASES),
            *("--seed", "7", "--generation-deterministic"),
            # A busy machine is slow to prove an example, and that is no broken promise.
            *("--request-timeout", "120", "--max-response-time", "120"),
            *("--header", f"Authorization: {authorization}", "--no-color"),
        ],
        cwd=tmp_path,
        env=os.environ
        | {"PYTHONWARNINGS": "default", "PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": HOOKS},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert re.search(rf"Tested: +{len(app.OPERATIONS) - LEFT_OUT}\n", done.stdout)
