"""Each client plays an evening of two phones that are both without signal for a hand."""

import shutil
import subprocess
import sys
from pathlib import Path

from pitchkeeper.settings import ROOT
from tests.support.readers import PATIENCE

EVENING = """\
Bob sees the first hand of Ann: 3 to 1.
1 and 1 hand wait for a signal.
stale_match: 10 of diamonds: Bob & Dee on this phone, Ann & Cid on the sheet.
Both see 3 to 5.
"""


def test_typescript_plays_an_evening(address: str, app: Path) -> None:
    program = ["node", "evening.js", address]
    evening_run = subprocess.run(
        program, cwd=app, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert evening_run.stdout == EVENING, evening_run.stderr


def test_python_plays_an_evening(address: str, python: Path, tmp_path: Path) -> None:
    evening = shutil.copy(ROOT / "clients" / "python" / "evening.py", tmp_path)
    evening_run = subprocess.run(
        [python, evening, address], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert evening_run.stdout == EVENING, evening_run.stderr


def test_the_package_for_python_is_typed(python: Path, tmp_path: Path) -> None:
    evening = shutil.copy(ROOT / "clients" / "python" / "evening.py", tmp_path)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python)]
    cache = ("--cache-dir", str(tmp_path / "cache"))
    for target in (("-p", "pitchkeeper_client"), (evening,)):
        subprocess.run([*mypy, *cache, *target], cwd=tmp_path, check=True)
