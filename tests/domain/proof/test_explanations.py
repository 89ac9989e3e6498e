"""Explanations of an impossible record follow from exactly the facts that they name.

The same words come of those facts alone, the class is what would have to have gone wrong for them
to be true, and a repair changes one of them.
"""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch import cards, messages
from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Finding, FindingKind
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord, Pile, Trick
from pitch.messages import ArgumentKind
from pitch.proof import provers, solver, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import Explanation, is_sure
from pitch.proof.fits import Fit, Play
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import PitcherAmong, PlayedToTrick, PointCardIs, TrumpIs
from pitch.rules import clauses
from pitch.rules.choices import TrumpBy
from pitch.seats import Table
from pitchkeeper.messages import languages
from tests.support.hands import EVERY_TABLE, NAMES, deal, prove
from tests.support.oracles.truth import random_hand, slipped
from tests.support.searches import share

SOME = settings(max_examples=share(200, 20), derandomize=True, database=None)


def impossible(seed: int, table: Table) -> tuple[HandRecord, Deal, Proof]:
    """A record of a hand that was played, with up to three things entered wrong."""
    chance = random.Random(seed)
    hand = random_hand(chance, table)
    record = hand.part()
    for _ in range(chance.randint(1, 3)):
        record = slipped(record, chance, table.players, hand.sides)
    proof = provers.prove(record, hand.deal)
    assume(any(map(Finding.prevents_scoring, proof.findings)))
    return record, hand.deal, proof


def conflicting(record: HandRecord, dealt: Deal, proof: Proof) -> list[tuple[Finding, Case]]:
    """Every conflict that was searched, with a case of nothing but its facts."""
    everything = statements.from_record(record, dealt)
    return [
        (
            found,
            Case(
                [finding for finding in everything if finding.pointer in found.facts],
                dealt,
                solver.WARM.for_layout(layouts.from_deal(dealt)),
            ),
        )
        for found in proof.findings
        if found.prevents_scoring() and not is_sure(found)
    ]


@SOME
@given(st.integers(0, 2**32), st.sampled_from(EVERY_TABLE))
def test_sentence_code_class_clauses_facts_and_repairs_belong_together(
    seed: int, table: Table
) -> None:
    record, dealt, proof = impossible(seed, table)
    codes: set[str] = set()
    for finding in proof.findings:
        codes.update(finding.facts if finding.prevents_scoring() else ())
    for finding, case in conflicting(record, dealt, proof):
        assert case.statements, finding
        assert can_be(case, Play.LEGAL) is not True, finding
        if not proof.undecided:
            again = Explanation(case, ())
            again.search()
            (same,) = again.findings
            if finding.code != "revoke":  # who sat there is told by the rest of the record
                assert same == finding
            assert structs.replace(same, message=finding.message) == finding
            assert_class(finding, case)
        assert set(list_arguments(finding, messages.CARD)) <= cards_of_facts(case), finding
        assert set(list_arguments(finding, messages.PLAYER)) <= players(case), finding
        assert set(finding.clauses) <= {clause.id for clause in clauses.list_clauses(dealt.ruleset)}
    if proof.revokes is not None:
        assert proof.revokes == len(proof.revoked)
        assert FindingKind.VIOLATION in {found.kind for found in proof.findings} or proof.undecided
    for repair in proof.repairs:
        pointer = repair.change.source or repair.change.path
        list_pointer = re.sub(r"/cards/\d+$", "/listed", pointer)
        assert any(
            fact in {pointer, list_pointer} or pointer.startswith(f"{fact}/") for fact in codes
        ), repair


def can_be(case: Case, play: Play) -> bool | None:
    """Return whether facts can be true by some play; None where the search does not tell."""
    try:
        return isinstance(case.fit(case.everything(), play), Fit)
    except OutOfWork:
        return None


def assert_class(finding: Finding, case: Case) -> None:
    """A violation is what a revoke allows, an award what a wrong award does, else neither."""
    is_named = case.deal.ruleset.rules.trump_by is TrumpBy.NAMED_AND_LED
    allowing = [play for play in Play if can_be(case, play)]
    if Play.WITH_REVOKES in allowing:
        assert finding.kind is FindingKind.VIOLATION, finding
    elif Play.WITH_WRONG_AWARDS in allowing:
        assert finding.kind is FindingKind.AWARD, finding
    elif is_named and Play.WITH_WRONG_LEAD in allowing:
        assert finding.kind is not FindingKind.AWARD, finding
    else:
        assert finding.kind not in {FindingKind.VIOLATION, FindingKind.AWARD}, finding


def list_arguments(finding: Finding, kind: ArgumentKind) -> Iterator[str]:
    """The cards or the players that a finding speaks of, in lists and as sides as well."""
    arguments = [argument for sentence in finding.sentences for _, argument in sentence.arguments]
    while arguments:
        argument = arguments.pop()
        arguments += argument.items
        if argument.kind is kind:
            yield argument.text


def cards_of_facts(case: Case) -> set[str]:
    """The cards that facts speak of, and the jack where they tell the trump suit."""
    found: set[str] = set()
    for statement in case.statements:
        says = statement.statement
        found.update({getattr(says, "card", None) or "", *getattr(says, "cards", ())})
        if isinstance(says, TrumpIs):
            found.add(cards.jack(says.suit))
        if isinstance(says, PlayedToTrick | PointCardIs):
            found.add(cards.jack(says.card[1]))
    return found


def players(case: Case) -> set[str]:
    """Return the players that facts are about; a played card is about its player."""
    found: set[str] = set()
    for statement in case.statements:
        says = statement.statement
        if isinstance(says, PlayedToTrick):
            return set(NAMES)
        seats = says.seats if isinstance(says, PitcherAmong) else (getattr(says, "seat", None),)
        found.update(NAMES[seat] for seat in seats if seat is not None)
        sides = {
            getattr(says, "side", None),
            *(case.deal.side_of(s) for s in seats if s is not None),
        }
        found.update(name for seat, name in enumerate(NAMES) if case.deal.side_of(seat) in sides)
    return found


def tricks_from(*tricks: str) -> tuple[Trick, ...]:
    return tuple(Trick(cards=tuple(trick.split())) for trick in tricks)


def test_a_wrong_trump_suit_is_not_told_as_a_wrong_leader() -> None:
    """Hearts named, spades led: whoever led to the third trick has nothing to do with it."""
    record = HandRecord(
        trump=Suit.HEARTS, tricks=(*tricks_from("AS 5S 2S", "9C 4H 3C"), Trick(leader=0))
    )
    proof = provers.prove(record, deal("setback", players=3))
    finding, *rest = filter(Finding.prevents_scoring, proof.findings)
    assert not any(other.code == "wrong_leader" for other in rest)
    assert finding.code == "first_lead_is_no_trump"
    assert finding.kind is FindingKind.ARITHMETIC
    assert finding.facts == ("/trump", "/tricks/0/cards/0")
    assert (
        languages.text(finding.message)
        == "The ace of spades was led first, so spades are trump, not hearts. Which is right?"
    )
    assert [clause.split("/")[-1] for clause in finding.clauses] == ["play.trump"]


def test_conflicts_that_share_no_fact_are_all_told() -> None:
    record = HandRecord(
        trump=Suit.HEARTS,
        tricks=(*tricks_from("AS 5S 2S", "9C 4H 3C"), Trick(leader=0)),
        tricks_won=(3, 3, 3),
    )
    proof = provers.prove(record, deal("setback", players=3))
    codes = [finding.code for finding in proof.findings if finding.prevents_scoring()]
    assert codes[:2] == ["first_lead_is_no_trump", "wrong_trick_total"]


@pytest.mark.parametrize(
    ("preset", "kind"),
    [("rules-guru", FindingKind.VIOLATION), ("mb-lounge", FindingKind.ARITHMETIC)],
)
def test_only_revokes_are_counted_as_revokes(preset: str, kind: FindingKind) -> None:
    """A first lead that is no trump is a violation where trump is named, but nobody revoked."""
    dealt = deal(preset)
    lead = HandRecord(
        contract=Contract(pitcher=0, bid=Call.THREE),
        trump=Suit.HEARTS,
        tricks=tricks_from("AS 2S 3S 4S"),
    )
    proof = provers.prove(lead, dealt)
    assert [finding.code for finding in proof.findings] == ["first_lead_is_no_trump"]
    assert [finding.kind for finding in proof.findings] == [kind]
    assert (proof.revokes, proof.revoked) == (None, ())


def test_a_pile_of_a_wrong_size_with_a_card_listed_twice_is_told_once() -> None:
    record = HandRecord(piles=(Pile(side=0, cards=("AS", "AS", "KS")),))
    table = deal("setback", 4)
    findings = prove(record, table).findings
    assert [finding.code for finding in findings] == ["card_twice_in_pile", "pile_size"]
