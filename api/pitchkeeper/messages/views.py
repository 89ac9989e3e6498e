"""Sentences as clients see them."""

from msgspec import Struct

from pitch.messages import Argument
from pitch.types import Code, Text


class Sentence(Struct, frozen=True):
    """A sentence as a code with arguments, and as text.

    `x-messages` of this document lists every code with the kinds of its arguments; getMessages has
    the patterns that take the arguments. Programs use the code, people read the text.
    """

    code: Code
    """The code of the sentence, which is stable and the same in every language."""
    args: dict[str, Argument]
    """The arguments of the sentence, by name."""
    text: Text
    """The text of the sentence in the language of the request."""
