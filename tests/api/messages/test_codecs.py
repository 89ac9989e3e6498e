"""A sentence is kept without its words, and answered with those of the request's language."""

import msgspec
import pytest
from msgspec import Struct

from pitch import HandRecord, messages
from pitch.messages import Sentence
from pitch.types import Fact
from pitchkeeper.messages import codecs, languages

SAID = messages.AS_WRITTEN(text="Ann & Cid took the king.")
ARGS = {"text": {"kind": "typed", "text": "Ann & Cid took the king."}}


class Ruled(Struct, frozen=True):
    """Something that was said, beside something that was not."""

    why: Sentence
    hand: int


def test_what_is_kept_has_no_words_of_a_language() -> None:
    text = codecs.encode_stored(Ruled(SAID, 3))
    assert msgspec.json.decode(text) == {"why": {"code": "as_written", "args": ARGS}, "hand": 3}
    assert codecs.StoredDecoder(Ruled).decode(text) == Ruled(SAID, 3)


def test_what_was_kept_as_a_text_is_read_still() -> None:
    read = codecs.StoredDecoder(Ruled).decode(b'{"why":"Ann & Cid took the king.","hand":3}')
    assert read == Ruled(SAID, 3)


class Listed(Fact, frozen=True):
    """What is stored in a list, itself in one."""

    inner: tuple["Listed", ...] = ()
    first_card: str | None = None


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ('{"firstCard":"AS","new":{"a":1}}', Listed(first_card="AS")),
        ('{"new":1,"inner":[{"new":2},{"new":3,"firstCard":"2H"}]}',
         Listed(inner=(Listed(), Listed(first_card="2H")))),
    ],
)  # fmt: skip
def test_fields_of_a_newer_server_are_passed_over(stored: str, read: Listed) -> None:
    assert codecs.StoredDecoder(Listed).decode(stored.encode()) == read


@pytest.mark.parametrize("stored", ['{"firstCard":7}', '{"inner":{}}', "[]"])
def test_what_has_another_form_than_this_server_knows_is_not_read(stored: str) -> None:
    with pytest.raises(codecs.ServerOutdated):
        codecs.StoredDecoder(Listed).decode(stored.encode())


def test_no_field_of_what_points_follow_from_is_passed_over() -> None:
    with pytest.raises(codecs.ServerOutdated):
        codecs.StoredDecoder(HandRecord).decode(b'{"new":1}')


def test_what_is_answered_has_its_text() -> None:
    document = {"code": "as_written", "args": ARGS, "text": "Ann & Cid took the king."}
    assert msgspec.json.decode(codecs.encode_response(Ruled(SAID, 3))) == {
        "why": document,
        "hand": 3,
    }
    assert codecs.to_response(Ruled(SAID, 3)) == {"why": document, "hand": 3}


def test_what_is_answered_is_in_the_language_of_the_request() -> None:
    # No message has other words in Spanish than its own arguments here: a card has.
    card = messages.Argument(kind=messages.CARD, text="KS")
    sentence = Sentence("as_written", (("text", card),))
    languages.set_current("es")
    assert languages.text(sentence) == "rey de picas"
    languages.set_current("")
    assert languages.text(sentence) == "king of spades"
