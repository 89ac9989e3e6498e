"""Parts and differences: different phones enter different facts of one hand, and none is lost."""

import random
from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch import cards
from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.entry import differences
from pitch.hand.entry.parts import (
    AuctionFacts,
    ClaimFacts,
    HoldingFacts,
    Part,
    PileFacts,
    TrickFacts,
)
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    PointClaim,
    Trick,
)
from pitch.point_names import PointName
from pitch.seats import Arrangement, Table
from pitchkeeper.messages import languages
from tests.support.hands import deal
from tests.support.oracles.truth import random_hand, slipped
from tests.support.searches import share

MANY = settings(max_examples=share(200), derandomize=True, database=None)
TABLE = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
DEAL = deal("rules-guru", sides=TABLE.sides)
EVERY: tuple[Part, ...] = (
    AuctionFacts().entry().part,
    TrickFacts().entry().part,
    ClaimFacts().entry().part,
    *(PileFacts(cards=()).entry(side).part for side in range(2)),
    *(HoldingFacts(cards=()).entry(seat).part for seat in range(4)),
)
SEEDS = st.integers(min_value=0, max_value=2**32)
SEATS = st.one_of(st.none(), st.integers(0, 3))
SIDES = st.integers(0, 1)
SOME = st.lists(st.sampled_from(cards.PACK.cards), max_size=3).map(tuple)
BY_SIDE = st.one_of(st.none(), st.tuples(SIDES, SIDES))
"""Whatever a table of four can enter in one field, what says next to nothing included."""
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "dealer": SEATS,
    "calls": st.lists(st.sampled_from(Call), max_size=3).map(tuple),
    "contract": st.builds(Contract, pitcher=st.integers(0, 3), bid=st.just(Call.TWO)),
    "trump": st.sampled_from(cards.Suit),
    "piles": st.lists(
        st.builds(Pile, side=SIDES, cards=SOME, listed=st.sampled_from(Listed)),
        max_size=2,
        unique_by=lambda pile: pile.side,
    ).map(tuple),
    "tricks_won": BY_SIDE,
    "holdings": st.lists(
        st.builds(Holding, seat=st.integers(0, 3), cards=SOME),
        max_size=3,
        unique_by=lambda holding: holding.seat,
    ).map(tuple),
    "tricks": st.lists(st.builds(Trick, leader=SEATS, cards=SOME, winner=SEATS), max_size=2).map(
        tuple
    ),
    "low_dealt_to": SEATS,
    "claims": st.builds(
        Claims,
        points=st.lists(
            st.builds(
                PointClaim,
                point=st.sampled_from(PointName),
                side=st.one_of(st.none(), SIDES),
                in_play=st.booleans(),
                tied=st.booleans(),
            ),
            max_size=4,
            unique_by=lambda claim: claim.point,
        ).map(tuple),
        pips=BY_SIDE,
        scores=BY_SIDE,
        winner=st.one_of(st.none(), SIDES),
    ),
}
RECORDS = st.builds(HandRecord, **FIELDS)


def record_from_seed(seed: int) -> HandRecord:
    """Generate entries of a hand, right or wrong, with lists by side and seat."""
    chance = random.Random(seed)
    record = slipped(random_hand(chance, TABLE).part(), chance, 4, 2)
    return structs.replace(
        record,
        piles=tuple(sorted(record.piles, key=lambda pile: pile.side)),
        holdings=tuple(sorted(record.holdings, key=lambda holding: holding.seat)),
        claims=None if record.claims == Claims() else record.claims,
    )


@given(SEEDS, st.permutations(EVERY))
@MANY
def test_a_record_is_the_sum_of_its_parts_in_whatever_order_they_come(
    seed: int, order: list[Part]
) -> None:
    complete = record_from_seed(seed)
    rebuilt = reduce(lambda record, part: part.replace(record, complete), order, HandRecord())
    assert rebuilt == complete


@given(SEEDS, SEEDS, st.sampled_from(EVERY))
@MANY
def test_entering_one_part_changes_no_other(first_seed: int, second_seed: int, part: Part) -> None:
    before, facts = record_from_seed(first_seed), record_from_seed(second_seed)
    after = part.replace(before, facts)
    assert part.extract(after) == part.extract(facts)
    for untouched in EVERY:
        if untouched != part:
            assert untouched.extract(after) == untouched.extract(before)
    assert part.replace(after, before) == before


def test_what_a_phone_sends_for_a_part_is_that_part_of_a_record() -> None:
    sent = [
        AuctionFacts(dealer=2).entry(),
        PileFacts(cards=("AS",), listed=Listed.SOME).entry(1),
        HoldingFacts(cards=("AS",)).entry(3),
        TrickFacts(tricks_won=(4, 2)).entry(),
        ClaimFacts(scores=(4, 0), low_dealt_to=1).entry(),
    ]
    for entry in sent:
        assert entry.facts != HandRecord()
        assert entry.part.is_in(entry.facts)
        assert entry.part.replace(HandRecord(), entry.facts) == entry.facts
    nothing = ClaimFacts().entry()
    assert nothing.facts == HandRecord()
    assert not nothing.part.is_in(nothing.facts)


def at(record: HandRecord, pointer: str) -> Any:
    """Return the value at a JSON Pointer of a record."""
    place = msgspec.to_builtins(record)
    for step in pointer.removeprefix("/").split("/"):
        place = place[int(step)] if isinstance(place, list | tuple) else place[step]
    return place


@given(SEEDS, SEEDS)
@MANY
def test_records_differ_exactly_where_they_are_said_to(first_seed: int, second_seed: int) -> None:
    yours, theirs = record_from_seed(first_seed), record_from_seed(second_seed)
    assert differences.find_disagreements(yours, yours, DEAL) == ()
    disagreements = differences.find_disagreements(yours, theirs, DEAL)
    mirrored = differences.find_disagreements(theirs, yours, DEAL)
    assert {(difference.yours, difference.theirs) for difference in disagreements} == {
        (difference.theirs, difference.yours) for difference in mirrored
    }
    for disagreement in disagreements:
        assert disagreement.yours != disagreement.theirs
        assert (disagreement.yours is None) == (disagreement.your_fact is None)
        assert (disagreement.theirs is None) == (disagreement.their_fact is None)
        for record, pointer in ((yours, disagreement.your_fact), (theirs, disagreement.their_fact)):
            if pointer is not None:
                at(record, pointer)


@given(SEEDS, st.integers(min_value=0, max_value=50))
@MANY
def test_whatever_is_entered_otherwise_is_told(seed: int, slip: int) -> None:
    chance = random.Random(slip)
    true = record_from_seed(seed)
    wrong = slipped(true, chance, 4, 2)
    same_cards = [
        {(pile.side, pile.listed, frozenset(pile.cards)) for pile in record.piles}
        for record in (true, wrong)
    ]
    rest = [structs.replace(record, piles=()) for record in (true, wrong)]
    holdings = [
        {(holding.seat, frozenset(holding.cards)) for holding in record.holdings}
        for record in (true, wrong)
    ]
    rest = [structs.replace(record, holdings=()) for record in rest]
    differ = same_cards[0] != same_cards[1] or holdings[0] != holdings[1] or rest[0] != rest[1]
    assert bool(differences.find_disagreements(true, wrong, DEAL)) == differ


@given(RECORDS, st.randoms(use_true_random=False))
@MANY
def test_the_order_of_cards_piles_and_holdings_says_nothing(
    record: HandRecord, chance: random.Random
) -> None:
    def shuffle(items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(chance.sample(items, len(items)))

    def reverse(items: Sequence[Any]) -> tuple[Any, ...]:
        return shuffle([structs.replace(item, cards=shuffle(item.cards)) for item in items])

    reordered = structs.replace(
        record, piles=reverse(record.piles), holdings=reverse(record.holdings)
    )
    assert record.is_same(reordered)
    assert differences.find_disagreements(record, reordered, DEAL) == ()
    for part in EVERY:
        assert part.is_same(record, reordered)


@given(RECORDS, st.sampled_from(sorted(FIELDS)), st.data())
@MANY
def test_records_are_the_same_if_and_only_if_no_difference_is_told(
    record: HandRecord, field: str, data: st.DataObject
) -> None:
    second = structs.replace(record, **{field: data.draw(FIELDS[field])})
    is_same = record.is_same(second)
    assert is_same == (not differences.find_disagreements(record, second, DEAL))


def test_the_order_of_play_is_a_fact() -> None:
    records = [HandRecord(tricks=(Trick(cards=two),)) for two in (("AS", "2S"), ("2S", "AS"))]
    assert not records[0].is_same(records[1])


def test_the_order_of_a_pile_is_no_difference() -> None:
    yours = HandRecord(piles=(Pile(side=0, cards=("AS", "2C")),))
    theirs = HandRecord(piles=(Pile(side=0, cards=("2C", "AS")),))
    assert differences.find_disagreements(yours, theirs, DEAL) == ()


def test_a_card_in_another_pile_is_one_difference() -> None:
    yours = HandRecord(piles=(Pile(side=0, cards=("AS", "TH")), Pile(side=1, cards=())))
    theirs = HandRecord(piles=(Pile(side=0, cards=("AS",)), Pile(side=1, cards=("TH",))))
    (difference,) = differences.find_disagreements(yours, theirs, DEAL)
    assert languages.text(difference.message) == (
        "10 of hearts: Ann & Cid on this phone, Bob & Dee on the sheet."
    )
    assert (difference.your_fact, difference.their_fact) == ("/piles/0/cards/1", "/piles/1/cards/0")
