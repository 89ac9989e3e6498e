"""Mismatches: contradictions between a hand and the match around it."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import calls
from pitch.findings import Finding, FindingKind
from pitch.hand import partners, points, results
from pitch.hand.auctions import Contract
from pitch.match.steps import Step
from pitch.messages import (
    BID,
    CHANGE,
    CHOICE,
    COUNT,
    PLAYER,
    SCORE,
    SIDE,
    Message,
    all_of,
)

_DEALT: Final = Message("finding.dealer_out_of_turn", dealer=PLAYER, due=PLAYER)
_AFTER_WIN: Final = Message("finding.hand_after_win", side=SIDE, won=COUNT, hand=COUNT)
_SCORES_DIFFER: Final = Message(
    "finding.written_scores_differ", written=all_of(SCORE), scores=all_of(SCORE)
)
_SCORE_OUT_OF_REACH: Final = Message(
    "finding.written_scores_out_of_reach",
    side=SIDE,
    least=SCORE,
    most=SCORE,
    hand=COUNT,
    score=SCORE,
)
_SUM_OUT_OF_REACH: Final = Message(
    "finding.written_scores_out_of_reach.together", most=SCORE, hand=COUNT, score=SCORE
)
_CHANGE: Final = Message(
    "finding.score_change_impossible", side=SIDE, change=CHANGE, bid=BID, pitched=CHOICE
)
_PAYS: Final = Message("finding.score_changes_do_not_add_up", points=COUNT)
_PAYS_BETWEEN: Final = Message(
    "finding.score_changes_do_not_add_up.between", least=COUNT, most=COUNT
)
_NOBODY_WON: Final = Message("finding.written_winner_not_out", side=SIDE)
_OTHER_WON: Final = Message("finding.written_winner_not_out.other", side=SIDE, winner=SIDE)


def find_mismatches(step: Step) -> tuple[Finding, ...]:
    """Return all that the match shows to be wrong or odd about a hand."""
    return (
        *_check_dealer(step),
        *_check_after_win(step),
        *_check_written_scores(step),
        *_check_reach(step),
        *_check_written_winner(step),
    )


def _check_dealer(step: Step) -> Iterator[Finding]:
    deal, due = step.deal, step.before.due
    if deal.dealer != due:
        yield Finding(
            code="dealer_out_of_turn",
            kind=FindingKind.SUSPICIOUS,
            message=_DEALT(dealer=deal.player(deal.dealer), due=deal.player(due)),
            facts=("/dealer",),
            clauses=deal.cite("table.rotate"),
        )


def _check_after_win(step: Step) -> Iterator[Finding]:
    winner = step.before.winner
    if winner is not None:
        side = step.deal.side(winner.side)
        yield Finding(
            code="hand_after_win",
            kind=FindingKind.RULESET,
            message=_AFTER_WIN(side=side, won=winner.hand, hand=step.hand.number),
            facts=("",),
            clauses=winner.clauses,
        )


def _is_settled(step: Step) -> bool:
    return step.is_scored or (step.verdict.thrown_in and step.before.winner is None)


def _check_written_scores(step: Step) -> Iterator[Finding]:
    claims = step.hand.record.claims
    if claims is None or claims.scores is None:
        return
    if step.before.winner is not None or not step.before.is_sure:
        return
    if not _is_settled(step):
        yield from _check_written_changes(step, claims.scores)
    elif claims.scores != step.after.scores:
        yield Finding(
            code="written_scores_differ",
            kind=FindingKind.ARITHMETIC,
            message=_SCORES_DIFFER(written=claims.scores, scores=step.after.scores),
            facts=("/claims/scores",),
        )


def _check_reach(step: Step) -> Iterator[Finding]:
    """Find written scores that no hands can reach, whatever open ones paid.

    While all hands before are settled, the scores are compared exactly instead.
    """
    written = step.hand.record.claims.scores if step.hand.record.claims else None
    bounds, number = step.after.bounds, step.hand.number
    if written is None or bounds is None or step.before.is_sure:
        return
    limits = enumerate(zip(written, bounds.least, bounds.most, strict=True))
    messages = {
        f"/claims/scores/{side}": _SCORE_OUT_OF_REACH(
            side=step.deal.side(side), least=least, most=most, hand=number, score=score
        )
        for side, (score, least, most) in limits
        if not least <= score <= most
    }
    if not messages and sum(written) > bounds.together:
        total = _SUM_OUT_OF_REACH(most=bounds.together, hand=number, score=sum(written))
        messages = {"/claims/scores": total}
    for fact, message in messages.items():
        yield Finding(
            code="written_scores_out_of_reach",
            kind=FindingKind.ARITHMETIC,
            message=message,
            facts=(fact,),
            clauses=step.deal.cite("score.made", "score.set", "score.others"),
        )


def _check_written_changes(step: Step, written: tuple[int, ...]) -> Iterator[Finding]:
    """Find changes of score that no outcome of the contract gives."""
    verdict, deal = step.verdict, step.deal
    # The house decides what a slam pays, which may be the match: no bound holds.
    if verdict.bid is None or verdict.bid.is_slam:
        return
    bid, contracts = calls.rank(verdict.bid), _possible_contracts(step)
    fact = "/contract" if step.hand.record.contract else "/calls"
    changes = [_possible_changes(step, bid, side, score) for side, score in enumerate(written)]
    for side, possible in enumerate(changes):
        if not possible:
            pitching = [partners.pitching_sides(contract, deal) for contract in contracts]
            is_pitching = bool(pitching) and all(side in sides for sides in pitching)
            yield Finding(
                code="score_change_impossible",
                kind=FindingKind.ARITHMETIC,
                message=_CHANGE(
                    side=deal.side(side),
                    change=written[side] - step.before.scores[side] - step.adjustment[side],
                    bid=verdict.bid,
                    pitched="yes" if is_pitching else "no",
                ),
                facts=(f"/claims/scores/{side}", fact),
                clauses=deal.cite("score.made", "score.set") if is_pitching else (),
            )
    if all(changes) and not any(_adds_up(each, changes, bid, step) for each in contracts):
        least, most = points.least_points(deal), points.most_points(deal)
        is_fixed = least == most
        yield Finding(
            code="score_changes_do_not_add_up",
            kind=FindingKind.ARITHMETIC,
            message=_PAYS(points=most) if is_fixed else _PAYS_BETWEEN(least=least, most=most),
            facts=("/claims/scores", fact),
            clauses=deal.cite("score.made", "score.set", "score.others"),
        )


def _possible_changes(step: Step, bid: int, side: int, written: int) -> list[int]:
    """Return the changes that the hand can have made to a side if its score is as written."""
    payable = sorted(points.payable_sums(step.deal))
    rules = step.deal.ruleset.rules
    changes: set[int] = set()
    for contract in _possible_contracts(step):
        is_pitching = side in partners.pitching_sides(contract, step.deal)
        changes.update(_pitching_changes(step, bid, payable) if is_pitching else payable)
    # As a table writes scores: first the hand, then the adjustment; if no score falls below zero,
    # neither of the two takes it there.
    return [
        change
        for change in sorted(changes)
        if rules.floor_score(
            rules.floor_score(step.before.scores[side] + change) + step.adjustment[side]
        )
        == written
    ]


def _possible_contracts(step: Step) -> tuple[Contract, ...]:
    """Return the contract with every possible partner, if one is called; none if not known."""
    verdict = step.verdict
    if verdict.pitcher is None or verdict.bid is None:
        return ()
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid, partner=verdict.partner)
    return partners.possible_contracts(contract, step.deal, ())


def _pitching_changes(step: Step, bid: int, payable: Sequence[int]) -> Iterator[int]:
    """Yield the changes that the bid can have made to the pitching side."""
    yield -bid
    yield from (own for own in payable if own >= bid) if _scores_all_taken(step) else (bid,)


def _scores_all_taken(step: Step) -> bool:
    """Return whether a pitching side that makes the bid scores all that it took."""
    bid = step.verdict.bid
    return bid is not None and results.scores_all_taken(bid, step.deal.ruleset.rules)


def _adds_up(contract: Contract, changes: list[list[int]], bid: int, step: Step) -> bool:
    """Return whether one hand of a contract can make the changes of all sides together."""
    pitching, deal = step.verdict.pitching_side, step.deal
    # Sides that score together have all changed alike.
    common: dict[int, set[int]] = {}
    for side, possible in enumerate(changes):
        first = partners.first_side(side, contract, deal)
        common[first] = common.get(first, set(possible)).intersection(possible)
    if not all(common.values()):
        return False
    others = [possible for side, possible in common.items() if side != pitching]
    # A set side may have taken any points below its bid; they count for nobody, but the others
    # cannot have them either.
    least, most = sum(map(min, others)), sum(map(max, others))
    least_paid, most_paid = points.least_points(deal), points.most_points(deal)
    return any(
        least <= most_paid - max(change, 0) and most >= least_paid - _most_taken(step, bid, change)
        for side, possible in common.items()
        if side == pitching
        for change in possible
    )


def _most_taken(step: Step, bid: int, change: int) -> int:
    """Return the most points that the pitching side can have taken if its score changed so."""
    if change < bid:
        return bid - 1
    return change if _scores_all_taken(step) else points.most_points(step.deal)


def _check_written_winner(step: Step) -> Iterator[Finding]:
    """Find a winner that the table wrote down and that the rules do not give."""
    written = step.hand.record.claims.winner if step.hand.record.claims else None
    if written is None or not _is_settled(step) or not step.before.is_sure:
        return
    deal, winner = step.deal, step.after.winner
    if winner is not None and winner.side == written:
        return
    message = _NOBODY_WON(side=deal.side(written))
    if winner is not None:
        message = _OTHER_WON(side=deal.side(written), winner=deal.side(winner.side))
    yield Finding(
        code="written_winner_not_out",
        kind=FindingKind.RULESET,
        message=message,
        facts=("/claims/winner",),
        clauses=deal.cite("win.out", "win.made", "win.several", "win.tie", "win.hands"),
    )
