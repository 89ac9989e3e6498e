"""The only joker of a pack is just the joker, whatever is said of it."""

from pitch.cards import Suit
from pitch.hand.points import Points
from pitch.hand.records import HandRecord, Holding, Listed, Pile, Trick
from pitch.point_names import PointName
from pitchkeeper.messages import languages
from tests.support.hands import deal, judge

SIX = deal("setback-six")


def why(points: Points | None, name: PointName) -> str:
    return next(languages.text(point.why) for point in points or () if point.point is name)


def test_it_is_the_joker_in_two_piles_and_in_what_is_asked() -> None:
    piles = tuple(Pile(side=side, cards=("HJ",)) for side in range(2))
    verdict = judge(HandRecord(piles=piles), SIX)
    assert languages.text(verdict.findings[0].message).startswith("Both")
    for message in (verdict.findings[0].message, verdict.needs[0].message):
        assert " the joker" in languages.text(message)


def test_it_is_the_joker_that_nobody_was_dealt() -> None:
    hands = tuple(
        Holding(seat=seat, cards=tuple(f"{rank}{suit}" for rank in "234567"))
        for seat, suit in enumerate("CDHS")
    )
    verdict = judge(HandRecord(holdings=hands, piles=(Pile(side=0, cards=("HJ",)),)), SIX)
    texts = [languages.text(finding.message) for finding in verdict.findings]
    assert "The joker is in a pile, but nobody was dealt it. Which is right?" in texts


def test_it_is_the_joker_that_was_thrown_while_a_suit_could_be_followed() -> None:
    tricks = (Trick(leader=0, cards=("AS", "2C", "3S", "4S")), Trick(leader=0, cards=("KS", "HJ")))
    verdict = judge(HandRecord(trump=Suit.SPADES, tricks=tricks), SIX)
    (finding,) = [each for each in verdict.findings if each.code == "revoke"]
    assert "had the joker" in languages.text(finding.message)


def test_it_is_the_joker_that_brings_its_point() -> None:
    pile = Pile(side=0, cards=("HJ",), listed=Listed.SOME)
    verdict = judge(HandRecord(trump=Suit.SPADES, piles=(pile,)), SIX)
    assert why(verdict.points, PointName.JOKER) == "Ann & Cid took the joker."
