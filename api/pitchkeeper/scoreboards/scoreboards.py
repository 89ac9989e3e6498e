"""Scoreboards: found by the secret of a public link, made once however many look."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from msgspec import Struct

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.public_links import public_links
from pitchkeeper.access.public_links.store import LinkStore, PublicLink
from pitchkeeper.leagues.changes import LeagueChanges, LeagueNotFound
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.scoreboards import presenters
from pitchkeeper.scoreboards.views import Scoreboard
from pitchkeeper.workers.reckonings import Reckonings
from pitchkeeper.workers.results import Results, Source

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_REMEMBERED: Final = 64
T = TypeVar("T")


class PublicLinkNotFound(Refusal):
    """No public link has this secret, or what it led to is gone."""

    code = "public_link_not_found"
    default_message = Message("problem.public_link_not_found")


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
        self.boards: Results[Scoreboard] = Results(_REMEMBERED, lambda _: 1)

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
        link = await self._links.find(public_links.hash_secret(secret))
        if link is None:
            raise PublicLinkNotFound
        return link

    async def _match(self, match_id: UUID) -> LinkTarget:
        match = await self._matches.read_public(match_id)
        state = _digest(match_id, match.version)
        devices = frozenset(each.device_id for each in match.members)
        source = Source(match_id, state, devices)
        return LinkTarget(state, partial(self._board, match_id, source, presenters.match, match))

    async def _league(self, league_id: UUID) -> LinkTarget:
        season = await self._fixtures.load_season(await self._leagues.read_public(league_id))
        # Its matches go on without its version growing.
        state = _digest(league_id, season.state.version, *sorted(season.outcomes.items()))
        devices = frozenset(each.device_id for each in season.state.members)
        source = Source(league_id, state, devices)
        return LinkTarget(state, partial(self._board, league_id, source, presenters.league, season))

    async def _board(
        self, aggregate_id: UUID, source: Source, show: Callable[[T], Scoreboard], shown: T
    ) -> Scoreboard:
        make = partial(self._reckonings.make, aggregate_id, show, shown)
        return await self.boards.get(source, show, make)


def _digest(*parts: object) -> str:
    """What tells one state from another, and nothing of what is in it."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
