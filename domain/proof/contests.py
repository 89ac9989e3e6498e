"""Contests: what a hand comes to, whoever took the cards that lie in several piles (D-1)."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Final

from msgspec import structs

from domain.findings import Status
from domain.hand import answers, needs, verdicts
from domain.hand.answers import Answer, Way
from domain.hand.deals import Deal
from domain.hand.records import HandRecord
from domain.proof import provers
from domain.proof.efforts import Effort

_MOST_WAYS: Final = 16
"""In how many ways contested cards are given to one side each; a slip seldom is more than one."""
_WORK: Final = 12_000
"""Work for all of them together, in the solver's units."""


def answer(record: HandRecord, deal: Deal) -> tuple[Answer, ...]:
    """What each answer to the questions of `needs.contested` leads to.

    Of several cards every other one may be anybody's who listed it. What takes too much work has no
    status; nothing is guessed.
    """
    takers = {
        need.card: list(
            dict.fromkeys(pile.side for pile in record.piles if need.card in pile.cards)
        )
        for need in needs.contested(record, deal)
        if need.card is not None
    }
    is_few = prod(map(len, takers.values())) <= _MOST_WAYS
    ways = list(_ways(record, takers, deal)) if is_few else []
    return tuple(
        answers.answered(place, _leading(ways, card, side), side=side)
        for place, (card, sides) in enumerate(takers.items())
        for side in sides
    )


def _leading(ways: list[tuple[Mapping[str, int], Way]], card: str, side: int) -> Way:
    given = [way for took, way in ways if took[card] == side]
    return answers.leading(given) if given else Way(status=None)


def _ways(
    record: HandRecord, takers: Mapping[str, list[int]], deal: Deal
) -> Iterator[tuple[Mapping[str, int], Way]]:
    """Each way to give the cards to one side, and what the hand comes to by it."""
    effort = Effort(_WORK)
    for sides in product(*takers.values()):
        took = dict(zip(takers, sides, strict=True))
        yield took, _way(_given(record, took), deal, effort)


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


def _way(record: HandRecord, deal: Deal, effort: Effort) -> Way:
    # A proof does not know what scores the hand met, and is the same whatever they were.
    unmet = structs.replace(deal, scores=None)
    proof = provers.prove(record, unmet, provers.BRIEF, effort)
    verdict = verdicts.verdict(record, deal, proof)
    if verdict.status is Status.OPEN and proof.undecided:
        return Way(status=None, made=verdict.made)
    return Way(status=verdict.status, made=verdict.made, deltas=verdict.deltas)
