"""Answers: what a question about an open hand can be answered with, and what each leads to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from pitch.findings import Status
from pitch.hand import results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.endings import Ending
from pitch.hand.needs import Ask, Need
from pitch.hand.proofs import Proof
from pitch.hand.verdicts import Verdict
from pitch.types import RunningScore, Seat, Side, Value

Decided = Annotated[
    Status | None,
    Meta(description="How far it decides the hand; null where telling takes too much work."),
]
IsMade = Annotated[
    bool | None, Meta(description="Whether the bid is made; null while that is open.")
]
Deltas = Annotated[
    tuple[RunningScore, ...] | None,
    Meta(description="What the hand adds to the score of each side; null while that is open."),
]


class Answer(Value, frozen=True):
    """An answer that a question can have, and what the hand comes to with it."""

    need: Annotated[int, Meta(ge=0, le=63)]
    """Which of the verdict's `needs` it answers, from 0."""
    side: Annotated[
        Side | None,
        Meta(
            description="Who took the card or has the point; null if nobody, as of a card that was "
            "not in play or of Game tied, and for a question after a player."
        ),
    ]
    seat: Annotated[Seat | None, Meta(description="Who the partner was, where that is asked.")]
    status: Decided
    made: IsMade
    deltas: Deltas


class Way(Struct, frozen=True):
    """One way in which a hand can come out, as far as it is decided; see `Answer`."""

    status: Status | None
    made: bool | None = None
    deltas: tuple[int, ...] | None = None
    """By side."""


def for_verdict(verdict: Verdict, proof: Proof, deal: Deal) -> tuple[Answer, ...]:
    """What the questions of an open hand can be answered with, without any search.

    Read from its endings; where those are too many to list, the answers are known, but not what
    each leads to. Questions after piles, numbers and trump have none.
    """
    return tuple(
        answer
        for place, need in enumerate(verdict.needs)
        for answer in _of_need(place, need, verdict, proof, deal)
    )


def _of_need(
    place: int, need: Need, verdict: Verdict, proof: Proof, deal: Deal
) -> Iterator[Answer]:
    if need.ask is Ask.PARTNER:
        ways = _ways(verdict, proof, deal, lambda end: end.partner, proof.partners)
        for seat, way in ways:
            yield build_answer(place, way, seat=seat)
    elif need.point is not None and proof.possible:
        names = [point.point for point in verdict.points or ()]
        owner = names.index(need.point)
        ways = _ways(verdict, proof, deal, lambda end: end.owners[owner], proof.possible[owner])
        for side, way in ways:
            yield build_answer(place, way, side=side)


def _ways(
    verdict: Verdict,
    proof: Proof,
    deal: Deal,
    read: Callable[[Ending], int | None],
    possible: Iterable[int | None],
) -> Iterator[tuple[int | None, Way]]:
    """Each answer with what the hand comes to in the endings that give it."""
    for answer in possible:
        if not proof.is_complete:
            yield answer, Way(status=None)
            continue
        given = [end for end in proof.endings if read(end) == answer]
        yield answer, merge_ways([_way(verdict, end, deal) for end in given])


def _way(verdict: Verdict, end: Ending, deal: Deal) -> Way:
    # Without a contract nobody knows what a point pays.
    if verdict.pitcher is None or verdict.bid is None:
        return Way(status=Status.OPEN)
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid, partner=verdict.partner)
    scored = results.score_ending(contract, end, deal)
    return Way(status=Status.SETTLED, made=scored.made, deltas=scored.deltas)


def merge_ways(ways: Sequence[Way]) -> Way:
    """What is the same in all ways that an answer leaves; those that cannot be do not count."""
    left = {way for way in ways if way.status is not Status.IMPOSSIBLE}
    if not left:
        return Way(status=Status.IMPOSSIBLE)
    if len(left) == 1:
        return left.pop()
    made = {way.made for way in left}
    is_decided = all(way.status is not None for way in left)
    return Way(
        status=Status.OPEN if is_decided else None, made=made.pop() if len(made) == 1 else None
    )


def build_answer(
    place: int, way: Way, *, side: int | None = None, seat: int | None = None
) -> Answer:
    """An answer to the question at a place, and what it leads to."""
    return Answer(
        need=place, side=side, seat=seat, status=way.status, made=way.made, deltas=way.deltas
    )
