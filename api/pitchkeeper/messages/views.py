"""Sentences as clients see them."""

from msgspec import Struct

from pitch.messages import Argument
from pitch.types import Code, Text


class Sentence(Struct, frozen=True):
    """One thing that is said: which, about what, and in words.

    `x-messages` has every code with the kinds of its arguments; getMessages has the patterns that
    they go into. A program goes by the code, a person reads the text.
    """

    code: Code
    """Which sentence it is; stable, and the same in every language."""
    args: dict[str, Argument]
    """What it is about, by name."""
    text: Text
    """What it says in the language of the request."""
