"""Scoreboards: found by the secret of a public link, and built once for all its screens."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from msgspec import Struct

from pitch.messages import Message, Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.public_links import public_links
from pitchkeeper.access.public_links.store import LinkStore, PublicLink
from pitchkeeper.leagues.changes import LeagueChanges, LeagueNotFound
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.scoreboards import presenters
from pitchkeeper.scoreboards.views import Scoreboard
from pitchkeeper.workers.league_threads import LeagueThreads
from pitchkeeper.workers.result_cache import ResultCache, Source

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_MAX_BOARDS: Final = 64
T = TypeVar("T")


class PublicLinkNotFound(Refusal):
    """No public link has this secret, or its match or league was deleted."""

    code = "public_link_not_found"
    default_message = Message("problem.public_link_not_found")


class LinkTarget(Struct, frozen=True):
    """The match or league of a link: a digest of its state, and how to build its scoreboard."""

    state: str
    build: Callable[[], Awaitable[Scoreboard]]


class Scoreboards:
    """The scoreboards of public links."""

    def __init__(
        self,
        links: LinkStore,
        matches: MatchChanges,
        leagues: LeagueChanges,
        fixtures: Fixtures,
        league_threads: LeagueThreads,
    ) -> None:
        self._links = links
        self._matches = matches
        self._leagues = leagues
        self._fixtures = fixtures
        self._league_threads = league_threads
        # Building one takes up to seconds, and all screens in a room ask for the same.
        self.boards: ResultCache[Scoreboard] = ResultCache(_MAX_BOARDS, lambda _: 1)

    async def find(self, secret: str) -> LinkTarget:
        """Return the match or league of a link. Raises PublicLinkNotFound."""
        link = await self._find_link(secret)
        try:
            if link.kind is AggregateKind.MATCH:
                return await self._match(link.aggregate_id)
            return await self._league(link.aggregate_id)
        except (MatchNotFound, LeagueNotFound):
            raise PublicLinkNotFound from None

    async def _find_link(self, secret: str) -> PublicLink:
        if not _SECRET.fullmatch(secret):
            raise PublicLinkNotFound
        link = await self._links.find(public_links.hash_secret(secret))
        if link is None:
            raise PublicLinkNotFound
        return link

    async def _match(self, match_id: UUID) -> LinkTarget:
        match = await self._matches.read_public(match_id)
        state = _digest(match_id, match.version)
        devices = frozenset(member.device_id for member in match.members)
        source = Source(match_id, state, devices)
        return LinkTarget(state, partial(self._board, match_id, source, presenters.match, match))

    async def _league(self, league_id: UUID) -> LinkTarget:
        season = await self._fixtures.load_season(await self._leagues.read_public(league_id))
        # With the outcomes, because scores of linked matches change without a version.
        state = _digest(league_id, season.state.version, *sorted(season.outcomes.items()))
        devices = frozenset(member.device_id for member in season.state.members)
        source = Source(league_id, state, devices)
        return LinkTarget(state, partial(self._board, league_id, source, presenters.league, season))

    async def _board(
        self, aggregate_id: UUID, source: Source, present: Callable[[T], Scoreboard], state: T
    ) -> Scoreboard:
        make = partial(self._league_threads.run, aggregate_id, present, state)
        return await self.boards.get(source, present, make)


def _digest(*parts: object) -> str:
    """Return a digest that differs between states and reveals nothing of them."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
