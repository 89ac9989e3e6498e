"""A conflict of an impossible record names no fact that it does not need."""

import random

import pytest
from msgspec import structs

from pitch.hand import auction_record
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Holding, Trick
from pitch.messages import Sentence
from pitch.proof import cores, provers, solver, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import is_sure
from pitch.proof.fits import Answers, Misfit
from pitch.proof.formula import layouts
from pitch.seats import Table
from tests.support import claims as told
from tests.support.oracles import second_opinion
from tests.support.oracles.truth import Hand, random_hand, slipped
from tests.support.searches import IS_THOROUGH

pytestmark = pytest.mark.search

TWO = Table(players=2)
RECORDS = 600 if IS_THOROUGH else 6
ONCE_OPEN = (264,)
ONCE_BY_LUCK = (13, 33, 42, 67, 87, 118, 140)
"""Records of which a solver found one smallest conflict or another, as it had begun."""
WORK = 20_000
NOT_DECIDED = Sentence("undecided.all_facts")
NOT_TOLD = Sentence("undecided.what_went_wrong")


def with_all_cards(hand: Hand) -> HandRecord:
    """Every card of a hand, as piles, as hands or trick by trick, and what was counted."""
    true, chance, whole = hand.scored, hand.chance, hand.whole()
    shape = chance.choice(["piles", "holdings", "tricks", "piles and holdings"])
    held = tuple(Holding(seat=seat, cards=cards) for seat, cards in enumerate(hand.holdings))
    return HandRecord(
        contract=whole.contract if hand.maybe() else None,
        trump=whole.trump if hand.maybe() else None,
        piles=whole.piles if "piles" in shape else (),
        holdings=held if "holdings" in shape else (),
        tricks=tuple(Trick(cards=tuple(t)) for _, t in hand.tricks) if shape == "tricks" else (),
        tricks_won=hand.tricks_won() if hand.maybe() else None,
        low_dealt_to=true.low_seat if hand.maybe() else None,
        claims=told.claims(
            told.high(true.high, true.high_card if hand.maybe() else None),
            told.low(true.low, true.low_card if hand.maybe() else None),
            told.jack(true.jack, in_play=true.jack is not None),
            pips=tuple(true.pips),
            taken=tuple(map(true.owners.count, range(2))) if hand.maybe() else None,
        ),
    )


def miscounted(record: HandRecord, chance: random.Random) -> HandRecord:
    """The record with one count of pips a little off."""
    assert record.claims is not None
    pips = list(record.claims.pips or ())
    side = chance.randrange(2)
    pips[side] = max(0, pips[side] + chance.choice([-10, -3, -1, 1, 2, 4, 7]))
    return structs.replace(record, claims=structs.replace(record.claims, pips=tuple(pips)))


def wrong(seed: int) -> tuple[HandRecord, Deal]:
    """A hand of two players with all cards, and up to three things entered wrong."""
    chance = random.Random(seed)
    hand = random_hand(chance, TWO)
    record = with_all_cards(hand)
    if chance.random() < 0.5:
        record = miscounted(record, chance)
    for _ in range(chance.randint(1, 2)):
        record = slipped(record, chance, 2, 2)
    return record, hand.deal


def test_no_conflict_of_two_players_names_a_fact_that_it_does_not_need() -> None:
    """Another engine confirms it; of few conflicts it is said not to have been decided."""
    conflicts = open_ends = 0
    for seed in range(RECORDS):
        record, dealt = wrong(seed)
        proof = provers.prove(record, dealt)
        named = [set(f.facts) for f in proof.findings if f.prevents_scoring() and not is_sure(f)]
        conflicts += len(named)
        if NOT_DECIDED in proof.undecided:
            open_ends += proof.undecided.count(NOT_DECIDED)
            continue
        pitchers = auction_record.pitchers(record, dealt)
        for facts in named:
            assert second_opinion.can_be(record, dealt, facts, pitchers, WORK) is not True, facts
            for fact in facts:
                fits = second_opinion.can_be(record, dealt, facts - {fact}, pitchers, WORK)
                assert fits is not False, (facts, fact)
    assert conflicts > RECORDS
    assert open_ends <= conflicts // 50


@pytest.mark.parametrize("seed", ONCE_OPEN)
def test_what_is_hard_to_shrink_is_shrunk_all_the_same(seed: int) -> None:
    """Records of which some fact was once named without need."""
    record, dealt = wrong(seed)
    proof = provers.prove(record, dealt)
    assert proof.findings
    assert NOT_DECIDED not in proof.undecided
    # One question that is too hard takes nothing from the others.
    assert NOT_TOLD not in proof.undecided


@pytest.mark.parametrize("seed", ONCE_BY_LUCK)
def test_how_a_search_begins_does_not_decide_which_conflict_is_found(seed: int) -> None:
    record, dealt = wrong(seed)
    stated = statements.from_record(record, dealt)
    conflicts = set()
    for sign in (1, -1):
        engine = solver.fresh(layouts.from_deal(dealt))
        engine.begin_with([sign * each for each in range(1, engine.formula.variables + 1)])
        case = Case(stated, dealt, engine, answers=Answers())
        assert isinstance(case.fit(case.everything()), Misfit)
        conflict = cores.minimal(case, case.everything())
        assert conflict.unproven == ()
        conflicts.add(conflict.places)
    assert len(conflicts) == 1
