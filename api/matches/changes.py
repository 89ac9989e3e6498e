"""Changes of matches: reads a match, and writes one change after the other, each exactly once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from api.access.devices import Command
from api.access.roles import RANKS, Role
from api.access.stamps import Stamp
from api.database.retries import Turns
from api.http.preconditions import Precondition
from api.matches import replay
from api.matches.agreements import RecordedHand
from api.matches.journal import Action, MatchChange, MatchWrite
from api.matches.state import MatchState, Summary
from api.matches.store import MatchStore
from api.workers.adjudicators import Adjudicator
from domain import seats
from domain.errors import Refusal
from domain.hand import parts
from domain.hand.parts import Part
from domain.match import matches
from domain.match.matches import Match, Sheet
from domain.rulings import hands as hand_rulings

_LINES: Final = 20
"""How many changes of a hand are looked at in one go."""
_PATIENCE: Final = 3.0
"""Seconds that a write may take before it is kept without the proofs that are still missing."""


class MatchNotFound(Refusal):
    """There is no such match, or this device is not in it."""

    code = "match_not_found"


class MatchBusy(Refusal):
    """Too many devices are changing the match at once; try again."""

    code = "match_busy"


class NotAllowed(Refusal):
    """The role of this device in the match does not allow that."""

    code = "not_allowed"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a match becomes by a change, and what the journal calls it."""

    action: Action
    after: MatchState
    hand: int | None = None
    restored: int | None = None


Act = Callable[[MatchState, Stamp], Awaitable[Outcome | None]]
"""Decides what a match becomes, given who acts and when; None when it stays as it is."""


class MatchChanges:
    """The matches of the store: what they are, what they were, and how they change."""

    def __init__(
        self,
        store: MatchStore,
        clock: Callable[[], datetime],
        adjudicator: Adjudicator,
        patience: float = _PATIENCE,
    ) -> None:
        """`patience` is how many seconds a write waits for proofs in all."""
        self._store = store
        self._clock = clock
        self._prove = adjudicator.prove
        self._patience = patience
        self._turns = Turns(MatchBusy)

    async def read(self, device_id: UUID, match_id: UUID, version: int | None = None) -> MatchState:
        """A match that the device is in, as it is now or was at a version."""
        stored = await self._load(Command(device_id), match_id)
        return stored if version is None else await self.at(stored, version)

    async def at(self, stored: MatchState, version: int, until: float | None = None) -> MatchState:
        """A match as it was at a version."""
        if version == stored.version:
            return stored
        replay.check(stored, version)
        changed = await self._store.load_changes(stored.match_id, version)
        then = replay.rewound(stored, changed, version)
        return replace(then, hands=await self.proven(then, until))

    async def write(
        self,
        command: Command,
        match_id: UUID,
        role: Role,
        act: Act,
        *,
        even_deleted: bool = False,
    ) -> MatchState:
        """The match after a change, which is made once however often its command arrives.

        One that is deleted is there for its owner only, and only `even_deleted`.
        """

        async def permitted(stored: MatchState, made: Stamp) -> Outcome | None:
            if stored.deleted_at is not None and not stored.is_owner(made.device_id):
                raise MatchNotFound
            _permit(stored, made.device_id, role)
            outcome = await act(stored, made)
            if outcome is not None and not stored.is_owner(made.device_id):
                _refuse_overruling(stored.hands, outcome.after.hands)
            return outcome

        return await self._write(
            command, match_id, command.device_id, permitted, even_deleted=even_deleted
        )

    async def admit(self, command: Command, match_id: UUID, act: Act) -> MatchState:
        """As `write`, for a device that may be no member yet; it is read as its owner sees it."""
        owner = await self._store.load_owner(match_id)
        if owner is None:
            raise MatchNotFound
        return await self._write(command, match_id, owner, act)

    async def remover(self, match_id: UUID, device_id: UUID) -> UUID | None:
        """Who took a device out of a match when it last went; None if it never did."""
        return await self._store.load_remover(match_id, device_id)

    async def _write(
        self,
        command: Command,
        match_id: UUID,
        reader: UUID,
        act: Act,
        *,
        even_deleted: bool = False,
    ) -> MatchState:
        until = asyncio.get_running_loop().time() + self._patience

        async def attempt() -> MatchState | None:
            asked = Command(reader, command.id)
            stored = await self._load(asked, match_id, even_deleted=even_deleted)
            if stored.done_in is not None:
                return await self._replayed(stored, stored.done_in, command, until)
            at = max(self._clock(), stored.updated_at)
            outcome = await act(stored, Stamp(device_id=command.device_id, at=at))
            return await self._save(command, stored, outcome, at, until)

        return await self._turns.take(match_id, attempt)

    async def _replayed(
        self, stored: MatchState, version: int, command: Command, until: float
    ) -> MatchState:
        """The match as a command left it, for a device that is still in it."""
        if stored.member(command.device_id) is None:
            raise MatchNotFound
        return await self.at(stored, version, until)

    async def proven(
        self, stored: MatchState, until: float | None = None
    ) -> tuple[RecordedHand, ...]:
        """The hands of a match, each proven for who dealt it; those that cannot be now, later.

        `until` is when the loop's clock ends the waiting, for others may wait for the match.
        """
        hands = stored.hands
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                for hand, deal in matches.unproven(stored.match, hands):
                    proof = await self._prove(hand.record, deal)
                    if proof is None:
                        break
                    hands = matches.with_hand(hands, structs.replace(hand, proof=proof))
        return hands

    async def as_seen(self, stored: MatchState, seen: Precondition) -> MatchState | None:
        """A match as it was at the last version that was seen; None if it never was at any."""
        if seen.names(stored.version):
            return stored
        known = max((each for each in seen.versions if each < stored.version), default=None)
        if known is None:
            return None
        if known == 0:
            return replace(stored, version=0, hands=(), adjustments=())
        changed = await self._store.load_changes(stored.match_id, known)
        return replay.rewound(stored, changed, known)

    async def is_stale(
        self, stored: MatchState, number: int, seen: Precondition, part: Part = parts.WHOLE
    ) -> bool:
        """Whether a part of a hand has changed since the last version that was seen.

        Also if it is again what it was: what was sent before that is late.
        """
        if seen.names(stored.version):
            return False
        known = max((each for each in seen.versions if each < stored.version), default=None)
        if known is None:
            return True
        if known == 0:
            return not replay.is_same(None, stored.hand(number), part)
        while changes := await self._store.list_hand_changes(
            stored.match_id, number, known, _LINES
        ):
            if any(not replay.is_same(each.before, each.after, part) for _, each in changes):
                return True
            known, _ = changes[-1]
        return False

    async def is_line_stale(self, stored: MatchState, number: int, seen: Precondition) -> bool:
        """Whether a hand, or what it does to the match, is not what it was seen to be."""
        then = await self.as_seen(stored, seen)
        if then is None or then is stored:
            return then is None
        if await self.is_stale(stored, number, seen):
            return True
        until = asyncio.get_running_loop().time() + self._patience
        proven = replace(then, hands=await self.proven(then, until))
        return not replay.pays_the_same(proven, stored, number)

    async def _load(
        self, command: Command, match_id: UUID, *, even_deleted: bool = False
    ) -> MatchState:
        stored = await self._store.load_match(match_id, command, even_deleted=even_deleted)
        if stored is None:
            raise MatchNotFound
        return stored

    async def _save(
        self,
        command: Command,
        stored: MatchState,
        outcome: Outcome | None,
        at: datetime,
        until: float,
    ) -> MatchState | None:
        """The match once the change is kept; None if another change came first."""
        if outcome is None:
            return stored if await self._note_idle(command, stored) else None
        after = replace(outcome.after, version=stored.version + 1, updated_at=at)
        after = replace(after, hands=await self.proven(after, until))
        entry = replay.entry_of(
            outcome.action,
            stored,
            after,
            hand=outcome.hand,
            restored_version=outcome.restored,
        )
        change = _change(command, stored, after, entry)
        return after if await self._store.save_change(change) else None

    async def _note_idle(self, command: Command, stored: MatchState) -> bool:
        """Keep that a command has nothing to change, or it might find something another time."""
        if command.id is None:
            return True
        return await self._store.note_idle(stored.match_id, command.id, stored.version)


def with_hand(stored: MatchState, hand: RecordedHand, action: Action) -> Outcome:
    """A match with one hand entered or replaced."""
    after = replace(stored, hands=matches.with_hand(stored.hands, hand))
    return Outcome(action=action, after=after, hand=hand.number)


def dispute_of(
    stored: MatchState, hand: RecordedHand, *, witness: bool
) -> hand_rulings.HandQuestion:
    """A recorded hand as a question to the adjudicator."""
    seating = stored.match.seating
    return hand_rulings.HandQuestion(
        players=seating.table.players,
        sides=seating.table.sides,
        record=hand.record,
        dealer=stored.sheet.lines[hand.number - 1].dealer,
        names=seating.names,
        witness=witness,
    )


def summary(match: Match, sheet: Sheet) -> Summary:
    """What a list shows of a match."""
    return Summary(
        ruleset=match.ruleset.name,
        players=match.seating.names,
        sides=seats.side_names(match.seating),
        scores=sheet.scores,
        hands=len(sheet.lines),
        winner=sheet.winner.side if sheet.winner else None,
    )


def _permit(stored: MatchState, device_id: UUID, role: Role) -> None:
    member = stored.member(device_id)
    if member is None or RANKS.index(member.role) < RANKS.index(role):
        raise NotAllowed(f"Only {_named(role)} of the match may do that.")


def _refuse_overruling(before: Iterable[RecordedHand], after: Iterable[RecordedHand]) -> None:
    """Refuse to overrule a hand, to lift that or to bring it back, by whatever is written."""
    was = {hand.number: hand.overruled for hand in before}
    now = {hand.number: hand.overruled for hand in after}
    for number in sorted(was | now):
        if was.get(number) != now.get(number):
            raise NotAllowed(
                f"Only the owner of the match may overrule hand {number}, or write over it "
                "once it is overruled."
            )


def _named(role: Role) -> str:
    return {Role.OWNER: "the owner", Role.SCORER: "a scorer"}.get(role, "a member")


def _change(
    command: Command, before: MatchState, after: MatchState, entry: MatchChange
) -> MatchWrite:
    kept = {id(hand) for hand in before.hands}
    everybody = tuple(member.device_id for member in after.members)
    is_back = before.deleted_at is not None and after.deleted_at is None
    is_gone = before.deleted_at is None and after.deleted_at is not None
    return MatchWrite(
        match_id=after.match_id,
        version=before.version,
        command=command,
        at=after.updated_at,
        summary=summary(after.match, after.sheet),
        entry=entry,
        hands=tuple(hand for hand in after.hands if id(hand) not in kept),
        hand_count=len(after.hands),
        tallies=after.tallies,
        deleted_at=after.deleted_at,
        shown=everybody if is_back else (),
        hidden=everybody if is_gone else (),
    )
