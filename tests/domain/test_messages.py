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
def taken() -> "Message":
    """A message that there is only in this test."""
    MESSAGES.pop("test.taken", None)
    made = Message("test.taken", tricks=COUNT, card=CARD, side=SIDE)
    del MESSAGES["test.taken"]
    return made


PAIRS = Seating(
    table=Table(players=4, sides=Arrangement.PARTNERS_ACROSS), names=("Ann", "Bob", "Cid", "Dee")
)


def test_a_sentence_equals_what_says_the_same(taken: Message) -> None:
    ann_and_cid, bob_and_dee = PAIRS.side_arguments
    said = taken(side=ann_and_cid, tricks=3, card="KS")
    assert said == taken(card="KS", side=ann_and_cid, tricks=3)
    assert hash(said) == hash(taken(card="KS", side=ann_and_cid, tricks=3))
    assert said != taken(side=bob_and_dee, tricks=3, card="KS")
    assert len({said, taken(side=ann_and_cid, tricks=2, card="KS"), said}) == 2


def test_a_sentence_says_all_that_its_message_is_about_and_nothing_else(taken: Message) -> None:
    with pytest.raises(TypeError, match="takes"):
        taken(tricks=3)
    with pytest.raises(TypeError, match="takes"):
        taken(side=PAIRS.side_arguments[0], tricks=3, card="KS", again=1)
    with pytest.raises(TypeError, match="named by its table"):
        assert taken(side=0, tricks=3, card="KS").arguments


def test_no_two_messages_have_one_code() -> None:
    with pytest.raises(ValueError, match="as_written"):
        Message("as_written")


def test_a_side_is_its_players() -> None:
    assert PAIRS.side_arguments[1] == Argument(
        kind=SIDE, number=1, items=(messages.player(1, "Bob"), messages.player(3, "Dee"))
    )


def test_what_is_kept_of_a_sentence_are_code_and_arguments(taken: Message) -> None:
    said = taken(side=PAIRS.side_arguments[0], tricks=3, card="KS")
    text = msgspec.json.encode(Kept(said), enc_hook=messages.encode_sentence)
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
    again = pickle.loads(pickle.dumps(Kept(said)))  # noqa: S301
    read = msgspec.json.Decoder(Kept, dec_hook=messages.decode_sentence).decode(text)
    assert read == Kept(said) == again


def test_arguments_are_read_in_any_order(taken: Message) -> None:
    said = taken(side=PAIRS.side_arguments[0], tricks=3, card="KS")
    kept = messages.encode_sentence(said)
    turned = kept | {"args": dict(reversed(kept["args"].items()))}
    plain = msgspec.to_builtins(turned)
    assert messages.decode_sentence(Sentence, plain) == said


def test_a_text_of_old_is_said_as_it_was_written() -> None:
    decoder = msgspec.json.Decoder(Kept, dec_hook=messages.decode_sentence)
    read = decoder.decode(b'{"message": "A revoke. The card is taken back."}')
    assert read.message == messages.AS_WRITTEN(text="A revoke. The card is taken back.")


def test_lists_know_how_they_are_joined() -> None:
    parameters = any_of(BID), all_of(CARD)
    assert [str(each) for each in parameters] == ["any_of bid", "all_of card"]
    between = messages.range_argument(BID, "30", "62")
    assert between.kind is ArgumentKind.RANGE
    assert [each.text for each in between.items] == ["30", "62"]
