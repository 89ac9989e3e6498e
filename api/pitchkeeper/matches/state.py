"""The state of a match: the facts behind its score sheet, and its members."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import ClassVar
from uuid import UUID

from msgspec import Struct, field, structs

from pitch import Match, Seating, Sheet
from pitch.match import Adjustment, Policy, SeatTally, SheetCache, tally_match
from pitch.rulings import HandQuestion
from pitch.types import UTC, HandNumber, Seat, Side, TimeZone, Value
from pitchkeeper import folding
from pitchkeeper.access.aggregates import Aggregate, AggregateKind, Membership
from pitchkeeper.access.devices import AnyRole, Cancellation, Instant, Role
from pitchkeeper.matches.agreements import RecordedHand


class NextMatch(Value, frozen=True):
    """The match in which the same people continue."""

    match_id: UUID
    version: int
    """The version of this match at that time: its players of then may join the next match."""


class Head(Value, frozen=True):
    """The terms before the first deal, besides the rule set."""

    # Stored as JSON, so a new field needs a default: old rows lack it.
    seating: Seating
    first_dealer: Seat
    policy: Policy = Policy.ONE
    time_zone: TimeZone = UTC
    next_match: NextMatch | None = None
    name: str | None = None


class Summary(Value, frozen=True):
    """A match in a list: rules, names, scores."""

    ruleset: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int
    winner: Side | None
    name: str | None = None
    folded: str | None = None
    """The names as `fold_names` returns them; absent until a match of earlier versions changes."""


def fold_names(name: str | None, players: Sequence[str]) -> str:
    """Return the name of a match and of every player, a line each, as they are searched for."""
    return folding.fold("\n".join((name or "", *players)))


class Member(Membership, frozen=True):
    """A device that is a member of a match, and the seat of its player."""

    PLACE: ClassVar[str] = "seat"
    device_id: UUID
    """The id of the device that is a member of the match."""
    role: Role
    """The role of the member in the match."""
    joined_at: Instant
    """The time when the device joined the match."""
    seat: Seat | None = None
    """The seat of the device's player, counted clockwise from 0; null if it has none.
    """
    asks_for: Seat | None = None
    """The seat that the device claims, until the owner agrees; null if it claims none."""


class RecordedAdjustment(Adjustment, frozen=True):
    """An adjustment with its number, device, time and cancellation."""

    number: int
    device_id: UUID
    at: Instant
    cancelled: Cancellation | None = None


class PlayerTally(SeatTally, frozen=True, kw_only=True):
    """The stored tally of a seat, with its device and the devices of partners and opponents."""

    device_id: UUID | None
    """None for a guest: no device has the seat."""
    partners: tuple[UUID, ...]
    opponents: tuple[UUID, ...]


class MatchState(Aggregate[Member], frozen=True, kw_only=True):
    """A match at a version, with all facts that its score sheet follows from."""

    kind: ClassVar[AggregateKind] = AggregateKind.MATCH
    runner: ClassVar[AnyRole] = Role.OWNER
    former_owner: ClassVar[AnyRole] = Role.SCORER
    match_id: UUID
    match: Match
    policy: Policy
    hands: tuple[RecordedHand, ...]
    adjustments: tuple[RecordedAdjustment, ...]
    time_zone: TimeZone = UTC
    next_match: NextMatch | None = None
    name: str | None = None
    checked: int = 0
    """Number of latest versions that only proved hands, which no client need have seen."""
    sheets: SheetCache = field(default_factory=SheetCache)
    """A cache of the sheet, shared with the versions that follow."""

    @property
    def head(self) -> Head:
        """Return the terms before the first deal, besides the rule set."""
        return Head(
            seating=self.match.seating,
            first_dealer=self.match.first_dealer,
            policy=self.policy,
            time_zone=self.time_zone,
            next_match=self.next_match,
            name=self.name,
        )

    @cached_property
    def rendered(self) -> dict[tuple[str, Seat | None], bytes]:
        """Return the cache of encoded sheets, by language and by the seat of the reader."""
        return {}

    @cached_property
    def sheet(self) -> Sheet:
        """Return the score sheet of the match."""
        return self.sheets.sheet(self.match, self.hands, self.in_force)

    @property
    def unproven(self) -> tuple[HandNumber, ...]:
        """Return the numbers of the hands that are not proven over all deals and plays yet."""
        return tuple(line.number for line in self.sheet.lines if not line.is_proven)

    @property
    def summary(self) -> Summary:
        """Return the match as lists show it."""
        # Stored with each change, so that a list need not judge hands.
        return Summary(
            ruleset=self.match.ruleset.name,
            players=self.match.seating.names,
            sides=self.match.seating.side_names,
            scores=self.sheet.scores,
            hands=len(self.sheet.lines),
            winner=self.sheet.winner.side if self.sheet.winner else None,
            name=self.name,
            folded=fold_names(self.name, self.match.seating.names),
        )

    @property
    def tallies(self) -> tuple[PlayerTally, ...]:
        """Return the tally of every seat, by the sheet and the members of now."""
        tallies = tally_match(self.match, self.hands, self.sheet)
        # A guest is nobody's partner or opponent here: names are not unique, devices are.
        devices = {member.seat: member.device_id for member in self.members}
        sides = {devices[tally.seat]: tally.side for tally in tallies if tally.seat in devices}
        return tuple(
            PlayerTally(
                **structs.asdict(tally),
                device_id=devices.get(tally.seat),
                partners=tuple(
                    device
                    for device, side in sides.items()
                    if side == tally.side and device != devices.get(tally.seat)
                ),
                opponents=tuple(device for device, side in sides.items() if side != tally.side),
            )
            for tally in tallies
        )

    @property
    def in_force(self) -> tuple[RecordedAdjustment, ...]:
        """Return the adjustments that were not cancelled."""
        return tuple(given for given in self.adjustments if given.cancelled is None)

    def seat_of(self, device_id: UUID) -> Seat | None:
        """Return the seat of a device; None if it has none."""
        member = self.member(device_id)
        return None if member is None else member.seat

    def hand(self, number: int) -> RecordedHand | None:
        """Return the hand of a number, if there is one."""
        return self.hands[number - 1] if 1 <= number <= len(self.hands) else None

    def adjustment(self, number: int) -> RecordedAdjustment | None:
        """Return the adjustment of a number, if there is one."""
        return next((given for given in self.adjustments if given.number == number), None)

    def hand_question(self, hand: RecordedHand, *, witness: bool) -> HandQuestion:
        """Return a recorded hand as a question to the adjudicator."""
        seating = self.match.seating
        return HandQuestion(
            players=seating.table.players,
            sides=seating.table.sides,
            record=hand.record,
            dealer=self.sheet.lines[hand.number - 1].dealer,
            names=seating.names,
            witness=witness,
        )


class ListedMatch(Struct, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: int
    summary: Summary
    created_at: datetime
    updated_at: datetime


class MatchOutcome(Struct, frozen=True):
    """The winner of a match, if there is one, and the scores."""

    winner: Side | None
    scores: tuple[int, ...]
    has_begun: bool
    """Whether a hand was entered; for a match that was removed, whether it was won."""
    is_proven: bool = True
    """False while a hand is still to be checked over all deals and plays."""
    hands: int = 0
    """The number of hands; 0 for a match that was removed."""


class MatchProgress(Struct, frozen=True):
    """The version and the members of a match."""

    version: int
    members: frozenset[UUID]
