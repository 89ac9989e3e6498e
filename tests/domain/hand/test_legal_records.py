"""Three records of hands that were played by the rules, and what one card changes in them."""

from collections.abc import Mapping

import pytest
from msgspec import structs

from pitch.findings import Status
from pitch.hand import readings, verdicts
from pitch.hand.records import HandRecord, Trick
from pitch.point_names import PointName
from tests.support import family_records
from tests.support.family.books import BOOKS
from tests.support.family.transcripts import LEGAL
from tests.support.hands import prove


@pytest.mark.parametrize("name", LEGAL)
def test_the_fully_legal_records_are_legal(name: str) -> None:
    hand = LEGAL[name]
    assert family_records.list_findings(family_records.record(hand), hand.game, hand.dealer) == []
    assert (
        family_records.list_findings(family_records.of_tricks(hand), hand.game, hand.dealer) == []
    )


@pytest.mark.parametrize(
    ("name", "won", "pips"),
    [("play-smear", [2, 1, 0, 0, 3, 2], (13, 30)), ("setback-six", [0, 0, 1, 2, 1, 1], (31, 19))],
)
def test_the_winners_and_pips_of_the_legal_records(
    name: str, won: list[int], pips: tuple[int, int]
) -> None:
    hand = LEGAL[name]
    entry = family_records.of_tricks(hand)
    reading = readings.read(entry, family_records.deal(hand.game, hand.dealer))
    assert [trick.winner for trick in hand.tricks] == won
    assert tuple(pip.least for pip in reading.pips) == pips
    assert tuple(pip.most for pip in reading.pips) == pips


def _findings_with_card(name: str, trick: int, place: int, card: str) -> list[tuple[str, str]]:
    """Return the findings when one card of a legal record is replaced."""
    hand = LEGAL[name]
    entry = family_records.of_tricks(hand)
    old = entry.tricks[trick]
    cards = tuple(card if i == place else each for i, each in enumerate(old.cards))
    tricks = tuple(
        structs.replace(old, cards=cards) if i == trick else each
        for i, each in enumerate(entry.tricks)
    )
    return family_records.list_findings(
        structs.replace(entry, tricks=tricks), hand.game, hand.dealer
    )


def _played_as(name: str, changes: Mapping[int, tuple[str, ...]]) -> list[str]:
    """Return the revokes of a legal record with other cards in some tricks, led as before."""
    hand = LEGAL[name]
    entry = family_records.record(hand)
    tricks = tuple(
        Trick(leader=trick.leader, cards=changes.get(i, trick.cards))
        for i, trick in enumerate(entry.tricks)
    )
    by_tricks = HandRecord(contract=entry.contract, trump=entry.trump, tricks=tricks)
    findings = family_records.list_findings(by_tricks, hand.game, hand.dealer)
    return [message for code, message in findings if code == "revoke"]


def test_the_jick_kept_back_on_a_trump_lead_is_explained() -> None:
    """Seat 0 plays a spade to the third trick, led in hearts, and the jick to the last."""
    verdict = _played_as("play-smear", {2: ("7H", "9D", "9S", "KS"), 5: ("2S", "JD", "KC", "AS")})
    assert verdict == [
        (
            "Ann threw the king of spades, but had the jack of diamonds, a heart here. "
            "A renege, or entered wrong?"
        )
    ]


def test_a_ruff_by_who_can_follow_is_a_revoke_where_following_is_strict() -> None:
    """Seat 1 ruffs the second trick, led in diamonds, and plays the six to the fourth."""
    changes = {1: ("TD", "TS", "9H", "7D"), 3: ("6D", "AS", "8S", "AD")}
    assert _played_as("setback-six", changes) == [
        (
            "Bob threw the 10 of spades on diamonds, but had the 6 of diamonds on trick 4. "
            "A renege, or entered wrong?"
        )
    ]


def test_the_off_jack_does_not_follow_its_printed_suit() -> None:
    """With spades trump the jack of clubs follows no club, so who has a club revokes with it."""
    game = BOOKS["setback-six"]
    tricks = (
        Trick(leader=0, cards=("QS", "5S", "7S", "8S")),
        Trick(leader=3, cards=("TC", "2D", "JC", "9C")),
        Trick(leader=1, cards=("4C", "5C", "6C", "3D")),
    )
    entry = family_records.of_tricks(LEGAL["setback-six"])
    findings = family_records.list_findings(structs.replace(entry, tricks=tricks), game, 3)
    assert [message for code, message in findings if code == "revoke"] == [
        (
            "The jack of clubs is a spade here, not a club; Bob had the 4 of clubs. "
            "A renege, or entered wrong?"
        )
    ]


def test_a_plain_card_in_ten_point_is_no_play() -> None:
    # The trump that it was played for is then in no pile, where all trumps are captured.
    codes = [code for code, _ in _findings_with_card("pitch31", 1, 1, "6C")]
    assert codes == ["plain_card_played", "trump_not_captured"]


def test_ten_point_without_who_is_out_still_scores_what_is_entered() -> None:
    """Nobody can tell whose three cards those are, so nothing is held against anybody."""
    hand = LEGAL["pitch31"]
    entry = family_records.record(hand)
    tricks = tuple(structs.replace(trick, out=()) for trick in entry.tricks)
    assert (
        family_records.list_findings(structs.replace(entry, tricks=tricks), hand.game, hand.dealer)
        == []
    )


@pytest.mark.parametrize(
    ("trick", "cards", "code"),
    [
        (0, ("5D", "2D", "AD", "4D"), "surplus_elsewhere"),
        (2, ("LJ", "KD", "3D", "3H"), "trick_size"),
    ],
)
def test_ten_point_with_one_card_too_many_names_it(
    trick: int, cards: tuple[str, ...], code: str
) -> None:
    hand = LEGAL["pitch31"]
    entry = family_records.record(hand)
    trick_record = structs.replace(entry.tricks[trick], cards=cards)
    tricks = tuple(trick_record if i == trick else each for i, each in enumerate(entry.tricks))
    findings = family_records.list_findings(
        HandRecord(
            contract=entry.contract, trump=entry.trump, tricks=tricks, surplus=entry.surplus
        ),
        hand.game,
        hand.dealer,
    )
    assert code in {code for code, _ in findings}


def test_ten_point_has_four_to_six_tricks_and_all_sixteen_trumps() -> None:
    """Who takes the rest keeps every trump, and all of them are played."""
    deal = family_records.deal(LEGAL["pitch31"].game, 3)
    assert (deal.least_tricks, deal.tricks) == (4, 6)
    assert deal.has_all_trumps
    assert deal.least_trumps == 16


@pytest.mark.parametrize(("won", "is_wrong"), [((2, 1), True), ((2, 2), False), ((4, 3), True)])
def test_tricks_of_trumps_alone_lie_within_bounds(won: tuple[int, int], is_wrong: bool) -> None:
    game = LEGAL["pitch31"].game
    findings = family_records.list_findings(HandRecord(tricks_won=won), game, 3)
    assert ([code for code, _ in findings] == ["wrong_trick_total"]) is is_wrong


def test_a_plain_card_in_a_pile_of_trumps_is_named() -> None:
    """Nothing but trumps is captured where nothing else is played."""
    entry = family_records.record(LEGAL["pitch31"])
    pile = structs.replace(entry.piles[0], cards=(*entry.piles[0].cards, "AC"))
    findings = family_records.list_findings(
        HandRecord(contract=entry.contract, trump=entry.trump, piles=(pile,)),
        LEGAL["pitch31"].game,
        3,
    )
    assert [code for code, _ in findings] == ["plain_card_in_pile"]


def test_ten_point_without_surplus_is_settled_if_no_point_card_is_missing() -> None:
    hand = LEGAL["pitch31"]
    deal = family_records.deal(hand.game, 3)
    complete = family_records.of_tricks(hand)
    without_surplus = structs.replace(complete, surplus=())
    of_all, of_tricks = (prove(entry, deal) for entry in (complete, without_surplus))
    assert (of_tricks.status, of_tricks.deltas) == (Status.SETTLED, of_all.deltas)
    # The high joker in its place: nobody saw it fall, and who had too many tells whose it is.
    last = structs.replace(without_surplus.tricks[-1], cards=("4D",))
    hidden = structs.replace(without_surplus, tricks=(*without_surplus.tricks[:-1], last))
    assert verdicts.judge(hidden, deal).status is Status.OPEN
    verdict = prove(hidden, deal)
    joker = next(point for point in verdict.points or () if point.point is PointName.HIGH_JOKER)
    assert (verdict.status, joker.side) == (Status.SETTLED, 1)
