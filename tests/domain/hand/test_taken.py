"""Points taken by side: with the contract they score a hand, whoever took which point."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand import results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Ask
from pitch.hand.records import Claims, HandRecord
from pitch.hand.results import ScoredHand
from pitch.match import sheets
from pitch.match.matches import Hand as Recorded
from pitch.match.matches import Match
from pitch.match.sheets import Sheet
from pitch.proof import provers
from pitch.rules.choices import GameTie, GoingOut, SeveralOut
from pitch.rules.options import Options
from pitch.seats import Arrangement
from pitchkeeper.messages import languages
from tests.support import claims as told
from tests.support.hands import anywhere, deal, piles, prove
from tests.support.oracles.strategies import hands
from tests.support.oracles.truth import Hand
from tests.support.searches import share

Taken = tuple[int | None, ...]
MANY = settings(max_examples=share(120, 10), derandomize=True, database=None)


def taken_record(counts: Taken, bid: str = "three", **claims: Any) -> HandRecord:
    """The contract and what each side took."""
    return HandRecord(
        contract=Contract(pitcher=0, bid=Call(bid)),
        claims=structs.replace(Claims(taken=counts), **claims),
    )


def partners(**options: Any) -> Deal:
    """Ann & Cid against Bob & Dee, by the rules of the lounge."""
    return deal("mb-lounge", 4, Arrangement.PARTNERS_ACROSS, Options(**options))


def ways(hand: Hand, points: Taken) -> Iterator[ScoredHand]:
    """Every result when any points go anywhere, as long as each side has what it took."""
    sides = range(hand.sides)
    for high, low, jack, game in product(sides, sides, (*sides, None), (*sides, None)):
        if game is None and hand.tie is GameTie.PITCHING_SIDE and hand.sides == 2:
            continue
        owners = (high, low, jack, game)
        if all(points[side] in {None, owners.count(side)} for side in sides):
            for tricks in range(7):
                contract = Contract(pitcher=0, bid=hand.bid)
                yield results.score(contract, owners, tricks, hand.deal)


@MANY
@given(hands)
def test_the_points_taken_score_a_hand_as_its_cards_do(hand: Hand) -> None:
    true = hand.scored
    counts = tuple(map(true.owners.count, range(hand.sides)))
    verdict = prove(taken_record(counts, hand.bid), hand.deal)
    assert not [finding for finding in verdict.findings if finding.prevents_scoring()]
    if not results.turns_on_tricks(Contract(pitcher=0, bid=hand.bid), hand.deal):
        assert verdict.status is Status.SETTLED
    if verdict.status is Status.SETTLED:
        assert (verdict.made, list(verdict.deltas or ())) == (true.made, true.deltas)
        assert verdict.needs == ()


@MANY
@given(hands)
def test_a_hand_is_settled_as_soon_as_all_hands_with_those_facts_agree(hand: Hand) -> None:
    taken = hand.taken()
    possibilities = set(ways(hand, taken))
    verdict = prove(taken_record(taken, hand.bid), hand.deal)
    assert verdict.made in {None, hand.scored.made}
    if len(possibilities) == 1:
        assert verdict.status is Status.SETTLED, taken
        assert verdict.deltas == possibilities.pop().deltas
    if verdict.status is Status.OPEN:
        unknown = {side for side, points in enumerate(taken) if points is None}
        assert {need.side for need in verdict.needs if need.ask is Ask.TAKEN} <= unknown
        assert {need.ask for need in verdict.needs} <= {Ask.TAKEN, Ask.TRICKS_WON}
        assert verdict.needs


def test_we_made_three_they_took_one() -> None:
    verdict = prove(taken_record((3, 1)), partners())
    assert (verdict.status, verdict.made, verdict.deltas) == (Status.SETTLED, True, (3, 1))


def test_a_side_that_is_set_loses_its_bid_whatever_it_took() -> None:
    verdict = prove(taken_record((2, 2)), partners())
    assert (verdict.status, verdict.made, verdict.deltas) == (Status.SETTLED, False, (-3, 2))


def test_the_points_of_one_side_may_be_enough() -> None:
    assert prove(taken_record((4, None), "four"), partners()).deltas == (4, 0)
    verdict = prove(taken_record((3, None)), partners())
    assert (verdict.status, verdict.made) == (Status.OPEN, True)
    assert [(need.ask, need.side) for need in verdict.needs] == [(Ask.TAKEN, 1)]


def test_only_the_contract_is_asked_for_when_the_points_are_known() -> None:
    record = HandRecord(claims=Claims(taken=(3, 1)))
    assert [need.ask for need in prove(record, partners()).needs] == [Ask.CONTRACT]


def test_where_a_tied_game_goes_to_the_pitchers_two_points_are_too_few() -> None:
    # Without the jack Game is the third point, and the rule leaves it with nobody only where
    # the sides can tie.
    nobody, pitching = (GameTie.NOBODY, GameTie.PITCHING_SIDE)
    assert prove(taken_record((1, 1)), partners(game_tie=nobody)).status is Status.SETTLED
    assert prove(taken_record((1, 1)), partners(game_tie=pitching)).status is Status.IMPOSSIBLE


@pytest.mark.parametrize(
    ("points", "code", "message"),
    [
        ((5, 0), "points_over_total",
         "Ann & Cid took 5 points; a hand has at most 4. Recount."),
        ((3, 2), "points_over_total",
         "Ann & Cid and Bob & Dee took 5 points; a hand has at most 4. Recount."),
        ((1, 0), "points_under_least",
         "That's 1 point, but High and Low are always taken. Recount."),
    ],
)  # fmt: skip
def test_points_that_no_hand_has_are_said_to_be_so(points: Taken, code: str, message: str) -> None:
    verdict = prove(taken_record(points), partners())
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, languages.text(finding.message)) == (
        Status.IMPOSSIBLE,
        code,
        message,
    )
    assert all(fact.startswith("/claims/taken/") for fact in finding.facts)
    assert verdict.repairs


def test_points_that_other_facts_contradict_are_miscounted() -> None:
    points = (told.high(1), told.jack(1))
    verdict = prove(taken_record((3, 1), points=points), partners())
    pointers = {"/claims/points/0/side", "/claims/points/1/side"}
    assert [
        (finding.code, languages.text(finding.message), set(finding.facts))
        for finding in verdict.findings
    ] == [
        (
            "points_miscounted",
            "Ann & Cid took at most 2 points, not 3. Recount.",
            {"/claims/taken/0", *pointers},
        ),
        (
            "points_miscounted",
            "Bob & Dee took at least 2 points, not 1. Recount.",
            {"/claims/taken/1", *pointers},
        ),
    ]


def test_piles_contradict_the_points_taken_too() -> None:
    entry = structs.replace(
        taken_record((4, 0)),
        trump=Suit.SPADES,
        piles=piles("AS KS 2S TD TH TC", "JS QD QH QC 3D 4D"),
    )
    verdict = prove(entry, deal("rules-guru", 2))
    assert verdict.status is Status.IMPOSSIBLE
    assert any("/claims/taken" in fact for finding in verdict.findings for fact in finding.facts)


def match() -> Match:
    """Partners by rules under which High, Low, Jack and Game count in turn, to five."""
    rules = anywhere(
        "setback",
        Options(several_out=SeveralOut.COUNTING_ORDER, going_out=GoingOut.ANYONE, target=5),
    )
    dealt = deal(rules, 4, Arrangement.PARTNERS_ACROSS)
    return Match(ruleset=dealt.ruleset, seating=dealt.seating, first_dealer=3)


def sheet(*records: HandRecord) -> Sheet:
    """The score sheet of hands, each proven."""
    playing = match()
    entries = tuple(Recorded(number=i, record=record) for i, record in enumerate(records, 1))
    proofs = [
        provers.prove(hand.record, dealt) for hand, dealt in sheets.list_unproven(playing, entries)
    ]
    return sheets.fold_sheet(
        playing,
        [structs.replace(h, proof=p) for h, p in zip(entries, proofs, strict=True)],
    )


def test_counting_order_is_asked_for_only_where_it_tells_who_won() -> None:
    before = (taken_record((2, 2), "two"), taken_record((2, 2), "two"))
    last = taken_record((2, 2), "two")
    even = sheet(*before, last)
    assert even.scores == (6, 6)
    assert even.winner is None
    assert even.outlook is not None
    assert set(even.outlook.winners) == {0, 1}
    assert [need.ask for need in even.lines[2].verdict.needs] == [Ask.POINT]
    assert all(not line.verdict.needs for line in even.lines[:2])
    answer = structs.replace(last, claims=told.claims(told.high(1), taken=(2, 2)))
    score_sheet = sheet(*before, answer)
    assert score_sheet.winner is not None
    assert score_sheet.winner.side == 1
    assert score_sheet.lines[2].verdict.needs == ()


def test_nobody_wins_with_a_later_hand_while_the_order_of_one_is_not_known() -> None:
    even = taken_record((2, 2), "two")
    assert sheet(even, even, even, taken_record((4, 0), "four")).winner is None


@pytest.mark.parametrize("later", [taken_record((4, 4), "two"), HandRecord()])
def test_nobody_can_win_with_a_later_hand_either(later: HandRecord) -> None:
    """Be it impossible or open: the one before may have ended the match."""
    even = taken_record((2, 2), "two")
    after = sheet(even, even, even, later)
    assert after.unscored == (4,)
    assert after.outlook is None


def test_the_only_side_to_go_out_wins_whatever_the_order() -> None:
    won = sheet(taken_record((3, 1)), taken_record((3, 1))).winner
    assert won is not None
    assert won.side == 0
    assert languages.text(won.why) == "Ann & Cid are out with 6, the most."


def test_what_a_table_says_of_each_point_may_stand_beside_the_counts() -> None:
    points = (told.low(0), told.game(tied=True))
    verdict = prove(taken_record((2, 1), "two", points=points), deal("rules-guru", 2))
    assert verdict.points is not None
    assert verdict.status is Status.SETTLED
    assert told.point(verdict.points, "low").side == 0
