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
    played = subprocess.run(
        program, cwd=app, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert played.stdout == EVENING, played.stderr


def test_python_plays_an_evening(address: str, tmp_path: Path) -> None:
    """The wheel is installed in an environment that has nothing else."""
    (wheel,) = (ROOT / "build" / "clients").glob("pitchkeeper_client-*.whl")
    uv, python = Path(sys.executable).with_name("uv"), tmp_path / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, tmp_path], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, wheel], check=True)
    evening = shutil.copy(ROOT / "clients" / "python" / "evening.py", tmp_path)
    played = subprocess.run(
        [python, evening, address],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert played.stdout == EVENING, played.stderr
