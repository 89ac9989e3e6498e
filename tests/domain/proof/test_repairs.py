"""A repair says in its sentence where the card stands that it changes."""

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord, Holding, Listed, PointClaim, Trick
from pitch.point_names import PointName
from pitch.proof import provers
from pitchkeeper.messages import languages
from tests.support.hands import deal, piles

CONTRACT = Contract(pitcher=0, bid=Call.TWO)


def repair_sentences(record: HandRecord) -> dict[str, str]:
    """The sentence of every repair, by the path that it changes."""
    proof = provers.prove(record, deal("setback", players=2))
    return {
        repair.change.source or repair.change.path: languages.text(repair.message)
        for repair in proof.repairs
    }


def test_a_card_in_two_piles_is_taken_out_of_the_one_that_is_named() -> None:
    twice = HandRecord(
        contract=CONTRACT, trump=Suit.SPADES, piles=piles("KS QS TH", "KS 2S", how=Listed.SOME)
    )
    sentences = repair_sentences(twice)
    assert sentences["/piles/0/cards/0"].startswith("In Ann's pile, make the king of spades ")
    assert sentences["/piles/1/cards/0"].startswith("In Bob's pile, make the king of spades ")


def test_a_card_in_the_wrong_pile_goes_from_one_to_the_other() -> None:
    point = PointClaim(point=PointName.JACK, side=1)
    misplaced_card = HandRecord(
        contract=CONTRACT,
        trump=Suit.SPADES,
        piles=piles("JS QS TH", "KS 2S", how=Listed.SOME),
        claims=Claims(points=(point,)),
    )
    sentences = repair_sentences(misplaced_card)
    assert sentences["/piles/0/cards/0"] == "Move the jack of spades from Ann's pile to Bob's pile."


def test_a_card_that_was_dealt_or_played_is_named_with_its_player_or_trick() -> None:
    dealt = tuple(Holding(seat=seat, cards=("KS",)) for seat in (0, 1))
    of_deal = repair_sentences(HandRecord(contract=CONTRACT, trump=Suit.SPADES, holdings=dealt))
    assert of_deal["/holdings/1/cards/0"].startswith("In Bob's cards, make the king of spades the ")
    tricks = (Trick(leader=0, cards=("KS", "KS")),)
    of_play = repair_sentences(HandRecord(contract=CONTRACT, trump=Suit.SPADES, tricks=tricks))
    assert of_play["/tricks/0/cards/1"].startswith("In trick 1, make the king of spades the ")


def test_a_wrong_number_is_mended_although_five_complete_piles_have_many_cards() -> None:
    complete = HandRecord(
        contract=Contract(pitcher=4, bid=Call("5")),
        trump=Suit.CLUBS,
        piles=piles(
            "9S 3C JC KS 6C AD AC TD 9C QH TC 2D 8D 6H 5S JH TH 8H 7H 7D",
            "",
            "",
            "2C 5C 8S 7C QC",
            "AS 7S 2H 5D KC",
        ),
        claims=Claims(taken=(3, 0, 0, 1, 1)),
    )
    proof = provers.prove(complete, deal("play-smear", players=5))
    assert "/claims/taken/3" in {repair.change.path for repair in proof.repairs}
