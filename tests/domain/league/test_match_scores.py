"""Scores of the matches of a fixture: who won by them, and which of them cannot be."""

import pytest
from msgspec import structs

from pitch.findings import FindingKind, Status
from pitch.league.choices import Length, Unfinished
from pitch.league.fixtures import EnteredResult
from pitch.rules.choices import GoingOut, SeveralOut
from pitch.rules.options import Options
from pitchkeeper.messages import languages
from tests.support.fixture_results import by_kind, finding_codes, judge, make_closed, make_result
from tests.support.seasons import make_league, match


def test_a_match_is_not_won_below_the_target() -> None:
    assert by_kind("winner_below_target", make_result(match(0, 9, 4))) == (
        FindingKind.ARITHMETIC,
        ["/matches/0/winner", "/matches/0/scores/0"],
    )
    assert judge(make_result(match(0, 9, 12))).status is Status.IMPOSSIBLE


def test_a_slam_wins_below_the_target() -> None:
    assert finding_codes(make_result(match(0, 3, 9)), make_league(preset="rules-guru")) == []


@pytest.mark.parametrize(
    ("preset", "scores", "facts"),
    [
        ("singaporemahjong", (15, 3), ["/matches/0/scores/0"]),
        ("singaporemahjong", (13, 12), ["/matches/0/scores/0", "/matches/0/scores/1"]),
        ("setback", (11, 2), ["/matches/0/scores/0"]),
    ],
)
def test_d23_a_match_ends_with_the_hand_that_reaches_the_target(
    preset: str, scores: tuple[int, int], facts: list[str]
) -> None:
    among = make_league(preset=preset)
    finding = by_kind("score_out_of_reach", make_result(match(0, *scores)), among)
    assert finding == (FindingKind.SUSPICIOUS, facts)
    assert finding_codes(make_result(match(0, *scores))) == [], "bid to go out has no bound"


def test_d21_what_given_points_can_make_counts() -> None:
    judgement = judge(
        EnteredResult(wins=(3, 0), points=(50, 3)), make_league(preset="singaporemahjong")
    )
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (3, 0))


def test_scores_decide_who_won_where_the_rules_do() -> None:
    """With both at eleven the pitcher is unknown, but the match is finished."""
    among = make_league(preset="singaporemahjong")
    first, second = match(None, 11, 8), match(None, 4, 12)
    judgement = judge(make_result(first, second, match(None, 11, 7)), among)
    assert (judgement.status, judgement.counts, judgement.left) == (Status.SETTLED, (2, 1), 0)
    assert judge(make_result(match(None, 11, 8), match(None, 11, 12)), among).left == 2
    assert "winner_needed" in finding_codes(make_result(match(None, 11, 12)), among)
    assert finding_codes(make_result(match(None, 9, 8)), among) == ["match_unfinished"]


def test_scores_end_a_best_of_as_its_winners_do() -> None:
    among = make_league(preset="singaporemahjong", length=Length.BEST_OF)
    assert (
        judge(make_result(match(None, 11, 8), match(None, 12, 4)), among).status is Status.SETTLED
    )
    third = make_result(match(None, 11, 8), match(None, 12, 4), match(1))
    assert "match_after_decision" in finding_codes(third, among)


@pytest.mark.parametrize("scores", [(52, 31), (52, 60)])
def test_a_winner_is_asked_for_where_scores_leave_it_open(scores: tuple[int, int]) -> None:
    """If a side must make its bid to go out, it may stand at the target and play on."""
    among = make_league(preset="ten-point")
    result = make_result(match(None, *scores), match(0), match(1))
    judgement = judge(result, among)
    assert (judgement.status, judgement.counts, judgement.left) == (Status.OPEN, (1, 1), 1)
    (needed,) = judgement.findings
    assert (needed.code, needed.facts) == ("winner_needed", ("/matches/0/winner",))
    assert languages.text(needed.message) == (
        f"Match 1, {scores[0]} to {scores[1]}: was it played to the end? Who won?"
    )
    assert needed.clauses == ("ten-point/win.target", "ten-point/win.out")
    with_wins = structs.replace(result, wins=(2, 1))
    assert judge(with_wins, among).status is Status.SETTLED, "a line of wins says who"
    assert finding_codes(with_wins, among) == []
    short = make_result(match(None, 30, 31), match(0), match(1))
    assert finding_codes(short, among) == ["match_unfinished"], "a slam that won would be told"


def test_closing_time_settles_what_the_scores_leave_open() -> None:
    among = make_league(preset="ten-point")
    result = make_closed(match(None, 52, 31), match(0), match(1))
    judgement = judge(result, among)
    assert (judgement.status, judgement.counts) == (Status.SETTLED, (1, 1))
    assert finding_codes(result, among) == ["winner_needed"]


def test_the_leader_at_the_target_wins_either_way() -> None:
    among = make_league(unfinished=Unfinished.LEADER_WINS)
    judgement = judge(make_result(match(None, 11, 8), match(0), match(1)), among)
    assert (judgement.status, judgement.counts, judgement.findings) == (Status.SETTLED, (2, 1), ())


def test_where_points_count_in_order_a_winner_is_hardly_behind() -> None:
    """It stood at the target before the other's last four were counted, given points or not."""
    in_order = Options(going_out=GoingOut.ANYONE, several_out=SeveralOut.COUNTING_ORDER)
    among = make_league(options=in_order)
    assert by_kind("score_out_of_reach", make_result(match(0, 20, 23)), among)[0] is (
        FindingKind.SUSPICIOUS
    )
    assert by_kind("score_out_of_reach", make_result(match(0, 20, 24)), among) == (
        FindingKind.ARITHMETIC,
        ["/matches/0/winner", "/matches/0/scores/0", "/matches/0/scores/1"],
    )


def test_d20_no_unfinished_match_has_a_side_at_the_target() -> None:
    among = make_league(preset="singaporemahjong")
    result = make_result(match(None, 11, 8))
    assert finding_codes(result, among) == ["unfinished_at_target"]
    assert judge(result, among).wins == (1, 0), "whoever left the winner out"
    assert judge(result, among).status is Status.OPEN, "a handicap may have lifted it there"
    assert "unfinished_at_target" not in finding_codes(result), "it must pitch to go out"


def test_the_most_points_win_after_a_fixed_number_of_hands() -> None:
    among = make_league(options=Options(hands=8))
    assert finding_codes(make_result(match(0, 9, 4)), among) == []
    assert finding_codes(make_result(match(0, 4, 4)), among) == ["winner_without_most_points"]
    highest = Options(going_out=GoingOut.ANYONE, several_out=SeveralOut.HIGHEST_OR_PLAY_ON)
    assert finding_codes(make_result(match(0, 11, 12)), make_league(options=highest)) == [
        "winner_without_most_points"
    ]


def test_so_many_hands_do_not_pay_a_thousand_points() -> None:
    """It counts, because a tie may have been played on, or points given."""
    among = make_league(options=Options(hands=4))
    for scores, facts in (((1000, 3), ["/0"]), ((9, 8), ["/0", "/1"])):
        result = make_result(match(0, *scores))
        finding = by_kind("score_out_of_reach", result, among)
        assert finding == (FindingKind.SUSPICIOUS, [f"/matches/0/scores{fact}" for fact in facts])
        assert judge(result, among).counts == (1, 0)
    assert (
        finding_codes(make_result(match(0, 16, 0)), among)
        == finding_codes(make_result(match(0, 9, 7)), among)
        == []
    )


def test_no_score_is_below_zero_where_the_rules_say_so() -> None:
    among = make_league(options=Options(negative_scores=False))
    assert finding_codes(make_result(match(0, 11, -1)), among) == ["score_below_zero"]
