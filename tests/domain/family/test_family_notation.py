"""Every entry of a hand of the family is read from the notation as it was written."""

import random

import pytest

from pitch.hand.records import Claims, HandRecord, Listed, Pile, PointClaim
from pitch.messages import Refusal
from pitch.notation import records, texts
from pitch.point_names import PointName
from tests.support.family import entries, hands
from tests.support.family.books import BOOKS
from tests.support.searches import share

NOW = "2026-03-02T18:30:00Z"
HEAD = f"""[Pitch "1"]
[Opened "{NOW}"]
[Seat0 "Ann"]
[Seat1 "Bob"]
[Dealer "1"]
[Policy "one"]
[Preset "setback"]

Hand 1 at {NOW}
"""


def read(record: HandRecord) -> HandRecord:
    """A record written in notation and read from it."""
    text = HEAD + "".join(f"  {line}\n" for line in records.lines(record)) + "\n"
    (reading,) = (match.read(NOW) for match in texts.split_matches(text))
    assert not isinstance(reading.outcome, Refusal), (reading.outcome, text)
    return reading.outcome.to_hands()[0].record


@pytest.mark.search
@pytest.mark.parametrize("name", BOOKS)
def test_records_are_written_and_read_the_same(name: str) -> None:
    for seed in range(share(100, 10)):
        hand = hands.hand(BOOKS[name], seed, seed % BOOKS[name].players)
        for record in (
            entries.by_points(hand),
            entries.by_taken(hand),
            entries.by_together(hand),
            entries.by_piles(hand, *Listed),
            entries.by_tricks(hand),
            entries.part(hand, random.Random(seed)),
            HandRecord(calls=entries.to_calls(hand.calls)),
        ):
            assert read(record) == record


def test_joker_is_the_point_and_never_the_card_before_it() -> None:
    """Of a point without a card and of a pile: a joker is a card by every other name."""
    claims = Claims(
        points=(
            PointClaim(point=PointName.JACK, side=1),
            PointClaim(point=PointName.JOKER, in_play=False),
        )
    )
    record = HandRecord(piles=(Pile(side=0, cards=("AS", "HJ")),), claims=claims)
    assert read(record) == record
    assert list(records.lines(record))[1:] == ["Jack 1", "Joker out"]
