"""Final scores: reasons why a match between two sides cannot have ended with its scores.

Scores that no points given or taken outside play explain are impossible; scores that only given
points explain, as for a handicap, are suspicious (`final_regions` has the proofs).
"""

from collections.abc import Iterator
from math import inf
from typing import Any, Final

from msgspec import Struct

from pitch.findings import Finding
from pitch.league.contradictions import ARITHMETIC, SUSPICIOUS, Lemma
from pitch.league.fixtures import EnteredResult, PlayedMatch
from pitch.league.leagues import League
from pitch.league.scores import final_regions, score_regions
from pitch.league.scores.final_regions import Ends
from pitch.messages import COUNT, SCORE
from pitch.rules.options import Rules

_BELOW_ZERO: Final = Lemma(
    "score_below_zero", ARITHMETIC, "score.negative", match=COUNT, score=SCORE
)
_MORE_THAN_PAID: Final = Lemma(
    "score_out_of_reach.hands",
    SUSPICIOUS,
    "win.hands",
    match=COUNT,
    hands=COUNT,
    first=SCORE,
    second=SCORE,
)
_REACHED: Final = ("win.target", "win.out")
_SHORT_OF_TARGET: Final = Lemma(
    "winner_below_target", ARITHMETIC, *_REACHED, match=COUNT, target=SCORE, score=SCORE
)
_BEHIND: Final = Lemma(
    "winner_without_most_points",
    ARITHMETIC,
    "win.several",
    "win.tie",
    "win.hands",
    match=COUNT,
    score=SCORE,
    other=SCORE,
)
_AT_TARGET: Final = Lemma("unfinished_at_target", SUSPICIOUS, *_REACHED, match=COUNT, target=SCORE)
_ENDING: Final = {"match": COUNT, "target": SCORE, "won": SCORE, "lost": SCORE}
_OUT_OF_REACH: Final = Lemma("score_out_of_reach", ARITHMETIC, *_REACHED, **_ENDING)
# Bounds of scores are proven for hands alone, so scores that only a handicap or a penalty could
# make are suspicious and not impossible.
_OUT_OF_REACH_UNLESS_GIVEN: Final = Lemma(
    "score_out_of_reach.unless_given", SUSPICIOUS, *_REACHED, **_ENDING
)


def find(league: League, result: EnteredResult) -> Iterator[Finding]:
    """Yield everything in the scores of matches that the rules prove wrong or suspicious.

    Scores from a score sheet kept hand by hand are not examined.
    """
    for index, match in enumerate(result.matches):
        if match.scores is not None and not match.has_sheet:
            first, second = match.scores
            yield from _FinalScore(league, index, match, (first, second)).find()


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


class _FinalScore(Struct, frozen=True):
    """The scores of a match, with the index of it in the result."""

    league: League
    index: int
    match: PlayedMatch
    scores: tuple[int, int]

    @property
    def _rules(self) -> Rules:
        return self.league.ruleset.rules

    def find(self) -> Iterator[Finding]:
        """Yield everything that is wrong or suspicious."""
        below, winner = tuple(self._below_zero()), self.match.winner
        yield from below
        yield from self._more_than_paid()
        if winner is None:
            # One mistake is reported once: a score below zero is also out of every region.
            yield from () if below else self._unfinished()
            return
        behind = tuple(self._winner_behind(winner))
        yield from behind
        if not below and not behind:
            yield from self._out_of_reach(winner)

    def _finding(self, lemma: Lemma, *facts: str, **values: Any) -> Finding:
        """Return a finding about the match; `facts` are pointers into it."""
        pointers = (f"/matches/{self.index}{fact}" for fact in facts)
        return lemma(self.league, *pointers, match=self.index + 1, **values)

    def _below_zero(self) -> Iterator[Finding]:
        for side, score in enumerate(self.scores):
            if score < 0 and not self._rules.negative_scores:
                yield self._finding(_BELOW_ZERO, f"/scores/{side}", score=score)

    def _more_than_paid(self) -> Iterator[Finding]:
        """Yield scores beyond the most that a fixed number of hands pays.

        Points that were taken offset none.
        """
        alone, both = final_regions.most_paid(self._rules)
        above = [max(0, score) for score in self.scores]
        if max(above) > alone or sum(above) > both:
            too_far = [f"/scores/{side}" for side in (0, 1) if above[side] > alone]
            facts = too_far[:1] or ("/scores/0", "/scores/1")
            hands, (first, second) = self._rules.hands or 0, self.scores
            yield self._finding(_MORE_THAN_PAID, *facts, hands=hands, first=first, second=second)

    def _winner_behind(self, winner: int) -> Iterator[Finding]:
        """Yield a winner short of the target, or behind if the most points win.

        If a slam may win the match at any score, there is no such winner.
        """
        rules = self._rules
        if rules.slam_may_decide:
            return
        score, other = self.scores[winner], self.scores[1 - winner]
        if rules.target is not None and score < rules.target:
            facts = ("/winner", f"/scores/{winner}")
            yield self._finding(_SHORT_OF_TARGET, *facts, target=rules.target, score=score)
        elif final_regions.most_points_win(rules) and other >= score:
            # Otherwise a winner with fewer points than a loser is right, and never flagged.
            scores = ("/scores/0", "/scores/1")
            yield self._finding(_BEHIND, "/winner", *scores, score=score, other=other)

    def _unfinished(self) -> Iterator[Finding]:
        if not may_be_stopped(self._rules, self.match):
            target = self._rules.target or 0
            facts = (f"/scores/{side}" for side in (0, 1) if self.scores[side] >= target)
            yield self._finding(_AT_TARGET, *facts, target=target)

    def _out_of_reach(self, winner: int) -> Iterator[Finding]:
        """Yield scores that no last hand leaves at all, or none unless points were given before."""
        for ends, lemma in (
            (final_regions.with_gifts(self._rules), _OUT_OF_REACH),
            (final_regions.without_gifts(self._rules), _OUT_OF_REACH_UNLESS_GIVEN),
        ):
            if not score_regions.any_contains(ends.won[winner], self.scores):
                yield self._finding(
                    lemma,
                    *_too_far(ends, winner, self.scores),
                    target=self._rules.target,
                    won=self.scores[winner],
                    lost=self.scores[1 - winner],
                )
                return


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
