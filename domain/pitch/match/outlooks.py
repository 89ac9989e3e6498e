"""Outlooks: the sides that can still win with an open hand, over all ways in which it can end."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch.findings import Status
from pitch.hand import needs, points, results
from pitch.hand.deals import Deal
from pitch.hand.needs import Need
from pitch.hand.proofs import Proof
from pitch.hand.verdicts import Verdict
from pitch.match import wins
from pitch.match.wins import HandEnd, Winner
from pitch.messages import SIDE, Message
from pitch.types import Side, Value

Sides = Annotated[tuple[Side, ...], Meta(max_length=8)]
_FIRST_OUT: Final = Message("win.first_out", side=SIDE)


class Outlook(Value, frozen=True):
    """The possible winners of a match with a hand that is open or has unknown points."""

    winners: Sides
    """The sides that win the match in some way the hand can end."""
    may_play_on: bool
    """True if the hand can end in a way in which nobody wins yet."""
    is_certain: bool
    """True if every way the hand can end has the same result."""


class FirstOut(Struct, frozen=True):
    """The side that was first to the target, or the candidates and the facts that would decide."""

    winner: Winner | None = None
    outlook: Outlook | None = None
    needs: tuple[Need, ...] = ()


def list_all_ways(verdict: Verdict, proof: Proof, deal: Deal) -> Iterator[Verdict]:
    """Return the verdicts for every way a hand can end; none unless the proof lists all ways."""
    return list_ways(verdict, proof, deal) if proof.is_complete else iter(())


def list_ways(verdict: Verdict, proof: Proof, deal: Deal) -> Iterator[Verdict]:
    """Yield the verdicts for the ways that a proof lists, if the hand was bid for."""
    contract = verdict.contract
    if verdict.points is None or contract is None:
        return
    for end in proof.endings:
        scored = results.score_ending(contract, end, deal)
        yield structs.replace(
            verdict,
            status=Status.SETTLED,
            made=scored.made,
            deltas=scored.deltas,
            partner=verdict.partner if end.partner is None else end.partner,
            points=points.with_owners(verdict.points, end.owners),
        )


def scores_after(before: tuple[int, ...], verdict: Verdict, deal: Deal) -> tuple[int, ...] | None:
    """Return the scores after a verdict, by side as before; None while it leaves them open."""
    if verdict.deltas is None:
        return None
    changes = zip(before, verdict.deltas, strict=True)
    return tuple(deal.ruleset.rules.floor_score(score + delta) for score, delta in changes)


def foresee_winner(
    verdict: Verdict, proof: Proof | None, deal: Deal, end: Callable[[Verdict], HandEnd]
) -> Outlook | None:
    """Return the outlook of a hand; None if it cannot be scored or can end in too many ways.

    `end` makes the end of the hand from one verdict on it. Even if the ways are too many to list,
    nobody wins for certain if no side can reach the target.
    """
    ways = () if proof is None else list_all_ways(verdict, proof, deal)
    outlook = _summarize([wins.find_winner(end(way)) for way in ways])
    if outlook is None and is_out_of_reach(verdict, end(verdict)):
        return Outlook(winners=(), may_play_on=True, is_certain=True)
    return outlook


def is_out_of_reach(verdict: Verdict, ending: HandEnd) -> bool:
    """Return whether nobody can win with an open hand, by bounds alone.

    The scores of `ending` do not include the hand. A slam that may win the match at once is within
    every side's reach.
    """
    rules, deal = ending.deal.ruleset.rules, ending.deal
    if verdict.status is not Status.OPEN or verdict.points is None:
        return False
    may_be_slam = rules.has_slam if verdict.bid is None else verdict.bid.is_slam
    # Then any score can win at once (S2.smudge.win).
    if may_be_slam and rules.slam_may_decide:
        return False
    if rules.target is None:
        return rules.hands is not None and ending.played < rules.hands
    most = points.bounds(verdict.points, deal.sides).most
    if deal.calls_partner:  # then any side may score the points that others took
        most = (points.most_points(deal),) * deal.sides
    paid = rules.slam_scores if may_be_slam else 0
    return all(
        score + max(own, paid) < rules.target for score, own in zip(ending.after, most, strict=True)
    )


def find_first_out(verdict: Verdict, proof: Proof | None, deal: Deal, ending: HandEnd) -> FirstOut:
    """Return the side that was first to the target with a settled hand, if it is known.

    If unknown points decide, `needs` asks for as few of them as possible.
    """
    ways = () if proof is None else list_all_ways(verdict, proof, deal)
    winners = [wins.find_winner(structs.replace(ending, verdict=way)) for way in ways]
    outlook = _summarize(winners)
    if outlook is not None and outlook.is_certain:
        return FirstOut(winner=_common_winner(winners, deal))
    if verdict.points is None:
        return FirstOut(outlook=outlook)
    sides = [None if winner is None else winner.side for winner in winners]
    endings = proof.endings if proof and winners else ()
    order = list(zip(sides, endings, strict=True))
    return FirstOut(outlook=outlook, needs=needs.for_order(verdict.points, deal, order))


def _summarize(winners_by_way: Sequence[Winner | None]) -> Outlook | None:
    if not winners_by_way:
        return None
    winners = {winner.side for winner in winners_by_way if winner is not None}
    return Outlook(
        winners=tuple(sorted(winners)),
        may_play_on=None in winners_by_way,
        is_certain=len(winners) + (None in winners_by_way) == 1,
    )


def _common_winner(winners: Sequence[Winner | None], deal: Deal) -> Winner | None:
    """Return the winner in all ways, with a reason that is true of each."""
    first = winners[0]
    if first is None or all(winner == first for winner in winners):
        return first
    return structs.replace(first, why=_FIRST_OUT(side=deal.side(first.side)))
