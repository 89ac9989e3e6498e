"""Rules that few games have, and what is true of hands under them alone."""

from dataclasses import replace
from itertools import islice

import pytest

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand import verdicts
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord, Listed, Pile, PointClaim
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.rulesets import ContradictoryOptions
from pitchkeeper.messages import languages
from tests.support.family import entries, hands, lemmas, points
from tests.support.family.books import BOOKS, prairie
from tests.support.family.deals import deal_of
from tests.support.family.lemmas import Lemma
from tests.support.hands import blocking, prove


def test_game_goes_to_the_most_pips_where_a_joker_counts_one_and_the_trump_jack_none() -> None:
    game = replace(BOOKS["pitch"], jokers=1, joker_pips="one", trump_jack_pips=False)
    for seed in range(100):
        hand = hands.hand(game, seed)
        verdict = verdicts.judge(entries.by_piles(hand, Listed.ALL), deal_of(game, hand.dealer))
        bounds = [(pip.least, pip.most) for pip in verdict.pips]
        assert bounds == [(number, number) for number in points.pips(hand.played)]
        assert verdict.points is not None
        assert verdict.points[-1].side == hand.owners["game"].side, seed


def test_a_point_whose_card_is_stripped_is_refused() -> None:
    values = (("high", 1), ("two", 1), ("game", 1))
    rules = deal_of(replace(prairie(4), jokers=0, point_values=values), 0).ruleset.rules
    with pytest.raises(ContradictoryOptions, match="no_card") as error:
        rulesets.check_rules(rules)
    assert languages.text(error.value.message) == (
        "With 4 players, the 2 of trumps is not in the deck, so there is no Two point."
    )


def test_game_tied_at_no_pips_can_go_to_a_side_without_a_trick() -> None:
    """Two players without a ten or an honour: by the tie Game is of who did not pitch."""
    game = replace(BOOKS["pitch"], players=2, sides=2, game_tie="other_side")
    deal = deal_of(game, 1)
    low = ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "2H", "3H", "4H", "5H")
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.TWO),
        trump=Suit.SPADES,
        piles=(Pile(side=0, cards=low), Pile(side=1, cards=())),
        claims=Claims(points=(PointClaim(point=PointName.GAME, side=1),)),
    )
    verdict = verdicts.judge(record, deal)
    assert blocking(verdict.findings) == []


SMEAR = replace(prairie(3), stripped=(), dealt=3, keep=3)


@pytest.mark.parametrize(
    "lemma",
    [
        lemmas.two_trumps_go_together,
        lemmas.trumps_spread,
        lemmas.plain_pile_has_two_of_a_suit,
    ],
    ids=lambda lemma: lemma.__name__,
)
def test_a_joker_apart_thrown_on_a_trump_is_nothing_wrong(lemma: Lemma) -> None:
    """Whoever holds a joker apart need not play the trump that he has."""
    dealt = (hands.hand(SMEAR, seed) for seed in range(2_000))
    odd = list(islice((hand for hand in dealt if not lemma(hand.played)), 5))
    assert odd
    for hand in odd:
        deal = deal_of(SMEAR, hand.dealer)
        for record in (entries.by_piles(hand, Listed.ALL), entries.by_tricks(hand)):
            verdict = prove(record, deal)
            assert blocking(verdict.findings) == [], record
