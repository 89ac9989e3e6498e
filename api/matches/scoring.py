"""Scoring: open a match, enter hands and adjustments, and tell what would change."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from api import zones
from api.access import members
from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Cancellation, Stamp
from api.database.listings import Wanted
from api.http.preconditions import Precondition, PreconditionRequired, StaleMatch
from api.matches import agreements, changes, edit_conflicts
from api.matches.agreements import RecordedHand
from api.matches.changes import MatchChanges, MatchNotFound, Outcome
from api.matches.journal import Action, MatchChange, MembershipChange, OpenedMatch
from api.matches.state import ListedMatch, MatchState, Member, RecordedAdjustment
from api.matches.store import MatchStore
from api.workers.adjudicators import Adjudicator
from domain import seats as tables
from domain.errors import Refusal
from domain.hand import parts
from domain.hand.parts import Part
from domain.hand.records import HandRecord
from domain.match import consequences, matches
from domain.match.consents import Policy
from domain.match.consequences import Consequences
from domain.match.matches import Adjustment, Match, ScoreLine
from domain.notation.moments import UTC, TimeZone
from domain.rules.rulesets import RuleSet
from domain.rulings import hands as hand_rulings
from domain.rulings.hands import HandRuling
from domain.seats import Arrangement

MOST_MATCHES: Final = 5_000


class TooManyMatches(Refusal):
    """A device takes part in at most 5,000 matches."""

    code = "too_many_matches"


class TooManyAdjustments(Refusal):
    """A match has at most 9,999 adjustments."""

    code = "too_many_adjustments"


class MatchExists(Refusal):
    """There is another match of that id."""

    code = "match_exists"


class IdNotUuid7(Refusal):
    """An id that a device makes is a UUIDv7, so that matches sort by when they began."""

    code = "id_not_uuid7"


class NoSuchAdjustment(Refusal):
    """There is no adjustment of that number."""

    code = "no_such_adjustment"


class Facts(Struct, frozen=True):
    """What a phone enters: a whole record, or one part of it."""

    facts: HandRecord
    part: Part = parts.WHOLE


class Opening(Struct, frozen=True):
    """What is agreed when a match is opened."""

    ruleset: RuleSet
    names: tuple[str, ...]
    sides: Arrangement | None = None
    first_dealer: int = 0
    policy: Policy = Policy.ONE
    time_zone: TimeZone = UTC
    devices: tuple[UUID | None, ...] = ()
    """By seat, those of players who agreed beforehand to sit here; all are in from the start."""

    @property
    def match(self) -> Match:
        """The match; refused if the rules do not allow its table, or names are alike."""
        match = matches.opened(self.ruleset, self.names, self.sides, self.first_dealer)
        tables.check_names(self.names)
        zones.check(self.time_zone)
        return match


class Scoring:
    """What a device may do with the score sheets of its matches."""

    def __init__(
        self,
        store: MatchStore,
        changes: MatchChanges,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        adjudicator: Adjudicator,
    ) -> None:
        self._store = store
        self._changes = changes
        self._clock = clock
        self._new_id = new_id
        self._prove = adjudicator.prove
        self._judge = adjudicator.ask

    async def open(
        self, command: Command, opening: Opening, match_id: UUID | None = None
    ) -> MatchState:
        """Open a match that the device owns; one that it opened alike before is that one."""
        if match_id is not None and match_id.version != 7:
            raise IdNotUuid7(pointer="/matchId")
        new = self._opened(command, opening, match_id or command.id or self._new_id())
        opened = new.stored
        is_full = await self._store.has_many_matches(command.device_id, MOST_MATCHES)
        if not is_full and await self._store.add_match(new, command):
            return opened
        try:
            first = await self._changes.read(command.device_id, opened.match_id, version=1)
        except MatchNotFound:
            raise (TooManyMatches if is_full else MatchExists) from None
        is_alike = (first.match, first.head) == (opened.match, opened.head)
        if not is_alike or not first.is_owner(command.device_id):
            raise MatchExists
        if command.id is not None:
            await self._store.note_reopened(first.match_id, command.id)
        return first

    async def draft(self, command: Command, opening: Opening, match_id: UUID) -> OpenedMatch:
        """A match that the device may open, for others to keep with what they link to it."""
        if await self._store.has_many_matches(command.device_id, MOST_MATCHES):
            raise TooManyMatches
        return self._opened(command, opening, match_id)

    async def match(
        self, device_id: UUID, match_id: UUID, version: int | None = None
    ) -> MatchState:
        """A match that the device is in, as it is now or was at a version."""
        return await self._changes.read(device_id, match_id, version)

    async def matches(self, device_id: UUID, wanted: Wanted, limit: int) -> Sequence[ListedMatch]:
        """A page of the matches of a device."""
        return await self._store.list_matches(device_id, wanted, limit)

    async def record(
        self, command: Command, match_id: UUID, number: int, entered: Facts, seen: Precondition
    ) -> MatchState:
        """Enter or correct a hand or a part of it. Entering the same again changes nothing.

        Where facts are there already, or the hand is void or overruled, `seen` has to name a
        version since which none of that has changed; other parts may change meanwhile.
        """

        async def act(stored: MatchState, _made: Stamp) -> Outcome | None:
            before = stored.hand(number)
            known = before.record if before else HandRecord()
            record = parts.put(known, entered.part, entered.facts)
            matches.check(stored.match, stored.hands, number, record)
            if before is None:
                if seen.is_given and await self._changes.is_stale(stored, number, seen):
                    raise edit_conflicts.stale(stored, seen)
                hand = RecordedHand(number=number, record=record)
                return changes.with_hand(stored, hand, Action.HAND_ENTERED)
            if parts.is_same(record, known, entered.part) and not before.is_void:
                return None
            agreements.refuse_disputed(before)
            await self._check_seen(stored, before, record, entered.part, seen)
            hand = agreements.with_record(before, record)
            return changes.with_hand(stored, hand, Action.HAND_CHANGED)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def void(
        self, command: Command, match_id: UUID, number: int, seen: Precondition
    ) -> MatchState:
        """Take a hand out of the count; it stays on the sheet. Doing it again changes nothing."""

        async def act(stored: MatchState, _made: Stamp) -> Outcome | None:
            hand = matches.hand(stored.hands, number)
            if hand.is_void:
                return None
            agreements.refuse_disputed(hand)
            if seen.is_given and await self._changes.is_stale(stored, number, seen):
                raise edit_conflicts.stale(stored, seen)
            voided = structs.replace(agreements.unconfirmed(hand), is_void=True, overruled=None)
            return changes.with_hand(stored, voided, Action.HAND_VOIDED)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def adjust(
        self,
        command: Command,
        match_id: UUID,
        adjust: Callable[[MatchState], Adjustment],
        seen: Precondition,
    ) -> MatchState:
        """Give or take points outside play."""

        async def act(stored: MatchState, made: Stamp) -> Outcome:
            edit_conflicts.refuse_stale(stored, seen)
            adjustment = adjust(stored)
            matches.check_adjustment(stored.match, stored.hands, adjustment)
            # Above those, too, that an undo has taken back: phones may still name them.
            number = 1 + await self._store.last_adjustment(match_id)
            if number > matches.MOST_ADJUSTMENTS:
                raise TooManyAdjustments
            given = RecordedAdjustment(
                **structs.asdict(adjustment), number=number, device_id=made.device_id, at=made.at
            )
            after = replace(stored, adjustments=(*stored.adjustments, given))
            return Outcome(action=Action.ADJUSTMENT_MADE, after=after)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def cancel(
        self, command: Command, match_id: UUID, number: int, reason: str, seen: Precondition
    ) -> MatchState:
        """Take an adjustment back; it stays in the list. Doing it again changes nothing."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            given = stored.adjustment(number)
            if given is None:
                raise NoSuchAdjustment(f"There is no adjustment {number}.")
            if given.cancelled is not None:
                return None
            if seen.is_given:
                then = await self._changes.as_seen(stored, seen)
                if then is None or then.adjustment(number) != given:
                    raise edit_conflicts.stale(stored, seen)
            cancelled = structs.replace(
                given,
                cancelled=Cancellation(device_id=made.device_id, at=made.at, reason=reason),
            )
            others = (cancelled if each is given else each for each in stored.adjustments)
            after = replace(stored, adjustments=tuple(others))
            return Outcome(action=Action.ADJUSTMENT_CANCELLED, after=after)

        return await self._changes.write(command, match_id, Role.SCORER, act)

    async def ruling(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[MatchState, HandRuling]:
        """The ruling on a recorded hand, judged again."""
        stored = await self.match(device_id, match_id)
        hand = matches.hand(stored.hands, number)
        dispute = changes.dispute_of(stored, hand, witness=True)
        return stored, await self._judge(hand_rulings.rule, dispute, stored.match.ruleset)

    async def preview(
        self, device_id: UUID, match_id: UUID, number: int, record: HandRecord
    ) -> tuple[ScoreLine, Consequences]:
        """What entering a hand would say and change, without entering it."""
        stored = await self.match(device_id, match_id)
        matches.check(stored.match, stored.hands, number, record)
        before = stored.hand(number)
        hand = (
            agreements.with_record(before, record)
            if before
            else RecordedHand(number=number, record=record)
        )
        return await self._foresee(stored, hand)

    async def preview_void(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[ScoreLine, Consequences]:
        """What voiding a hand would change, without voiding it."""
        stored = await self.match(device_id, match_id)
        hand = matches.hand(stored.hands, number)
        return await self._foresee(stored, structs.replace(hand, is_void=True))

    def _opened(self, command: Command, opening: Opening, match_id: UUID) -> OpenedMatch:
        now = self._clock()
        seats = {device: seat for seat, device in enumerate(opening.devices) if device}
        owner = Member(
            device_id=command.device_id,
            role=Role.OWNER,
            joined_at=now,
            seat=seats.get(command.device_id),
        )
        others = (
            Member(device_id=device_id, role=Role.SCORER, joined_at=now, seat=seat)
            for device_id, seat in seats.items()
            if device_id != command.device_id
        )
        stored = MatchState(
            match_id=match_id,
            version=1,
            match=opening.match,
            policy=opening.policy,
            time_zone=opening.time_zone,
            hands=(),
            adjustments=(),
            members=members.in_order((owner, *others)),
            created_at=now,
            updated_at=now,
        )
        joined = (MembershipChange(device_id=each.device_id, after=each) for each in stored.members)
        return OpenedMatch(
            stored=stored,
            summary=changes.summary(stored.match, stored.sheet),
            entry=MatchChange(action=Action.MATCH_OPENED, members=tuple(joined)),
        )

    async def _foresee(
        self, stored: MatchState, hand: RecordedHand
    ) -> tuple[ScoreLine, Consequences]:
        changed = replace(stored, hands=matches.with_hand(stored.hands, hand))
        hands = await self._changes.proven(changed)
        after = matches.sheet(stored.match, hands, stored.in_force)
        return after.lines[hand.number - 1], consequences.compare(stored.sheet, after)

    async def _check_seen(
        self,
        stored: MatchState,
        hand: RecordedHand,
        record: HandRecord,
        part: Part,
        seen: Precondition,
    ) -> None:
        """Refuse to write over what the phone has not seen, and tell it what is there."""
        if not seen.is_given and _is_there(hand, part):
            conflict = await edit_conflicts.between(stored, hand.number, record, self._prove)
            raise PreconditionRequired(
                f"Hand {hand.number} {_there(hand)}; send {seen.named} with the version you "
                "have seen to change that.",
                conflict,
            )
        if seen.is_given and await self._changes.is_stale(stored, hand.number, seen, part):
            conflict = await edit_conflicts.between(stored, hand.number, record, self._prove)
            raise StaleMatch(
                f"Hand {hand.number} has changed since the version that {seen.named} names: "
                f"it {_there(hand)}.",
                conflict,
            )


def _is_there(hand: RecordedHand, part: Part) -> bool:
    """Whether something would be written over: facts, an overruling, or that the hand is void."""
    return hand.is_void or hand.overruled is not None or parts.is_entered(hand.record, part)


def _there(hand: RecordedHand) -> str:
    if hand.is_void:
        return "is void"
    return "has other facts already" if hand.overruled is None else "is overruled"
