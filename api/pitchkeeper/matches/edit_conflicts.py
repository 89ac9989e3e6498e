"""Edit conflicts: different records of the same hand from two phones."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from msgspec import structs

from pitch import Deal, HandRecord, Proof, judge
from pitch.hand import find_disagreements
from pitch.match import find_hand
from pitch.messages import Sentence
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.preconditions import (
    Conflict,
    Precondition,
    PreconditionRequired,
    StaleMatch,
    Version,
)

_PATIENCE: Final = 2.0
"""Seconds to wait for the proofs of both records; without them the facts alone are judged."""
Prove = Callable[[HandRecord, Deal], Awaitable[Proof | None]]


# Not the refusal itself: its proofs may take seconds, and other writes wait for the match until
# this is raised.
class Collision(Exception):
    """A record would overwrite one that was not seen; neither of them is judged yet."""

    def __init__(
        self, refusal: StaleMatch, state: MatchState, number: int, yours: HandRecord
    ) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.state = state
        self.number = number
        self.yours = yours


def stale_error(
    state: MatchState, precondition: Precondition, message: Sentence | None = None
) -> StaleMatch:
    """Return the refusal of a request that names an old version of a match."""
    now = f'The match is at version {state.version} now (ETag "{state.version}")'
    return StaleMatch(message, hint=f"{now}, which {precondition.named} does not name.")


def refuse_stale(state: MatchState, precondition: Precondition) -> None:
    """Refuse a request that names only old versions of a match."""
    if not precondition.allows(*range(state.version - state.checked, state.version + 1)):
        raise stale_error(state, precondition)


def refuse_blind(precondition: Precondition, message: Sentence) -> None:
    """Refuse a request without a version."""
    if not precondition.is_given:
        raise PreconditionRequired(
            message, hint=f"Say with {precondition.named} which version you see."
        )


async def judge_collision(collision: Collision, prove: Prove) -> StaleMatch:
    """Return the refusal of a record, with both records and the findings against them."""
    refusal = collision.refusal
    return type(refusal)(
        refusal.message, await _build_conflict(collision, prove), hint=refusal.hint
    )


async def _build_conflict(collision: Collision, prove: Prove) -> Conflict:
    """Return the differences of the sent and the stored record, and the findings on each."""
    state, number, yours = collision.state, collision.number, collision.yours
    theirs = find_hand(state.hands, number).record
    deal = Deal(
        ruleset=state.match.ruleset,
        seating=state.match.seating,
        dealer=state.sheet.lines[number - 1].dealer,
    )
    # One deadline for both: two hard records must not double the wait.
    until = asyncio.get_running_loop().time() + _PATIENCE
    return Conflict(
        hand=number,
        match_version=state.version,
        differences=find_disagreements(yours, theirs, deal),
        yours=await _version(yours, deal, prove, until),
        theirs=await _version(theirs, deal, prove, until),
    )


async def _version(record: HandRecord, deal: Deal, prove: Prove, until: float) -> Version:
    # The dealer may be the difference.
    if record.dealer is not None:
        deal = structs.replace(deal, dealer=record.dealer)
    proof = None
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            proof = await prove(record, deal)
    verdict = judge(record, deal, proof)
    whys = next((wrong.sentences for wrong in verdict.findings if wrong.prevents_scoring()), ())
    return Version(record=record, status=verdict.status, whys=whys)
