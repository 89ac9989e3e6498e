"""Opening: the terms on which a match begins, and the match at version 1."""

from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch import Arrangement, Match, RuleSet
from pitch.match import Policy
from pitch.messages import Refusal
from pitch.types import UTC, TimeZone
from pitchkeeper import zones
from pitchkeeper.access.devices import Role
from pitchkeeper.access.membership import members
from pitchkeeper.matches.state import MatchState, Member
from pitchkeeper.matches.views import NewMatch
from pitchkeeper.rest.views import same_fields

MOST_MATCHES: Final = 5_000


class TooManyMatches(Refusal):
    """A device takes part in at most 5,000 matches."""


class MatchExists(Refusal):
    """There is another match of that id."""


class Opening(Struct, frozen=True):
    """The terms of a match."""

    ruleset: RuleSet
    names: tuple[str, ...]
    sides: Arrangement | None = None
    first_dealer: int = 0
    policy: Policy = Policy.ONE
    time_zone: TimeZone = UTC
    devices: tuple[UUID | None, ...] = ()
    """Devices by seat of players who agreed beforehand to sit there; all are members at once."""
    seat: int | None = None
    """The seat of the device that opens the match, if its request names one."""
    rematch_of: UUID | None = None
    """The match that the same people played before."""
    name: str | None = None
    """The name of the table."""

    @property
    def match(self) -> Match:
        """Return the match. Refuses a table that the rules do not allow, and equal names."""
        # The table first: with a player too many, the names do not matter yet.
        match = Match.open(self.ruleset, self.names, self.sides, self.first_dealer)
        match.seating.check_names()
        zones.check(self.time_zone)
        match.seating.table.check_seat(self.seat, "/seat")
        return match


def for_request(request: NewMatch, ruleset: RuleSet) -> Opening:
    """Return the opening of a match that a client requests, under a rule set."""
    names = tuple(player.name for player in request.players)
    values = same_fields(Opening, request) | {"ruleset": ruleset}
    return Opening(**values, names=names)


def new_match(opening: Opening, match_id: UUID, owner_id: UUID, now: datetime) -> MatchState:
    """Return a match at version 1; devices that have a seat from the start are scorers."""
    by_device = {device: seat for seat, device in enumerate(opening.devices) if device}
    # The device that opens a match of a league need not sit at its table.
    seat = by_device.get(owner_id, opening.seat)
    owner = Member(device_id=owner_id, role=Role.OWNER, joined_at=now, seat=seat)
    others = (
        Member(device_id=device_id, role=Role.SCORER, joined_at=now, seat=seat)
        for device_id, seat in by_device.items()
        if device_id != owner_id
    )
    return MatchState(
        match_id=match_id,
        version=1,
        match=opening.match,
        policy=opening.policy,
        time_zone=opening.time_zone,
        name=opening.name,
        hands=(),
        adjustments=(),
        members=members.oldest_first((owner, *others)),
        created_at=now,
        updated_at=now,
    )


def is_alike(first: MatchState, second: MatchState) -> bool:
    """Return whether two matches have the same terms, and the same seat for their owner."""
    # Times are not compared: copies of one request arrive at different times.
    return _terms(first) == _terms(second)


def _terms(state: MatchState) -> tuple[object, ...]:
    seats = tuple(member.seat for member in state.members if member.role is Role.OWNER)
    # The next match is agreed later.
    return state.match, structs.replace(state, next_match=None).head, seats
