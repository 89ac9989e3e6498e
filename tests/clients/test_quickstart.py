"""The quick start's programs play their hand; `make contract` takes them out of the guide."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from pitchkeeper.settings import ROOT

SAMPLES: Final = ROOT / "build" / "samples"
COMPILER: Final = ROOT / "openapi" / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.mark.parametrize("name", ["quickstart.py", "quickstart.ts"])
def test_the_quick_start_plays_its_hand(name: str, address: str, tmp_path: Path) -> None:
    program = tmp_path / name
    text = (SAMPLES / name).read_text()
    assert "http://127.0.0.1:8000" in text
    program.write_text(text.replace("http://127.0.0.1:8000", address))
    command = [sys.executable, str(program)]
    if program.suffix == ".ts":
        form = ("--target", "es2022", "--lib", "es2022,dom")
        subprocess.run(["node", COMPILER, *form, program], check=True)
        command = ["node", str(program.with_suffix(".js"))]
    played = subprocess.run(command, check=True, capture_output=True, text=True)
    assert played.stdout.split() in (["[3,", "1]"], ["[", "3,", "1", "]"])
