"""The committed contract is what the app serves, and says what a client author needs."""

import inspect
import json
import re
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from litestar import Litestar

from openapi import generate
from pitchkeeper import app
from pitchkeeper.rest import signatures
from pitchkeeper.rest.problems import meanings
from pitchkeeper.rest.statuses import STATUSES
from pitchkeeper.settings import ROOT

COMMITTED: Path = ROOT / "openapi" / "openapi.json"
TEXT = COMMITTED.read_bytes()
DOCUMENT: dict[str, Any] = msgspec.json.decode(TEXT)
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
STATED = [
    (path, method, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
]


async def test_the_committed_contract_is_what_the_app_serves(stranger: httpx.AsyncClient) -> None:
    """If this fails: `make openapi`, and look at what changed for clients."""
    response = await stranger.get("/openapi.json")
    assert generate.text() == TEXT
    assert msgspec.json.format(response.content) == msgspec.json.format(TEXT)
    assert len(response.content) < len(TEXT) / 2


def test_the_contract_is_the_same_whenever_it_is_made() -> None:
    assert generate.text() == generate.text()


def test_every_route_of_the_app_is_in_the_contract(own_app: Litestar) -> None:
    routes = {
        (route.path, method)
        for route in own_app.routes
        for method in getattr(route, "methods", ())
        if route.path.startswith(("/v1", "/health")) and method not in {"HEAD", "OPTIONS"}
    }
    plain = {(re.sub(r"\{\w+:?\w*\}", "{}", path), method) for path, method in routes}
    operations = {(re.sub(r"\{\w+\}", "{}", path), method.upper()) for path, method, _ in STATED}
    assert plain == operations


def test_every_operation_is_explained() -> None:
    for path, method, operation in STATED:
        label, description = f"{method} {path}", operation["description"]
        assert re.fullmatch(r"[a-z]+[A-Za-z]+", operation["operationId"]), label
        assert operation["summary"], label
        assert operation["summary"] not in description, label
        assert re.search(r"[Rr]epeat|[Rr]etry|[Tt]wice|as long as", description), label
        assert len(operation["tags"]) == 1, label
        done = next(answer for code, answer in operation["responses"].items() if code < "300")
        assert all(content["examples"] for content in done.get("content", {}).values()), label
        if "requestBody" in operation:
            sent = operation["requestBody"]["content"].values()
            assert all(content["examples"] for content in sent), label
        assert any(code >= "400" for code in operation["responses"]), label


def test_ids_are_unique_and_every_reference_is_there() -> None:
    ids = [operation["operationId"] for _, _, operation in STATED]
    assert len(set(ids)) == len(ids)
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', TEXT.decode()):
        place: Any = DOCUMENT
        for step in reference.split("/"):
            place = place[step]


def test_a_page_has_a_cursor_if_its_operation_takes_one() -> None:
    parameters = DOCUMENT["components"]["parameters"]
    for path, method, operation in STATED:
        declarations = [
            parameters[each["$ref"].split("/")[-1]] for each in operation.get("parameters", ())
        ]
        cursor_types = [each["schema"]["type"] for each in declarations if each["name"] == "cursor"]
        has_cursor = [
            "nextCursor" in SCHEMAS[name].get("properties", ())
            for name in list_references(operation)
        ]
        assert cursor_types == ["string"] * any(has_cursor), (method, path)


def test_every_problem_code_is_explained() -> None:
    for code, meaning in meanings().items():
        assert re.fullmatch(r"[A-Z].+\.", meaning)
        assert f"`{code}` ({STATUSES[code]}): {meaning}" in DOCUMENT["info"]["description"]


def test_an_operation_asks_who_calls_unless_it_is_public() -> None:
    for handler in app.HANDLERS:
        operation = handler.opt["operation"]
        signature = inspect.signature(handler.fn)
        asks = "caller" in signature.parameters or signatures.is_keyed(signature)
        assert asks != operation.is_public, operation.id


SELF_EXPLAINING: Final = {
    *("at", "changedAt", "createdAt", "enteredAt", "expiresAt", "joinedAt", "madeAt"),
    *("openedAt", "revokedAt", "updatedAt"),
    *("commandId", "deviceId", "inviteId", "leagueId", "linkId", "matchId", "playerId"),
    *("body", "items", "name", "note", "reason"),
}
"""Fields of which the name and the type say all that there is to say."""


def test_every_field_is_explained_in_a_sentence() -> None:
    """Put it below the field in the source."""
    for name, parent in SCHEMAS.items():
        for field, schema in parent.get("properties", {}).items():
            if "const" not in schema and field not in SELF_EXPLAINING:
                assert re.match(r"[^a-z].{2,}", schema.get("description", "")), (name, field)


def list_references(node: object) -> set[str]:
    """The schemas that something refers to, and those that these refer to."""
    waiting = [node]
    names: set[str] = set()
    while waiting:
        text = msgspec.json.encode(waiting.pop()).decode()
        new = set(re.findall(r"#/components/schemas/(\w+)", text)) - names
        names |= new
        waiting += [SCHEMAS[name] for name in new]
    return names


def test_bodies_refuse_unknown_fields_and_answers_may_grow() -> None:
    """A value that is sent and answered has two schemas, each true of its direction."""
    sent = list_references([operation.get("requestBody") for _, _, operation in STATED])
    answer_types = list_references([operation["responses"] for _, _, operation in STATED])
    answer_types |= list_references(DOCUMENT["components"]["responses"])
    assert {"NewMatch", "HandRecord", "Options"} <= sent
    assert {"Match", "Verdict", "Problem", "HandRecordView", "OptionsView"} <= answer_types
    for name, schema in SCHEMAS.items():
        if "properties" in schema:
            assert (name in sent) != (name in answer_types), name
            assert schema.get("additionalProperties", True) == (name in answer_types), name


def test_what_is_answered_of_a_value_is_what_can_be_sent_of_it() -> None:
    views = {name: name.removesuffix("View") for name in SCHEMAS if name.endswith("View")}
    assert {"HandRecordView", "PileView", "CharterView"} <= views.keys()
    for view, name in views.items():
        text = json.dumps(SCHEMAS[view]["properties"])
        for answer_types, sent in views.items():
            text = text.replace(f'/{answer_types}"', f'/{sent}"')
        assert json.loads(text) == SCHEMAS[name]["properties"]
        assert set(SCHEMAS[name].get("required", ())) <= set(SCHEMAS[view].get("required", ()))
