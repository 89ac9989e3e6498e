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
        ("domain/cards.py", "from api import kept", "The domain knows only values"),
        ("domain/rules/options.py", "from domain.hand import verdicts", "Inside the domain"),
        ("domain/hand/points.py", "from domain.hand import verdicts", "No two modules"),
        ("api/scorekeeping.py", "import asyncpg", "Only the store"),
        ("api/store.py", "import litestar", "Use cases and the store"),
        ("api/deliveries.py", "from api import etags", "Use cases and the store"),
        ("api/queues.py", "from api import receipts", "The rules are not read"),
        ("api/views.py", "from api.routes import hands", "The rules are not read"),
        ("api/limits.py", "from api import requests", "What every request goes"),
        ("api/orphans.py", "from api import metrics", "The launcher leaves"),
    ],
)
def test_a_wrong_import_is_found(copy: Path, file: str, line: str, contract: str) -> None:
    path = copy / file
    kept = path.read_text()
    path.write_text(f"{kept}\n{line}\n")
    try:
        broken = [said for said in lint(copy).splitlines() if said.endswith("BROKEN")]
    finally:
        path.write_text(kept)
    assert any(said.startswith(contract) for said in broken), broken


def test_as_it_stands_all_contracts_are_kept(copy: Path) -> None:
    assert "0 broken" in lint(copy)
