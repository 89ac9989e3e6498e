"""How large the faults are, and the table of what they cost."""

import os

import pytest
from _pytest.terminal import TerminalReporter

from tests.faults import tallies


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print what every fault cost."""
    lines = tallies.table()
    if lines:
        terminalreporter.section("faults")
        terminalreporter.write_line("\n".join(lines))


@pytest.fixture(scope="session")
def is_brief() -> bool:
    """Whether the faults are the short ones of the checks before a merge."""
    size = os.environ.get("FAULTS", "full")
    assert size in {"brief", "full"}, "FAULTS is brief or full"
    return size == "brief"
