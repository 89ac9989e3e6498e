"""A second score sheet, written from the documents: dealers, scores and the winner of a match.

It works on plain numbers, and nothing of it is shared with the domain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Played:
    """One deal: `kind` is scored, passed, open or void; the rest matters for a scored one."""

    kind: str
    pitching: int = 0
    made: bool = False
    slam: bool = False
    deltas: list[int] = field(default_factory=list)
    points: list[int | None] = field(default_factory=list)
    """Who has High, Low, Jack and Game."""


@dataclass
class Ways:
    """The rules by which a match is won."""

    target: int | None
    hands: int | None
    out: str
    """made_first, made_only, pitcher, or anyone."""
    count: bool = False
    """Whether of several sides the first by High, Low, Jack, Game wins, else the highest."""
    slam: str = "match"
    """match, unless_negative, or_zero (then a slam made below zero comes back to it), or points."""
    floor: bool = False
    same_dealer: bool = False
    pitcher_ties: bool = False
    """Whether a pitching side that shares the most at the target wins."""
    slam_set: str = "points"
    """points, or match: then a slam that fails gives it to the other side with the most."""


@dataclass
class Outcome:
    """The state of a match; `winner` is a side and the number of its winning hand."""

    dealers: list[int]
    next_dealer: int
    scores: list[int]
    winner: tuple[int, int] | None


def fold(
    ways: Ways,
    deals: Sequence[Played],
    *,
    players: int,
    first_dealer: int,
    extras: Sequence[tuple[int, int, int]] = (),
) -> Outcome:
    """The match after all its deals; `extras` are (side, points, after which hand)."""
    score = dict.fromkeys(range(players), 0)
    give(score, extras, 0, ways)
    dealer, counted, dealers = first_dealer, 0, []
    is_missing, winner = False, None
    for number, deal in enumerate(deals, start=1):
        dealers.append(dealer)
        before = dict(score)
        if deal.kind == "scored" and winner is None:
            counted += 1
            for side, change in enumerate(deal.deltas):
                score[side] = bottom(score[side] + change, ways)
            if comes_back(ways, deal, before) and not is_missing:
                score[deal.pitching] = 0
        give(score, extras, number, ways)
        is_missing = is_missing or (deal.kind == "open" and winner is None)
        if deal.kind == "scored" and winner is None and not is_missing:
            won = champion(ways, deal, before, score, counted)
            winner = None if won is None else (won, number)
        stays = deal.kind == "void" or (
            deal.kind == "passed" and ways.same_dealer and winner is None
        )
        dealer = dealer if stays else (dealer + 1) % players
    return Outcome(dealers, dealer, list(score.values()), winner)


def comes_back(ways: Ways, deal: Played, before: dict[int, int]) -> bool:
    """Return whether a slam brings its side from below zero to zero."""
    return ways.slam == "or_zero" and deal.slam and deal.made and before[deal.pitching] < 0


def give(
    score: dict[int, int], extras: Sequence[tuple[int, int, int]], number: int, ways: Ways
) -> None:
    """Add what was given or taken outside play after a hand."""
    for side, total in score.items():
        change = sum(points for who, points, after in extras if (who, after) == (side, number))
        score[side] = bottom(total + change, ways)


def bottom(score: int, ways: Ways) -> int:
    return 0 if ways.floor and score < 0 else score


def champion(
    ways: Ways, deal: Played, before: dict[int, int], after: dict[int, int], counted: int
) -> int | None:
    """Return the side that has won with a hand."""
    pitching = deal.pitching
    by_slam = _by_slam(ways, deal, before, after) if deal.slam else None
    if by_slam is not None:
        return by_slam
    if ways.hands is not None:
        return leader(after, list(after)) if counted >= ways.hands else None
    assert ways.target is not None
    there = [side for side, total in after.items() if total >= ways.target]
    may_go_first = {
        "made_first": deal.made, "made_only": deal.made, "pitcher": True, "anyone": False,
    }[ways.out]  # fmt: skip
    if may_go_first and pitching in there:
        return pitching
    if ways.out in {"made_only", "pitcher"} or not there:
        return None
    if ways.pitcher_ties and after[pitching] == max(after.values()):
        return pitching
    return first(ways.target, deal, after, there) if ways.count else leader(after, there)


def _by_slam(ways: Ways, deal: Played, before: dict[int, int], after: dict[int, int]) -> int | None:
    """Return the side that has won by a slam alone."""
    if not deal.made:
        others = [side for side in after if side != deal.pitching]
        return leader(after, others) if ways.slam_set == "match" else None
    is_enough = ways.slam in {"unless_negative", "or_zero"} and before[deal.pitching] >= 0
    return deal.pitching if is_enough or ways.slam == "match" else None


def leader(score: dict[int, int], among: list[int]) -> int | None:
    """Return the side that alone has the most points."""
    ranked = sorted(among, key=lambda side: score[side], reverse=True)
    tied = len(ranked) > 1 and score[ranked[0]] == score[ranked[1]]
    return None if tied else ranked[0]


def first(target: int, deal: Played, after: dict[int, int], there: list[int]) -> int | None:
    """Return the side that reaches the target first in counting order.

    A pitcher who was set, or who bid a slam, is not counted points one by one.
    """
    skips = deal.slam or not deal.made
    paid = [side for side in deal.points
            if side is not None and not (skips and side == deal.pitching)]  # fmt: skip
    running = {side: total - paid.count(side) for side, total in after.items()}
    already = [side for side in there if running[side] >= target]
    if already:
        return leader(running, already)
    for side in paid:
        running[side] += 1
        if running[side] >= target:
            return side
    return None
