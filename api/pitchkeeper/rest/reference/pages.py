"""Pages: the list of operations, and what a page of one operation or one model says."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from markdown_it import MarkdownIt

from pitchkeeper.rest.markup import Markup, tag
from pitchkeeper.rest.reference import assets, schemas
from pitchkeeper.rest.reference.contract import Contract, Json, Operation

OPERATIONS: Final = "/docs/operations"
MODELS: Final = "/docs/models"
TRY: Final = "/docs/try"
ABOUT: Final = "/docs/about"
# HTML in a description stays the text that it is.
_MARKDOWN: Final = MarkdownIt("js-default")
_SHOWN_HEADERS: Final = frozenset({"ETag", "Location", "Content-Disposition", "Preference-Applied"})


def index(contract: Contract) -> str:
    """Every operation, and behind them the models and what holds for all."""
    by_tag: dict[str, list[Operation]] = {each.name: [] for each in contract.tags}
    for each in contract.operations.values():
        by_tag[each.tag].append(each)
    about = {each.name: each.description for each in contract.tags}
    filtering = tag(
        "input",
        id="filter",
        type="search",
        placeholder="Filter",
        aria_label="Filter operations",
        autocomplete="off",
    )
    return _page(
        f"{contract.info.title} API reference",
        tag("p", contract.info.summary, " ", tag("a", "openapi.json", href="/openapi.json")),
        filtering,
        *(_group(name, about[name], operations) for name, operations in by_tag.items()),
        tag("h2", "Models and errors"),
        _folded("Errors, retrying, working offline", ABOUT),
        _folded(f"{len(contract.components['schemas'])} models", MODELS),
    )


def operation(contract: Contract, shown: Operation) -> str:
    """What an operation takes and answers."""
    stated = shown.whole
    return _page(
        shown.summary,
        Markup(_MARKDOWN.render(stated["description"])),
        tag(
            "p",
            tag("a", "Try it", href=f"{TRY}/{shown.id}"),
            "" if stated.get("security") == [] else " with the token of a device.",
        ),
        *_asked(contract, stated),
        *_sent(stated),
        tag("h3", "Answers"),
        *_answers(contract, stated),
    )


def model(contract: Contract, name: str) -> str:
    """What a model has in it."""
    schema = contract.resolved({"$ref": f"#/components/schemas/{name}"})
    described = Markup(_MARKDOWN.render(schema.get("description", "")))
    return _page(name, described, *_parts(schema))


def models(contract: Contract) -> str:
    """The names of all models."""
    names = sorted(contract.components["schemas"])
    return _page("Models", *(_folded(name, f"{MODELS}/{name}") for name in names))


def about(contract: Contract) -> str:
    """What holds for all operations: limits, retrying, every error by its code."""
    return _page("About the API", Markup(_MARKDOWN.render(contract.info.description)))


def trial(shown: Operation) -> str:
    """Swagger UI for one operation."""
    return _page(
        shown.summary,
        tag("div", id="reference", data_contract=f"{TRY}/{shown.id}/openapi.json"),
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
        # Without an icon browsers ask for /favicon.ico, which there is not.
        tag("link", rel="icon", href="data:,"),
        *(tag("link", rel="stylesheet", href=assets.address(name)) for name in styles),
        *(tag("script", src=assets.address(name), defer="") for name in scripts),
    )
    body = tag("body", tag("h1", title), tag("main", *content))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _folded(said: str, address: str, **attributes: str) -> Markup:
    """What is loaded from an address once it is opened; without scripts a link leads there."""
    link = tag("a", "Show", href=address)
    return tag("details", tag("summary", said), link, **attributes)


def _group(name: str, about: str, operations: list[Operation]) -> Markup:
    listed = (_line(each) for each in operations)
    return tag("section", tag("h2", name), tag("p", about), *listed)


def _line(listed: Operation) -> Markup:
    said = tag("b", listed.method, class_=listed.method.lower()) + tag("code", listed.path)
    said += tag("span", listed.summary)
    address = f"{OPERATIONS}/{listed.id}"
    return _folded(Markup(said), address, id=listed.id, class_="operation")


def _asked(contract: Contract, stated: Json) -> Iterator[Markup]:
    parameters = [contract.resolved(each) for each in stated.get("parameters", ())]
    if parameters:
        rows = (
            _row(each["name"], each["schema"], each["description"], _place(each))
            for each in parameters
        )
        yield tag("h3", "Parameters")
        yield tag("dl", *rows)


def _place(parameter: Json) -> str:
    return f"in the {parameter['in']}" + (", required" if parameter.get("required") else "")


def _sent(stated: Json) -> Iterator[Markup]:
    if "requestBody" in stated:
        yield tag("h3", "Body")
        for media_type, content in stated["requestBody"]["content"].items():
            yield from _content(media_type, content)


def _answers(contract: Contract, stated: Json) -> Iterator[Markup]:
    for status, answer in stated["responses"].items():
        whole = contract.resolved(answer)
        headers = sorted(_SHOWN_HEADERS & whole.get("headers", {}).keys())
        told = [tag("b", status), " ", Markup(_MARKDOWN.renderInline(whole["description"]))]
        told += [f" Headers: {', '.join(headers)}."] if headers else []
        yield tag("p", *told)
        # What every problem looks like stands with the errors, not in each of these.
        if "$ref" not in answer:
            for media_type, content in whole.get("content", {}).items():
                yield from _content(media_type, content)


def _content(media_type: str, content: Json) -> Iterator[Markup]:
    schema = content["schema"]
    yield tag("p", tag("code", media_type), " ", schemas.describe(schema))
    if name := schemas.model(schema):
        yield _folded(name, f"{MODELS}/{name}")
    for example in content.get("examples", {}).values():
        yield tag("p", example["summary"])
        yield tag("pre", _written(example["value"]))


def _written(value: Any) -> str:
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
        yield tag("p", schemas.describe(schema))
    for each in schema.get("oneOf", ()):
        name = schemas.model(each)
        yield _folded(name, f"{MODELS}/{name}")


def _row(name: str, schema: Json, description: str, place: str) -> Markup:
    told = ", ".join(filter(None, (schemas.describe(schema), place)))
    inner = schemas.model(schema)
    folded = _folded(inner, f"{MODELS}/{inner}") if inner else Markup()
    term = tag("dt", tag("code", name), " ", tag("i", told))
    return Markup(term + tag("dd", Markup(_MARKDOWN.renderInline(description)), folded))
