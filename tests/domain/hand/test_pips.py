"""Pips by the number of cards: exactly the sums that cards still to be had make."""

import random
from itertools import combinations

import pytest

from pitch import cards
from pitch.cards import Suit
from pitch.hand import pips, readings
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import Claims, HandRecord, Holding, Listed, Pile, PointClaim
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.seats import Seating, Table
from tests.support.hands import NAMES

SMALL = Table(players=3, stripped=tuple("23456789"))
"""Twenty cards and two jokers, of which three players have eighteen."""


def _deal(*, jack: bool) -> Deal:
    options = Options(tables=(SMALL,), trump_jack_pips=jack)
    rules = rulesets.preset("prairie-smear").house_rules(options, "small")
    return Deal(rules, Seating(table=SMALL, names=NAMES[:3]), 0)


def _captures(record: HandRecord, deal: Deal) -> Captures:
    return readings.read(record, deal).captures


def _worth(card: str, deal: Deal, trump: str | None) -> int:
    is_out = trump is not None and card == cards.jack(trump)
    return 0 if is_out and not deal.ruleset.rules.trump_jack_pips else deal.pack.pips[card]


def _sums(pile: tuple[str, ...], size: int, among: list[str], deal: Deal, trump: str) -> set[int]:
    """All that so many cards can count that have a pile among them, by trying every choice."""
    return {
        sum(_worth(card, deal, trump) for card in (*pile, *more))
        for more in combinations(among, size - len(pile))
    }


@pytest.mark.parametrize("jack", [True, False])
@pytest.mark.parametrize("trump", [Suit.SPADES, None])
@pytest.mark.parametrize("seed", range(4))
def test_what_a_side_can_count_is_what_its_cards_and_those_of_nobody_make(
    *, jack: bool, trump: Suit | None, seed: int
) -> None:
    deal, chance = _deal(jack=jack), random.Random(seed)
    pack = list(deal.pack.cards)
    chance.shuffle(pack)
    tricks = chance.randrange(1, 4)
    own, opponents, rest = tuple(pack[:2]), tuple(pack[2:7]), pack[7:]
    record = HandRecord(
        trump=trump,
        piles=(
            Pile(side=0, cards=own, listed=Listed.SOME),
            Pile(side=1, cards=opponents, listed=Listed.SOME),
        ),
        tricks_won=(tricks, 3, 3 - tricks),
    )
    captures = _captures(record, deal)
    suits = [trump] if trump is not None else list(Suit)
    sums = set[int]().union(*(_sums(own, 3 * tricks, rest, deal, suit) for suit in suits))
    can = {n for n in range(90) if pips.may_count(n, 3 * tricks, own, captures, deal)}
    assert can == sums
    (side, *_) = readings.read(record, deal).pips
    if jack or trump is not None:
        assert (side.least, side.most) == (min(sums), max(sums))
    else:
        assert side.least <= min(sums) <= max(sums) <= side.most


def test_with_all_hands_known_only_their_cards_count() -> None:
    deal = _deal(jack=True)
    pack = list(deal.pack.cards)
    hands = [tuple(pack[seat * 6 : seat * 6 + 6]) for seat in range(3)]
    record = HandRecord(
        holdings=tuple(Holding(seat=seat, cards=hand) for seat, hand in enumerate(hands)),
        tricks_won=(2, 4, 0),
    )
    among = [card for hand in hands for card in hand]
    sums = {sum(deal.pack.pips[card] for card in some) for some in combinations(among, 6)}
    (side, *_) = readings.read(record, deal).pips
    assert (side.least, side.most) == (min(sums), max(sums))


@pytest.mark.parametrize(
    ("piles", "pips", "codes"),
    [
        ((), 56, []),
        ((), 61, ["pips_impossible_for_tricks"]),
        (("TS", "TH", "TD"), 26, []),
        (("TS", "TH", "TD"), 37, ["pips_impossible_for_tricks"]),
        (("TS", "TH", "TD", "AS", "AH", "AD", "AC"), 28, []),
        (("TS", "TH", "TD", "AS", "AH", "AD", "AC"), 29, ["pips_impossible_for_tricks"]),
    ],
)
def test_pips_of_two_tricks_are_those_of_cards_that_nobody_else_took(
    piles: tuple[str, ...], pips: int, codes: list[str]
) -> None:
    """The other side took those that are listed."""
    table = Table(players=4)
    deal = Deal(rulesets.preset("mb-lounge"), Seating(table=table, names=NAMES[:4]), 0)
    record = HandRecord(
        piles=(Pile(side=1, cards=piles, listed=Listed.SOME),) if piles else (),
        tricks_won=(2, 4, 0, 0),
        claims=Claims(pips=(pips, sum(deal.pack.pips[card] for card in piles), 0, 0)),
    )
    found = [finding.code for finding in readings.read(record, deal).findings]
    assert [code for code in found if code == "pips_impossible_for_tricks"] == codes


def test_a_card_that_is_claimed_for_a_side_is_among_those_it_counts() -> None:
    """With the ace eight cards count 4 at the least: no one of them can be left out."""
    deal = Deal(rulesets.preset("mb-lounge"), Seating(table=Table(players=4), names=NAMES[:4]), 0)
    high = PointClaim(point=PointName.HIGH, side=0, card="AS")
    for count, is_odd in ((4, False), (5, False), (56, False), (57, True)):
        record = HandRecord(
            trump=Suit.SPADES,
            tricks_won=(2, 4, 0, 0),
            claims=Claims(points=(high,), pips=(count, 0, 0, 0)),
        )
        codes = {finding.code for finding in readings.read(record, deal).findings}
        assert ("pips_impossible_for_tricks" in codes) is is_odd, count
