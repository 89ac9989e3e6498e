"""Started as root, the server is another user, of whose other programs none can read anything."""

import asyncio
import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from pitchkeeper.database import cluster, privileges
from tests.support.clusters import hold, postmaster, release, wait_for_address
from tests.support.databases import fetch, fetchval

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to drop")
CONTAINER = ("setpriv", "--bounding-set", "-dac_read_search,-sys_ptrace")
"""Launches what root may do in a container, where it may not look into processes of others."""
IN_A_CONTAINER = pytest.mark.skipif(
    not all(folder.stat().st_mode & 1 for folder in Path(sys.prefix).parents),
    reason="without its right to pass, root's servers need a project on a way that all can go",
)


@pytest.fixture
def public() -> Iterator[Path]:
    """A state folder on a way that everybody can go."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_root_keeps_nothing_but_the_right_to_pass_through_folders(public: Path) -> None:
    with cluster.run(public, durable=False):
        status = Path(f"/proc/{postmaster(public)}/status").read_text()
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert "0" not in fields["Uid"].split()
    assert fields["Groups"].split() == []
    assert int(fields["CapEff"], 16) in {0, 1 << 2}
    assert int(fields["CapPrm"], 16) in {0, 1 << 2}


AS_SERVER = """
import asyncio, asyncpg, sys
asyncio.run(asyncpg.connect(sys.argv[1]))
"""


def test_other_programs_of_the_servers_user_are_not_let_in(tmp_path: Path) -> None:
    with cluster.run(tmp_path, durable=False) as url:
        program = subprocess.run(
            [sys.executable, "-c", AS_SERVER, url],
            preexec_fn=privileges.drop_root(),
            capture_output=True,
            text=True,
            check=False,
        )
    assert "Peer authentication failed" in program.stderr


def list_readable(paths: Sequence[object], group: int) -> list[str]:
    """Return the files and folders that a program of the server's user can open, in a group."""
    done = subprocess.run(
        ["sh", "-c", 'for path; do (: < "$path") && echo "$path"; done', "sh", *map(str, paths)],
        user=privileges.SERVER_USER,
        group=group,
        extra_groups=[],
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()


def places(folder: Path) -> Iterator[Path]:
    """Yield the paths at which a server's data could be read."""
    home = folder / "postgres"
    yield from (home, *home.rglob("*"))
    server = postmaster(folder)
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    assert children
    for process in (Path("/proc", number) for number in (str(server), *children)):
        yield from (process / name for name in ("environ", "maps", "mem", "cwd"))
        yield from (process / "cwd/PG_VERSION", process / "cwd/base", process / "root/etc")
        yield Path(f"{process}/root{home}/data/PG_VERSION")
        # A helper of the server may end in between, and leaves nothing open.
        with suppress(FileNotFoundError):
            yield from (*(process / "fd").iterdir(), *(process / "map_files").iterdir())


def usual_group() -> int:
    return pwd.getpwnam(privileges.SERVER_USER).pw_gid


@pytest.mark.parametrize(
    "launcher",
    [pytest.param((), id="root"), pytest.param(CONTAINER, id="container", marks=IN_A_CONTAINER)],
)
def test_other_programs_of_the_servers_user_read_nothing(
    public: Path, launcher: tuple[str, ...]
) -> None:
    process = hold(public, *launcher)
    assert process.stdout is not None
    assert process.stdout.readline()
    version = public / "postgres/data/PG_VERSION"
    readable = list_readable([*places(public)], usual_group())
    by_the_server = list_readable([version], privileges.SERVER_GROUP)
    release(process)
    assert (readable, by_the_server) == ([], [str(version)])


def test_what_the_server_shares_in_memory_is_in_its_folder(public: Path) -> None:
    with cluster.run(public, durable=False):
        maps = Path(f"/proc/{postmaster(public)}/maps").read_text()
    assert f"{public}/postgres/data/pg_dynshmem/" in maps
    assert "/dev/shm/" not in maps  # noqa: S108


async def test_a_folder_of_an_older_version_is_shut_to_others_and_goes_on(public: Path) -> None:
    with cluster.run(public, durable=False) as url:
        await fetch(url, "CREATE TABLE kept AS SELECT 7 AS seven")
    user, home = pwd.getpwnam(privileges.SERVER_USER), public / "postgres"
    for path in (home, *home.rglob("*")):
        os.chown(path, user.pw_uid, user.pw_gid)
    home.chmod(0o700)
    with cluster.run(public, durable=False) as url:
        assert await fetchval(url, "SELECT seven FROM kept") == 7
        assert list_readable([*places(public)], usual_group()) == []


def test_a_folder_for_sockets_that_others_made_is_refused(
    public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that is too long for a socket has it in a folder where anybody may make some."""
    monkeypatch.setattr(tempfile, "tempdir", str(public))
    long = public / ("long " * 20) / "state"
    with cluster.run(long, durable=False):
        (sockets,) = public.glob("pitchkeeper-*")
    assert sockets.stat().st_mode & 0o777 == 0o710
    os.chown(sockets, pwd.getpwnam(privileges.SERVER_USER).pw_uid, usual_group())
    with (
        pytest.raises(cluster.ClusterFailed, match="belongs to another user"),
        cluster.run(long, durable=False),
    ):
        pass


@IN_A_CONTAINER
def test_in_a_container_a_server_that_runs_is_known(public: Path) -> None:
    """There root may not look at where a process works, only at how it was begun."""
    first = hold(public, *CONTAINER)
    url = wait_for_address(first)
    server = postmaster(public)
    second = hold(public, *CONTAINER)
    assert wait_for_address(second) == url
    assert postmaster(public) == server
    release(second)
    assert asyncio.run(fetchval(url, "SELECT true"))
    release(first)


@IN_A_CONTAINER
@pytest.mark.parametrize("is_old", [False, True])
def test_a_closed_home_in_a_container_is_named_with_what_to_do(public: Path, is_old: bool) -> None:
    home = public / "home"
    home.mkdir()
    if is_old:
        with cluster.run(home / "state", durable=False):
            pass
    home.chmod(0o700)
    script = "import sys; from pathlib import Path; from pitchkeeper.database import cluster\n"
    script += "with cluster.run(Path(sys.argv[1]), durable=False): pass"
    program = subprocess.run(
        [*CONTAINER, sys.executable, "-c", script, str(home / "state")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert program.returncode != 0
    last_line = program.stderr.splitlines()[-1]
    assert f"cannot enter {home} on the way to {home / 'state' / 'postgres'}" in last_line
    assert f"chmod o+x {home}" in last_line
