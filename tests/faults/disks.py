"""Disks: a small one that can be filled up and given room again."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PIECE = 64 * 1024


@contextmanager
def mount(folder: Path, content: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own at a folder, with a copy of another folder on it.

    The test is skipped where nobody may mount one.
    """
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        subprocess.run(["cp", "--archive", f"{content}/.", folder], check=True)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(ballast: Path) -> None:
    """Write until there is no room left for anybody."""
    file = os.open(ballast, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for piece in (_PIECE, 1):
            _write(file, piece)
    finally:
        os.close(file)


def _write(file: int, piece: int) -> None:
    try:
        while os.write(file, b"\0" * piece):
            pass
    except OSError:
        return
