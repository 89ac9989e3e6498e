"""The contract's links lead from what an operation answers to what can be done next."""

from typing import Any, Final

from tests.support.contract_calls import misfits
from tests.support.operations import DOCUMENT, parameters

OPERATIONS: Final[dict[str, Any]] = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
}
LINKS: Final = [
    (source, link)
    for source, operation in OPERATIONS.items()
    for answer in operation["responses"].values()
    for link in answer.get("links", {}).values()
]
ANYWHERE: Final = {"getMessages"}
"""Operations of which the parameters are the same on every server."""


def path_of(name: str) -> dict[str, Any]:
    """The parameters of the path of an operation, with their schemas."""
    asked = parameters(OPERATIONS[name])
    return {each["name"]: each["schema"] for each in asked if each["in"] == "path"}


def answered(name: str) -> Any:
    """The example of what an operation answers."""
    done = next(each for code, each in OPERATIONS[name]["responses"].items() if code < "300")
    (content,) = done.get("content", {"": {"examples": {"example": {"value": None}}}}).values()
    return content["examples"]["example"]["value"]


def resolved(source: str, stated: str) -> Any:
    """The value of a link's expression, by the example of an answer; ... if it has none."""
    if not stated.startswith("$"):
        return int(stated)
    if stated.startswith("$request.path."):
        assert stated.removeprefix("$request.path.") in path_of(source)
        return ...
    place = answered(source)
    for step in stated.removeprefix("$response.body#/").split("/"):
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
        target = path_of(link["operationId"])
        assert link.get("parameters", {}).keys() == target.keys(), (source, link)


def test_a_link_finds_its_values_in_an_answer() -> None:
    for source, link in LINKS:
        target = path_of(link["operationId"])
        for name, stated in link.get("parameters", {}).items():
            value = resolved(source, stated)
            if value is not ...:
                assert not misfits(target[name], value), (source, link)
        assert "requestBody" not in link, source


def test_a_link_leads_to_every_operation_that_needs_to_know_where() -> None:
    linked = {link["operationId"] for _, link in LINKS}
    needing = {name for name in OPERATIONS if path_of(name)} - ANYWHERE
    assert needing - linked == set()
