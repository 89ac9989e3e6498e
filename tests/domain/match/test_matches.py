"""The match as a fold: dealers, scores, winners, corrections, and what hands contradict."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord
from pitch.match import matches, sheets
from pitch.match.matches import Adjustment, Hand, HandOutOfOrder
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.rules.choices import AllPass, GoingOut, SeveralOut
from pitch.rules.options import Options
from pitch.seats import Arrangement, Table
from tests.support.hands import PASSED, claim_points, match, number_hands
from tests.support.oracles import oracle
from tests.support.searches import share

WAYS = {"singaporemahjong": "site", "rules-guru": "bid_out", "setback": "count"}


def play(preset: str, *records: HandRecord, options: Options | None = None) -> Sheet:
    return sheets.fold_sheet(match(preset, options), number_hands(*records))


def dealers(sheet: Sheet) -> list[int]:
    return [line.dealer for line in sheet.lines]


def codes(sheet: Sheet, number: int) -> list[str]:
    return [finding.code for finding in sheet.lines[number - 1].findings]


four = claim_points(0, "four", "0000")
three = claim_points(1, "three", "1110")


def test_the_deal_passes_to_the_left() -> None:
    sheet = play("mb-lounge", three, three, three)
    assert (dealers(sheet), sheet.next_dealer) == ([3, 0, 1], 2)


@pytest.mark.parametrize(
    ("policy", "next_dealer"), [(AllPass.REDEAL_NEXT_DEALER, 0), (AllPass.REDEAL_SAME_DEALER, 3)]
)
def test_a_deal_thrown_in_is_dealt_again(policy: AllPass, next_dealer: int) -> None:
    sheet = play("setback", PASSED, options=Options(all_pass=policy))
    assert sheet.lines[0].standing is Standing.THROWN_IN
    assert (sheet.next_dealer, sheet.scores, sheet.unscored) == (next_dealer, (0, 0, 0, 0), ())


def test_a_void_hand_is_dealt_again_by_the_same_dealer() -> None:
    hands = number_hands(three, three, three)
    hands = matches.put_hand(hands, structs.replace(hands[1], is_void=True))
    sheet = sheets.fold_sheet(match("mb-lounge"), hands)
    assert dealers(sheet) == [3, 0, 0]
    assert sheet.scores == (2, 6)


def test_a_dealer_out_of_turn_is_odd_and_the_deal_goes_on_from_there() -> None:
    odd = structs.replace(three, dealer=2)
    sheet = play("mb-lounge", odd, three)
    assert codes(sheet, 1) == ["dealer_out_of_turn"]
    assert (dealers(sheet), sheet.scores) == ([2, 3], (2, 6))


def test_hands_after_the_win_are_flagged_and_kept_but_do_not_count() -> None:
    sheet = play("mb-lounge", four, four, four, three)
    assert sheet.winner is not None
    assert sheet.winner.hand == 3
    assert sheet.lines[3].standing is Standing.AFTER_WIN
    assert codes(sheet, 4) == ["hand_after_win"]
    assert sheet.scores == (12, 0)


def test_while_an_earlier_hand_is_open_nobody_has_won() -> None:
    sheet = play("mb-lounge", HandRecord(), four, four, four)
    assert (sheet.winner, sheet.unscored, sheet.scores) == (None, (1,), (12, 0))
    impossible = HandRecord(calls=(Call.ONE,))
    assert play("mb-lounge", impossible, four, four, four).unscored == (1,)


def test_a_penalty_counts_with_the_hand_it_follows() -> None:
    penalty = Adjustment(side=0, points=-2, reason="Revoke", after_hand=3)
    sheet = sheets.fold_sheet(match("mb-lounge"), number_hands(four, four, four), [penalty])
    assert (sheet.winner, sheet.scores) == (None, (10, 0))
    handicap = Adjustment(side=1, points=8, reason="Handicap", after_hand=0)
    sheet = sheets.fold_sheet(match("mb-lounge"), number_hands(three), [handicap])
    assert sheet.winner is not None
    assert sheet.winner.side == 1


def test_without_negative_scores_a_set_stops_at_zero() -> None:
    options = Options(negative_scores=False)
    sheet = play("setback", claim_points(0, "three", "1111"), options=options)
    assert sheet.scores == (0, 4, 0, 0)


def test_a_fixed_number_of_hands_goes_to_the_most_points_and_a_tie_plays_on() -> None:
    options = Options(hands=2)
    sheet = play("mb-lounge", four, claim_points(1, "four", "1111"), options=options)
    assert sheet.winner is None
    longer = play("mb-lounge", four, claim_points(1, "four", "1111"), three, options=options)
    assert longer.winner is not None
    assert (longer.winner.side, longer.winner.hand) == (1, 3)
    assert longer.winner.clauses == ("house/win.hands",)


def test_a_win_by_the_highest_alone_may_go_to_a_side_that_was_set_back_before() -> None:
    options = Options(
        going_out=GoingOut.ANYONE, target=4, several_out=SeveralOut.HIGHEST_OR_PLAY_ON
    )
    sheet = play("setback", claim_points(0, "two", "1111"), options=options)
    assert sheet.winner is not None
    assert sheet.winner.side == 1


@pytest.mark.parametrize("preset", WAYS)
@settings(max_examples=share(300), derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_the_winner_is_who_the_documents_say(preset: str, seed: int) -> None:
    """Three-handed matches of random hands, against a fold of the oracle's own."""
    chance = random.Random(seed)
    options = Options() if preset != "rules-guru" else Options(target=7)
    playing = match(preset, options, players=3)
    target = playing.ruleset.rules.target or 0
    scores, records, winner = [0, 0, 0], [], None
    for number in range(1, 25):
        pitcher, bid = chance.randrange(3), chance.choice(["two", "three", "four"])
        dealer = (number + 1) % 3
        shares = [chance.randrange(3) for _ in range(4)]
        jack = shares[2] if chance.random() < 0.5 else None
        game = shares[3] if chance.random() < 0.9 else None
        points = [[shares[0], shares[1], jack, game].count(side) for side in range(3)]
        is_success = points[pitcher] >= oracle.BIDS[bid]
        deltas = list(points)
        deltas[pitcher] = points[pitcher] if is_success else -oracle.BIDS[bid]
        hand = oracle.Scored(shares[0], shares[1], jack, game, is_success, deltas)
        word = "".join("-" if side is None else str(side) for side in (*shares[:2], jack, game))
        records.append(structs.replace(claim_points(pitcher, bid, word), dealer=dealer))
        winner = oracle.winner(WAYS[preset], target, scores, hand, pitcher)
        scores = [old + change for old, change in zip(scores, deltas, strict=True)]
        if winner is not None:
            break
    sheet = sheets.fold_sheet(playing, number_hands(*records))
    assert list(sheet.scores) == scores
    assert (sheet.winner.side if sheet.winner else None) == winner
    if sheet.winner is not None:
        assert sheet.winner.hand == len(records)


@settings(max_examples=share(200), derandomize=True, database=None)
@given(st.integers(0, 2**32))
def test_a_correction_is_as_good_as_having_entered_it_right(seed: int) -> None:
    chance = random.Random(seed)
    entries = (four, three, HandRecord(), PASSED)
    records = [chance.choice(entries) for _ in range(chance.randint(1, 9))]
    hands = number_hands(*records)
    number = chance.randint(1, len(hands))
    right = Hand(number=number, record=chance.choice((four, three)))
    playing = match("singaporemahjong")
    before = sheets.fold_sheet(playing, hands)
    after = sheets.fold_sheet(playing, matches.put_hand(hands, right))
    records[number - 1] = right.record
    assert after == sheets.fold_sheet(playing, number_hands(*records))
    comparison = before.compare(after)
    assert comparison.scores_after == after.scores
    numbers = {change.number for change in comparison.changes}
    for old, new in zip(before.lines, after.lines, strict=True):
        same = (old.scores, old.dealer, old.standing) == (new.scores, new.dealer, new.standing)
        assert (new.number in numbers) or same


def test_what_the_table_wrote_is_compared_with_what_the_records_give() -> None:
    wrote = structs.replace(four, claims=structs.replace(_claims(four), scores=(4, 1), winner=0))
    sheet = play("mb-lounge", wrote)
    assert codes(sheet, 1) == ["written_scores_differ", "written_winner_not_out"]
    assert sheet.scores == (4, 0)
    right = structs.replace(four, claims=structs.replace(_claims(four), scores=(12, 0), winner=0))
    assert codes(play("mb-lounge", four, four, right), 3) == []


def test_scores_that_no_outcome_gives_are_reported_before_the_points_are_known() -> None:
    wrote = HandRecord(contract=Contract(pitcher=0, bid=Call.FOUR), claims=Claims(scores=(3, 0)))
    assert codes(play("mb-lounge", wrote), 1) == ["score_change_impossible"]
    fine = HandRecord(contract=Contract(pitcher=0, bid=Call.FOUR), claims=Claims(scores=(-4, 3)))
    assert codes(play("mb-lounge", fine), 1) == []


def test_hands_leave_no_gap_and_a_match_has_an_end() -> None:
    playing = match("mb-lounge")
    for number in (0, 3, 1000):
        with pytest.raises(HandOutOfOrder):
            playing.check_hand(number_hands(four), number, four)
    playing.check_hand(number_hands(four), 2, four)


def test_three_pairs_and_two_threes_score_together() -> None:
    for sides, count in ((Arrangement.THREE_PAIRS, 3), (Arrangement.TWO_THREES, 2)):
        six = Table(players=6, sides=sides)
        sheet_match = match("rules-guru", Options(tables=(six,)), players=6)
        sheet = sheets.fold_sheet(sheet_match, number_hands(claim_points(5, "two", "1100")))
        pitching = 5 % count
        assert sheet.lines[0].verdict.pitching_side == pitching
        assert len(sheet.scores) == count


def _claims(record: HandRecord) -> Claims:
    assert record.claims is not None
    return record.claims


@pytest.mark.parametrize("all_pass", list(AllPass))
@given(seed=st.integers(min_value=0, max_value=2**32))
@settings(max_examples=share(30), derandomize=True, database=None)
def test_hands_are_proven_for_those_who_dealt_them(all_pass: AllPass, seed: int) -> None:
    chance = random.Random(seed)
    kinds = (PASSED, four, three, HandRecord(), HandRecord(dealer=chance.randrange(4)))
    records = [chance.choice(kinds) for _ in range(10)]
    hands = tuple(
        structs.replace(hand, is_void=chance.random() < 0.3) for hand in number_hands(*records)
    )
    playing = match("singaporemahjong", Options(all_pass=all_pass))
    dealt = dealers(sheets.fold_sheet(playing, hands))
    asked = {hand.number: deal.dealer for hand, deal in sheets.list_unproven(playing, hands)}
    assert asked == {hand.number: dealt[hand.number - 1] for hand in hands if not hand.is_void}
