"""What is there for whoever lets a server run by itself does run it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY, Metric

from pitchkeeper import metrics
from pitchkeeper.settings import ROOT
from tests.support import servers

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
    written.write_text(text.replace("/srv/pitchkeeper/.venv/bin/python", sys.executable))
    return written


def test_the_service_is_what_systemd_expects(unit: Path) -> None:
    checked("systemd-analyze", "verify", unit)


def test_the_service_has_little_that_a_stranger_could_use(unit: Path) -> None:
    # Tenths of what systemd rates from 0 to 10.
    checked("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)


def test_the_container_file_is_linted() -> None:
    checked(Path(sys.prefix) / "bin" / "hadolint", DEPLOY / "Containerfile")


def test_a_server_starts_from_what_the_container_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    copied = re.findall(r"^COPY (\S+) (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert len(copied) > 3
    for source, target in copied:
        there = project / (source if target == "." else target)
        there.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, there)
    monkeypatch.setattr(servers, "ROOT", project)
    with servers.serving(tmp_path / "state") as address:
        for path in ("/", "/docs", "/v1/rulesets", "/openapi.json"):
            assert httpx.get(f"{address}{path}").status_code == 200, path


def test_prometheus_takes_the_alerts() -> None:
    checked("promtool", "check", "rules", DEPLOY / "alerts.yaml")


def test_each_alert_looks_at_what_there_is_and_is_explained() -> None:
    text = (DEPLOY / "alerts.yaml").read_text()
    metrics.build("3.0.0")
    there = {sample for family in REGISTRY.collect() for sample in names(family)}
    assert set(re.findall(r"pitchkeeper_\w+", text)) <= there
    alerts = re.findall(r"alert: (\w+)", text)
    assert re.findall(r"^\| `(Pitchkeeper\w+)`", GUIDE, re.MULTILINE) == alerts


def names(family: Metric) -> set[str]:
    """The names under which a metric can be asked for."""
    kinds = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {family.name + end for end in kinds.get(family.type, ("",))}
