"""Conditions: the rules that would give another ruling, as sentences."""

from collections.abc import Mapping
from typing import Any, Final

from pitch import calls
from pitch.messages import CHOICE, COUNT, TYPED, Message, Sentence, Sentences
from pitch.rules.bearings import Option
from pitch.rules.options import OPTIONS

_PRESET: Final = Message("hinge.preset", name=TYPED)


def _message(option: Option) -> Message:
    code = f"hinge.{option.name}"
    if option.listed_as:
        return Message(code, listed=option.listed_as)
    return Message(code, points=COUNT) if option.kind is int else Message(code, value=CHOICE)


_VALUES: Final = {option.name: _message(option) for option in OPTIONS.values() if option.on}
_NOTHING: Final = {
    option.name: Message(f"hinge.{option.name}.none")
    for option in OPTIONS.values()
    if option.listed_as
}


def for_document(name: str) -> Sentence:
    """Return the condition that a document is played by."""
    return _PRESET(name=name)


def for_options(values: Mapping[str, Any]) -> Sentences:
    """Return the conditions that options have these values, a sentence each."""
    return tuple(_for_option(option, value) for option, value in values.items())


def _for_option(option: str, value: Any) -> Sentence:
    match value:
        case bool():
            return _VALUES[option](value="yes" if value else "no")
        case int():
            return _VALUES[option](points=value)
        case ():
            return _NOTHING[option]()
        case tuple():
            choices = calls.alternatives(value) if OPTIONS[option].is_bids else value
            return _VALUES[option](listed=choices)
    return _VALUES[option](value=value)
