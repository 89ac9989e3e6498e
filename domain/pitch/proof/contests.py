"""Contests: what a hand comes to, whoever took the cards that lie in several piles (D-1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch.findings import Finding, Status
from pitch.hand import answers, needs, points
from pitch.hand.answers import Answer, Way
from pitch.hand.deals import Deal
from pitch.hand.points import Point, Points
from pitch.hand.records import HandRecord
from pitch.point_names import PointName
from pitch.proof import certainties, trials
from pitch.proof.efforts import Effort
from pitch.proof.trials import Trial

_MOST_WAYS: Final = 16
"""In how many ways contested cards are given to one side each; a slip seldom is more than one."""
_WORK: Final = 12_000
"""Work for all of them together, in the solver's units."""


CertainPoints = Annotated[
    Points,
    Meta(
        description="Of a hand that cannot be, the points that stay as they are: whoever took "
        "the cards that are in several piles; where there are none, however the facts that "
        "`verdict.findings` name are changed.",
        max_length=len(PointName),
    ),
]


class Contest(Struct, frozen=True):
    """What can be told of a record that cannot be."""

    answers: tuple[Answer, ...] = ()
    certain: CertainPoints = ()


class _TriedWay(Struct, frozen=True):
    """One way to give contested cards to one side each, and what the hand comes to by it."""

    took: Mapping[str, int]
    trial: Trial


def assess(record: HandRecord, deal: Deal, found: Iterable[Finding]) -> Contest:
    """What each answer to `needs.for_contested_cards` leads to, and what is settled anyway.

    Of several cards every other one may be anybody's who listed it. What takes too much work has no
    status; nothing is guessed. Where no card is asked for, the points are certain that do not rest
    on the facts in conflict, which are those of what was `found` to be wrong.
    """
    takers = {
        need.card: list(
            dict.fromkeys(pile.side for pile in record.piles if need.card in pile.cards)
        )
        for need in needs.for_contested_cards(record, deal)
        if need.card is not None
    }
    if not takers:
        return Contest(certain=certainties.points_despite(record, deal, found))
    is_few = prod(map(len, takers.values())) <= _MOST_WAYS
    ways = list(_ways(record, takers, deal)) if is_few else []
    return Contest(
        answers=tuple(
            answers.build_answer(place, _leading(ways, card, side), side=side)
            for place, (card, sides) in enumerate(takers.items())
            for side in sides
        ),
        certain=_certain(ways, deal),
    )


def _leading(ways: Sequence[_TriedWay], card: str, side: int) -> Way:
    given = [tried.trial.way for tried in ways if tried.took[card] == side]
    return answers.merge_ways(given) if given else Way(status=None)


def _certain(ways: Sequence[_TriedWay], deal: Deal) -> Points:
    """The points that are certain and the same in every way that can be."""
    tried = [each.trial for each in ways]
    left = [each.points for each in tried if each.way.status is not Status.IMPOSSIBLE]
    known = [each for each in left if each is not None]
    # Of a way that took too much work nothing is known, so that nothing is certain either.
    if not known or len(known) < len(left):
        return ()
    return tuple(
        _alike(each, deal)
        for each in zip(*known, strict=True)
        if not any(point.is_open for point in each) and len({point.side for point in each}) == 1
    )


def _alike(found: Sequence[Point], deal: Deal) -> Point:
    """One point as several ways tell it, whose side is the same."""
    first, *others = found
    if all(other == first for other in others):
        return first
    is_same_card = all(other.card == first.card for other in others)
    shown = structs.replace(first, card=first.card if is_same_card else None)
    return points.prove_owner(shown, first.side, deal)


def _ways(record: HandRecord, takers: Mapping[str, list[int]], deal: Deal) -> Iterator[_TriedWay]:
    """Each way to give the cards to one side, and what the hand comes to by it."""
    effort = Effort(_WORK)
    for sides in product(*takers.values()):
        took = dict(zip(takers, sides, strict=True))
        yield _TriedWay(took, trials.run(_given(record, took), deal, effort))


def _given(record: HandRecord, took: Mapping[str, int]) -> HandRecord:
    """A record with each contested card in the pile of one side only."""
    return structs.replace(
        record,
        piles=tuple(
            structs.replace(
                pile,
                cards=tuple(card for card in pile.cards if took.get(card, pile.side) == pile.side),
            )
            for pile in record.piles
        ),
    )
