"""Outlooks: who can still win with a hand that is open, over all ways in which it can end."""

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec import Meta, structs

from domain import points, results, wins
from domain.auctions import Contract
from domain.deals import Deal
from domain.proofs import Proof
from domain.rules import floored
from domain.values import Side, Value
from domain.verdicts import Status, Verdict
from domain.wins import Ending, Winner

Sides = Annotated[tuple[Side, ...], Meta(max_length=8)]


class Outlook(Value, frozen=True):
    """Who can win the match with the hand that is open."""

    winners: Sides
    """The sides that win in some way the hand can end."""
    may_play_on: bool
    """Whether in some way nobody wins yet."""
    is_certain: bool
    """Whether it comes out the same in every way."""


def settled(verdict: Verdict, proof: Proof, deal: Deal) -> Iterator[Verdict]:
    """The verdict on an open hand in every way that it can end; none unless all are known."""
    if verdict.status is not Status.OPEN or verdict.points is None or not proof.is_complete:
        return
    if verdict.pitcher is None or verdict.bid is None:
        return
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid)
    for end in proof.endings:
        scored = results.result(contract, end.owners, end.tricks, deal)
        yield structs.replace(
            verdict,
            status=Status.SETTLED,
            made=scored.made,
            deltas=scored.deltas,
            points=points.owned(verdict.points, end.owners),
        )


def added(before: tuple[int, ...], verdict: Verdict, deal: Deal) -> tuple[int, ...] | None:
    """The scores after a verdict; None while it leaves them open."""
    if verdict.deltas is None:
        return None
    changed = zip(before, verdict.deltas, strict=True)
    return tuple(floored(score + delta, deal.ruleset.rules) for score, delta in changed)


def outlook(
    verdict: Verdict, proof: Proof | None, deal: Deal, end: Callable[[Verdict], Ending]
) -> Outlook | None:
    """Who can win with an open hand; None if it is not open or can end in too many ways.

    `end` makes the end of the hand from one verdict on it.
    """
    ways = () if proof is None else settled(verdict, proof, deal)
    found: list[Winner | None] = [wins.winner(end(way)) for way in ways]
    if not found:
        return None
    winners = {winner.side for winner in found if winner is not None}
    return Outlook(
        winners=tuple(sorted(winners)),
        may_play_on=None in found,
        is_certain=len(winners) + (None in found) == 1,
    )
