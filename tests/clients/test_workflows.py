"""The workflows of the contract are run, step by step, against a server."""

import os
import re
import subprocess

from pitchkeeper.settings import ROOT


def test_every_workflow_goes_through(address: str) -> None:
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_NOTIFICATIONS": "true"}
    respect = ("npx", "--no-install", "redocly", "respect", "arazzo.yaml")
    run = subprocess.run(
        [*respect, "--server", f"pitchkeeper={address}"],
        cwd=ROOT / "openapi",
        env=os.environ | quiet,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"3 passed, 3 total", run.stdout + run.stderr)
