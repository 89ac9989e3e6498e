"""Guides: the pages of `docs/`, with links to each other and to the reference."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from msgspec import Struct

from pitchkeeper import settings
from pitchkeeper.rest.markup import Markup

GUIDES: Final = "/docs/guides"
START: Final = f"{GUIDES}/quickstart"
_MARKDOWN: Final = MarkdownIt("js-default")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]+)\)")
_GUIDE: Final = re.compile(r"(?:\./)?([\w-]+)\.md(#[\w-]+)?")
_HEADING: Final = re.compile(r"<h([2-6])>(.*?)</h\1>")
COMMANDS: Final = "commands.sh"
_ELSEWHERE: Final = {"../openapi/openapi.json": "/openapi.json", COMMANDS: f"{GUIDES}/{COMMANDS}"}


class Guide(Struct, frozen=True):
    """A guide: its title, its text in Markdown and the rest of it as HTML."""

    title: str
    text: str
    html: Markup


@cache
def all_guides() -> Mapping[str, Guide]:
    """Return every guide by its name; the quick start comes first."""
    paths = sorted(settings.GUIDES.glob("*.md"), key=lambda path: (path.stem != "quickstart", path))
    return {path.stem: _guide(path.read_text(encoding="utf-8")) for path in paths}


def all_names() -> frozenset[str]:
    """Return the names of guides, as pages and in Markdown, and of the file of their commands."""
    names = all_guides()
    return frozenset((*names, *(f"{name}.md" for name in names), COMMANDS))


def _guide(text: str) -> Guide:
    title, _, rest = text.partition("\n")
    html = _HEADING.sub(_with_anchor, _MARKDOWN.render(_LINK.sub(_link, rest)))
    return Guide(title.removeprefix("# "), text, Markup(html))


def _link(found: re.Match[str]) -> str:
    """Return a link to another guide or to the contract; of others only their text."""
    text, address = found.groups()
    if guide := _GUIDE.fullmatch(address):
        return f"[{text}]({GUIDES}/{guide[1]}{guide[2] or ''})"
    if address in _ELSEWHERE or address.startswith("#"):
        return f"[{text}]({_ELSEWHERE.get(address, address)})"
    return text


def _with_anchor(found: re.Match[str]) -> str:
    """Return a heading with the anchor that links on GitHub use."""
    level, title = found.groups()
    plain = re.sub(r"<[^>]+>", "", title).lower()
    anchor = re.sub(r"[^\w -]", "", plain).replace(" ", "-")
    return f'<h{level} id="{anchor}">{title}</h{level}>'
