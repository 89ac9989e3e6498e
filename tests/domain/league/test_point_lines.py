"""Lines of points: all that no scores of the matches make are flagged, and no others."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import Any, Final

import pytest
from msgspec import structs

from pitch.findings import FindingKind, Status
from pitch.league import judgements
from pitch.league.choices import Length, Unfinished
from pitch.league.fixtures import EnteredResult
from pitch.league.leagues import League
from pitchkeeper.messages import languages
from tests.support.oracles import small_matches
from tests.support.oracles.walks import End
from tests.support.searches import some
from tests.support.seasons import fixture, make_league, match

A_B: Final = fixture(1, "AB")
Sum = tuple[int, int]


def codes(result: EnteredResult, among: League) -> list[str]:
    return [finding.code for finding in judgements.judge(among, A_B, result).findings]


def message(
    result: EnteredResult, among: League, kind: FindingKind = FindingKind.ARITHMETIC
) -> str:
    (finding,) = judgements.judge(among, A_B, result).findings
    assert (finding.code, finding.kind) == ("points_contradict_wins", kind)
    return languages.text(finding.message)


def sums(*parts: Iterable[Sum]) -> set[Sum]:
    """Every sum of one pair of each."""
    totals = {(0, 0)}
    for part in parts:
        totals = {(a + c, b + d) for (a, b), (c, d) in product(totals, set(part))}
    return totals


def winner_sums(ends: set[End], winner: int | None) -> set[Sum]:
    """The scores with which a match ended so; one that nobody won may not have begun."""
    return {(first, second) for who, first, second in ends if who == winner}


NEAR: Final = range(-2, 9)
"""Sums that two matches within the window of scores make in more than one way."""


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(small_matches.KINDS), 4))
def test_a_line_is_flagged_exactly_if_no_two_matches_can_make_it(name: str) -> None:
    """It is impossible if they cannot make it with given points either."""
    among = of_two(name)
    sums_without = _two_can_make(small_matches.ends(name))
    sums_with = _two_can_make(small_matches.ends_if_given(name))
    for (wins_, possible), line in product(sums_without.items(), product(NEAR, NEAR)):
        if line in possible:
            kinds = []
        elif line in sums_with[wins_]:
            kinds = [FindingKind.SUSPICIOUS]
        else:
            kinds = [FindingKind.ARITHMETIC]
        result = with_points(wins_, line)
        assert line_kinds(result, among) == kinds, result


def line_kinds(result: EnteredResult, among: League) -> list[FindingKind]:
    findings = judgements.judge(among, A_B, result).findings
    return [finding.kind for finding in findings if finding.code == "points_contradict_wins"]


def _two_can_make(ends: set[End]) -> dict[EnteredResult, set[Sum]]:
    """Return results of two matches, each with the sums of points that it leaves possible."""
    won = [winner_sums(ends, 0), winner_sums(ends, 1), winner_sums(ends, None)]
    return {
        EnteredResult(wins=(2, 0)): sums(won[0], won[0]),
        EnteredResult(wins=(1, 1)): sums(won[0], won[1]),
        EnteredResult(wins=(1, 0)): sums(won[0], won[2]),
        EnteredResult(wins=(0, 0)): sums(won[2], won[2]),
        EnteredResult(matches=(match(0),)): sums(won[0], won[0] | won[1] | won[2]),
        EnteredResult(): sums(*[won[0] | won[1] | won[2]] * 2),
        EnteredResult(wins=(0, 1), matches=(match(None, 1, 0),)): sums(won[1], {(1, 0)}),
    }


def test_an_unfinished_match_may_have_been_won_by_its_leader() -> None:
    """If leaders win, a win need not be to the target, but it needs a lead."""
    ends = small_matches.ends("made first")
    among = of_two("made first", matches_a_fixture=1, unfinished=Unfinished.LEADER_WINS)
    won = winner_sums(ends, 0) | {
        (first, second) for first, second in winner_sums(ends, None) if first > second
    }
    for line in product(NEAR, NEAR):
        is_flagged = "points_contradict_wins" in codes(
            EnteredResult(wins=(1, 0), points=line), among
        )
        assert is_flagged == (line not in won), line


@pytest.mark.parametrize("preset", ["singaporemahjong", "ten-point"])
def test_a_line_of_wins_says_who_won_where_scores_alone_are_listed(preset: str) -> None:
    """Its points are still the sum of the scores."""
    among = make_league(preset=preset)
    target = among.ruleset.rules.target or 0
    first, second = match(None, target, 8), match(None, 7, target)
    result = EnteredResult(wins=(2, 1), matches=(first, second, match(0, target, 5)))
    total = (2 * target + 7, target + 13)
    assert "points_contradict_scores" not in codes(with_points(result, total), among)
    assert "wins_contradict_matches" not in codes(result, among)
    more = with_points(result, (total[0] + 1, total[1]))
    assert "points_contradict_scores" in codes(more, among)


def test_a_fixture_that_is_decided_has_no_further_match() -> None:
    among = make_league(length=Length.BEST_OF)
    both = (match(0), match(0))
    assert codes(EnteredResult(matches=both, points=(22, 40)), among) == []
    assert message(EnteredResult(matches=both, points=(21, 5)), among) == (
        "At 2 to 0 in matches, Aces scored at least 22, not 21. Check the points."
    )
    assert codes(EnteredResult(wins=(1, 0), points=(5, 5)), among) == [], (
        "the second may be below zero"
    )


@pytest.mark.parametrize("name", ["made first", "two hands, from zero"])
@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_line_is_possible_exactly_if_three_listed_matches_are(
    name: str, length: Length, is_closed: bool
) -> None:
    """The sum includes stopped matches, listed or not."""
    ends = small_matches.ends(name)
    among = of_two(name, length=length, matches_a_fixture=3)
    sums_by_result = defaultdict[EnteredResult, set[Sum]](set)
    for number in range(4):
        for winners in product((0, 1, None), repeat=number):
            result = EnteredResult(matches=tuple(map(match, winners)), is_closed=is_closed)
            won = judgements.judge(among, A_B, result).wins
            if won is None:
                continue
            rest = [winner_sums(ends, winner) for winner in winners[1:]]
            first = winner_sums(ends, winners[0]) if winners else set[Sum]()
            sums_by_result[EnteredResult(wins=won, is_closed=is_closed)] |= sums(
                *[first, *rest][:number]
            )
            for points in sorted(first)[:1]:
                matches = (match(winners[0], *points),)
                sums_by_result[EnteredResult(wins=won, matches=matches)] |= sums({points}, *rest)
    for (entered, possible), line in product(
        sums_by_result.items(), product(range(1, 9), range(1, 9))
    ):
        flags = {"points_contradict_wins", "points_contradict_scores"}
        is_flagged = not flags.isdisjoint(codes(with_points(entered, line), among))
        assert is_flagged == (line not in possible), (entered, line)


def test_a_match_that_was_stopped_before_the_decision_is_in_the_line() -> None:
    """Three matches of a best of three, listed or as their sums, come to the same."""
    site = make_league(preset="singaporemahjong", length=Length.BEST_OF)
    matches = (match(None, -3, 1), match(0, 11, 3), match(0, 11, 2))
    verdict = judgements.judge(site, A_B, EnteredResult(matches=matches, is_closed=True))
    line = judgements.judge(site, A_B, EnteredResult(wins=(2, 0), points=(19, 6), is_closed=True))
    assert (line.status, line.wins, line.points) == (verdict.status, verdict.wins, verdict.points)
    assert (line.status, line.findings) == (Status.SETTLED, ())


def test_a_line_says_which_points_cannot_be_and_by_which_clauses() -> None:
    judgement = judgements.judge(make_league(), A_B, EnteredResult(wins=(3, 0), points=(5, 40)))
    (finding,) = judgement.findings
    assert finding.facts == ("/points/0", "/wins")
    assert (
        languages.text(finding.message)
        == "At 3 to 0 in matches, Aces scored at least 33, not 5. Check the points."
    )
    assert finding.clauses[:3] == (
        "mb-lounge/league.matches",
        "mb-lounge/score.negative",
        "mb-lounge/win.target",
    )
    assert (judgement.status, judgement.counts) == (Status.IMPOSSIBLE, (0, 0))


def test_a_line_that_takes_both_sides_to_refute_says_so() -> None:
    site = make_league(preset="singaporemahjong")
    assert codes(EnteredResult(wins=(3, 0), points=(42, 30)), site) == []
    assert message(EnteredResult(wins=(3, 0), points=(42, 31)), site, FindingKind.SUSPICIOUS) == (
        "At 3 to 0 in matches, no scores add up to 42 to 31, "
        "unless points were given, as for a handicap."
    )
    assert message(EnteredResult(points=(43, 3)), site, FindingKind.SUSPICIOUS) == (
        "Whoever won the rest, Aces scored at most 42, not 43, "
        "unless points were given, as for a handicap."
    )


def test_scores_that_are_known_are_taken_off_the_line() -> None:
    matches = (match(0, 11, 4), match(1, 4, 12), match(0))
    assert codes(EnteredResult(matches=matches, points=(26, 7)), make_league()) == []
    assert message(EnteredResult(matches=matches, points=(25, 20)), make_league()) == (
        "At 2 to 1 in matches, Aces scored at least 26, not 25. Check the points."
    )


def with_points(result: EnteredResult, points: Sum) -> EnteredResult:
    return structs.replace(result, points=points)


def of_two(name: str, **changes: Any) -> League:
    """A league of two matches a fixture by the rules of a small kind of match."""
    among = make_league(**{"matches_a_fixture": 2} | changes)
    return structs.replace(among, ruleset=small_matches.ruleset(small_matches.KINDS[name]))
