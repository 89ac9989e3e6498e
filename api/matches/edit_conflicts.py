"""Conflicts: two phones that say different things of the same facts."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from msgspec import structs

from api.http.preconditions import Conflict, Precondition, PreconditionRequired, StaleMatch, Version
from api.matches.state import MatchState
from domain.findings import blocks
from domain.hand import differences, verdicts
from domain.hand.deals import Deal
from domain.hand.proofs import Proof
from domain.hand.records import HandRecord
from domain.hand.verdicts import Verdict
from domain.match import matches

_PATIENCE: Final = 2.0
"""Seconds to wait for proofs of what differs; without them the facts alone are judged."""
Prove = Callable[[HandRecord, Deal], Awaitable[Proof | None]]


def stale(stored: MatchState, seen: Precondition) -> StaleMatch:
    """The refusal of a request that names a version which the match has left behind."""
    return StaleMatch(
        f'The match is at version {stored.version} now (ETag "{stored.version}"), '
        f"which {seen.named} does not name; look at it again."
    )


def refuse_stale(stored: MatchState, seen: Precondition) -> None:
    """Refuse a request that names only versions which the match has left behind."""
    if not seen.allows(stored.version):
        raise stale(stored, seen)


def refuse_blind(seen: Precondition, purpose: str) -> None:
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
