"""The import contracts break when they should."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.settings import ROOT

LINT = Path(sys.executable).with_name("lint-imports")


def lint(folder: Path) -> str:
    """What the linter says of a copy of the project."""
    done = subprocess.run(
        [LINT, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
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
        ("domain/cards.py", "import random", "The domain knows only values"),
        ("domain/cards.py", "from api import settings", "The domain knows only values"),
        ("domain/rules/options.py", "from domain.hand import verdicts", "Inside the domain"),
        ("domain/hand/points.py", "from domain.hand import verdicts", "No two modules"),
        ("api/http/bodies.py", "from api.http import operations", "No two modules"),
        ("api/http/limits/throttle.py", "from api.http.middleware import requests", "No two"),
        ("api/matches/members/names.py", "from api.matches.hands import scoring", "No two modules"),
        ("api/matches/hands/scoring.py", "import asyncpg", "Only the database"),
        ("api/matches/store.py", "import litestar", "Use cases and stores"),
        ("api/access/membership/members.py", "import asyncpg", "Only the database"),
        ("api/access/codes/device_codes.py", "import litestar", "Use cases and stores"),
        ("domain/proof/formula/layouts.py", "from domain.proof import cases", "No two modules"),
        ("api/matches/views.py", "from api.leagues import views", "Inside the server"),
        ("api/database/pool.py", "from api.http import problems", "Inside the server"),
        ("api/http/problems.py", "from api.matches import views", "Inside the server"),
        ("api/contract/schemas.py", "from api.access import routes", "Inside the server"),
        ("api/services.py", "from api import openapi", "Inside the server"),
        ("api/workers/orphans.py", "from api import metrics", "The launcher leaves"),
    ],
)
def test_a_wrong_import_is_found(copy: Path, file: str, line: str, contract: str) -> None:
    path = copy / file
    kept = path.read_text()
    path.write_text(f"{kept}\n{line}\n")
    try:
        broken = [said for said in lint(copy).splitlines() if " BROKEN" in said]
    finally:
        path.write_text(kept)
    assert any(said.startswith(contract) for said in broken), broken


def test_as_it_stands_all_contracts_are_kept(copy: Path) -> None:
    assert "0 broken" in lint(copy)
