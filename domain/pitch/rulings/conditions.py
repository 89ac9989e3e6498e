"""Conditions: what would have to be otherwise for another ruling, in a sentence each."""

from collections.abc import Mapping
from typing import Any, Final

from pitch import calls
from pitch.messages import CHOICE, COUNT, TYPED, Message, Sentence, Sentences
from pitch.rules.bearings import Option
from pitch.rules.options import OPTIONS

_PRESET: Final = Message("hinge.preset", name=TYPED)


def _message(option: Option) -> Message:
    code = f"hinge.{option.name}"
    if option.said:
        return Message(code, listed=option.said)
    return Message(code, points=COUNT) if option.kind is int else Message(code, value=CHOICE)


_CHOSEN: Final = {option.name: _message(option) for option in OPTIONS.values() if option.on}
_NOTHING: Final = {
    option.name: Message(f"hinge.{option.name}.none") for option in OPTIONS.values() if option.said
}


def for_document(name: str) -> Sentence:
    """That a document is played by."""
    return _PRESET(name=name)


def for_options(chosen: Mapping[str, Any]) -> Sentences:
    """That options are chosen so; a sentence for each."""
    return tuple(_of(option, value) for option, value in chosen.items())


def _of(option: str, value: Any) -> Sentence:
    match value:
        case bool():
            return _CHOSEN[option](value="yes" if value else "no")
        case int():
            return _CHOSEN[option](points=value)
        case ():
            return _NOTHING[option]()
        case tuple():
            listed = calls.alternatives(value) if OPTIONS[option].is_bids else value
            return _CHOSEN[option](listed=listed)
    return _CHOSEN[option](value=value)
