"""The README's match, word for word."""

import os
import re
import subprocess
from pathlib import Path

from api.settings import ROOT
from tests.support import servers

_BLOCK = re.compile(r"^```bash\n(.*?)^```\n(?:```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
_MARK = "----- answered"


def steps() -> list[tuple[str, str]]:
    """The commands of the worked match, each with the answer that the README shows."""
    return _BLOCK.findall((ROOT / "README.md").read_text().split("## A match, by curl", 1)[1])


def test_the_match_of_the_readme_is_played_word_for_word(database_url: str, tmp_path: Path) -> None:
    played = steps()
    assert len(played) > 10
    script = "".join(f"{commands}echo '{_MARK}'\n" for commands, _ in played)
    with servers.serving(tmp_path, DATABASE_URL=database_url) as address:
        done = subprocess.run(
            ["bash", "-u"],
            input=script,
            env=os.environ | {"API": address},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.split(f"{_MARK}\n")
    for (commands, shown), answer in zip(played, answers, strict=False):
        assert answer == shown, commands
