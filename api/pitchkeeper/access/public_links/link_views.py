"""Public links as their owner sees them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import Code, Sentence
from pitchkeeper.access.devices import Instant
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.public_links import public_links
from pitchkeeper.access.public_links.store import PublicLink as KeptLink
from pitchkeeper.rest.views import View


class PublicLink(View, frozen=True):
    """A link to a scoreboard, open to anyone who has it."""

    link_id: UUID
    """The id of the public link."""
    made_at: Instant
    """The time when the public link was made."""


class CreatedPublicLink(PublicLink, frozen=True):
    """A public link with its secret, which is shown this once."""

    secret: Code
    """The secret of the link; anyone who has it sees the scoreboard (getScoreboard)."""
    link: Sentence
    """The address of the page with the scoreboard."""


class PublicLinkList(View, frozen=True):
    """The public links to a match or a league that still work, newest first."""

    items: Annotated[tuple[PublicLink, ...], Meta(max_length=public_links.MAX_LINKS)]
    """The public links, newest first."""


def new_link(new: public_links.NewLink, base: Links) -> CreatedPublicLink:
    """A link that was just made, at the address of the server."""
    return CreatedPublicLink(
        link_id=new.link.link_id,
        made_at=new.link.made_at,
        secret=new.secret,
        link=address(new.secret, base),
    )


def link_list(links: Sequence[KeptLink]) -> PublicLinkList:
    """The links that still work."""
    return PublicLinkList(
        items=tuple(PublicLink(link_id=each.link_id, made_at=each.made_at) for each in links)
    )


def address(secret: str, base: Links) -> str:
    """Where the page shows a scoreboard; what stands behind the # is not sent with a request."""
    return f"{base.page}/#/tv/{secret}"
