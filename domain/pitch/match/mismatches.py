"""Mismatches: contradictions between a hand and the match around it."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import calls
from pitch.calls import Call
from pitch.findings import Finding
from pitch.hand import partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.contradictions import Lemma
from pitch.hand.lemmas import ARITHMETIC, RULESET, SUSPICIOUS
from pitch.match.steps import Step
from pitch.messages import BID, CHANGE, CHOICE, COUNT, PLAYER, SCORE, SIDE, Message, all_of

_DEALT: Final = Lemma("dealer_out_of_turn", SUSPICIOUS, "table.rotate", dealer=PLAYER, due=PLAYER)
_AFTER_WIN: Final = Message("finding.hand_after_win", side=SIDE, won=COUNT, hand=COUNT)
_SCORES_DIFFER: Final = Lemma(
    "written_scores_differ", ARITHMETIC, written=all_of(SCORE), scores=all_of(SCORE)
)
_PAID: Final = ("score.made", "score.set", "score.others")
_SCORE_OUT_OF_REACH: Final = Lemma(
    "written_scores_out_of_reach",
    ARITHMETIC,
    *_PAID,
    side=SIDE,
    least=SCORE,
    most=SCORE,
    hand=COUNT,
    score=SCORE,
)
_SUM_OUT_OF_REACH: Final = Lemma(
    "written_scores_out_of_reach.together", ARITHMETIC, *_PAID, most=SCORE, hand=COUNT, score=SCORE
)
_CHANGE: Final = Lemma(
    "score_change_impossible", ARITHMETIC, side=SIDE, change=CHANGE, bid=BID, pitched=CHOICE
)
_PAYS: Final = Lemma("score_changes_do_not_add_up", ARITHMETIC, *_PAID, points=COUNT)
_PAYS_BETWEEN: Final = Lemma(
    "score_changes_do_not_add_up.between", ARITHMETIC, *_PAID, least=COUNT, most=COUNT
)
_WINS: Final = ("win.out", "win.made", "win.several", "win.tie", "win.hands")
_NOBODY_WON: Final = Lemma("written_winner_not_out", RULESET, *_WINS, side=SIDE)
_OTHER_WON: Final = Lemma("written_winner_not_out.other", RULESET, *_WINS, side=SIDE, winner=SIDE)


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
        yield _DEALT(deal, dealer=deal.dealer, due=due).finding("/dealer")


def _check_after_win(step: Step) -> Iterator[Finding]:
    winner = step.before.winner
    if winner is not None:
        side = step.deal.side(winner.side)
        yield Finding(
            code="hand_after_win",
            kind=RULESET,
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
        differ = _SCORES_DIFFER(step.deal, written=claims.scores, scores=step.after.scores)
        yield differ.finding("/claims/scores")


def _check_reach(step: Step) -> Iterator[Finding]:
    """Find written scores that no hands can reach, whatever open ones paid.

    While all hands before are settled, the scores are compared exactly instead.
    """
    written = step.hand.record.claims.scores if step.hand.record.claims else None
    bounds, number = step.after.bounds, step.hand.number
    if written is None or bounds is None or step.before.is_sure:
        return
    is_inside = True
    limits = zip(written, bounds.least, bounds.most, strict=True)
    for side, (score, least, most) in enumerate(limits):
        if not least <= score <= most:
            is_inside = False
            yield _SCORE_OUT_OF_REACH(
                step.deal, side=side, least=least, most=most, hand=number, score=score
            ).finding(f"/claims/scores/{side}")
    if is_inside and sum(written) > bounds.together:
        yield _SUM_OUT_OF_REACH(
            step.deal, most=bounds.together, hand=number, score=sum(written)
        ).finding("/claims/scores")


def _check_written_changes(step: Step, written: tuple[int, ...]) -> Iterator[Finding]:
    """Find changes of score that no outcome of the contract gives."""
    verdict, deal = step.verdict, step.deal
    # The house decides what a slam pays, which may be the match: no bound holds.
    bid, contracts = verdict.bid, _possible_contracts(step)
    if bid is None or bid.is_slam:
        return
    fact = "/contract" if step.hand.record.contract else "/calls"
    changes = [_possible_changes(step, bid, side, score) for side, score in enumerate(written)]
    for side, possible in enumerate(changes):
        if not possible:
            pitching = [partners.pitching_sides(contract, deal) for contract in contracts]
            is_pitching = bool(pitching) and all(side in sides for sides in pitching)
            impossible = _CHANGE(
                deal,
                side=side,
                change=written[side] - step.before.scores[side] - step.adjustment[side],
                bid=bid,
                pitched="yes" if is_pitching else "no",
            ).citing(*(_PAID[:2] if is_pitching else ()))
            yield impossible.finding(f"/claims/scores/{side}", fact)
    if all(changes) and not any(_adds_up(each, changes, bid, step) for each in contracts):
        least, most = points.least_points(deal), points.most_points(deal)
        is_fixed = least == most
        pays = _PAYS(deal, points=most) if is_fixed else _PAYS_BETWEEN(deal, least=least, most=most)
        yield pays.finding("/claims/scores", fact)


def _possible_changes(step: Step, bid: Call, side: int, written: int) -> list[int]:
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
    contract = step.verdict.contract
    if contract is None:
        return ()
    return partners.possible_contracts(contract, step.deal, ())


def _pitching_changes(step: Step, bid: Call, payable: Sequence[int]) -> Iterator[int]:
    """Yield the changes that the bid can have made to the pitching side."""
    yield -results.set_cost(bid, step.deal.ruleset.rules)
    least = calls.rank(bid)
    yield from (own for own in payable if own >= least) if _scores_all_taken(step) else (least,)


def _scores_all_taken(step: Step) -> bool:
    """Return whether a pitching side that makes the bid scores all that it took."""
    bid = step.verdict.bid
    return bid is not None and results.scores_all_taken(bid, step.deal.ruleset.rules)


def _adds_up(contract: Contract, changes: list[list[int]], bid: Call, step: Step) -> bool:
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


def _most_taken(step: Step, bid: Call, change: int) -> int:
    """Return the most points that the pitching side can have taken if its score changed so."""
    if change < calls.rank(bid):
        return calls.rank(bid) - 1
    return change if _scores_all_taken(step) else points.most_points(step.deal)


def _check_written_winner(step: Step) -> Iterator[Finding]:
    """Find a winner that the table wrote down and that the rules do not give."""
    written = step.hand.record.claims.winner if step.hand.record.claims else None
    if written is None or not _is_settled(step) or not step.before.is_sure:
        return
    deal, winner = step.deal, step.after.winner
    if winner is not None and winner.side == written:
        return
    wrong = (
        _NOBODY_WON(deal, side=written)
        if winner is None
        else _OTHER_WON(deal, side=written, winner=winner.side)
    )
    yield wrong.finding("/claims/winner")
