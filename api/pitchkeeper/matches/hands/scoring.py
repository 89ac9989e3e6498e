"""Scoring: enter hands and adjustments, take them out of the count, and tell what would change.

What a change comes to is decided by pure functions of the match, of what is entered, and of
whether it has changed since the device looked.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch import HandRecord, Sheet, fold_sheet
from pitch.errors import Refusal
from pitch.hand import WHOLE_RECORD, Part, has_part, has_same_part, replace_part
from pitch.match import (
    MOST_ADJUSTMENTS,
    Adjustment,
    Consequences,
    ScoreLine,
    Standing,
    check_adjustment,
    check_hand,
    compare_sheets,
    deal_of_hand,
    find_hand,
    list_unproven,
    put_hand,
)
from pitch.messages import CHOICE, COUNT, Message
from pitch.proof import Prospect
from pitch.rulings import HandRuling, rule_on_hand
from pitchkeeper.access import aggregates
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Cancellation, Stamp
from pitchkeeper.database.listings import ListQuery
from pitchkeeper.matches import agreements, changes, edit_conflicts, opening
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound, MatchRevision
from pitchkeeper.matches.edit_conflicts import Collision
from pitchkeeper.matches.hands import foreseen_answers, questions
from pitchkeeper.matches.hands.foreseen_answers import ForeseenAnswer, ForeseenRepair
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import rematches
from pitchkeeper.matches.opening import MOST_MATCHES, MatchExists, Opening, TooManyMatches
from pitchkeeper.matches.state import ListedMatch, MatchState, RecordedAdjustment
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition, PreconditionRequired, StaleMatch
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority

_THERE = Message("problem.precondition_required.hand", hand=COUNT, standing=CHOICE)
_CHANGED = Message("problem.stale_match.hand", hand=COUNT, standing=CHOICE)
_NO_ADJUSTMENT = Message("problem.no_such_adjustment", number=COUNT)


class TooManyAdjustments(Refusal):
    """A match has at most 9,999 adjustments."""

    code = "too_many_adjustments"
    default_message = Message("problem.too_many_adjustments")


class NoSuchAdjustment(Refusal):
    """There is no adjustment of that number."""

    code = "no_such_adjustment"


class HandEntry(Struct, frozen=True):
    """What a phone enters: a whole record, or one part of it."""

    facts: HandRecord
    part: Part = WHOLE_RECORD


_NOTHING_TOLD: Final = Prospect()


class Foresight(Struct, frozen=True):
    """What a change that is not saved would say of a hand and do to its match."""

    line: ScoreLine
    changes: Consequences
    prospect: Prospect = _NOTHING_TOLD
    answers: tuple[ForeseenAnswer, ...] = ()
    """Those of the prospect with the scores that they lead to."""
    repairs: tuple[ForeseenRepair, ...] = ()
    is_checked: bool = True
    """Whether there was time to prove all of it."""


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
        self._told = adjudicator.foresee

    async def open(
        self, command: Command, asked: Opening, match_id: UUID | None = None
    ) -> MatchState:
        """Open a match that the device owns; one that it opened alike before is that one."""
        new_id = aggregates.choose_id(match_id, command, self._new_id, pointer="/matchId")
        state = await self._add(command, asked, new_id)
        if asked.rematch_of is not None:
            await self._announce(command, asked.rematch_of, state.match_id)
        return state

    async def _add(self, command: Command, asked: Opening, new_id: UUID) -> MatchState:
        opened = opening.new_match(asked, new_id, command.device_id, self._clock())
        # Nothing is locked: whoever opens many at one moment gets a few more, which harms nobody.
        is_full = await self._store.has_many_matches(command.device_id, MOST_MATCHES)
        if not is_full and await self._store.add(opened, command):
            return opened
        # Taken: by a copy of this request if the same was agreed, else by another match.
        taken = TooManyMatches if is_full else MatchExists
        first = await self._changes.read_original(command.device_id, opened.match_id, taken)
        if not opening.is_alike(first, opened) or not first.is_owner(command.device_id):
            raise MatchExists
        if command.id is not None:
            await self._store.note_reopened(first.match_id, command.id)
        return first

    async def _announce(self, command: Command, match_id: UUID, next_id: UUID) -> None:
        """Tell those who are in a match where the same people go on."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            return rematches.decide_announcement(state, next_id=next_id)

        # A phone without a signal cannot know what it may do by then; it has opened a match anyway.
        with suppress(MatchNotFound, NotAllowed):
            await self._changes.write(command, match_id, Role.SCORER, decide)

    async def match(
        self, device_id: UUID, match_id: UUID, version: int | None = None
    ) -> MatchState:
        """A match that the device is in, as it is now or was at a version."""
        return await self._changes.read(device_id, match_id, version)

    async def matches(
        self, device_id: UUID, wanted: ListQuery, limit: int
    ) -> Sequence[ListedMatch]:
        """A page of the matches of a device."""
        return await self._store.list_matches(device_id, wanted, limit)

    async def record(
        self, command: Command, match_id: UUID, number: int, entry: HandEntry, seen: Precondition
    ) -> MatchState:
        """Enter or correct a hand or a part of it. Entering the same again changes nothing.

        Where facts are there already, or the hand is void or overruled, `seen` has to name a
        version since which none of that has changed; other parts may change meanwhile.
        """

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            is_stale = await self._changes.is_stale(state, number, seen, entry.part)
            return decide_record(state, number=number, entry=entry, seen=seen, is_stale=is_stale)

        try:
            return await self._changes.write(
                command, match_id, Role.SCORER, decide, reads_first=False
            )
        except Collision as collision:
            # Only now, when nobody waits for the match any more: both records have to be proven.
            raise await edit_conflicts.judge_collision(collision, self._prove) from None

    async def void(
        self, command: Command, match_id: UUID, number: int, seen: Precondition
    ) -> MatchState:
        """Take a hand out of the count; it stays on the sheet. Doing it again changes nothing."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            is_stale = await self._changes.is_stale(state, number, seen)
            return decide_void(state, number=number, seen=seen, is_stale=is_stale)

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def adjust(
        self,
        command: Command,
        match_id: UUID,
        adjust: Callable[[MatchState], Adjustment],
        seen: Precondition,
    ) -> MatchState:
        """Give or take points outside play."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision:
            last = await self._store.last_adjustment(match_id)
            adjustment = adjust(state)
            return decide_adjustment(state, stamp, adjustment=adjustment, last=last, seen=seen)

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def cancel(
        self, command: Command, match_id: UUID, number: int, reason: str, seen: Precondition
    ) -> MatchState:
        """Take an adjustment back; it stays in the list. Doing it again changes nothing."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            then = await self._changes.load_seen(state, seen)
            return decide_cancellation(
                state, stamp, number=number, reason=reason, seen=seen, then=then
            )

        return await self._changes.write(command, match_id, Role.SCORER, decide)

    async def ruling(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[MatchState, HandRuling]:
        """The ruling on a recorded hand, judged again."""
        state = await self.match(device_id, match_id)
        hand = find_hand(state.hands, number)
        dispute = questions.of(state, hand, witness=True)
        ruled = await self._judge(
            rule_on_hand,
            dispute,
            state.match.ruleset,
            priority=Priority.PREVIEW,
            until=self._changes.deadline(),
        )
        return state, ruled

    async def preview(
        self, device_id: UUID, match_id: UUID, number: int, record: HandRecord
    ) -> Foresight:
        """What entering a hand would say and change, without entering it."""
        state = await self.match(device_id, match_id)
        check_hand(state.match, state.hands, number, record)
        before = state.hand(number)
        hand = (
            agreements.with_record(before, record)
            if before
            else RecordedHand(number=number, record=record)
        )
        # Who dealt and which scores the hand met is told by those before it, without its proof.
        facts = fold_sheet(state.match, put_hand(state.hands, hand), state.in_force)
        deal = deal_of_hand(state.match, facts, number, state.in_force)
        until = self._changes.deadline()
        prospect = await self._told(hand.record, deal, hand.proof, until)
        # Who has just waited in vain would only wait again.
        foreseen, after = await self._foresee(state, hand, None if prospect is None else until)
        if prospect is None:
            return structs.replace(foreseen, is_checked=False)
        if foreseen.line.standing not in {Standing.OPEN, Standing.IMPOSSIBLE}:
            return foreseen
        place = state, after, number
        return structs.replace(
            foreseen,
            prospect=prospect,
            answers=foreseen_answers.in_match(ForeseenAnswer, prospect.answers, *place),
            repairs=foreseen_answers.in_match(ForeseenRepair, prospect.repairs, *place),
        )

    async def preview_void(self, device_id: UUID, match_id: UUID, number: int) -> Foresight:
        """What voiding a hand would change, without voiding it."""
        state = await self.match(device_id, match_id)
        hand = find_hand(state.hands, number)
        void = structs.replace(hand, is_void=True)
        foreseen, _ = await self._foresee(state, void, self._changes.deadline())
        return foreseen

    async def _foresee(
        self, state: MatchState, hand: RecordedHand, until: float | None
    ) -> tuple[Foresight, Sheet]:
        """What a hand does to its match, with what can be proven by a time; None for nothing."""
        hands = put_hand(state.hands, hand)
        if until is not None:
            changed = structs.replace(state, hands=hands)
            hands = await self._changes.prove_hands(changed, until, Priority.PREVIEW)
        after = fold_sheet(state.match, hands, state.in_force)
        line = after.lines[hand.number - 1]
        foreseen = Foresight(
            line,
            compare_sheets(state.sheet, after),
            is_checked=not list_unproven(state.match, hands),
        )
        return foreseen, after


def decide_record(
    state: MatchState, *, number: int, entry: HandEntry, seen: Precondition, is_stale: bool
) -> MatchRevision | None:
    """Return a match with a hand or a part of it entered; refused if it was not seen as it is.

    `is_stale` says whether the part has changed since the version that was seen.
    """
    before = state.hand(number)
    known = before.record if before else HandRecord()
    record = replace_part(known, entry.part, entry.facts)
    # What the rules forbid is kept and flagged: a table wants it on the sheet, to see the mistake.
    # Refused is only what fits into no sheet.
    check_hand(state.match, state.hands, number, record)
    # Nothing there, and yet changed since it was seen: another phone has undone what this one knew.
    if before is None:
        if seen.is_given and is_stale:
            raise edit_conflicts.stale_error(state, seen)
        hand = RecordedHand(number=number, record=record)
        return changes.with_hand(state, hand, Action.HAND_ENTERED)
    # Before the versions are compared: a retry names the one that its first copy met.
    if has_same_part(record, known, entry.part) and not before.is_void:
        return None
    agreements.refuse_disputed(before)
    if not seen.is_given and _is_there(before, entry.part):
        said = _THERE(hand=number, standing=_standing(before))
        hint = f"Send {seen.named} with the version you have seen."
        required = PreconditionRequired(said, hint=hint)
        raise Collision(required, state, number, record)
    if seen.is_given and is_stale:
        said = _CHANGED(hand=number, standing=_standing(before))
        hint = f"It has changed since the version that {seen.named} names."
        stale = StaleMatch(said, hint=hint)
        raise Collision(stale, state, number, record)
    return changes.with_hand(state, agreements.with_record(before, record), Action.HAND_CHANGED)


def decide_void(
    state: MatchState, *, number: int, seen: Precondition, is_stale: bool
) -> MatchRevision | None:
    """Return a match with a hand out of the count."""
    hand = find_hand(state.hands, number)
    if hand.is_void:
        return None
    agreements.refuse_disputed(hand)
    if seen.is_given and is_stale:
        raise edit_conflicts.stale_error(state, seen)
    # What the table agreed that it pays goes too, or it would pay something out of the count.
    void = structs.replace(agreements.without_confirmations(hand), is_void=True, overruled=None)
    return changes.with_hand(state, void, Action.HAND_VOIDED)


def decide_adjustment(
    state: MatchState, stamp: Stamp, *, adjustment: Adjustment, last: int, seen: Precondition
) -> MatchRevision:
    """Return a match with one more adjustment.

    `last` is the highest number that one ever had, above those, too, that an undo has taken back:
    phones may still name them.
    """
    edit_conflicts.refuse_stale(state, seen)
    check_adjustment(state.match, state.hands, adjustment)
    if last >= MOST_ADJUSTMENTS:
        raise TooManyAdjustments
    entered = RecordedAdjustment(
        **structs.asdict(adjustment), number=last + 1, device_id=stamp.device_id, at=stamp.at
    )
    after = structs.replace(state, adjustments=(*state.adjustments, entered))
    return MatchRevision(action=Action.ADJUSTMENT_MADE, after=after)


def decide_cancellation(
    state: MatchState,
    stamp: Stamp,
    *,
    number: int,
    reason: str,
    seen: Precondition,
    then: MatchState | None,
) -> MatchRevision | None:
    """Return a match with an adjustment taken back; `then` is the match as it was seen, if any."""
    known = state.adjustment(number)
    if known is None:
        raise NoSuchAdjustment(_NO_ADJUSTMENT(number=number))
    if known.cancelled is not None:
        return None
    if seen.is_given and (then is None or then.adjustment(number) != known):
        raise edit_conflicts.stale_error(state, seen)
    cancellation = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
    taken_back = structs.replace(known, cancelled=cancellation)
    others = (taken_back if each is known else each for each in state.adjustments)
    after = structs.replace(state, adjustments=tuple(others))
    return MatchRevision(action=Action.ADJUSTMENT_CANCELLED, after=after)


def _is_there(hand: RecordedHand, part: Part) -> bool:
    """Whether something would be written over: facts, an overruling, or that the hand is void."""
    return hand.is_void or hand.overruled is not None or has_part(hand.record, part)


def _standing(hand: RecordedHand) -> str:
    if hand.is_void:
        return "void"
    return "entered" if hand.overruled is None else "overruled"
