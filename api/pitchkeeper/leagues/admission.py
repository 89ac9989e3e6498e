"""Admission to a league: who is let in by an invite."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from pitch.errors import Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.invites import Invite, Terms
from pitchkeeper.leagues import members
from pitchkeeper.leagues.members import LeagueFull
from pitchkeeper.leagues.state import LeagueState


class LeagueAdmission:
    """How leagues let in whoever was invited."""

    kind: ClassVar[AggregateKind] = AggregateKind.LEAGUE
    full: ClassVar[type[Refusal]] = LeagueFull

    def check(self, state: LeagueState, terms: Terms) -> None:
        """Any invite will do: a league has no seats."""

    def admit(
        self, state: LeagueState, device_id: UUID, invite: Invite, at: datetime
    ) -> LeagueState:
        """The league with a device let in; itself if the device gains nothing."""
        return members.admitted(state, device_id, invite, at)
