"""JSON with sentences: stored as code and arguments, in responses also as text."""

from typing import Any, Final, TypeVar

import msgspec

from pitch import messages
from pitchkeeper.messages import languages

_Kind = TypeVar("_Kind")
_STORED: Final = msgspec.json.Encoder(enc_hook=messages.encode_sentence)
_RESPONSE: Final = msgspec.json.Encoder(enc_hook=languages.to_view)


def encode_stored(value: object) -> bytes:
    """Return JSON for the database: sentences without text, because patterns change."""
    return _STORED.encode(value)


def stored_decoder(kind: type[_Kind]) -> msgspec.json.Decoder[_Kind]:
    """Return a decoder of stored values of a type."""
    return msgspec.json.Decoder(kind, dec_hook=messages.decode_sentence)


def encode_response(value: object) -> bytes:
    """Return JSON for a response: sentences with their text in the current language."""
    return _RESPONSE.encode(value)


def to_response(value: object) -> Any:
    """Return the builtin values that `encode_response` would encode."""
    return msgspec.to_builtins(value, enc_hook=languages.to_view)
