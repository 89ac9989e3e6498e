"""The operations of matches, by what they are about."""

from typing import Final

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership.membership_views import NewInvite
from pitchkeeper.access.shared import routes as shared
from pitchkeeper.access.shared.routes.mounts import Mount
from pitchkeeper.matches import views
from pitchkeeper.matches.routes import (
    agreements,
    hands,
    histories,
    matches,
    members,
    players,
    rules,
)
from pitchkeeper.rest import operations

MOUNT: Final = Mount(
    kind=AggregateKind.MATCH,
    path=matches.MATCH,
    answer=views.Match,
    new_invite=NewInvite,
    problems=matches.CHANGE_PROBLEMS,
    response=matches.match_response,
    created_response=matches.new_match_response,
)
HANDLERS: Final = (
    *operations.handlers(matches, members, histories, hands, agreements, rules, players),
    *shared.handlers(MOUNT),
)
