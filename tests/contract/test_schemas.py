"""What client generators stumble over does not get into the schemas."""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
import pytest
from msgspec import Meta

from api.contract import schemas
from api.settings import ROOT

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


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_kind_to_generators(name: str) -> None:
    for part in (SCHEMAS[name], *parts(SCHEMAS[name])):
        kind = part.get("type", ())
        assert "$ref" in part or "anyOf" in part or "oneOf" in part or kind, part
        assert "prefixItems" not in part, part
        assert "number" not in kind or part["format"] == "double", part
        if "integer" in kind:
            assert {"format", "minimum", "maximum"} <= part.keys(), part
        if "array" in kind:
            assert "maxItems" in part, part
        if "string" in kind and not {"enum", "const"} & part.keys():
            assert "maxLength" in part, part
        if "anyOf" in part:
            named, null = part["anyOf"]
            assert "$ref" in named, part
            assert null == {"type": "null"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_value_of_one_of_many_kinds_has_a_name_and_tells_its_kind(name: str) -> None:
    assert not any("oneOf" in part for part in parts(SCHEMAS[name]))
    if "oneOf" in SCHEMAS[name]:
        told = SCHEMAS[name]["discriminator"]
        assert [{"$ref": there} for there in told["mapping"].values()] == SCHEMAS[name]["oneOf"]
        for kind, there in told["mapping"].items():
            schema = SCHEMAS[there.rsplit("/", 1)[1]]
            assert schema["properties"][told["propertyName"]] == {"type": "string", "const": kind}
            assert told["propertyName"] in schema["required"]


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize(("field", "length"), [("currency", 3), ("hash", 64)])
def test_a_code_of_a_known_length_says_how_long_it_is(field: str, length: int, name: str) -> None:
    schema = SCHEMAS[name].get("properties", {}).get(field)
    assert schema is None or (schema["minLength"], schema["maxLength"]) == (length, length)


@pytest.mark.parametrize("name", SCHEMAS)
def test_objects_and_enumerations_have_names(name: str) -> None:
    for part in parts(SCHEMAS[name]):
        assert "properties" not in part, part
        assert "enum" not in part, part


@pytest.mark.parametrize("name", SCHEMAS)
def test_names_survive_in_every_language(name: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z]+", name)
    for property_name in SCHEMAS[name].get("properties", {}):
        assert re.fullmatch(r"[a-z][A-Za-z0-9]*", property_name)
        assert property_name not in RESERVED
    for value in SCHEMAS[name].get("enum", ()):
        assert re.fullmatch(r"[a-z][a-z0-9_]*|[A-Z]{1,3}", value)


def test_a_match_may_leave_as_a_longer_text_than_an_import_may_be() -> None:
    paths = DOCUMENT["paths"]
    brought = paths["/v1/imports"]["post"]["requestBody"]
    taken = paths["/v1/matches/{matchId}/export.txt"]["get"]["responses"]["200"]
    bounds = [each["content"]["text/plain"]["schema"]["maxLength"] for each in (brought, taken)]
    assert bounds == [2**20, 2**26]


def test_an_option_is_explained_as_the_rule_that_it_changes() -> None:
    rules, options = (SCHEMAS[name]["properties"] for name in ("Rules", "Options"))
    assert {name: field["description"] for name, field in options.items()} == {
        name: rules[name]["description"] for name in options
    }


@pytest.mark.parametrize("name", SCHEMAS)
def test_no_description_is_broken_as_it_is_in_the_source(name: str) -> None:
    for part in (SCHEMAS[name], *parts(SCHEMAS[name])):
        assert not re.search(r"  |[^\n]\n[^\n]", part.get("description", "")), part


OPERATIONS: Final = [
    operation for item in DOCUMENT["paths"].values() for operation in item.values()
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each["operationId"])
def test_an_operation_answers_one_media_type(operation: dict[str, Any]) -> None:
    """Of several a generated client takes one, and reads the others wrong."""
    done = [answer for code, answer in operation["responses"].items() if code < "300"]
    assert len(done) == 1
    assert len(done[0].get("content", {})) <= 1


def test_a_file_of_bytes_is_binary_and_a_text_is_not() -> None:
    for operation in OPERATIONS:
        for code, answer in operation["responses"].items():
            if code >= "300":
                continue
            for media_type, content in answer.get("content", {}).items():
                is_binary = content["schema"].get("format") == "binary"
                assert is_binary == (media_type in {"application/pdf", "image/png"}), media_type


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each["operationId"])
def test_the_parameters_of_an_operation_are_shared(operation: dict[str, Any]) -> None:
    for asked in operation.get("parameters", ()):
        assert asked.keys() == {"$ref"}


@pytest.mark.parametrize("name", DOCUMENT["components"]["parameters"])
def test_a_parameter_is_one_plain_value(name: str) -> None:
    """Of a union Kotlin, Swift and typescript-fetch make a type that is empty or none at all."""
    parameter = DOCUMENT["components"]["parameters"][name]
    schema = parameter["schema"]
    assert parameter["description"]
    assert not {"anyOf", "oneOf", "allOf", "enum"} & schema.keys()
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    assert schema["type"] in {"string", "integer"}


@pytest.mark.parametrize(
    "kind", [str, int, str | None, tuple[int, ...], Annotated[int, Meta(ge=0)]]
)
def test_a_type_without_bounds_is_not_given_any(kind: Any) -> None:
    bare = msgspec.defstruct("Bare", [("field", kind)])
    with pytest.raises(ValueError, match="bound where its type is defined"):
        schemas.components({bare}, (), {})
