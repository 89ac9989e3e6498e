"""Dropping root: PostgreSQL refuses to run as root, so it runs as another user.

Other programs may run as that user too. So the server is in a group of its own, which alone may
pass into the folder that its data is in; and Linux lets no process look into another through
`/proc`, as the same user, unless its group is the same as well.
"""

import ctypes
import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import Final

SERVER_USER: Final = "nobody"
SERVER_GROUP: Final = 58_432
"""A group without a name, because nobody may be in it; so low that containers have it too."""

# As linux/prctl.h and linux/capability.h have them, which no module of Python has.
_PR_SET_SECUREBITS: Final = 28
_NO_SETUID_FIXUP: Final = 1 << 2
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2
_CAP_DAC_READ_SEARCH: Final = 2
_CAPABILITY_VERSION_3: Final = 0x20080522


def server_ids() -> tuple[int, int] | None:
    """Return the user and group ids of the server if we are root; None to run as ourselves."""
    if os.geteuid() != 0:
        return None
    return pwd.getpwnam(SERVER_USER).pw_uid, SERVER_GROUP


def is_server(uid: int) -> bool:
    """Return whether a user is the one that the server runs as when we are root."""
    ids = server_ids()
    return ids is not None and ids[0] == uid


def user() -> str:
    """Return the name of the current user."""
    return pwd.getpwuid(os.geteuid()).pw_name


def give(path: Path) -> None:
    """Change the owner of a file or folder to the server's user."""
    ids = server_ids()
    if ids is not None:
        os.chown(path, *ids, follow_symlinks=False)


def guard(folder: Path) -> None:
    """Let only the server pass into a folder, without write permission."""
    ids = server_ids()
    if ids is not None:
        os.chown(folder, 0, ids[1])
        folder.chmod(0o710)


def closed_way(path: Path) -> Path | None:
    """Return the first folder on the way to a path that the server's user cannot enter, if any.

    Usually a capability of root's lets it pass all of them; containers may lack it.
    """
    ids = server_ids()
    if ids is None or _may_pass():
        return None
    for folder in reversed(path.resolve().parents):
        status = folder.stat()
        own = 0o100 if status.st_uid == ids[0] else 0o010 if status.st_gid == ids[1] else 0o001
        if not status.st_mode & own:
            return folder
    return None


def _may_pass() -> bool:
    words = Path("/proc/self/status").read_text().partition("CapPrm:")[2].split()
    return bool(int(words[0], 16) & 1 << _CAP_DAC_READ_SEARCH)


def drop_root() -> Callable[[], None] | None:
    """Return a function that a child process runs first to stop being root; None if we are not.

    The child keeps the capability to pass through folders, because the project may lie under a home
    directory that the server's user cannot enter and whose mode is not ours to change.
    """
    ids = server_ids()
    if ids is None:
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = ids

    def limit(capabilities: int) -> bool:
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
        sets = (ctypes.c_uint32 * 6)(capabilities, capabilities, capabilities, 0, 0, 0)
        return bool(libc.capset(header, sets) == 0)

    def drop() -> None:
        # Without this bit the kernel's access(2), which initdb relies on, ignores the right.
        libc.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0)
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
        if limit(1 << _CAP_DAC_READ_SEARCH):
            libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_READ_SEARCH, 0, 0)
        elif not limit(0):
            raise PermissionError("root's rights could not be dropped")

    return drop
