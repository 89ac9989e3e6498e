"""pgbouncer between a server and its PostgreSQL, where it is installed."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from pitchkeeper.addresses import Database
from pitchkeeper.database import privileges
from tests.support import clusters, servers

PGBOUNCER: Final = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer")
"""Where pgbouncer is; `PGBOUNCER` names another than the one that is installed."""
MISSING: Final = "No pooler was tried: there is no pgbouncer (apt install it)"
_SETTINGS: Final = """
[databases]
* = host={socket} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
max_client_conn = 500
server_login_retry = 1
logfile = {folder}/log
"""


def version() -> tuple[int, ...]:
    """Return the version of pgbouncer, such as (1, 24, 1)."""
    assert PGBOUNCER is not None
    said = subprocess.run([PGBOUNCER, "--version"], check=True, capture_output=True, text=True)
    return tuple(int(part) for part in said.stdout.split()[1].split("."))


def keeps_statements() -> bool:
    """Return whether it can keep prepared statements apart."""
    return version() >= (1, 21)


@contextmanager
def run_pooler(
    state: Path,
    url: str,
    *more: str,
    mode: str = "transaction",
    size: int = 8,
    port: int | None = None,
) -> Iterator[str]:
    """The address of a pooler before the embedded server of a folder, until the block is left.

    Then it is killed, so that whoever uses it may see what that costs.
    """
    (socket,) = parse_qs(urlsplit(url).query)["host"]
    port = port or servers.free_port()
    _let_in(state)
    with tempfile.TemporaryDirectory(prefix="pitchkeeper-pooler-") as made:
        folder = Path(made)
        settings = folder / "ini"
        text = _SETTINGS.format(socket=socket, port=port, mode=mode, size=size, folder=folder)
        settings.write_text("\n".join([text, *more]))
        for path in (folder, settings):
            privileges.give(path)
        assert PGBOUNCER is not None
        process = subprocess.Popen(
            [PGBOUNCER, "--quiet", str(settings)],
            preexec_fn=privileges.drop_root(),  # noqa: PLW1509
        )
        try:
            servers.wait_until_open(port)
            yield f"postgresql://postgres@127.0.0.1:{port}/{urlsplit(url).path[1:]}"
        finally:
            process.kill()
            process.wait(servers.PATIENCE)


def _let_in(state: Path) -> None:
    """Let the server's user in as well: pgbouncer does not run as root either."""
    if privileges.server_ids() is None:
        return
    names = state / "postgres/data/pg_ident.conf"
    line = f'pitchkeeper "{privileges.SERVER_USER}" postgres\n'
    if line not in names.read_text():
        with names.open("a") as file:
            file.write(line)
        os.kill(clusters.postmaster(state), signal.SIGHUP)


_between: dict[str, str] = {}
"""The pooler through which the tests go, if they are to, by where it leads."""


@contextmanager
def use_pooler(state: Path, url: str) -> Iterator[None]:
    """Let the tests go through a pooler, with `POOLER=1`."""
    if not os.environ.get("POOLER"):
        yield
        return
    assert keeps_statements(), "POOLER=1 takes pgbouncer 1.21 or newer"
    with run_pooler(state, url) as pooler:
        _between[urlsplit(url).query] = pooler
        yield
        _between.clear()


def is_between() -> bool:
    """Return whether the tests go through a pooler."""
    return bool(_between)


def addresses_for(url: str) -> Database:
    """Return the database addresses for tests: past the pooler only if necessary."""
    parts = urlsplit(url)
    if parts.query not in _between:
        return Database(url)
    return Database(urlsplit(_between[parts.query])._replace(path=parts.path).geturl(), url)
