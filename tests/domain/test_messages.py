"""Sentences are codes and arguments: equal when they say the same, and kept without their words."""

import pickle

import msgspec
import pytest
from msgspec import Struct

from pitch import messages
from pitch.messages import (
    BID,
    CARD,
    COUNT,
    MESSAGES,
    SIDE,
    Argument,
    ArgumentKind,
    Message,
    Sentence,
    all_of,
    any_of,
)
from pitch.seats import Arrangement, Seating, Table


class Kept(Struct, frozen=True):
    """Something that is kept with what was said of it."""

    message: Sentence


@pytest.fixture
def trick_message() -> "Message":
    """A message that there is only in this test."""
    MESSAGES.pop("test.taken", None)
    message = Message("test.taken", tricks=COUNT, card=CARD, side=SIDE)
    del MESSAGES["test.taken"]
    return message


PAIRS = Seating(
    table=Table(players=4, sides=Arrangement.PARTNERS_ACROSS), names=("Ann", "Bob", "Cid", "Dee")
)


def test_a_sentence_equals_what_says_the_same(trick_message: Message) -> None:
    ann_and_cid, bob_and_dee = PAIRS.side_arguments
    sentence = trick_message(side=ann_and_cid, tricks=3, card="KS")
    assert sentence == trick_message(card="KS", side=ann_and_cid, tricks=3)
    assert hash(sentence) == hash(trick_message(card="KS", side=ann_and_cid, tricks=3))
    assert sentence != trick_message(side=bob_and_dee, tricks=3, card="KS")
    assert len({sentence, trick_message(side=ann_and_cid, tricks=2, card="KS"), sentence}) == 2


def test_a_sentence_says_all_that_its_message_is_about_and_nothing_else(
    trick_message: Message,
) -> None:
    with pytest.raises(TypeError, match="takes"):
        trick_message(tricks=3)
    with pytest.raises(TypeError, match="takes"):
        trick_message(side=PAIRS.side_arguments[0], tricks=3, card="KS", again=1)
    with pytest.raises(TypeError, match="named by its table"):
        assert trick_message(side=0, tricks=3, card="KS").arguments


def test_no_two_messages_have_one_code() -> None:
    with pytest.raises(ValueError, match="as_written"):
        Message("as_written")


def test_a_side_is_its_players() -> None:
    assert PAIRS.side_arguments[1] == Argument(
        kind=SIDE, number=1, items=(messages.player(1, "Bob"), messages.player(3, "Dee"))
    )


def test_what_is_kept_of_a_sentence_are_code_and_arguments(trick_message: Message) -> None:
    sentence = trick_message(side=PAIRS.side_arguments[0], tricks=3, card="KS")
    text = msgspec.json.encode(Kept(sentence), enc_hook=messages.encode_sentence)
    assert msgspec.json.decode(text)["message"] == {
        "code": "test.taken",
        "args": {
            "card": {"kind": "card", "text": "KS"},
            "side": {
                "kind": "side",
                "number": 0,
                "items": [
                    {"kind": "player", "number": 0, "text": "Ann"},
                    {"kind": "player", "number": 2, "text": "Cid"},
                ],
            },
            "tricks": {"kind": "count", "number": 3},
        },
    }
    again = pickle.loads(pickle.dumps(Kept(sentence)))  # noqa: S301
    read = msgspec.json.Decoder(Kept, dec_hook=messages.decode_sentence).decode(text)
    assert read == Kept(sentence) == again


def test_arguments_are_read_in_any_order(trick_message: Message) -> None:
    sentence = trick_message(side=PAIRS.side_arguments[0], tricks=3, card="KS")
    document = messages.encode_sentence(sentence)
    reordered = document | {"args": dict(reversed(document["args"].items()))}
    plain = msgspec.to_builtins(reordered)
    assert messages.decode_sentence(Sentence, plain) == sentence


def test_a_text_of_old_is_said_as_it_was_written() -> None:
    decoder = msgspec.json.Decoder(Kept, dec_hook=messages.decode_sentence)
    read = decoder.decode(b'{"message": "A revoke. The card is taken back."}')
    assert read.message == messages.AS_WRITTEN(text="A revoke. The card is taken back.")


def test_lists_know_how_they_are_joined() -> None:
    parameters = any_of(BID), all_of(CARD)
    assert [str(parameter) for parameter in parameters] == ["any_of bid", "all_of card"]
    bounds = messages.range_argument(BID, "30", "62")
    assert bounds.kind is ArgumentKind.RANGE
    assert [item.text for item in bounds.items] == ["30", "62"]
