"""Rulings on a hand: what its record comes to, or why it cannot be, and what shows it."""

from typing import Annotated, Final

from msgspec import Meta

from domain import findings, point_names, seats
from domain.errors import Refusal
from domain.findings import Status
from domain.hand import records, verdicts
from domain.hand.deals import Deal
from domain.hand.records import HandRecord
from domain.hand.verdicts import Verdict
from domain.hand.witnesses import Witness
from domain.proof import provers
from domain.proof.efforts import Effort
from domain.proof.provers import SearchLimits
from domain.rules import clauses, rulesets
from domain.rules.rulesets import RuleSet
from domain.rulings import alternatives, answers, dimensions, hinges, questions
from domain.rulings.answers import Ruling
from domain.rulings.hinges import NotDecided
from domain.rulings.questions import Question
from domain.seats import Seating, Table
from domain.types import Fact, Name, Seat

PlayerNames = Annotated[
    tuple[Name, ...],
    Meta(min_length=2, max_length=8, description="What the players are called, by seat."),
]


class HandQuestion(Question, Fact, frozen=True, kw_only=True):
    """A hand in question: its record, and who dealt."""

    record: HandRecord
    """What is known of the hand."""
    dealer: Annotated[Seat | None, Meta(description="The last seat if absent.")] = None
    names: PlayerNames | None = None
    witness: Annotated[
        bool, Meta(description="Whether to show a deal and six tricks that fit the record.")
    ] = False


class HandRuling(Ruling, frozen=True, kw_only=True):
    """The verdict on a hand, and how it can have been played if that was asked."""

    verdict: Verdict
    """What the record amounts to."""
    witness: Witness | None
    """A deal and play that fit the record; null if there is none, or none was found."""


OPTIONS: Final = (
    "low",
    "trump_jack_pips",
    "game_tie",
    "trump_by",
    "slam_needs",
    "slam_scores",
    "slam_loses",
    "slam_set",
    "made_scores",
    "slam",
    *dimensions.AUCTION,
)
"""The choices that a ruling on a hand can depend on, besides those of pack, draw and play."""


def rule(question: HandQuestion, ruleset: RuleSet) -> HandRuling:
    """The ruling on a hand, over all deals and plays; and under which rules it would be another.

    Rules under which the hand takes too much work to decide are named as undecided.
    """
    table = questions.table_of(question, ruleset)
    _check(question, ruleset, table)
    effort = Effort(provers.USUAL.whole)
    deal = _deal(question, ruleset, table)
    own = _judge(question, deal, provers.USUAL, effort)
    allowance = alternatives.allowances(effort, deal)

    def judge(other: RuleSet) -> HandRuling:
        if other is ruleset:
            return own
        there = _deal(question, other, table)
        alternatives.check(question.record, there, deal)
        # Rules that differ in the auction alone need no second search where the auction comes to
        # the same.
        if alternatives.is_judged_alike(question.record, deal, there):
            return own
        try:
            return _judge(question, there, provers.GLANCE, allowance(there))
        except NotDecided:
            return _judge(question, there, provers.BRIEF, allowance(there))

    is_settled = alternatives.is_told(question.record, own.verdict)
    options = dimensions.bearing(OPTIONS, own.verdict.bid, is_settled=is_settled)
    options += dimensions.of_play(question.record, deal, own.verdict)
    said = alternatives.said(question.record)
    return hinges.rule(judge, ruleset, table, options, alternatives.MOST_PAIRS, said)


def _check(question: HandQuestion, ruleset: RuleSet, table: Table) -> None:
    questions.check_seats(table, {"/dealer": question.dealer})
    if question.names is not None and len(question.names) != table.players:
        raise seats.WrongLength(
            f"There are {table.players} players, but {len(question.names)} names.", pointer="/names"
        )
    try:
        records.check(question.record, ruleset, table)
    except Refusal as refused:
        refused.pointer = f"/record{refused.pointer}"
        raise


def _judge(question: HandQuestion, deal: Deal, limits: SearchLimits, effort: Effort) -> HandRuling:
    """The ruling under one rule set, as far as the allowed work decides it."""
    proof = provers.prove(question.record, deal, limits, effort)
    verdict = verdicts.verdict(question.record, deal, proof)
    # Under other rules only the outcome is compared, and one that more work could change is none.
    if not limits.explains and not alternatives.is_decided(verdict, proof, deal):
        raise NotDecided
    wants = question.witness and limits.explains
    cited = clauses.quoted(deal.ruleset, _cited(verdict) or deal.cite("play.trump"))
    return HandRuling(
        outcome=outcome(verdict, deal),
        why=_why(verdict),
        basis=answers.basis_of(cited),
        clauses=cited,
        verdict=verdict,
        witness=provers.witness(question.record, deal, limits, effort) if wants else None,
    )


def _deal(question: HandQuestion, ruleset: RuleSet, table: Table) -> Deal:
    # How many cards are dealt, and from which pack, the rule set judged under says of its table.
    table = rulesets.table_for(ruleset, table.players, table.sides)
    seating = questions.seated(table)
    if question.names is not None:
        seating = Seating(table=table, names=question.names)
    # Without a dealer the last seat is taken, so that seat 0 is the first to call.
    dealer = table.players - 1 if question.dealer is None else question.dealer
    return Deal(ruleset=ruleset, seating=seating, dealer=dealer)


def outcome(verdict: Verdict, deal: Deal) -> str:
    """What a verdict comes to, in one sentence."""
    if verdict.thrown_in:
        return "Everyone passed, so the deal is void."
    if verdict.status is Status.IMPOSSIBLE:
        return "The record cannot be under these rules."
    if verdict.points is None:
        return f"Everyone passed, so the dealer is set and the scores change by {_signed(verdict)}."
    shares = _shares(verdict, deal)
    if verdict.status is Status.OPEN:
        ways = {True: "made", False: "set", None: "not decided"}[verdict.made]
        return f"The hand is open, the bid {ways}; {shares}."
    result = "made" if verdict.made else "set"
    return f"The bid is {result} and the scores change by {_signed(verdict)}; {shares}."


def _signed(verdict: Verdict) -> str:
    return " : ".join(f"{delta:+d}" if delta else "0" for delta in verdict.deltas or ())


def _shares(verdict: Verdict, deal: Deal) -> str:
    points = verdict.points
    if points is None:
        return "no points"
    said = []
    for point in points:
        name = point_names.said(point.point)
        owners = [deal.side_names[side] for side in point.possible]
        owners += ["nobody"] if point.may_be_nobody else []
        said.append(f"{name} {' or '.join(owners)}")
    return ", ".join(said)


def _why(verdict: Verdict) -> str:
    """The reasons of what was found, or else of the points."""
    blocking = [found.message for found in verdict.findings if findings.blocks(found)]
    if blocking:
        return " ".join(blocking)
    if verdict.points is None:
        return "A deal that everyone passed is not played."
    return " ".join(dict.fromkeys(point.why for point in verdict.points))


def _cited(verdict: Verdict) -> tuple[str, ...]:
    """The clauses that decide, those of findings first."""
    found = [clause for finding in verdict.findings for clause in finding.clauses]
    scored = [clause for point in verdict.points or () for clause in point.clauses]
    return tuple(dict.fromkeys((*found, *verdict.clauses, *scored)))
