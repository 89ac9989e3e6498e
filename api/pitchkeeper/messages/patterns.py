"""Patterns of ICU's MessageFormat, parsed into text and places for arguments.

`{side}` is a place; `{tricks, plural, one {a trick} other {# tricks}}` is a place with a branch for
each form, and so are `select` and the other choices of ICU.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_OPENING: Final = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,|(?=\}))|(?=\}))")
_BRACE: Final = re.compile(r"[{}]")


class BadPattern(ValueError):
    """A pattern that ICU would read differently than intended."""


class Place(Struct, frozen=True):
    """One place in a pattern."""

    name: str
    chosen_by: str | None
    """`plural`, `select` or another choice of ICU; None if the place only shows its argument."""
    branches: tuple[tuple[str, str], ...]
    """Each selector with its pattern."""


def places(pattern: str) -> Iterator[Place]:
    """Yield every place of a pattern, each before the places in its branches."""
    for part in parts(pattern):
        if isinstance(part, Place):
            yield part
            for _, branch in part.branches:
                yield from places(branch)


def parts(pattern: str) -> Iterator[str | Place]:
    """Yield the texts of a pattern and the places between them, in order."""
    # To ICU an apostrophe before a brace quotes it; elsewhere it is an apostrophe.
    if "'{" in pattern or "'}" in pattern:
        raise BadPattern(f"An apostrophe quotes a brace: {pattern}")
    at = 0
    while (brace := _BRACE.search(pattern, at)) is not None:
        if brace[0] == "}":
            raise BadPattern(f"A brace closes nothing: {pattern}")
        yield pattern[at : brace.start()]
        end = _end(pattern, brace.start())
        yield _place(pattern[brace.end() : end])
        at = end + 1
    yield pattern[at:]


def _place(inside: str) -> Place:
    # The text between two braces, with its branches if it has any.
    opening = _OPENING.match(f"{inside}}}")
    if opening is None:
        raise BadPattern(f"No place: {{{inside}}}")
    branches, at = [], opening.end()
    while (brace := inside.find("{", at)) >= 0:
        end = _end(inside, brace)
        branches.append((inside[at:brace].strip(), inside[brace + 1 : end]))
        at = end + 1
    if bool(branches) != bool(opening[2]) or inside[at:].strip():
        raise BadPattern(f"No place: {{{inside}}}")
    return Place(opening[1], opening[2], tuple(branches))


def _end(pattern: str, start: int) -> int:
    """Return the position of the brace that closes the one at the start."""
    depth = 0
    for brace in _BRACE.finditer(pattern, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    raise BadPattern(f"A brace is not closed: {pattern}")
