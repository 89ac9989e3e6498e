"""The import contracts break when they should."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitchkeeper.settings import ROOT

LINT = Path(sys.executable).with_name("lint-imports")


def lint(folder: Path) -> str:
    """What the linter says of a copy of the project."""
    done = subprocess.run(
        [LINT, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder / 'domain'}:{folder / 'api'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for package in ("domain", "api"):
        shutil.copytree(ROOT / package, folder / package)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("pitch/cards.py", "import random", "The domain knows only values"),
        (
            "pitch/cards.py",
            "from pitchkeeper import settings",
            "The domain knows only values",
        ),
        ("pitch/rules/options.py", "from pitch.hand import verdicts", "Inside the domain"),
        ("pitch/hand/points.py", "from pitch.hand import verdicts", "No two modules"),
        (
            "pitchkeeper/rest/bodies.py",
            "from pitchkeeper.rest import operations",
            "No two modules",
        ),
        (
            "pitchkeeper/rest/limits/throttle.py",
            "from pitchkeeper.rest.middleware import requests",
            "No two",
        ),
        (
            "pitchkeeper/matches/members/names.py",
            "from pitchkeeper.matches.hands import scoring",
            "No two modules",
        ),
        ("pitchkeeper/matches/hands/scoring.py", "import asyncpg", "Only the database"),
        ("pitchkeeper/matches/store.py", "import litestar", "Use cases and stores"),
        ("pitchkeeper/access/membership/members.py", "import asyncpg", "Only the database"),
        ("pitchkeeper/access/codes/device_codes.py", "import litestar", "Use cases and stores"),
        (
            "pitch/proof/formula/layouts.py",
            "from pitch.proof import cases",
            "No two modules",
        ),
        (
            "pitchkeeper/matches/views.py",
            "from pitchkeeper.leagues import views",
            "Inside the server",
        ),
        (
            "pitchkeeper/database/pool.py",
            "from pitchkeeper.rest import problems",
            "Inside the server",
        ),
        (
            "pitchkeeper/rest/problems.py",
            "from pitchkeeper.matches import views",
            "Inside the server",
        ),
        (
            "pitchkeeper/rest/contract/schemas.py",
            "from pitchkeeper.access import routes",
            "Inside the server",
        ),
        ("pitchkeeper/services.py", "from pitchkeeper import app", "Inside the server"),
        (
            "pitchkeeper/workers/orphans.py",
            "from pitchkeeper import metrics",
            "The launcher leaves",
        ),
    ],
)
def test_a_wrong_import_is_found(copy: Path, file: str, line: str, contract: str) -> None:
    path = copy / ("domain" if file.startswith("pitch/") else "api") / file
    kept = path.read_text()
    path.write_text(f"{kept}\n{line}\n")
    try:
        broken = [said for said in lint(copy).splitlines() if " BROKEN" in said]
    finally:
        path.write_text(kept)
    assert any(said.startswith(contract) for said in broken), broken


def test_as_it_stands_all_contracts_are_kept(copy: Path) -> None:
    assert "0 broken" in lint(copy)
