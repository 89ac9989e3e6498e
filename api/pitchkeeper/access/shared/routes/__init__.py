"""The routes that matches and leagues both have."""

from litestar.handlers import HTTPRouteHandler

from pitchkeeper.access.shared.routes import deletion, invites, public_links
from pitchkeeper.access.shared.routes.mounts import Mount, SharedRoute


def handlers(mount: Mount) -> tuple[HTTPRouteHandler, ...]:
    """Return every shared route, of matches or of leagues."""
    values = (each for room in (invites, public_links, deletion) for each in vars(room).values())
    return tuple(each.at(mount) for each in values if isinstance(each, SharedRoute))
