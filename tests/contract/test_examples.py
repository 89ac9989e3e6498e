"""Every example of the contract fits the schema that it is an example of.

Spectral would say the same, and compiles each schema anew for each example: minutes of it.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from openapi.examples import EXAMPLES as BY_OPERATION
from pitchkeeper.app import OPERATIONS
from tests.support.contract_calls import misfits
from tests.support.operations import DOCUMENT

COMPONENTS: Final = DOCUMENT["components"]
Node = dict[str, Any]


def list_examples(node: object, place: str = "") -> Iterator[tuple[str, Node]]:
    """Every part of the contract that can have an example; in an example there is none."""
    if isinstance(node, list):
        for number, item in enumerate(node):
            yield from list_examples(item, f"{place}/{number}")
    if isinstance(node, dict):
        yield place, node
        for name, part in node.items():
            if name not in {"example", "examples", "default", "const", "enum"}:
                yield from list_examples(part, f"{place}/{name}")


def examples(node: Node) -> Iterator[object]:
    """The examples of one part, and what is taken if nothing is said."""
    examples_of_node = node.get("examples", ())
    if isinstance(examples_of_node, dict):
        yield from (example["value"] for example in examples_of_node.values())
    elif isinstance(examples_of_node, list):
        yield from examples_of_node
    yield from (node[name] for name in ("example", "default") if name in node)


EXAMPLES: Final = [
    (place, node.get("schema", node), value)
    for place, node in list_examples({"paths": DOCUMENT["paths"], "components": COMPONENTS})
    if not place.endswith("/properties")
    for value in examples(node)
]


def test_every_operation_with_a_response_has_an_example_in_openapi_examples() -> None:
    answering = [operation.id for operation in OPERATIONS if operation.status != 204]
    assert [name for name in answering if name not in BY_OPERATION] == []


@pytest.mark.parametrize("kind", ["requestBody", "responses", "parameters", "headers", "schemas"])
def test_an_example_fits_its_schema(kind: str) -> None:
    of_kind = [example for example in EXAMPLES if f"/{kind}/" in example[0]]
    assert of_kind
    wrong = [(place, misfits(schema, value)) for place, schema, value in of_kind]
    assert not [example for example in wrong if example[1]]


def test_what_does_not_fit_is_noticed() -> None:
    assert misfits({"$ref": "#/components/schemas/Invite"}, {"code": "P6WH-T2NZ-"})
    assert misfits({"type": "string", "format": "uuid"}, "no-id")
