"""Conflicts: two phones that say different things of the same facts."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from api.matches.state import MatchState
from domain.errors import Refusal
from domain.findings import Status, blocks
from domain.hand import differences, verdicts
from domain.hand.deals import Deal
from domain.hand.differences import Disagreement
from domain.hand.proofs import Proof
from domain.hand.records import HandRecord
from domain.hand.verdicts import Verdict
from domain.match import matches
from domain.match.matches import HandNumber
from domain.types import Value

_PATIENCE: Final = 2.0
"""Seconds to wait for proofs of what differs; without them the facts alone are judged."""
Prove = Callable[[HandRecord, Deal], Awaitable[Proof | None]]


class Version(Value, frozen=True):
    """One of two versions of a hand: what it would be judged, and what speaks against it."""

    record: HandRecord
    """What the table entered."""
    status: Status
    """What that record amounts to."""
    why: Annotated[str | None, Meta(description="Why it cannot be, if it cannot.")]


class Conflict(Value, frozen=True):
    """What was sent, what is kept, and the facts about which they differ. Nothing was changed."""

    hand: HandNumber
    match_version: Annotated[
        int,
        Meta(
            ge=1,
            description="Send it as `If-Match`, in a queue as `seenVersion`, to write over "
            "what is kept.",
        ),
    ]
    differences: tuple[Disagreement, ...]
    """Every fact about which the two differ."""
    yours: Version
    """The hand as it was sent."""
    theirs: Version
    """The hand as it is kept."""


class Seen(Struct, frozen=True):
    """Which versions a request says it has seen; without any it has seen nothing."""

    versions: frozenset[int] = frozenset()
    is_any: bool = False
    is_given: bool = False
    named: str = "If-Match"
    """Where the request says so."""

    def names(self, version: int) -> bool:
        """Whether the request was made knowing this version, or whatever there is."""
        return self.is_any or version in self.versions

    def allows(self, version: int) -> bool:
        """Whether a request without regard to parts may act on this version."""
        return not self.is_given or self.names(version)


class StaleMatch(Refusal):
    """What the request would change has changed since the version that it names."""

    code = "stale_match"

    def __init__(self, detail: str | None = None, conflict: Conflict | None = None) -> None:
        super().__init__(detail)
        self.conflict = conflict


class PreconditionRequired(StaleMatch):
    """Say which version was seen, with If-Match or in a queue seenVersion: something is there."""

    code = "precondition_required"


def stale(stored: MatchState, seen: Seen) -> StaleMatch:
    """The refusal of a request that names a version which the match has left behind."""
    return StaleMatch(
        f'The match is at version {stored.version} now (ETag "{stored.version}"), '
        f"which {seen.named} does not name; look at it again."
    )


def refuse_stale(stored: MatchState, seen: Seen) -> None:
    """Refuse a request that names only versions which the match has left behind."""
    if not seen.allows(stored.version):
        raise stale(stored, seen)


def refuse_blind(seen: Seen, purpose: str) -> None:
    """Refuse a request that does not say what it has seen."""
    if not seen.is_given:
        raise PreconditionRequired(f"Say with {seen.named} which version you see, {purpose}.")


async def between(stored: MatchState, number: int, yours: HandRecord, prove: Prove) -> Conflict:
    """How a record that was sent differs from what is kept, and which of them cannot be."""
    theirs = matches.hand(stored.hands, number).record
    deal = Deal(
        ruleset=stored.match.ruleset,
        seating=stored.match.seating,
        dealer=stored.sheet.lines[number - 1].dealer,
    )
    until = asyncio.get_running_loop().time() + _PATIENCE
    return Conflict(
        hand=number,
        match_version=stored.version,
        differences=differences.between(yours, theirs, stored.match.seating),
        yours=await _version(yours, deal, prove, until),
        theirs=await _version(theirs, deal, prove, until),
    )


async def _version(record: HandRecord, deal: Deal, prove: Prove, until: float) -> Version:
    if record.dealer is not None:
        deal = structs.replace(deal, dealer=record.dealer)
    proof = None
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            proof = await prove(record, deal)
    verdict = verdicts.verdict(record, deal, proof)
    return Version(record=record, status=verdict.status, why=_why(verdict))


def _why(verdict: Verdict) -> str | None:
    return next((found.message for found in verdict.findings if blocks(found)), None)
