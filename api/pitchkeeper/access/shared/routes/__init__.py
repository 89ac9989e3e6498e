"""The routes that matches and leagues both have."""

from litestar.handlers import HTTPRouteHandler

from pitchkeeper.access.shared.routes import deletion, invites, public_links
from pitchkeeper.access.shared.routes.mounts import Mount, SharedRoute


def handlers(mount: Mount) -> tuple[HTTPRouteHandler, ...]:
    """Return every shared route, of matches or of leagues."""
    modules = (invites, public_links, deletion)
    values = (value for module in modules for value in vars(module).values())
    return tuple(value.at(mount) for value in values if isinstance(value, SharedRoute))
