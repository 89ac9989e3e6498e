"""Memberships: what clients send and see of members and invites."""

import io
from collections.abc import Sequence
from typing import Annotated, Final
from uuid import UUID

import segno
from msgspec import Meta

from pitch.types import PLAIN, Fact, Seat, Sentence
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import InviteRole, Terms
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.stamps import Instant
from pitchkeeper.access.views import AppLink
from pitchkeeper.rest.views import Count, Cursor, View

_SCALE = 8
"""How many pixels wide a module of a QR code is."""
_USUAL_USES: Final = 20
Minutes = Annotated[int, Meta(ge=1, le=7 * 24 * 60)]
Uses = Annotated[int, Meta(ge=1, le=100)]


class NewInvite(Fact, frozen=True):
    """Whom an invite lets in, for how long, and how many of them."""

    role: InviteRole
    """What those who join by it may do."""
    seat: Annotated[
        Seat | None, Meta(description="The seat that the first to join by it gets at once.")
    ] = None
    expires_in_minutes: Minutes = 180
    """For how long it can be used."""
    uses: Annotated[Uses | None, Meta(description="How many may join; 20, or 1 with a seat.")] = (
        None
    )

    @property
    def terms(self) -> Terms:
        """What is asked for, with what is usual where nothing is."""
        usual = _USUAL_USES if self.seat is None else 1
        return Terms(self.role, self.expires_in_minutes, self.uses or usual, self.seat)


class NewLeagueInvite(Fact, frozen=True):
    """Whom an invite lets into a league, for how long, and how many of them."""

    role: InviteRole
    """What those who join by it may do."""
    expires_in_minutes: Minutes = 180
    """For how long it can be used."""
    uses: Annotated[Uses, Meta(description="How many may join.")] = _USUAL_USES

    @property
    def terms(self) -> Terms:
        """What is asked for."""
        return Terms(self.role, self.expires_in_minutes, self.uses)


class Invite(View, frozen=True):
    """A way into a match or a league: a code to read aloud, and a link that says the same."""

    invite_id: UUID
    code: Annotated[
        str,
        Meta(
            description="Eight symbols and a hyphen amid them; there is no 0, O, 1 or I.",
            extra_json_schema={"maxLength": 9},
        ),
    ]
    link: Annotated[Sentence, Meta(description="What the QR code says.")]
    app_link: AppLink
    role: InviteRole
    """What those who join by it may do."""
    seat: Annotated[Seat | None, Meta(description="Of a match; a league has no seats.")]
    made_at: Instant
    expires_at: Instant
    uses_left: Count
    """How many may still join by it."""
    revoked_at: Instant | None


class InvitePage(View, frozen=True):
    """Invites into a match or a league, newest first."""

    items: tuple[Invite, ...]
    next_cursor: Cursor | None


class NewJoin(Fact, frozen=True):
    """The code of an invite."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=rf"^{PLAIN}+\Z",
            extra={"error": "code"},
            description="In any case, with or without the dash and spaces.",
        ),
    ]


def invite(made: invites.Invite, base: Links) -> Invite:
    """An invite, with a link that begins with the address of the server."""
    return Invite(
        invite_id=made.invite_id,
        code=invites.format_code(made.code),
        link=link(made, base),
        app_link=f"{base.app}/join/{made.code}" if base.app else None,
        role=made.role,
        seat=made.seat,
        made_at=made.made_at,
        expires_at=made.expires_at,
        uses_left=made.uses_left,
        revoked_at=made.revoked_at,
    )


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
