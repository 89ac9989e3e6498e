"""Three PostgreSQL with Patroni and one etcd, as Debian packs them, to be killed by their ids."""

import json
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.support import servers

TTL: Final = 20
"""Seconds that a primary may be silent before another takes its place; Patroni takes no fewer."""
_PATIENCE: Final = 300.0
_USER: Final = "postgres"
_BINARIES: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
MISSING: Final = [
    package
    for package, is_there in (
        ("etcd-server", shutil.which("etcd")),
        ("patroni", shutil.which("patroni")),
        ("postgresql", _BINARIES),
    )
    if not is_there
]
"""Packages of Debian that have to be installed first."""


@dataclass
class Node:
    """One PostgreSQL and the Patroni that looks after it."""

    folder: Path
    etcd: int
    port: int = field(default_factory=servers.free_port)
    rest: int = field(default_factory=servers.free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def is_primary(self) -> bool:
        """True if it is the one to write to, as its Patroni says."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.rest}/primary", timeout=2).is_success
        return False

    def start(self) -> None:
        """Start Patroni, which makes, joins or follows the others by itself."""
        configuration = self.folder / "patroni.json"
        configuration.write_text(json.dumps(self._configuration()))
        self.process = _start(["patroni", str(configuration)], self.folder)

    def kill(self) -> None:
        """Kill PostgreSQL and Patroni with all that they started, as a power cut does."""
        assert self.process is not None
        processes = servers.family(self.process.pid)
        with suppress(OSError, ValueError, IndexError):
            # Patroni starts it so that it outlives Patroni.
            postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
            processes += servers.family(postmaster)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait(servers.PATIENCE)

    def _configuration(self) -> dict[str, object]:
        logins = {
            "superuser": {"username": "postgres", "password": "nothing"},
            "replication": {"username": "replicator", "password": "nothing"},
        }
        return {
            "scope": "pitchkeeper",
            "name": self.folder.name,
            "restapi": {"listen": f"127.0.0.1:{self.rest}"},
            "etcd3": {"host": f"127.0.0.1:{self.etcd}"},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": 5,
                    "retry_timeout": 5,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 100}},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.folder / "data"),
                "bin_dir": str(_BINARIES[-1]),
                "authentication": logins,
                "pg_hba": [
                    "host all all 127.0.0.1/32 trust",
                    "host replication all 127.0.0.1/32 trust",
                ],
                "parameters": {"unix_socket_directories": str(self.folder)},
            },
        }


@dataclass
class Nodes:
    """All three."""

    nodes: list[Node]

    @property
    def url(self) -> str:
        """The address at which the primary is found."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=primary"

    @property
    def primary(self) -> Node:
        """The one to write to, once there is one."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            for node in self.nodes:
                if node.is_primary:
                    return node
            time.sleep(0.2)
        raise AssertionError(self.log_tails())

    def wait_until_synchronous(self) -> None:
        """Wait until a standby has all that is acknowledged, and the third follows too."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                cluster = httpx.get(
                    f"http://127.0.0.1:{self.primary.rest}/cluster", timeout=2
                ).json()
                roles = [member["role"] for member in cluster["members"]]
                if len(roles) == len(self.nodes) and "sync_standby" in roles:
                    return
            time.sleep(0.2)
        raise AssertionError(self.log_tails())

    def log_tails(self) -> str:
        """The end of what each has said."""
        logs = [node.folder / "log" for node in self.nodes]
        return "\n".join(log.read_text()[-1500:] for log in logs if log.exists())


@contextmanager
def running(folder: Path) -> Iterator[Nodes]:
    """Three nodes of which one is the primary and one has all that it acknowledged."""
    client, peer = servers.free_port(), servers.free_port()
    _give(folder)
    store = folder / "etcd"
    _give(store)
    addresses = [
        *("--listen-client-urls", f"http://127.0.0.1:{client}"),
        *("--advertise-client-urls", f"http://127.0.0.1:{client}"),
        *("--listen-peer-urls", f"http://127.0.0.1:{peer}"),
        *("--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}"),
        *("--initial-cluster", f"default=http://127.0.0.1:{peer}"),
    ]
    etcd = _start(["etcd", "--data-dir", str(store / "data"), *addresses], store)
    nodes = Nodes([Node(folder / f"node{number}", client) for number in range(3)])
    try:
        servers.wait_until_open(client)
        for each in nodes.nodes:
            _give(each.folder)
            each.start()
        nodes.wait_until_synchronous()
        yield nodes
    finally:
        for each in nodes.nodes:
            if each.process is not None:
                each.kill()
        etcd.kill()
        etcd.wait(servers.PATIENCE)


def _start(command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    """A program that is not root, and writes what it says into a folder."""
    is_root = os.geteuid() == 0
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | {"HOME": str(folder)},
            stdout=log,
            stderr=log,
            user=_USER if is_root else None,
            group=_USER if is_root else None,
            extra_groups=[] if is_root else None,
        )


def _give(folder: Path) -> None:
    """Make a folder that the programs may write to."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        entry = pwd.getpwnam(_USER)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
