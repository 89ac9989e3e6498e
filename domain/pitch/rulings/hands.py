"""Rulings on a hand: what its record comes to, or why it cannot be, and what shows it."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Final

from msgspec import Meta

from pitch import findings
from pitch.errors import Refusal
from pitch.findings import Status
from pitch.hand import records, verdicts
from pitch.hand.answers import Answer
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.hand.witnesses import Witness
from pitch.messages import (
    BID,
    CHANGE,
    CHOICE,
    POINT,
    SIDE,
    Message,
    Sentence,
    Sentences,
    any_of,
)
from pitch.proof import prospects, provers
from pitch.proof.contests import CertainPoints
from pitch.proof.efforts import Effort
from pitch.proof.pile_cards import CardsToAsk, ImpossibleInPiles
from pitch.proof.prospects import Prospect
from pitch.proof.provers import MOST_REPAIRS, SearchLimits
from pitch.proof.repair_outcomes import RepairOutcome
from pitch.rules import clauses, rulesets
from pitch.rules.bearings import AUCTION, CONTRACT, PAY, POINTS
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, hinges, questions
from pitch.rulings.answers import Ruling
from pitch.rulings.hinges import NotDecided
from pitch.rulings.questions import Question
from pitch.seats import Table
from pitch.types import Fact, Seat


class HandQuestion(Question, Fact, frozen=True, kw_only=True):
    """A hand in question: its record, and who dealt."""

    record: HandRecord
    """What is known of the hand."""
    dealer: Annotated[Seat | None, Meta(description="The last seat if absent.")] = None
    witness: Annotated[
        bool, Meta(description="Whether to show a deal and six tricks that fit the record.")
    ] = False


class HandRuling(Ruling, frozen=True, kw_only=True):
    """The verdict on a hand, and how it can have been played if that was asked."""

    verdict: Verdict
    """What the record amounts to."""
    witness: Witness | None
    """A deal and play that fit the record; null if there is none, or none was found."""
    answers: Annotated[
        tuple[Answer, ...],
        Meta(
            description="What each question of `verdict.needs` can be answered with, and what that "
            "would lead to: after a card, a point or the partner, not after piles and numbers.",
            max_length=128,
        ),
    ]
    repair_outcomes: Annotated[
        tuple[RepairOutcome, ...],
        Meta(description="What each of `verdict.repairs` would lead to.", max_length=MOST_REPAIRS),
    ]
    impossible_cards: ImpossibleInPiles
    cards_to_ask: CardsToAsk
    certain_points: CertainPoints


_THROWN_IN: Final = Message("ruling.hand.thrown_in")
_IMPOSSIBLE: Final = Message("ruling.hand.impossible")
_DEALER_SET: Final = Message("ruling.hand.dealer_set")
_OPEN: Final = Message("ruling.hand.open", made=CHOICE)
_SETTLED: Final = Message("ruling.hand.settled", side=SIDE, bid=BID, made=CHOICE)
_CHANGES: Final = Message("ruling.hand.changes", side=SIDE, change=CHANGE)
_POINT: Final = Message("ruling.hand.point", point=POINT, sides=any_of(SIDE))
_POINT_OR_NOBODY: Final = Message("ruling.hand.point_or_nobody", point=POINT, sides=any_of(SIDE))
_NOBODYS: Final = Message("ruling.hand.nobodys", point=POINT)
_NOT_PLAYED: Final = Message("ruling.hand.why.not_played")

OPTIONS: Final = bearing_on(POINTS, CONTRACT, PAY, AUCTION)
"""The choices that a ruling on a hand can depend on, besides those of pack, draw and play."""


def rule_on_hand(question: HandQuestion, ruleset: RuleSet) -> HandRuling:
    """The ruling on a hand, over all deals and plays; and under which rules it would be another.

    Rules under which the hand takes too much work to decide are named as undecided.
    """
    table = questions.table_for(question, ruleset)
    _check(question, ruleset, table)
    effort = Effort(provers.USUAL.whole)
    deal = _deal(question, ruleset, table)
    own = _judge(question, deal, provers.USUAL, effort)
    allowance = alternatives.effort_allowance(effort, deal)

    def judge(other: RuleSet) -> HandRuling:
        if other is ruleset:
            return own
        there = _deal(question, other, table)
        alternatives.check_alternative(question.record, there, deal)
        # Rules that differ in the auction alone need no second search where the auction comes to
        # the same.
        if alternatives.is_judged_alike(question.record, deal, there):
            return own
        try:
            return _judge(question, there, provers.GLANCE, allowance(there))
        except NotDecided:
            return _judge(question, there, provers.BRIEF, allowance(there))

    options = alternatives.options_for_record(OPTIONS, question.record, own.verdict, deal)
    said = alternatives.bids_in_record(question.record)
    return hinges.rule_with_hinges(judge, ruleset, table, options, alternatives.MOST_PAIRS, said)


def _check(question: HandQuestion, ruleset: RuleSet, table: Table) -> None:
    questions.check_seats(table, {"/dealer": question.dealer})
    try:
        records.check_record(question.record, ruleset, table)
    except Refusal as refused:
        refused.pointer = f"/record{refused.pointer}"
        raise


def _judge(question: HandQuestion, deal: Deal, limits: SearchLimits, effort: Effort) -> HandRuling:
    """The ruling under one rule set, as far as the allowed work decides it."""
    proof = provers.prove(question.record, deal, limits, effort)
    verdict = verdicts.judge(question.record, deal, proof)
    # Under other rules only the outcome is compared, and one that more work could change is none.
    if not limits.explains and not alternatives.is_decided(verdict, proof, deal):
        raise NotDecided
    wants = question.witness and limits.explains
    told = (
        prospects.for_verdict(question.record, deal, verdict, proof)
        if limits.explains
        else Prospect()
    )
    cited = clauses.quote(deal.ruleset, _cited(verdict) or deal.cite("play.trump"))
    return HandRuling(
        outcome=state_outcome(verdict, deal),
        details=tuple(list_details(verdict, deal)),
        whys=_whys(verdict),
        basis=cited[0].basis,
        clauses=cited,
        verdict=verdict,
        witness=provers.witness(question.record, deal, limits, effort) if wants else None,
        answers=told.answers,
        repair_outcomes=told.repairs,
        impossible_cards=told.pile_cards.impossible,
        cards_to_ask=told.pile_cards.asked,
        certain_points=told.certain,
    )


def _deal(question: HandQuestion, ruleset: RuleSet, table: Table) -> Deal:
    # How many cards are dealt, and from which pack, the rule set judged under says of its table.
    table = rulesets.table_for(ruleset, table.players, table.sides)
    seating = questions.seating_for(table, question.names)
    # Without a dealer the last seat is taken, so that seat 0 is the first to call.
    dealer = table.players - 1 if question.dealer is None else question.dealer
    return Deal(ruleset=ruleset, seating=seating, dealer=dealer)


def state_outcome(verdict: Verdict, deal: Deal) -> Sentence:
    """What a verdict comes to, in one sentence."""
    if verdict.thrown_in:
        return _THROWN_IN()
    if verdict.status is Status.IMPOSSIBLE:
        return _IMPOSSIBLE()
    if verdict.points is None:
        return _DEALER_SET()
    is_made = {True: "yes", False: "no", None: "open"}[verdict.made]
    if verdict.status is Status.OPEN or verdict.pitching_side is None:
        return _OPEN(made=is_made)
    return _SETTLED(side=deal.side(verdict.pitching_side), bid=verdict.bid, made=is_made)


def list_details(verdict: Verdict, deal: Deal) -> Iterator[Sentence]:
    """What a verdict changes for each side, and who has each point or may have it."""
    if verdict.thrown_in or verdict.status is Status.IMPOSSIBLE:
        return
    if verdict.status is not Status.OPEN:
        for side, change in enumerate(verdict.deltas or ()):
            yield _CHANGES(side=deal.side(side), change=change)
    for each in verdict.points or ():
        sides = tuple(map(deal.side, each.possible))
        if not sides:
            yield _NOBODYS(point=each.point)
        else:
            owned = _POINT_OR_NOBODY if each.may_be_nobody else _POINT
            yield owned(point=each.point, sides=sides)


def _whys(verdict: Verdict) -> Sentences:
    """The reasons of what was found, or else of the points."""
    blocking = filter(findings.prevents_scoring, verdict.findings)
    if found := tuple(chain.from_iterable(map(findings.finding_sentences, blocking))):
        return found
    if verdict.points is None:
        return (_NOT_PLAYED(),)
    return tuple(dict.fromkeys(point.why for point in verdict.points))


def _cited(verdict: Verdict) -> tuple[str, ...]:
    """The clauses that decide, those of findings first."""
    found = [clause for finding in verdict.findings for clause in finding.clauses]
    scored = [clause for point in verdict.points or () for clause in point.clauses]
    return tuple(dict.fromkeys((*found, *verdict.clauses, *scored)))
