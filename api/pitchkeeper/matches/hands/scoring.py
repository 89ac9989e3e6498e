"""Scoring: open matches, record and void hands, adjust scores, and preview changes.

Changes are decided by pure functions of the match, the request, and whether the part of the match
has changed since the version that the device has seen.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch import HandRecord, Refutation, Sheet, fold_sheet
from pitch.hand import HandEntry, Part
from pitch.match import (
    Consequences,
    ScoreLine,
    Standing,
    find_hand,
    list_unproven,
    put_hand,
)
from pitch.messages import CHOICE, COUNT, Message, Sentences
from pitch.proof import Prospect
from pitch.rulings import HandRuling, certify_hand, rule_on_hand
from pitchkeeper.access import aggregates
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import Command, Role, Stamp
from pitchkeeper.matches import agreements, changes, edit_conflicts, foreseen_answers, opening
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.changes import MatchChanges, MatchEdit, MatchNotFound, MatchRevision
from pitchkeeper.matches.edit_conflicts import Collision
from pitchkeeper.matches.foreseen_answers import ForeseenAnswer, ForeseenRepair
from pitchkeeper.matches.hands import adjustments
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import rematches
from pitchkeeper.matches.opening import MOST_MATCHES, MatchExists, Opening, TooManyMatches
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.matches.views import NewAdjustment
from pitchkeeper.rest.preconditions import Precondition, PreconditionRequired, StaleMatch
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority

_THERE = Message("problem.precondition_required.hand", hand=COUNT, standing=CHOICE)
_CHANGED = Message("problem.stale_match.hand", hand=COUNT, standing=CHOICE)
_NO_PROSPECT: Final = Prospect()


class Foresight(Struct, frozen=True):
    """The line of a hand and the consequences for its match, if a change were saved."""

    line: ScoreLine
    changes: Consequences
    prospect: Prospect = _NO_PROSPECT
    answers: tuple[ForeseenAnswer, ...] = ()
    """The answers of the prospect, with the scores that they lead to."""
    repairs: tuple[ForeseenRepair, ...] = ()
    is_checked: bool = True
    """Whether there was time to prove all of it."""


class Scoring:
    """The use cases of score sheets."""

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
        self._foresee = adjudicator.find_prospect

    async def open(
        self, command: Command, terms: Opening, match_id: UUID | None = None
    ) -> MatchState:
        """Open a match; return the first one if the device has opened it on the same terms."""
        new_id = aggregates.choose_id(match_id, command, self._new_id, pointer="/matchId")
        state = await self._add(command, terms, new_id)
        if terms.rematch_of is not None:
            await self._announce(command, terms.rematch_of, state.match_id)
        return state

    async def _add(self, command: Command, terms: Opening, new_id: UUID) -> MatchState:
        state = opening.new_match(terms, new_id, command.device_id, self._clock())
        # Without a lock: a device that opens many at once gets a few too many, without harm.
        is_full = await self._store.has_many_matches(command.device_id, MOST_MATCHES)
        if not is_full and await self._store.add(state, command):
            return state
        # The id is taken: by a copy of this request if the terms are equal, else by another match.
        refusal = TooManyMatches if is_full else MatchExists
        first = await self._changes.read_original(command.device_id, state.match_id, refusal)
        if not opening.is_alike(first, state) or not first.is_owner(command.device_id):
            raise MatchExists
        if command.id is not None:
            await self._store.note_reopened(first.match_id, command.id)
        return first

    async def _announce(self, command: Command, match_id: UUID, next_id: UUID) -> None:
        """Announce the next match of the same people to the members of a match."""
        decide = partial(rematches.decide_announcement, next_id=next_id)
        # The phone may have queued this without a signal, before it lost its rights in the match.
        with suppress(MatchNotFound, NotAllowed):
            await self._changes.write(command, match_id, Role.SCORER, decide)

    async def record(self, edit: MatchEdit, number: int, entry: HandEntry) -> MatchState:
        """Record or correct a hand or a part of it. Recording the same again changes nothing.

        If the part has facts already, or the hand is void or overruled, the precondition has to
        name a version since which none of that has changed; other parts may change meanwhile.
        """
        precondition = edit.precondition

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            is_stale = await self._changes.is_stale(state, number, precondition, entry.part)
            return decide_record(
                state, number=number, entry=entry, precondition=precondition, is_stale=is_stale
            )

        try:
            return await self._changes.write(
                edit.command, edit.aggregate_id, Role.SCORER, decide, reads_first=False
            )
        except Collision as collision:
            # Outside the lock of the match, because both records have to be proven.
            raise await edit_conflicts.judge_collision(collision, self._prove) from None

    async def void(self, edit: MatchEdit, number: int) -> MatchState:
        """Void a hand; it stays on the sheet. Voiding it again changes nothing."""
        precondition = edit.precondition

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            is_stale = await self._changes.is_stale(state, number, precondition)
            return decide_void(state, number=number, precondition=precondition, is_stale=is_stale)

        return await edit.write(Role.SCORER, decide)

    async def adjust(self, edit: MatchEdit, request: NewAdjustment) -> MatchState:
        """Give or take points outside play."""

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision:
            last = await self._store.last_adjustment(edit.aggregate_id)
            return adjustments.decide_adjustment(
                state, stamp, request=request, last=last, precondition=edit.precondition
            )

        return await edit.write(Role.SCORER, decide)

    async def cancel(self, edit: MatchEdit, number: int, reason: str) -> MatchState:
        """Cancel an adjustment; it stays in the list. Cancelling it again changes nothing."""
        precondition = edit.precondition

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            then = await self._changes.load_seen(state, precondition)
            return adjustments.decide_cancellation(
                state, stamp, number=number, reason=reason, precondition=precondition, then=then
            )

        return await edit.write(Role.SCORER, decide)

    async def ruling(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[MatchState, HandRuling]:
        """Return a match and a new ruling on one of its hands."""
        state = await self._changes.read(device_id, match_id)
        hand = find_hand(state.hands, number)
        ruling = await self._judge(
            rule_on_hand,
            state.hand_question(hand, witness=True),
            state.match.ruleset,
            priority=Priority.PREVIEW,
            until=self._changes.deadline(),
        )
        return state, ruling

    async def certificate(
        self, state: MatchState, number: int, finding: int | None
    ) -> Refutation | Sentences:
        """Return a refutation of a hand, or a deal and play that fit it in sentences.

        `finding` is the index of the finding that is refuted, from 0; None for the first.
        """
        hand = find_hand(state.hands, number)
        deal = state.sheet.deal_of(state.match, number, state.in_force)
        return await self._judge(
            certify_hand,
            state.hand_question(hand, witness=True),
            state.match.ruleset,
            finding,
            hand.proof,
            deal.scores,
            priority=Priority.PREVIEW,
            until=self._changes.deadline(),
        )

    async def preview(
        self, device_id: UUID, match_id: UUID, number: int, record: HandRecord
    ) -> Foresight:
        """Return the result of recording a hand, without recording it."""
        state = await self._changes.read(device_id, match_id)
        state.match.check_hand(state.hands, number, record)
        before = state.hand(number)
        hand = (
            agreements.with_record(before, record)
            if before
            else RecordedHand(number=number, record=record)
        )
        # The dealer and the scores before the hand do not depend on its proof.
        facts = fold_sheet(state.match, put_hand(state.hands, hand), state.in_force)
        deal = facts.deal_of(state.match, number, state.in_force)
        until = self._changes.deadline()
        prospect = await self._foresee(hand.record, deal, hand.proof, until)
        # Without a prospect in time there is no time for a proof either.
        foresight, after = await self._preview(state, hand, None if prospect is None else until)
        if prospect is None:
            return structs.replace(foresight, is_checked=False)
        if foresight.line.standing not in {Standing.OPEN, Standing.IMPOSSIBLE}:
            return foresight
        sheet = state, after, number
        return structs.replace(
            foresight,
            prospect=prospect,
            answers=foreseen_answers.with_scores(ForeseenAnswer, prospect.answers, *sheet),
            repairs=foreseen_answers.with_scores(ForeseenRepair, prospect.repairs, *sheet),
        )

    async def preview_void(self, device_id: UUID, match_id: UUID, number: int) -> Foresight:
        """Return the result of voiding a hand, without voiding it."""
        state = await self._changes.read(device_id, match_id)
        hand = find_hand(state.hands, number)
        void = structs.replace(hand, is_void=True)
        foresight, _ = await self._preview(state, void, self._changes.deadline())
        return foresight

    async def _preview(
        self, state: MatchState, hand: RecordedHand, until: float | None
    ) -> tuple[Foresight, Sheet]:
        """Return the result of a hand and the sheet with it, with the proofs that end in time."""
        hands = put_hand(state.hands, hand)
        if until is not None:
            changed_state = structs.replace(state, hands=hands)
            hands = await self._changes.prove_hands(changed_state, until, Priority.PREVIEW)
        after = fold_sheet(state.match, hands, state.in_force)
        foresight = Foresight(
            after.lines[hand.number - 1],
            state.sheet.compare(after),
            is_checked=not list_unproven(state.match, hands),
        )
        return foresight, after


def decide_record(
    state: MatchState, *, number: int, entry: HandEntry, precondition: Precondition, is_stale: bool
) -> MatchRevision | None:
    """Return a match with a hand or a part of it recorded; None if that changes nothing.

    `is_stale` says whether the part has changed since the version that was seen. Refuses to
    overwrite facts that were not seen.
    """
    before = state.hand(number)
    old = before.record if before else HandRecord()
    record = entry.part.replace(old, entry.facts)
    # An entry against the rules is saved and flagged, so that the table sees the mistake. Only an
    # entry that fits into no sheet is refused.
    state.match.check_hand(state.hands, number, record)
    # No hand, and yet a change since it was seen: another phone has undone the hand.
    if before is None:
        if precondition.is_given and is_stale:
            raise edit_conflicts.stale_error(state, precondition)
        hand = RecordedHand(number=number, record=record)
        return changes.with_hand(state, hand, Action.HAND_ENTERED)
    # Before the check of versions, because a retry names the version before its first copy.
    if entry.part.is_same(record, old) and not before.is_void:
        return None
    agreements.refuse_disputed(before)
    if not precondition.is_given and _would_overwrite(before, entry.part):
        message = _THERE(hand=number, standing=_standing(before))
        hint = f"Send {precondition.named} with the version you have seen."
        raise Collision(PreconditionRequired(message, hint=hint), state, number, record)
    if precondition.is_given and is_stale:
        message = _CHANGED(hand=number, standing=_standing(before))
        hint = f"It has changed since the version that {precondition.named} names."
        raise Collision(StaleMatch(message, hint=hint), state, number, record)
    return changes.with_hand(state, agreements.with_record(before, record), Action.HAND_CHANGED)


def decide_void(
    state: MatchState, *, number: int, precondition: Precondition, is_stale: bool
) -> MatchRevision | None:
    """Return a match with a void hand; None if the hand is void already."""
    hand = find_hand(state.hands, number)
    if hand.is_void:
        return None
    agreements.refuse_disputed(hand)
    if precondition.is_given and is_stale:
        raise edit_conflicts.stale_error(state, precondition)
    # Without the overruling, or the void hand would still pay.
    void = structs.replace(agreements.without_confirmations(hand), is_void=True, overruled=None)
    return changes.with_hand(state, void, Action.HAND_VOIDED)


def _would_overwrite(hand: RecordedHand, part: Part) -> bool:
    """Return whether an entry would overwrite facts, an overruling or the voiding of a hand."""
    return hand.is_void or hand.overruled is not None or part.is_in(hand.record)


def _standing(hand: RecordedHand) -> str:
    if hand.is_void:
        return "void"
    return "entered" if hand.overruled is None else "overruled"
