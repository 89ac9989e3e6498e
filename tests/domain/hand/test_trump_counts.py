"""Piles listed from the ten up: whether a low trump was left out is asked, and never guessed."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.needs import Ask
from pitch.hand.points import Certainty
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.rules.choices import Low
from pitch.rules.options import Options
from pitch.seats import Arrangement
from pitchkeeper.messages import languages
from tests.support import claims as told
from tests.support.hands import deal, judge, prove, record
from tests.support.oracles.strategies import hands
from tests.support.oracles.truth import Hand, assert_true
from tests.support.searches import share

MANY = settings(max_examples=share(300), derandomize=True, database=None)
SOME = settings(max_examples=share(60), derandomize=True, database=None)
PAIRS = deal("mb-lounge", 4, Arrangement.PARTNERS_ACROSS)


@MANY
@given(hands, st.booleans())
def test_low_trumps_that_are_left_out_never_make_a_wrong_point(hand: Hand, counts: bool) -> None:
    entry = hand.scoring(frozenset().__contains__, counts=counts)
    assert_true(judge(entry, hand.deal), hand)
    entry = hand.scoring(hand.remembers, counts=counts)
    assert_true(judge(entry, hand.deal), hand)


@SOME
@given(hands, st.booleans())
def test_nor_do_they_when_all_deals_and_plays_are_searched(hand: Hand, counts: bool) -> None:
    assert_true(prove(hand.scoring(hand.remembers, counts=counts), hand.deal), hand)


@SOME
@given(hands)
def test_all_trumps_with_their_number_settle_what_captured_cards_decide(hand: Hand) -> None:
    entry = hand.scoring(lambda card: card[1] == hand.trump, counts=True)
    entry = structs.replace(entry, low_dealt_to=hand.scored.low_seat)
    verdict = prove(entry, hand.deal)
    assert_true(verdict, hand)
    assert verdict.status is Status.SETTLED
    assert verdict.deltas is not None


def judge_pairs(entry: HandRecord) -> Verdict:
    return prove(entry, PAIRS)


def list_needs(verdict: Verdict) -> list[tuple[Ask, int | None]]:
    return [(need.ask, need.side) for need in verdict.needs]


def without_counts(*numbers: int | None) -> HandRecord:
    """Ann bids three on spades: A, J and 7 are listed in her pile, the king in the other."""
    entry = record(0, "three", "S", "AS JS 7S TH", "KS TD")
    piles = (
        structs.replace(pile, trumps=UNSET if number is None else number)
        for pile, number in zip(entry.piles, numbers, strict=True)
    )
    return structs.replace(entry, piles=tuple(piles))


def test_low_is_open_while_a_lower_trump_may_have_been_left_out() -> None:
    verdict = judge_pairs(without_counts(None, None))
    assert verdict.status is Status.OPEN
    assert verdict.points is not None
    states = [point.state for point in verdict.points]
    assert states == [Certainty.CERTAIN, Certainty.OPEN, Certainty.CERTAIN, Certainty.CERTAIN]
    assert list_needs(verdict) == [(Ask.TRUMPS, 0), (Ask.TRUMPS, 1)]
    assert languages.text(verdict.needs[0].message) == "How many trumps are in Ann & Cid's pile?"


def test_the_number_of_trumps_settles_it() -> None:
    assert list_needs(judge_pairs(without_counts(3, None))) == [(Ask.TRUMPS, 1)]
    verdict = judge_pairs(without_counts(3, 1))
    assert (verdict.status, verdict.made, verdict.needs) == (Status.SETTLED, True, ())


def test_where_more_are_counted_than_listed_the_pile_is_asked_for() -> None:
    verdict = judge_pairs(without_counts(3, 2))
    assert (verdict.status, list_needs(verdict)) == (Status.OPEN, [(Ask.PILE, 1)])


def test_the_two_is_low_whatever_was_left_out() -> None:
    entry = record(0, "three", "S", "AS JS TH", "2S TD")
    piles = tuple(structs.replace(pile, trumps=UNSET) for pile in entry.piles)
    assert judge_pairs(structs.replace(entry, piles=piles)).status is Status.SETTLED


def test_a_low_high_is_open_while_a_higher_low_trump_may_have_been_left_out() -> None:
    entry = record(0, "three", "S", "7S TH", "TD 3S")
    piles = tuple(structs.replace(pile, trumps=UNSET) for pile in entry.piles)
    verdict = judge_pairs(structs.replace(entry, piles=piles))
    assert verdict.points is not None
    assert told.point(verdict.points, "high").state is Certainty.OPEN
    assert told.point(verdict.points, "jack").may_be_nobody
    assert told.point(verdict.points, "jack").state is Certainty.CERTAIN
    assert list_needs(verdict) == [(Ask.TRUMPS, 0), (Ask.TRUMPS, 1)]


def test_where_low_is_dealt_the_number_does_not_matter() -> None:
    dealt = deal("mb-lounge", 4, Arrangement.PARTNERS_ACROSS, Options(low=Low.DEALT))
    verdict = verdicts.judge(without_counts(None, None), dealt)
    assert [need.ask for need in verdict.needs] == [Ask.LOW_DEALT_TO]


@pytest.mark.parametrize(
    ("pile", "message"),
    [
        (
            {"cards": ["AS", "KS", "3S"], "listed": "some", "trumps": 2},
            "Ann & Cid's pile has at least 3 trumps, not 2. Change one.",
        ),
        (
            {"cards": ["AS", "KS", "3H", "4H"], "listed": "all", "trumps": 3},
            "Ann & Cid's pile has at most 2 trumps, not 3. Change one.",
        ),
    ],
)
def test_a_number_that_is_not_that_of_the_cards_is_found(pile: Any, message: str) -> None:
    entry = msgspec.convert({"trump": "S", "piles": [{"side": 0, **pile}]}, HandRecord)
    quick = verdicts.judge(entry, PAIRS)
    assert [finding.code for finding in quick.findings] == ["trumps_miscounted"]
    verdict = judge_pairs(entry)
    assert verdict.status is Status.IMPOSSIBLE
    (found,) = verdict.findings
    assert (found.code, found.kind, languages.text(found.message)) == (
        "trumps_miscounted",
        "arithmetic",
        message,
    )
    assert "/piles/0/trumps" in found.facts
    paths = [repair.change.path for repair in verdict.repairs]
    assert "/piles/0/trumps" in paths


def test_thirteen_trumps_are_all_there_are() -> None:
    piles = [{"side": 0, "cards": [], "listed": "some", "trumps": 7}]
    piles.append({"side": 1, "cards": [], "listed": "some", "trumps": 7})
    verdict = judge_pairs(msgspec.convert({"piles": piles}, HandRecord))
    (finding,) = verdict.findings
    assert finding.facts == ("/piles/0/trumps", "/piles/1/trumps")
    assert "Ann & Cid's pile has 7 trumps." in map(languages.text, finding.details)
