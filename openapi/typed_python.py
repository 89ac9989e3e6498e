"""Write the generated part of the Python package: `python -m openapi.typed_python CONTRACT FOLDER`.

Types are TypedDicts, so that an answer is what the server sent, with new fields and new values.
"""

import json
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

Schema = Mapping[str, Any]
_SCALARS: Final = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}
_TYPES: Final = '''"""What requests and answers consist of, generated from the contract."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict
'''
_OPERATIONS: Final = '''"""A method for each operation, generated from the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import quote

from . import types


def _part(value: object) -> str:
    return quote(str(value), safe="")


class Operations(Protocol):
    """The operations of the contract."""

    async def send(
        self,
        method: str,
        path: str,
        answers: str,
        *,
        query: Mapping[str, object] = {},
        headers: Mapping[str, object] = {},
        body: object = None,
        media_type: str = "application/json",
    ) -> Any:
        """Return the answer to a request; `answers` is its media type."""
'''


def main(contract: Path, folder: Path) -> None:
    """Write `types.py` and `operations.py`."""
    document = json.loads(contract.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    types = "\n".join(_definition(name, schema) for name, schema in schemas.items())
    (folder / "types.py").write_text(f"{_TYPES}\n{types}", encoding="utf-8")
    methods = "".join(_methods(document))
    (folder / "operations.py").write_text(_OPERATIONS + methods, encoding="utf-8")


def _definition(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f'{name}: TypeAlias = "{_type(schema)}"\n'
    required = schema.get("required", ())
    fields = {
        field: kind if field in required else f"NotRequired[{kind}]"
        for field, kind in ((key, _type(part)) for key, part in schema["properties"].items())
    }
    if "from" in fields:  # a keyword of Python
        inside = ", ".join(f'"{field}": "{kind}"' for field, kind in fields.items())
        return f'{name} = TypedDict("{name}", {{{inside}}})\n'
    lines = [
        _docstring(schema["description"], 4),
        *(f"{key}: {kind}" for key, kind in fields.items()),
    ]
    return f"class {name}(TypedDict):\n" + "".join(f"    {line}\n" for line in lines) + "\n"


def _type(schema: Schema, prefix: str = "") -> str:
    if "$ref" in schema:
        return prefix + str(schema["$ref"]).rsplit("/", 1)[1]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(part, prefix) for part in schema[union])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum") or [schema["const"]]
        return f"Literal[{', '.join(repr(value) for value in values)}]".replace('"', "'")
    if isinstance(schema["type"], list):
        kinds = (_type({**schema, "type": kind}, prefix) for kind in schema["type"])
        return " | ".join(kinds)
    return _simple(schema["type"], schema, prefix)


def _simple(kind: str, schema: Schema, prefix: str) -> str:
    if kind == "array":
        return f"list[{_type(schema['items'], prefix)}]"
    if kind == "object":
        return f"dict[str, {_type(schema['additionalProperties'], prefix)}]"
    return "bytes" if schema.get("format") == "binary" else _SCALARS[kind]


def _docstring(text: str, indent: int) -> str:
    """Return the first paragraph of a description."""
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    lines = textwrap.wrap(f'"""{paragraph}', 96 - indent)
    end = '"""' if len(lines) == 1 else "\n" + " " * indent + '"""'
    return f"\n{' ' * indent}".join(lines) + end


def _methods(document: Schema) -> Iterator[str]:
    shared = document["components"]["parameters"]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            (media, answer), *_ = _answers(operation)
            if media == "text/event-stream":
                continue
            references = operation.get("parameters", ())
            parameters = [
                shared[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
                for one in references
            ]
            yield _method(method.upper(), path, operation, parameters, (media, answer))


def _answers(operation: Schema) -> Iterator[tuple[str, str]]:
    for status, response in operation["responses"].items():
        if status[0] == "2":
            for media, content in response.get("content", {"": None}).items():
                yield media, _type(content["schema"], "types.") if content else "None"


def _method(
    verb: str, path: str, operation: Schema, parameters: list[Schema], answer: tuple[str, str]
) -> str:
    media, kind = answer
    positional, keywords, query, headers = ["self"], [], [], []
    for parameter in parameters:
        wire = parameter["name"]
        name = _snake(wire)
        hint = _type(parameter["schema"], "types.")
        if parameter["in"] == "path":
            positional.append(f"{name}: {hint}")
            path = path.replace(f"{{{wire}}}", f"{{_part({name})}}")
        elif wire == "If-None-Match":  # 304 is of use only to a cache
            continue
        else:
            hint = "int | str" if wire == "If-Match" else hint
            is_required = parameter.get("required", False)
            keywords.append(f"{name}: {hint}" if is_required else f"{name}: {hint} | None = None")
            (query if parameter["in"] == "query" else headers).append(f'"{wire}": {name}')
    arguments = [f'"{verb}", f"{path}", "{media}"']
    if "requestBody" in operation:
        contents = operation["requestBody"]["content"]
        positional.append(
            "body: " + " | ".join(_type(one["schema"], "types.") for one in contents.values())
        )
        arguments.append("body=body")
        if other := [one for one in contents if one != "application/json"]:
            arguments.append(f'media_type="{other[0]}"')
    arguments += [f"query={{{', '.join(query)}}}"] if query else []
    arguments += [f"headers={{{', '.join(headers)}}}"] if headers else []
    signature = ", ".join([*positional, *(["*", *keywords] if keywords else [])])
    return (
        f"\n    async def {_snake(operation['operationId'])}({signature}) -> {kind}:\n"
        f"        {_docstring(operation['summary'] + '.', 8)}\n"
        f"        answer: {kind} = await self.send({', '.join(arguments)})\n"
        f"        return answer\n"
    )


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.replace("-", "")).lower()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
