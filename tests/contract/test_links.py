"""The contract's links lead from what an operation answers to what can be done next."""

from typing import Any, Final

from tests.support.contract_calls import misfits
from tests.support.operations import OPERATIONS

LINKS: Final = [
    (source, link)
    for source, operation in OPERATIONS.items()
    for answer in operation.statement["responses"].values()
    for link in answer.get("links", {}).values()
]
ANYWHERE: Final = {"getMessages"}
"""Operations of which the parameters are the same on every server."""


def path_parameters(name: str) -> dict[str, Any]:
    """The parameters of the path of an operation, with their schemas."""
    return {
        parameter["name"]: parameter["schema"]
        for parameter in OPERATIONS[name].parameters
        if parameter["in"] == "path"
    }


def answer_schema(name: str) -> Any:
    """The example of what an operation answers."""
    responses = OPERATIONS[name].statement["responses"]
    done = next(answer for code, answer in responses.items() if code < "300")
    (content,) = done.get("content", {"": {"examples": {"example": {"value": None}}}}).values()
    return content["examples"]["example"]["value"]


def resolve(source: str, expression: str) -> Any:
    """The value of a link's expression, by the example of an answer; ... if it has none."""
    if not expression.startswith("$"):
        return int(expression)
    if expression.startswith("$request.path."):
        assert expression.removeprefix("$request.path.") in path_parameters(source)
        return ...
    place = answer_schema(source)
    for step in expression.removeprefix("$response.body#/").split("/"):
        if isinstance(place, list):
            if len(place) <= int(step):
                return ...
            place = place[int(step)]
        else:
            place = place[step]
    return place


def test_a_link_tells_every_parameter_of_the_path_that_it_leads_to() -> None:
    assert len(LINKS) > 120
    for source, link in LINKS:
        target = path_parameters(link["operationId"])
        assert link.get("parameters", {}).keys() == target.keys(), (source, link)


def test_a_link_finds_its_values_in_an_answer() -> None:
    for source, link in LINKS:
        target = path_parameters(link["operationId"])
        for name, expression in link.get("parameters", {}).items():
            value = resolve(source, expression)
            if value is not ...:
                assert not misfits(target[name], value), (source, link)
        assert "requestBody" not in link, source


def test_a_link_leads_to_every_operation_that_needs_to_know_where() -> None:
    link_targets = {link["operationId"] for _, link in LINKS}
    needing = {name for name in OPERATIONS if path_parameters(name)} - ANYWHERE
    assert needing - link_targets == set()
