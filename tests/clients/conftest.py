"""The packages as an author of an app has them; `make contract` packs them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitchkeeper.settings import ROOT

PACKAGES = ROOT / "build" / "clients"
COMPILER = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
FORM = ("--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom")


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder elsewhere with the package and two compiled programs that use it."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    (package,) = PACKAGES.glob("pitchkeeper-client-*.tgz")
    install = ["npm", "install", "--silent", "--prefer-offline", "--no-audit", str(package)]
    subprocess.run(install, cwd=folder, check=True)
    shutil.copy(ROOT / "clients" / "typescript" / "evening.ts", folder)
    shutil.copy(ROOT / "tests" / "clients" / "follow.ts", folder)
    compiling = ["node", str(COMPILER), *FORM, "evening.ts", "follow.ts"]
    compilation = subprocess.run(compiling, cwd=folder, capture_output=True, text=True, check=False)
    assert compilation.returncode == 0, compilation.stdout
    return folder


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the package and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    (wheel,) = PACKAGES.glob("pitchkeeper_client-*.whl")
    uv, interpreter = Path(sys.executable).with_name("uv"), folder / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    constraints = ("--constraints", ROOT / "clients" / "python" / "requirements.txt")
    install = (
        uv,
        "pip",
        "install",
        "--quiet",
        "--python",
        interpreter,
        *constraints,
        f"{wheel}[mcp]",
    )
    subprocess.run(install, check=True)
    return interpreter
