"""Processes that use an embedded PostgreSQL, and the server that they share."""

import asyncio
import subprocess
import sys
from pathlib import Path

from pitchkeeper.settings import ROOT
from tests.support.readers import PATIENCE

_HOLD = """
import sys
from pathlib import Path
from pitchkeeper.database import cluster
with cluster.run(Path(sys.argv[1]), durable=False) as url:
    print(url, flush=True)
    sys.stdin.read()
"""


def hold(folder: Path, *launcher: str) -> "subprocess.Popen[str]":
    """A process that uses the server of a folder until its input ends; what launches it, if any."""
    return subprocess.Popen(
        [*launcher, sys.executable, "-c", _HOLD, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_for_address(process: "subprocess.Popen[str]") -> str:
    """Return the address of the server that a process uses, once it does."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def left_by_killed(folder: Path) -> int:
    """Return the process id of the server that a killed process used."""
    holder = hold(folder)
    wait_for_address(holder)
    server = postmaster(folder)
    holder.kill()
    holder.communicate()
    return server


def release(process: "subprocess.Popen[str]") -> None:
    """Let a process leave the server."""
    process.communicate(timeout=60)
    assert process.returncode == 0


def postmaster(folder: Path) -> int:
    """The process id that the server of a folder has written down."""
    return int((folder / "postgres/data/postmaster.pid").read_text().split()[0])


def is_running(process_id: int) -> bool:
    """Return whether a process runs, not only its exit status is left."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


async def end_of(process_id: int) -> None:
    """Wait until a process is gone: the last step of a server follows the removal of its note."""
    async with asyncio.timeout(PATIENCE):
        while is_running(process_id):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
