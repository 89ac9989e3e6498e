"""The size of the faults, and the table of their cost.

Phones that retry as the contract says play evenings while something breaks. Audits then compare
what they were told with the API, the tables, and a fold of the journal made anew; `test_audits`
tampers with a database to see that the audit notices.
"""

import os
import subprocess
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from pitchkeeper.database import cluster
from tests.faults import tallies


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print what every fault cost."""
    lines = tallies.table()
    if lines:
        terminalreporter.section("faults")
        terminalreporter.write_line("\n".join(lines))


@pytest.fixture(scope="session")
def is_brief() -> bool:
    """Return whether the faults are the short ones of the checks before a merge."""
    size = os.environ.get("FAULTS", "full")
    assert size in {"brief", "full"}, "FAULTS is brief or full"
    return size == "brief"


@pytest.fixture(scope="session")
def state_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database with nothing in it; making one takes longer than copying it."""
    folder = tmp_path_factory.mktemp("prepared")
    with cluster.run(folder):
        pass
    return folder


@pytest.fixture
def state(state_template: Path, tmp_path: Path) -> Path:
    """The folder of a test's own database."""
    folder = tmp_path / "state"
    subprocess.run(["cp", "--archive", state_template, folder], check=True)
    return folder
