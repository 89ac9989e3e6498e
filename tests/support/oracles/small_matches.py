"""Small kinds of matches: how the second score sheet plays them, and the rules of the domain."""

from dataclasses import replace
from functools import cache
from typing import Final

from msgspec import UNSET

from pitch import calls
from pitch.rules import rulesets
from pitch.rules.choices import (
    GoingOut,
    MadeScores,
    Misdeal,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamReward,
    SlamSet,
)
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from tests.support.oracles import walks
from tests.support.oracles.folding import Ways
from tests.support.oracles.walks import End, SmallMatch

_GOING: Final = {
    "made_first": GoingOut.PITCHER_MADE_FIRST,
    "made_only": GoingOut.PITCHER_MADE_ONLY,
    "pitcher": GoingOut.PITCHER_ONLY,
    "anyone": GoingOut.ANYONE,
}
_SLAM: Final = {
    "match": SlamReward.MATCH,
    "unless_negative": SlamReward.MATCH_UNLESS_NEGATIVE,
    "points": SlamReward.POINTS,
}
LEAST_TWO: Final = (2, 3, 4)


def _to(
    target: int | None,
    out: str = "anyone",
    bids: tuple[int, ...] = LEAST_TWO,
    *,
    high: int = 8,
    slam: tuple[int, int] | None = None,
    reward: str = "points",
    gives: bool = False,
    alone: bool = False,
    slam_set: str = "points",
    **more: bool,
) -> SmallMatch:
    """A match to a target, or else of two hands."""
    hands = 2 if target is None else None
    ways = Ways(target, hands, out, slam=reward, slam_set=slam_set, **more)
    low = 0 if ways.floor else -5
    return SmallMatch(ways, bids, low=low, high=high, slam=slam, gives=gives, alone=alone)


KINDS: Final = {
    "made first": _to(3, "made_first"),
    "made first, at once": _to(1, "made_first"),
    "made first, from zero": _to(2, "made_first", floor=True),
    "made first, at once from zero": _to(1, "made_first", floor=True),
    "made first, from one": _to(3, "made_first", (1, 2, 3, 4)),
    "made first, three or four": _to(3, "made_first", (3, 4)),
    "made first, four alone": _to(3, "made_first", (4,)),
    "made first, with a slam that wins": _to(3, "made_first", slam=(4, 4), reward="match"),
    "made first, with a slam that pays": _to(3, "made_first", slam=(6, 4)),
    "made first, with points for a misdeal": _to(3, "made_first", gives=True),
    "counted, made first": _to(3, "made_first", (1, 2, 3, 4), count=True),
    "counted, with points for a misdeal": _to(3, "anyone", count=True, gives=True),
    "counted": _to(3, "anyone", (1, 2, 3, 4), count=True),
    "counted, three or four": _to(3, "anyone", (3, 4), count=True),
    "counted, with a slam that pays": _to(3, "anyone", (2, 4), slam=(6, 0), count=True),
    "counted, with a slam that wins unless negative": _to(
        3, "made_first", (2, 4), slam=(4, 0), reward="unless_negative", count=True
    ),
    "made only": _to(3, "made_only", high=16),
    "made only, from zero": _to(3, "made_only", floor=True, high=16),
    "made only, with a slam that wins": _to(3, "made_only", slam=(4, 4), reward="match", high=16),
    "pitcher": _to(3, "pitcher", high=16),
    "pitcher, from zero": _to(2, "pitcher", floor=True, high=16),
    "pitcher, with a slam that wins": _to(3, "pitcher", slam=(6, 4), reward="match", high=16),
    "pitcher, with a slam that pays": _to(3, "pitcher", slam=(6, 4), high=16),
    "pitcher, with points for a misdeal": _to(3, "pitcher", gives=True, high=16),
    "the most": _to(3),
    "the most, from zero": _to(3, floor=True),
    "the most, three or four": _to(3, bids=(3, 4)),
    "the most, ties to the pitcher": _to(3, pitcher_ties=True, floor=True),
    "the most, ties to the pitcher, three or four": _to(
        3, bids=(3, 4), pitcher_ties=True, floor=True
    ),
    "made first, paid the bid alone": _to(3, "made_first", (2, 3), alone=True),
    "anyone, paid the bid alone": _to(3, bids=(2,), pitcher_ties=True, alone=True, floor=True),
    "pitcher, paid the bid alone": _to(3, "pitcher", (2, 3), high=16, alone=True),
    "made first, with a slam that loses the match": _to(
        3, "made_first", slam=(4, 4), slam_set="match"
    ),
    "two hands": _to(None, high=12),
    "two hands, from zero": _to(None, floor=True, high=12),
    "two hands, with a slam": _to(None, slam=(6, 0), high=12),
}
"""How high a match is followed is above what is looked at where points come back down."""


@cache
def ends(name: str) -> set[End]:
    """Every way in which a match of a kind can be won or stopped."""
    return walks.ends(KINDS[name])


@cache
def ends_if_given(name: str) -> set[End]:
    """Every way in which one can be won or stopped if points are given outside play."""
    return walks.ends_if_given(replace(KINDS[name], high=8))


def ruleset(small: SmallMatch) -> RuleSet:
    """The rules of a kind of match, made of a preset."""
    ways = small.ways
    bids = tuple(map(calls.bid, small.bids))
    options = Options(
        bids=bids,
        dealer_alone_bids=bids,
        dealer_matches=(),
        four_by_tabling=False,
        going_out=_GOING[ways.out],
        several_out=_SEVERAL[ways.count, ways.pitcher_ties],
        made_scores=MadeScores.BID_ONLY if small.alone else MadeScores.ALL_TAKEN,
        negative_scores=not ways.floor,
        target=ways.target or UNSET,
        hands=ways.hands or UNSET,
        misdeal=Misdeal.POINTS_TO_OTHERS if small.gives else UNSET,
        slam=SlamBid.SMUDGE if small.slam else UNSET,
        slam_needs=_NEEDS[small.slam[1]] if small.slam else UNSET,
        slam_scores=small.slam[0] if small.slam else UNSET,
        slam_reward=_SLAM[ways.slam] if small.slam else UNSET,
        slam_set=SlamSet(ways.slam_set) if small.slam else UNSET,
    )
    return rulesets.preset("mb-lounge").house_rules(options)


_SEVERAL: Final = {
    (True, False): SeveralOut.COUNTING_ORDER,
    (False, True): SeveralOut.HIGHEST_OR_PITCHER,
    (False, False): SeveralOut.HIGHEST_OR_PLAY_ON,
}
_NEEDS: Final = {0: SlamNeeds.FOUR_TRICKS, 4: SlamNeeds.ALL_TRICKS_AND_POINTS}
