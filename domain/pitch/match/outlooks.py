"""Outlooks: who can still win with a hand that is open, over all ways in which it can end."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch import calls
from pitch.findings import Status
from pitch.hand import needs, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Need
from pitch.hand.proofs import Proof
from pitch.hand.verdicts import Verdict
from pitch.match import wins
from pitch.match.wins import HandEnd, Winner
from pitch.messages import SIDE, Message
from pitch.rules.choices import SlamBid, SlamReward, SlamSet
from pitch.rules.options import floor_score
from pitch.types import Side, Value

Sides = Annotated[tuple[Side, ...], Meta(max_length=8)]


_FIRST_OUT: Final = Message("win.first_out", side=SIDE)


class Outlook(Value, frozen=True):
    """Who can win the match with a hand that is open, or whose points are not all known."""

    winners: Sides
    """The sides that win in some way the hand can end."""
    may_play_on: bool
    """Whether in some way nobody wins yet."""
    is_certain: bool
    """Whether it comes out the same in every way."""


class FirstOut(Struct, frozen=True):
    """Who was first to the target, or who can have been and what would tell."""

    winner: Winner | None = None
    outlook: Outlook | None = None
    needs: tuple[Need, ...] = ()


def list_all_ways(verdict: Verdict, proof: Proof, deal: Deal) -> Iterator[Verdict]:
    """The verdict on a hand in every way that it can end; none unless all are known."""
    return list_ways(verdict, proof, deal) if proof.is_complete else iter(())


def list_ways(verdict: Verdict, proof: Proof, deal: Deal) -> Iterator[Verdict]:
    """The verdict on a hand in every way that is listed of those in which it can end."""
    if verdict.points is None:
        return
    if verdict.pitcher is None or verdict.bid is None:
        return
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid, partner=verdict.partner)
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
    """The scores after a verdict, by side as before; None while it leaves them open."""
    if verdict.deltas is None:
        return None
    changed = zip(before, verdict.deltas, strict=True)
    return tuple(floor_score(score + delta, deal.ruleset.rules) for score, delta in changed)


def foresee_winner(
    verdict: Verdict, proof: Proof | None, deal: Deal, end: Callable[[Verdict], HandEnd]
) -> Outlook | None:
    """Who can win with a hand; None if it cannot be scored or can end in too many ways.

    `end` makes the end of the hand from one verdict on it. Where the ways are too many to list, it
    is still certain that nobody wins if no side can come so far.
    """
    ways = () if proof is None else list_all_ways(verdict, proof, deal)
    told = _outlook([wins.find_winner(end(way)) for way in ways])
    if told is None and is_out_of_reach(verdict, end(verdict)):
        return Outlook(winners=(), may_play_on=True, is_certain=True)
    return told


def is_out_of_reach(verdict: Verdict, ending: HandEnd) -> bool:
    """Whether nobody can win with an open hand however it ends, by bounds alone (D-8, D-23).

    `ending` has the scores without what the hand pays. A slam that may win the match at once is
    out of nobody's reach.
    """
    rules, deal = ending.deal.ruleset.rules, ending.deal
    if verdict.status is not Status.OPEN or verdict.points is None:
        return False
    may_be_slam = (
        rules.slam is not SlamBid.NONE if verdict.bid is None else calls.is_slam(verdict.bid)
    )
    # Then any score can win at once (S2.smudge.win).
    may_decide = rules.slam_reward is not SlamReward.POINTS or rules.slam_set is SlamSet.MATCH
    if may_be_slam and may_decide:
        return False
    if rules.target is None:
        return rules.hands is not None and ending.played < rules.hands
    most = points.bounds(verdict.points, deal.sides).most
    if deal.calls_partner:  # then everybody may score what others took
        most = (points.most_points(deal),) * deal.sides
    paid = rules.slam_scores if may_be_slam else 0
    return all(
        score + max(own, paid) < rules.target for score, own in zip(ending.after, most, strict=True)
    )


def find_first_out(verdict: Verdict, proof: Proof | None, deal: Deal, ending: HandEnd) -> FirstOut:
    """Who was first to the target with a settled hand of which not every point is known (D-22).

    If that hangs on the points, `needs` asks for as few of them as tell.
    """
    ways = () if proof is None else list_all_ways(verdict, proof, deal)
    found = [wins.find_winner(structs.replace(ending, verdict=way)) for way in ways]
    outlook = _outlook(found)
    if outlook is not None and outlook.is_certain:
        return FirstOut(winner=_agreeing(found, deal))
    asked: tuple[Need, ...] = ()
    if verdict.points is not None:
        sides = [None if winner is None else winner.side for winner in found]
        listed = zip(sides, proof.endings if proof and found else (), strict=True)
        asked = needs.for_order(verdict.points, deal, list(listed))
    return FirstOut(outlook=outlook, needs=asked)


def _outlook(found: Sequence[Winner | None]) -> Outlook | None:
    if not found:
        return None
    winners = {winner.side for winner in found if winner is not None}
    return Outlook(
        winners=tuple(sorted(winners)),
        may_play_on=None in found,
        is_certain=len(winners) + (None in found) == 1,
    )


def _agreeing(found: Sequence[Winner | None], deal: Deal) -> Winner | None:
    """The winner in all ways, and why in words that are true of each."""
    # The ways may differ in why somebody won; only what is true of each is said.
    first = found[0]
    if first is None or all(other == first for other in found):
        return first
    return structs.replace(first, why=_FIRST_OUT(side=deal.side(first.side)))
