"""Deliveries: queued commands carried out in their order, each once however often it comes."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from pitch.errors import Refusal
from pitch.hand import (
    AUCTION_PART,
    CLAIMS_PART,
    TRICKS_PART,
    holding_part,
    pile_part,
    record_of_auction,
    record_of_claims,
    record_of_holding,
    record_of_pile,
    record_of_tricks,
)
from pitch.messages import Message
from pitchkeeper.access.aggregates import IdNotUuid7
from pitchkeeper.access.devices import Command, CommandKey
from pitchkeeper.access.idempotency_keys import IdempotencyKeys, KeyReused
from pitchkeeper.matches import proposals
from pitchkeeper.matches.hands.disputes import Disputes
from pitchkeeper.matches.hands.scoring import HandEntry, Scoring
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
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
    RecordAuction,
    RecordHand,
    RecordHolding,
    RecordPart,
    RecordPile,
    RecordTricks,
    ResolveDispute,
    SeeingCommand,
    VoidHand,
)

_PRECONDITIONS = ("after", "seen_version")


class CommandMissing(Refusal):
    """The command that this one follows is not done; send it again after that one."""

    code = "command_missing"
    default_message = Message("problem.command_missing")
    hint = "The command that this one follows is not done; send it again after that one."


class CommandResult(Struct, frozen=True):
    """What became of a command: the version of the match that it left, or why it was refused."""

    asked: QueuedCommand
    version: int | None = None
    is_repeated: bool = False
    refusal: Refusal | None = None


class Deliveries:
    """The use cases by the commands that ask for them."""

    def __init__(
        self,
        store: MatchStore,
        keys: IdempotencyKeys,
        catalog: RulesetCatalog,
        scoring: Scoring,
        disputes: Disputes,
    ) -> None:
        self._store = store
        self._keys = keys
        self._catalog = catalog
        self._scoring = scoring
        self._disputes = disputes

    async def deliver(
        self, device_id: UUID, queue: Sequence[QueuedCommand], permit: Callable[[], Awaitable[None]]
    ) -> list[CommandResult]:
        """Carry out commands one after the other; a refused one does not stop the others.

        The request is the permit of the first; once `permit` is refused, nothing more is done.
        """
        delivered: list[CommandResult] = []
        for asked in queue:
            try:
                if delivered:
                    await permit()
            except RateLimited as limited:
                undone = queue[len(delivered) :]
                return [*delivered, *(CommandResult(each, refusal=limited) for each in undone)]
            delivered.append(await self._delivered(device_id, asked))
        return delivered

    async def _delivered(self, device_id: UUID, asked: QueuedCommand) -> CommandResult:
        try:
            return await self._once(device_id, asked)
        except Refusal as refusal:
            # Those behind it are tried all the same; what builds on it says so by `after`.
            return CommandResult(asked, refusal=refusal)

    async def _once(self, device_id: UUID, asked: QueuedCommand) -> CommandResult:
        if asked.command_id.version != 7:
            raise IdNotUuid7(hint="The commandId is no UUIDv7.")
        command = await self._claimed(device_id, asked)
        followed = await self._followed(device_id, asked)
        done = await self._store.list_done(asked.match_id, [command.id, followed])
        # The answer was lost on its way; the match may have moved on since.
        if command.id in done:
            return CommandResult(asked, done[command.id], is_repeated=True)
        state = await self._carried_out(
            command, asked, _precondition(asked, device_id, done.get(followed))
        )
        return CommandResult(asked, state.version)

    async def _claimed(self, device_id: UUID, asked: QueuedCommand) -> Command:
        """The command, whose key is the id that its device made for it."""
        try:
            return await self._keys.claim(device_id, _key(asked))
        except KeyReused:
            hint = "This device has used the same commandId for something else."
            raise KeyReused(hint=hint) from None

    async def _followed(self, device_id: UUID, asked: QueuedCommand) -> UUID | None:
        """The command that another one follows; None if there is none, or it has not come."""
        if not isinstance(asked, FollowingCommand) or asked.after is None:
            return None
        return await self._keys.find(device_id, str(asked.after))

    async def _carried_out(
        self, command: Command, asked: QueuedCommand, seen: Precondition
    ) -> MatchState:
        """Do what a command asks for, as the operation does that it is named after."""
        scoring, match_id = self._scoring, asked.match_id
        match asked:
            case OpenMatch():
                return await self._opened(command, asked)
            case MakeAdjustment(body=body):
                adjust = proposals.adjustment(body)
                return await scoring.adjust(command, match_id, adjust, seen)
            case CancelAdjustment(body=body):
                number, reason = asked.adjustment, body.reason
                return await scoring.cancel(command, match_id, number, reason, seen)
            case VoidHand():
                return await scoring.void(command, match_id, asked.number, seen)
            case ConfirmHand() | ConfirmHands() | DisputeHand() | ResolveDispute():
                return await self._agreed(command, asked, seen)
            case _:
                facts = _entry(asked)
                return await scoring.record(command, match_id, asked.number, facts, seen)

    async def _opened(self, command: Command, asked: OpenMatch) -> MatchState:
        body = asked.body
        ruleset = await self._catalog.load_with_options(body.ruleset, body.options, body.target)
        opening = proposals.opening(body, ruleset)
        return await self._scoring.open(command, opening, asked.match_id)

    async def _agreed(
        self,
        command: Command,
        asked: ConfirmHand | ConfirmHands | DisputeHand | ResolveDispute,
        seen: Precondition,
    ) -> MatchState:
        """What the table says of hands that are entered, each as its own operation does it."""
        disputes, match_id = self._disputes, asked.match_id
        match asked:
            case ConfirmHand(number=number, body=body):
                return await disputes.confirm(command, match_id, number, body.side, seen)
            case ConfirmHands(body=body):
                return await disputes.confirm_all(command, match_id, body.hands, body.side, seen)
            case DisputeHand(number=number, body=body):
                return await disputes.dispute(command, match_id, number, body.reason)
            case ResolveDispute(number=number, body=body):
                return await disputes.resolve(command, match_id, number, body)


def _key(asked: QueuedCommand) -> CommandKey:
    """Return the key of a command; two are the same if all but what they had seen is."""
    # A phone that was refused as stale sends the same id again with what it sees by then.
    seen = {name: None for name in _PRECONDITIONS if name in asked.__struct_fields__}
    content = msgspec.json.encode(structs.replace(asked, **seen))
    return CommandKey(str(asked.command_id), hashlib.sha256(content).digest())


def _precondition(asked: QueuedCommand, device_id: UUID, followed: int | None) -> Precondition:
    """Return what a command had seen; `followed` is the version left by the one it follows."""
    if isinstance(asked, FollowingCommand) and asked.after is not None and followed is None:
        raise CommandMissing
    seen = asked.seen_version if isinstance(asked, SeeingCommand) else None
    # What the phone did itself it has seen, though it never saw what came of it.
    versions = frozenset(version for version in (followed, seen) if version is not None)
    own = None
    if seen is not None and followed is not None and seen < followed:
        own = OwnChanges(device_id, since=seen, until=followed)
    return Precondition(versions, is_given=bool(versions), own=own, named="seenVersion")


def _entry(asked: RecordHand | RecordPart) -> HandEntry:
    """What a command enters, and the part of the hand that it replaces."""
    match asked:
        case RecordHand(body=body):
            return HandEntry(body)
        case RecordAuction(body=body):
            return HandEntry(record_of_auction(body), AUCTION_PART)
        case RecordPile(side=side, body=body):
            return HandEntry(record_of_pile(side, body), pile_part(side))
        case RecordHolding(seat=seat, body=body):
            return HandEntry(record_of_holding(seat, body), holding_part(seat))
        case RecordTricks(body=body):
            return HandEntry(record_of_tricks(body), TRICKS_PART)
        case _:
            return HandEntry(record_of_claims(asked.body), CLAIMS_PART)
