"""The quick start's programs play their hand; `make contract` takes them out of the guide."""

import re
import subprocess
import sys
import textwrap
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


def first_sample(language: str, address: str) -> str:
    """Return the first program of the package's own page."""
    page = (ROOT / "clients" / language / "README.md").read_text()
    sample = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert sample is not None
    assert "https://cards.example" in sample[1]
    return sample[1].replace("https://cards.example", address)


def test_the_page_of_the_package_for_python_opens_a_match(address: str, python: Path) -> None:
    sample = textwrap.indent(first_sample("python", address), "    ")
    printing = "        print(match['version'])"
    program = f"import asyncio\nasync def main():\n{sample}{printing}\nasyncio.run(main())"
    assert subprocess.check_output([python, "-c", program], text=True) == "1\n"


def test_the_page_of_the_package_for_typescript_opens_a_match(address: str, app: Path) -> None:
    program = app / "page.ts"
    program.write_text(first_sample("typescript", address) + "console.log(match.version);\n")
    form = ("--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom")
    subprocess.run(["node", COMPILER, *form, program], check=True)
    assert subprocess.check_output(["node", app / "page.js"], text=True) == "1\n"
