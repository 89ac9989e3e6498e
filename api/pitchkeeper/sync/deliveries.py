"""Deliveries: queued commands, each carried out once in the order of the queue."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from pitch.hand import HandEntry
from pitch.messages import Refusal
from pitchkeeper.access.aggregates import IdNotUuid7
from pitchkeeper.access.device_store import IdempotencyKeys, KeyReused
from pitchkeeper.access.devices import Command, CommandKey
from pitchkeeper.leagues.changes import LeagueEdit
from pitchkeeper.leagues.services import LeagueServices
from pitchkeeper.matches import opening
from pitchkeeper.matches.changes import MatchEdit
from pitchkeeper.matches.hands import disputes
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rate_limits import RateLimited
from pitchkeeper.rest.preconditions import OwnChanges, Precondition
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.sync.queues import (
    CancelAdjustment,
    ConfirmHand,
    ConfirmHands,
    DisputeHand,
    FollowingCommand,
    MakeAdjustment,
    OpenMatch,
    QueuedCommand,
    RecordHand,
    RecordHolding,
    RecordPart,
    RecordPile,
    RecordResult,
    ResolveDispute,
    SeeingCommand,
    VoidHand,
)
from pitchkeeper.workers.adjudicators import Adjudicator

_PRECONDITIONS = ("after", "seen_version")


class CommandMissing(Refusal):
    """The command that this one follows is not done; send it again after that one."""

    hint = "The command that this one follows is not done; send it again after that one."


class CommandResult(Struct, frozen=True):
    """The result of a command: the version that it left, or the refusal."""

    queued: QueuedCommand | RecordResult
    version: int | None = None
    is_repeated: bool = False
    refusal: Refusal | None = None


class Deliveries:
    """Carries out queued commands by the use cases of their operations."""

    def __init__(
        self,
        matches: MatchServices,
        leagues: LeagueServices,
        keys: IdempotencyKeys,
        catalog: RulesetCatalog,
        prover: Adjudicator,
    ) -> None:
        self._store = matches.store
        self._changes = matches.match_changes
        self._scoring = matches.scoring
        self._leagues = leagues
        self._keys = keys
        self._catalog = catalog
        self._prover = prover

    async def deliver(
        self,
        device_id: UUID,
        queue: Sequence[QueuedCommand | RecordResult],
        permit: Callable[[], Awaitable[None]],
    ) -> list[CommandResult]:
        """Carry out commands in order; a refused one does not stop the others.

        The request is the permit of the first command. Once `permit` raises, the rest is refused.
        """
        results: list[CommandResult] = []
        for queued in queue:
            try:
                if results:
                    await permit()
            except RateLimited as limited:
                rest = queue[len(results) :]
                return [*results, *(CommandResult(command, refusal=limited) for command in rest)]
            try:
                results.append(await self._deliver_once(device_id, queued))
            except Refusal as refusal:
                # Later commands are tried all the same; one that builds on it says so by `after`.
                results.append(CommandResult(queued, refusal=refusal))
        return results

    async def _deliver_once(
        self, device_id: UUID, queued: QueuedCommand | RecordResult
    ) -> CommandResult:
        if queued.command_id.version != 7:
            raise IdNotUuid7(hint="The commandId is no UUIDv7.")
        command = await self._claim(device_id, queued)
        followed = await self._find_followed(device_id, queued)
        ids = [command.id, followed]
        if isinstance(queued, RecordResult):
            done = await self._leagues.league_store.list_done(queued.league_id, ids)
        else:
            done = await self._store.list_done(queued.match_id, ids)
        # A retry after a lost response; the match may have changed since.
        if command.id in done:
            return CommandResult(queued, done[command.id], is_repeated=True)
        precondition = _precondition(queued, device_id, done.get(followed))
        if isinstance(queued, RecordResult):
            changes = self._leagues.league_changes
            report = LeagueEdit(changes, command, queued.league_id, precondition)
            season = await self._leagues.league_seasons.report(report, queued.fixture, queued.body)
            return CommandResult(queued, season.state.version)
        edit = MatchEdit(self._changes, command, queued.match_id, precondition)
        state = await self._carry_out(edit, queued)
        return CommandResult(queued, state.version)

    async def _claim(self, device_id: UUID, queued: QueuedCommand | RecordResult) -> Command:
        """Return the command of a key, which is the id that its device made for it."""
        try:
            return await self._keys.claim(device_id, _key(queued))
        except KeyReused:
            hint = "This device has used the same commandId for something else."
            raise KeyReused(hint=hint) from None

    async def _find_followed(
        self, device_id: UUID, queued: QueuedCommand | RecordResult
    ) -> UUID | None:
        """Return the id of the command that another one follows; None if it has not arrived."""
        if not isinstance(queued, FollowingCommand | RecordResult) or queued.after is None:
            return None
        return await self._keys.find(device_id, str(queued.after))

    async def _carry_out(self, edit: MatchEdit, queued: QueuedCommand) -> MatchState:
        """Carry out a command as the operation that it is named after."""
        scoring = self._scoring
        match queued:
            case OpenMatch():
                return await self._open(edit.command, queued)
            case MakeAdjustment(body=body):
                return await scoring.adjust(edit, body)
            case CancelAdjustment(adjustment=number, body=body):
                return await scoring.cancel(edit, number, body.reason)
            case VoidHand(number=number):
                return await scoring.void(edit, number)
            case ConfirmHand() | ConfirmHands() | DisputeHand() | ResolveDispute():
                return await self._agree(edit, queued)
            case _:
                return await scoring.record(edit, queued.number, _entry(queued))

    async def _open(self, command: Command, queued: OpenMatch) -> MatchState:
        body = queued.body
        ruleset = await self._catalog.load_with_options(body.ruleset, body.options, body.target)
        terms = opening.for_request(body, ruleset)
        return await self._scoring.open(command, terms, queued.match_id)

    async def _agree(
        self, edit: MatchEdit, queued: ConfirmHand | ConfirmHands | DisputeHand | ResolveDispute
    ) -> MatchState:
        """Confirm or dispute hands, or resolve a dispute."""
        match queued:
            case ConfirmHand(number=number, body=body):
                return await disputes.confirm(edit, number, body.side)
            case ConfirmHands(body=body):
                return await disputes.confirm_all(edit, body.hands, body.side)
            case DisputeHand(number=number, body=body):
                return await disputes.dispute(edit, self._prover, number, body.reason)
            case ResolveDispute(number=number, body=body):
                return await disputes.resolve(edit, number, body)


def _key(queued: QueuedCommand | RecordResult) -> CommandKey:
    """Return the key of a command, without what it had seen."""
    # After a refusal as stale, a phone sends the same id with another version.
    seen = {name: None for name in _PRECONDITIONS if name in queued.__struct_fields__}
    content = msgspec.json.encode(structs.replace(queued, **seen))
    return CommandKey(str(queued.command_id), hashlib.sha256(content).digest())


def _precondition(
    queued: QueuedCommand | RecordResult, device_id: UUID, followed: int | None
) -> Precondition:
    """Return what a command had seen; `followed` is the version left by the one it follows."""
    follows = isinstance(queued, FollowingCommand | RecordResult) and queued.after is not None
    if follows and followed is None:
        raise CommandMissing
    seen = queued.seen_version if isinstance(queued, SeeingCommand | RecordResult) else None
    # A phone knows its own changes, though it has not seen the versions that they made.
    versions = frozenset(version for version in (followed, seen) if version is not None)
    own = None
    if seen is not None and followed is not None and seen < followed:
        own = OwnChanges(device_id, since=seen, until=followed)
    return Precondition(versions, is_given=bool(versions), own=own, named="seenVersion")


def _entry(queued: RecordHand | RecordPart) -> HandEntry:
    """Return the facts that a command enters, and the part of the hand that they replace."""
    match queued:
        case RecordHand(body=body):
            return HandEntry(body)
        case RecordPile(side=side, body=body):
            return body.entry(side)
        case RecordHolding(seat=seat, body=body):
            return body.entry(seat)
        case _:
            return queued.body.entry()
