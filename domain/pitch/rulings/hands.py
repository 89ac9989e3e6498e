"""Rulings on a hand: the verdict on its record, the reasons, and a play that fits it."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Final

from msgspec import Meta

from pitch.findings import Finding, Status
from pitch.hand import verdicts
from pitch.hand.answers import Answer
from pitch.hand.deals import Deal
from pitch.hand.proofs import MOST_REPAIRS, Proof, Witness
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
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
from pitch.proof import certificates, prospects, provers
from pitch.proof.contests import CertainPoints
from pitch.proof.pile_cards import CardsToAsk, ImpossibleInPiles
from pitch.proof.prospects import Prospect, RepairOutcome
from pitch.proof.provers import SearchLimits
from pitch.proof.refutations.legends import Refutation
from pitch.proof.solver import Effort
from pitch.rules import clauses
from pitch.rules.bearings import AUCTION, CONTRACT, PAY, POINTS
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, questions
from pitch.rulings.answers import Ruling
from pitch.rulings.hinges import NotDecided
from pitch.rulings.questions import Question
from pitch.seats import Table
from pitch.types import Fact, Seat


class HandQuestion(Question, Fact, frozen=True, kw_only=True):
    """A hand in question: its record and its dealer."""

    record: HandRecord
    """The facts known about the hand in question."""
    dealer: Seat | None = None
    """The seat of the dealer; the last seat if absent."""
    witness: bool = False
    """True to get a deal and play that fit the record."""


class HandRuling(Ruling, frozen=True, kw_only=True):
    """The verdict on a hand, with a play that fits if the question asks for one."""

    verdict: Verdict
    """The verdict on the record."""
    witness: Witness | None
    """A deal and play that fit the record; null if none exists or none was found."""
    answers: Annotated[tuple[Answer, ...], Meta(max_length=128)]
    """The possible answers to each question of `verdict.needs`, with their results: for a card, a
    point or the partner, not for piles and numbers.
    """
    repair_outcomes: Annotated[tuple[RepairOutcome, ...], Meta(max_length=MOST_REPAIRS)]
    """The result of each change of `verdict.repairs`."""
    impossible_cards: ImpossibleInPiles
    """Cards that cannot be in the piles that are still being listed, while the hand is open: piles
    with `some` of their cards, and those without any entry.
    """
    cards_to_ask: CardsToAsk
    """The cards to ask for next while the hand is open, the most decisive first: cards of which the
    taker is open and decides a point. Empty before trump is known.
    """
    certain_points: CertainPoints
    """The points of an impossible hand that stay the same whoever took the cards that are in
    several piles. Without such cards: the points that stay the same however the facts that
    `verdict.findings` name are changed.
    """


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
"""The options that a ruling on a hand can depend on, besides those of pack, draw and play."""


def rule_on_hand(question: HandQuestion, ruleset: RuleSet) -> HandRuling:
    """Return the ruling on a hand, over all deals and plays, with its hinges.

    Rules under which the hand takes too much work to decide are listed as undecided.
    """
    table = _check(question, ruleset)

    def deal_under(rules: RuleSet) -> Deal:
        return questions.deal_for(question, rules, table, question.dealer)

    effort, deal = Effort(provers.USUAL.total, is_of_one_record=True), deal_under(ruleset)
    own = _judge(question, deal, provers.USUAL, effort)
    allowance = alternatives.effort_allowance(effort, deal)

    def judge_there(there: Deal) -> HandRuling:
        try:
            return _judge(question, there, provers.GLANCE, allowance(there))
        except NotDecided:
            return _judge(question, there, provers.BRIEF, allowance(there))

    return alternatives.rule_on_record(
        own, judge_there, deal_under, question.record, own.verdict, deal, OPTIONS
    )


def certify_hand(
    question: HandQuestion,
    ruleset: RuleSet,
    finding: int | None = None,
    proof: Proof | None = None,
    scores: tuple[int, ...] | None = None,
) -> Refutation | Sentences:
    """Return a refutation of the record in question, or a deal and play that fit it in sentences.

    `finding` is the index of the finding that is refuted, from 0; `proof` that of the record if it
    is known, and `scores` those before the hand. Raises as `certify` does.
    """
    table = _check(question, ruleset)
    deal = questions.deal_for(question, ruleset, table, question.dealer, scores)
    certificate = certificates.certify(question.record, deal, proof, finding)
    if isinstance(certificate, Refutation):
        return certificate
    return certificates.describe_witness(certificate, deal)


def _check(question: HandQuestion, ruleset: RuleSet) -> Table:
    """Return the table of a question. Refuses a seat or a record that it cannot have."""
    table = questions.table_for(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer})
    questions.check_record(question.record, ruleset, table, "/record")
    return table


def _judge(question: HandQuestion, deal: Deal, limits: SearchLimits, effort: Effort) -> HandRuling:
    """Return the ruling under one rule set. Raises NotDecided if the allowed work is not enough."""
    proof = provers.prove(question.record, deal, limits, effort)
    verdict = verdicts.judge(question.record, deal, proof)
    # Under other rules only the outcome is compared, so it must not change with more work.
    if not limits.explains and not alternatives.is_decided(verdict, proof, deal):
        raise NotDecided
    witness, prospect = None, Prospect()
    if limits.explains:
        prospect = prospects.for_verdict(question.record, deal, verdict, proof, effort)
        if question.witness:
            witness = provers.witness(question.record, deal, limits, effort)
    quotes = clauses.quote(deal.ruleset, _deciding_clauses(verdict) or deal.cite("play.trump"))
    return HandRuling(
        outcome=state_outcome(verdict, deal),
        details=tuple(list_details(verdict, deal)),
        whys=_whys(verdict),
        basis=quotes[0].basis,
        clauses=quotes,
        verdict=verdict,
        witness=witness,
        answers=prospect.answers,
        repair_outcomes=prospect.repairs,
        impossible_cards=prospect.pile_cards.impossible,
        cards_to_ask=prospect.pile_cards.cards_to_ask,
        certain_points=prospect.certain,
    )


def state_outcome(verdict: Verdict, deal: Deal) -> Sentence:
    """Return the result of a verdict, in one sentence."""
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
    """Yield the change for each side, and the side or possible sides of each point."""
    if verdict.thrown_in or verdict.status is Status.IMPOSSIBLE:
        return
    if verdict.status is not Status.OPEN:
        for side, change in enumerate(verdict.deltas or ()):
            yield _CHANGES(side=deal.side(side), change=change)
    for point in verdict.points or ():
        sides = tuple(map(deal.side, point.possible))
        if not sides:
            yield _NOBODYS(point=point.point)
        else:
            message = _POINT_OR_NOBODY if point.may_be_nobody else _POINT
            yield message(point=point.point, sides=sides)


def _whys(verdict: Verdict) -> Sentences:
    """Return the reasons by the findings that prevent scoring, or else by the points."""
    blocking = filter(Finding.prevents_scoring, verdict.findings)
    if reasons := tuple(chain.from_iterable(finding.sentences for finding in blocking)):
        return reasons
    if verdict.points is None:
        return (_NOT_PLAYED(),)
    return tuple(dict.fromkeys(point.why for point in verdict.points))


def _deciding_clauses(verdict: Verdict) -> tuple[str, ...]:
    """Return the ids of the clauses that decide, those of findings first."""
    of_findings = [clause for finding in verdict.findings for clause in finding.clauses]
    of_points = [clause for point in verdict.points or () for clause in point.clauses]
    return tuple(dict.fromkeys((*of_findings, *verdict.clauses, *of_points)))
