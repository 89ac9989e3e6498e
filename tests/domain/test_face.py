"""The library as others call it: by its faces, without the server, and loaded at once."""

import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
from types import ModuleType

import pytest
from msgspec import Struct

import pitch
from pitch import Options
from pitch.descriptions import describe, fields
from pitchkeeper.settings import ROOT

ROOMS = ("rules", "hand", "proof", "match", "rulings", "league", "schedule", "notation")
FACES = ("pitch", *(f"pitch.{room}" for room in ROOMS))
GUIDE = ROOT / "domain" / "README.md"
_SECONDS = 1.0
"""Of processor, to load the library: 0.13 on a quiet machine."""
_LOADED = """
import json, sys, time
before = time.process_time()
import pitch
seconds = time.process_time() - before
print(json.dumps([seconds, sorted({name.split(".")[0] for name in sys.modules})]))
"""


def test_the_guide_is_played_word_for_word() -> None:
    outcome = doctest.testfile(str(GUIDE), module_relative=False)
    assert outcome.attempted > 15
    assert outcome.failed == 0


def test_the_guide_names_every_room() -> None:
    text = GUIDE.read_text()
    assert [face for face in FACES if f"| `{face}`" not in text] == []


def test_the_guide_names_what_only_servers_need() -> None:
    rows = re.findall(r"^\| `(pitch[.\w]*)` \|[^|]+\|([^|]+)\|$", GUIDE.read_text(), re.MULTILINE)
    named = {face: set(re.findall(r"`(\w+)`", names)) for face, names in rows}
    assert sum(map(len, named.values())) > 15
    offered = {face: {*importlib.import_module(face).__all__} for face in FACES}
    assert [face for face in FACES if named[face] - offered[face]] == []


def test_every_field_of_a_type_can_be_described() -> None:
    exports = (
        getattr(module, name)
        for module in map(importlib.import_module, FACES)
        for name in module.__all__
    )
    structs = {each for each in exports if inspect.isclass(each) and issubclass(each, Struct)}
    assert len(structs) > 80
    # The fields of options are those of the rules.
    assert {each for each in structs if [*each.__struct_fields__] != [*fields(each)]} == {Options}
    assert describe(pitch.Listed).endswith("\n\nall\nscoring\nsome")


def test_the_library_loads_at_once_and_without_the_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True
    )
    seconds, modules = json.loads(done.stdout)
    assert not {"pitchkeeper", "litestar", "asyncpg", "asyncio", "uuid_utils"} & set(modules)
    assert seconds < _SECONDS


@pytest.mark.parametrize("name", FACES)
def test_all_that_a_face_offers_is_documented(name: str) -> None:
    face = importlib.import_module(name)
    exports = {name: getattr(face, name) for name in face.__all__}
    assert [name for name, value in exports.items() if isinstance(value, ModuleType)] == []
    functions = {name: value for name, value in exports.items() if inspect.isroutine(value)}
    classes = {name: value for name, value in exports.items() if inspect.isclass(value)}
    assert [name for name, value in (functions | classes).items() if not value.__doc__] == []
