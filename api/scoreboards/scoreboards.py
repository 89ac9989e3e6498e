"""Scoreboards: found by the secret of a public link, made once however many look."""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct

from api.access.aggregates import AggregateKind
from api.access.public_links import public_links
from api.access.public_links.store import LinkStore, PublicLink
from api.leagues.changes import LeagueChanges, LeagueNotFound
from api.leagues.season.fixtures import Fixtures
from api.matches.changes import MatchChanges, MatchNotFound
from api.scoreboards import presenters
from api.scoreboards.views import Scoreboard
from api.workers.reckonings import Reckonings
from domain.errors import Refusal
from domain.messages import Message

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_REMEMBERED: Final = 64
T = TypeVar("T")


class PublicLinkNotFound(Refusal):
    """No public link has this secret, or what it led to is gone."""

    code = "public_link_not_found"
    usual = Message("problem.public_link_not_found")


class LinkTarget(Struct, frozen=True):
    """What a link leads to: told apart by `state` from how it was, and made when it is wanted."""

    state: str
    make: Callable[[], Awaitable[Scoreboard]]


class Scoreboards:
    """What public links show."""

    def __init__(
        self,
        links: LinkStore,
        matches: MatchChanges,
        leagues: LeagueChanges,
        fixtures: Fixtures,
        reckonings: Reckonings,
    ) -> None:
        self._links = links
        self._matches = matches
        self._leagues = leagues
        self._fixtures = fixtures
        self._reckonings = reckonings
        # A league takes seconds, the chances of new rules tenths of one, and every screen in a
        # room asks for the same.
        self._made: LRUCache[str, Scoreboard] = LRUCache(_REMEMBERED)
        self._making: dict[str, asyncio.Task[Scoreboard]] = {}

    async def published(self, secret: str) -> LinkTarget:
        """What a link leads to, as it is now."""
        link = await self._find(secret)
        try:
            if link.kind is AggregateKind.MATCH:
                return await self._match(link.aggregate_id)
            return await self._league(link.aggregate_id)
        except (MatchNotFound, LeagueNotFound):
            raise PublicLinkNotFound from None

    async def _find(self, secret: str) -> PublicLink:
        if not _SECRET.fullmatch(secret):
            raise PublicLinkNotFound
        link = await self._links.find(public_links.hashed(secret))
        if link is None:
            raise PublicLinkNotFound
        return link

    async def _match(self, match_id: UUID) -> LinkTarget:
        match = await self._matches.published(match_id)
        state = _digest(match_id, match.version)
        return LinkTarget(state, partial(self._reckon, match_id, state, presenters.match, match))

    async def _league(self, league_id: UUID) -> LinkTarget:
        season = await self._fixtures.of(await self._leagues.published(league_id))
        # Its matches go on without its version growing.
        state = _digest(league_id, season.state.version, *sorted(season.outcomes.items()))
        return LinkTarget(state, partial(self._reckon, league_id, state, presenters.league, season))

    async def _reckon(
        self, aggregate_id: UUID, state: str, show: Callable[[T], Scoreboard], shown: T
    ) -> Scoreboard:
        made = self._made.get(state)
        if made is not None:
            return made
        making = self._making.get(state)
        if making is None:
            making = asyncio.create_task(self._reckonings.make(aggregate_id, show, shown))
            self._making[state] = making
            making.add_done_callback(partial(self._note, state))
        # Whoever looks away ends it for nobody else.
        return await asyncio.shield(making)

    def _note(self, state: str, making: asyncio.Task[Scoreboard]) -> None:
        """Remember what was made, before anybody who waits for it goes on."""
        del self._making[state]
        if not making.cancelled() and making.exception() is None:
            self._made[state] = making.result()


def _digest(*parts: object) -> str:
    """What tells one state from another, and nothing of what is in it."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
