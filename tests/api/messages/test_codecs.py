"""A sentence is kept without its words, and answered with those of the request's language."""

import msgspec
from msgspec import Struct

from pitch import messages
from pitch.messages import Sentence
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
    assert codecs.stored_decoder(Ruled).decode(text) == Ruled(SAID, 3)


def test_what_was_kept_as_a_text_is_read_still() -> None:
    read = codecs.stored_decoder(Ruled).decode(b'{"why":"Ann & Cid took the king.","hand":3}')
    assert read == Ruled(SAID, 3)


def test_what_is_answered_has_its_text() -> None:
    said = {"code": "as_written", "args": ARGS, "text": "Ann & Cid took the king."}
    assert msgspec.json.decode(codecs.encode_response(Ruled(SAID, 3))) == {"why": said, "hand": 3}
    assert codecs.to_response(Ruled(SAID, 3)) == {"why": said, "hand": 3}


def test_what_is_answered_is_in_the_language_of_the_request() -> None:
    # No message has other words in Spanish than its own arguments here: a card has.
    card = messages.Argument(kind=messages.CARD, text="KS")
    said = Sentence("as_written", (("text", card),))
    languages.set_current("es")
    assert languages.text(said) == "rey de picas"
    languages.set_current("")
    assert languages.text(said) == "king of spades"
