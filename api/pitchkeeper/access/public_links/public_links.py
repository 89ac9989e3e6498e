"""Public links: secrets that open a scoreboard without signing in, until they are revoked."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from msgspec import Struct

from pitch.messages import Refusal
from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.devices import Stamp
from pitchkeeper.access.edits import Edit
from pitchkeeper.access.public_links.store import LinkStore, PublicLink

MAX_LINKS: Final = 20
"""The most links to one match or league that work at the same time."""
S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])
_MADE: Final = "public_link_made"
_REVOKED: Final = "public_link_revoked"
"""The actions in the journals of matches and leagues about links."""


class NoSuchPublicLink(Refusal):
    """The match or the league has no public link of that id, or has one that was withdrawn."""


class TooManyPublicLinks(Refusal):
    """The match or the league has 20 public links that work; withdraw one first."""


class NewLink(Struct, frozen=True):
    """A new link with its secret, which is shown once."""

    link: PublicLink
    secret: str


class PublicLinks(Generic[S, R]):
    """The public links to matches, or to leagues."""

    def __init__(
        self,
        changes: Changes[S, R],
        store: LinkStore,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        new_secret: Callable[[], str],
    ) -> None:
        """`new_secret` returns 256 random bits, as text for an address."""
        self._changes = changes
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._new_secret = new_secret

    async def make(self, edit: Edit[S, R]) -> NewLink:
        """Create a link. The same command again gives the same link another secret.

        The secret before is dead then: its response was lost, and it cannot be repeated because
        only its hash is stored.
        """
        command, aggregate_id = edit.command, edit.aggregate_id
        # `write` does not check the role for a retry, but here a retry gets a new secret.
        await self._changes.read_as_runner(command.device_id, aggregate_id)

        # The journal first, as with invites, so that every link that works is in it.
        async def decide(state: S, _stamp: Stamp) -> R:
            if len(await self._store.live(aggregate_id)) >= MAX_LINKS:
                raise TooManyPublicLinks
            return self._changes.revise(_MADE, state)

        state = await edit.write(self._changes.runner, decide)
        secret = self._new_secret()
        link = PublicLink(
            kind=state.kind,
            aggregate_id=aggregate_id,
            link_id=command.id or self._new_id(),
            made_at=self._clock(),
        )
        stored = await self._store.put(link, hash_secret(secret))
        # A late copy of the command does not restore a revoked link.
        if stored is None:
            raise NoSuchPublicLink
        return NewLink(stored, secret)

    async def list_links(self, device_id: UUID, aggregate_id: UUID) -> Sequence[PublicLink]:
        """Return the links that still work, for those who run it."""
        await self._changes.read_as_runner(device_id, aggregate_id)
        return await self._store.live(aggregate_id)

    async def revoke(self, edit: Edit[S, R], link_id: UUID) -> None:
        """Revoke a link. Revoking twice changes nothing."""
        aggregate_id = edit.aggregate_id

        async def decide(state: S, _stamp: Stamp) -> R | None:
            link = await self._store.load(aggregate_id, link_id)
            if link is None:
                raise NoSuchPublicLink
            return None if link.revoked_at else self._changes.revise(_REVOKED, state)

        await edit.write(self._changes.runner, decide)
        await self._store.revoke(aggregate_id, link_id, self._clock())


def hash_secret(secret: str) -> bytes:
    """Return the hash to store. A secret is random, so one round of hashing suffices."""
    return hashlib.sha256(secret.encode()).digest()
