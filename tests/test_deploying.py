"""The files for running a server as a service work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY, Metric

from pitchkeeper import metrics
from pitchkeeper.settings import CONTRACT, ROOT
from tests.support import servers
from tests.support.sheet_entries import FOUR_TO_NONE

DEPLOY = ROOT / "docs" / "deploy"
GUIDE = (ROOT / "docs" / "deploying.md").read_text()


def checked(*command: str | Path) -> None:
    """Let a program look at a file, if the machine has it."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The service; only its program is not there, where nobody has installed it."""
    written = tmp_path / "pitchkeeper.service"
    text = (DEPLOY / written.name).read_text()
    written.write_text(text.replace("/srv/pitchkeeper/.venv/bin/pitchkeeper", sys.executable))
    return written


def test_the_service_is_what_systemd_expects(unit: Path) -> None:
    checked("systemd-analyze", "verify", unit)


def test_the_service_has_little_that_a_stranger_could_use(unit: Path) -> None:
    # Tenths of what systemd rates from 0 to 10.
    checked("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)


def test_the_container_file_is_linted() -> None:
    checked(Path(sys.prefix) / "bin" / "hadolint", DEPLOY / "Containerfile")


@pytest.mark.long
def test_what_the_container_installs_serves_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a wheel, and nothing else of the project: page, contract and migrations are in it."""
    wheel = build_wheel(tmp_path / "project")
    command = installed(wheel, tmp_path / "installed") / "pitchkeeper"
    monkeypatch.setattr(servers, "ROOT", tmp_path)
    monkeypatch.setattr(servers, "COMMAND", [command])
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with servers.serving(tmp_path / "state") as address, httpx.Client(base_url=address) as phone:
        for path in (
            "/",
            "/docs/guides/quickstart",
            "/v1/rulesets",
            "/openapi.json",
            "/arazzo.yaml",
        ):
            assert phone.get(path).status_code == 200, path
        token = phone.post("/v1/devices", json={}).json()["token"]
        phone.headers["authorization"] = f"Bearer {token}"
        players = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
        opened = {"ruleset": "mb-lounge", "players": players, "firstDealer": 3}
        match = phone.post("/v1/matches", json=opened).json()["matchId"]
        hand = phone.put(f"/v1/matches/{match}/hands/1", json=FOUR_TO_NONE)
        assert hand.json()["scores"] == [4, 0], hand.text
    there = {"PITCHKEEPER_STATE": str(tmp_path / "state")}
    assert output_of(there, command, "check") == "The database answers and is up to date.\n"
    assert output_of(there, command, "openapi") == CONTRACT.read_text()
    usual = (
        "from pitchkeeper import settings; print(settings.read({'XDG_STATE_HOME': '/kept'}).state)"
    )
    assert output_of({}, command.with_name("python"), "-c", usual) == "/kept/pitchkeeper\n"


def build_wheel(project: Path) -> Path:
    """Build the wheel of what the container copies."""
    copied = re.findall(r"^COPY (.+) (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert len(copied) > 3
    for sources, target in copied:
        for source in sources.split():
            there = project / (target + Path(source).name if target.endswith("/") else target)
            there.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, there)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run(build, cwd=project, check=True, capture_output=True)
    (wheel,) = (project / "dist").glob("*.whl")
    return wheel


def installed(wheel: Path, environment: Path) -> Path:
    """Install a wheel and what it needs, by the lock: the folder of its command."""
    uv = str(Path(sys.executable).with_name("uv"))
    python = str(environment / "bin" / "python")
    install = [uv, "pip", "install", "--quiet", "--no-deps", "--python", python]
    for command in (
        [uv, "venv", "--quiet", "--python", sys.executable, str(environment)],
        [*install, "--require-hashes", "--requirement", str(ROOT / "requirements.txt")],
        [*install, str(wheel)],
    ):
        subprocess.run(command, check=True)
    return environment / "bin"


def output_of(environment: dict[str, str], *command: str | Path) -> str:
    """Run a command: what it prints."""
    done = subprocess.run(
        command, env=os.environ | environment, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_prometheus_takes_the_alerts() -> None:
    checked("promtool", "check", "rules", DEPLOY / "alerts.yaml")


def test_each_alert_looks_at_what_there_is_and_is_explained() -> None:
    text = (DEPLOY / "alerts.yaml").read_text()
    metrics.set_build("3.0.0")
    there = {sample for family in REGISTRY.collect() for sample in names(family)}
    assert set(re.findall(r"pitchkeeper_\w+", text)) <= there
    alerts = re.findall(r"alert: (\w+)", text)
    assert re.findall(r"^\| `(Pitchkeeper\w+)`", GUIDE, re.MULTILINE) == alerts


def names(family: Metric) -> set[str]:
    """The names under which a metric can be asked for."""
    kinds = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {family.name + end for end in kinds.get(family.type, ("",))}
