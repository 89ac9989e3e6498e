"""Admission to a match: what an invite may offer, and who is let in by it."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from pitch.errors import Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.invites import Invite, Terms
from pitchkeeper.matches.members import membership
from pitchkeeper.matches.members.membership import MatchFull
from pitchkeeper.matches.state import MatchState


class MatchAdmission:
    """How matches let in whoever was invited."""

    kind: ClassVar[AggregateKind] = AggregateKind.MATCH
    full: ClassVar[type[Refusal]] = MatchFull

    def check(self, state: MatchState, terms: Terms) -> None:
        """Refuse an invite to a seat that somebody has."""
        if terms.seat is not None:
            membership.refuse_taken(state, terms.seat, pointer="/seat")

    def admit(self, state: MatchState, device_id: UUID, invite: Invite, at: datetime) -> MatchState:
        """The match with a device let in; itself if the device gains nothing."""
        return membership.admitted(state, device_id, invite, at)
