"""Servers of two releases share a database: the one that was promised last, and this one."""

import asyncio
import io
import json
import os
import re
import subprocess
import zipfile
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import httpx
import pytest

from pitchkeeper.database import cluster
from pitchkeeper.settings import ROOT
from tests.faults import crowds, evenings, stages
from tests.faults.audits import audit
from tests.faults.phones import Diary
from tests.faults.tallies import conclude
from tests.support import leagues
from tests.support.phones import Json

_PROMISED = ("log", "-1", "--format=%H", "--", "openapi/released.json")
_NEEDED = ("api", "domain", "migrations", "openapi", "web/built")


def git(*arguments: str) -> bytes:
    """Return what git answers, or skip where there is no history."""
    try:
        return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("There is no history of commits to take the older release from")


def contract(address: str) -> Json:
    """Return the contract that a server publishes."""
    return httpx.get(f"{address}/openapi.json").json()  # type: ignore[no-any-return]


async def play_league_night(addresses: Sequence[str]) -> None:
    """Open a league at one server and plan it at another, and report its first night at both."""
    first, second = (httpx.AsyncClient(base_url=each) for each in addresses)
    async with first, second:
        token = (await first.post("/v1/devices")).json()["token"]
        for server in (first, second):
            server.headers["Authorization"] = f"Bearer {token}"
        league = await leagues.open_league(first, teams=4)
        schedule = await leagues.plan_nights(second, league)
        for server, fixture in zip(
            cycle((first, second)), leagues.fixtures(schedule, 1), strict=False
        ):
            await leagues.report_result(server, league, fixture["number"], wins=[2, 1])
        told = [await leagues.standings(server, league) for server in (first, second)]
    scores = [[(row["entrant"], row["score"]) for row in each["rows"]] for each in told]
    assert scores[0] == scores[1]
    assert sum(score for _, score in scores[0]) == 12


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the release that `openapi/released.json` promises, or of a chosen commit."""
    commit = os.environ.get("OLDER_RELEASE") or git(*_PROMISED).decode().strip()
    # Before the first one nobody was promised that servers run side by side.
    is_promised = re.search(r"^## \[\d", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if not is_promised and "OLDER_RELEASE" not in os.environ:
        pytest.skip("No release is cut yet that this one could run beside (OLDER_RELEASE)")
    folder = tmp_path_factory.mktemp("older")
    sources = git("archive", "--format=zip", commit, *_NEEDED)
    with zipfile.ZipFile(io.BytesIO(sources)) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize("is_older_first", [True, False], ids=["upgrade", "way back"])
async def test_an_evening_on_servers_of_two_releases_loses_nothing(
    state: Path, older: Path, *, is_older_first: bool, is_brief: bool
) -> None:
    diary = Diary()
    sources = os.pathsep.join(str(older / room) for room in ("api", "domain"))
    releases = [{"PYTHONPATH": sources}, {}]
    first, second = releases if is_older_first else reversed(releases)
    with (
        cluster.run_supervised(state) as url,
        stages.serve(state, DATABASE_URL=url, **first) as server,
        stages.serve(state, DATABASE_URL=url, **second) as joining,
    ):
        addresses = [server.address, joining.address]
        older_contract = json.loads((older / "openapi/openapi.json").read_bytes())
        assert contract(addresses[not is_older_first]) == older_contract
        async with (
            evenings.start_evenings(addresses, diary, 3 if is_brief else 10) as playing,
            crowds.open_crowd(url, addresses, diary, 10) as crowd,
        ):
            async with asyncio.TaskGroup() as group:
                group.create_task(crowd.play(1))
                group.create_task(play_league_night(addresses))
                for evening in playing:
                    group.create_task(evening.play(20))
            report = await audit(url, [*crowd.phones, *(each.phone for each in playing)])
    conclude("two releases", report, diary, ())
