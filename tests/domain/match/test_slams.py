"""Slams and passed-out hands in a match: who may bid, what is lost, who has won."""

from typing import Any

import pytest

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord
from pitch.match import sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.match.wins import WinReason
from pitch.rules import rulesets
from pitch.rules.choices import (
    AllPass,
    GoingOut,
    MadeScores,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamReward,
    SlamSet,
)
from pitch.rules.options import Options
from pitch.seats import Arrangement, Seating, Table
from tests.support.hands import NAMES, claim_points

PAIRS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
PASSED = HandRecord(calls=(Call.PASS,) * 4)
MADE, FAILED = claim_points(0, "moon", "0000"), claim_points(0, "moon", "0010")


def sheet(*records: HandRecord, start: tuple[int, int] = (0, 0), **chosen: Any) -> Sheet:
    """The sheet of a match of two pairs under house rules, from scores that were given."""
    options = {"slam": SlamBid.MOON, "slam_needs": SlamNeeds.ALL_POINTS}
    ruleset = rulesets.preset("rules-guru").house_rules(Options(**options | chosen))
    match = Match(ruleset, Seating(table=PAIRS, names=NAMES[:4]), first_dealer=3)
    start_points = [
        Adjustment(side=side, points=points, reason="Start", after_hand=0)
        for side, points in enumerate(start)
    ]
    hands = [Hand(number=number, record=record) for number, record in enumerate(records, 1)]
    return sheets.fold_sheet(match, hands, start_points)


@pytest.mark.parametrize(
    ("slam_open", "score", "may"),
    [
        (SlamOpen.ANYONE, -1, True),
        (SlamOpen.NOT_NEGATIVE, -1, False),
        (SlamOpen.NOT_NEGATIVE, 0, True),
        (SlamOpen.POSITIVE, 0, False),
        (SlamOpen.POSITIVE, 1, True),
    ],
)
def test_who_may_bid_the_slam_turns_on_the_score_before(
    slam_open: SlamOpen, score: int, may: bool
) -> None:
    """Also where only the contract was entered."""
    slam = HandRecord(calls=(Call.MOON, *(Call.PASS,) * 3))
    for record in (slam, MADE):
        (line,) = sheet(record, start=(score, 5), slam_open=slam_open).lines
        codes = {finding.code for finding in line.verdict.findings}
        assert (line.standing is Standing.IMPOSSIBLE) is not may
        assert codes == (
            set() if may else {"illegal_call" if record is slam else "contract_not_allowed"}
        )
        if not may:
            assert line.verdict.findings[0].clauses[0] == "house/slam.open"


def test_a_slam_is_open_while_a_hand_before_leaves_the_score_open() -> None:
    open_hand = HandRecord(contract=Contract(pitcher=1, bid=Call.TWO))
    _, line = sheet(open_hand, MADE, slam_open=SlamOpen.POSITIVE).lines
    assert line.standing is Standing.SCORED


@pytest.mark.parametrize(
    ("reward", "before", "change", "wins"),
    [
        (SlamReward.MATCH, -3, 20, True),
        (SlamReward.MATCH_UNLESS_NEGATIVE, -3, 20, False),
        (SlamReward.MATCH_OR_ZERO, -3, 3, False),
        (SlamReward.MATCH_OR_ZERO, 0, 20, True),
        (SlamReward.POINTS, 1, 20, False),
    ],
)
def test_what_a_slam_wins(reward: SlamReward, before: int, change: int, wins: bool) -> None:
    score_sheet = sheet(MADE, start=(before, 0), slam_reward=reward, slam_scores=20, target=31)
    assert score_sheet.scores == (before + change, 0)
    assert (score_sheet.winner is not None) is wins
    if score_sheet.winner is not None:
        assert (score_sheet.winner.side, score_sheet.winner.reason) == (0, WinReason.SLAM)


@pytest.mark.parametrize(
    ("slam_set", "scores", "winner"),
    [
        (SlamSet.POINTS, (-15, 1), None),
        (SlamSet.TARGET, (-26, 1), None),
        (SlamSet.MATCH, (-15, 1), 1),
    ],
)
def test_what_a_slam_that_fails_costs(
    slam_set: SlamSet, scores: tuple[int, int], winner: int | None
) -> None:
    score_sheet = sheet(FAILED, start=(5, 0), slam_set=slam_set, slam_loses=20, target=31)
    assert score_sheet.scores == scores
    assert (score_sheet.winner.side if score_sheet.winner else None) == winner
    if score_sheet.winner is not None:
        assert score_sheet.winner.reason is WinReason.SLAM_SET
        assert score_sheet.winner.clauses == ("house/slam.set",)


def test_everybody_passing_sets_the_dealer_and_the_deal_goes_on() -> None:
    score_sheet = sheet(PASSED, all_pass=AllPass.DEALER_SET)
    (line,) = score_sheet.lines
    assert (line.standing, line.deltas, score_sheet.next_dealer) == (Standing.SCORED, (0, -2), 0)
    assert line.verdict.points is None
    hand = HandRecord(calls=PASSED.calls, trump=Suit.SPADES)
    (line,) = sheet(hand, all_pass=AllPass.DEALER_SET).lines
    assert [finding.code for finding in line.verdict.findings] == ["played_after_all_passed"]


def test_a_dealer_without_a_bid_pitches_and_is_never_set() -> None:
    claims = claim_points(3, "pass", "0001").claims
    record = HandRecord(calls=PASSED.calls, claims=claims)
    (line,) = sheet(record, all_pass=AllPass.DEALER_FREE).lines
    assert (line.verdict.pitcher, line.verdict.made, line.deltas) == (3, True, (3, 1))


def test_a_made_bid_may_pay_the_bid_alone() -> None:
    """The others keep what they took."""
    three = (
        claim_points(0, "three", "0000"),
        claim_points(0, "three", "0010"),
        claim_points(0, "three", "0011"),
    )
    for record, scores in zip(three, ((3, 0), (3, 1), (-3, 2)), strict=True):
        assert sheet(record, made_scores=MadeScores.BID_ONLY).scores == scores


def test_a_tie_at_the_target_goes_to_the_pitching_side() -> None:
    options = {"going_out": GoingOut.ANYONE, "several_out": SeveralOut.HIGHEST_OR_PITCHER}
    level = claim_points(0, "two", "0011")
    score_sheet = sheet(level, start=(9, 9), **options)
    assert score_sheet.winner is not None
    assert (score_sheet.winner.side, score_sheet.scores) == (0, (11, 11))
    higher = sheet(level, start=(9, 10), **options)
    assert higher.winner is not None
    assert higher.winner.side == 1
