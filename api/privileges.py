"""Dropping root: PostgreSQL refuses to run as root, so it runs as another user."""

import ctypes
import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import Final

SERVER_USER: Final = "nobody"

_PR_SET_KEEPCAPS: Final = 8
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2
_CAP_DAC_READ_SEARCH: Final = 2
_CAPABILITY_VERSION_3: Final = 0x20080522


def server_ids() -> tuple[int, int] | None:
    """The user and group that the server runs as when we are root; None to run as ourselves."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam(SERVER_USER)
    return entry.pw_uid, entry.pw_gid


def give(path: Path) -> None:
    """Make a folder of ours the server's own."""
    ids = server_ids()
    if ids is not None:
        os.chown(path, *ids)


def dropping() -> Callable[[], None] | None:
    """What a child process runs first so that it is not root.

    It keeps the right to pass through folders, because the project may lie under a home
    directory that the server's user cannot enter and whose mode is not ours to change.
    """
    ids = server_ids()
    if ids is None:
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = ids

    def drop() -> None:
        libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
        bit = 1 << _CAP_DAC_READ_SEARCH
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
        wanted = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)
        if libc.capset(header, wanted) == 0:
            libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_READ_SEARCH, 0, 0)

    return drop
