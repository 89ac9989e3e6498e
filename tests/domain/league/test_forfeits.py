"""Forfeits: what they pay, and what cannot have been played then."""

from typing import Any

import pytest
from msgspec import structs

from pitch.findings import Finding, FindingKind, Status
from pitch.league import judgements
from pitch.league.choices import Counting, Length
from pitch.league.fixtures import EnteredResult
from pitch.league.judgements import Judgement
from pitch.league.leagues import League
from pitch.rules.options import Options
from tests.support.seasons import fixture, make_league, match, nights, wins

A_B = fixture(1, "AB")


def judge_result(result: EnteredResult, among: League | None = None) -> Judgement:
    return judgements.judge(among or make_league(), A_B, result)


def finding_codes(result: EnteredResult, among: League | None = None) -> list[str]:
    return [finding.code for finding in judge_result(result, among).findings]


def only(code: str, result: EnteredResult) -> Finding:
    """The one finding of a result."""
    (finding,) = judge_result(result).findings
    assert (finding.code, finding.kind) == (code, FindingKind.ARITHMETIC)
    return finding


def test_a_side_that_does_not_come_loses_all_matches() -> None:
    judgement = judge_result(EnteredResult(forfeit=0))
    assert (judgement.status, judgement.wins, judgement.points) == (
        Status.SETTLED,
        (0, 3),
        (0, 33),
    )
    assert judgement.clauses[0] == "mb-lounge/league.forfeit"
    assert judge_result(EnteredResult(forfeit=1), make_league(length=Length.BEST_OF)).wins == (2, 0)


def test_a_side_that_does_not_come_wins_nothing() -> None:
    assert finding_codes(EnteredResult(forfeit=0, wins=(1, 2))) == ["forfeit_with_wins"]
    assert finding_codes(EnteredResult(forfeit=0, matches=(match(1),))) == ["forfeit_with_matches"]
    assert finding_codes(EnteredResult(forfeit=0, points=(4, 33))) == ["forfeit_with_points"]
    assert judge_result(EnteredResult(forfeit=0, wins=(0, 3))).status is Status.SETTLED


@pytest.mark.parametrize(
    ("options", "changes", "points"),
    [
        (Options(), {}, 33),
        (Options(target=7), {}, 21),
        (Options(hands=8), {}, 48),
        (Options(hands=8), {"length": Length.BEST_OF}, 32),
        (Options(hands=8), {"forfeit_points": 13}, 39),
        (Options(), {"forfeit_points": 9}, 27),
    ],
)
def test_every_match_that_is_given_up_pays_points(
    options: Options, changes: dict[str, Any], points: int
) -> None:
    """The target, or two points a hand where their number is fixed, or what was agreed."""
    among = make_league(options=options, counting=Counting.POINTS, **changes)
    judgement = judge_result(EnteredResult(forfeit=1), among)
    assert (judgement.points, judgement.counts) == ((points, 0), (points, 0))
    assert finding_codes(EnteredResult(forfeit=1, points=(points, 0)), among) == []


def test_who_stays_away_together_gets_nothing() -> None:
    judgement = judge_result(EnteredResult(neither_came=True))
    assert (judgement.status, judgement.left) == (Status.SETTLED, 0)
    assert (judgement.wins, judgement.points, judgement.counts) == ((0, 0), (0, 0), (0, 0))
    assert judgement.clauses[0] == "mb-lounge/league.forfeit"
    assert judge_result(EnteredResult(neither_came=True, wins=(0, 0))) == judgement


@pytest.mark.parametrize(
    ("result", "code", "facts"),
    [
        (EnteredResult(wins=(1, 0)), "forfeit_with_wins", ["/neitherCame", "/wins"]),
        (EnteredResult(points=(0, 33)), "forfeit_with_points", ["/neitherCame", "/points"]),
        (
            EnteredResult(matches=(match(1),)),
            "forfeit_with_matches",
            ["/neitherCame", "/matches/0"],
        ),
        (EnteredResult(forfeit=0), "forfeit_by_one_and_both", ["/forfeit", "/neitherCame"]),
    ],
)
def test_who_stays_away_together_has_played_nothing(
    result: EnteredResult, code: str, facts: list[str]
) -> None:
    both = structs.replace(result, neither_came=True)
    assert list(only(code, both).facts) == facts


def test_a_fixture_to_which_neither_came_takes_nothing_off_the_night() -> None:
    fixtures = nights("AB CD")
    results = wins("2-1") | {2: EnteredResult(neither_came=True)}
    assert (
        judgements.judge_night(
            make_league(4), 1, judgements.judge_all(make_league(4), fixtures, results)
        )
        == ()
    )
