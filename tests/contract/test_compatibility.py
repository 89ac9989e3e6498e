"""Changes that break a client of the released contract are found, and others are not reported."""

from copy import deepcopy
from typing import Any, Final

import msgspec
import pytest

from openapi.compatibility import Break, breaks, main, noted_places
from pitchkeeper.settings import ROOT

Json = dict[str, Any]

CONTRACT: Final = ROOT / "openapi" / "openapi.json"
DOCUMENT: Json = msgspec.json.decode(CONTRACT.read_bytes())
GONE: Final = object()
CREATE: Final = ("paths", "/v1/matches", "post")
LIST: Final = ("paths", "/v1/matches", "get")
SCHEMAS: Final = ("components", "schemas")
ANSWER: Final = (*LIST, "responses", "200", "content")
COUNT: Final = {"type": "integer", "minimum": 0, "maximum": 9, "format": "int32"}

BREAKS: Final = [
    ("listMatches", LIST, GONE),
    ("listMatches", (*LIST, "operationId"), "listAll"),
    ("createMatch", (*CREATE, "tags"), ["Members"]),
    ("getScoreboard", ("paths", "/v1/public/{secret}", "get", "security"), GONE),
    ("listMatches", (*LIST, "parameters", 3), GONE),
    ("createMatch", ("components", "parameters", "Idempotency-Key", "required"), True),
    ("createMatch", (*CREATE, "requestBody", "content", "application/json"), GONE),
    ("createMatch", (*CREATE, "responses", "201", "headers", "Location"), GONE),
    ("createMatch", (*CREATE, "responses", "201", "links", "getMatch"), GONE),
    ("createMatch", (*CREATE, "responses", "202"), {"description": "Later."}),
    ("listMatches", (*ANSWER, "text/csv"), {"schema": {"type": "string"}}),
    ("listMatches", (*ANSWER, "application/json", "schema", "$ref"), "#/components/schemas/Match"),
    ("NewMatch", (*SCHEMAS, "NewMatch"), GONE),
    ("NewMatch.seat", (*SCHEMAS, "NewMatch", "required"), ["ruleset", "players", "seat"]),
    ("NewMatch.policy", (*SCHEMAS, "NewMatch", "properties", "policy"), GONE),
    ("Match.lines", (*SCHEMAS, "Match", "properties", "lines"), GONE),
    ("Match.lines", (*SCHEMAS, "Match", "required"), ["matchId"]),
    ("Match.version", (*SCHEMAS, "Match", "properties", "version", "type"), ["integer", "null"]),
    ("Match.version", (*SCHEMAS, "Match", "properties", "version", "format"), "int32"),
    ("NewPlayer.name", (*SCHEMAS, "NewPlayer", "properties", "name", "maxLength"), 3),
    ("NewMatch.players", (*SCHEMAS, "NewMatch", "properties", "players", "minItems"), 4),
    ("Suit", (*SCHEMAS, "Suit", "enum"), ["S", "H", "D", "C", "X"]),
    ("Policy", (*SCHEMAS, "Policy", "enum"), ["one"]),
    ("Command", (*SCHEMAS, "Command", "discriminator", "propertyName"), "sort"),
    ("Command", (*SCHEMAS, "Command", "oneOf", 0), GONE),
    ("point.high", ("x-messages", "point.high", "card"), GONE),
    ("card_twice", ("info", "description"), "No codes."),
]
HARMLESS: Final = [
    (("paths", "/v1/news"), {"get": {"operationId": "getNews", "responses": {}}}),
    ((*CREATE, "summary"), "Begin a match"),
    ((*CREATE, "responses", "422"), {"$ref": "#/components/responses/Gone"}),
    ((*LIST, "deprecated"), True),
    (("x-messages", "point.high"), GONE),
    (("x-messages", "point.high", "claps"), "count"),
    ((*SCHEMAS, "Match", "properties", "claps"), COUNT),
    ((*SCHEMAS, "NewMatch", "properties", "claps"), COUNT),
    ((*SCHEMAS, "Status", "enum"), ["open", "settled", "impossible", "unsure"]),
    ((*SCHEMAS, "NewPlayer", "properties", "name", "maxLength"), 4000),
    ((*SCHEMAS, "Match", "properties", "version", "maximum"), 7),
]


def edit_document(path: tuple[str | int, ...], value: object) -> Json:
    """The contract with one value changed, or gone."""
    document = deepcopy(DOCUMENT)
    parent: Any = document
    for name in path[:-1]:
        parent = parent[name]
    if value is GONE:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return document


@pytest.mark.parametrize(("place", "path", "value"), BREAKS)
def test_a_break_is_found(place: str, path: tuple[str | int, ...], value: object) -> None:
    breakages = set(breaks(DOCUMENT, edit_document(path, value)))
    assert place in {breakage.place for breakage in breakages}


@pytest.mark.parametrize(("path", "value"), HARMLESS)
def test_what_may_change_is_no_break(path: tuple[str | int, ...], value: object) -> None:
    assert not list(breaks(DOCUMENT, edit_document(path, value)))


def test_an_answer_without_its_enumeration_may_be_anything() -> None:
    without_enum = edit_document((*SCHEMAS, "Suit", "enum"), GONE)
    assert list(breaks(DOCUMENT, without_enum)) == [Break("Suit", "With any value.")]


CHANGELOG: Final = """\
# Changelog

## [Unreleased]

### Breaking

- `Match.lines`: gone, see `listHands`.

### Added

- `Match.claps`

## [1.0.0]

### Breaking

- `Match.version`
"""


def test_only_the_newest_section_excuses_a_break() -> None:
    assert noted_places(CHANGELOG) == {"Match.lines", "listHands"}
    assert not noted_places("# Changelog\n")


def test_a_break_needs_a_note(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    new_contract, changelog = tmp_path / "changed.json", tmp_path / "CHANGELOG.md"
    lines = (*SCHEMAS, "Match", "properties", "lines")
    new_contract.write_bytes(msgspec.json.encode(edit_document(lines, GONE)))
    changelog.write_text(CHANGELOG)
    main(str(CONTRACT), str(new_contract), str(changelog))
    changelog.write_text("## [Unreleased]\n")
    with pytest.raises(SystemExit):
        main(str(CONTRACT), str(new_contract), str(changelog))
    assert "Match.lines: The field is gone." in capsys.readouterr().out
