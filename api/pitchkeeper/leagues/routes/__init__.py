"""The operations of leagues, by subject."""

from typing import Final

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.membership_views import NewLeagueInvite
from pitchkeeper.access.shared import routes as shared
from pitchkeeper.access.shared.routes.mounts import Mount
from pitchkeeper.leagues import views
from pitchkeeper.leagues.routes import (
    brackets,
    calendars,
    doors,
    leagues,
    members,
    next_seasons,
    night_results,
    nights,
    results,
    sign_ups,
    standings,
)
from pitchkeeper.rest import operations

MOUNT: Final = Mount(
    kind=AggregateKind.LEAGUE,
    path=leagues.LEAGUE,
    answer=views.League,
    new_invite=NewLeagueInvite,
    problems=leagues.CHANGE_PROBLEMS,
    response=lambda league, _device_id: leagues.respond(league),
    created_response=lambda league, _device_id: leagues.respond_created(league),
)
HANDLERS: Final = (
    *operations.handlers(
        leagues,
        members,
        next_seasons,
        sign_ups,
        nights,
        results,
        doors,
        night_results,
        brackets,
        standings,
        calendars,
    ),
    *shared.handlers(MOUNT),
)
