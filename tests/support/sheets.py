"""Matches as they are stored, built from records, for what is made of their sheets."""

from datetime import UTC, datetime
from uuid import UUID

from msgspec import structs

from pitch.calls import Call
from pitch.hand.records import HandRecord
from pitch.match import sheets
from pitch.match.matches import Match, Policy
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.options import NO_OPTIONS, Options
from pitch.seats import Seating
from pitchkeeper.access.devices import Cancellation
from pitchkeeper.matches.agreements import Agreement, Objection, RecordedHand, RecordedOverruling
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
from tests.support.hands import NAMES, claim_points, record

AT = datetime(2026, 3, 3, 19, 30, tzinfo=UTC)
DEVICE = UUID("01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55")
NOTHING = HandRecord()
MATCH = UUID("01997b3d-7c1a-7d40-b1c3-2f5e8a9b6c77")


def state(
    *records: HandRecord,
    names: tuple[str, ...] = NAMES[:4],
    preset: str = "mb-lounge",
    options: Options = NO_OPTIONS,
    given: tuple[RecordedAdjustment, ...] = (),
) -> MatchState:
    """A match of hands that are proven, dealt first by the last seat."""
    ruleset = rulesets.preset(preset).house_rules(options)
    table = ruleset.table_for(len(names))
    hands = tuple(
        RecordedHand(number=number, record=each) for number, each in enumerate(records, 1)
    )
    match = Match(ruleset, Seating(table=table, names=names), len(names) - 1)
    return MatchState(
        match_id=MATCH,
        version=len(records) + 1,
        match=match,
        policy=Policy.ONE,
        hands=tuple(
            structs.replace(hand, proof=provers.prove(hand.record, deal))
            for hand, deal in sheets.list_unproven(match, hands)
        ),
        adjustments=given,
        members=(),
        created_at=AT,
        updated_at=AT.replace(hour=21),
    )


def penalty(
    number: int, side: int, points: int, reason: str, after: int, cancelled: str | None = None
) -> RecordedAdjustment:
    """Points outside play, perhaps taken back."""
    return RecordedAdjustment(
        number=number,
        side=side,
        points=points,
        reason=reason,
        after_hand=after,
        device_id=DEVICE,
        at=AT,
        cancelled=Cancellation(device_id=DEVICE, at=AT, reason=cancelled) if cancelled else None,
    )


def eventful(names: tuple[str, ...] = NAMES[:4]) -> MatchState:
    """A match with a bit of everything; Ann & Cid win it 12 to 1 with hand 8 of 9.

    Ann & Cid are set in hand 2 and Bob & Dee in hand 7; hand 3 is disputed and a revoke in it
    costs Bob & Dee a point, hand 4 is impossible and overruled, hand 5 void, hand 9 too late.
    """
    played = state(
        claim_points(1, "three", "1110"),
        claim_points(0, "four", "0010"),
        claim_points(2, "three", "0000"),
        HandRecord(calls=(Call.ONE,)),
        claim_points(3, "three", "1110"),
        claim_points(0, "four", "0000"),
        claim_points(1, "three", "01-1"),
        record(0, "three", "S", "AS 2S JS TH TD", "KS QS"),
        claim_points(2, "four", "0000"),
        names=names,
        given=(
            penalty(1, 1, -1, "Revoke", 3),
            penalty(2, 0, -2, "Misdeal", 5, cancelled="It was not one"),
        ),
    )
    hands = list(played.hands)
    hands[2] = structs.replace(
        hands[2],
        agreement=Agreement(
            dispute=Objection(device_id=DEVICE, at=AT, reason="Low was ours", ruling=None)
        ),
    )
    hands[3] = structs.replace(
        hands[3],
        overruled=RecordedOverruling(
            deltas=(2, 1), made=True, reason="Agreed at the table", device_id=DEVICE, at=AT
        ),
    )
    hands[4] = structs.replace(hands[4], is_void=True)
    return structs.replace(played, hands=tuple(hands))
