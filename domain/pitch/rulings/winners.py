"""Rulings on the winner: the side, if any, that won a match with a hand."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import point_names
from pitch import seats as tables
from pitch.findings import Finding, Status
from pitch.hand import auctions, points, records, verdicts
from pitch.hand.auctions import Contract, IllegalCall
from pitch.hand.deals import Deal
from pitch.hand.points import Owners
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.match import changes, outlooks, wins
from pitch.match.changes import HandNotPossible, Result, Scores
from pitch.match.outlooks import Outlook
from pitch.match.wins import HandEnd, WinReason
from pitch.messages import Message, Refusal, Sentence
from pitch.proof import provers
from pitch.proof.solver import Effort
from pitch.rules import clauses
from pitch.rules.bearings import AUCTION, CONTRACT, OUT, PAY, POINTS, SCORE
from pitch.rules.choices import SeveralOut
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, decisions, hinges, questions
from pitch.rulings.answers import Ruling
from pitch.rulings.decisions import Decision, ReasonedDecision
from pitch.rulings.hinges import NotDecided
from pitch.rulings.questions import OneOfTwo, Question
from pitch.seats import Table
from pitch.types import RunningScore, Seat, Side

_ONE_HAND = Message("problem.one_of_two.hand")
_BELOW_ZERO = Message("problem.hand_not_possible.below_zero")
_NO_AUCTION = Message("problem.illegal_call.no_auction")

_NOT_SETTLED: Final = Message("ruling.winner.why.not_settled")
_ORDER_DECIDES: Final = Message("ruling.winner.why.order_decides")
_CALLED_DECIDES: Final = Message("ruling.winner.why.called_decides")
_ALL_PASSED: Final = Message("ruling.winner.why.all_passed")


class MatchWasOver(Refusal):
    """The match had been won before this hand."""


class WinnerQuestion(Question, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    scores: Scores
    """The scores before the hand in question, by side."""
    hand: HandRecord | None = None
    """The facts known about the hand; give these or the hand's result."""
    result: Result | None = None
    """The score sheet's line for the hand; give this or the hand's record."""
    dealer: Seat | None = None
    """The seat that dealt the hand; the last seat if absent."""
    hands_played: Annotated[int, Meta(ge=1, le=999)] = 1
    """The number of hands scored so far, this one included. It decides only if a fixed number of
    hands is played, and is not compared with the scores, because points given or taken outside play
    can make any score after any hand.
    """


class WinnerRuling(Ruling, frozen=True, kw_only=True):
    """The winner of a match, or that play goes on."""

    decision: Decision
    """The decision: a side has won, play goes on, or the winner is not known yet."""
    winner: Side | None
    """The side that has won, counted from 0; null if nobody has."""
    reason: WinReason | None
    """The rule by which the match was won; null if nobody has won."""
    target: RunningScore | None
    """The score that wins the match; null if a fixed number of hands is played."""
    scores: tuple[RunningScore, ...] | None
    """The scores after the hand by side, if known."""
    verdict: Verdict | None
    """The verdict on the hand, if its record was given."""
    outlook: Outlook | None
    """The possible winners, if the hand is open in few enough ways."""


_AFTER_HAND: Final = bearing_on(PAY, OUT, SCORE)
_SCORING: Final = (*_AFTER_HAND, *bearing_on(POINTS))
OPTIONS: Final = (*_SCORING, *bearing_on(CONTRACT, AUCTION))
"""The options that a ruling on the winner can depend on, besides those of pack, draw and play."""


def rule_on_winner(question: WinnerQuestion, ruleset: RuleSet) -> WinnerRuling:
    """Return the ruling on the winner, with its hinges.

    An open or impossible record decides nothing yet. Raises MatchWasOver if nobody can have dealt
    the hand at such scores, HandNotPossible if no hand makes such a change of score, IllegalCall if
    no auction makes such a bid.
    """
    table = _check(question, ruleset)
    if question.hand is not None:
        return _rule_on_record(question, question.hand, ruleset, table)
    bid = question.result.bid if question.result else None
    options = alternatives.options_for_bid(_SCORING, bid, is_settled=True)

    def judge(alternative: RuleSet) -> WinnerRuling:
        return _judge_result(question, _deal(question, alternative, table))

    return hinges.rule_with_hinges(judge, ruleset, table, options)


def _rule_on_record(
    question: WinnerQuestion, record: HandRecord, ruleset: RuleSet, table: Table
) -> WinnerRuling:
    def deal_under(rules: RuleSet) -> Deal:
        return _deal(question, rules, table)

    effort, deal = Effort(provers.USUAL.total, is_of_one_record=True), deal_under(ruleset)
    own_proof = provers.prove(record, deal, provers.USUAL, effort)
    own, verdict = _judge_record(question, record, own_proof, deal)
    allowance = alternatives.effort_allowance(effort, deal)

    def judge_there(there: Deal) -> WinnerRuling:
        proof = own_proof
        if own.decision is Decision.IMPOSSIBLE or not _is_played_alike(ruleset, there.ruleset):
            proof = provers.prove(record, there, provers.BRIEF, allowance(there))
        ruling, verdict_there = _judge_record(question, record, proof, there)
        if not _is_decided(question, ruling.decision, verdict_there, proof, there):
            raise NotDecided
        if ruling.decision is Decision.IMPOSSIBLE:
            raise HandNotPossible
        return ruling

    return alternatives.rule_on_record(own, judge_there, deal_under, record, verdict, deal, OPTIONS)


def _check(question: WinnerQuestion, ruleset: RuleSet) -> Table:
    """Return the table of a question. Refuses a question that cannot be about it."""
    table = questions.table_for(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer})
    tables.check_by_side(table, question.scores, "/scores")
    if (question.hand is None) == (question.result is None):
        raise OneOfTwo(_ONE_HAND(), pointer="/hand")
    if question.hand is not None:
        questions.check_record(question.hand, ruleset, table, "/hand")
    if question.result is not None:
        _check_result(question.result, table)
    return table


def _check_result(result: Result, table: Table) -> None:
    tables.check_by_side(table, result.after, "/result/after")
    sides: dict[str, int | None] = {
        "pitchingSide": result.pitching_side,
        "partnerSide": result.partner_side,
    }
    if result.points is not None:
        sides |= {f"points/{i}/side": point.side for i, point in enumerate(result.points)}
        labels = [point_names.label(point.point) for point in result.points]
        records.check_once("/result/points/{}/point", labels)
    for pointer, side in sides.items():
        table.check_side(side, f"/result/{pointer}")


def _is_played_alike(own: RuleSet, alternative: RuleSet) -> bool:
    """Return whether two rule sets differ only in what follows from a hand, not in the hand."""
    own_options = {option: getattr(own.rules, option) for option in _AFTER_HAND}
    return structs.replace(alternative.rules, **own_options) == own.rules


def _deal(question: WinnerQuestion, ruleset: RuleSet, table: Table) -> Deal:
    dealer = question.hand.dealer if question.hand else None
    dealer = question.dealer if dealer is None else dealer
    return questions.deal_for(question, ruleset, table, dealer, question.scores)


def _judge_result(question: WinnerQuestion, deal: Deal) -> WinnerRuling:
    """Return the ruling by the scores after the hand."""
    _check_scores(question, deal)
    if question.result is None:
        raise OneOfTwo(pointer="/hand")
    # A score sheet lists no cards, so it is accepted if some hand can make it.
    decision = _decide_by_result(question, question.result, deal)
    return _ruling(decision, deal, question.result.after)


def _judge_record(
    question: WinnerQuestion, record: HandRecord, proof: Proof, deal: Deal
) -> tuple[WinnerRuling, Verdict]:
    """Return the ruling by a record and all its endings, and the verdict on the record."""
    _check_scores(question, deal)
    verdict = verdicts.judge(record, deal, proof)
    decision = _decide_by_record(question, verdict, proof, deal)
    after = outlooks.scores_after(question.scores, verdict, deal)
    return _ruling(decision, deal, after, verdict), verdict


def _ruling(
    decision: ReasonedDecision,
    deal: Deal,
    after: tuple[int, ...] | None,
    verdict: Verdict | None = None,
) -> WinnerRuling:
    quotes = clauses.quote(deal.ruleset, decision.clause_ids)
    return WinnerRuling(
        outcome=decision.outcome,
        whys=decision.whys,
        basis=quotes[0].basis,
        clauses=quotes,
        decision=decision.decision,
        winner=decision.winner.side if decision.winner else None,
        reason=decision.winner.reason if decision.winner else None,
        target=deal.ruleset.rules.target,
        scores=after,
        verdict=verdict,
        outlook=decision.outlook,
    )


def _check_scores(question: WinnerQuestion, deal: Deal) -> None:
    """Refuse scores before the hand with which nobody can have dealt it."""
    rules = deal.ruleset.rules
    below = next((side for side, score in enumerate(question.scores) if score < 0), None)
    if below is not None and not rules.negative_scores:
        raise HandNotPossible(_BELOW_ZERO(), pointer=f"/scores/{below}")
    if wins.was_over_before(question.scores, question.hands_played - 1, rules):
        raise MatchWasOver(pointer="/scores")


def _decide_by_record(
    question: WinnerQuestion, verdict: Verdict, proof: Proof, deal: Deal
) -> ReasonedDecision:
    """Return the decision by a record: impossible, open, thrown in, or by its scores."""
    if verdict.status is Status.IMPOSSIBLE:
        finding = next(filter(Finding.prevents_scoring, verdict.findings))
        clause_ids = finding.clauses or deal.cite("win.out", "win.hands")
        whys = finding.sentences
        return decisions.without_winner(Decision.IMPOSSIBLE, whys, clause_ids)
    if verdict.status is Status.OPEN:
        return _decide_by_endings(question, verdict, proof, deal, _NOT_SETTLED())
    if verdict.thrown_in:
        clause_ids = deal.cite("bid.allpass")
        return decisions.without_winner(Decision.PLAY_ON, (_ALL_PASSED(),), clause_ids)
    # All points are settled, but the side that was out first may depend on which of them it has.
    ending = _end(question, verdict, deal)
    if wins.turns_on_order(ending):
        return _decide_by_endings(question, verdict, proof, deal, _ORDER_DECIDES())
    return decisions.decide_by_ending(ending)


def _is_decided(
    question: WinnerQuestion, decision: Decision, verdict: Verdict, proof: Proof, deal: Deal
) -> bool:
    """Return whether no more work would change the decision.

    If the endings are not all listed, two with different winners show that it is open.
    """
    if decision is Decision.IMPOSSIBLE:
        return proof.is_exact
    if decision is not Decision.OPEN:
        return proof.revokes is not None
    if proof.is_complete or verdict.bid is None:
        return proof.is_exact
    ways = outlooks.list_ways(verdict, proof, deal)
    winners = [wins.find_winner(_end(question, way, deal)) for way in ways]
    return len({winner.side if winner else None for winner in winners}) > 1


def _decide_by_endings(
    question: WinnerQuestion, verdict: Verdict, proof: Proof, deal: Deal, reason: Sentence
) -> ReasonedDecision:
    """Return the decision if it is the same for every ending, or else open with a reason."""
    outlook = outlooks.foresee_winner(verdict, proof, deal, lambda way: _end(question, way, deal))
    if outlook is None or not outlook.is_certain:
        return structs.replace(decisions.leave_open(reason, deal), outlook=outlook)
    way = next(outlooks.list_all_ways(verdict, proof, deal), None)
    if way is None:
        return decisions.play_on_out_of_reach(outlook, deal)
    return structs.replace(decisions.decide_by_ending(_end(question, way, deal)), outlook=outlook)


def _decide_by_result(question: WinnerQuestion, result: Result, deal: Deal) -> ReasonedDecision:
    """Return the decision by the scores after; in counting order the points may be needed."""
    if not _can_be_bid(question, result, deal):
        raise IllegalCall(_NO_AUCTION(), pointer="/result/bid")
    ways = changes.list_ways(question.scores, result, deal)
    endings = {
        contract: _ending(question, result.after, _written_verdict(result, contract, deal), deal)
        for contract in ways
    }
    candidates = [decisions.decide_by_ending(ending) for ending in endings.values()]
    if len(_winning_sides(candidates)) > 1:
        return decisions.leave_open(_CALLED_DECIDES(), deal)
    decision, ending = candidates[0], next(iter(endings.values()))
    if result.points is None and not _needs_points(decision, ending):
        return decision
    # If one side wins however the points fell, nobody needs to remember them.
    by_points = [
        decisions.decide_by_ending(_with_points(endings[contract], owners))
        for contract, distributions in ways.items()
        for owners in distributions
    ]
    if len(_winning_sides(by_points)) != 1:
        return decisions.leave_open(_ORDER_DECIDES(), deal)
    return by_points[0]


def _winning_sides(candidates: Sequence[ReasonedDecision]) -> set[int | None]:
    return {decision.winner.side if decision.winner else None for decision in candidates}


def _can_be_bid(question: WinnerQuestion, result: Result, deal: Deal) -> bool:
    """Return whether an auction can make the side pitch for the bid, with any dealer if unknown."""
    seats = deal.seating.table.seats_by_side[result.pitching_side]
    is_known = question.dealer is not None
    as_dealer = {seat == question.dealer for seat in seats} if is_known else {False, True}
    rules = deal.ruleset.rules
    return any(auctions.can_win(result.bid, rules, is_dealer=is_dealer) for is_dealer in as_dealer)


def _needs_points(decision: ReasonedDecision, ending: HandEnd) -> bool:
    """Return whether several sides stand at the target and the first to be counted there wins."""
    rules = ending.deal.ruleset.rules
    if rules.target is None or rules.several_out is not SeveralOut.COUNTING_ORDER:
        return False
    if decision.winner is not None and decision.winner.reason is not WinReason.COUNTED_OUT:
        return False
    return sum(score >= rules.target for score in ending.after) > 1


def _written_verdict(result: Result, contract: Contract, deal: Deal) -> Verdict:
    """Return a settled verdict as the score sheet has it."""
    return structs.replace(
        verdicts.judge(HandRecord(), deal),
        status=Status.SETTLED,
        pitching_side=result.pitching_side,
        bid=result.bid,
        partner=contract.partner,
        made=result.made,
        points=None,
        needs=(),
    )


def _with_points(ending: HandEnd, owners: Owners) -> HandEnd:
    """Return an ending in which the owners of the points are known."""
    blank = verdicts.judge(HandRecord(), ending.deal).points
    owned = None if blank is None else points.with_owners(blank, owners)
    return structs.replace(ending, verdict=structs.replace(ending.verdict, points=owned))


def _end(question: WinnerQuestion, verdict: Verdict, deal: Deal) -> HandEnd:
    """Return the end of the hand as a verdict on it has it."""
    after = outlooks.scores_after(question.scores, verdict, deal) or question.scores
    return _ending(question, after, verdict, deal)


def _ending(
    question: WinnerQuestion, after: tuple[int, ...], verdict: Verdict, deal: Deal
) -> HandEnd:
    return HandEnd(
        number=question.hands_played,
        played=question.hands_played,
        before=question.scores,
        after=after,
        verdict=verdict,
        deal=deal,
    )
