"""Chances of each side to win: exact if certain, else by the model."""

import random
from collections import defaultdict
from itertools import product
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch import percents
from pitch.calls import Call
from pitch.hand.records import HandRecord
from pitch.match import duels, races, sheets, win_chances
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.outlooks import Outlook
from pitch.match.sheets import Sheet
from pitch.rules import rulesets
from pitch.rules.choices import PITCHER_ALONE, GoingOut, Misdeal, SlamBid
from pitch.rules.options import NO_OPTIONS, Options, PointValue, Rules
from pitch.seats import Arrangement, Seating, Table
from tests.support.hands import NAMES, claim_points
from tests.support.searches import share

Scores = tuple[int, ...]
TRIALS = settings(max_examples=share(200), derandomize=True, database=None)
FAMILY = [(preset, table) for preset in rulesets.list_presets() for table in preset.rules.tables]
EVEN = (0.5, 0.5)
ONE_OR_TWO = (Call.ONE, Call.TWO)
DEALER_IS_LIKE_ALL: dict[str, Any] = {"dealer_matches": (), "dealer_alone_bids": ONE_OR_TWO}


def rules(preset: str = "rules-guru", **options: Any) -> Rules:
    """The rules of a preset with some things changed."""
    return rulesets.preset(preset).house_rules(Options(**options)).rules


def match(preset: str = "mb-lounge", players: int = 4, options: Options = NO_OPTIONS) -> Match:
    """A match that the last seat deals first."""
    ruleset = rulesets.preset(preset).house_rules(options)
    table = ruleset.table_for(players)
    return Match(ruleset, Seating(table=table, names=NAMES[:players]), players - 1)


def standing(at: Match, *scores: int) -> Sheet:
    """A sheet without hands that has come to some scores."""
    return structs.replace(sheets.fold_sheet(at, ()), scores=scores)


def estimate_percents(at: Match, sheet: Sheet) -> Scores:
    return win_chances.estimate_win_chances(at, sheet).percents


@pytest.mark.parametrize(("ruleset", "table"), FAMILY)
def test_the_odds_of_a_hand_add_up_and_pay_no_more_than_there_is(
    ruleset: rulesets.RuleSet, table: Table
) -> None:
    outcomes = races.list_outcomes(ruleset.rules)
    assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
    for each in outcomes:
        assert 0 <= each.others <= ruleset.rules.total
        assert each.pitching > 0 if each.is_made else each.pitching < 0
        assert max(each.pitching, 0) + each.others <= ruleset.rules.total
    pitching = races.pitching_odds(ruleset.rules, table, 1)
    assert sum(pitching) == pytest.approx(1)
    assert sum(races.score_changes(ruleset.rules, table, pitching[0]).values()) == pytest.approx(1)


def test_of_four_points_two_are_bid_half_of_the_time() -> None:
    probabilities = defaultdict[int, float](float)
    for outcome in races.list_outcomes(rules()):
        if not outcome.is_made:
            probabilities[-outcome.pitching] += 3 * outcome.probability
    assert probabilities == pytest.approx({2: 1 / 2, 3: 1 / 3, 4: 1 / 6})


def test_the_dealer_who_may_take_a_bid_over_pitches_more_often() -> None:
    table = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
    assert races.pitching_odds(rules(), table, 3) == (2 / 5, 3 / 5)
    assert races.pitching_odds(rules(dealer_matches=()), table, 3) == EVEN


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_what_is_shown_adds_up_to_a_hundred_at_every_table_of_the_family(seed: int) -> None:
    chance = random.Random(seed)
    ruleset, table = chance.choice(FAMILY)
    at = Match(ruleset, Seating(table=table, names=NAMES[: table.players]), 0)
    most = ruleset.rules.target or 11
    scores = tuple(chance.randint(-2 * most, most) for _ in range(table.side_count))
    sheet = standing(at, *scores)
    assert sum(win_chances.estimate_by_model(at, sheet)) == pytest.approx(1)
    assert sum(estimate_percents(at, sheet)) == 100
    assert all(0 < percent < 100 for percent in estimate_percents(at, sheet))
    assert win_chances.estimate_win_chances(at, sheet).is_estimate


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_a_point_more_never_lowers_a_chance(seed: int) -> None:
    chance = random.Random(seed)
    ruleset, table = chance.choice(FAMILY)
    if chance.random() < 0.5:
        options = (
            Options(target=chance.choice((1, 7, 60, 200)))
            if chance.random() < 0.5
            else Options(hands=chance.choice((1, 2, 9, 40)))
        )
        ruleset = ruleset.house_rules(
            structs.replace(options, negative_scores=chance.random() < 0.7)
        )
    at = Match(ruleset, Seating(table=table, names=NAMES[: table.players]), 0)
    most = ruleset.rules.target or 20
    least = -most if ruleset.rules.negative_scores else 0
    scores = [chance.randint(least, most) for _ in range(table.side_count)]
    side, more = chance.randrange(len(scores)), chance.choice((1, 1, 2, 5))
    before = win_chances.estimate_by_model(at, standing(at, *scores))[side]
    scores[side] += more
    assert win_chances.estimate_by_model(at, standing(at, *scores))[side] >= before - 1e-5


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_sides_that_stand_alike_have_the_same_chance(seed: int) -> None:
    chance = random.Random(seed)
    ruleset, table = chance.choice(FAMILY)
    # Who deals makes a difference between sides, but for that nothing does.
    ruleset = ruleset.house_rules(Options(dealer_matches=()))
    at = Match(ruleset, Seating(table=table, names=NAMES[: table.players]), 0)
    most = ruleset.rules.target or 11
    scores = [chance.randint(-most, most) for _ in range(table.side_count)]
    order = chance.sample(range(len(scores)), len(scores))
    chances = win_chances.estimate_by_model(at, standing(at, *scores))
    reordered = win_chances.estimate_by_model(at, standing(at, *(scores[side] for side in order)))
    assert reordered == pytest.approx([chances[side] for side in order], abs=1e-4)
    level = win_chances.estimate_by_model(at, standing(at, *[scores[0]] * len(scores)))
    assert level == pytest.approx([1 / len(scores)] * len(scores), abs=1e-6)


def find_winner(rules_: Rules, scores: Scores, pitcher: int, is_success: bool) -> int | None:
    """Return the winner with a hand, computed otherwise than by the model; None if nobody."""
    out = [side for side, score in enumerate(scores) if score >= (rules_.target or 0)]
    is_pitcher_out = pitcher in out and (is_success or rules_.going_out is GoingOut.PITCHER_ONLY)
    if rules_.going_out is not GoingOut.ANYONE and is_pitcher_out:
        return pitcher
    if rules_.going_out in PITCHER_ALONE or not out:
        return None
    best = [side for side in out if scores[side] == max(scores)]
    return best[0] if len(best) == 1 else None


def play_all_hands(rules_: Rules, scores: Scores, next_pitcher: tuple[float, ...]) -> list[float]:
    """Return how likely each side wins, by playing every possible hand until none is left.

    Every point that others take is given to each of them in turn.
    """
    sides = range(len(scores))
    won, alive = [0.0] * len(scores), {scores: 1.0}
    pitching = next_pitcher
    while sum(alive.values()) > 1e-3:
        after = defaultdict[Scores, float](float)
        for (now, likely), pitcher in product(alive.items(), sides):
            opponents = [side for side in sides if side != pitcher]
            for hand in races.list_outcomes(rules_):
                for owners in product(opponents, repeat=hand.others):
                    then = list(now)
                    then[pitcher] += hand.pitching
                    for owner in owners:
                        then[owner] += 1
                    if not rules_.negative_scores:
                        then = [max(0, score) for score in then]
                    part = likely * pitching[pitcher] * hand.probability
                    part /= len(opponents) ** hand.others
                    winner = find_winner(rules_, tuple(then), pitcher, hand.is_made)
                    if winner is not None:
                        won[winner] += part
                    elif part > 1e-7:
                        after[
                            tuple(min(max(-8, score), (rules_.target or 0) + 4) for score in then)
                        ] += part
        alive, pitching = after, (1 / len(scores),) * len(scores)
    return won


@pytest.mark.parametrize("going_out", GoingOut)
@pytest.mark.parametrize("negative", [True, False])
def test_two_sides_have_the_chance_that_playing_every_hand_gives(
    going_out: GoingOut, negative: bool
) -> None:
    house = rules(target=5, going_out=going_out, negative_scores=negative)
    for scores in ((0, 0), (4, 1), (2, 3), (4, 4)):
        chances = duels.estimate_chances(house, scores, (0.4, 0.6))
        assert chances == pytest.approx(play_all_hands(house, scores, (0.4, 0.6)), abs=2e-3)


@pytest.mark.parametrize("going_out", [GoingOut.ANYONE, GoingOut.PITCHER_MADE_ONLY])
def test_three_sides_have_nearly_the_chance_that_playing_every_hand_gives(
    going_out: GoingOut,
) -> None:
    two_points = rules().point_values[:2]
    house = rules(
        target=3,
        going_out=going_out,
        point_values=two_points,
        bids=ONE_OR_TWO,
        **DEALER_IS_LIKE_ALL,
    )
    third = (1 / 3,) * 3
    for scores in ((0, 0, 0), (2, 1, 0), (1, 1, -1)):
        chances = races.estimate_chances(house, Table(players=3), scores, third)
        assert chances == pytest.approx(play_all_hands(house, scores, third), abs=0.07)


def test_the_first_to_go_of_independent_sides() -> None:
    assert races.chances_to_go_first([[1, 0.5, 0], [1, 1, 0.9]]) == pytest.approx((1, 0), abs=1e-2)
    assert races.chances_to_go_first([[1, 0.25], [1, 0.5]]) == pytest.approx((2 / 3, 1 / 3))
    assert races.chances_to_go_first([[1, 1], [1, 1], [1, 1]]) == pytest.approx((1 / 3,) * 3)
    # After the last moment they go on going as they went.
    assert races.chances_to_go_first([[1, 0.81], [1, 0.9]]) == pytest.approx((2 / 3, 1 / 3))


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_a_fixed_number_of_hands_ends_as_playing_them_all_does(hands: int) -> None:
    house = rules(hands=10)
    for scores in ((0, 0), (3, 0), (1, 7)):
        won = 0.0
        for line in product(product((0, 1), races.list_outcomes(house)), repeat=hands):
            lead, likely = scores[0] - scores[1], 1.0
            for pitcher, hand in line:
                ahead = hand.pitching - hand.others
                lead += -ahead if pitcher else ahead
                likely *= hand.probability / 2
            won += likely * (0.5 if lead == 0 else lead > 0)
        chances = win_chances.estimate_chances(house, Table(players=2), scores, hands)
        assert chances == pytest.approx((won, 1 - won))


def after(at: Match, records: tuple[HandRecord, ...]) -> Sheet:
    hands = [Hand(number=number, record=record) for number, record in enumerate(records, 1)]
    return sheets.fold_sheet(at, hands)


def test_a_side_out_before_the_last_hand_does_not_win_it() -> None:
    at = match("rules-guru", 4, Options(hands=3, slam=SlamBid.NONE, dealer_matches_slam=False))
    every = [
        claim_points(seat, bid, who) for seat, bid, who in product((0, 1, 3), ("2", "4"), TOOK)
    ]
    outs = 0
    for first in every:
        before = after(at, (first, first))
        possible = estimate_percents(at, before)
        assert 0 not in possible or set(possible) > {0}
        outs += 0 in possible
        for last in every:
            winner = after(at, (first, first, last)).winner
            if winner is not None:
                assert possible[winner.side] > 0
    assert outs


def test_nobody_is_out_of_reach_where_misdeals_pay_the_others() -> None:
    options = Options(hands=3, slam=SlamBid.NONE, dealer_matches_slam=False)
    first = claim_points(0, "4", "1111")
    for misdeal, is_out in ((Misdeal.SAME_DEALER, True), (Misdeal.POINTS_TO_OTHERS, False)):
        at = match("rules-guru", 4, structs.replace(options, misdeal=misdeal))
        assert (0 in estimate_percents(at, after(at, (first, first)))) is is_out


TOOK = ("0000", "0011", "0123", "1111", "3210")


def test_who_has_won_has_it_all() -> None:
    at = match("setback", 4, Options(target=4))
    sheet = after(at, (claim_points(0, "4", "0000"),))
    assert sheet.winner is not None
    chances = win_chances.estimate_win_chances(at, sheet)
    assert (chances.percents, chances.is_estimate) == ((100, 0, 0, 0), False)


def test_an_open_hand_that_ends_the_match_leaves_only_those_who_can_win_with_it() -> None:
    at = match("setback", 4)
    sheet = standing(at, 6, 6, 2, 1)
    for winners, may_play_on, out in (((0, 1), False, {2, 3}), ((1,), False, {0, 2, 3})):
        outlook = Outlook(winners=winners, may_play_on=may_play_on, is_certain=len(winners) == 1)
        chances = win_chances.estimate_win_chances(at, structs.replace(sheet, outlook=outlook))
        assert {side for side, percent in enumerate(chances.percents) if not percent} == out
        assert chances.is_estimate == (len(winners) > 1)
    playing_on = Outlook(winners=(0,), may_play_on=True, is_certain=False)
    assert all(estimate_percents(at, structs.replace(sheet, outlook=playing_on)))


def test_no_score_is_too_far_out() -> None:
    ends = (-99_900, -1000, 0, 999, 99_900)
    for preset, players, options in (
        ("rules-guru", 8, Options(target=1000)),
        ("rules-guru", 2, Options(target=1)),
        ("setback", 4, Options(target=1000, negative_scores=False)),
        ("rules-guru", 3, Options(hands=200)),
        ("rules-guru", 2, Options(hands=200)),
        ("king-pedro", 4, NO_OPTIONS),
        ("pawnee", 5, NO_OPTIONS),
    ):
        at = match(preset, players, structs.replace(options, dealer_matches=()))
        sides = at.seating.table.side_count
        for first, second in product(ends, ends):
            percents = estimate_percents(at, standing(at, first, *[second] * (sides - 1)))
            assert sum(percents) == 100
            assert (first <= second) or percents[0] >= max(percents[1:])


def test_hands_of_many_points_are_answered_for() -> None:
    values = tuple(
        PointValue(point=value.point, worth=100)
        for value in rulesets.preset("cinch").rules.point_values
    )
    for target in (1, 100, 1000):
        at = match("cinch", 4, Options(point_values=values, target=target))
        assert estimate_percents(at, standing(at, 0, 0)) == (50, 50)
    everybody = rules(tables=(Table(players=8),), point_values=values[:4], target=1000)
    table = Table(players=8)
    assert sum(races.estimate_chances(everybody, table, (0,) * 8, (1 / 8,) * 8)) == pytest.approx(1)


def test_points_outside_play_count_like_others() -> None:
    at = match()
    bet = Adjustment(side=0, points=8, reason="a bet", after_hand=0)
    sheet = sheets.fold_sheet(at, (), [bet])
    assert win_chances.estimate_by_model(at, sheet)[0] > 0.7


def test_new_rules_are_reckoned_in_bounded_work() -> None:
    """The worst of the family, and the longest matches at the largest table, in a second each."""
    for preset, players, options in (
        ("setback-six", 4, NO_OPTIONS),
        ("ten-point", 4, NO_OPTIONS),
        ("king-pedro", 4, Options(hands=200)),
        ("prairie-smear", 8, Options(target=200)),
    ):
        at = match(preset, players, options)
        for function in (
            races.list_outcomes,
            duels._worths,
            races._track,
            races.score_changes,
        ):
            function.cache_clear()
        began = process_time()
        estimate_percents(at, sheets.fold_sheet(at, ()))
        assert process_time() - began < 3


def test_a_long_match_of_new_rules_is_reckoned_in_few_steps() -> None:
    """Whoever looks at a board first waits for it, and so does everybody else meanwhile."""
    at = match("ten-point", 4, Options(hands=200))
    began = process_time()
    # One hand after the other takes three times as many steps as this, which measures the machine.
    sums = defaultdict[int, float](float)
    for place in range(500_000):
        sums[place % 500] += 0.5 * place
    measure = process_time() - began
    win_chances._lead_odds.cache_clear()
    began = process_time()
    estimate_percents(at, sheets.fold_sheet(at, ()))
    assert process_time() - began < measure


def test_percents_are_whole_and_leave_nobody_out() -> None:
    assert percents.round_percents((0.5, 0.5), (0, 1)) == (50, 50)
    assert percents.round_percents((1 / 3,) * 3, (0, 1, 2)) == (34, 33, 33)
    assert percents.round_percents((0.9999, 0.0001), (0, 1)) == (99, 1)
    assert percents.round_percents((1.0, 0.0), (1,)) == (0, 100)
    assert percents.round_percents((0.6, 0.2, 0.2), (0, 2)) == (75, 0, 25)
    assert percents.round_percents((1.0, 0.0, 0.0), (1, 2)) == (0, 50, 50)
    assert percents.round_percents((0.9994, *[0.0001] * 6), range(7)) == (94, *[1] * 6)
    assert percents.round_percents((0.994, *[0.001] * 6), range(7)) == (94, *[1] * 6)
    with pytest.raises(ValueError, match="possible"):
        percents.round_percents((1.0,), ())
