"""A recording is decided by the match, the facts and the version that the phone had seen."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from msgspec import structs

from pitch.calls import Call
from pitch.hand import HandEntry
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord
from pitch.rules import rulesets
from pitchkeeper.matches.edit_conflicts import Collision
from pitchkeeper.matches.hands import scoring
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.opening import Opening, new_match
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import Precondition, PreconditionRequired, StaleMatch

BLIND, SEEN = Precondition(), Precondition(frozenset({1}), is_given=True)
FOUR = HandEntry(HandRecord(contract=Contract(pitcher=0, bid=Call.FOUR)))
THREE = HandEntry(HandRecord(contract=Contract(pitcher=1, bid=Call.THREE)))


@pytest.fixture
def match() -> MatchState:
    """A match as it begins."""
    opening = Opening(rulesets.preset("mb-lounge"), ("Ann", "Bob", "Cid", "Dee"))
    return new_match(opening, UUID(int=1), UUID(int=2), datetime(2026, 11, 22, tzinfo=UTC))


def enter(match: MatchState, facts: HandEntry = FOUR) -> MatchState:
    """A match with its first hand."""
    revision = scoring.decide_record(
        match, number=1, entry=facts, precondition=BLIND, is_stale=True
    )
    assert revision is not None
    return revision.after


def test_a_first_hand_needs_nothing_to_have_been_seen(match: MatchState) -> None:
    revision = scoring.decide_record(match, number=1, entry=FOUR, precondition=BLIND, is_stale=True)
    assert revision is not None
    assert (revision.action, revision.hand) == (Action.HAND_ENTERED, 1)
    assert [hand.record for hand in revision.after.hands] == [FOUR.facts]
    assert match.hands == ()


def test_the_same_again_changes_nothing_however_late_it_comes(match: MatchState) -> None:
    assert (
        scoring.decide_record(enter(match), number=1, entry=FOUR, precondition=SEEN, is_stale=True)
        is None
    )


@pytest.mark.parametrize(
    ("precondition", "is_stale", "refusal"),
    [(BLIND, True, PreconditionRequired), (SEEN, True, StaleMatch)],
)
def test_other_facts_are_written_over_only_by_who_saw_them(
    match: MatchState, precondition: Precondition, is_stale: bool, refusal: type[StaleMatch]
) -> None:
    with pytest.raises(Collision) as error:
        scoring.decide_record(
            enter(match), number=1, entry=THREE, precondition=precondition, is_stale=is_stale
        )
    assert type(error.value.refusal) is refusal
    assert error.value.yours == THREE.facts
    revision = scoring.decide_record(
        enter(match), number=1, entry=THREE, precondition=SEEN, is_stale=False
    )
    assert revision is not None
    assert (revision.action, revision.after.hands[0].record) == (Action.HAND_CHANGED, THREE.facts)


def test_a_hand_that_is_void_comes_back_by_the_same_record(match: MatchState) -> None:
    change = scoring.decide_void(enter(match), number=1, precondition=BLIND, is_stale=True)
    assert change is not None
    assert change.after.hands[0].is_void
    again = scoring.decide_record(
        structs.replace(change.after, version=2),
        number=1,
        entry=FOUR,
        precondition=SEEN,
        is_stale=False,
    )
    assert again is not None
    assert not again.after.hands[0].is_void
