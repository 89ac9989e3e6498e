"""Points, pips, made and set: the domain against a scorer of its own kind."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch import calls
from pitch import seats as tables
from pitch.findings import Status
from pitch.hand import auctions
from pitch.hand.records import HandRecord, Listed
from pitch.hand.verdicts import Verdict
from pitch.rules.choices import GameTie, Low
from pitch.rules.options import Options
from tests.support import claims as told
from tests.support.hands import EVERY_TABLE, PRESETS, claim_points, deal, judge, record
from tests.support.oracles import oracle
from tests.support.oracles.truth import Hand, assert_true
from tests.support.searches import share

MANY = settings(max_examples=share(400), derandomize=True, database=None)


plays = st.builds(
    Hand,
    st.sampled_from(PRESETS),
    st.sampled_from(EVERY_TABLE),
    st.integers(0, 2**32),
    low=st.sampled_from(Low),
    tie=st.just(GameTie.NOBODY),
    forced=st.none(),
)


def point_owners(verdict: Verdict) -> tuple[int | None, ...]:
    assert verdict.points is not None
    return tuple(point.side for point in verdict.points)


@MANY
@given(plays)
def test_a_hand_from_its_piles_pays_what_the_documents_say(hand: Hand) -> None:
    verdict = judge(hand.whole(), hand.deal)
    assert verdict.status is Status.SETTLED
    assert verdict.findings == ()
    assert point_owners(verdict) == hand.scored.owners
    assert verdict.made is hand.scored.made
    assert list(verdict.deltas or ()) == hand.scored.deltas


@MANY
@given(plays)
def test_trumps_and_honours_are_enough(hand: Hand) -> None:
    complete = judge(hand.whole(), hand.deal)
    listed = hand.scoring(lambda card: card[1] == hand.trump, counts=True)
    scoring = judge(structs.replace(listed, low_dealt_to=hand.scored.low_seat), hand.deal)
    assert (scoring.points, scoring.made, scoring.deltas) == (
        complete.points,
        complete.made,
        complete.deltas,
    )


@MANY
@given(plays, st.randoms(use_true_random=False))
def test_the_order_of_cards_and_piles_does_not_matter(hand: Hand, chance: random.Random) -> None:
    record = hand.whole()
    order = list(record.piles)
    chance.shuffle(order)
    piles = tuple(
        structs.replace(pile, cards=tuple(chance.sample(pile.cards, len(pile.cards))))
        for pile in order
    )
    assert judge(structs.replace(record, piles=piles), hand.deal) == judge(record, hand.deal)


@MANY
@given(plays)
def test_points_alone_pay_as_much_as_the_piles(hand: Hand) -> None:
    record = HandRecord(
        contract=auctions.Contract(pitcher=0, bid=hand.bid),
        tricks_won=hand.tricks_won(),
        claims=told.claims(*map(told.claim_point, told.FOUR, hand.scored.owners)),
    )
    assert list(judge(record, hand.deal).deltas or ()) == hand.scored.deltas


@MANY
@given(plays, st.randoms(use_true_random=False))
def test_what_is_certain_from_a_part_is_true_of_the_whole(
    hand: Hand, chance: random.Random
) -> None:
    """Leaving out cards, piles, trump or the contract opens points and never changes them."""
    record = hand.whole()
    part = tuple(
        structs.replace(
            pile,
            cards=tuple(card for card in pile.cards if chance.random() < 0.7),
            listed=Listed.SOME,
        )
        if chance.random() < 0.6
        else pile
        for pile in record.piles
        if chance.random() < 0.8
    )
    partial = structs.replace(
        record,
        piles=part,
        trump=record.trump if chance.random() < 0.8 else None,
        low_dealt_to=record.low_dealt_to if chance.random() < 0.5 else None,
        contract=record.contract if chance.random() < 0.8 else None,
    )
    verdict = judge(partial, hand.deal)
    assert_true(verdict, hand)
    assert (verdict.needs == ()) == (verdict.status is Status.SETTLED)


@MANY
@given(plays)
def test_a_hand_pays_two_to_four_points_and_nobody_more(hand: Hand) -> None:
    """A set pitcher leaves points to the others; bids by number."""
    verdict = judge(hand.whole(), hand.deal)
    assert verdict.deltas is not None
    if hand.bid.is_slam:
        return
    total = sum(side is not None for side in point_owners(verdict))
    assert 2 <= total <= 4
    if verdict.made:
        assert sum(verdict.deltas) == total
    else:
        assert verdict.deltas[0] == -calls.rank(hand.bid)
        assert sum(verdict.deltas[1:]) >= total - (calls.rank(hand.bid) - 1)


@pytest.mark.parametrize("bid", ["one", "two", "three", "four"])
def test_every_way_of_sharing_four_points_between_two_sides(bid: str) -> None:
    """All 2 x 2 x 3 x 3 ways, against counting on fingers."""
    dealt = deal("setback", players=2)
    for shares in product("01", "01", "01-", "01-"):
        verdict = judge(claim_points(0, bid, "".join(shares)), dealt)
        mine, theirs = shares.count("0"), shares.count("1")
        is_success = mine >= oracle.BIDS[bid]
        assert verdict.made is is_success
        assert verdict.deltas == (mine if is_success else -oracle.BIDS[bid], theirs)


def test_the_four_numbers_of_players_in_pairs_and_threes_seat_partners_apart() -> None:
    seats = {
        table.sides.value: table.seats_by_side
        for table in EVERY_TABLE
        if table.sides is not tables.Arrangement.INDIVIDUALS
    }
    assert seats == {
        "partners_across": ((0, 2), (1, 3)),
        "three_pairs": ((0, 3), (1, 4), (2, 5)),
        "two_threes": ((0, 2, 4), (1, 3, 5)),
    }


@pytest.mark.parametrize(
    ("tie", "owner"),
    [
        (GameTie.NOBODY, None),
        (GameTie.PITCHING_SIDE, 0),
        (GameTie.OTHER_SIDE, 1),
        (GameTie.DEALER, 1),
    ],
)
def test_a_house_may_give_a_tied_game_to_somebody(tie: GameTie, owner: int | None) -> None:
    dealt = deal("setback", players=2, options=Options(game_tie=tie))
    verdict = judge(record(0, "two", "S", "TH 2S", "TD"), dealt)
    assert point_owners(verdict)[3] == owner
