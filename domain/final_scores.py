"""Final scores: which of them a match between two sides cannot end with (D-20 to D-23)."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from domain.fixtures import PlayedMatch
from domain.rules import GoingOut, Misdeal, Rules, SeveralOut, SlamBid, SlamReward

_MOST_IN_A_HAND: Final = 4


class Objection(Struct, frozen=True):
    """Why a match cannot have ended so: a code, a sentence, its facts and its clauses' topics."""

    code: str
    message: str
    facts: tuple[str, ...]
    """Pointers into the match."""
    topics: tuple[str, ...]


def objections(rules: Rules, match: PlayedMatch) -> Iterator[Objection]:
    """Everything that the rules prove wrong with the scores of a match."""
    if match.scores is None:
        return
    if not rules.negative_scores:
        yield from _below_zero(match.scores)
    if match.winner is not None and not _slam_may_win(rules):
        yield from _winner(rules, match.winner, match.scores)
    if rules.target is not None and _ends_at_once(rules):
        yield from _beyond(rules.target, match.winner is not None, match.scores)


def _slam_may_win(rules: Rules) -> bool:
    """Whether a match may be won at a low score."""
    return rules.slam is not SlamBid.NONE and rules.slam_reward is not SlamReward.POINTS


def _ends_at_once(rules: Rules) -> bool:
    """Whether play cannot go on when a side stands at the target (D-20, D-22)."""
    if rules.slam is not SlamBid.NONE or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return False
    return (  # counting order is refused where only the pitching side goes out
        rules.going_out is GoingOut.PITCHER_MADE_FIRST
        or rules.several_out is SeveralOut.COUNTING_ORDER
    )


def _most_points_win(rules: Rules) -> bool:
    """Whether nobody but the side with the most points can win."""
    return rules.hands is not None or (
        rules.going_out is GoingOut.ANYONE and rules.several_out is SeveralOut.HIGHEST_OR_PLAY_ON
    )


def _below_zero(scores: tuple[int, ...]) -> Iterator[Objection]:
    for side, score in enumerate(scores):
        if score < 0:
            yield Objection(
                "score_below_zero",
                f"A score never falls below zero here, so it cannot be {score}.",
                (f"/scores/{side}",),
                ("score.negative",),
            )


def _winner(rules: Rules, winner: int, scores: tuple[int, ...]) -> Iterator[Objection]:
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


def _beyond(target: int, is_finished: bool, scores: tuple[int, ...]) -> Iterator[Objection]:
    """Before its last hand neither side stood at the target, and a hand pays at most four."""
    out = tuple(f"/scores/{side}" for side, score in enumerate(scores) if score >= target)
    if out and not is_finished:
        yield Objection(
            "unfinished_at_target",
            f"A side at {target} has won, so this match was finished.",
            out,
            ("win.target", "win.out"),
        )
    gained = [max(0, score - (target - 1)) for score in scores]
    too_far = tuple(f"/scores/{side}" for side, gain in enumerate(gained) if gain > _MOST_IN_A_HAND)
    if too_far or sum(gained) > _MOST_IN_A_HAND:
        yield Objection(
            "score_out_of_reach",
            f"A match to {target} ends with the hand in which {target} is reached, "
            f"and a hand pays at most {_MOST_IN_A_HAND} points, so "
            f"{scores[0]} : {scores[1]} cannot be.",
            too_far[:1] or ("/scores/0", "/scores/1"),
            ("win.target", "win.out"),
        )
