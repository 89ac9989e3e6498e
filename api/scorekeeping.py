"""Use cases of a match: open it, enter hands, look, and tell what a change would do."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from api.adjudicators import Adjudicator
from api.kept import Action, Change, Entry, Listed, Noted, Stored, Summary
from api.store import Store
from domain import consequences, hand_rulings, matches, records, rulesets, tables
from domain.consequences import Consequences
from domain.hand_rulings import HandRuling
from domain.matches import Adjustment, Hand, Line, Match, Sheet
from domain.records import HandRecord
from domain.refusals import Refusal
from domain.rulesets import RuleSet
from domain.tables import Arrangement, Seating

ATTEMPTS: Final = 8

Precondition = Callable[[int], bool]
"""Whether a request that names versions of a match may act on this one."""


class MatchNotFound(Refusal):
    """There is no such match, or this device is not in it."""

    code = "match_not_found"


class StaleMatch(Refusal):
    """The match has changed since the version that the request names."""

    code = "stale_match"


class MatchBusy(Refusal):
    """Too many devices are changing the match at once; try again."""

    code = "match_busy"


class Scorekeeping:
    """What a device may do with its matches."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        adjudicator: Adjudicator,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._prove = adjudicator.prove
        self._judge = adjudicator.ask

    async def open(
        self,
        device_id: UUID,
        ruleset: RuleSet,
        names: tuple[str, ...],
        sides: Arrangement | None = None,
        first_dealer: int = 0,
    ) -> Stored:
        """Open a match that the device owns."""
        table = rulesets.table_for(ruleset, len(names), sides)
        if first_dealer >= table.players:
            raise records.NotAtTable(
                f"There is no seat {first_dealer} to deal first.", pointer="/firstDealer"
            )
        seating = Seating(table=table, names=names)
        match = Match(ruleset=ruleset, seating=seating, first_dealer=first_dealer)
        now = self._clock()
        opened = Stored(
            match_id=self._new_id(),
            version=1,
            match=match,
            hands=(),
            adjustments=(),
            created_at=now,
            updated_at=now,
        )
        entry = Entry(action=Action.MATCH_OPENED)
        await self._store.add_match(opened, device_id, _summary(match, opened.sheet), entry)
        return opened

    async def match(self, device_id: UUID, match_id: UUID) -> Stored:
        """A match that the device is in."""
        stored = await self._store.load_match(match_id, device_id)
        if stored is None:
            raise MatchNotFound
        return stored

    async def matches(self, device_id: UUID, before: UUID, limit: int) -> Sequence[Listed]:
        """The newest matches of a device."""
        return await self._store.list_matches(device_id, before, limit)

    async def journal(
        self, device_id: UUID, match_id: UUID, after: int, limit: int
    ) -> Sequence[Noted]:
        """Who changed what in a match after a version of it."""
        noted = await self._store.list_journal(match_id, device_id, after, limit)
        if noted is None:
            raise MatchNotFound
        return noted

    async def record(
        self,
        device_id: UUID,
        match_id: UUID,
        number: int,
        record: HandRecord,
        may_act: Precondition,
    ) -> Stored:
        """Enter or correct a hand. Entering the same again changes nothing."""
        entered = Hand(number=number, record=record)
        for _ in range(ATTEMPTS):
            stored = await self._current(device_id, match_id, may_act)
            matches.check(stored.match, stored.hands, number, record)
            if _is_entered(stored, entered):
                return stored
            saved = await self._save_hand(device_id, stored, entered)
            if saved is not None:
                return saved
        raise MatchBusy

    async def void(
        self, device_id: UUID, match_id: UUID, number: int, may_act: Precondition
    ) -> Stored:
        """Take a hand out of the count; it stays on the sheet. Doing it again changes nothing."""
        for _ in range(ATTEMPTS):
            stored = await self._current(device_id, match_id, may_act)
            hand = matches.hand(stored.hands, number)
            if hand.is_void:
                return stored
            voided = structs.replace(hand, is_void=True)
            saved = await self._save_hand(device_id, stored, voided)
            if saved is not None:
                return saved
        raise MatchBusy

    async def adjust(
        self,
        device_id: UUID,
        match_id: UUID,
        adjust: Callable[[Stored], Adjustment],
        may_act: Precondition,
    ) -> Stored:
        """Give or take points outside play."""
        for _ in range(ATTEMPTS):
            stored = await self._current(device_id, match_id, may_act)
            adjustment = adjust(stored)
            matches.check_adjustment(stored.match, stored.hands, adjustment)
            changed = replace(stored, adjustments=(*stored.adjustments, adjustment))
            entry = Entry(action=Action.ADJUSTMENT_MADE, adjustment=adjustment)
            change, changed = self._change(device_id, changed, entry)
            if await self._store.save_adjustment(change, len(changed.adjustments), adjustment):
                return changed
        raise MatchBusy

    async def ruling(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[Stored, HandRuling]:
        """The ruling on a recorded hand, judged again."""
        stored = await self.match(device_id, match_id)
        hand = matches.hand(stored.hands, number)
        seating = stored.match.seating
        dispute = hand_rulings.Dispute(
            players=seating.table.players,
            sides=seating.table.sides,
            record=hand.record,
            dealer=stored.sheet.lines[number - 1].dealer,
            names=seating.names,
            witness=True,
        )
        return stored, await self._judge(hand_rulings.rule, dispute, stored.match.ruleset)

    async def preview(
        self, device_id: UUID, match_id: UUID, number: int, record: HandRecord
    ) -> tuple[Line, Consequences]:
        """What entering a hand would say and change, without entering it."""
        stored = await self.match(device_id, match_id)
        matches.check(stored.match, stored.hands, number, record)
        return await self._foresee(stored, Hand(number=number, record=record))

    async def preview_void(
        self, device_id: UUID, match_id: UUID, number: int
    ) -> tuple[Line, Consequences]:
        """What voiding a hand would change, without voiding it."""
        stored = await self.match(device_id, match_id)
        hand = matches.hand(stored.hands, number)
        return await self._foresee(stored, structs.replace(hand, is_void=True))

    async def _current(self, device_id: UUID, match_id: UUID, may_act: Precondition) -> Stored:
        stored = await self.match(device_id, match_id)
        if not may_act(stored.version):
            raise StaleMatch(
                f'The match is at version {stored.version} now (ETag "{stored.version}"), '
                "which If-Match does not name; look at it again."
            )
        return stored

    async def _save_hand(self, device_id: UUID, stored: Stored, hand: Hand) -> Stored | None:
        """The match with the hand in it; None if another change came first."""
        hands, proven = await self._proven(stored, matches.with_hand(stored.hands, hand))
        changed = replace(stored, hands=hands)
        change, changed = self._change(device_id, changed, _entry(stored, hand))
        saved = {hand.number, *proven}
        written = [each for each in hands if each.number in saved]
        return changed if await self._store.save_hands(change, written) else None

    async def _proven(
        self, stored: Stored, hands: tuple[Hand, ...]
    ) -> tuple[tuple[Hand, ...], set[int]]:
        """The hands, each proven for who dealt it, and which of them had to be."""
        proven = set()
        for hand, deal in matches.unproven(stored.match, hands):
            proof = await self._prove(hand.record, deal)
            hands = matches.with_hand(hands, structs.replace(hand, proof=proof))
            proven.add(hand.number)
        return hands, proven

    async def _foresee(self, stored: Stored, hand: Hand) -> tuple[Line, Consequences]:
        hands, _ = await self._proven(stored, matches.with_hand(stored.hands, hand))
        after = matches.sheet(stored.match, hands, stored.adjustments)
        return after.lines[hand.number - 1], consequences.compare(stored.sheet, after)

    def _change(self, device_id: UUID, changed: Stored, entry: Entry) -> tuple[Change, Stored]:
        """What to save, and the match as it will be once that is saved."""
        now = self._clock()
        moved = replace(changed, version=changed.version + 1, updated_at=now)
        change = Change(
            match_id=changed.match_id,
            version=changed.version,
            device_id=device_id,
            at=now,
            summary=_summary(moved.match, moved.sheet),
            entry=entry,
        )
        return change, moved


def _is_entered(stored: Stored, entered: Hand) -> bool:
    """Whether a hand is in the match as it is entered again."""
    before = stored.hands[entered.number - 1 : entered.number]
    return any(hand.record == entered.record and not hand.is_void for hand in before)


def _entry(stored: Stored, hand: Hand) -> Entry:
    before = stored.hands[hand.number - 1] if hand.number <= len(stored.hands) else None
    if hand.is_void:
        action = Action.HAND_VOIDED
    else:
        action = Action.HAND_ENTERED if before is None else Action.HAND_CHANGED
    return Entry(
        action=action,
        hand=hand.number,
        before=before.record if before else None,
        after=hand.record,
        was_void=before.is_void if before else False,
    )


def _summary(match: Match, sheet: Sheet) -> Summary:
    return Summary(
        ruleset=match.ruleset.name,
        players=match.seating.names,
        sides=tables.side_names(match.seating),
        scores=sheet.scores,
        hands=len(sheet.lines),
        winner=sheet.winner.side if sheet.winner else None,
    )
