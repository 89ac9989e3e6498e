"""Renditions: files of a match, a league or a rule set, each rendered once and cached.

The entity tag of a rendition follows from its source, so a client that has it already is answered
before it is rendered.
"""

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from operator import itemgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch import RuleSet
from pitch.proof import ProofTooLong
from pitchkeeper.access.aggregates import Membership
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import languages
from pitchkeeper.workers.result_cache import ResultCache, Source

BYTES: Final = 32 * 1024 * 1024
"""The cache of a worker: some six hundred PDFs of an evening."""
_FOLDED: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 80


class Rendition(Struct, frozen=True):
    """A file of a source in one format, with its headers."""

    source: Source
    format: tuple[str, ...]
    media_type: str
    policy: str | None = None
    """Its Content-Security-Policy."""
    disposition: str | None = None
    """Its Content-Disposition."""


class Renditions:
    """The cache of the latest renditions."""

    def __init__(self, most: int = BYTES) -> None:
        """`most` is the most bytes that the cache holds."""
        self._results: ResultCache[bytes] = ResultCache(most, len, (ProofTooLong,))

    async def get(self, rendition: Rendition, render: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return a rendition in the language of the request, rendered unless it is cached."""
        return await self._results.get(
            rendition.source, (*rendition.format, languages.current()), render
        )

    def forget_device(self, device_id: UUID) -> None:
        """Drop the renditions of a device that is no longer a member."""
        self._results.forget_device(device_id)

    def forget_all(self) -> None:
        """Drop everything, because a change of membership may have been missed."""
        self._results.forget_all()


def match_source(state: MatchState) -> Source:
    """Return the source of the renditions of a match."""
    unproven = [hand.number for hand in state.hands if hand.proof is None]
    return _source(state.match_id, state.members, state.version, state.updated_at, unproven)


def league_source(season: LeagueSeason) -> Source:
    """Return the source of the renditions of a league, with the outcomes of its matches.

    A match that goes on does not change the version of its league.
    """
    state = season.state
    outcomes = sorted(season.outcomes.items(), key=itemgetter(0))
    return _source(state.league_id, state.members, state.version, state.updated_at, outcomes)


def ruleset_source(ruleset: RuleSet) -> Source:
    """Return the source of the renditions of a rule set."""
    return Source(ruleset.hash, ruleset.name)


def _source(aggregate_id: UUID, members: Iterable[Membership], *state: object) -> Source:
    return Source(aggregate_id, repr(state), frozenset(member.device_id for member in members))


def attachment(parts: tuple[str, ...], extension: str) -> str:
    """Return a Content-Disposition that names a file by its parts, in ASCII."""
    name = "-".join(filter(None, map(_fold, parts)))[:_LONGEST_NAME].rstrip("-")
    return f'attachment; filename="{name}.{extension}"'


def _fold(part: str) -> str:
    # All browsers agree on ASCII file names; NFKD separates accents from letters.
    plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
    return _FOLDED.sub("-", plain).strip("-")
