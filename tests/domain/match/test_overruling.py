"""Overruling: a hand pays what the table agreed, and its record still says what it says."""

import msgspec
import pytest
from msgspec import structs

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import results
from pitch.hand.records import HandRecord, Pile
from pitch.match import sheets
from pitch.match.matches import Overruling
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.match.wins import WinReason
from pitch.rules import rulesets
from pitch.rules.choices import SlamBid, SlamNeeds, SlamSet
from pitch.rules.options import Options
from pitch.rulings.answers import SideChange
from pitch.seats import WrongLength
from pitchkeeper.messages import languages
from tests.support.hands import PASSED, claim_points, match, number_hands

TWICE = HandRecord(piles=(Pile(side=0, cards=("AS",)), Pile(side=1, cards=("AS",))))
FOUR = claim_points(0, "four", "0000")


def fold_overruled(preset: str, *records: HandRecord, by: Overruling) -> Sheet:
    """A match whose last hand was overruled."""
    *earlier, last = number_hands(*records)
    return sheets.fold_sheet(match(preset), (*earlier, structs.replace(last, overruled=by)))


def agree_on(*deltas: int, is_success: bool | None = True) -> Overruling:
    return Overruling(deltas=deltas, made=is_success, reason="Agreed at the table")


def test_an_impossible_hand_pays_what_was_agreed_and_stays_impossible() -> None:
    sheet = fold_overruled("mb-lounge", TWICE, by=agree_on(3, 1))
    line = sheet.lines[0]
    assert (line.standing, line.deltas, sheet.scores) == (Standing.OVERRULED, (3, 1), (3, 1))
    assert line.verdict.status is Status.IMPOSSIBLE
    assert sheet.unscored == ()


def test_an_open_hand_and_one_that_was_settled_can_be_overruled() -> None:
    assert fold_overruled("mb-lounge", HandRecord(), by=agree_on(0, 2)).scores == (0, 2)
    assert fold_overruled("mb-lounge", FOUR, by=agree_on(-4, 1, is_success=False)).scores == (-4, 1)


def test_a_hand_that_was_passed_out_can_be_overruled() -> None:
    sheet = fold_overruled("mb-lounge", PASSED, by=agree_on(1, 0))
    assert sheet.scores == (1, 0)


def test_a_bid_made_by_agreement_takes_its_side_out() -> None:
    before = (FOUR, FOUR)
    sheet = fold_overruled(
        "mb-lounge", *before, claim_points(0, "three", "1110"), by=agree_on(3, 0)
    )
    assert sheet.winner is not None
    assert (sheet.winner.side, sheet.winner.hand) == (0, 3)
    was_set = fold_overruled(
        "mb-lounge", *before, claim_points(0, "three", "0001"), by=agree_on(-3, 1, is_success=False)
    )
    assert (was_set.winner, was_set.scores) == (None, (5, 1))


def test_an_overruled_hand_has_no_points_that_count_in_turn() -> None:
    before = (FOUR, claim_points(1, "four", "1111"), claim_points(2, "two", "1000"))
    sheet = fold_overruled("setback", *before, by=agree_on(4, 3, -2, 0, is_success=False))
    assert sheet.scores == (8, 7, -2, 0)
    assert sheet.winner is not None
    assert (sheet.winner.side, sheet.winner.reason) == (0, WinReason.HIGHEST)
    assert sheet.winner.clauses == ("setback/win.out", "setback/win.target")
    tied = fold_overruled("setback", *before, by=agree_on(3, 3, -2, 0, is_success=False))
    assert (tied.winner, tied.scores) == (None, (7, 7, -2, 0))


def test_the_deal_passes_on_after_an_overruled_hand() -> None:
    assert fold_overruled("mb-lounge", TWICE, by=agree_on(3, 1)).next_dealer == 0


def test_every_side_is_told_what_it_gets() -> None:
    with pytest.raises(WrongLength) as refusal:
        match("mb-lounge").check_overruling(agree_on(1, 1, 1))
    assert languages.text(refusal.value.message) == "Give one for each of the 2 sides."


@pytest.mark.parametrize("lost", [100, 1000])
def test_what_a_slam_for_the_whole_target_costs_can_be_agreed(lost: int) -> None:
    slam = Options(
        slam=SlamBid.MOON, slam_needs=SlamNeeds.ALL_POINTS, slam_set=SlamSet.TARGET, target=lost
    )
    ruleset = rulesets.preset("trickster-ten").house_rules(slam)
    assert results.set_cost(Call.MOON, ruleset.rules) == lost
    body = {"deltas": [-lost, 3], "made": False, "reason": "Agreed at the table"}
    assert msgspec.convert(body, Overruling).deltas == (-lost, 3)
    assert msgspec.convert({"side": 0, "change": -lost}, SideChange).change == -lost


@pytest.mark.parametrize("record", [HandRecord(), TWICE])
def test_a_hand_after_one_that_was_overruled_can_win(record: HandRecord) -> None:
    """An overruled hand pays what was agreed, so what its record still asks for holds up nobody."""
    first, *rest = number_hands(record, FOUR, FOUR)
    hands = (structs.replace(first, overruled=agree_on(3, 1)), *rest)
    sheet = sheets.fold_sheet(match("mb-lounge"), hands)
    assert sheet.lines[0].verdict.needs
    assert (sheet.scores, sheet.outlook) == ((11, 1), None)
    assert sheet.winner is not None
    assert (sheet.winner.side, sheet.winner.hand) == (0, 3)
