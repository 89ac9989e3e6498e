"""Answers: the possible answers to the questions about an open hand, and their consequences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from pitch.findings import Status
from pitch.hand import results
from pitch.hand.deals import Deal
from pitch.hand.needs import Ask, Need
from pitch.hand.proofs import Ending, Proof
from pitch.hand.verdicts import Verdict
from pitch.types import RunningScore, Seat, Side, Value

Decided = Status | None
IsMade = bool | None
Deltas = tuple[RunningScore, ...] | None


class Answer(Value, frozen=True):
    """One possible answer to a question, and the hand's result with it."""

    need: Annotated[int, Meta(ge=0, le=63)]
    """The index in `verdict.needs` of the question that this answers, from 0."""
    side: Side | None
    """The side that took the card or has the point; null if nobody did, as with a card not in play
    or a tied Game, and for a question about a player.
    """
    seat: Seat | None
    """The seat of the partner, if the question asks for the partner."""
    status: Decided
    """The status of the hand with this answer; null if that takes too much work to find."""
    made: IsMade
    """True if the bid is made with this answer; null while that is open."""
    deltas: Deltas
    """The points that the hand adds to each side's score with this answer; null while that is open.
    """


class Way(Struct, frozen=True):
    """One result of a hand as far as it is decided; see `Answer`."""

    status: Status | None
    made: bool | None = None
    deltas: tuple[int, ...] | None = None
    """The score changes by side."""


def for_verdict(verdict: Verdict, proof: Proof, deal: Deal) -> tuple[Answer, ...]:
    """Return the possible answers to the questions of an open hand, without a search.

    Read from its endings; if those are too many to list, the answers have no results. Questions
    about piles, numbers and trump have no listed answers.
    """
    return tuple(
        answer
        for place, need in enumerate(verdict.needs)
        for answer in _need_answers(place, need, verdict, proof, deal)
    )


def _need_answers(
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
    """Yield each answer with the result that the endings with that answer share."""
    for answer in possible:
        if not proof.is_complete:
            yield answer, Way(status=None)
            continue
        endings = [end for end in proof.endings if read(end) == answer]
        yield answer, merge_ways([_way(verdict, end, deal) for end in endings])


def _way(verdict: Verdict, end: Ending, deal: Deal) -> Way:
    # Without a contract the points have no known pay.
    if verdict.contract is None:
        return Way(status=Status.OPEN)
    scored = results.score_ending(verdict.contract, end, deal)
    return Way(status=Status.SETTLED, made=scored.made, deltas=scored.deltas)


def merge_ways(ways: Sequence[Way]) -> Way:
    """Return what all ways have in common; impossible ones do not count."""
    possible = {way for way in ways if way.status is not Status.IMPOSSIBLE}
    if not possible:
        return Way(status=Status.IMPOSSIBLE)
    if len(possible) == 1:
        return possible.pop()
    made = {way.made for way in possible}
    is_decided = all(way.status is not None for way in possible)
    return Way(
        status=Status.OPEN if is_decided else None, made=made.pop() if len(made) == 1 else None
    )


def build_answer(
    place: int, way: Way, *, side: int | None = None, seat: int | None = None
) -> Answer:
    """Return the answer to the question at a place, with its result."""
    return Answer(
        need=place, side=side, seat=seat, status=way.status, made=way.made, deltas=way.deltas
    )
