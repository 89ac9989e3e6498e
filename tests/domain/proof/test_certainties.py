"""Points called certain in an impossible record are true, whichever of its facts was wrong."""

import random

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand.auctions import Contract
from pitch.hand.points import Points
from pitch.hand.records import HandRecord, Holding, Listed, Pile, Trick
from pitch.point_names import PointName
from pitch.proof import contests
from pitch.seats import Arrangement, Table
from tests.support import claims
from tests.support.hands import EVERY_TABLE, deal, judge, piles
from tests.support.oracles import truth
from tests.support.oracles.strategies import with_a_card_twice
from tests.support.oracles.truth import Hand, hand_of
from tests.support.searches import share

SOME = settings(max_examples=share(120, 16), derandomize=True, database=None)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(EVERY_TABLE)


def certain(record: HandRecord, hand: Hand) -> Points:
    verdict = judge(record, hand.deal)
    assume(verdict.status is Status.IMPOSSIBLE)
    return contests.assess(record, hand.deal, verdict.findings).certain


def owners(hand: Hand) -> dict[PointName, int | None]:
    return dict(zip(claims.FOUR, hand.scored.owners, strict=True))


# Two sides' tricks changed places: no other change of one number makes them add up.
@example(34990, next(table for table in EVERY_TABLE if table.sides is Arrangement.THREE_PAIRS))
@SOME
@given(seeds, tables)
def test_what_is_certain_despite_one_slip_is_true(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    chance = random.Random(seed)
    record = truth.slipped(hand.part(), chance, table.players, hand.sides)
    true = owners(hand)
    for point in certain(record, hand):
        assert not point.is_open
        assert point.side == true[point.point], (point.point, record)


@SOME
@given(seeds, tables)
def test_what_is_certain_of_a_card_in_two_piles_is_true(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    twice, _, _ = with_a_card_twice(hand, seed)
    true = owners(hand)
    for point in certain(twice, hand):
        assert point.side == true[point.point], (point.point, twice)


NAMED = HandRecord(contract=Contract(pitcher=0, bid=Call.TWO), trump=Suit.SPADES)


def certain_points(
    record: HandRecord, players: int = 2
) -> list[tuple[str, int | None, str | None]]:
    dealt = deal("setback", players=players)
    findings = judge(record, dealt).findings
    points = contests.assess(record, dealt, findings).certain
    return [(point.point.value, point.side, point.card) for point in points]


def test_whoever_took_the_ten_high_low_and_jack_are_settled() -> None:
    cards = piles("AS KS TH", "JS 2S TH KH", how=Listed.SCORING)
    assert certain_points(structs.replace(NAMED, piles=cards))[:1] == [("high", 0, "AS")]
    assert ("jack", 1, "JS") in certain_points(structs.replace(NAMED, piles=cards))
    assert "game" not in {
        point for point, *_ in certain_points(structs.replace(NAMED, piles=cards))
    }


def test_counts_of_other_sides_settle_no_game() -> None:
    """One count is blamed, but whoever entered it for a wrong side entered others so too."""
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.THREE),
        holdings=(Holding(seat=2, cards=("TD",)),),
        piles=(Pile(side=0, cards=("3D", "AS"), listed=Listed.SCORING, trumps=1),),
        claims=claims.claims(claims.high(1, "AD"), pips=(21, 5, 9)),
    )
    assert certain_points(record, players=3) == [("high", 1, None)]


def test_a_finding_that_does_not_name_the_counts_settles_no_game() -> None:
    """Without a search Game is another's by the piles and the counts, of which it names one."""
    cards = (Pile(side=0, cards=("5S",), listed=Listed.SOME),)
    counts = claims.claims(claims.game(1), pips=(22, 6))
    record = structs.replace(NAMED, piles=cards, claims=counts)
    assert judge(record, deal("setback", players=2)).findings[0].facts == (
        "/claims/points/0",
        "/piles",
    )
    assert certain_points(record) == []


def test_tricks_in_the_wrong_order_settle_no_low() -> None:
    """Hearts were led to trick 1; only its lead is blamed, but the other trick is in its place."""
    record = HandRecord(
        trump=Suit.HEARTS,
        piles=piles("9C QC 4C 5C 2S 4D 4H 9D KC 3H 2C 3D"),
        tricks_won=(3, 0, 1, 2),
        tricks=(Trick(cards=("9C", "QC", "4C", "5C")), Trick(0, ("5H", "2H", "8H", "KH"))),
    )
    assert "low" not in {point for point, *_ in certain_points(record, players=4)}


def test_a_count_that_cannot_be_leaves_what_the_cards_show() -> None:
    """There are no seven tricks; who has the ace and the jack does not hang on that."""
    cards = piles("AS KS TH", "JS 2S KH", how=Listed.SOME)
    record = structs.replace(NAMED, piles=cards, tricks_won=(5, 2))
    assert judge(record, deal("setback", players=2)).status is Status.IMPOSSIBLE
    assert certain_points(record) == [("high", 0, "AS"), ("low", 1, "2S"), ("jack", 1, "JS")]
