"""Matches of five who call partners: who goes out, tallies, and scores that a hand can make."""

from itertools import product

import pytest
from msgspec import structs

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import partners, results, verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.points import PointSide
from pitch.hand.records import Claims, HandRecord
from pitch.match import changes, sheets, tallies, wins
from pitch.match.changes import HandNotPossible, Result
from pitch.match.matches import Hand, Match, Overruling
from pitch.match.steps import Standing
from pitch.match.wins import HandEnd, WinReason
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.choices import SlamBid
from pitch.rules.options import choices_in
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulesets import RuleSet
from pitch.rulings import winners
from pitch.rulings.decisions import Decision
from pitch.rulings.winners import WinnerQuestion
from pitch.seats import Seating
from pitchkeeper.messages import languages

PAWNEE = rulesets.preset("pawnee")
FIVE = rulesets.preset("trickster-five")


def deal(ruleset: RuleSet) -> Deal:
    table = ruleset.table_for(5)
    return Deal(ruleset, Seating(table=table, names=("Ann", "Bob", "Cid", "Dee", "Eve")), 4)


def winner(
    ruleset: RuleSet, after: tuple[int, ...], partner: int, *, is_success: bool = True
) -> tuple[int, WinReason] | None:
    """Return the winner when Ann, seat 0, has pitched for six with a partner."""
    dealt = deal(ruleset)
    verdict = structs.replace(
        verdicts.judge(HandRecord(), dealt),
        status=Status.SETTLED,
        pitcher=0,
        pitching_side=0,
        partner=partner,
        bid=Call("6"),
        made=is_success,
        points=None,
    )
    before = (0,) * 5
    end = HandEnd(number=9, played=9, before=before, after=after, verdict=verdict, deal=dealt)
    won = wins.find_winner(end)
    return None if won is None else (won.side, won.reason)


@pytest.mark.parametrize("ruleset", [PAWNEE, FIVE], ids=lambda value: value.preset)
def test_of_two_who_go_out_together_the_pitcher_wins(ruleset: RuleSet) -> None:
    assert winner(ruleset, (42, 0, 50, 0, 0), 2) == (0, WinReason.PITCHER_OUT)


def test_a_partner_at_the_target_wins_by_a_bid_that_was_made() -> None:
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 2) == (2, WinReason.PITCHER_OUT)
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 3) is None
    assert winner(PAWNEE, (30, 45, 42, 0, 0), 2, is_success=False) is None


def test_where_anybody_may_go_out_after_the_pitcher_the_highest_wins() -> None:
    assert winner(FIVE, (30, 33, 31, 34, 0), 2) == (3, WinReason.HIGHEST)
    assert winner(FIVE, (30, 33, 32, 34, 0), 2) == (2, WinReason.PITCHER_OUT)
    assert winner(FIVE, (30, 34, 31, 34, 0), 2) is None


def _real(dealt: Deal, bid: Call, *, is_success: bool) -> dict[int, set[tuple[int, ...]]]:
    """By partner every change of scores that some hand pitched by seat 0 makes."""
    real: dict[int, set[tuple[int, ...]]] = {seat: set() for seat in range(5)}
    total = dealt.ruleset.rules.total
    for partner, own, rest in product(range(5), range(total + 1), range(total + 1)):
        is_made = own >= (results.contract_needs(Contract(pitcher=0, bid=bid), dealt).points)
        # High and Low are always somebody's, so two points at the least.
        if is_made is is_success and 2 <= own + rest <= total:
            paid = own if is_success else -(int(bid.value) if bid.value.isdigit() else 0)
            real[partner].add(tuple(paid if seat in {0, partner} else rest for seat in range(5)))
    return real


@pytest.mark.parametrize("is_success", [True, False])
def test_the_changes_of_score_that_a_hand_can_make_are_known_exactly(*, is_success: bool) -> None:
    """Changes to pitcher, partner and others are accepted exactly if some hand pays them."""
    dealt, bid = deal(PAWNEE), Call("6")
    real = _real(dealt, bid, is_success=is_success)
    reach = sorted({change for each in real.values() for row in each for change in row})
    for own, second, rest in product([*reach, 11, -5], repeat=3):
        for partner, after in (
            (2, (own, rest, second, rest, rest)),
            (0, (own, rest, rest, rest, rest)),
            (None, (own, rest, second, rest, rest)),
        ):
            result = Result(
                after=after, pitching_side=0, bid=bid, made=is_success, partner_side=partner
            )
            try:
                contracts = set(changes.list_ways((0,) * 5, result, dealt))
            except HandNotPossible:
                contracts = set()
            among = range(5) if partner is None else (partner,)
            partners = {seat for seat in among if after in real[seat]}
            assert {contract.partner for contract in contracts} == partners, (after, partner)


def test_changes_that_cannot_go_together_are_explained() -> None:
    dealt = deal(PAWNEE)
    for after, partner, sentence in (
        ((6, 4, 5, 4, 4), 2, "Ann made 6: Cid came from 0 to 6 to 10, not 5."),
        ((6, 4, 6, 3, 4), 2, "Pitcher and partner score alike, and so do all the others."),
        ((6, 5, 6, 5, 5), 2, "Ann came to 6, so the others took 0 to 4 together, not 5."),
    ):
        result = Result(
            after=after, pitching_side=0, bid=Call("6"), made=True, partner_side=partner
        )
        with pytest.raises(HandNotPossible) as refusal:
            changes.list_ways((0,) * 5, result, dealt)
        assert languages.text(refusal.value.message).startswith(sentence)


def test_points_that_were_told_are_held_against_those_who_score_together() -> None:
    dealt = deal(PAWNEE)
    sides = (0, 1, 0, 3, 2, 4, 1, 2)
    point_sides = tuple(
        PointSide(point=point, side=side)
        for point, side in zip(PAWNEE.rules.points, sides, strict=True)
    )
    result = Result(
        after=(6, 4, 6, 4, 4), pitching_side=0, bid=Call("6"), made=True, points=point_sides
    )
    (contract,) = changes.list_ways((0,) * 5, result, dealt)
    assert contract.partner == 2
    wrong = structs.replace(
        result, points=(PointSide(point=PointName.THREE, side=1), *point_sides[:-1])
    )
    with pytest.raises(HandNotPossible):
        changes.list_ways((0,) * 5, wrong, dealt)


def _rule_on_result(
    ruleset: RuleSet, before: tuple[int, ...], result: Result
) -> tuple[Decision, int | None]:
    question = WinnerQuestion(players=5, scores=before, result=result, dealer=4)
    ruling = winners.rule_on_winner(question, ruleset)
    return ruling.decision, ruling.winner


def test_a_ruling_on_the_winner_knows_the_partner_by_the_scores() -> None:
    result = Result(after=(30, 44, 46, 4, 4), pitching_side=0, bid=Call("6"), made=True)
    assert _rule_on_result(PAWNEE, (24, 40, 40, 0, 0), result) == (Decision.WON, 2)
    with_partner = structs.replace(result, partner_side=2)
    assert _rule_on_result(PAWNEE, (24, 40, 40, 0, 0), with_partner) == (Decision.WON, 2)


def test_the_winner_is_not_known_while_the_scores_leave_the_partner_open() -> None:
    """All gain five by a bid of five, so anybody may have been the partner."""
    result = Result(after=(25, 45, 45, 5, 5), pitching_side=0, bid=Call("5"), made=True)
    assert _rule_on_result(PAWNEE, (20, 40, 40, 0, 0), result) == (Decision.OPEN, None)
    with_partner = structs.replace(result, partner_side=1)
    assert _rule_on_result(PAWNEE, (20, 40, 40, 0, 0), with_partner) == (Decision.WON, 1)


def test_elsewhere_a_result_has_no_partner() -> None:
    setback = rulesets.preset("setback")
    table = setback.table_for(4)
    dealt = Deal(setback, Seating(table=table, names=("Ann", "Bob", "Cid", "Dee")), 3)
    result = Result(after=(3, 1), pitching_side=0, bid=Call.THREE, made=True, partner_side=1)
    with pytest.raises(HandNotPossible) as refusal:
        changes.list_ways((0, 0), result, dealt)
    assert refusal.value.pointer == "/result/partnerSide"


def test_those_who_score_together_have_one_sum() -> None:
    dealt = deal(PAWNEE)
    contract = Contract(pitcher=0, bid=Call("6"), partner=2)
    assert partners.pool((1, 2, 3, 4, 0), contract, dealt) == (4, 6, 4, 6, 6)
    assert partners.pool((1, 2, 3, 4, 0), structs.replace(contract, partner=0), dealt) == (
        1, 9, 9, 9, 9,
    )  # fmt: skip


def _match(*records: HandRecord) -> tuple[Match, tuple[Hand, ...]]:
    hands = tuple(Hand(number=number, record=record) for number, record in enumerate(records, 1))
    return Match(PAWNEE, deal(PAWNEE).seating, 4), hands


def _bid(
    points: tuple[int | None, ...],
    partner: int | None = None,
    scores: tuple[int, ...] | None = None,
) -> HandRecord:
    """Ann pitches for six, with what is said of the partner and of the points together."""
    contract = Contract(pitcher=0, bid=Call("6"), partner=partner)
    return HandRecord(contract=contract, claims=Claims(taken_together=points, scores=scores))


def test_a_tally_knows_who_pitched_with_whom() -> None:
    match, hands = _match(_bid((6, 4), partner=2), _bid((8, 2), partner=0))
    ann, bob, cid, *_ = tallies.tally_match(match, hands, sheets.fold_sheet(match, hands))
    assert (ann.counted["pitched_hands"], ann.counted["pitched_score"]) == (2, 14)
    assert (cid.counted["partnered_hands"], cid.counted["defended_hands"]) == (1, 1)
    assert (bob.counted["defended_hands"], bob.counted["defended_score"]) == (2, 6)


def test_an_overruled_hand_without_a_partner_counts_for_the_pitcher_only() -> None:
    match, (hand,) = _match(_bid((None, None)))
    overruling = Overruling(deltas=(6, 4, 6, 4, 4), made=True, reason="Agreed")
    hands = (structs.replace(hand, overruled=overruling),)
    ann, *rest = tallies.tally_match(match, hands, sheets.fold_sheet(match, hands))
    assert ann.counted["made_6"] == 1
    for tally in rest:
        assert tally.counted["score"] in {4, 6}
        assert not [name for name in tally.counted if "hands" in name and name != "hands"]


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ((6, 4, 6, 4, 4), None),
        ((-6, 10, -6, 10, 10), None),
        ((6, 4, 4, 4, 4), None),
        ((6, 4, 5, 4, 4), "score_changes_do_not_add_up"),
        ((6, 5, 6, 5, 5), "score_changes_do_not_add_up"),
        ((5, 4, 6, 4, 4), "score_change_impossible"),
    ],
)
def test_written_scores_that_no_partner_makes_are_told_of_an_open_hand(
    scores: tuple[int, ...], code: str | None
) -> None:
    match, hands = _match(_bid((None, None), scores=scores))
    (line,) = sheets.fold_sheet(match, hands).lines
    assert line.standing is Standing.OPEN
    assert [finding.code for finding in line.findings] == ([] if code is None else [code])


def test_whoever_the_partner_is_open_scores_stay_within_their_bounds() -> None:
    """After an open hand everybody but the pitcher may have lost the bid or taken up to ten."""
    open_hand = _bid((None, None))
    for partner, own, rest in product(range(5), range(11), range(11)):
        if not 2 <= own + rest <= 10:
            continue
        contract = Contract(pitcher=0, bid=Call("6"), partner=partner)
        paid = own if own >= 6 else -6
        after = tuple(
            paid if side in partners.pitching_sides(contract, deal(PAWNEE)) else rest
            for side in range(5)
        )
        entry = HandRecord(claims=Claims(scores=after))
        match, hands = _match(open_hand, entry)
        line = sheets.fold_sheet(match, hands).lines[1]
        assert "written_scores_out_of_reach" not in [finding.code for finding in line.findings]


@pytest.mark.parametrize(("own", "rest"), [(10, 0), (9, 1), (4, 6)])
def test_a_moon_is_won_and_lost_by_both(own: int, rest: int) -> None:
    """By the offered reading: it wins the match, or brings to zero, and costs the target."""
    options = next(
        reading.options
        for reading in PRESETS["trickster-five"].readings
        if choices_in(reading.options).get("slam") is SlamBid.MOON
    )
    ruleset = FIVE.house_rules(options)
    dealt = structs.replace(deal(ruleset), scores=(5, 0, -7, 0, 0))
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.MOON, called_card="HJ", partner=2),
        claims=Claims(taken_together=(own, rest)),
    )
    is_success = own == 10
    for proof in (None, provers.prove(record, dealt)):
        verdict = verdicts.judge(record, dealt, proof)
        assert verdict.made is is_success
        paid = (dealt.ruleset.rules.slam_scores, 7) if is_success else (-32, -32)
        assert verdict.deltas == (paid[0], rest, paid[1], rest, rest)
