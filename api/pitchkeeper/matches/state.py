"""The state of a match: what its score sheet follows from, and who is in it."""

from datetime import datetime
from functools import cached_property
from typing import ClassVar
from uuid import UUID

from msgspec import Struct, field

from pitch import Match, Seating, Sheet, side_names
from pitch.match import Adjustment, HandNumber, Policy, SeatTally, SheetCache, tally_match
from pitch.notation import UTC, TimeZone
from pitch.types import Seat, Side, Value
from pitchkeeper.access.aggregates import Aggregate, AggregateKind, Membership
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Cancellation, Instant
from pitchkeeper.matches.agreements import RecordedHand


class NextMatch(Value, frozen=True):
    """The match in which the same people go on."""

    match_id: UUID
    version: int
    """The version at which this match was then: who played then may join that one."""


class Head(Value, frozen=True):
    """What is agreed before the first deal, besides the rule set."""

    # Kept as JSON with the match, so a field that is added needs a default: old rows are without
    # it.
    seating: Seating
    first_dealer: Seat
    policy: Policy = Policy.ONE
    time_zone: TimeZone = UTC
    next_match: NextMatch | None = None


class Summary(Value, frozen=True):
    """What a list shows of a match."""

    ruleset: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int
    winner: Side | None


class Member(Membership, frozen=True):
    """A device that is a member of a match, and the seat whose phone it is."""

    PLACE: ClassVar[str] = "seat"
    device_id: UUID
    """The id of the device that is a member of the match."""
    role: Role
    """The role of the member in the match."""
    joined_at: Instant
    """The time when the device joined the match."""
    seat: Seat | None = None
    """The seat of the player whose phone this is, counted clockwise from 0; null if it is nobody's.
    """
    asks_for: Seat | None = None
    """The seat that the device claims, until the owner agrees; null if it claims none."""


class RecordedAdjustment(Adjustment, frozen=True):
    """An adjustment as it was entered: by whom, when, and whether it was cancelled."""

    number: int
    device_id: UUID
    at: Instant
    cancelled: Cancellation | None = None


class PlayerTally(SeatTally, frozen=True, kw_only=True):
    """The tally of a seat as it is kept: of which device, and with and against which others."""

    device_id: UUID | None
    """None for a guest, who has no device at the table."""
    partners: tuple[UUID, ...]
    opponents: tuple[UUID, ...]


class MatchState(Aggregate[Member], frozen=True, kw_only=True):
    """A match as it was read: its version, and all that its score sheet follows from."""

    kind: ClassVar[AggregateKind] = AggregateKind.MATCH
    match_id: UUID
    match: Match
    policy: Policy
    hands: tuple[RecordedHand, ...]
    adjustments: tuple[RecordedAdjustment, ...]
    time_zone: TimeZone = UTC
    next_match: NextMatch | None = None
    checked: int = 0
    """How many of its last versions only checked hands, which nobody need have seen."""
    sheets: SheetCache = field(default_factory=SheetCache)
    """Works out its sheet, and those of the versions that are made of it."""

    @property
    def head(self) -> Head:
        """What was agreed before the first deal, besides the rule set."""
        return Head(
            seating=self.match.seating,
            first_dealer=self.match.first_dealer,
            policy=self.policy,
            time_zone=self.time_zone,
            next_match=self.next_match,
        )

    @cached_property
    def rendered(self) -> dict[tuple[str, Seat | None], bytes]:
        """Its sheet as it was answered already, by the language and by whose seat it is."""
        return {}

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet of the match."""
        return self.sheets.sheet(self.match, self.hands, self.in_force)

    @property
    def unproven(self) -> tuple[HandNumber, ...]:
        """The hands that are not checked over all deals and plays yet."""
        return tuple(line.number for line in self.sheet.lines if not line.is_proven)

    @property
    def summary(self) -> Summary:
        """What a list shows of the match."""
        # Kept beside the match with each change, so that a list folds no hands.
        return Summary(
            ruleset=self.match.ruleset.name,
            players=self.match.seating.names,
            sides=side_names(self.match.seating),
            scores=self.sheet.scores,
            hands=len(self.sheet.lines),
            winner=self.sheet.winner.side if self.sheet.winner else None,
        )

    @property
    def tallies(self) -> tuple[PlayerTally, ...]:
        """What can be counted of every seat, as the sheet and the members say now."""
        made = tally_match(self.match, self.hands, self.sheet)
        # A guest is nobody's partner or opponent here: names are not unique, devices are.
        devices = {each.seat: each.device_id for each in self.members if each.seat is not None}
        sides = {devices[each.seat]: each.side for each in made if each.seat in devices}
        return tuple(
            PlayerTally(
                seat=each.seat,
                side=each.side,
                name=each.name,
                counted=each.counted,
                device_id=devices.get(each.seat),
                partners=tuple(
                    device
                    for device, side in sides.items()
                    if side == each.side and device != devices.get(each.seat)
                ),
                opponents=tuple(device for device, side in sides.items() if side != each.side),
            )
            for each in made
        )

    @property
    def in_force(self) -> tuple[RecordedAdjustment, ...]:
        """The adjustments that were not cancelled."""
        return tuple(each for each in self.adjustments if each.cancelled is None)

    def seat_of(self, device_id: UUID) -> Seat | None:
        """The seat that a device has; None if it has none."""
        member = self.member(device_id)
        return None if member is None else member.seat

    def hand(self, number: int) -> RecordedHand | None:
        """The hand of a number, if there is one."""
        return self.hands[number - 1] if 1 <= number <= len(self.hands) else None

    def adjustment(self, number: int) -> RecordedAdjustment | None:
        """The adjustment of a number, if there is one."""
        return next((given for given in self.adjustments if given.number == number), None)


class ListedMatch(Struct, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: int
    summary: Summary
    created_at: datetime
    updated_at: datetime


class MatchOutcome(Struct, frozen=True):
    """Who has won a match, if anybody has, and the scores."""

    winner: Side | None
    scores: tuple[int, ...]
    has_begun: bool
    """Whether a hand of it was entered; of a match that was removed, whether it was won."""


class MatchProgress(Struct, frozen=True):
    """How far a match is, and who is in it."""

    version: int
    members: frozenset[UUID]
