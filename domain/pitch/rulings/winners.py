"""Rulings on the winner: who has won a match at the end of a hand, if anybody (C60 to C76)."""

from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import findings, point_names
from pitch import seats as tables
from pitch.errors import Refusal
from pitch.findings import Status
from pitch.hand import auctions, deals, points, records, verdicts
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
from pitch.messages import Message, Sentence
from pitch.proof import provers
from pitch.proof.efforts import Effort
from pitch.proof.provers import SearchLimits
from pitch.rules import clauses, rulesets
from pitch.rules.bearings import AUCTION, CONTRACT, OUT, PAY, POINTS, SCORE
from pitch.rules.choices import SeveralOut
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, decisions, dimensions, hinges, questions
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

    code = "match_was_over"
    default_message = Message("problem.match_was_over")


class WinnerQuestion(Question, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    scores: Annotated[Scores, Meta(description="The scores before the hand.")]
    hand: HandRecord | None = None
    """What is known of the hand; give this or its result."""
    result: Result | None = None
    """What the score sheet says of the hand; give this or its record."""
    dealer: Annotated[Seat | None, Meta(description="The last seat if absent.")] = None
    hands_played: Annotated[
        int,
        Meta(
            ge=1,
            le=999,
            description="Hands scored so far, this one included. It decides only where a number "
            "of hands is played, and is not compared with the scores: points that are given or "
            "taken outside play can make any score after any hand.",
        ),
    ] = 1


class WinnerRuling(Ruling, frozen=True, kw_only=True):
    """Who has won, or that play goes on."""

    decision: Decision
    """Whether somebody has won, play goes on, or it cannot be told yet."""
    winner: Side | None
    reason: WinReason | None
    """By what it was won; null if nobody has."""
    target: Annotated[
        RunningScore | None, Meta(description="Null when a number of hands is played.")
    ]
    scores: Annotated[
        tuple[RunningScore, ...] | None, Meta(description="After the hand, if known.")
    ]
    verdict: Annotated[Verdict | None, Meta(description="On the hand, if its record was given.")]
    outlook: Annotated[
        Outlook | None, Meta(description="Who can win, if the hand is open in few enough ways.")
    ]


_AFTERWARDS: Final = bearing_on(PAY, OUT, SCORE)
_SCORING: Final = (*_AFTERWARDS, *bearing_on(POINTS))
OPTIONS: Final = (*_SCORING, *bearing_on(CONTRACT, AUCTION))
"""The choices that a ruling on the winner can depend on, besides those of pack, draw and play."""


def rule_on_winner(question: WinnerQuestion, ruleset: RuleSet) -> WinnerRuling:
    """The ruling on who has won (C60 to C76); an open or impossible record decides nothing yet.

    MatchWasOver where nobody can have dealt the hand at such scores, HandNotPossible where no hand
    makes such a change of score, IllegalCall where no auction makes such a bid.
    """
    table = _table(question, ruleset)
    effort = Effort(provers.USUAL.whole)
    proof = _prove(question, ruleset, table, provers.USUAL, effort)
    own = _judge(question, ruleset, table, proof)
    deal = _deal(question, ruleset, table)
    allowance = alternatives.effort_allowance(effort, deal)

    def judge(other: RuleSet) -> WinnerRuling:
        if other is ruleset:
            return own
        if question.hand is None or own.verdict is None:
            return _judge(question, other, table, None)
        there = _deal(question, other, table)
        alternatives.check_alternative(question.hand, there, deal)
        if alternatives.is_judged_alike(question.hand, deal, there):
            return own
        found = proof
        if own.decision is Decision.IMPOSSIBLE or not _is_played_alike(ruleset, other):
            found = provers.prove(question.hand, there, provers.BRIEF, allowance(there))
        ruling = _judge(question, other, table, found)
        if found and not _is_decided(question, ruling, found, there):
            raise NotDecided
        if ruling.decision is Decision.IMPOSSIBLE:
            raise HandNotPossible
        return ruling

    if question.hand is None or own.verdict is None:
        bid = question.result.bid if question.result else None
        options = dimensions.options_for_bid(_SCORING, bid, is_settled=True)
        return hinges.rule_with_hinges(judge, ruleset, table, options)
    options = alternatives.options_for_record(OPTIONS, question.hand, own.verdict, deal)
    said = alternatives.bids_in_record(question.hand)
    return hinges.rule_with_hinges(judge, ruleset, table, options, alternatives.MOST_PAIRS, said)


def _table(question: WinnerQuestion, ruleset: RuleSet) -> Table:
    """The table that is asked for; refused where the question cannot be of it."""
    table = questions.table_for(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer})
    tables.check_by_side(table, question.scores, "/scores")
    if (question.hand is None) == (question.result is None):
        raise OneOfTwo(_ONE_HAND(), pointer="/hand")
    if question.hand is not None:
        try:
            records.check_record(question.hand, ruleset, table)
        except Refusal as refused:
            refused.pointer = f"/hand{refused.pointer}"
            raise
    if question.result is not None:
        _check_result(question.result, table)
    return table


def _check_result(result: Result, table: Table) -> None:
    tables.check_by_side(table, result.after, "/result/after")
    named: dict[str, int | None] = {
        "pitchingSide": result.pitching_side,
        "partnerSide": result.partner_side,
    }
    if result.points is not None:
        named |= {f"points/{i}/side": each.side for i, each in enumerate(result.points)}
        said = [point_names.label(each.point) for each in result.points]
        records.check_once("/result/points/{}/point", said)
    for place, side in named.items():
        tables.check_side(table, side, f"/result/{place}")


def _is_played_alike(own: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets differ only in what follows when it is known how a hand went."""
    mine = {option: getattr(own.rules, option) for option in _AFTERWARDS}
    return structs.replace(other.rules, **mine) == own.rules


def _prove(
    question: WinnerQuestion, ruleset: RuleSet, table: Table, limits: SearchLimits, effort: Effort
) -> Proof | None:
    """The proof of a record; none if only its result is told."""
    if question.hand is None:
        return None
    deal = _deal(question, ruleset, table)
    return provers.prove(question.hand, deal, limits, effort)


def _judge(
    question: WinnerQuestion, ruleset: RuleSet, table: Table, proof: Proof | None
) -> WinnerRuling:
    """The decision by the scores after the hand, or by its record and all its endings."""
    _check_scores(question, ruleset)
    deal = _deal(question, ruleset, table)
    verdict = None
    after: tuple[int, ...] | None = None
    if question.result is not None:
        after = question.result.after
        # A score sheet tells no cards, so it is believed where some hand can make it, and checked
        # exactly for that.
        judged = _by_result(question, question.result, deal)
    elif question.hand is None or proof is None:
        raise OneOfTwo(pointer="/hand")
    else:
        verdict = verdicts.judge(question.hand, deal, proof)
        after = outlooks.scores_after(question.scores, verdict, deal)
        judged = _by_record(question, verdict, proof, deal)
    quoted = clauses.quote(ruleset, judged.cited)
    return WinnerRuling(
        outcome=judged.outcome,
        whys=judged.whys,
        basis=quoted[0].basis,
        clauses=quoted,
        decision=judged.decision,
        winner=judged.winner.side if judged.winner else None,
        reason=judged.winner.reason if judged.winner else None,
        target=ruleset.rules.target,
        scores=after,
        verdict=verdict,
        outlook=judged.outlook,
    )


def _deal(question: WinnerQuestion, ruleset: RuleSet, table: Table) -> Deal:
    told = question.hand.dealer if question.hand else None
    seats = (told, question.dealer, table.players - 1)
    dealer = next(seat for seat in seats if seat is not None)
    # How many cards are dealt, and from which pack, the rule set judged under says of its table.
    table = rulesets.table_for(ruleset, table.players, table.sides)
    return deals.build_deal(
        ruleset, questions.seating_for(table, question.names), dealer, question.scores
    )


def _check_scores(question: WinnerQuestion, ruleset: RuleSet) -> None:
    """Refuse scores before the hand with which nobody can have dealt it."""
    rules = ruleset.rules
    below = next((side for side, score in enumerate(question.scores) if score < 0), None)
    if below is not None and not rules.negative_scores:
        raise HandNotPossible(_BELOW_ZERO(), pointer=f"/scores/{below}")
    if wins.was_over_before(question.scores, question.hands_played - 1, rules):
        raise MatchWasOver(pointer="/scores")


def _by_record(
    question: WinnerQuestion, verdict: Verdict, proof: Proof, deal: Deal
) -> ReasonedDecision:
    """The decision by a record: impossible, open, thrown in, or who stands where after it."""
    if verdict.status is Status.IMPOSSIBLE:
        found = next(filter(findings.prevents_scoring, verdict.findings))
        cited = found.clauses or deal.cite("win.out", "win.hands")
        return decisions.reject_hand(findings.finding_sentences(found), cited)
    if verdict.status is Status.OPEN:
        return _by_endings(question, verdict, proof, deal, _NOT_SETTLED())
    if verdict.thrown_in:
        return decisions.play_on((_ALL_PASSED(),), deal.cite("bid.allpass"))
    # All points are settled, but who went out first may hang on which of them a side has.
    if wins.turns_on_order(_ended(question, verdict, deal)):
        return _by_endings(question, verdict, proof, deal, _ORDER_DECIDES())
    return decisions.decide_by_ending(_ended(question, verdict, deal))


def _is_decided(question: WinnerQuestion, ruling: WinnerRuling, proof: Proof, deal: Deal) -> bool:
    """Whether no more work would change the decision.

    Where the endings are not all listed, it is open for certain if two of them differ.
    """
    verdict = ruling.verdict
    if ruling.decision is Decision.IMPOSSIBLE or verdict is None:
        return proof.is_exact
    if ruling.decision is not Decision.OPEN:
        return proof.revokes is not None
    if proof.is_complete or verdict.bid is None:
        return proof.is_exact
    # Two endings with different winners show that it is open, even if others were not found.
    ends = [_ended(question, way, deal) for way in outlooks.list_ways(verdict, proof, deal)]
    winners = [wins.find_winner(end) for end in ends]
    return len({winner.side if winner else None for winner in winners}) > 1


def _by_endings(
    question: WinnerQuestion, verdict: Verdict, proof: Proof, deal: Deal, unless: Sentence
) -> ReasonedDecision:
    """The decision if it is the same however the hand ends; `unless` says why it is not made."""
    outlook = outlooks.foresee_winner(verdict, proof, deal, lambda way: _ended(question, way, deal))
    if outlook is None or not outlook.is_certain:
        return structs.replace(decisions.leave_open(unless, deal), outlook=outlook)
    way = next(outlooks.list_all_ways(verdict, proof, deal), None)
    if way is None:
        return decisions.play_on_out_of_reach(outlook, deal)
    return structs.replace(decisions.decide_by_ending(_ended(question, way, deal)), outlook=outlook)


def _ended(question: WinnerQuestion, verdict: Verdict, deal: Deal) -> HandEnd:
    after = outlooks.scores_after(question.scores, verdict, deal) or question.scores
    return _ending(question, after, verdict, deal)


def _by_result(question: WinnerQuestion, result: Result, deal: Deal) -> ReasonedDecision:
    """The decision from the scores after; in counting order the points may be needed."""
    if not _can_be_bid(question, result, deal):
        raise IllegalCall(_NO_AUCTION(), pointer="/result/bid")
    ways = changes.list_ways(question.scores, result, deal)
    endings = {
        contract: _ending(question, result.after, _written(result, contract, deal), deal)
        for contract in ways
    }
    found = [decisions.decide_by_ending(ending) for ending in endings.values()]
    if len({each.winner.side if each.winner else None for each in found}) > 1:
        return decisions.leave_open(_CALLED_DECIDES(), deal)
    judged, ending = found[0], next(iter(endings.values()))
    if result.points is None and not _needs_points(judged, ending):
        return judged
    # If every way in which the points can have fallen has one winner, nobody needs to remember
    # them.
    others = [
        decisions.decide_by_ending(_with_points(endings[contract], owners))
        for contract, found_ways in ways.items()
        for owners in found_ways
    ]
    winners = {other.winner.side if other.winner else None for other in others}
    if len(winners) != 1:
        return decisions.leave_open(_ORDER_DECIDES(), deal)
    return others[0]


def _can_be_bid(question: WinnerQuestion, result: Result, deal: Deal) -> bool:
    """Whether an auction can make the side pitch for the bid, whoever dealt if that is not told."""
    seats = tables.seats_by_side(deal.seating.table)[result.pitching_side]
    deals = {seat == question.dealer for seat in seats}
    return any(
        auctions.can_win(result.bid, deal.ruleset.rules, is_dealer=is_dealer)
        for is_dealer in (deals if question.dealer is not None else (False, True))
    )


def _needs_points(judged: ReasonedDecision, ending: HandEnd) -> bool:
    """Whether several sides stand at the target and the first to be counted there wins."""
    rules = ending.deal.ruleset.rules
    if rules.target is None or rules.several_out is not SeveralOut.COUNTING_ORDER:
        return False
    if judged.winner is not None and judged.winner.reason is not WinReason.COUNTED_OUT:
        return False
    return sum(score >= rules.target for score in ending.after) > 1


def _written(result: Result, contract: Contract, deal: Deal) -> Verdict:
    """A settled verdict as the score sheet has it."""
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
    """The ending when it is known how the points fell."""
    blank = verdicts.judge(HandRecord(), ending.deal).points
    known = None if blank is None else points.with_owners(blank, owners)
    return structs.replace(ending, verdict=structs.replace(ending.verdict, points=known))


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
