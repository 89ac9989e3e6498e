"""JSON with sentences: stored as code and arguments, in responses also as text."""

from typing import Any, Final, Generic, TypeVar

import msgspec
import structlog

from pitch import HandRecord, RuleSet, messages, shapes
from pitch.league import Format
from pitch.messages import Refusal
from pitchkeeper.messages import languages

_Kind = TypeVar("_Kind")
_EXACT: Final = (RuleSet, HandRecord, Format)
"""Points and standings follow from these: without a field of theirs they would be wrong."""
_logger = structlog.get_logger()
_STORED: Final = msgspec.json.Encoder(enc_hook=messages.encode_sentence)
_RESPONSE: Final = msgspec.json.Encoder(enc_hook=languages.to_view)


class ServerOutdated(Refusal):
    """The database, or something stored in it, needs a newer version of this server; try again."""


class StoredDecoder(Generic[_Kind]):
    """Decodes stored values of a type, also those of the release that follows this one."""

    def __init__(self, kind: type[_Kind]) -> None:
        self._kind = kind
        self._decoder = msgspec.json.Decoder(kind, dec_hook=messages.decode_sentence)

    def decode(self, content: bytes) -> _Kind:
        """Return a stored value, without the fields that its type does not have.

        Raises ServerOutdated if it cannot be read even so.
        """
        try:
            return self._decoder.decode(content)
        except msgspec.ValidationError:
            known = shapes.known_part(msgspec.json.decode(content), self._kind, _EXACT)
        try:
            return self._decoder.decode(msgspec.json.encode(known))
        except msgspec.ValidationError as error:
            _logger.error("stored value unreadable", reason=str(error))  # noqa: TRY400
            raise ServerOutdated from error


def encode_stored(value: object) -> bytes:
    """Return JSON for the database: sentences without text, because patterns change."""
    return _STORED.encode(value)


def encode_response(value: object) -> bytes:
    """Return JSON for a response: sentences with their text in the current language."""
    return _RESPONSE.encode(value)


def to_response(value: object) -> Any:
    """Return the builtin values that `encode_response` would encode."""
    return msgspec.to_builtins(value, enc_hook=languages.to_view)
