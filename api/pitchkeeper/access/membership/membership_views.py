"""Memberships: what clients send and see of members and invites."""

import io
from collections.abc import Sequence
from typing import Annotated, Final
from uuid import UUID

import segno
from msgspec import Meta

from pitch.types import PLAIN, Fact, Seat, Sentence
from pitchkeeper.access.devices import Instant
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import InviteRole, Terms
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.views import AppLink
from pitchkeeper.rest.views import Count, Cursor, View, same_fields

_SCALE = 8
"""How many pixels wide a module of a QR code is."""
_USUAL_USES: Final = 20
Minutes = Annotated[int, Meta(ge=1, le=invites.WEEK)]
LeagueMinutes = Annotated[int, Meta(ge=1, le=2 * 366 * 24 * 60)]
Uses = Annotated[int, Meta(ge=1, le=100)]


class NewInvite(Fact, frozen=True):
    """The role, duration and number of uses of an invite to a match."""

    role: InviteRole
    """The role of those who join by the invite."""
    seat: Seat | None = None
    """The seat that the first to join by the invite gets, counted clockwise from 0."""
    expires_in_minutes: Minutes = 180
    """The time until the invite expires, in minutes."""
    uses: Uses | None = None
    """The number of devices that may join by the invite; 20 if absent, or 1 with a seat."""

    @property
    def terms(self) -> Terms:
        """What is asked for, with what is usual where nothing is."""
        usual = _USUAL_USES if self.seat is None else 1
        return Terms(self.role, self.expires_in_minutes, self.uses or usual, self.seat)


class NewLeagueInvite(Fact, frozen=True):
    """The role, duration and number of uses of an invite to a league."""

    role: InviteRole
    """The role of those who join by the invite."""
    expires_in_minutes: LeagueMinutes = 180
    """The time until the invite expires, in minutes: up to a week, and for viewers up to a week
    after the last date of the league.
    """
    uses: Uses = _USUAL_USES
    """The number of devices that may join the league by the invite."""

    @property
    def terms(self) -> Terms:
        """What is asked for."""
        return Terms(self.role, self.expires_in_minutes, self.uses)


class Invite(View, frozen=True):
    """An invite to a match or a league: a code to read aloud, and a link that holds it."""

    invite_id: UUID
    """The id of the invite."""
    code: Annotated[str, Meta(examples=["P6WH-T2NZ"], extra_json_schema={"maxLength": 9})]
    """The code to join by: eight characters with a hyphen in the middle, never 0, O, 1 or I."""
    link: Sentence
    """The link that the QR code of the invite holds."""
    app_link: AppLink
    """The link for an app on the phone; null if the server has none."""
    role: InviteRole
    """The role of those who join by the invite."""
    seat: Seat | None
    """The seat that the first to join gets, counted clockwise from 0; null if none, as in a league.
    """
    made_at: Instant
    """The time when the invite was made."""
    expires_at: Instant
    """The time when the invite expires."""
    uses_left: Count
    """The number of devices that may still join by the invite; 0 once its maker may make none."""
    revoked_at: Instant | None
    """The time when the invite was withdrawn; null while it works."""


class InvitePage(View, frozen=True):
    """Invites to a match or a league, newest first."""

    items: tuple[Invite, ...]
    """The invites of this page."""
    next_cursor: Cursor | None
    """The `cursor` of the next page; null on the last page."""


class NewJoin(Fact, frozen=True):
    """The code of an invite."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=rf"^{PLAIN}+\Z",
            extra={"error": "code"},
            examples=["P6WH-T2NZ"],
        ),
    ]
    """The code of the invite, in upper or lower case, with or without the hyphen and spaces."""


def invite(made: invites.Invite, base: Links) -> Invite:
    """An invite, with a link that begins with the address of the server."""
    values = same_fields(Invite, made) | {"code": invites.format_code(made.code)}
    app_link = f"{base.app}/join/{made.code}" if base.app else None
    return Invite(**values, link=link(made, base), app_link=app_link)


def invite_page(made: Sequence[invites.Invite], base: Links, limit: int) -> InvitePage:
    """A page of invites; the cursor is the id of the last."""
    return InvitePage(
        items=tuple(invite(each, base) for each in made),
        next_cursor=str(made[-1].invite_id) if len(made) == limit else None,
    )


def link(made: invites.Invite, base: Links) -> str:
    """What a browser opens to be told the code of an invite."""
    return f"{base.page}/join/{made.code}"


def svg(text: str) -> str:
    """A QR code as a drawing."""
    return _drawn(text, "svg").decode()


def png(text: str) -> bytes:
    """A QR code as a picture."""
    return _drawn(text, "png")


def _drawn(text: str, kind: str) -> bytes:
    drawing = io.BytesIO()
    # Without a ground the SVG is transparent, and cameras do not read black on a dark page. Level M
    # still reads with 15 % of it covered.
    segno.make_qr(text, error="m").save(drawing, kind=kind, scale=_SCALE, light="white")
    return drawing.getvalue()
