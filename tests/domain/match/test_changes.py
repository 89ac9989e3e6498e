"""A change of score is taken exactly if some hand makes it, and else refused with the reason."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from operator import add
from typing import Final

import pytest
from msgspec import structs

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.deals import Deal
from pitch.hand.points import PointSide
from pitch.match import changes, wins
from pitch.match.changes import HandNotPossible, Result
from pitch.messages import Refusal
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.rules.choices import (
    GameTie,
    GoingOut,
    Low,
    MadeScores,
    Misdeal,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamReward,
    SlamSet,
    Surplus,
)
from pitch.rules.options import NO_OPTIONS, Options, Rules
from pitch.seats import Table
from pitch.tricks import Follow
from tests.support import claims
from tests.support.hands import EVERY_TABLE, anywhere, claim_points, deal
from tests.support.representatives import TRIED
from tests.support.searches import IS_THOROUGH, some

BIDS: Final = {"one": 1, "two": 2, "three": 3, "four": 4}
Owners = tuple[int | None, ...]
HandResult = tuple[bool, tuple[int, ...], Owners]


# What hands there are, told without the module in question.


def shares_of_game(sides: int, pitching: int, dealing: int, rules: Rules) -> Iterator[Owners]:
    """Yield the sides that tied for Game, if any, and the side that gets it."""
    for side in range(sides):
        yield side, side
    for size in range(2, sides + 1):
        for level in combinations(range(sides), size):
            opponents = [side for side in level if side != pitching]
            winners = {
                GameTie.NOBODY: None,
                GameTie.PITCHING_SIDE: pitching,
                GameTie.DEALER: dealing,
                GameTie.OTHER_SIDE: opponents[0] if len(opponents) == 1 else None,
            }[rules.game_tie]
            yield winners if winners in level else None, *level


def hands(dealt: Deal, pitching: int, bid: str) -> Iterator[HandResult]:
    """Yield the end of each legal hand: whether it is made, the changes, the points."""
    rules, sides = dealt.ruleset.rules, dealt.sides
    before = dealt.scores or (0,) * sides
    shares = list(shares_of_game(sides, pitching, dealt.side_of(dealt.dealer), rules))
    nobody = (*range(sides), None)
    for high, low, jack, (game, *owners_of_game) in product(
        range(sides), range(sides), nobody, shares
    ):
        owners = (high, low, jack, game)
        points = [owners.count(side) for side in range(sides)]
        if bid in BIDS:
            is_success = points[pitching] >= BIDS[bid]
            alone = rules.made_scores is MadeScores.BID_ONLY
            paid = (BIDS[bid] if alone else points[pitching]) if is_success else -BIDS[bid]
            yield is_success, with_payment(points, pitching, paid), owners
            continue
        captors = {high, jack, *([low] if rules.low is Low.CAPTURED else [])} - {None}
        pips = {side for side in owners_of_game if side is not None}
        least = [captors | pips]
        jack_counts = jack is not None and rules.trump_jack_pips
        dealt_cards = 6 * dealt.players - (jack is not None)
        if len(pips) == sides and not jack_counts and dealt_cards <= 52 - 20:
            least.append(captors)  # everybody ties at no pips, whoever won a trick
        for winners, tricks in product(least, range(7)):
            rival_count = len(winners - {pitching})
            if tricks < (pitching in winners) or rival_count > 6 - tricks:
                continue
            needed_tricks, needed_points = {
                SlamNeeds.FOUR_TRICKS: (4, 0),
                SlamNeeds.ALL_TRICKS: (6, 0),
                SlamNeeds.ALL_POINTS: (0, 4),
                SlamNeeds.ALL_TRICKS_AND_POINTS: (6, 4),
            }[rules.slam_needs]
            is_success = tricks >= needed_tricks and points[pitching] >= needed_points
            loses = rules.target if rules.slam_set is SlamSet.TARGET else rules.slam_loses
            wins = rules.slam_scores
            if rules.slam_reward is SlamReward.MATCH_OR_ZERO and before[pitching] < 0:
                wins = -before[pitching]
            paid = wins if is_success else -(loses or 0)
            yield is_success, with_payment(points, pitching, paid), owners


def with_payment(extras: Sequence[int], pitching: int, paid: int) -> tuple[int, ...]:
    return (*extras[:pitching], paid, *extras[pitching + 1 :])


def is_accepted(before: Sequence[int], result: Result, dealt: Deal) -> bool:
    try:
        return bool(changes.list_ways(before, result, dealt))
    except HandNotPossible:
        return False


def box_around(sides: int, real: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Every change in a box; at big tables all that are two steps or less from a real one."""
    if sides <= 3:
        return set(product(range(-6, 7), repeat=sides))
    box = set(real)
    for change in real:
        for lower_side, upper_side in product(range(sides), repeat=2):
            for up, down in ((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (3, 0)):
                neighbor = list(change)
                neighbor[lower_side] += up
                neighbor[upper_side] += down
                box.add(tuple(neighbor))
    return box


CASES: Final = [
    (preset, options)
    for preset in TRIED
    for options in (
        NO_OPTIONS,
        *(Options(game_tie=tie) for tie in GameTie if tie is not GameTie.NOBODY),
        Options(low=Low.DEALT),
        Options(made_scores=MadeScores.BID_ONLY, several_out=SeveralOut.HIGHEST_OR_PLAY_ON),
        *(
            options
            for options in (
                *(Options(slam_needs=needs) for needs in SlamNeeds),
                Options(slam_set=SlamSet.TARGET, target=6),
                Options(slam_set=SlamSet.MATCH, slam_loses=1),
                Options(slam_reward=SlamReward.MATCH_OR_ZERO, slam_needs=SlamNeeds.ALL_POINTS),
            )
            if preset.endswith(("guru", "-pitch"))
        ),
    )
]


@pytest.mark.search
@pytest.mark.parametrize(("preset", "options"), some(CASES, 3))
def test_a_change_is_accepted_exactly_if_a_hand_makes_it(preset: str, options: Options) -> None:
    """All hands of all tables against all changes about them."""
    house = deal(preset, options=options).ruleset
    is_document = options == NO_OPTIONS
    for table in house.rules.tables:
        sides = table.side_count
        if sides > (4 if is_document else 2):
            continue
        dealt = deal(house, table.players, table.sides)
        slam = house.rules.slam
        for bid in (*BIDS, *([slam.value] if slam is not SlamBid.NONE else [])):
            compare(dealt, sides - 1 if is_document else 0, bid)


def compare(dealt: Deal, pitching: int, bid: str) -> None:
    """Every change and every outcome of a bid, by the module and by the hands that there are."""
    before = (0,) * dealt.sides
    if dealt.ruleset.rules.asks_for_scores:
        before = (*before[:pitching], -3, *before[pitching + 1 :])
        dealt = structs.replace(dealt, scores=before)
    real = {(hand, paid) for hand, paid, _ in hands(dealt, pitching, bid)}
    for is_success in (False, True):
        for change in box_around(
            dealt.sides, {paid for success, paid in real if success is is_success}
        ):
            after = tuple(map(add, before, change))
            result = Result(after=after, pitching_side=pitching, bid=Call(bid), made=is_success)
            possible = (is_success, change) in real
            assert is_accepted(before, result, dealt) is possible, (bid, is_success, change)


@pytest.mark.search
@pytest.mark.parametrize(
    ("preset", "tie"), some([(preset, tie) for preset in TRIED for tie in GameTie], 3)
)
def test_points_are_taken_exactly_if_such_a_hand_gives_them(preset: str, tie: GameTie) -> None:
    house = deal(preset, options=Options(game_tie=tie)).ruleset
    for table in house.rules.tables:
        if table.side_count > (3 if tie is GameTie.NOBODY else 2):
            continue
        dealt = deal(house, table.players, table.sides)
        slam = house.rules.slam
        sides, nobody = range(dealt.sides), (*range(dealt.sides), None)
        for bid in ("two", "four", *([slam.value] if slam is not SlamBid.NONE else [])):
            real = set(hands(dealt, 0, bid))
            paid = sorted({(success, change) for success, change, _ in real})
            for owners in product(sides, sides, nobody, nobody):
                high, low, jack, game = owners
                point_sides = claims.point_sides(high or 0, low or 0, jack, game)
                for made, change in paid:
                    result = Result(
                        after=change, pitching_side=0, bid=Call(bid), made=made, points=point_sides
                    )
                    possible = (made, change, owners) in real
                    assert is_accepted((0,) * dealt.sides, result, dealt) is possible, (
                        result,
                        owners,
                    )


@pytest.mark.search
@pytest.mark.parametrize(
    "table",
    EVERY_TABLE if IS_THOROUGH else (EVERY_TABLE[0], EVERY_TABLE[7]),
    ids=lambda table: f"{table.players}-{table.sides}",
)
def test_the_points_of_a_bid_by_number_can_fall_in_every_way(table: Table) -> None:
    """Each has a deal and a play; sides that are alike stand for one another."""
    dealt = deal(anywhere("rules-guru"), table.players, table.sides)
    sides = range(dealt.sides)
    ways = product(sides, sides, (*sides, None), (*sides, None))
    for owners in some([*filter(is_first_of_its_kind, ways)], 4):
        assert fits(dealt, "two", owners, None), owners


@pytest.mark.search
@pytest.mark.parametrize("low", Low)
@pytest.mark.parametrize("jack_counts", [True, False] if IS_THOROUGH else [True])
@pytest.mark.parametrize(
    "table", [EVERY_TABLE[0], EVERY_TABLE[7]] if IS_THOROUGH else [EVERY_TABLE[0]]
)
def test_how_a_slam_fares_is_what_the_search_finds(
    table: Table, low: Low, jack_counts: bool
) -> None:
    """Over all deals and plays, by tricks alone: four of them, and all six."""
    options = Options(low=low, trump_jack_pips=jack_counts, slam_needs=SlamNeeds.FOUR_TRICKS)
    four = deal(anywhere("rules-guru", options), table.players, table.sides)
    six = deal(four.ruleset, options=Options(slam_needs=SlamNeeds.ALL_TRICKS), players=2)
    six = Deal(six.ruleset, four.seating, four.dealer)
    sides = range(four.sides)
    ways = [*filter(is_first_of_its_kind, product(sides, sides, (*sides, None), (*sides, None)))]
    for owners in some(ways, 20):
        high, low_side, jack, game = owners
        point_sides = claims.point_sides(high or 0, low_side or 0, jack, game)
        can = {tricks for tricks in range(7) if can_win(four, owners, tricks)}
        for dealt, needed in ((four, 4), (six, 6)):
            for is_success in (True, False):
                points = [owners.count(side) for side in sides]
                after = with_payment(points, 0, 4 if is_success else -5)
                result = Result(
                    after=after,
                    pitching_side=0,
                    bid=Call.SMUDGE,
                    made=is_success,
                    points=point_sides,
                )
                possible = any((tricks >= needed) is is_success for tricks in can)
                assert is_accepted((0,) * four.sides, result, dealt) is possible, (
                    owners,
                    is_success,
                    can,
                )


def is_first_of_its_kind(owners: Owners) -> bool:
    """Return whether the defending sides are in order, so that each pattern is tried once."""
    opponents = list(dict.fromkeys(side for side in owners if side))
    return opponents == list(range(1, len(opponents) + 1))


def can_win(dealt: Deal, owners: Owners, tricks: int) -> bool:
    rest = product(range(7 - tricks), repeat=dealt.sides - 1)
    return any(
        fits(dealt, "smudge", owners, (tricks, *rest)) for rest in rest if sum(rest) == 6 - tricks
    )


def fits(dealt: Deal, bid: str, owners: Owners, tricks: tuple[int, ...] | None) -> bool:
    owner_text = "".join("-" if side is None else str(side) for side in owners)
    record = claim_points(0, bid, owner_text, tricks)
    proof = provers.prove(record, dealt)
    assert proof.is_exact
    return verdicts.judge(record, dealt, proof).status is not Status.IMPOSSIBLE


@pytest.mark.parametrize("surplus", Surplus)
def test_surplus_trumps_bring_points_to_a_side_without_a_trick(surplus: Surplus) -> None:
    """It has none that tricks bring, and the surplus of the pitcher brings none."""
    needs = Options(slam_needs=SlamNeeds.ALL_TRICKS, follow=Follow.FOLLOW_OR_TRUMP, surplus=surplus)
    dealt = deal("pitch31", options=needs)
    point_sides = tuple(
        PointSide(point=point, side=1 if point in {PointName.JACK, PointName.TEN} else 0)
        for point in dealt.ruleset.rules.points
    )
    for points in (None, point_sides):
        result = Result(after=(20, 2), pitching_side=0, bid=Call.MOON, made=True, points=points)
        assert is_accepted((0, 0), result, dealt) is (surplus is Surplus.TO_OPPONENTS)


def test_a_score_that_cannot_fall_below_zero_stops_there() -> None:
    dealt = deal("setback", 2, options=Options(negative_scores=False))
    for after, possible in ((0, True), (-1, False), (1, False)):
        result = Result(after=(after, 3), pitching_side=0, bid=Call.THREE, made=False)
        assert is_accepted((2, 0), result, dealt) is possible


# With which scores a hand can be dealt.

TARGET: Final = 3
LEAST: Final = -2


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize(
    ("going_out", "several"),
    [
        (going_out, several)
        for going_out in GoingOut
        for several in SeveralOut
        if several is SeveralOut.HIGHEST_OR_PLAY_ON or not going_out.startswith("pitcher_made_only")
    ],
)
def test_a_match_was_over_exactly_if_no_play_leads_to_such_scores(
    sides: int, going_out: GoingOut, several: SeveralOut
) -> None:
    """Every hand from every score, and any points taken after it."""
    options = Options(target=TARGET, going_out=going_out, several_out=several)
    try:
        dealt = deal("setback", sides, options=options)
    except Refusal:
        return
    most = TARGET + 6
    payments = {
        (pitching, hand, paid)
        for pitching in range(sides)
        for bid in BIDS
        for hand, paid, _ in hands(dealt, pitching, bid)
    }
    starts = {(0,) * sides}
    ends: set[tuple[int, bool, tuple[int, ...]]] = set()
    waiting = [
        (pitching, payment, tuple(min(most, change) for change in paid))
        for pitching, payment, paid in payments
    ]
    while waiting:
        end = waiting.pop()
        pitching, is_success, after = end
        if end in ends or min(after) < LEAST:
            continue
        ends.add(end)
        waiting += [
            (pitching, is_success, with_payment(after, side, after[side] - 1))
            for side in range(sides)
        ]
        if after not in starts and not is_won(
            after, pitching, going_out, several, is_success=is_success
        ):
            starts.add(after)
            waiting += [
                (who, payment, tuple(min(most, a + b) for a, b in zip(after, paid, strict=True)))
                for who, payment, paid in payments
            ]
    for scores in product(range(LEAST, TARGET + 3), repeat=sides):
        was_over = wins.was_over_before(scores, 3, dealt.ruleset.rules)
        assert was_over is (scores not in starts), scores


def is_won(
    after: Sequence[int],
    pitching: int,
    going_out: GoingOut,
    several: SeveralOut,
    *,
    is_success: bool,
) -> bool:
    """Return whether a side has won; in counting order whoever is there, for one is there first."""
    if max(after) < TARGET:
        return False
    is_out = after[pitching] >= TARGET and (is_success or going_out is GoingOut.PITCHER_ONLY)
    if going_out in {GoingOut.PITCHER_MADE_ONLY, GoingOut.PITCHER_ONLY}:
        return is_out
    if is_out and going_out is GoingOut.PITCHER_MADE_FIRST:
        return True
    if several is SeveralOut.HIGHEST_OR_PITCHER and after[pitching] == max(after):
        return True
    return several is SeveralOut.COUNTING_ORDER or list(after).count(max(after)) == 1


def test_a_match_of_hands_was_over_when_they_were_played_unless_the_most_were_shared() -> None:
    rules = deal("setback", options=Options(hands=3)).ruleset.rules
    assert not wins.was_over_before((5, 1), 2, rules)
    assert wins.was_over_before((5, 1), 3, rules)
    assert not wins.was_over_before((5, 5), 3, rules)


def test_where_a_misdeal_gives_points_a_hand_may_begin_with_any_scores() -> None:
    rules = deal("setback", options=Options(misdeal=Misdeal.POINTS_TO_OTHERS)).ruleset.rules
    assert not wins.was_over_before((9, 1), 3, rules)
