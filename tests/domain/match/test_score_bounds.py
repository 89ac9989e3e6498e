"""Scores that the table wrote down while hands before are open, against every way to play them."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pitch import calls
from pitch.calls import Call
from pitch.findings import FindingKind
from pitch.hand import results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord
from pitch.match import sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.rules import rulesets
from pitch.rules.choices import SlamBid
from pitch.rules.options import Options
from pitch.seats import Arrangement, Seating
from tests.support.hands import NAMES, claim_points
from tests.support.searches import share

CODE = "written_scores_out_of_reach"
Scores = tuple[int, ...]


def table(*, negative: bool = True, players: int = 4, slam: SlamBid = SlamBid.NONE) -> Match:
    """A match to 50 of three small bids."""
    bids = (Call.TWO, Call.THREE, Call.FOUR)
    options = Options(
        bids=bids,
        slam=slam,
        dealer_matches_slam=False,
        negative_scores=negative,
        target=50,
    )
    ruleset = rulesets.preset("rules-guru").house_rules(options)
    arrangement = Arrangement.PARTNERS_ACROSS if players == 4 else None
    seating = Seating(table=ruleset.table_for(players, arrangement), names=NAMES[:players])
    return Match(ruleset=ruleset, seating=seating, first_dealer=0)


def find_out_of_reach(
    match: Match,
    before: Sequence[HandRecord],
    scores: Scores,
    adjustments: Sequence[Adjustment] = (),
) -> list[tuple[str, ...]]:
    """Return the facts of the last hand that are out of reach if it has these scores."""
    records = (*before, HandRecord(claims=Claims(scores=scores)))
    hands = [Hand(number=number, record=record) for number, record in enumerate(records, 1)]
    findings = sheets.fold_sheet(match, hands, adjustments).lines[-1].findings
    assert all(finding.kind is FindingKind.ARITHMETIC for finding in findings)
    return [finding.facts for finding in findings if finding.code == CODE]


def list_payments(match: Match, contract: Contract | None) -> set[Scores]:
    """All that a hand can pay the sides: any points to anybody, by any contract it can have."""
    deal = Deal(match.ruleset, match.seating, dealer=0)
    sides = range(deal.sides)
    pitchers = [seats[0] for seats in match.seating.table.seats_by_side]
    contracts = (
        [contract]
        if contract
        else [
            Contract(pitcher=seat, bid=bid) for seat in pitchers for bid in deal.ruleset.rules.bids
        ]
    )
    changes = set() if contract else {(0,) * deal.sides}
    anybody = (*sides, None)
    for played, owners in product(contracts, product(sides, sides, anybody, anybody)):
        points = [owners.count(side) for side in sides]
        is_success = points[deal.side_of(played.pitcher)] >= calls.rank(played.bid)
        changes.add(results.deltas(played, points, deal, is_made=is_success))
    return changes


def list_reached_scores(match: Match, records: Sequence[HandRecord]) -> Iterator[Scores]:
    """All scores after some hands and one more of which nothing is known."""
    floor = None if match.ruleset.rules.negative_scores else 0
    scores = {(0,) * match.seating.table.side_count}
    for record in (*records, HandRecord()):
        lines = sheets.fold_sheet(match, [Hand(number=1, record=record)]).lines
        changes = (
            {lines[0].verdict.deltas}
            if record.claims and lines[0].verdict.deltas
            else list_payments(match, record.contract)
        )
        scores = {
            tuple(
                score + change if floor is None else max(floor, score + change)
                for score, change in zip(scores_before, payment, strict=True)
            )
            for scores_before, payment in product(scores, changes)
        }
    yield from scores


@settings(max_examples=share(60), derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_scores_are_out_of_reach_only_if_no_hands_make_them(seed: int) -> None:
    chance = random.Random(seed)
    match = table(negative=chance.random() < 0.5, players=chance.choice((3, 4)))
    sides = match.seating.table.side_count
    seats = range(match.seating.table.players)
    bids = match.ruleset.rules.bids
    open_hand = HandRecord(contract=Contract(pitcher=chance.choice(seats), bid=chance.choice(bids)))
    hand = claim_points(chance.choice(seats), chance.choice(bids).value, "0101")
    records = chance.choice([[HandRecord()], [open_hand], [open_hand, hand]])
    possible = set(list_reached_scores(match, records))
    least = [min(scores[side] for scores in possible) for side in range(sides)]
    most = [max(scores[side] for scores in possible) for side in range(sides)]
    for scores in chance.sample(sorted(possible), min(20, len(possible))):
        assert find_out_of_reach(match, records, scores) == []
    for side in range(sides):
        for score in (least[side] - 1, most[side] + 1):
            if score >= 0 or match.ruleset.rules.negative_scores:
                written = tuple(score if seat == side else most[seat] for seat in range(sides))
                assert (f"/claims/scores/{side}",) in find_out_of_reach(match, records, written)
    if match.ruleset.rules.negative_scores:  # what a floor holds up is followed side by side only
        too_much = [("/claims/scores",)] if sum(most) > max(map(sum, possible)) else []
        assert find_out_of_reach(match, records, tuple(most)) == too_much


def test_scores_that_two_open_hands_cannot_pay_are_reported() -> None:
    match = table()
    assert find_out_of_reach(match, [HandRecord()], (8, 0)) == []
    assert find_out_of_reach(match, [HandRecord()], (9, -1)) == [("/claims/scores/0",)]
    assert find_out_of_reach(match, [HandRecord()], (8, 1)) == [("/claims/scores",)]
    assert find_out_of_reach(match, [HandRecord()], (-8, 8)) == []
    assert find_out_of_reach(match, [HandRecord()], (-9, 8)) == [("/claims/scores/0",)]


def test_points_outside_play_move_what_can_be_reached() -> None:
    handicap = [Adjustment(side=0, points=5, reason="Handicap", after_hand=0)]
    assert find_out_of_reach(table(), [HandRecord()], (13, 0), handicap) == []
    assert find_out_of_reach(table(), [HandRecord()], (14, 0), handicap) == [("/claims/scores/0",)]


def test_a_slam_leaves_nothing_to_bound() -> None:
    assert find_out_of_reach(table(slam=SlamBid.SMUDGE), [HandRecord()], (40, 0)) == []


def test_while_all_before_is_settled_the_scores_are_compared_instead() -> None:
    assert find_out_of_reach(table(), [], (40, 0)) == []
