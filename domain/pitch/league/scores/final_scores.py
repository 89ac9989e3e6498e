"""Final scores: reasons why a match between two sides cannot have ended with its scores.

Scores that no points given or taken outside play explain are impossible; scores that only given
points explain, as for a handicap, are suspicious (`final_regions` has the proofs).
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
_ENDING: Final = {"match": COUNT, "target": SCORE, "won": SCORE, "lost": SCORE}
_OUT_OF_REACH: Final = Message("league_finding.score_out_of_reach", **_ENDING)
_OUT_OF_REACH_UNLESS_GIVEN: Final = Message(
    "league_finding.score_out_of_reach.unless_given", **_ENDING
)


class Contradiction(Struct, frozen=True):
    """A reason against the scores of a match, with its facts and the topics of its clauses."""

    code: str
    message: Sentence
    facts: tuple[str, ...]
    """Pointers into the match."""
    topics: tuple[str, ...]
    kind: FindingKind = FindingKind.ARITHMETIC


def find(rules: Rules, number: int, match: PlayedMatch) -> Iterator[Contradiction]:
    """Yield everything in the scores of a match that the rules prove wrong or suspicious.

    `number` is that of the match in its fixture, from 1. Scores from a score sheet kept hand by
    hand are not examined.
    """
    if match.scores is None or match.has_sheet:
        return
    below = tuple(_below_zero(rules, number, match.scores))
    yield from below
    yield from _more_than_paid(rules, number, match.scores)
    if match.winner is None:
        # One mistake is reported once: a score below zero is also out of every region.
        yield from () if below else _unfinished(rules, number, match)
        return
    behind = tuple(_winner_behind(rules, number, match.winner, match.scores))
    yield from behind
    if not below and not behind:
        yield from _out_of_reach(rules, number, match.winner, match.scores)


def possible_winners(rules: Rules, match: PlayedMatch) -> frozenset[int | None]:
    """Return the sides, 0 or 1, that can have won with such scores if no winner is entered.

    None below the target, because there only a slam wins, and it would be entered. Points given, as
    for a handicap, are not considered, and a score sheet has its own winner.
    """
    if match.has_sheet or match.scores is None or max(match.scores) < (rules.target or inf):
        return frozenset()
    first, second = match.scores
    won = final_regions.without_gifts(rules).won
    return frozenset(
        side for side in (0, 1) if score_regions.any_contains(won[side], (first, second))
    )


def may_be_stopped(rules: Rules, match: PlayedMatch) -> bool:
    """Return whether nobody need have won a match with such scores yet."""
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
    """Yield scores beyond the most that a fixed number of hands pays; taken points offset none."""
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


def _winner_behind(
    rules: Rules, number: int, winner: int, scores: tuple[int, ...]
) -> Iterator[Contradiction]:
    """Yield a winner short of the target, or behind if the most points win.

    If a slam may win the match at any score, there is no such winner.
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
        # Otherwise a winner with fewer points than a loser is right, and never flagged.
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
    """Yield scores that no last hand leaves at all, or none unless points were given before it."""
    with_gifts, without_gifts = final_regions.with_gifts(rules), final_regions.without_gifts(rules)
    pair = (scores[0], scores[1])
    arguments = {
        "match": number,
        "target": rules.target,
        "won": scores[winner],
        "lost": scores[1 - winner],
    }
    topics = ("win.target", "win.out")
    code = "score_out_of_reach"
    # Bounds of scores are proven for hands alone, so scores that only a handicap or a penalty could
    # make are suspicious and not impossible.
    if not score_regions.any_contains(with_gifts.won[winner], pair):
        yield Contradiction(
            code, _OUT_OF_REACH(**arguments), _too_far(with_gifts, winner, pair), topics
        )
    elif not score_regions.any_contains(without_gifts.won[winner], pair):
        yield Contradiction(
            code,
            _OUT_OF_REACH_UNLESS_GIVEN(**arguments),
            _too_far(without_gifts, winner, pair),
            topics,
            FindingKind.SUSPICIOUS,
        )


def _too_far(ends: Ends, winner: int, scores: tuple[int, int]) -> tuple[str, ...]:
    """Return the score nobody ends with, or both, with the winner if the other can have won."""
    loser_wins = ends.won[1 - winner]
    too_far = tuple(
        f"/scores/{side}"
        for side, score in enumerate(scores)
        if score > max(region.most[side] for region in (*ends.won[winner], *loser_wins))
    )
    wrong_winner = ("/winner",) if score_regions.any_contains(loser_wins, scores) else ()
    return too_far[:1] or (*wrong_winner, "/scores/0", "/scores/1")
