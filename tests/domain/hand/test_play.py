"""The order of play: what it tells by itself, and what it proves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord, Trick
from pitch.proof import provers
from pitch.seats import Table
from pitchkeeper.messages import languages
from tests.support import claims as told
from tests.support.hands import EVERY_TABLE, codes, deal, judge, prove
from tests.support.oracles.truth import hand_of
from tests.support.searches import share

MANY = settings(max_examples=share(200), derandomize=True, database=None)


@MANY
@given(st.integers(0, 2**32), st.sampled_from(EVERY_TABLE))
def test_six_tricks_in_playing_order_are_all_a_table_need_enter(seed: int, table: Table) -> None:
    """Trump from the first card, leaders, winners, piles, holdings and points follow."""
    hand = hand_of(seed, table)
    record = HandRecord(
        contract=Contract(pitcher=0, bid=hand.bid),
        tricks=tuple(Trick(cards=tuple(trick)) for _, trick in hand.tricks),
    )
    verdict = judge(record, hand.deal)
    assert (verdict.status, verdict.findings) == (Status.SETTLED, ())
    assert verdict.trump is not None
    assert verdict.trump.value == hand.trump
    assert list(verdict.deltas or ()) == hand.scored.deltas
    assert [pip.least for pip in verdict.pips] == hand.scored.pips
    won = [winner % hand.sides for winner, _ in hand.tricks]
    assert verdict.tricks == tuple(map(won.count, range(hand.sides)))


@MANY
@given(st.integers(0, 2**32), st.sampled_from(EVERY_TABLE), st.integers(0, 5))
def test_a_legal_play_is_never_flagged(seed: int, table: Table, upto: int) -> None:
    """Ruffing though able to follow, under-ruffing, not ruffing: as play goes on, no accusation."""
    hand = hand_of(seed, table)
    log = tuple(Trick(cards=tuple(trick)) for _, trick in hand.tricks[: upto + 1])
    record = HandRecord(contract=Contract(pitcher=0, bid=hand.bid), tricks=log)
    proof = provers.prove(record, hand.deal)
    assert {finding.code for finding in proof.findings} <= {"discards_not_proven"}
    assert proof.revokes == 0


def play(*tricks: str, pitcher: int = 0) -> HandRecord:
    return HandRecord(
        contract=Contract(pitcher=pitcher, bid=Call.TWO),
        tricks=tuple(Trick(cards=tuple(trick.split())) for trick in tricks),
    )


@pytest.mark.parametrize(
    ("tricks", "discard", "proof"),
    [
        (("AS 2S KD 4S", "KS 3S 5S 6S"), "/tricks/0/cards/2", "/tricks/1/cards/2"),
        (("AS 2S 3S 4S", "KH 2H 3D 4H", "QH 5C 5H 6C"), "/tricks/1/cards/2", "/tricks/2/cards/2"),
    ],
)
def test_a_revoke_is_proven_by_two_plays(tricks: tuple[str, ...], discard: str, proof: str) -> None:
    """The discard, and the card of that suit that was played later."""
    dealt, record = deal("rules-guru"), play(*tricks)
    verdict = prove(record, dealt)
    revoke = next(finding for finding in verdict.findings if finding.code == "revoke")
    assert {discard, proof} <= set(revoke.facts)
    assert languages.text(revoke.message).startswith("Cid threw ")
    assert (verdict.revokes, [revoke.seat for revoke in verdict.revoked]) == (1, [2])


def test_showing_out_is_reported_once_and_never_blocks() -> None:
    """Two players show out, later cards are not known."""
    verdict = judge(play("AS 2S KD 4S", "KH 2H 3C 4H"), deal("rules-guru"))
    assert codes(verdict) == ["discards_not_proven"]
    assert verdict.findings[0].facts == ("/tricks/0/cards/2", "/tricks/1/cards/2")
    assert verdict.status is Status.OPEN


def test_a_trick_nobody_recalls_leaves_the_others_standing() -> None:
    record = play("AS 2S 3S 4S", "", "QH 5C 5H 6C")
    record = structs.replace(record, trump=Suit.SPADES)
    dealt = deal("rules-guru")
    verdict = prove(record, dealt)
    assert verdict.status is Status.OPEN
    assert verdict.points is not None
    assert told.point(verdict.points, "high").side == 0
