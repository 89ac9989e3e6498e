"""The import contracts break when they should."""

import os
import re
import shutil
import subprocess
import sys
from itertools import takewhile
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


DOMAIN = "The domain knows only values"
DOWNWARDS = "Inside the domain packages import downwards"
SERVER = "Inside the server packages import downwards"
CYCLES = "No two modules and no two packages lean on each other"
DATABASE = "Only the database and the stores speak to PostgreSQL"
HTTP = "Use cases and stores know nothing of HTTP"
LAUNCHER = "The launcher leaves the metrics to its workers"
WRONG = [
    ("pitch/cards.py", "import random", DOMAIN),
    ("pitch/cards.py", "from pitchkeeper import settings", DOMAIN),
    ("pitch/rules/options.py", "from pitch.hand import verdicts", DOWNWARDS),
    ("pitch/hand/points.py", "from pitch.hand import verdicts", CYCLES),
    ("pitchkeeper/rest/bodies.py", "from pitchkeeper.rest import operations", CYCLES),
    (
        "pitchkeeper/rest/limits/throttle.py",
        "from pitchkeeper.rest.middleware import requests",
        CYCLES,
    ),
    (
        "pitchkeeper/matches/members/names.py",
        "from pitchkeeper.matches.hands import scoring",
        CYCLES,
    ),
    ("pitchkeeper/matches/hands/scoring.py", "import asyncpg", DATABASE),
    ("pitchkeeper/matches/store.py", "import litestar", HTTP),
    ("pitchkeeper/access/membership/members.py", "import asyncpg", DATABASE),
    ("pitchkeeper/access/codes/device_codes.py", "import litestar", HTTP),
    ("pitch/proof/formula/layouts.py", "from pitch.proof import cases", CYCLES),
    ("pitchkeeper/matches/views.py", "from pitchkeeper.leagues import views", SERVER),
    ("pitchkeeper/database/pool.py", "from pitchkeeper.rest import problems", SERVER),
    ("pitchkeeper/rest/problems.py", "from pitchkeeper.matches import views", SERVER),
    ("pitchkeeper/rest/contract/schemas.py", "from pitchkeeper.access import routes", SERVER),
    ("pitchkeeper/services.py", "from pitchkeeper import app", SERVER),
    ("pitchkeeper/workers/orphans.py", "from pitchkeeper import metrics", LAUNCHER),
]


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what the linter says by contract of a copy with all wrong imports at once."""
    folder = tmp_path_factory.mktemp("project")
    for package in ("domain", "api"):
        shutil.copytree(ROOT / package, folder / package)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for file, line, _ in WRONG:
        path = folder / ("domain" if file.startswith("pitch/") else "api") / file
        path.write_text(f"{path.read_text()}\n{line}\n")
    _, *parts = re.split(r"\n(.+)\n-{5,}\n", lint(folder))
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("file", "line", "contract"), WRONG)
def test_a_wrong_import_is_found(
    complaints: dict[str, str], file: str, line: str, contract: str
) -> None:
    importer = file.removesuffix(".py").split("/")
    imported = re.sub("(from|import) ", "", line).replace(" ", ".").split(".")
    if contract == CYCLES:
        # The linter names the two neighbours of a cycle, and chooses which import to cut.
        both = zip(importer, imported, strict=False)
        shared = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], both)]
        one, other = f".{importer[len(shared)]}", f".{imported[len(shared)]}"
        report = (
            complaints[CYCLES].partition(f"in {'.'.join(shared)}.\n")[2].partition("No cycles")[0]
        )
        assert f"- {one} -> {other} (" in report or f"- {other} -> {one} (" in report
    else:
        assert f" {'.'.join(importer)} -> {'.'.join(imported)} (l." in complaints[contract]


def test_as_it_stands_all_contracts_are_kept() -> None:
    assert "0 broken" in lint(ROOT)
