"""Pages: the index of operations, and a page per operation and per model."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from markdown_it import MarkdownIt

from pitchkeeper.rest.markup import Markup, tag
from pitchkeeper.rest.reference import assets, contract
from pitchkeeper.rest.reference.contract import CORE, Contract, Json, Operation

OPERATIONS: Final = "/docs/operations"
MODELS: Final = "/docs/models"
TRY: Final = "/docs/try"
ABOUT: Final = "/docs/about"
# HTML in a description is escaped.
_MARKDOWN: Final = MarkdownIt("js-default")
_SHOWN_HEADERS: Final = frozenset({"ETag", "Location", "Content-Disposition", "Preference-Applied"})


def index(contract: Contract) -> str:
    """Return the index: every operation by its tag, then the models and the common parts."""
    by_tag: dict[str, list[Operation]] = {group.name: [] for group in contract.tags}
    for entry in contract.operations.values():
        by_tag[entry.tag].append(entry)
    descriptions = {group.name: group.description for group in contract.tags}
    filter_field = tag(
        "input",
        id="filter",
        type="search",
        placeholder="Filter",
        aria_label="Filter operations",
        autocomplete="off",
    )
    return _page(
        f"{contract.info.title} API reference",
        tag(
            "p",
            f"{contract.info.summary} ",
            tag("a", "openapi.json", href="/openapi.json"),
            " has all of it, ",
            tag("a", "openapi-core.json", href="/openapi-core.json"),
            f" the {len(CORE)} operations that a client for one table needs.",
        ),
        filter_field,
        *(_group(name, descriptions[name], operations) for name, operations in by_tag.items()),
        tag("h2", "Models and errors"),
        _details("Errors, retrying, working offline", ABOUT),
        _details(f"{len(contract.components['schemas'])} models", MODELS),
    )


def operation(contract: Contract, entry: Operation) -> str:
    """Return the page of an operation: its parameters, body and responses."""
    document = entry.document
    return _page(
        entry.summary,
        Markup(_MARKDOWN.render(document["description"])),
        tag(
            "p",
            tag("a", "Try it", href=f"{TRY}/{entry.id}"),
            "" if document.get("security") == [] else " with the token of a device.",
        ),
        *_parameters(contract, document),
        *_body(document),
        tag("h3", "Answers"),
        *_responses(contract, document),
    )


def model(contract: Contract, name: str) -> str:
    """Return the page of a model: its description and fields."""
    schema = contract.resolve({"$ref": f"#/components/schemas/{name}"})
    description = Markup(_MARKDOWN.render(schema.get("description", "")))
    return _page(name, description, *_parts(schema))


def models(contract: Contract) -> str:
    """Return the page with the names of all models."""
    names = sorted(contract.components["schemas"])
    return _page("Models", *(_details(name, f"{MODELS}/{name}") for name in names))


def about(contract: Contract) -> str:
    """Return the page about all operations: limits, retrying and every error code."""
    return _page("About the API", Markup(_MARKDOWN.render(contract.info.description)))


def trial(entry: Operation) -> str:
    """Return the page with Swagger UI for one operation."""
    return _page(
        entry.summary,
        tag("div", id="reference", data_contract=f"{TRY}/{entry.id}/openapi.json"),
        styles=("swagger-ui.css",),
        scripts=("swagger-ui-bundle.js", "try.js"),
    )


def _page(
    title: str,
    *content: str,
    styles: tuple[str, ...] = ("reference.css",),
    scripts: tuple[str, ...] = ("reference.js",),
) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        # Without an icon browsers request /favicon.ico, which does not exist.
        tag("link", rel="icon", href="data:,"),
        *(tag("link", rel="stylesheet", href=assets.address(name)) for name in styles),
        *(tag("script", src=assets.address(name), defer="") for name in scripts),
    )
    body = tag("body", tag("h1", title), tag("main", *content))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _details(title: str, address: str, **attributes: str) -> Markup:
    """Return details that are loaded when opened; without scripts they link to the address."""
    link = tag("a", "Show", href=address)
    return tag("details", tag("summary", title), link, **attributes)


def _group(name: str, description: str, operations: list[Operation]) -> Markup:
    return tag("section", tag("h2", name), tag("p", description), *map(_line, operations))


def _line(entry: Operation) -> Markup:
    title = tag("b", entry.method, class_=entry.method.lower()) + tag("code", entry.path)
    title += tag("span", entry.summary)
    address = f"{OPERATIONS}/{entry.id}"
    return _details(Markup(title), address, id=entry.id, class_="operation")


def _parameters(contract: Contract, document: Json) -> Iterator[Markup]:
    parameters = [contract.resolve(part) for part in document.get("parameters", ())]
    if parameters:
        rows = (
            _row(part["name"], part["schema"], part["description"], _place(part))
            for part in parameters
        )
        yield tag("h3", "Parameters")
        yield tag("dl", *rows)


def _place(parameter: Json) -> str:
    return f"in the {parameter['in']}" + (", required" if parameter.get("required") else "")


def _body(document: Json) -> Iterator[Markup]:
    if "requestBody" in document:
        yield tag("h3", "Body")
        for media_type, content in document["requestBody"]["content"].items():
            yield from _content(media_type, content)


def _responses(contract: Contract, document: Json) -> Iterator[Markup]:
    for status, part in document["responses"].items():
        response = contract.resolve(part)
        headers = sorted(_SHOWN_HEADERS & response.get("headers", {}).keys())
        line = [tag("b", status), " ", Markup(_MARKDOWN.renderInline(response["description"]))]
        line += [f" Headers: {', '.join(headers)}."] if headers else []
        yield tag("p", *line)
        # The shape of problems is described with the errors, not with each operation.
        if "$ref" not in part:
            for media_type, content in response.get("content", {}).items():
                yield from _content(media_type, content)


def _content(media_type: str, content: Json) -> Iterator[Markup]:
    schema = content["schema"]
    yield tag("p", tag("code", media_type), " ", contract.describe(schema))
    if name := contract.model(schema):
        yield _details(name, f"{MODELS}/{name}")
    for example in content.get("examples", {}).values():
        yield tag("p", example["summary"])
        yield tag("pre", _format_example(example["value"]))


def _format_example(value: Any) -> str:
    if isinstance(value, str):
        return value
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _parts(schema: Json) -> Iterator[Markup]:
    required = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        yield tag(
            "dl",
            _row(name, part, part.get("description", ""), "" if name in required else "optional"),
        )
    if "properties" not in schema:
        yield tag("p", contract.describe(schema))
    for choice in schema.get("oneOf", ()):
        name = contract.model(choice)
        yield _details(name, f"{MODELS}/{name}")


def _row(name: str, schema: Json, description: str, place: str) -> Markup:
    kind = ", ".join(filter(None, (contract.describe(schema), place)))
    inner = contract.model(schema)
    details = _details(inner, f"{MODELS}/{inner}") if inner else Markup()
    term = tag("dt", tag("code", name), " ", tag("i", kind))
    return Markup(term + tag("dd", Markup(_MARKDOWN.renderInline(description)), details))
