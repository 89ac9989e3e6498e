"""The services that matches and leagues both have."""

from typing import Any, TypeVar

from msgspec import Struct

from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.membership.invitations import Admission, Invitations
from pitchkeeper.access.public_links.public_links import PublicLinks
from pitchkeeper.access.services import AccessServices
from pitchkeeper.sources import Sources

S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])


class SharedServices(Struct, frozen=True):
    """The services of the shared routes, for matches or for leagues."""

    invitations: Invitations[Any, Any]
    public_links: PublicLinks[Any, Any]


def build(
    changes: Changes[S, R], admission: Admission[S], access: AccessServices, sources: Sources
) -> SharedServices:
    """Return the shared services of matches, or of leagues."""
    clock, new_id = sources.clock, sources.new_id
    return SharedServices(
        invitations=Invitations(
            changes,
            admission,
            access.invite_store,
            access.guessing,
            clock,
            new_id,
            sources.choose,
        ),
        public_links=PublicLinks(changes, access.link_store, clock, new_id, sources.new_secret),
    )
