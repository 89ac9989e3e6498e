"""Entries of a table's own score sheet are refuted only if the records prove them wrong."""

from itertools import product

import pytest
from msgspec import structs

from pitch import calls
from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord
from pitch.match import sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.sheets import ScoreLine
from pitch.rules import rulesets
from pitch.rules.options import NO_OPTIONS, Options
from pitch.seats import Seating
from tests.support.hands import NAMES, claim_points

PASSED = HandRecord(calls=(Call.PASS,) * 4)


def lines(
    preset: str,
    *records: HandRecord,
    start: tuple[int, ...] = (),
    options: Options = NO_OPTIONS,
) -> tuple[ScoreLine, ...]:
    """The sheet of four players who began with some points."""
    ruleset = rulesets.preset(preset).house_rules(options)
    table = ruleset.table_for(4)
    start_points = [
        Adjustment(side=side, points=points, reason="So far", after_hand=0)
        for side, points in enumerate(start)
    ]
    hands = [Hand(number=number, record=record) for number, record in enumerate(records, start=1)]
    return sheets.fold_sheet(
        Match(ruleset, Seating(table=table, names=NAMES[:4]), 3), hands, start_points
    ).lines


def codes(line: ScoreLine) -> list[str]:
    return [finding.code for finding in line.findings]


def wrote(record: HandRecord, *scores: int, winner: int | None = None) -> HandRecord:
    claims = structs.replace(record.claims or Claims(), scores=scores or None, winner=winner)
    return structs.replace(record, claims=claims)


def pitch_record(bid: Call) -> HandRecord:
    return HandRecord(contract=Contract(pitcher=0, bid=bid))


def test_a_wrong_sum_is_found() -> None:
    line = lines("mb-lounge", wrote(claim_points(0, "three", "0001"), 4, 1))[0]
    assert codes(line) == ["written_scores_differ"]
    assert line.findings[0].facts == ("/claims/scores",)
    assert codes(lines("mb-lounge", wrote(claim_points(0, "three", "0001"), 3, 1))[0]) == []


def test_a_score_is_not_wrong_because_an_earlier_hand_is_missing() -> None:
    """The first hand may yet give what the table wrote after the second."""
    second = wrote(claim_points(0, "four", "0000"), 8, 0, winner=0)
    missing = lines("mb-lounge", HandRecord(), second, start=(7, 0))
    assert codes(missing[1]) == []
    known = lines("mb-lounge", claim_points(1, "three", "1110"), second, start=(7, 0))
    assert codes(known[1]) == ["written_scores_differ"]


def test_a_deal_thrown_in_changes_no_score_and_wins_no_match() -> None:
    assert codes(lines("setback", wrote(PASSED, 0, 0, 0, 0))[0]) == []
    line = lines("setback", wrote(PASSED, 2, 0, 0, 0, winner=0))[0]
    assert codes(line) == ["written_scores_differ", "written_winner_not_out"]


def test_both_may_end_at_the_target_if_the_pitcher_made() -> None:
    """Nine and ten: the pitcher takes two and wins at 11, the others take the jack for 11."""
    result = wrote(claim_points(0, "two", "001-"), 11, 11, winner=0)
    line = lines("singaporemahjong", result, start=(9, 10))[0]
    assert (line.scores, codes(line)) == ((11, 11), [])
    part = wrote(pitch_record(Call.TWO), 11, 11)
    assert codes(lines("singaporemahjong", part, start=(9, 10))[0]) == []


@pytest.mark.parametrize("bid", [Call.TWO, Call.THREE, Call.FOUR])
def test_changes_are_found_exactly_if_no_way_of_sharing_the_points_gives_them(bid: Call) -> None:
    """For every pair of changes from -5 to 5."""
    number = calls.rank(bid)
    reached = set()
    for shares in product("01", "01", "01-", "01-"):
        mine, theirs = shares.count("0"), shares.count("1")
        reached.add((mine if mine >= number else -number, theirs))
    for changes in product(range(-5, 6), repeat=2):
        scores = (20 + changes[0], 20 + changes[1])
        record = wrote(pitch_record(bid), *scores)
        line = lines("singaporemahjong", record, start=(20, 20), options=Options(target=100))[0]
        assert (codes(line) == []) is (changes in reached), changes


def test_without_negative_scores_a_set_may_cost_less_than_the_bid() -> None:
    options = Options(negative_scores=False)
    for score, found in ((0, []), (2, ["score_change_impossible"]), (4, [])):
        record = wrote(pitch_record(Call.THREE), score, 1, 0, 0)
        assert codes(lines("setback", record, start=(1, 0), options=options)[0]) == found


def test_the_change_of_score_leaves_a_penalty_aside() -> None:
    ruleset = rulesets.preset("mb-lounge")
    table = ruleset.table_for(4)
    match = Match(ruleset, Seating(table=table, names=NAMES[:4]), 3)
    penalty = Adjustment(side=1, points=-2, reason="Table talk", after_hand=1)
    for score, found in ((-1, []), (2, []), (3, ["score_change_impossible"])):
        hand = Hand(number=1, record=wrote(pitch_record(Call.FOUR), -4, score))
        assert codes(sheets.fold_sheet(match, [hand], [penalty]).lines[0]) == found


@pytest.mark.parametrize("preset", ["singaporemahjong", "rules-guru", "mb-lounge", "setback"])
def test_a_winner_who_is_not_out_is_found_under_the_clause_that_says_so(preset: str) -> None:
    """The winner is not the pitcher, or the pitcher is below the target."""
    sides = (0,) * (2 if preset in {"singaporemahjong", "mb-lounge"} else 4)
    line = lines(preset, wrote(claim_points(0, "four", "0000"), winner=1), start=sides)[0]
    assert codes(line) == ["written_winner_not_out"]
    assert f"{preset}/win.out" in line.findings[0].clauses
    won = lines(preset, wrote(claim_points(0, "four", "0000"), winner=0), start=(9, *sides[1:]))[0]
    assert codes(won) == []


def test_a_winner_with_fewer_points_is_never_flagged() -> None:
    """The pitcher goes out with 11 against 14."""
    record = wrote(claim_points(0, "two", "0011"), 11, 14, winner=0)
    guru = rulesets.preset("rules-guru").rules.tables[-1]
    options = Options(tables=(guru,))
    line = lines("rules-guru", record, start=(9, 12), options=options)[0]
    assert (line.scores, codes(line)) == ((11, 14), [])


def test_a_slam_that_wins_at_once_may_be_written_as_won() -> None:
    """A smudge wins from below zero."""
    slam = claim_points(0, "smudge", "0000", (6, 0, 0, 0))
    line = lines("rules-guru", wrote(slam, winner=0), start=(-3, 0, 0, 0))[0]
    assert codes(line) == []
