"""Renditions: what a match, a league or a rule set is written, drawn or printed as, made once each.

A rendition is tagged by what it is made from, so a client that has it is told so before it is made.
"""

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from operator import itemgetter
from typing import Final
from uuid import UUID

from msgspec import Struct

from pitch import RuleSet
from pitch.rules import hash_ruleset
from pitchkeeper.access.aggregates import Membership
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import languages
from pitchkeeper.workers.results import Results, Source

BYTES: Final = 32 * 1024 * 1024
"""The renditions that a worker keeps: some six hundred PDFs of an evening."""

_FOLDED: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 80


class Rendition(Struct, frozen=True):
    """A paper of a source: in which format, and how a browser is to take it."""

    source: Source
    format: tuple[str, ...]
    media_type: str
    policy: str | None = None
    """What a browser may do that shows it."""
    disposition: str | None = None
    """How a browser is to call the file."""


class Renditions:
    """The renditions that were asked for last."""

    def __init__(self, most: int = BYTES) -> None:
        """`most` is how many bytes all of them have together."""
        self._made: Results[bytes] = Results(most, len)

    async def get(self, rendition: Rendition, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return a paper in the language of its reader, made unless it was made before."""
        return await self._made.get(rendition.source, (*rendition.format, languages.spoken()), make)

    def forget_device(self, device_id: UUID) -> None:
        """Drop what may name a device that has gone."""
        self._made.forget_device(device_id)

    def forget_all(self) -> None:
        """Drop everything: a device may have gone unnoticed."""
        self._made.forget_all()


def match_source(state: MatchState) -> Source:
    """What renditions of a match follow from."""
    unproven = [hand.number for hand in state.hands if hand.proof is None]
    return _source(state.match_id, state.members, state.version, state.updated_at, unproven)


def league_source(season: LeagueSeason) -> Source:
    """What renditions of a league follow from: its matches go on without its version growing."""
    state = season.state
    outcomes = sorted(season.outcomes.items(), key=itemgetter(0))
    return _source(state.league_id, state.members, state.version, state.updated_at, outcomes)


def ruleset_source(ruleset: RuleSet) -> Source:
    """What renditions of a rule set follow from."""
    return Source(hash_ruleset(ruleset), ruleset.name)


def _source(of: UUID, members: Iterable[Membership], *state: object) -> Source:
    return Source(of, repr(state), frozenset(each.device_id for each in members))


def attachment(parts: tuple[str, ...], extension: str) -> str:
    """Return a Content-Disposition that names a file by its parts, in ASCII."""
    name = "-".join(filter(None, map(_fold, parts)))[:_LONGEST_NAME].rstrip("-")
    return f'attachment; filename="{name}.{extension}"'


def _fold(part: str) -> str:
    # In ASCII all browsers read a file name alike; NFKD leaves the letters without accents.
    plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
    return _FOLDED.sub("-", plain).strip("-")
