"""What a hand and the match around it contradict about each other."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import calls
from pitch.findings import Finding, FindingKind
from pitch.hand import partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
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
    Sentence,
    all_of,
)
from pitch.rules.options import floor_score

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
    """Everything about a hand that its match shows to be wrong or odd (M2 to M4, D-8, D-9)."""
    return (
        *_dealer(step),
        *_after_win(step),
        *_written_scores(step),
        *_out_of_reach(step),
        *_written_winner(step),
    )


def _dealer(step: Step) -> Iterator[Finding]:
    if step.deal.dealer != step.before.due:
        yield Finding(
            code="dealer_out_of_turn",
            kind=FindingKind.SUSPICIOUS,
            message=_DEALT(
                dealer=step.deal.player(step.deal.dealer), due=step.deal.player(step.before.due)
            ),
            facts=("/dealer",),
            clauses=step.deal.cite("table.rotate"),
        )


def _after_win(step: Step) -> Iterator[Finding]:
    won = step.before.winner
    if won is not None:
        yield Finding(
            code="hand_after_win",
            kind=FindingKind.RULESET,
            message=_AFTER_WIN(side=step.deal.side(won.side), won=won.hand, hand=step.hand.number),
            facts=("",),
            clauses=won.clauses,
        )


def _is_settled(step: Step) -> bool:
    return step.is_scored or (step.verdict.thrown_in and step.before.winner is None)


def _written_scores(step: Step) -> Iterator[Finding]:
    written = step.hand.record.claims.scores if step.hand.record.claims else None
    if written is None or step.before.winner is not None or not step.before.is_sure:
        return
    if not _is_settled(step):
        yield from _impossible_changes(step, written)
    elif written != step.after.scores:
        yield Finding(
            code="written_scores_differ",
            kind=FindingKind.ARITHMETIC,
            message=_SCORES_DIFFER(written=written, scores=step.after.scores),
            facts=("/claims/scores",),
        )


def _out_of_reach(step: Step) -> Iterator[Finding]:
    """Written scores that no hands can have come to, whatever those not settled paid (D-8, D-9).

    While all hands before are settled, the scores are compared exactly instead.
    """
    written = step.hand.record.claims.scores if step.hand.record.claims else None
    bounds = step.after.bounds
    if written is None or bounds is None or step.before.is_sure:
        return
    told = [
        (
            f"/claims/scores/{side}",
            _SCORE_OUT_OF_REACH(
                side=step.deal.side(side),
                least=least,
                most=most,
                hand=step.hand.number,
                score=score,
            ),
        )
        for side, (score, least, most) in enumerate(
            zip(written, bounds.least, bounds.most, strict=True)
        )
        if not least <= score <= most
    ]
    if not told and sum(written) > bounds.together:
        total = _SUM_OUT_OF_REACH(most=bounds.together, hand=step.hand.number, score=sum(written))
        told = [("/claims/scores", total)]
    for fact, message in told:
        yield Finding(
            code="written_scores_out_of_reach",
            kind=FindingKind.ARITHMETIC,
            message=message,
            facts=(fact,),
            clauses=step.deal.cite("score.made", "score.set", "score.others"),
        )


def _impossible_changes(step: Step, written: tuple[int, ...]) -> Iterator[Finding]:
    """Changes of score that no outcome of the contract gives (M4, D-9)."""
    verdict, deal = step.verdict, step.deal
    # What a slam pays is up to the house, and may be the match: no bound holds.
    if verdict.bid is None or calls.is_slam(verdict.bid):
        return
    bid, contract = calls.rank(verdict.bid), "/contract" if step.hand.record.contract else "/calls"
    changes = [_changes(step, bid, side, score) for side, score in enumerate(written)]
    for side, possible in enumerate(changes):
        if not possible:
            pitched = side in _pitching(step)
            change = written[side] - step.before.scores[side] - step.adjusted[side]
            yield Finding(
                code="score_change_impossible",
                kind=FindingKind.ARITHMETIC,
                message=_CHANGE(
                    side=deal.side(side),
                    change=change,
                    bid=verdict.bid,
                    pitched="yes" if pitched else "no",
                ),
                facts=(f"/claims/scores/{side}", contract),
                clauses=deal.cite("score.made", "score.set") if pitched else (),
            )
    if all(changes) and not _adds_up(changes, bid, step):
        yield Finding(
            code="score_changes_do_not_add_up",
            kind=FindingKind.ARITHMETIC,
            message=_paid(deal),
            facts=("/claims/scores", contract),
            clauses=deal.cite("score.made", "score.set", "score.others"),
        )


def _changes(step: Step, bid: int, side: int, written: int) -> list[int]:
    """What the hand can have given to a side if its score is as written."""
    payable = sorted(points.payable_sums(step.deal))
    rules = step.deal.ruleset.rules
    pitches = {side in partners.pitching_sides(each, step.deal) for each in _contracts(step)}
    own = sorted(set(_own_changes(step, bid, payable))) if True in pitches else []
    # As a table writes it down: the hand first, then what was given outside play; where no score
    # falls below zero, neither of the two takes it there.
    return [
        change
        for change in sorted({*own, *(payable if False in pitches else ())})
        if floor_score(
            floor_score(step.before.scores[side] + change, rules) + step.adjusted[side], rules
        )
        == written
    ]


def _contracts(step: Step) -> tuple[Contract, ...]:
    """The contract with every partner that it may have, of whom one is called only at some tables.

    None where it is not known.
    """
    verdict = step.verdict
    if verdict.pitcher is None or verdict.bid is None:
        return ()
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid, partner=verdict.partner)
    return partners.possible_contracts(contract, step.deal, ())


def _pitching(step: Step) -> set[int]:
    """The sides that pitched for certain."""
    found = [set(partners.pitching_sides(each, step.deal)) for each in _contracts(step)]
    return set.intersection(*found) if found else set()


def _own_changes(step: Step, bid: int, payable: Sequence[int]) -> Iterator[int]:
    """What the bid can have given to the pitching side."""
    yield -bid
    yield from (own for own in payable if own >= bid) if _pays_all(step) else (bid,)


def _pays_all(step: Step) -> bool:
    """Whether the pitching side scores all that it took if it makes the bid."""
    bid = step.verdict.bid
    return bid is not None and results.scores_all_taken(bid, step.deal.ruleset.rules)


def _paid(deal: Deal) -> Sentence:
    least, most = points.least_points(deal), points.most_points(deal)
    return _PAYS(points=most) if least == most else _PAYS_BETWEEN(least=least, most=most)


def _adds_up(changes: list[list[int]], bid: int, step: Step) -> bool:
    """Whether what a hand pays can lie behind the changes of all sides together."""
    return any(_adds_up_for(each, changes, bid, step) for each in _contracts(step))


def _adds_up_for(contract: Contract, changes: list[list[int]], bid: int, step: Step) -> bool:
    """The same for one contract: those that score together have all changed alike."""
    pitching, deal = step.verdict.pitching_side, step.deal
    paid_least, paid_most = points.least_points(deal), points.most_points(deal)
    alike: dict[int, set[int]] = {}
    for side, possible in enumerate(changes):
        first = partners.first_side(side, contract, deal)
        alike[first] = alike.get(first, set(possible)).intersection(possible)
    if not all(alike.values()):
        return False
    others = [possible for side, possible in alike.items() if side != pitching]
    # A set side may have taken any points below its bid, which count for nobody but were not free
    # for the others.
    least, most = sum(map(min, others)), sum(map(max, others))
    return any(
        least <= paid_most - max(change, 0) and most >= paid_least - _most_taken(step, bid, change)
        for side, possible in alike.items()
        if side == pitching
        for change in possible
    )


def _most_taken(step: Step, bid: int, change: int) -> int:
    """The most that the pitching side can have taken if its score changed so."""
    if change < bid:
        return bid - 1
    return change if _pays_all(step) else points.most_points(step.deal)


def _written_winner(step: Step) -> Iterator[Finding]:
    """A winner that the table wrote down and that the rules do not give (M2, M3)."""
    written = step.hand.record.claims.winner if step.hand.record.claims else None
    if written is None or not _is_settled(step) or not step.before.is_sure:
        return
    if step.after.winner is not None and step.after.winner.side == written:
        return
    named = step.deal.side(written)
    message = _NOBODY_WON(side=named)
    if step.after.winner is not None:
        message = _OTHER_WON(side=named, winner=step.deal.side(step.after.winner.side))
    yield Finding(
        code="written_winner_not_out",
        kind=FindingKind.RULESET,
        message=message,
        facts=("/claims/winner",),
        clauses=step.deal.cite("win.out", "win.made", "win.several", "win.tie", "win.hands"),
    )
