"""Everything that a verdict leaves open can go either way, or is listed as undecided."""

import random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Listed, Pile, Trick
from pitch.proof import provers, solver, statements
from pitch.proof.cases import Case
from pitch.proof.fits import Fit
from pitch.proof.formula import layouts
from pitch.rules import rulesets
from pitch.seats import Seating, Table
from pitchkeeper.messages import languages
from tests.support.hands import EVERY_TABLE, NAMES, deal, prove
from tests.support.oracles.truth import random_hand

FEW = settings(max_examples=25, derandomize=True, database=None)
SMUDGE = Contract(pitcher=0, bid=Call.SMUDGE)


def case_for(record: HandRecord, dealt: Deal) -> Case:
    engine = solver.WARM.for_layout(layouts.from_deal(dealt))
    return Case(statements.from_record(record, dealt), dealt, engine)


def can_be(case: Case, *literals: int) -> bool:
    trumps = case.trumps(case.everything())
    fits = (case.fit(case.everything(), also=literals, trumps=(trump,)) for trump in trumps)
    return any(isinstance(fit, Fit) for fit in fits)


@FEW
@given(st.integers(0, 2**32), st.sampled_from(EVERY_TABLE))
def test_what_is_open_can_go_either_way_or_is_said_to_be_undecided(seed: int, table: Table) -> None:
    hand = random_hand(random.Random(seed), table)
    record = hand.part()
    verdict = prove(record, hand.deal)
    assume(verdict.status is not Status.IMPOSSIBLE)
    case = case_for(record, hand.deal)
    open_pips = [pip for pip in verdict.pips if pip.least < pip.most]
    is_wide = any(reason.code == "undecided.count" for reason in verdict.undecided)
    for bounds in () if is_wide else open_pips:
        more_than = case.formula.pips[bounds.side]
        assert can_be(case, more_than[bounds.most - 1]), bounds
        assert can_be(case, -more_than[bounds.least]), bounds
    is_open = verdict.status is Status.OPEN and not verdict.outcomes
    if is_open and record.contract is not None and verdict.made is None and not verdict.undecided:
        assert both_ways(case, record.contract)
    tells_play = {statement.pointer for statement in case.statements} - {
        "/trump",
        "/contract/pitcher",
        "/calls",
    }
    if is_open and record.contract is not None and tells_play:
        assert verdict.undecided


def both_ways(case: Case, contract: Contract) -> bool:
    """Return whether a bid can be made and can be lost."""
    side = case.deal.side_of(contract.pitcher)
    needed, formula = results.contract_needs(contract, case.deal), case.formula
    goals = []
    if needed.tricks:
        goals.append(formula.won[side][needed.tricks - 1])
    if needed.points:
        goals.append(formula.points[side][needed.points - 1])
    return can_be(case, *goals) and any(can_be(case, -goal) for goal in goals)


@pytest.mark.parametrize(
    "record",
    [
        HandRecord(piles=(Pile(side=1, cards=("2C",), listed=Listed.SOME),)),
        HandRecord(tricks=(Trick(), Trick(winner=1))),
    ],
)
def test_a_slam_that_lost_a_trick_is_lost_however_many_ways_are_left(record: HandRecord) -> None:
    """Smudge, and one trick to the others: who has which point is as open as can be."""
    lost = HandRecord(contract=SMUDGE, piles=record.piles, tricks=record.tricks)
    dealt = deal("rules-guru")
    verdict = prove(lost, dealt)
    assert (verdict.status, verdict.made, verdict.deltas) == (Status.OPEN, False, None)
    assert tuple(map(languages.text, verdict.undecided)) == (
        "The hand can end in too many ways to list them all.",
    )


@pytest.mark.parametrize(("players", "most"), [(2, 68), (3, 78), (4, 80)])
def test_nobody_counts_more_pips_than_the_cards_that_are_dealt(players: int, most: int) -> None:
    record = HandRecord(contract=Contract(pitcher=0, bid=Call.THREE))
    dealt = deal("rules-guru", players)
    verdict = prove(record, dealt)
    assert {pip.most for pip in verdict.pips} == {most}


def test_sides_of_which_nothing_is_known_have_the_same_bounds() -> None:
    """Five of six sides: each bound found is the first that the next side is asked about."""
    record = msgspec.convert(
        {
            "contract": {"pitcher": 5, "bid": "smudge"},
            "piles": [
                {
                    "side": 5,
                    "cards": ["7S", "QS", "KS", "6S", "8S", "4S", "QD", "JC", "8C"],
                    "listed": "some",
                    "trumps": 6,
                }
            ],
            "claims": {
                "points": [{"point": "high", "side": 5}, {"point": "low", "side": 5, "card": "4S"}]
            },
        },
        HandRecord,
    )
    proof = provers.prove(record, deal("rules-guru", players=6, dealer=5))
    assert [(side.least, side.most) for side in proof.pips] == [(0, 68)] * 5 + [(8, 65)]
    assert not any(told.code == "undecided.count" for told in proof.undecided)


def test_a_seat_with_more_trumps_than_it_can_have_is_told_from_five_facts() -> None:
    """Only the pitcher takes the rest of the pack, so another has nine trumps at most."""
    ruleset = rulesets.preset("trickster-ten")
    three = next(table for table in ruleset.rules.tables if table.players == 3)
    dealt = Deal(ruleset, Seating(table=three, names=NAMES[:3]), 2)
    record = msgspec.convert(
        {
            "contract": {"pitcher": 0, "bid": "5"},
            "piles": [
                {"side": 1, "cards": ["8C", "AC", "HJ", "KC", "QC", "TC"], "trumps": 6},
                {"side": 2, "cards": ["2C", "JS", "9C"], "trumps": 3},
            ],
            "tricksWon": [1, 4, 1],
            "surplus": [{"side": 1, "cards": ["4C", "3C", "LJ", "5C"]}],
            "lowDealtTo": 1,
            "claims": {"points": [{"point": "high", "side": 1}]},
        },
        HandRecord,
    )
    proof = provers.prove(record, dealt)
    surplus = [f"/surplus/0/cards/{place}" for place in range(4)]
    assert [finding.facts for finding in proof.findings] == [("/contract/pitcher", *surplus)]
    assert not proof.undecided
