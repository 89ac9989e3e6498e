"""Disputes: confirm hands, dispute them, settle disputes, and overrule."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, structs

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.http.preconditions import Precondition
from api.matches import agreements, changes, edit_conflicts
from api.matches.agreements import (
    Agreement,
    Confirmation,
    Objection,
    RecordedHand,
    RecordedOverruling,
    Resolution,
)
from api.matches.changes import MatchChanges, NotAllowed, Outcome
from api.matches.journal import Action
from api.matches.state import MatchState
from api.workers.adjudicators import Adjudicator, RulingsBusy
from domain import errors, seats
from domain.errors import Refusal
from domain.hand.records import HandRecord
from domain.match import matches
from domain.match.consents import Policy, Settlement
from domain.match.matches import Overruling, Standing
from domain.rules.rulesets import RuleSet
from domain.rulings import hands
from domain.rulings.hands import HandQuestion
from domain.rulings.rulings import Ruling
from domain.seats import NotAtTable
from domain.types import Fact, Reason, Side

_UNSETTLED = (Standing.OPEN, Standing.IMPOSSIBLE)


class NotSettled(Refusal):
    """A hand can be confirmed once it is settled."""

    code = "not_settled"


class NoSeat(Refusal):
    """This device sits nowhere, so it speaks for no side; claim a seat first."""

    code = "no_seat"


class NotDisputed(Refusal):
    """The hand is not disputed."""

    code = "not_disputed"


class SettlementIncomplete(Refusal):
    """Say in the body what the settlement needs, and nothing else."""

    code = "settlement_incomplete"


class Settling(Fact, frozen=True):
    """How a dispute ends: with a correction, the ruling, an overruling, or not at all."""

    settlement: Settlement
    """How the dispute ends."""
    reason: Annotated[Reason | None, Meta(description="Why, if there is more to say.")] = None
    record: Annotated[
        HandRecord | None, Meta(description="The corrected record, if that is how it ends.")
    ] = None
    overruling: Annotated[
        Overruling | None, Meta(description="What the table agreed, if that is how it ends.")
    ] = None


class _Unruled(Exception):
    """A hand cannot be disputed before there is a ruling on it."""

    def __init__(self, question: HandQuestion, ruleset: RuleSet) -> None:
        super().__init__()
        self.question = question
        self.ruleset = ruleset


class Disputes:
    """What a device may do about what others entered."""

    def __init__(self, changes: MatchChanges, adjudicator: Adjudicator) -> None:
        self._changes = changes
        self._judge = adjudicator.ask

    async def confirm(
        self, command: Command, match_id: UUID, number: int, side: Side | None, seen: Precondition
    ) -> MatchState:
        """Agree to a hand as it was seen. Agreeing twice changes nothing."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            hand = matches.hand(stored.hands, number)
            agreements.refuse_disputed(hand)
            edit_conflicts.refuse_blind(seen, "so that you agree to nothing else")
            if await self._changes.is_line_stale(stored, number, seen):
                raise edit_conflicts.stale(stored, seen)
            if stored.sheet.lines[number - 1].standing in _UNSETTLED:
                raise NotSettled(f"Hand {number} is not settled yet.")
            confirmation = Confirmation(
                device_id=made.device_id, at=made.at, side=_spoken_for(stored, made, side)
            )
            given = hand.agreement.confirmations
            if any(_is_alike(each, confirmation) for each in given):
                return None
            agreed = structs.replace(hand.agreement, confirmations=(*given, confirmation))
            return _agreed(stored, hand, agreed, Action.HAND_CONFIRMED)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def dispute(
        self, command: Command, match_id: UUID, number: int, reason: str
    ) -> MatchState:
        """Object to a hand: it is locked, with the ruling on it, until that is resolved."""
        ruled: dict[HandQuestion, Ruling | None] = {}

        async def act(stored: MatchState, made: Stamp) -> Outcome:
            hand = matches.hand(stored.hands, number)
            agreements.refuse_disputed(hand)
            question = changes.dispute_of(stored, hand, witness=False)
            if question not in ruled:
                raise _Unruled(question, stored.match.ruleset)
            objection = Objection(
                device_id=made.device_id, at=made.at, reason=reason, ruling=ruled[question]
            )
            return _agreed(stored, hand, Agreement(dispute=objection), Action.HAND_DISPUTED)

        while True:
            try:
                return await self._changes.write(command, match_id, Role.SCORER, act)
            except _Unruled as unruled:
                # A ruling may take seconds, in which others can write.
                ruled[unruled.question] = await self._ruling(unruled.question, unruled.ruleset)

    async def resolve(
        self, command: Command, match_id: UUID, number: int, settling: Settling
    ) -> MatchState:
        """End a dispute; what was agreed before it has to be agreed again."""

        async def act(stored: MatchState, made: Stamp) -> Outcome:
            hand = matches.hand(stored.hands, number)
            objection = hand.agreement.dispute
            if objection is None or not hand.agreement.is_disputed:
                raise NotDisputed(f"Hand {number} is not disputed.")
            _permit_settling(stored, made, objection, settling)
            resolution = Resolution(
                device_id=made.device_id,
                at=made.at,
                settlement=settling.settlement,
                reason=settling.reason,
            )
            settled = _settled(stored, hand, made, settling)
            agreed = Agreement(dispute=structs.replace(objection, resolution=resolution))
            return _agreed(stored, settled, agreed, Action.DISPUTE_RESOLVED)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def overrule(
        self, command: Command, match_id: UUID, number: int, overruling: Overruling
    ) -> MatchState:
        """Let a hand pay what the table agreed; its record and verdict stay as they are."""

        async def act(stored: MatchState, made: Stamp) -> Outcome:
            hand = matches.hand(stored.hands, number)
            agreements.refuse_disputed(hand)
            settled = _overruled(stored, hand, made, overruling)
            agreed = agreements.unconfirmed(settled).agreement
            return _agreed(stored, settled, agreed, Action.HAND_OVERRULED)

        return await self._changes.write(command, match_id, Role.OWNER, act)

    async def _ruling(self, dispute: HandQuestion, ruleset: RuleSet) -> Ruling | None:
        """The ruling on a hand; None when it cannot be had now, which must not stop a dispute."""
        try:
            ruled = await self._judge(hands.rule, dispute, ruleset)
        except RulingsBusy:
            return None
        return Ruling(**{name: getattr(ruled, name) for name in Ruling.__struct_fields__})


def _agreed(stored: MatchState, hand: RecordedHand, agreed: Agreement, action: Action) -> Outcome:
    return changes.with_hand(stored, structs.replace(hand, agreement=agreed), action)


def _is_alike(one: Confirmation, other: Confirmation) -> bool:
    """Whether a second agreement adds nothing: for a side, or else by the same device."""
    if other.side is None:
        return (one.side, one.device_id) == (None, other.device_id)
    return one.side == other.side


def _spoken_for(stored: MatchState, made: Stamp, side: int | None) -> int | None:
    """The side for which a device agrees: its own, or for the owner whichever it names."""
    table = stored.match.seating.table
    member = stored.member(made.device_id)
    seat = member.seat if member else None
    own = None if seat is None else seats.side_of(table, seat)
    is_owner = stored.is_owner(made.device_id)
    if side is not None and side >= seats.side_count(table):
        raise NotAtTable(f"There is no side {side}.", pointer="/side")
    if stored.policy is Policy.OWNER and not is_owner:
        raise NotAllowed("In this match the owner confirms hands.")
    if side not in {None, own} and not is_owner:
        raise NotAllowed("Only the owner may confirm for another side.")
    spoken = own if side is None else side
    if spoken is None and stored.policy is Policy.BOTH_SIDES:
        raise NoSeat
    return spoken


def _permit_settling(stored: MatchState, made: Stamp, objection: Objection, how: Settling) -> None:
    """The owner may settle in every way; who disputed, unless that overrules."""
    if stored.is_owner(made.device_id):
        return
    if made.device_id != objection.device_id or how.settlement is Settlement.OVERRULED:
        raise NotAllowed("Only the owner may do that, or who disputed the hand.")


def _settled(
    stored: MatchState, hand: RecordedHand, made: Stamp, settling: Settling
) -> RecordedHand:
    if settling.record is not None and settling.settlement is not Settlement.CORRECTED:
        raise SettlementIncomplete("Only a correction has a record.", pointer="/record")
    if settling.overruling is not None and settling.settlement is not Settlement.OVERRULED:
        raise SettlementIncomplete("Only an overruling has one.", pointer="/overruling")
    match settling.settlement:
        case Settlement.CORRECTED:
            if settling.record is None:
                raise SettlementIncomplete("A correction needs the record.", pointer="/record")
            with errors.inside("/record"):
                matches.check(stored.match, stored.hands, hand.number, settling.record)
            return agreements.with_record(hand, settling.record)
        case Settlement.OVERRULED:
            if settling.overruling is None:
                raise SettlementIncomplete("Say what the table agreed.", pointer="/overruling")
            with errors.inside("/overruling"):
                return _overruled(stored, hand, made, settling.overruling)
        case Settlement.RULING_ACCEPTED:
            return structs.replace(hand, overruled=None, proof=None)
        case Settlement.WITHDRAWN:
            return hand


def _overruled(
    stored: MatchState, hand: RecordedHand, made: Stamp, overruling: Overruling
) -> RecordedHand:
    matches.check_overruling(stored.match, overruling)
    agreed = RecordedOverruling(**structs.asdict(overruling), device_id=made.device_id, at=made.at)
    return structs.replace(hand, overruled=agreed, is_void=False)
