"""Pages: the index of operations, and a page per operation, model, problem and guide."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from markdown_it import MarkdownIt

from pitchkeeper.rest.markup import Markup, tag
from pitchkeeper.rest.problems import PROBLEMS
from pitchkeeper.rest.reference import assets, contract, guides, samples
from pitchkeeper.rest.reference.contract import CORE, Contract, Json, Operation
from pitchkeeper.rest.reference.guides import GUIDES

OPERATIONS: Final = "/docs/operations"
MODELS: Final = "/docs/models"
ABOUT: Final = "/docs/about"
# HTML in a description is escaped.
_MARKDOWN: Final = MarkdownIt("js-default")
_WORD: Final = re.compile(r"[^\W_][\w-]{2,}")
_SHOWN_HEADERS: Final = frozenset({"ETag", "Location", "Content-Disposition", "Preference-Applied"})


def index(contract: Contract) -> str:
    """Return the index: every operation by its tag, then the models and the common parts."""
    by_tag: dict[str, list[Operation]] = {group.name: [] for group in contract.tags}
    for entry in contract.operations.values():
        by_tag[entry.tag].append(entry)
    descriptions = {group.name: group.description for group in contract.tags}
    search_field = tag(
        "input",
        id="search",
        type="search",
        placeholder="Search operations, fields, codes, guides",
        aria_label="Search",
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
        _details("Quick start: a match in curl, TypeScript, Python and Kotlin", guides.START),
        tag("details", tag("summary", "Guides"), *_guide_links()),
        search_field,
        tag("ul", id="found"),
        *(_group(name, descriptions[name], operations) for name, operations in by_tag.items()),
        tag("h2", "Models and errors"),
        _details("Errors, retrying, working offline", ABOUT),
        _details(f"{len(contract.components['schemas'])} models", MODELS),
    )


def _guide_links() -> Iterator[Markup]:
    for name, guide in guides.all_guides().items():
        yield tag("p", tag("a", guide.title, href=f"{GUIDES}/{name}"))


def guide(name: str) -> str:
    """Return the page of a guide."""
    shown = guides.all_guides()[name]
    return _page(shown.title, shown.html)


def problem(contract: Contract, code: str) -> str:
    """Return the page of a problem: its status and meaning."""
    status, meaning = contract.problems[code]
    return _page(
        code,
        tag("p", tag("b", status), " ", Markup(_MARKDOWN.renderInline(meaning))),
        tag("p", tag("a", "Errors, retrying, working offline", href=ABOUT)),
    )


def operation(contract: Contract, entry: Operation) -> str:
    """Return the page of an operation: its parameters, body and responses."""
    document = entry.document
    return _page(
        entry.summary,
        tag("p", tag("b", entry.method), " ", tag("code", entry.path), " ", tag("i", entry.id)),
        Markup(_MARKDOWN.render(document["description"])),
        *_parameters(contract, document),
        *_body(document),
        *_samples(contract, entry),
        _trial(contract, entry),
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


def for_models(contract: Contract) -> str:
    """Return llms.txt: what the API is and where to read on, for programs that read Markdown."""
    lines = [f"# {contract.info.title}", f"> {contract.info.summary}"]
    lines.append(contract.info.description.partition("\n\n## ")[0])
    lines.append("## Contract")
    lines.append(
        "- [openapi.json](/openapi.json): every operation, with examples\n"
        f"- [openapi-core.json](/openapi-core.json): the {len(CORE)} operations that a client for "
        "one table needs\n"
        "- [arazzo.yaml](/arazzo.yaml): an evening, a dispute and a league night, step by step\n"
        f"- [Packages]({guides.START}.md#with-a-package): for TypeScript and Python, and for MCP"
    )
    lines.append("## Guides")
    lines.append(
        "\n".join(
            f"- [{guide.title}]({GUIDES}/{name}.md)" for name, guide in guides.all_guides().items()
        )
    )
    return "\n\n".join(lines) + "\n"


def search_index(contract: Contract) -> bytes:
    """Return what the search looks through, as JSON: title, address and words of each page."""
    entries = [
        *(
            (f"{entry.id}: {entry.summary}", f"#{entry.id}", _words(bytes(entry.raw).decode()))
            for entry in contract.operations.values()
        ),
        *(
            (name, f"{MODELS}/{name}", _words(bytes(raw).decode()))
            for name, raw in contract.components["schemas"].items()
        ),
        *(
            (name, f"{OPERATIONS}/{_first_use(contract, name)}", _words(bytes(raw).decode()))
            for name, raw in contract.components["headers"].items()
        ),
        *(
            (f"{code} ({status})", f"{PROBLEMS}/{code}", _words(meaning))
            for code, (status, meaning) in contract.problems.items()
        ),
        *(
            (guide.title, f"{GUIDES}/{name}", _words(guide.text))
            for name, guide in guides.all_guides().items()
        ),
    ]
    return msgspec.json.encode(entries)


def _words(text: str) -> str:
    """Return each word of a text once, lowercase and sorted."""
    return " ".join(sorted({word.lower() for word in _WORD.findall(text)}))


def _first_use(contract: Contract, header: str) -> str:
    """Return the id of the first operation whose answers have a header."""
    reference = f'"#/components/headers/{header}"'.encode()
    for entry in contract.operations.values():
        if reference in bytes(entry.raw):
            return entry.id
    return next(iter(contract.operations))


def _samples(contract: Contract, entry: Operation) -> Iterator[Markup]:
    yield tag("h3", "Samples")
    for sample in samples.samples(contract, entry):
        yield tag("details", tag("summary", sample.language), tag("pre", sample.text))


def _trial(contract: Contract, entry: Operation) -> Markup:
    """Return a form that sends what is filled in, and nothing else."""
    document = entry.document
    fields = [
        _field(part["name"], part["in"], part.get("required", False), part.get("example", ""))
        for part in (contract.resolve(part) for part in document.get("parameters", ()))
    ]
    if document.get("security") != []:
        fields.insert(0, _field("token", "token", False, "the token of a device"))
    for media_type in list(document.get("requestBody", {}).get("content", {}))[:1]:
        area = tag("textarea", "", name="body", rows="8", spellcheck="false", data_in=media_type)
        fields.append(tag("label", f"body, {media_type}", area))
    return tag(
        "details",
        tag("summary", "Try it"),
        tag(
            "form",
            *fields,
            tag("button", "Send"),
            tag("output", "", class_="answer"),
            data_method=entry.method,
            data_path=entry.path,
        ),
        class_="trial",
    )


def _field(name: str, place: str, is_required: bool, example: object) -> Markup:
    required = {"required": ""} if is_required else {}
    field = tag(
        "input", name=name, placeholder=str(example), autocomplete="off", data_in=place, **required
    )
    label = name if place == "token" else f"{name}, in the {place}"
    return tag("label", label + (", required" if is_required else ""), field)


def _page(title: str, *content: str) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        # Without an icon browsers request /favicon.ico, which does not exist.
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=assets.address("reference.css")),
        tag("script", src=assets.address("reference.js"), defer=""),
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
    title += tag("span", entry.summary, " ", tag("i", entry.id))
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
