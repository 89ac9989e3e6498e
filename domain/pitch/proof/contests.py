"""Contests: the outcomes of a hand with cards in several piles, by who took them."""

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
from pitch.proof.solver import Effort
from pitch.proof.trials import Trial

_MOST_WAYS: Final = 16
"""Ways to give contested cards to one side each; a slip is seldom more than one card."""
_WORK: Final = 12_000
"""Work for all ways together, in the solver's units."""


CertainPoints = Annotated[
    Points,
    Meta(max_length=len(PointName)),
]


class Contest(Struct, frozen=True):
    """The answers to questions about an impossible record, and its certain points."""

    answers: tuple[Answer, ...] = ()
    certain: CertainPoints = ()


class _TriedWay(Struct, frozen=True):
    """One way to give contested cards to one side each, and its outcome."""

    took: Mapping[str, int]
    trial: Trial


def assess(record: HandRecord, deal: Deal, findings: Iterable[Finding]) -> Contest:
    """Return the outcome of each answer to `needs.for_contested_cards`, and the certain points.

    Of several cards every other one may belong to any side that listed it. An outcome that takes
    too much work has no status; nothing is guessed. If no card is asked for, the points are certain
    that do not rest on the facts in conflict, which `findings` name.
    """
    takers = needs.contested_cards(record)
    if not takers:
        return Contest(certain=certainties.points_despite(record, deal, findings))
    is_few = prod(map(len, takers.values())) <= _MOST_WAYS
    ways = list(_ways(record, takers, deal)) if is_few else []
    return Contest(
        answers=tuple(
            answers.build_answer(place, _common_way(ways, card, side), side=side)
            for place, (card, sides) in enumerate(takers.items())
            for side in sides
        ),
        certain=_certain(ways, deal),
    )


def _common_way(ways: Sequence[_TriedWay], card: str, side: int) -> Way:
    """Return the outcome that all ways with a card in the pile of a side have in common."""
    outcomes = [tried.trial.way for tried in ways if tried.took[card] == side]
    return answers.merge_ways(outcomes) if outcomes else Way(status=None)


def _certain(ways: Sequence[_TriedWay], deal: Deal) -> Points:
    """Return the points that are certain and the same in every possible way."""
    tried_records = [tried.trial for tried in ways]
    possible = [
        trial.points for trial in tried_records if trial.way.status is not Status.IMPOSSIBLE
    ]
    decided = [points for points in possible if points is not None]
    # Nothing is certain if a way took too much work.
    if not decided or len(decided) < len(possible):
        return ()
    return tuple(
        _merge_points(versions, deal)
        for versions in zip(*decided, strict=True)
        if not any(point.is_open for point in versions)
        and len({point.side for point in versions}) == 1
    )


def _merge_points(versions: Sequence[Point], deal: Deal) -> Point:
    """Return a point that has the same side in several ways, without what differs."""
    first, *others = versions
    if all(point == first for point in others):
        return first
    is_same_card = all(point.card == first.card for point in others)
    merged = structs.replace(first, card=first.card if is_same_card else None)
    return points.prove_owner(merged, first.side, deal)


def _ways(record: HandRecord, takers: Mapping[str, list[int]], deal: Deal) -> Iterator[_TriedWay]:
    """Yield each way to give the cards to one side, with its outcome."""
    effort = Effort(_WORK)
    for sides in product(*takers.values()):
        took = dict(zip(takers, sides, strict=True))
        yield _TriedWay(took, trials.run(_give_cards(record, took), deal, effort))


def _give_cards(record: HandRecord, took: Mapping[str, int]) -> HandRecord:
    """Return the record with each contested card in the pile of one side only."""
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
