"""Final scores: why a match between two sides cannot have ended as it is said to have.

What cannot be whatever was given or taken outside play is impossible; what can only be if points
were given, as for a handicap, is suspicious (`final_regions` has the proofs).
"""

from collections.abc import Iterator
from math import inf
from typing import Final

from msgspec import Struct

from pitch.findings import FindingKind
from pitch.league.fixtures import PlayedMatch
from pitch.league.scores import final_regions, score_regions
from pitch.league.scores.final_regions import Ends
from pitch.messages import COUNT, SCORE, Message, Sentence
from pitch.rules.options import Rules

_BELOW_ZERO: Final = Message("league_finding.score_below_zero", match=COUNT, score=SCORE)
_MORE_THAN_PAID: Final = Message(
    "league_finding.score_out_of_reach.hands", match=COUNT, hands=COUNT, first=SCORE, second=SCORE
)
_SHORT_OF_TARGET: Final = Message(
    "league_finding.winner_below_target", match=COUNT, target=SCORE, score=SCORE
)
_BEHIND: Final = Message(
    "league_finding.winner_without_most_points", match=COUNT, score=SCORE, other=SCORE
)
_AT_TARGET: Final = Message("league_finding.unfinished_at_target", match=COUNT, target=SCORE)
_OUT_OF_REACH: Final = Message(
    "league_finding.score_out_of_reach", match=COUNT, target=SCORE, won=SCORE, lost=SCORE
)
_OUT_OF_REACH_UNLESS_GIVEN: Final = Message(
    "league_finding.score_out_of_reach.unless_given",
    match=COUNT,
    target=SCORE,
    won=SCORE,
    lost=SCORE,
)


class Contradiction(Struct, frozen=True):
    """Why a match cannot, or can hardly, have ended so, with its facts and its clauses' topics."""

    code: str
    message: Sentence
    facts: tuple[str, ...]
    """Pointers into the match."""
    topics: tuple[str, ...]
    kind: FindingKind = FindingKind.ARITHMETIC


def find(rules: Rules, number: int, match: PlayedMatch) -> Iterator[Contradiction]:
    """Everything that the rules prove wrong, or find odd, with the scores of a match.

    `number` is that of the match in its fixture, from 1. A score sheet that is kept hand by hand
    says itself how its match ended.
    """
    if match.scores is None or match.has_sheet:
        return
    below = tuple(_below_zero(rules, number, match.scores))
    yield from below
    yield from _more_than_paid(rules, number, match.scores)
    if match.winner is None:
        # One mistake is told once: a score below zero is out of every region besides.
        yield from () if below else _unfinished(rules, number, match)
        return
    wrong = tuple(_winner(rules, number, match.winner, match.scores))
    yield from wrong
    if not below and not wrong:
        yield from _out_of_reach(rules, number, match.winner, match.scores)


def possible_winners(rules: Rules, match: PlayedMatch) -> frozenset[int | None]:
    """The sides, 0 or 1, that can have won with such scores though nobody said that one has.

    Of scores below the target nothing is read: there only a slam wins, and it would be told. Nor of
    points that were given, as for a handicap, nor of a score sheet, which has its own winner.
    """
    if match.has_sheet or match.scores is None or max(match.scores) < (rules.target or inf):
        return frozenset()
    first, second = match.scores
    won = final_regions.without_gifts(rules).won
    return frozenset(
        side for side in (0, 1) if score_regions.any_contains(won[side], (first, second))
    )


def may_be_stopped(rules: Rules, match: PlayedMatch) -> bool:
    """Whether a match with such scores can be one that nobody had won yet."""
    if match.scores is None:
        return True
    first, second = match.scores
    return score_regions.any_contains(final_regions.without_gifts(rules).stopped, (first, second))


def _below_zero(rules: Rules, number: int, scores: tuple[int, ...]) -> Iterator[Contradiction]:
    for side, score in enumerate(scores):
        if score < 0 and not rules.negative_scores:
            yield Contradiction(
                "score_below_zero",
                _BELOW_ZERO(match=number, score=score),
                (f"/scores/{side}",),
                ("score.negative",),
            )


def _more_than_paid(rules: Rules, number: int, scores: tuple[int, ...]) -> Iterator[Contradiction]:
    """Scores beyond what a fixed number of hands pays; points that were taken make up for none."""
    alone, both = final_regions.most_paid(rules)
    above = [max(0, score) for score in scores]
    if max(above) > alone or sum(above) > both:
        too_far = tuple(f"/scores/{side}" for side in (0, 1) if above[side] > alone)
        yield Contradiction(
            "score_out_of_reach",
            _MORE_THAN_PAID(
                match=number, hands=rules.hands or 0, first=scores[0], second=scores[1]
            ),
            too_far[:1] or ("/scores/0", "/scores/1"),
            ("win.hands",),
            FindingKind.SUSPICIOUS,
        )


def _winner(
    rules: Rules, number: int, winner: int, scores: tuple[int, ...]
) -> Iterator[Contradiction]:
    """A winner short of the target, or behind where the most points win (D-20, D-21).

    Nothing is said where a slam may win the match at any score.
    """
    if final_regions.slam_may_win(rules):
        return
    score, other = scores[winner], scores[1 - winner]
    if rules.target is not None and score < rules.target:
        yield Contradiction(
            "winner_below_target",
            _SHORT_OF_TARGET(match=number, target=rules.target, score=score),
            ("/winner", f"/scores/{winner}"),
            ("win.target", "win.out"),
        )
    elif final_regions.most_points_win(rules) and other >= score:
        # Elsewhere a winner with fewer points than a loser is right, and never flagged (C76, M11).
        yield Contradiction(
            "winner_without_most_points",
            _BEHIND(match=number, score=score, other=other),
            ("/winner", "/scores/0", "/scores/1"),
            ("win.several", "win.tie", "win.hands"),
        )


def _unfinished(rules: Rules, number: int, match: PlayedMatch) -> Iterator[Contradiction]:
    target, scores = rules.target or 0, match.scores or ()
    if not may_be_stopped(rules, match):
        yield Contradiction(
            "unfinished_at_target",
            _AT_TARGET(match=number, target=target),
            tuple(f"/scores/{side}" for side in (0, 1) if scores[side] >= target),
            ("win.target", "win.out"),
            FindingKind.SUSPICIOUS,
        )


def _out_of_reach(
    rules: Rules, number: int, winner: int, scores: tuple[int, ...]
) -> Iterator[Contradiction]:
    """Scores that no last hand leaves: none at all, or none unless points were given before it."""
    given, played, pair = (
        final_regions.with_gifts(rules),
        final_regions.without_gifts(rules),
        (scores[0], scores[1]),
    )
    ending = {
        "match": number,
        "target": rules.target,
        "won": scores[winner],
        "lost": scores[1 - winner],
    }
    topics = ("win.target", "win.out")
    code = "score_out_of_reach"
    # A handicap or a penalty voids the proofs of D-20 and D-21, so what only they could make is odd
    # and not impossible.
    if not score_regions.any_contains(given.won[winner], pair):
        yield Contradiction(code, _OUT_OF_REACH(**ending), _too_far(given, winner, pair), topics)
    elif not score_regions.any_contains(played.won[winner], pair):
        yield Contradiction(
            code,
            _OUT_OF_REACH_UNLESS_GIVEN(**ending),
            _too_far(played, winner, pair),
            topics,
            FindingKind.SUSPICIOUS,
        )


def _too_far(ends: Ends, winner: int, scores: tuple[int, int]) -> tuple[str, ...]:
    """The score that nobody ends with, or else both, with the winner if the other can have won."""
    others = ends.won[1 - winner]
    too_far = tuple(
        f"/scores/{side}"
        for side, score in enumerate(scores)
        if score > max(region.most[side] for region in (*ends.won[winner], *others))
    )
    blamed = ("/winner",) if score_regions.any_contains(others, scores) else ()
    return too_far[:1] or (*blamed, "/scores/0", "/scores/1")
