"""Pips by the number of cards: exactly the sums that cards still to be had make (D-13)."""

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


def _made(pile: tuple[str, ...], size: int, among: list[str], deal: Deal, trump: str) -> set[int]:
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
    own, others, left = tuple(pack[:2]), tuple(pack[2:7]), pack[7:]
    record = HandRecord(
        trump=trump,
        piles=(
            Pile(side=0, cards=own, listed=Listed.SOME),
            Pile(side=1, cards=others, listed=Listed.SOME),
        ),
        tricks_won=(tricks, 3, 3 - tricks),
    )
    captured = _captures(record, deal)
    suits = [trump] if trump is not None else list(Suit)
    made = set[int]().union(*(_made(own, 3 * tricks, left, deal, each) for each in suits))
    can = {n for n in range(90) if pips.may_count(n, 3 * tricks, own, captured, deal)}
    assert can == made
    (side, *_) = readings.read(record, deal).pips
    if jack or trump is not None:
        assert (side.least, side.most) == (min(made), max(made))
    else:
        assert side.least <= min(made) <= max(made) <= side.most


def test_with_all_hands_known_only_their_cards_count() -> None:
    deal = _deal(jack=True)
    pack = list(deal.pack.cards)
    hands = [tuple(pack[seat * 6 : seat * 6 + 6]) for seat in range(3)]
    record = HandRecord(
        holdings=tuple(Holding(seat=seat, cards=held) for seat, held in enumerate(hands)),
        tricks_won=(2, 4, 0),
    )
    among = [card for held in hands for card in held]
    made = {sum(deal.pack.pips[card] for card in some) for some in combinations(among, 6)}
    (side, *_) = readings.read(record, deal).pips
    assert (side.least, side.most) == (min(made), max(made))


@pytest.mark.parametrize(
    ("listed", "claimed", "codes"),
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
    listed: tuple[str, ...], claimed: int, codes: list[str]
) -> None:
    """The other side took those that are listed."""
    table = Table(players=4)
    deal = Deal(rulesets.preset("mb-lounge"), Seating(table=table, names=NAMES[:4]), 0)
    record = HandRecord(
        piles=(Pile(side=1, cards=listed, listed=Listed.SOME),) if listed else (),
        tricks_won=(2, 4, 0, 0),
        claims=Claims(pips=(claimed, sum(deal.pack.pips[card] for card in listed), 0, 0)),
    )
    found = [each.code for each in readings.read(record, deal).findings]
    assert [code for code in found if code == "pips_impossible_for_tricks"] == codes


def test_a_card_that_is_claimed_for_a_side_is_among_those_it_counts() -> None:
    """With the ace eight cards count 4 at the least: no one of them can be left out."""
    deal = Deal(rulesets.preset("mb-lounge"), Seating(table=Table(players=4), names=NAMES[:4]), 0)
    high = PointClaim(point=PointName.HIGH, side=0, card="AS")
    for claimed, is_odd in ((4, False), (5, False), (56, False), (57, True)):
        record = HandRecord(
            trump=Suit.SPADES,
            tricks_won=(2, 4, 0, 0),
            claims=Claims(points=(high,), pips=(claimed, 0, 0, 0)),
        )
        found = {each.code for each in readings.read(record, deal).findings}
        assert ("pips_impossible_for_tricks" in found) is is_odd, claimed
