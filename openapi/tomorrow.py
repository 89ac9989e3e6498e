"""Answers as a later server may send them, with more than the contract of today says.

Each enumeration that may grow has a new value, and each object a field that nobody knows: a client
that was generated today has to read them all the same.
"""

from collections.abc import Mapping
from typing import Any, Final

NEW_VALUE: Final = "value_of_tomorrow"
NEW_FIELD: Final = "fieldOfTomorrow"


def answers(contract: Mapping[str, Any]) -> dict[str, Any]:
    """Return an example of each answer, by the name of its schema."""
    operations = (operation for item in contract["paths"].values() for operation in item.values())
    contents = (
        content
        for operation in operations
        for response in operation["responses"].values()
        for content in response.get("content", {}).values()
        if "$ref" in content["schema"]
    )
    schemas = contract["components"]["schemas"]
    answers = {}
    for content in contents:
        name = content["schema"]["$ref"].rsplit("/", 1)[1]
        answers[name] = _of_tomorrow(
            content["examples"]["example"]["value"], content["schema"], schemas
        )
    return answers


def _of_tomorrow(value: Any, schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """Return a value with new values of the enumerations and a new field of each object."""
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    if value is None:
        return None
    if "anyOf" in schema:
        return _of_tomorrow(value, schema["anyOf"][0], schemas)
    if schema.get("x-may-grow"):
        return NEW_VALUE
    if isinstance(value, list):
        return [_of_tomorrow(part, schema["items"], schemas) for part in value]
    if isinstance(value, dict) and "properties" in schema:
        fields = schema["properties"]
        changed = {key: _of_tomorrow(part, fields[key], schemas) for key, part in value.items()}
        return changed | {NEW_FIELD: 1}
    return value
