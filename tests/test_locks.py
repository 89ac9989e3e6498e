"""Every package that is installed is locked by its hashes, the same for running and testing."""

import re
import tomllib
from importlib.metadata import version
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from pitchkeeper.settings import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[.*\])?==(?P<version>\S+)")


def locked(file: str) -> dict[str, tuple[str, frozenset[str]]]:
    """The packages of a lock with their versions and hashes."""
    text = (ROOT / file).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for line in lines:
        pin = _PINNED.match(line)
        assert pin is not None, line
        hashes = frozenset(re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
        found[canonicalize_name(pin["name"])] = (pin["version"], hashes)
    return found


@pytest.mark.parametrize(
    "file",
    [
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-build.txt",
        "requirements-audit.txt",
        "clients/python/requirements.txt",
    ],
)
def test_every_package_is_pinned_by_its_hashes_and_no_place(file: str) -> None:
    assert locked(file)
    assert all(hashes for _, hashes in locked(file).values())
    assert not re.search(r"https?://|--index|--find-links", (ROOT / file).read_text())


def test_tests_run_on_what_the_server_runs_on() -> None:
    assert locked("requirements.txt").items() <= locked("requirements-dev.txt").items()


@pytest.mark.parametrize(
    "asked", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
)
def test_the_lock_is_what_the_project_asks_for_and_what_is_installed(asked: str) -> None:
    """If this fails: `make lock`, then `make check`."""
    wanted = Requirement(asked)
    pinned, _ = locked("requirements-dev.txt")[canonicalize_name(wanted.name)]
    assert wanted.specifier.contains(pinned, prereleases=True)
    # A font says "2.012" of itself, and its lock "2.12".
    assert Version(version(wanted.name)) == Version(pinned)


def test_what_the_server_never_imports_is_not_installed_with_it() -> None:
    assert {"faker", "polyfactory", "rich-click", "httpx"}.isdisjoint(locked("requirements.txt"))
