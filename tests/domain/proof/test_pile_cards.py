"""Cards that cannot be in a half-listed pile, as another engine finds them; cards to ask for."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.findings import Finding
from pitch.hand import auction_record, readings, verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord, Listed, Pile, PointClaim
from pitch.point_names import PointName
from pitch.proof import pile_cards, provers
from pitch.proof.solver import Effort
from pitch.rules import rulesets
from pitch.seats import Seating, Table
from tests.support.family import entries, games
from tests.support.family import hands as family_hands
from tests.support.hands import EVERY_TABLE, NAMES, deal, piles
from tests.support.oracles import certificates, second_opinion
from tests.support.oracles.truth import Hand, hand_of
from tests.support.searches import share

FEW = settings(max_examples=share(40, 10), derandomize=True, database=None)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(EVERY_TABLE)


def half_listed(hand: Hand, chance: random.Random) -> HandRecord:
    """Some true cards of every side, beside whatever else the table knows."""
    piles = []
    for side in range(hand.sides):
        pile = hand.pile(side)
        is_half = side == 0 or chance.random() < 0.6
        how = Listed.SOME if is_half else pile.listed
        piles.append(structs.replace(pile, listed=how))
    return structs.replace(hand.part(), piles=tuple(piles))


@FEW
@given(seeds, tables)
def test_a_card_is_impossible_exactly_where_another_engine_says_so(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    chance = random.Random(seed)
    record = half_listed(hand, chance)
    pitchers = auction_record.pitchers(record, hand.deal)
    cards = {card for pile in record.piles for card in pile.cards}
    for impossible in pile_cards.search(record, hand.deal, ()).impossible:
        rest = [card for card in PACK.cards if card not in cards]
        sample = chance.sample(rest, min(4, len(rest)))
        for card in {*sample, *impossible.cards[:4]}:
            record_with_card = with_card(record, impossible.side, card)
            facts = set(certificates.leaves(record_with_card))
            can_be = second_opinion.can_be(record_with_card, hand.deal, facts, pitchers)
            if card in impossible.cards:
                assert can_be in {None, False}, (impossible.side, card, record)
            elif impossible.is_complete:
                assert can_be in {None, True}, (impossible.side, card, record)


def with_card(record: HandRecord, side: int, card: str) -> HandRecord:
    return structs.replace(
        record,
        piles=tuple(
            structs.replace(pile, cards=(*pile.cards, card)) if pile.side == side else pile
            for pile in record.piles
        ),
    )


@FEW
@given(seeds, tables)
def test_no_card_that_was_truly_taken_is_impossible(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = half_listed(hand, random.Random(seed))
    for impossible in pile_cards.search(record, hand.deal, ()).impossible:
        cards = {
            card
            for winner, trick in hand.tricks
            if winner % hand.sides == impossible.side
            for card in trick
        }
        assert cards.isdisjoint(impossible.cards)


NAMED = HandRecord(contract=Contract(pitcher=0, bid=Call.TWO), trump=Suit.SPADES)


def test_where_the_last_card_is_taken_nothing_else_can_be() -> None:
    """Two players capture twelve cards; what is not listed is in the other pile or not in play."""
    dealt = deal("setback", players=2)
    first, second = piles("AS KS TH 4C 5C 6C", "JS 2S KH 7C 8C 9C")
    half = structs.replace(NAMED, piles=(first, structs.replace(second, listed=Listed.SOME)))
    (impossible,) = pile_cards.search(half, dealt, ()).impossible
    assert impossible.is_complete
    assert (impossible.side, len(impossible.cards)) == (1, 40)


def test_nothing_is_greyed_before_anything_tells() -> None:
    dealt = deal("setback", players=2)
    half = structs.replace(NAMED, piles=(Pile(side=0, cards=("AS",), listed=Listed.SOME),))
    assert not any(map(Finding.prevents_scoring, provers.prove(half, dealt).findings))
    for impossible in pile_cards.search(half, dealt, ()).impossible:
        assert (impossible.cards, impossible.is_complete) == ((), True)


def test_every_card_is_decided_where_five_call_a_partner_and_trump_is_not_told() -> None:
    """Asked one by one, 102 of the 184 took more work than all of them may."""
    ruleset = rulesets.preset("pawnee")
    (table,) = ruleset.rules.tables
    hand = family_hands.hand(games.read(ruleset.rules, table, ruleset.preset), 0)
    record = entries.part(hand, random.Random(0))
    dealt = Deal(ruleset, Seating(table=table, names=NAMES[: table.players]), hand.dealer)
    told = pile_cards.search(record, dealt, ()).impossible
    assert record.trump is None
    assert all(each.is_complete for each in told)
    assert sum(len(each.cards) for each in told) == 176


def test_without_piles_nothing_is_asked() -> None:
    assert pile_cards.search(NAMED, deal("setback", players=2), ()).impossible == ()


def test_what_is_not_decided_is_never_told_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pile_cards, "_WORK", 0)
    first, second = piles("AS KS TH 4C 5C 6C", "JS 2S KH 7C 8C 9C")
    half = structs.replace(NAMED, piles=(first, structs.replace(second, listed=Listed.SOME)))
    (impossible,) = pile_cards.search(half, deal("setback", players=2), ()).impossible
    assert (impossible.cards, impossible.is_complete) == ((), False)


def cards_to_ask(record: HandRecord, dealt: Deal) -> list[tuple[str, PointName]]:
    """Return the cards to ask for while piles are being listed."""
    proof = provers.prove(record, dealt)
    points = verdicts.judge(record, dealt, proof).points or ()
    return [
        (question.card, question.point)
        for question in pile_cards.search(record, dealt, points).cards_to_ask
    ]


def half(*cards: str) -> HandRecord:
    return structs.replace(NAMED, piles=piles(*cards, how=Listed.SOME))


def test_the_jack_is_asked_for_once_the_ace_is_listed() -> None:
    first, second, *rest = cards_to_ask(half("AS"), deal("setback"))
    assert first == ("JS", PointName.JACK)
    # Who has Low is told by the lowest trump that anybody lists.
    assert second == ("2S", PointName.LOW)
    games = [card for card, point in rest if point is PointName.GAME]
    assert set(games[:3]) == {"TH", "TD", "TC"}


def test_high_is_asked_for_down_to_the_highest_trump_that_is_listed() -> None:
    cards = cards_to_ask(half("JS 2S"), deal("setback"))
    assert [card for card, point in cards if point is PointName.HIGH] == ["AS", "KS", "QS"]
    assert PointName.LOW not in {point for _, point in cards}


def test_what_is_not_open_is_not_asked_for() -> None:
    claims = Claims(points=(PointClaim(point=PointName.JACK, in_play=False),))
    cards = cards_to_ask(structs.replace(half("AS 2S"), claims=claims), deal("setback"))
    assert {point for _, point in cards} == {PointName.GAME}


def test_nothing_is_asked_for_before_trump_is_known() -> None:
    record_without_trump = structs.replace(half("AS"), trump=None)
    assert cards_to_ask(record_without_trump, deal("setback")) == []


def test_jokers_and_off_jacks_are_asked_for_where_they_bring_points() -> None:
    record_without_contract = structs.replace(half("AS 2S"), contract=None)
    cards = cards_to_ask(record_without_contract, deal("ten-point"))
    assert [card for card, point in cards if point is not PointName.GAME][:4] == [
        "JS",
        "JC",
        "HJ",
        "LJ",
    ]


@FEW
@given(seeds, tables)
def test_a_card_is_asked_for_only_where_it_can_be_in_a_pile(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    chance = random.Random(seed)
    record = structs.replace(half_listed(hand, chance), trump=Suit(hand.trump))
    pitchers = auction_record.pitchers(record, hand.deal)
    points = readings.read(record, hand.deal).points
    results = pile_cards.search(record, hand.deal, points)
    sides = [side_cards.side for side_cards in results.impossible]
    for card in chance.sample(
        [question.card for question in results.cards_to_ask], min(2, len(results.cards_to_ask))
    ):
        cards = []
        for side in sides:
            record_with_card = with_card(record, side, card)
            facts = set(certificates.leaves(record_with_card))
            cards.append(second_opinion.can_be(record_with_card, hand.deal, facts, pitchers))
        assert None in cards or any(cards)


@FEW
@given(seeds, tables)
def test_cards_are_the_same_with_the_solver_of_the_proof(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = half_listed(hand, random.Random(seed))
    effort = Effort(provers.USUAL.total, is_of_one_record=True)
    provers.prove(record, hand.deal, effort=effort)
    points = readings.read(record, hand.deal).points
    alone = pile_cards.search(record, hand.deal, points)
    after = pile_cards.search(record, hand.deal, points, effort)
    for side, same_side in zip(alone.impossible, after.impossible, strict=True):
        if side.is_complete and same_side.is_complete:
            assert side == same_side
    if all(side.is_complete for side in (*alone.impossible, *after.impossible)):
        assert alone.cards_to_ask == after.cards_to_ask
