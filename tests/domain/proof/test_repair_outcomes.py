"""The stated outcome of a repair equals the verdict of the repaired record."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord, Listed
from pitch.proof import prospects, repairs, statements
from pitch.seats import Table
from tests.support.hands import EVERY_TABLE, deal, piles, prove
from tests.support.oracles import truth
from tests.support.oracles.truth import Hand, hand_of
from tests.support.searches import share

SOME = settings(max_examples=share(120, 16), derandomize=True, database=None)
FEW = settings(SOME, max_examples=share(80, 20))
seeds = st.integers(0, 2**32)
tables = st.sampled_from(EVERY_TABLE)


def slip(hand: Hand, seed: int, table: Table) -> HandRecord:
    return truth.slipped(hand.part(), random.Random(seed), table.players, hand.sides)


def _at(record: HandRecord, pointer: str) -> object:
    """Return what a pointer leads to, as JSON, also a default that the record's JSON omits."""
    value: Any = record
    for step in pointer.split("/")[1:]:
        if step.isdigit():
            value = value[int(step)]
        else:
            place = value.__struct_encode_fields__.index(step)
            value = getattr(value, value.__struct_fields__[place])
    return msgspec.to_builtins(value)


@SOME
@given(seeds, tables)
def test_every_change_by_pointers_makes_another_valid_record(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = slip(hand, seed, table)
    facts = statements.from_record(record, hand.deal)
    changes = repairs.candidates(record, facts, hand.deal)
    assume(changes)
    for candidate in changes:
        change = candidate.repair.change
        after = repairs.apply(record, change)
        assert after != record
        if change.source is None:
            value = msgspec.json.decode(change.value or "null")
            assert _at(after, change.path) == value
        else:
            assert _at(after, change.path) == _at(record, change.source)


@FEW
@given(seeds, tables)
def test_a_repair_leads_to_what_the_mended_record_comes_to(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = slip(hand, seed, table)
    verdict = prove(record, hand.deal)
    assume(verdict.repairs)
    _, prospect = prospects.prove_with_prospect(record, hand.deal, None)
    assert [repair.repair for repair in prospect.repairs] == [*range(len(verdict.repairs))]
    for repair, outcome in zip(verdict.repairs, prospect.repairs, strict=True):
        verdict_after = prove(repairs.apply(record, repair.change), hand.deal)
        assert verdict_after.status is not Status.IMPOSSIBLE
        if outcome.status is None:
            continue
        assert (outcome.status, outcome.made, outcome.deltas) == (
            verdict_after.status,
            verdict_after.made,
            verdict_after.deltas,
        )


TWICE = HandRecord(
    contract=Contract(pitcher=0, bid=Call.TWO),
    trump=Suit.SPADES,
    piles=piles("AS KS TH", "JS 2S TH KH", how=Listed.SCORING),
)


def test_each_way_to_mend_a_card_in_two_piles_is_told() -> None:
    dealt = deal("setback", players=2)
    prospects_ = prospects.for_repairs(TWICE, dealt, prove(TWICE, dealt).repairs)
    assert {prospect.status for prospect in prospects_} == {Status.SETTLED}
    assert {prospect.deltas for prospect in prospects_} == {(2, 2), (-2, 3)}


def test_what_takes_too_much_work_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = deal("setback", players=2)
    half = structs.replace(TWICE, piles=piles("AS KS TH", "JS TH", how=Listed.SOME))
    mending = prove(half, dealt).repairs
    assert {repair.status for repair in prospects.for_repairs(half, dealt, mending)} == {
        Status.OPEN
    }
    monkeypatch.setattr(prospects, "_WORK", 0)
    assert {repair.status for repair in prospects.for_repairs(half, dealt, mending)} == {None}


def test_a_settled_hand_has_nothing_to_mend() -> None:
    dealt = deal("setback", players=2)
    record_with_piles = structs.replace(
        TWICE, piles=piles("AS KS TH", "JS 2S KH", how=Listed.SCORING)
    )
    _, prospect = prospects.prove_with_prospect(record_with_piles, dealt, None)
    assert prospect == prospects.Prospect()
