"""JSON with sentences in it: as it is kept, and as it is answered with their texts."""

from typing import Any, Final, TypeVar

import msgspec

from pitch import messages
from pitchkeeper.messages import languages

_Kind = TypeVar("_Kind")
_KEEPING: Final = msgspec.json.Encoder(enc_hook=messages.encode_sentence)
_ANSWERING: Final = msgspec.json.Encoder(enc_hook=languages.answered)


def kept(value: object) -> bytes:
    """A value as the store has it: of sentences only codes and arguments, which outlive words."""
    return _KEEPING.encode(value)


def decoder(kind: type[_Kind]) -> msgspec.json.Decoder[_Kind]:
    """What reads values of a kind as they were kept."""
    return msgspec.json.Decoder(kind, dec_hook=messages.decode_sentence)


def answered(value: object) -> bytes:
    """A value as it is answered here: its sentences in the language of the request."""
    return _ANSWERING.encode(value)


def shown(value: object) -> Any:
    """A value as it is answered here, not yet written as JSON."""
    return msgspec.to_builtins(value, enc_hook=languages.answered)
