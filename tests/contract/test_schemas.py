"""Schemas have nothing that client generators cannot handle."""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from pitch.notation import transcripts
from pitch.types import JOINERS
from pitchkeeper import app
from pitchkeeper.rest.contract import schemas
from pitchkeeper.settings import ROOT
from tests.support.operations import OPERATIONS
from tests.support.searches import share

DOCUMENT: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_bytes())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
RESERVED: Final = {"class", "in", "default", "self", "hashCode", "set", "base"}


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of the properties, items and choices inside a schema."""
    inside = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    inside += [schema["items"]] if "items" in schema else []
    for part in inside:
        yield part
        yield from parts(part)


def whole_and_parts() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema and all that is inside it, with its name."""
    for name, schema in SCHEMAS.items():
        yield name, schema
        for part in parts(schema):
            yield name, part


def test_a_schema_is_kind_to_generators() -> None:
    for name, part in whole_and_parts():
        kind, discriminator = part.get("type", ()), (name, part)
        assert "$ref" in part or "anyOf" in part or "oneOf" in part or kind, discriminator
        assert "prefixItems" not in part, discriminator
        assert "number" not in kind or part["format"] == "double", discriminator
        if "integer" in kind:
            assert {"format", "minimum", "maximum"} <= part.keys(), discriminator
        if "array" in kind:
            assert "maxItems" in part, discriminator
        if "string" in kind and not {"enum", "const"} & part.keys():
            assert "maxLength" in part, discriminator
        if "anyOf" in part:
            value_schema, null = part["anyOf"]
            assert "$ref" in value_schema, discriminator
            assert null == {"type": "null"}, discriminator


def test_a_value_of_one_of_many_kinds_has_a_name_and_tells_its_kind() -> None:
    for name, schema in SCHEMAS.items():
        assert not any("oneOf" in part for part in parts(schema)), name
        if "oneOf" not in schema:
            continue
        discriminator = schema["discriminator"]
        field, mapping = discriminator["propertyName"], discriminator["mapping"]
        assert [{"$ref": there} for there in mapping.values()] == schema["oneOf"], name
        for kind, there in mapping.items():
            member_schema = SCHEMAS[there.rsplit("/", 1)[1]]
            tag = member_schema["properties"][field]
            assert (tag["type"], tag["const"]) == ("string", kind), name
            assert field in member_schema["required"], (name, kind)


@pytest.mark.parametrize(("field", "length"), [("currency", 3), ("hash", 64)])
def test_a_code_of_a_known_length_says_how_long_it_is(field: str, length: int) -> None:
    lengths = {
        name: (schema["properties"][field]["minLength"], schema["properties"][field]["maxLength"])
        for name, schema in SCHEMAS.items()
        if field in schema.get("properties", {})
    }
    assert lengths == dict.fromkeys(lengths, (length, length))
    assert lengths


def test_objects_and_enumerations_have_names() -> None:
    for name, schema in SCHEMAS.items():
        for part in parts(schema):
            assert "properties" not in part, (name, part)
            assert "enum" not in part, (name, part)


def test_names_survive_in_every_language() -> None:
    for name, schema in SCHEMAS.items():
        assert re.fullmatch(r"[A-Z][A-Za-z]+", name)
        for property_name in schema.get("properties", {}):
            assert re.fullmatch(r"[a-z][A-Za-z0-9]*", property_name), (name, property_name)
            assert property_name not in RESERVED, (name, property_name)
        for value in schema.get("enum", ()):
            assert re.fullmatch(r"[a-z][a-z0-9_]*|[A-Z]{1,3}", value), (name, value)


def test_a_match_may_leave_as_a_longer_text_than_an_import_may_be() -> None:
    paths = DOCUMENT["paths"]
    import_body = paths["/v1/imports"]["post"]["requestBody"]
    export_answer = paths["/v1/matches/{matchId}/export.txt"]["get"]["responses"]["200"]
    bounds = [
        each["content"]["text/plain"]["schema"]["maxLength"]
        for each in (import_body, export_answer)
    ]
    assert bounds == [2**20, 2**26]


def test_an_option_is_explained_as_the_rule_that_it_changes() -> None:
    rules, options = (SCHEMAS[name]["properties"] for name in ("Rules", "Options"))
    assert {name: field["description"] for name, field in options.items()} == {
        name: rules[name]["description"] for name in options
    }


def test_no_description_is_broken_as_it_is_in_the_source() -> None:
    for name, part in whole_and_parts():
        assert not re.search(r"  |[^\n]\n[^\n]", part.get("description", "")), (name, part)


def test_an_operation_answers_one_media_type() -> None:
    """Of several a generated client takes one, and reads the others wrong."""
    for name, operation in OPERATIONS.items():
        done = [answer for code, answer in operation.statement["responses"].items() if code < "300"]
        assert len(done) == 1, name
        assert len(done[0].get("content", {})) <= 1, name


def test_a_file_of_bytes_is_binary_and_a_text_is_not() -> None:
    for operation in OPERATIONS.values():
        for code, answer in operation.statement["responses"].items():
            if code >= "300":
                continue
            for media_type, content in answer.get("content", {}).items():
                is_binary = content["schema"].get("format") == "binary"
                binary = {"application/pdf", "application/zip", "image/png"}
                assert is_binary == (media_type in binary), media_type


def test_the_parameters_of_an_operation_are_shared() -> None:
    for name, operation in OPERATIONS.items():
        for portable_patterns in operation.statement.get("parameters", ()):
            assert portable_patterns.keys() == {"$ref"}, name


def test_a_parameter_is_one_plain_value() -> None:
    """Of a union Kotlin, Swift and typescript-fetch make a type that is empty or none at all."""
    for name, parameter in DOCUMENT["components"]["parameters"].items():
        schema = parameter["schema"]
        assert parameter["description"], name
        assert not {"anyOf", "oneOf", "allOf", "enum"} & schema.keys(), name
        if "$ref" in schema:
            schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
        assert schema["type"] in {"string", "integer", "boolean"}, name


@pytest.mark.parametrize(
    "kind", [str, int, str | None, tuple[int, ...], Annotated[int, Meta(ge=0)]]
)
def test_a_type_without_bounds_is_not_given_any(kind: Any) -> None:
    bare = msgspec.defstruct("Bare", [("field", kind)])
    with pytest.raises(ValueError, match="bound where its type is defined"):
        schemas.components({bare}, (), {})


def patterns(node: object) -> set[str]:
    """Every pattern in schemas."""
    if isinstance(node, dict):
        own = {node["pattern"]} if isinstance(node.get("pattern"), str) else set()
        return own.union(*map(patterns, node.values()))
    return set().union(*map(patterns, node)) if isinstance(node, list) else set()


BODIES: Final = {operation.body for operation in app.OPERATIONS if operation.body} - {bytes, str}
ASKED: Final = sorted(
    patterns(msgspec.json.schema_components([*BODIES, transcripts.Transcript])[1])
)
"""The patterns by which the server refuses a text."""
SPECIAL: Final = f"{JOINERS}\n\r\t \x85\xa0\u2028\u3000\u200b\ufeff\u0661\u00b2\U0001f468aZ9-/:"
"""What languages read differently in a pattern, and what is usual in none."""


def test_the_server_asks_for_patterns() -> None:
    assert len(ASKED) > 9


@pytest.mark.parametrize("pattern", ASKED)
def test_a_text_fits_its_pattern_in_the_contract_and_at_the_server_alike(pattern: str) -> None:
    """Not `$` in a type: in Python a newline at the end fits as well; nor `\\d`, of any script."""
    portable = pattern.replace(r"\Z", "$")
    contract = jsonschema_rs.Draft202012Validator({"type": "string", "pattern": portable})
    decoder = msgspec.json.Decoder(Annotated[str, Meta(pattern=pattern)])

    def is_accepted(text: str) -> bool:
        try:
            decoder.decode(msgspec.json.encode(text))
        except msgspec.ValidationError:
            return False
        return True

    # Python reads `\\d` as digits of every script, and so do the texts that are drawn by it.
    @settings(max_examples=share(300, 12), derandomize=True, database=None)
    @given(st.from_regex(portable, fullmatch=True) | st.text(SPECIAL, max_size=4))
    def compare(text: str) -> None:
        for variant in (
            text,
            *(text + each for each in SPECIAL),
            *(each + text for each in SPECIAL),
        ):
            assert is_accepted(variant) is contract.is_valid(variant), variant

    compare()


def test_no_pattern_of_the_contract_is_written_for_one_language() -> None:
    contract_patterns = patterns(DOCUMENT)
    portable_patterns = {pattern.replace(r"\Z", "$") for pattern in ASKED}
    # A card and a call may be sent in more spellings than they are kept in.
    assert len(portable_patterns - contract_patterns) <= 2
    assert not [pattern for pattern in contract_patterns if re.search(r"\\[dwZ]", pattern)]
