"""Schemas in words: "list of Card, 2 to 8", "whole number, 0 to 999, or null"."""

from pitchkeeper.rest.reference.contract import Json


def model(schema: Json) -> str:
    """Return the model name of a schema or of its items; empty if it has none."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    items = (schema["items"],) if "items" in schema else ()
    for inner in (*schema.get("anyOf", ()), *items):
        if name := model(inner):
            return name
    return ""


def describe(schema: Json) -> str:
    """Return a short description of the values of a schema."""
    if "$ref" in schema:
        return model(schema)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " or ".join(map(describe, schema[choice]))
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return ", ".join(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_kind(kind, schema) for kind in kinds)


def _kind(kind: str, schema: Json) -> str:
    if kind == "array":
        return _with_bounds(f"list of {describe(schema['items'])}", schema, "minItems", "maxItems")
    if kind == "string":
        name = schema.get("format", "text")
        return _with_bounds(name, schema, "minLength", "maxLength", "characters")
    if kind == "integer":
        return _with_bounds("whole number", schema, "minimum", "maximum")
    return kind


def _with_bounds(name: str, schema: Json, least: str, most: str, unit: str = "") -> str:
    low, high = schema.get(least), schema.get(most)
    if high is None:
        return name
    span = f"at most {high}" if low is None else str(low) if low == high else f"{low} to {high}"
    return " ".join(filter(None, (f"{name}, {span}", unit)))
