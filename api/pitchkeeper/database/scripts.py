"""Scripts: files of SQL, and the statements that they are made of."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_END: Final = ";"
_PIECE: Final = re.compile(
    r"""
    --[^\n]* | /\*.*?\*/                       # comments
    | [eE]'(?:[^'\\]|''|\\.)*' | '[^']*'      # texts; a doubled quote is the start of another
    | "[^"]*"                                  # names
    | \$(?P<tag>(?:[A-Za-z_]\w*)?)\$.*?\$(?P=tag)\$
    | ;
    """,
    re.VERBOSE | re.DOTALL,
)
"""What a semicolon ends nothing in, and the semicolon that ends a statement."""


class Statement(Struct, frozen=True):
    """A statement, and the line of the file on which it begins, from one."""

    text: str
    line: int


def statements(script: str) -> Iterator[Statement]:
    """The statements of a script, one by one, each with the comments before it."""
    begins = 0
    ends = [match.end() for match in _PIECE.finditer(script) if match[0] == _END]
    for end in (*ends, len(script)):
        text = script[begins:end]
        if _PIECE.sub("", text).strip():
            yield Statement(text, script[:begins].count("\n") + 1)
        begins = end
