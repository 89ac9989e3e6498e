"""The reference has every operation and model of the contract, and needs nothing from elsewhere."""

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from pitchkeeper.rest.problems import meanings
from pitchkeeper.rest.reference import contract, guides, pages, samples
from pitchkeeper.rest.statuses import STATUSES
from pitchkeeper.settings import CONTRACT
from tests.support.operations import DOCUMENT, OPERATIONS
from tests.support.phones import Device, Json, assert_problem

MODELS: Final[Json] = DOCUMENT["components"]["schemas"]
VOID: Final = {"hr", "img", "input", "link", "meta"}


class Texts(HTMLParser):
    """The text of a page, with a check that its elements are nested correctly."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said = ""
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def plain(description: str) -> str:
    """A description without its marks, on one line."""
    return " ".join(description.replace("`", "").replace("*", "").split())


async def page_text(stranger: Device, address: str) -> str:
    page = await stranger.get(address)
    assert page.status_code == 200, address
    assert page.headers["content-type"].startswith("text/html")
    return " ".join(Texts(page.text).said.replace("*", "").split())


async def test_every_operation_is_listed_before_anything_else(stranger: Device) -> None:
    page = (await stranger.get("/docs")).text
    ids = re.findall(r'<details id="(\w+)" class="operation">', page)
    assert sorted(ids) == sorted(OPERATIONS)
    assert page.index("Errors, retrying") > page.index(f'id="{ids[-1]}"')
    text = await page_text(stranger, "/docs")
    for operation in OPERATIONS.values():
        assert f"{operation.method}{operation.path}{operation.statement['summary']}" in text


async def test_every_operation_tells_what_it_takes_and_answers(stranger: Device) -> None:
    for name, operation in OPERATIONS.items():
        text = await page_text(stranger, f"/docs/operations/{name}")
        assert plain(operation.statement["description"]) in text, name
        for parameter in operation.parameters:
            assert parameter["name"] in text, name
            assert plain(parameter["description"]) in text, name
        for status in operation.statement["responses"]:
            assert f"{status} " in text, name
        for content in operation.statement.get("requestBody", {}).get("content", {}).values():
            assert contract.describe(content["schema"]) in text, name


async def test_every_model_tells_what_it_has(stranger: Device) -> None:
    names = await page_text(stranger, "/docs/models")
    for name, schema in MODELS.items():
        assert f"{name}Show" in names
        text = await page_text(stranger, f"/docs/models/{name}")
        for field, part in schema.get("properties", {}).items():
            assert field in text, (name, field)
            assert plain(part.get("description", "")) in text, (name, field)
        for value in schema.get("enum", ()):
            assert value in text, (name, value)


async def test_every_error_is_told_behind_the_operations(stranger: Device) -> None:
    text = await page_text(stranger, "/docs/about")
    for line in DOCUMENT["info"]["description"].splitlines():
        assert plain(line.lstrip("#- ")) in text


async def test_an_operation_is_tried_with_what_it_takes_by_the_contract(stranger: Device) -> None:
    """The form has a field for each parameter, one for the token and one for the body."""
    for name, operation in OPERATIONS.items():
        page = (await stranger.get(f"/docs/operations/{name}")).text
        form = page[page.index("<form") : page.index("</form>")]
        assert f'data-method="{operation.method}" data-path="{operation.path}"' in form
        fields = re.findall(r'<(?:input|textarea) name="([\w-]+)"', form)
        parameters = [parameter["name"] for parameter in operation.parameters]
        token = [] if operation.statement.get("security") == [] else ["token"]
        body = ["body"] if "requestBody" in operation.statement else []
        assert fields == [*token, *parameters, *body], name
        assert "value=" not in form


def test_samples_are_programs(tmp_path: Path) -> None:
    """TypeScript and Kotlin are compiled with the clients."""
    document = contract.parse(CONTRACT.read_bytes())
    commands = []
    for operation in document.operations.values():
        texts = {sample.language: sample.text for sample in samples.samples(document, operation)}
        assert list(texts) == ["curl", "TypeScript", "Python", "Kotlin"]
        compile(texts["Python"], operation.id, "exec")
        commands.append(texts["curl"])
    script = tmp_path / "samples.sh"
    script.write_text("\n".join(commands))
    subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize("name", guides.all_guides())
async def test_a_guide_leads_to_what_is_there(stranger: Device, name: str) -> None:
    page = await stranger.get(f"{guides.GUIDES}/{name}")
    assert page.status_code == 200
    Texts(page.text)
    for address in re.findall(r'<a href="(?!https?:)([^"]+)"', page.text):
        place, _, anchor = address.partition("#")
        target = await stranger.get(place or f"{guides.GUIDES}/{name}")
        assert target.status_code == 200, address
        assert not anchor or f'id="{anchor}"' in target.text, address


async def test_a_problem_leads_to_its_explanation(stranger: Device) -> None:
    problem = (await stranger.get("/v1/rulesets/nothing")).json()
    text = await page_text(stranger, problem["type"])
    assert problem["code"] in text
    for code, meaning in meanings().items():
        text = await page_text(stranger, f"/docs/problems/{code}")
        assert plain(meaning) in text
        assert str(STATUSES[code]) in text


async def test_programs_that_read_markdown_find_everything(stranger: Device) -> None:
    answer = await stranger.get("/llms.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith(f"# Pitchkeeper\n\n> {DOCUMENT['info']['summary']}\n\n")
    addresses = re.findall(r"\]\((/[^)]+)\)", answer.text)
    assert "/docs/guides/quickstart.md" in addresses
    assert "/docs/guides/quickstart.md#with-a-package" in addresses
    assert 'id="with-a-package"' in (await stranger.get(guides.START)).text
    for address in addresses:
        assert (await stranger.get(address)).status_code == 200, address
    guide = await stranger.get("/docs/guides/quickstart.md")
    assert guide.headers["content-type"].startswith("text/markdown")
    assert guide.text.startswith("# Quick start\n")
    commands = await stranger.get("/docs/guides/commands.sh")
    assert "open_match()" in commands.text
    assert 'href="/docs/guides/commands.sh"' in (await stranger.get("/docs/guides/match")).text


async def test_a_search_looks_through_everything(stranger: Device) -> None:
    entries = (await stranger.get("/docs/search.json")).json()
    text = {address: words for _, address, words in entries}
    assert "seenversion" in text["#sendCommands"]
    assert "isproven" in text["/docs/models/Verdict"]
    assert {f"#{name}" for name in OPERATIONS} <= text.keys()
    assert {f"/docs/models/{name}" for name in MODELS} <= text.keys()
    for address in {address for _, address, _ in entries if not address.startswith("#")}:
        assert (await stranger.get(address)).status_code == 200


async def test_the_core_of_the_contract_is_a_true_part_of_it(stranger: Device) -> None:
    """Each value of it has the same value in the whole, and lacks nothing that it refers to."""
    answer = await stranger.get("/openapi-core.json", headers={"Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 45_000
    core = answer.json()
    assert is_part(core, DOCUMENT)
    operations = [op for item in core["paths"].values() for op in item.values()]
    assert {op["operationId"] for op in operations} == set(contract.CORE)
    text = answer.content.decode()
    parts = {(kind, part) for kind, component in core["components"].items() for part in component}
    references = set(re.findall(r'"#/components/(\w+)/([\w-]+)"', text))
    assert parts == references | {("securitySchemes", "bearerAuth")}
    links = re.findall(r'"operationId":"(\w+)","description"', text)
    assert links
    assert set(links) <= set(contract.CORE)


def is_part(part: Any, document: Any) -> bool:
    """Return whether objects have nothing that those of the whole lack, and all else is equal."""
    if isinstance(part, dict):
        return all(key in document and is_part(value, document[key]) for key, value in part.items())
    if isinstance(part, list):
        # Of tags there are fewer.
        return all(any(is_part(value, item) for item in document) for value in part)
    return bool(part == document or (isinstance(part, str) and document.startswith(part + "\n")))


async def test_the_reference_needs_nothing_from_elsewhere(stranger: Device) -> None:
    for page_address in ("/docs", "/docs/operations/recordHand", "/docs/guides/match"):
        page = await stranger.get(page_address)
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'" in policy
        assert "unsafe" not in policy
        sources = set(re.findall(r'(?:src|href)="([^"]+)"', page.text)) - {"data:,"}
        assert sources
        for address in sources:
            assert address.startswith(("/docs/", "/openapi.json", "/openapi-core.json", "#"))
            assert (await stranger.get(address)).status_code == 200, address


async def test_what_is_loaded_is_packed_and_not_loaded_again(stranger: Device) -> None:
    packing = {"Accept-Encoding": "gzip"}
    page = await stranger.get("/docs", headers=packing)
    assets = re.findall(r'(?:src|href)="(/docs/files/[^"]+)"', page.text)
    assert len(assets) == 2
    for address in ("/docs", "/docs/operations/recordHand", "/docs/models/Hand", *assets):
        answer = await stranger.get(address, headers=packing)
        assert answer.headers["content-encoding"] == "gzip", address
        is_asset = address in assets
        assert ("immutable" in answer.headers["cache-control"]) == is_asset, address
        for tag in (answer.headers["etag"], "*"):
            again = await stranger.get(address, headers={"If-None-Match": tag})
            assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("address", "media_type"),
    [
        ("/openapi-core.json", "application/json"),
        ("/arazzo.yaml", "application/yaml"),
        ("/llms.txt", "text/plain; charset=utf-8"),
        ("/docs/guides/quickstart.md", "text/markdown; charset=utf-8"),
    ],
)
async def test_a_text_says_what_it_is(stranger: Device, address: str, media_type: str) -> None:
    """A browser shows it then, and a client knows how to read it."""
    assert (await stranger.get(address)).headers["content-type"] == media_type


@pytest.mark.parametrize(
    "address",
    [
        "/docs/operations/nothing",
        "/docs/models/nothing",
        "/docs/guides/nothing",
        "/docs/problems/nothing",
        "/docs/files/other.js",
        "/docs/files/0/reference.js",
    ],
)
async def test_what_is_not_there_is_not_found(stranger: httpx.AsyncClient, address: str) -> None:
    assert_problem(await stranger.get(address), 404, "not_found")


def test_what_a_description_says_stays_text() -> None:
    """Whoever writes one writes no HTML; nor does an example, however it names a player."""
    evil = "<script>alert(1)</script> & <b>"
    path, method = "/v1/matches/{matchId}", "get"
    document = msgspec.json.decode(CONTRACT.read_bytes())
    operation = document["paths"][path][method]
    operation["description"] = operation["summary"] = evil
    answer = operation["responses"]["200"]["content"]["application/json"]
    answer["examples"]["example"]["value"] = {evil: evil}
    read = contract.parse(msgspec.json.encode(document))
    shown = read.operations["getMatch"]
    for page in (pages.operation(read, shown), pages.index(read)):
        assert "<script>" not in page
        assert "alert(1)" in page


@pytest.mark.parametrize(
    ("schema", "description"),
    [
        ({"$ref": "#/components/schemas/Card"}, "Card"),
        ({"type": "integer", "minimum": 0, "maximum": 9}, "whole number, 0 to 9"),
        ({"type": ["string", "null"], "maxLength": 9}, "text, at most 9 characters or null"),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "text, 2 characters"),
        (
            {"type": "array", "items": {"type": "boolean"}, "maxItems": 8},
            "list of boolean, at most 8",
        ),
        ({"anyOf": [{"$ref": "#/x/y/Suit"}, {"type": "null"}]}, "Suit or null"),
        ({"type": "string", "enum": ["one", "two"]}, "one, two"),
        ({"type": "string", "const": "one"}, "one"),
    ],
)  # fmt: skip
def test_a_schema_is_said_in_words(schema: Json, description: str) -> None:
    assert contract.describe(schema) == description


async def test_no_page_is_made_twice_however_many_are_asked_for(
    stranger: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are asked for without limit, and one takes as long as ten other answers."""
    made, make = list[str](), pages.operation

    def noting(document: contract.Contract, operation: contract.Operation) -> str:
        made.append(operation.id)
        return make(document, operation)

    monkeypatch.setattr(pages, "operation", noting)
    names = list(OPERATIONS)
    for name in (*names, *names):
        assert (await stranger.get(f"/docs/operations/{name}")).status_code == 200
    assert len(made) == len(names)
