"""Patterns of ICU's MessageFormat: what they have places for.

`{side}` is a place; `{tricks, plural, one {a trick} other {# tricks}}` chooses between patterns,
and so do `select` and the other choices of ICU.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_OPENING: Final = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,|(?=\}))|(?=\}))")
_BRACE: Final = re.compile(r"[{}]")


class BadPattern(ValueError):
    """A pattern that ICU would read otherwise than it is meant."""


class Place(Struct, frozen=True):
    """One place in a pattern."""

    name: str
    chosen_by: str | None
    """`plural`, `select` or another choice of ICU, if the place chooses and has no words."""
    branches: tuple[tuple[str, str], ...]
    """What it chooses from: each selector with the pattern behind it."""


def places(pattern: str) -> Iterator[Place]:
    """Every place of a pattern, those inside branches after the one that chooses."""
    for part in parts(pattern):
        if isinstance(part, Place):
            yield part
            for _, branch in part.branches:
                yield from places(branch)


def parts(pattern: str) -> Iterator[str | Place]:
    """The texts of a pattern and the places between them, in order."""
    # An apostrophe before a brace would quote it; elsewhere it is one.
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
    # What stands between two braces, with the branches if it chooses.
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
    """Where the brace is that closes the one at the start."""
    depth = 0
    for brace in _BRACE.finditer(pattern, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    raise BadPattern(f"A brace is not closed: {pattern}")
