"""The running server keeps every promise of the contract, alone and in sequence."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from api import app
from tests.support import servers
from tests.support.searches import IS_THOROUGH, share

PHASES = "examples,coverage,fuzzing,stateful" if IS_THOROUGH else "examples,fuzzing,stateful"
"""The coverage of every bound of every field takes minutes: `make certify` has it."""

LEFT_OUT = 6
"""Operations that it cannot try: schemathesis.toml says which, and where they are tried."""


@pytest.mark.long
@pytest.mark.search
def test_nothing_that_the_contract_allows_breaks_the_server(
    database_url: str, tmp_path: Path
) -> None:
    with servers.serving(tmp_path, DATABASE_URL=database_url) as address:
        request = urllib.request.Request(f"{address}/v1/devices", method="POST")
        with urllib.request.urlopen(request) as answer:
            token = json.load(answer)["token"]
        done = subprocess.run(
            [
                str(Path(sys.executable).with_name("schemathesis")),
                *("--config-file", str(Path(__file__).with_name("schemathesis.toml"))),
                *("run", f"{address}/openapi.json"),
                *("--checks", "all", "--phases", PHASES),
                *(
                    "--max-examples",
                    str(share(25, 12)),
                    "--seed",
                    "7",
                    "--generation-deterministic",
                ),
                # A busy machine is slow to prove an example, and that is no broken promise.
                *("--request-timeout", "120", "--max-response-time", "120"),
                *("--header", f"Authorization: Bearer {token}", "--no-color"),
            ],
            cwd=tmp_path,
            env=os.environ | {"PYTHONWARNINGS": "default"},
            capture_output=True,
            text=True,
            timeout=3600,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert re.search(rf"Tested: +{len(app.OPERATIONS) - LEFT_OUT}\n", done.stdout)
