"""Matches of five who call partners: who goes out, tallies, and scores that a hand can make."""

from itertools import product

import pytest
from msgspec import structs

from domain.calls import Call
from domain.findings import Status
from domain.hand import partners, results, verdicts
from domain.hand.auctions import Contract
from domain.hand.deals import Deal
from domain.hand.points import PointSide
from domain.hand.records import HandRecord
from domain.match import changes, wins
from domain.match.changes import HandNotPossible, Result
from domain.match.wins import HandEnd, WinReason
from domain.point_names import PointName
from domain.rules import rulesets
from domain.rules.rulesets import RuleSet
from domain.rulings import winners
from domain.rulings.decisions import Decision
from domain.rulings.winners import WinnerQuestion
from domain.seats import Seating

PAWNEE = rulesets.preset("pawnee")
FIVE = rulesets.preset("trickster-five")


def deal(ruleset: RuleSet) -> Deal:
    table = rulesets.table_for(ruleset, 5)
    return Deal(ruleset, Seating(table=table, names=("Ann", "Bob", "Cid", "Dee", "Eve")), 4)


def winner(
    ruleset: RuleSet, after: tuple[int, ...], partner: int, *, made: bool = True
) -> tuple[int, WinReason] | None:
    """Who has won when Ann, seat 0, has pitched for six with a partner."""
    dealt = deal(ruleset)
    verdict = structs.replace(
        verdicts.verdict(HandRecord(), dealt),
        status=Status.SETTLED,
        pitcher=0,
        pitching_side=0,
        partner=partner,
        bid=Call("6"),
        made=made,
        points=None,
    )
    before = (0,) * 5
    end = HandEnd(number=9, played=9, before=before, after=after, verdict=verdict, deal=dealt)
    won = wins.winner(end)
    return None if won is None else (won.side, won.reason)


@pytest.mark.parametrize("ruleset", [PAWNEE, FIVE], ids=lambda each: each.preset)
def test_of_two_who_go_out_together_the_pitcher_wins(ruleset: RuleSet) -> None:
    assert winner(ruleset, (42, 0, 50, 0, 0), 2) == (0, WinReason.PITCHER_OUT)


def test_a_partner_at_the_target_wins_by_a_bid_that_was_made() -> None:
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 2) == (2, WinReason.PITCHER_OUT)
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 3) is None
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 2, made=False) is None


def test_where_anybody_may_go_out_after_the_pitcher_the_highest_wins() -> None:
    assert winner(FIVE, (30, 33, 31, 34, 0), 2) == (3, WinReason.HIGHEST)
    assert winner(FIVE, (30, 33, 32, 34, 0), 2) == (2, WinReason.PITCHER_OUT)
    assert winner(FIVE, (30, 34, 31, 34, 0), 2) is None


def _real(dealt: Deal, bid: Call, *, made: bool) -> dict[int, set[tuple[int, ...]]]:
    """By partner every change of scores that some hand pitched by seat 0 makes."""
    real: dict[int, set[tuple[int, ...]]] = {seat: set() for seat in range(5)}
    total = dealt.ruleset.rules.total
    for partner, own, others in product(range(5), range(total + 1), range(total + 1)):
        is_made = own >= (results.promised(Contract(pitcher=0, bid=bid), dealt).points)
        # High and Low are always somebody's, so two points at the least.
        if is_made is made and 2 <= own + others <= total:
            paid = own if made else -(int(bid.value) if bid.value.isdigit() else 0)
            real[partner].add(tuple(paid if seat in {0, partner} else others for seat in range(5)))
    return real


@pytest.mark.parametrize("made", [True, False])
def test_the_changes_of_score_that_a_hand_can_make_are_known_exactly(*, made: bool) -> None:
    """Of all changes to pitcher, partner and others just those that some hand pays are taken."""
    dealt, bid = deal(PAWNEE), Call("6")
    real = _real(dealt, bid, made=made)
    reach = sorted({change for each in real.values() for row in each for change in row})
    for own, second, others in product([*reach, 11, -5], repeat=3):
        for named, after in (
            (2, (own, others, second, others, others)),
            (0, (own, others, others, others, others)),
            (None, (own, others, second, others, others)),
        ):
            result = Result(after=after, pitching_side=0, bid=bid, made=made, partner_side=named)
            try:
                contracts = set(changes.ways((0,) * 5, result, dealt))
            except HandNotPossible:
                contracts = set()
            among = range(5) if named is None else (named,)
            expected = {seat for seat in among if after in real[seat]}
            assert {each.partner for each in contracts} == expected, (after, named)


def test_changes_that_cannot_go_together_are_told() -> None:
    dealt = deal(PAWNEE)
    for after, partner, told in (
        ((6, 4, 5, 4, 4), 2, "second"),
        ((6, 4, 6, 3, 4), 2, "each of the others gains what they took together"),
        ((6, 5, 6, 5, 5), 2, "so the other sides take 0, 1, 2, 3 or 4 points together, not 5"),
    ):
        result = Result(
            after=after, pitching_side=0, bid=Call("6"), made=True, partner_side=partner
        )
        with pytest.raises(HandNotPossible) as refused:
            changes.ways((0,) * 5, result, dealt)
        if told != "second":
            assert told in str(refused.value)


def test_points_that_were_told_are_held_against_those_who_score_together() -> None:
    dealt = deal(PAWNEE)
    sides = (0, 1, 0, 3, 2, 4, 1, 2)
    told = tuple(
        PointSide(point=point, side=side)
        for point, side in zip(PAWNEE.rules.points, sides, strict=True)
    )
    result = Result(after=(6, 4, 6, 4, 4), pitching_side=0, bid=Call("6"), made=True, points=told)
    (contract,) = changes.ways((0,) * 5, result, dealt)
    assert contract.partner == 2
    wrong = structs.replace(result, points=(PointSide(point=PointName.THREE, side=1), *told[:-1]))
    with pytest.raises(HandNotPossible):
        changes.ways((0,) * 5, wrong, dealt)


def _ruled(
    ruleset: RuleSet, before: tuple[int, ...], result: Result
) -> tuple[Decision, int | None]:
    question = WinnerQuestion(players=5, scores=before, result=result, dealer=4)
    ruling = winners.rule(question, ruleset)
    return ruling.decision, ruling.winner


def test_a_ruling_on_the_winner_knows_the_partner_by_the_scores() -> None:
    result = Result(after=(30, 44, 46, 4, 4), pitching_side=0, bid=Call("6"), made=True)
    assert _ruled(PAWNEE, (24, 40, 40, 0, 0), result) == (Decision.WON, 2)
    named = structs.replace(result, partner_side=2)
    assert _ruled(PAWNEE, (24, 40, 40, 0, 0), named) == (Decision.WON, 2)


def test_where_the_scores_leave_the_partner_open_the_winner_is_not_known() -> None:
    """All gain five by a bid of five, so anybody may have been the partner."""
    result = Result(after=(25, 45, 45, 5, 5), pitching_side=0, bid=Call("5"), made=True)
    assert _ruled(PAWNEE, (20, 40, 40, 0, 0), result) == (Decision.OPEN, None)
    named = structs.replace(result, partner_side=1)
    assert _ruled(PAWNEE, (20, 40, 40, 0, 0), named) == (Decision.WON, 1)


def test_elsewhere_a_result_has_no_partner() -> None:
    setback = rulesets.preset("setback")
    table = rulesets.table_for(setback, 4)
    dealt = Deal(setback, Seating(table=table, names=("Ann", "Bob", "Cid", "Dee")), 3)
    result = Result(after=(3, 1), pitching_side=0, bid=Call.THREE, made=True, partner_side=1)
    with pytest.raises(HandNotPossible) as refused:
        changes.ways((0, 0), result, dealt)
    assert refused.value.pointer == "/result/partnerSide"


def test_those_who_score_together_have_one_sum() -> None:
    dealt = deal(PAWNEE)
    contract = Contract(pitcher=0, bid=Call("6"), partner=2)
    assert partners.pooled((1, 2, 3, 4, 0), contract, dealt) == (4, 6, 4, 6, 6)
    assert partners.pooled((1, 2, 3, 4, 0), structs.replace(contract, partner=0), dealt) == (
        1, 9, 9, 9, 9,
    )  # fmt: skip
