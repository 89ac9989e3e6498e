"""Every way in which a match between two sides can go, within a window of scores.

It works on plain numbers with the second score sheet (`folding`), and nothing is of the domain.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tests.support.oracles.folding import Played, Ways, bottom, champion

End = tuple[int | None, int, int]
"""Who won, if anybody, and both scores."""
State = tuple[int, int, int]
"""Both scores, and how many hands of a fixed number were played."""


@dataclass(frozen=True)
class SmallMatch:
    """The hands that rules allow, and the scores between which a match is followed."""

    ways: Ways
    bids: tuple[int, ...]
    low: int = -5
    high: int = 8
    slam: tuple[int, int] | None = None
    """What a slam pays and how many of the four points it promises."""
    alone: bool = False
    """Whether a bid that is made pays the bid and no more."""
    gives: bool = False
    """Whether a misdeal gives a point to the other side."""


def ends(small: SmallMatch, *, plays_on: bool = True) -> set[End]:
    """Every way in which a match can be won or stopped; it may play on when its hands are over."""
    deals = list(_deals(small))
    waiting: list[State] = [(0, 0, 0)]
    seen, found = set(waiting), set[End]()
    tried = set[object]()
    while waiting:
        state = waiting.pop()
        found.add((None, *state[:2]))
        is_over = not plays_on and state[2] == small.ways.hands
        dealt = [] if is_over else deals
        for winner, after in (*_between(small, state), *_played(small, state, dealt, tried)):
            if small.low <= min(after[:2]) and max(after[:2]) <= small.high:
                if winner is not None:
                    found.add((winner, *after[:2]))
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found


def ends_if_given(small: SmallMatch) -> set[End]:
    """Every way in which a match can be won or stopped if points are given outside play.

    Points given before the first hand lead to any scores, so a match can be stopped there, and
    points given after a hand lead from it to any scores.
    """
    bounds = range(small.low, small.high + 1)
    deals, reached = list(_deals(small)), list(product(bounds, bounds))
    met, last = {0: 0, 1: 0}, small.ways.hands or 1
    found: set[End] = {(None, *after) for after in reached}
    for deal, after in product(deals, reached):
        winner = champion(small.ways, deal, met, dict(enumerate(after)), last)
        if winner is not None:
            found.add((winner, *after))
    return found


def _between(small: SmallMatch, state: State) -> Iterator[tuple[None, State]]:
    """The scores when a point is taken, or given, between two hands."""
    for change in (-1, 1) if small.gives else (-1,):
        for side in (0, 1):
            scores = [state[0], state[1]]
            scores[side] = bottom(scores[side] + change, small.ways)
            yield None, (scores[0], scores[1], state[2])


def _played(
    small: SmallMatch, state: State, deals: list[Played], tried: set[object]
) -> Iterator[tuple[int | None, State]]:
    """The scores when a hand was played and points were taken before it was over.

    Hands that are won alike lead from many scores to the same: one of those is tried.
    """
    ways, played = small.ways, state[2] + 1
    before, followed = {0: state[0], 1: state[1]}, {*range(small.low, small.high + 1)}
    for deal in deals:
        paid = tuple(bottom(state[side] + deal.deltas[side], ways) for side in (0, 1))
        counted = tuple(deal.points) if ways.count else None
        was_negative = before[deal.pitching] < 0
        alike = (paid, deal.pitching, deal.made, deal.slam, counted, was_negative, played)
        if alike in tried:
            continue
        tried.add(alike)
        taken = range(16 if deal.slam and deal.made else 4)
        left = ({bottom(score - fine, ways) for fine in taken} & followed for score in paid)
        for first, second in product(*left):
            winner = champion(ways, deal, before, {0: first, 1: second}, played)
            yield winner, (first, second, min(played, ways.hands or 0))


def _pays(small: SmallMatch, taken: int, bid: int) -> int:
    if taken < bid:
        return -bid
    return bid if small.alone else taken


def _deals(small: SmallMatch) -> Iterator[Played]:
    """Every hand by who gets which point, who pitched, and whether the bid was made."""
    seen = set[tuple[object, ...]]()
    owners = product((0, 1), (0, 1), (0, 1, None), (0, 1, None))
    for points, pitching in product(owners, (0, 1)):
        taken = [points.count(0), points.count(1)]
        deals = [
            (False, taken[pitching] >= bid, _pays(small, taken[pitching], bid))
            for bid in small.bids
        ]
        if small.slam:
            worth, promised = small.slam
            deals += [(True, False, -5)]
            deals += [(True, True, worth)] if taken[pitching] >= promised else []
        for is_slam, made, change in deals:
            deltas = [change if side == pitching else taken[side] for side in (0, 1)]
            key = (
                pitching,
                is_slam,
                made,
                *deltas,
                points if small.ways.count and not is_slam else None,
            )
            if key not in seen:
                seen.add(key)
                yield Played("scored", pitching, made, is_slam, deltas, list(points))
