"""The README and the guides: each begins by itself, and is played word for word."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest
from msgspec import structs

from pitch.rules.presets.catalogue import PRESETS
from pitchkeeper import settings
from pitchkeeper.database import cluster
from pitchkeeper.rate_limits import RateLimit, RateLimits
from pitchkeeper.settings import ROOT
from tests.support.patterns import slips

GUIDES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
TUESDAY = ROOT / "docs" / "tuesday.md"
"""The guide of who runs a league by phone: it has taps, and no commands."""
_PAGES = (*GUIDES, ROOT / "CONTRIBUTING.md")
_STEP = re.compile(r"^```bash\n(.*?)^```\n(?:\n?```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`]+`|\]\([^)]+\)|<[^>]+>")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_MARK = "----- answered"
# The guides start Python 300 times, and a version manager's wrapper costs four times its start.
PATH = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))


def steps(guide: Path) -> list[tuple[str, str]]:
    """The commands of a guide, each with the answer that it shows."""
    return _STEP.findall(guide.read_text())


def played(guide: Path, address: str) -> list[str]:
    """What the commands of a guide answer, typed one after another into one shell."""
    done = subprocess.run(
        ["bash", "-u"],
        input="".join(f"{commands}echo '{_MARK}'\n" for commands, _ in steps(guide)),
        cwd=ROOT,
        env=os.environ | {"API": address, "PATH": PATH},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), guide.name
    return done.stdout.split(f"{_MARK}\n")[:-1]


@pytest.mark.long
@pytest.mark.parametrize("guide", sorted({*GUIDES} - {TUESDAY}), ids=lambda guide: guide.name)
def test_the_readme_and_every_guide_are_played_word_for_word(guide: Path, address: str) -> None:
    answers = played(guide, address)
    shown = [answer for _, answer in steps(guide)]
    assert any(shown)
    for (commands, said), answer in zip(steps(guide), answers, strict=True):
        assert answer == said, commands


def test_the_guide_of_the_organiser_says_what_the_page_says() -> None:
    """Everything in bold type can be read on the phone; what is in braces there is left out."""
    text = TUESDAY.read_text()
    assert not steps(TUESDAY)
    words = json.loads((ROOT / "web" / "src" / "words" / "en.json").read_text()).values()
    shown = {re.sub(r"\{\w+\}", "", word).strip(" .") for word in words}
    bold = {
        " ".join(each.split()).strip(".") for each in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
    }
    assert len(bold) > 50
    assert {re.sub(r" \d+$", "", each) for each in bold} - shown == set()


def anchors(page: Path) -> set[str]:
    """What links into a page may name: its headings, as GitHub writes them."""
    headings = _HEADING.findall(_BLOCK.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in _LINK.findall(_BLOCK.sub("", page.read_text())):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_speaks_as_players_do(guide: Path) -> None:
    prose = _CODE.sub("", _BLOCK.sub("", guide.read_text()))
    assert len(prose) > 1000
    assert slips(prose) == []


def test_whoever_chooses_a_game_is_told_of_every_rule_set() -> None:
    told = re.findall(
        r"^\| `([\w-]+)` \| [^|]+ \| [^|]+ \| (\d+): ",
        (ROOT / "docs/family.md").read_text(),
        re.MULTILINE,
    )
    assert told == [(name, str(each.rules.total)) for name, each in PRESETS.items()]
    counts = re.findall(r"\b(\d+) (?:games|rule sets)\b", (ROOT / "README.md").read_text())
    assert set(counts) == {str(len(PRESETS))}


class Asked(dict[str, str]):
    """An environment that says nothing and knows what it was asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        self.names.add(name)
        return default


async def test_going_back_to_a_copy_of_the_database_is_played_word_for_word(tmp_path: Path) -> None:
    guide = (ROOT / "docs/operations.md").read_text()
    copy, back = (
        next(block for block in _SHELL.findall(guide) if command in block)
        for command in ("make backup", "make restore")
    )
    place = {"HOME": str(tmp_path), "PITCHKEEPER_STATE": str(tmp_path / "state")}
    with cluster.run(tmp_path / "state", durable=False) as url:
        for commands, statement in (
            (copy, "CREATE TABLE kept AS SELECT 7 AS seven"),
            (back, "DROP TABLE kept; CREATE TABLE newer AS SELECT 8 AS eight"),
        ):
            connection = await asyncpg.connect(url)
            await connection.execute(statement)
            await connection.close()
            await asyncio.to_thread(_type, commands, place)
        connection = await asyncpg.connect(url)
        assert await connection.fetchval("SELECT to_regclass('newer')") is None
        assert await connection.fetchval("SELECT seven FROM kept") == 7
        await connection.close()


def _type(commands: str, place: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-eu"],
        input=commands,
        cwd=ROOT,
        env=os.environ | place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_whoever_runs_a_server_is_told_of_every_setting() -> None:
    guide = (ROOT / "docs/operations.md").read_text()
    told = re.findall(r"^\| (`[A-Z_`, ]+`) \|", guide, re.MULTILINE)
    asked = Asked()
    settings.read(asked)
    assert set(re.findall(r"[A-Z_]+", " ".join(told))) == asked.names


@pytest.mark.parametrize("limit", structs.astuple(RateLimits()), ids=lambda limit: limit.name)
def test_whoever_runs_a_server_is_told_of_every_limit(limit: RateLimit) -> None:
    period = {60: "minute", 3600: "hour"}[limit.seconds]
    row = rf"^\| .* \| {limit.quota:,} an? {period} \| `{limit.name}` \|$"
    assert re.search(row, (ROOT / "docs/operations.md").read_text(), re.MULTILINE)


def test_the_floor_plan_shows_every_package() -> None:
    plan = (ROOT / "CONTRIBUTING.md").read_text().split("## Recipes")[0]
    for top in ("domain/pitch", "api/pitchkeeper"):
        rooms = {each.parent.name for each in (ROOT / top).glob("*/__init__.py")}
        assert len(rooms) > 7
        assert {room for room in rooms if f"`{room}`" not in plan} == set()


def test_the_readme_leads_to_every_guide() -> None:
    assert len(GUIDES) > 7
    led = set(_LINK.findall((ROOT / "README.md").read_text()))
    assert {f"docs/{guide.name}" for guide in GUIDES[1:]} <= led
