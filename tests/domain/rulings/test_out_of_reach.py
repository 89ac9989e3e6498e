"""A hand that can end in too many ways to list, and a match that it cannot win."""

import pytest

from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord
from pitch.rules import rulesets
from pitch.rules.choices import SlamBid, SlamReward
from pitch.rules.options import Options
from pitch.rulings import winners
from pitch.rulings.decisions import Decision
from pitch.rulings.winners import WinnerQuestion, WinnerRuling
from pitchkeeper.messages import languages


def rule_on(scores: tuple[int, ...], bid: Call = Call.THREE, **options: object) -> WinnerRuling:
    """The winner after a hand of which only the contract is known."""
    ruleset = rulesets.preset("rules-guru").house_rules(Options(target=11, **options))
    hand = HandRecord(dealer=3, contract=Contract(pitcher=0, bid=bid))
    question = WinnerQuestion(players=4, scores=scores, hands_played=5, hand=hand)
    return winners.rule_on_winner(question, ruleset)


def test_a_match_goes_on_where_nobody_can_come_to_the_target() -> None:
    ruling = rule_on((0, 3, 6, -2))
    assert ruling.decision is Decision.PLAY_ON
    assert languages.texts(ruling.whys) == "However the hand ends, nobody reaches 11 with it."
    assert ruling.outlook is not None
    assert ruling.outlook.is_certain
    assert ruling.outlook.winners == ()


@pytest.mark.parametrize("scores", [(7, 3, 6, -2), (0, 3, 6, 8)])
def test_it_is_open_where_four_points_are_enough(scores: tuple[int, ...]) -> None:
    assert rule_on(scores).decision is Decision.OPEN


def test_a_slam_that_wins_the_match_is_out_of_nobodys_reach() -> None:
    wins = {"slam": SlamBid.SMUDGE, "slam_reward": SlamReward.MATCH}
    assert rule_on((0, 0, 0, 0), Call.SMUDGE, **wins).decision is Decision.OPEN
    pays = {"slam": SlamBid.SMUDGE, "slam_reward": SlamReward.POINTS, "slam_scores": 5}
    assert rule_on((0, 0, 0, 0), Call.SMUDGE, **pays).decision is Decision.PLAY_ON
    assert rule_on((6, 0, 0, 0), Call.SMUDGE, **pays).decision is Decision.OPEN
