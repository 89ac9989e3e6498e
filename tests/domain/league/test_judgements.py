"""Results of fixtures: what they pay, and which of them cannot be."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.findings import FindingKind, Status
from pitch.league.choices import Counting, Length, Pairing, Unfinished
from pitch.league.fixtures import EnteredResult
from pitchkeeper.messages import languages
from tests.support.fixture_results import (
    BEST_OF,
    by_kind,
    finding_codes,
    judge,
    make_closed,
    make_result,
    night,
)
from tests.support.seasons import make_league, match, nights, wins


def test_every_match_won_counts() -> None:
    judgement = judge(EnteredResult(wins=(2, 1)))
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (2, 1))
    assert judgement.clauses == ("mb-lounge/league.matches", "mb-lounge/league.score")


def test_matches_and_their_line_say_the_same() -> None:
    result = make_result(match(0, 11, 4), match(1, 12, 13), match(0, 11, -2))
    assert judge(result).wins == (2, 1)
    assert judge(result).points == (34, 15)
    assert judge(EnteredResult(wins=(2, 1), matches=result.matches)) == judge(result)


def test_m7_wins_add_up_to_the_matches_of_a_fixture() -> None:
    for pair in ((2, 2), (3, 1)):
        assert by_kind("wins_do_not_add_up", EnteredResult(wins=pair)) == (
            FindingKind.ARITHMETIC,
            ["/wins/0", "/wins/1"],
        )
    judgement = judge(EnteredResult(wins=(2, 2)))
    assert (judgement.status, judgement.wins, judgement.counts) == (
        Status.IMPOSSIBLE,
        None,
        (0, 0),
    )


def test_m7_one_unfinished_match_is_suspicious() -> None:
    """That it was not finished is for the table to say: as a match, or by closing time."""
    for result in (EnteredResult(wins=(2, 0), is_closed=True), make_closed(match(0), match(0))):
        judgement = judge(result)
        assert (judgement.status, judgement.counts) == (Status.SETTLED, (2, 0))
        assert by_kind("one_match_missing", result) == (FindingKind.SUSPICIOUS, ["/isClosed"])
    assert finding_codes(make_result(match(0), match(0), match(None))) == ["match_unfinished"]


@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("counting", [Counting.MATCHES_WON, Counting.FIXTURES_WON])
@pytest.mark.parametrize("rule", Unfinished)
@pytest.mark.parametrize("matches", [1, 3, 5])
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_line_and_its_matches_come_to_the_same(
    *, length: Length, counting: Counting, rule: Unfinished, matches: int, is_closed: bool
) -> None:
    """A line of 2 : 0 equals two listed matches: either way the third is left."""
    among = make_league(
        length=length, counting=counting, unfinished=rule, matches_a_fixture=matches
    )
    for number in range(matches + 1):
        for winners in product((0, 1), repeat=number):
            pair = (winners.count(0), winners.count(1))
            listed = tuple(map(match, winners))
            line = judge(EnteredResult(wins=pair, is_closed=is_closed), among)
            by_matches = judge(EnteredResult(matches=listed, is_closed=is_closed), among)
            both = judge(EnteredResult(wins=pair, matches=listed, is_closed=is_closed), among)
            if "match_after_decision" in {finding.code for finding in by_matches.findings}:
                continue
            expectation = structs.replace(by_matches, points=line.points)
            assert (line, structs.replace(both, points=line.points)) == (expectation, expectation)


def test_m7_several_missing_matches_leave_a_fixture_open() -> None:
    for result in (
        EnteredResult(wins=(1, 0)),
        make_result(match(0), match(None), match(None)),
        EnteredResult(),
    ):
        assert judge(result).status is Status.OPEN
    assert judge(EnteredResult(wins=(1, 0))).left == 2


def test_what_is_won_counts_before_the_fixture_is_over() -> None:
    judgement = judge(make_result(match(0), match(0)))
    assert (judgement.status, judgement.left, judgement.counts) == (Status.OPEN, 1, (2, 0))


def test_m7_over_six_a_week_is_impossible_from_one_fixture() -> None:
    assert by_kind("too_many_wins", EnteredResult(wins=(4, 0))) == (
        FindingKind.ARITHMETIC,
        ["/wins/0"],
    )
    assert finding_codes(make_result(*[match(0)] * 4)) == ["too_many_matches"]


def test_c78_a_week_of_seven_is_impossible() -> None:
    fixtures = nights("AB AC")
    (finding,) = night(make_league(), 1, fixtures, wins("4-0", "3-0"))
    assert (finding.code, finding.kind) == ("night_over_most_wins", FindingKind.ARITHMETIC)
    assert finding.facts == ("/fixtures/1", "/fixtures/2")
    assert "Aces can't win 7" in languages.text(finding.message)
    assert night(make_league(), 1, fixtures, wins("3-0", "3-0")) == ()


def test_m7_a_night_of_ten_teams_adds_up_to_thirty() -> None:
    fixtures = nights("AB CD EF GH IJ AC BD EG FI HJ")
    chances = wins(*["2-1"] * 10)
    assert night(make_league(), 1, fixtures, chances) == ()
    short = chances | {4: EnteredResult(wins=(1, 1), is_closed=True)}
    (finding,) = night(make_league(), 1, fixtures, short)
    assert (finding.code, finding.facts) == ("night_does_not_add_up", ("/fixtures/4",))
    assert "29 of 30 matches" in languages.text(finding.message)


def test_m8_nobody_meets_the_same_team_twice_in_a_night() -> None:
    (finding,) = night(make_league(4), 1, nights("AB CD BA AC"), {})
    assert (finding.code, finding.kind) == ("same_opponents_twice", FindingKind.RULESET)
    assert finding.facts == ("/fixtures/1", "/fixtures/3")
    assert finding.clauses == ("mb-lounge/league.fixtures",)
    assert night(make_league(4), 1, nights("AB CD", "AB CD"), {}) == ()


def test_m9_an_odd_number_of_teams_needs_byes() -> None:
    (finding,) = night(make_league(9), 1, (), {})
    assert (finding.code, finding.kind) == ("odd_number", FindingKind.SUSPICIOUS)
    partners = make_league(10, pairing=Pairing.CHANGING_PARTNERS)
    assert "With 10 players, 2 sit out each round" in languages.text(
        night(partners, 1, (), {})[0].message
    )


def test_m11_a_winner_may_have_fewer_points() -> None:
    assert finding_codes(make_result(match(0, 11, 15))) == []


def test_best_of_three_ends_with_two_wins() -> None:
    assert judge(EnteredResult(wins=(2, 0)), BEST_OF).status is Status.SETTLED
    assert judge(EnteredResult(wins=(1, 1)), BEST_OF).status is Status.OPEN
    for impossible in ((3, 0), (2, 2)):
        assert judge(EnteredResult(wins=impossible), BEST_OF).status is Status.IMPOSSIBLE
    late = make_result(match(0), match(0), match(1))
    assert by_kind("match_after_decision", late, BEST_OF)[1] == ["/matches/2"]


def test_wins_do_not_contradict_matches() -> None:
    matches = (match(0), match(1))
    assert finding_codes(make_result(*matches, wins=(2, 1))) == [], "the third was not listed"
    assert finding_codes(make_result(*matches, wins=(3, 0))) == ["wins_contradict_matches"]
    assert finding_codes(make_result(*matches, match(0), wins=(1, 2))) == [
        "wins_contradict_matches"
    ]


def test_points_do_not_contradict_scores() -> None:
    matches = (match(0, 11, 4), match(1, 3, 11), match(0, 12, 0))
    assert finding_codes(EnteredResult(matches=matches, points=(26, 15))) == []
    assert by_kind("points_contradict_scores", EnteredResult(matches=matches, points=(27, 15))) == (
        FindingKind.ARITHMETIC,
        ["/points/0", "/matches/0/scores/0", "/matches/1/scores/0", "/matches/2/scores/0"],
    )


def test_points_do_not_contradict_scores_of_a_fixture_that_ended_early() -> None:
    matches = (match(0, 11, 4), match(0, 12, 0))
    assert finding_codes(EnteredResult(matches=matches, points=(23, 4)), BEST_OF) == []
    assert finding_codes(EnteredResult(matches=matches, points=(22, 4)), BEST_OF) == [
        "points_contradict_scores"
    ]


def test_c82_an_unfinished_match_pays_nothing() -> None:
    judgement = judge(make_result(match(0), match(1), match(None, 9, 5)))
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (1, 1))
    assert "mb-lounge/league.unfinished" in judgement.clauses
    assert [languages.text(finding.message) for finding in judgement.findings] == [
        "Match 3 wasn't finished: nobody won it."
    ]


def test_c82_or_its_leader_wins_if_so_agreed() -> None:
    among = make_league(unfinished=Unfinished.LEADER_WINS)
    judgement = judge(make_result(match(0), match(1), match(None, 9, 5)), among)
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (2, 1))
    assert (
        languages.text(judgement.findings[0].message)
        == "Match 3 wasn't finished: Aces was ahead and won it."
    )
    assert judge(make_result(match(0), match(1), match(None, 5, 5)), among).counts == (1, 1)
    unknown = (match(0), match(1), match(None))
    assert judge(make_result(*unknown), among).status is Status.OPEN
    assert judge(make_result(*unknown, wins=(2, 1)), among).counts == (2, 1)


def test_a_fixture_is_won_as_soon_as_what_is_left_cannot_change_it() -> None:
    among = make_league(counting=Counting.FIXTURES_WON)
    assert judge(make_result(match(0)), among).counts == (0, 0)
    assert judge(make_result(match(0), match(0)), among).counts == (1, 0)
    assert judge(make_result(match(0), match(1), match(None)), among).counts == (0, 0)


def test_points_are_counted_when_they_are_known() -> None:
    among = make_league(counting=Counting.POINTS)
    assert judge(EnteredResult(wins=(2, 1)), among).status is Status.OPEN
    judgement = judge(EnteredResult(wins=(2, 1), points=(30, 20)), among)
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (30, 20))


def test_points_that_are_missing_are_named_where_they_count() -> None:
    among = make_league(counting=Counting.POINTS)
    line, without_points = (
        EnteredResult(wins=(1, 1)),
        make_result(match(0, 11, 3), match(1), match(0)),
    )
    for result, facts, lacking in (
        (line, ("/wins",), "the scores of the matches not listed"),
        (without_points, ("/matches/1", "/matches/2"), "the scores of matches 2 and 3"),
    ):
        (finding,) = [
            finding for finding in judge(result, among).findings if finding.code == "points_missing"
        ]
        assert (finding.kind, finding.facts) == (FindingKind.SUSPICIOUS, facts)
        assert f"enter {lacking}, or each side's total" in languages.text(finding.message)
        assert finding.clauses == ("house/league.score",)
        assert "points_missing" not in finding_codes(result)
    with_points = make_result(match(0, 11, 3), match(1, 4, 11), match(0, 11, 2))
    for result in (
        EnteredResult(),
        with_points,
        EnteredResult(wins=(2, 1), points=(30, 20)),
        EnteredResult(forfeit=0),
    ):
        assert "points_missing" not in finding_codes(result, among)


halves = st.sampled_from((0, 1, None))


@given(st.lists(halves, max_size=4), st.none() | st.tuples(*[st.integers(0, 4)] * 2))
def test_a_line_of_wins_is_possible_if_the_matches_can_still_make_it(
    winners: Sequence[int | None], line: tuple[int, int] | None
) -> None:
    result = EnteredResult(matches=tuple(match(winner) for winner in winners), wins=line)
    is_possible = judge(result).status is not Status.IMPOSSIBLE
    assert is_possible == any(
        line in {None, (completion.count(0), completion.count(1))}
        for completion in _completions(list(winners))
    )


def _completions(winners: list[int | None]) -> list[list[int | None]]:
    """Every way in which three matches can end of which the first ended so."""
    if len(winners) > 3:
        return []
    if len(winners) == 3:
        return [winners]
    return [completion for last in (0, 1, None) for completion in _completions([*winners, last])]
