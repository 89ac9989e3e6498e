"""Final scores: with which of them a match between two sides can end (D-20 to D-23).

A hand pays its four points at the most. The side that pitches and makes a bid gets at least that
bid and the other side what is left; a slam pays what the rules say, and a side that is set gains
nothing. Besides, any points may be taken from a side at any time, for a revoke or for talk.

Where the side that made its bid goes out first, or points count in order, and nothing is given
outside play, nobody stands at the target when a hand begins. Proof: that holds at first. If only
one side stands there after a hand, it has won. If both do, both have gained, so the pitching side
was not set, and it wins, or who got there first does. So the hand that reaches the target lifts
both from the target less one, or less, by what a hand can pay to both of them.

Where a side that pitches goes out, made or set, and nothing is given, at most one side stands at
the target when a hand begins: of two, the one that pitched had won. So one of them is lifted to its
final score from the target less one, or less.

Where only a side that made its bid goes out, the others pass the target, and where the most points
win, ties are played on from tie to tie: there only the winner's score or lead is bounded.

Every pair of scores within these bounds can be, since points may be taken from either side; only
that ties at the target are rarer where all bids are four is not used.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Final

from msgspec import Struct

from domain import zones
from domain.calls import RANK
from domain.fixtures import PlayedMatch
from domain.results import SLAM_NEEDS
from domain.rules import GoingOut, Misdeal, Rules, SeveralOut, SlamBid, SlamReward
from domain.zones import Pair, Zone

_MOST_IN_A_HAND: Final = 4


class Objection(Struct, frozen=True):
    """Why a match cannot have ended so: a code, a sentence, its facts and its clauses' topics."""

    code: str
    message: str
    facts: tuple[str, ...]
    """Pointers into the match."""
    topics: tuple[str, ...]


def objections(rules: Rules, match: PlayedMatch) -> Iterator[Objection]:
    """Everything that the rules prove wrong with the scores of a match.

    A score sheet that is kept hand by hand says itself how its match ended.
    """
    if match.scores is None or match.has_sheet:
        return
    below = tuple(_below_zero(rules, match.scores))
    yield from below
    if match.winner is None:
        yield from () if below else _unfinished(rules, match.scores)
        return
    wrong = tuple(_winner(rules, match.winner, match.scores))
    yield from wrong
    if not below and not wrong:
        yield from _out_of_reach(rules, match.winner, match.scores)


@lru_cache(maxsize=1024)
def won(rules: Rules, winner: int) -> tuple[Zone, ...]:
    """The scores with which a side can win; they are in one of the zones at least."""
    if _ends_at_once(rules):
        kinds = _reaching(rules)
    elif _ends_with_pitcher(rules):
        kinds = _pitched(rules)
    else:
        kinds = (_unbounded(rules),)
    return kinds if winner == 0 else tuple(map(zones.flipped, kinds))


@lru_cache(maxsize=1024)
def stopped(rules: Rules) -> tuple[Zone, ...]:
    """The scores at which a match can be stopped before anybody has won."""
    return _short(rules, -inf)


@lru_cache(maxsize=1024)
def led(rules: Rules, leader: int) -> tuple[Zone, ...]:
    """The scores at which a match can be stopped while a side leads."""
    kinds = _short(rules, 1)
    return kinds if leader == 0 else tuple(map(zones.flipped, kinds))


def _short(rules: Rules, lead: float) -> tuple[Zone, ...]:
    """The scores before anybody has won at which the first side has such a lead."""
    below, least = (rules.target or 0) - 1, _least(rules)
    most: tuple[Pair, ...] = ((inf, inf),)
    if _ends_at_once(rules):
        most = ((below, below),)
    elif _ends_with_pitcher(rules):
        most = ((below, inf), (inf, below))
    return tuple(zones.of(least, each, lead) for each in most if each[0] - least[1] >= lead)


def _reaching(rules: Rules) -> tuple[Zone, ...]:
    """The ends of a match that the hand decides which reaches the target, the winner first."""
    target, (least, _) = rules.target or 0, _least(rules)

    def reached(first: float, gains: Pair) -> Zone:
        return zones.of((first, least), (target - 1 + gains[0], target - 1 + gains[1]))

    paid = [(made, _MOST_IN_A_HAND - made) for made in range(_lowest(rules), _MOST_IN_A_HAND + 1)]
    if rules.going_out is GoingOut.ANYONE:
        paid += [(rest, made) for made, rest in paid if rest]
    ends = [reached(target, gains) for gains in paid]
    if rules.slam is not SlamBid.NONE:
        rest = _MOST_IN_A_HAND - SLAM_NEEDS[rules.slam_needs][1]
        first = least if _slam_may_win(rules) else target
        ends.append(reached(first, (rules.slam_scores, rest)))
    return zones.widest(tuple(ends))


def _pitched(rules: Rules) -> tuple[Zone, ...]:
    """The ends of a match in which whoever pitched is out, the winner first."""
    below, least = (rules.target or 0) - 1, _least(rules)
    first = least[0] if _slam_may_win(rules) else below + 1
    gain = (
        _MOST_IN_A_HAND if rules.slam is SlamBid.NONE else max(_MOST_IN_A_HAND, rules.slam_scores)
    )
    return (
        zones.of((first, least[1]), (inf, below + _MOST_IN_A_HAND)),
        zones.of((first, least[1]), (below + gain, inf)),
    )


def _unbounded(rules: Rules) -> Zone:
    """The ends of a match that only the winner's score or lead bounds, the winner first."""
    least = _least(rules)
    if _slam_may_win(rules):
        return zones.of(least)
    target = least[0] if rules.target is None else rules.target
    return zones.of((target, least[1]), lead=1 if _most_points_win(rules) else -inf)


def _lowest(rules: Rules) -> int:
    """The lowest bid by number."""
    return min(RANK[bid] for bid in (*rules.bids, *rules.dealer_alone_bids))


def _least(rules: Rules) -> Pair:
    return (-inf, -inf) if rules.negative_scores else (0, 0)


def _slam_may_win(rules: Rules) -> bool:
    """Whether a match may be won at a low score."""
    return rules.slam is not SlamBid.NONE and rules.slam_reward is not SlamReward.POINTS


def _has_bounds(rules: Rules) -> bool:
    """Whether a side gets to the target by nothing but what hands pay."""
    return rules.target is not None and rules.misdeal is not Misdeal.POINTS_TO_OTHERS


def _ends_at_once(rules: Rules) -> bool:
    """Whether play cannot go on when a side stands at the target (D-20, D-22)."""
    return _has_bounds(rules) and (  # in order is refused where only the pitching side goes out
        rules.going_out is GoingOut.PITCHER_MADE_FIRST
        or rules.several_out is SeveralOut.COUNTING_ORDER
    )


def _ends_with_pitcher(rules: Rules) -> bool:
    """Whether play cannot go on when both sides stand at the target."""
    return _has_bounds(rules) and rules.going_out is GoingOut.PITCHER_ONLY


def _most_points_win(rules: Rules) -> bool:
    """Whether nobody but the side with the most points can win."""
    return rules.hands is not None or (
        rules.going_out is GoingOut.ANYONE and rules.several_out is SeveralOut.HIGHEST_OR_PLAY_ON
    )


def _below_zero(rules: Rules, scores: tuple[int, ...]) -> Iterator[Objection]:
    for side, score in enumerate(scores):
        if score < 0 and not rules.negative_scores:
            yield Objection(
                "score_below_zero",
                f"A score never falls below zero here, so it cannot be {score}.",
                (f"/scores/{side}",),
                ("score.negative",),
            )


def _winner(rules: Rules, winner: int, scores: tuple[int, ...]) -> Iterator[Objection]:
    if _slam_may_win(rules):
        return
    score, other = scores[winner], scores[1 - winner]
    if rules.target is not None and score < rules.target:
        yield Objection(
            "winner_below_target",
            f"The match is to {rules.target}, so a side cannot win it with {score}.",
            ("/winner", f"/scores/{winner}"),
            ("win.target", "win.out"),
        )
    elif _most_points_win(rules) and other >= score:
        yield Objection(
            "winner_without_most_points",
            f"The most points win, so {score} cannot win against {other}.",
            ("/winner", "/scores/0", "/scores/1"),
            ("win.several", "win.tie", "win.hands"),
        )


def _unfinished(rules: Rules, scores: tuple[int, ...]) -> Iterator[Objection]:
    target = rules.target or 0
    if not zones.any_has(stopped(rules), (scores[0], scores[1])):
        yield Objection(
            "unfinished_at_target",
            f"A side at {target} has won, so this match was finished.",
            tuple(f"/scores/{side}" for side in (0, 1) if scores[side] >= target),
            ("win.target", "win.out"),
        )


def _out_of_reach(rules: Rules, winner: int, scores: tuple[int, ...]) -> Iterator[Objection]:
    ends, others = won(rules, winner), won(rules, 1 - winner)
    pair = (scores[0], scores[1])
    if zones.any_has(ends, pair):
        return
    too_far = tuple(
        f"/scores/{side}"
        for side, score in enumerate(scores)
        if score > max(zone.most[side] for zone in (*ends, *others))
    )
    blamed = ("/winner",) if zones.any_has(others, pair) else ()
    yield Objection(
        "score_out_of_reach",
        f"No hand that wins a match to {rules.target} leaves {scores[winner]} to the winner "
        f"and {scores[1 - winner]} to the loser.",
        too_far[:1] or (*blamed, "/scores/0", "/scores/1"),
        ("win.target", "win.out"),
    )
