"""Sums over matches, with rates, averages and the longest streak."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from pitch import Call, PointName
from pitch.match import Rating, Tally, list_bids
from pitchkeeper.matches.players.views import (
    BidStatistics,
    PlayerRating,
    PointStatistics,
    RoleStatistics,
    Statistics,
)


def statistics(
    matches: int, total: Counter[str], won: Sequence[bool], rating: PlayerRating | None
) -> Statistics:
    """Return the statistics of matches; `won` has the matches that ended, in their order."""
    bids = tuple(_bid(bid, total) for bid in list_bids(total))
    slams = [bid for bid in bids if bid.bid.is_slam]
    return Statistics(
        matches=matches,
        wins=total["wins"],
        losses=total["losses"],
        unfinished=matches - len(won),
        win_rate=_ratio(total["wins"], len(won)),
        # In either order of the matches.
        longest_streak=max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0),
        hands=total["hands"],
        score=total["score"],
        bids=bids,
        times_set=sum(bid.times_set for bid in bids),
        steals=total["steals"],
        slams_made=sum(slam.made for slam in slams),
        slams_set=sum(slam.times_set for slam in slams),
        as_pitcher=_role("pitched", total),
        as_partner=_role("partnered", total),
        as_defender=_role("defended", total),
        rating=rating,
    )


def bids(total: Tally) -> tuple[int, int]:
    """Return the bids that were made and those that were set in a tally."""
    names = list_bids(total)
    return (
        sum(total.get(f"made_{bid}", 0) for bid in names),
        sum(total.get(f"set_{bid}", 0) for bid in names),
    )


def rating(estimate: Rating, matches: int) -> PlayerRating:
    """Return a rating and the number of matches that it rests on."""
    return PlayerRating(
        skill=round(estimate.skill, 3), uncertainty=round(estimate.uncertainty, 3), matches=matches
    )


def _bid(bid: Call, total: Counter[str]) -> BidStatistics:
    made, failed = total[f"made_{bid}"], total[f"set_{bid}"]
    pitched = made + failed
    rate = _ratio(made, pitched)
    return BidStatistics(bid=bid, pitched=pitched, made=made, times_set=failed, made_rate=rate)


def _role(role: str, total: Counter[str]) -> RoleStatistics:
    hands, score, points = total[f"{role}_hands"], total[f"{role}_score"], total[f"{role}_points"]
    taken = ((point, total[f"{role}_{point}"]) for point in PointName)
    return RoleStatistics(
        hands=hands,
        score=score,
        average_score=_ratio(score, hands),
        points=points,
        average_points=_ratio(points, hands),
        taken=tuple(PointStatistics(point=point, hands=many) for point, many in taken if many),
    )


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None
