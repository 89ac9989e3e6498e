"""Parts: each phone records its own facts of a hand, without conflicts with other phones."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.hand import AuctionFacts, ClaimFacts, HoldingFacts, PileFacts, TrickFacts
from pitchkeeper.access.devices import Command
from pitchkeeper.matches import views
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.routes.hands import HAND, WRITE_PROBLEMS, record_response
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import Operation, operation


def _part(path: str, name: str, body: type) -> Operation:
    """Return the operation that records a part of a hand."""
    return operation(
        "PUT",
        f"{HAND}/{path}",
        name,
        tag="Hands",
        body=body,
        answer=views.Hand,
        headers=("If-Match", "If-None-Match"),
        answer_headers=("ETag",),
        has_minimal=True,
        problems=WRITE_PROBLEMS,
    )


@_part("auction", "recordAuction", AuctionFacts)
async def record_auction(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the auction of a hand.

    The auction is the dealer, the bids and passes, the winning bid with its pitcher, and the trump.
    Other parts of the hand stay, and other phones may record them meanwhile. Overwriting this part,
    or recording it for a void or overruled hand, needs `If-Match`; only the owner may change an
    overruled hand. Recording the same again changes nothing, so a retry is safe.
    """
    entry = (await bodies.read(request, AuctionFacts)).entry()
    changed = await scoring.record(command, match_id, number, entry, etags.precondition(request))
    return record_response(request, changed, number)


@_part("piles/{side:int}", "recordPile", PileFacts)
async def record_pile(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    side: FromPath[int],
    command: NamedDependency[Command],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the pile of one side.

    The pile is the cards that the side took. A card that is also in the pile of another side is
    returned as a question in `needs`. Other parts of the hand stay, and other phones may record
    them meanwhile. Overwriting this part, or recording it for a void or overruled hand, needs
    `If-Match`; only the owner may change an overruled hand. Recording the same again changes
    nothing, so a retry is safe.
    """
    entry = (await bodies.read(request, PileFacts)).entry(side)
    changed = await scoring.record(command, match_id, number, entry, etags.precondition(request))
    return record_response(request, changed, number)


@_part("holdings/{seat:int}", "recordHolding", HoldingFacts)
async def record_holding(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    seat: FromPath[int],
    command: NamedDependency[Command],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the holding of one seat.

    The holding is the cards that the seat was dealt, as far as they are known. Other parts of the
    hand stay, and other phones may record them meanwhile. Overwriting this part, or recording it
    for a void or overruled hand, needs `If-Match`; only the owner may change an overruled hand.
    Recording the same again changes nothing, so a retry is safe.
    """
    entry = (await bodies.read(request, HoldingFacts)).entry(seat)
    changed = await scoring.record(command, match_id, number, entry, etags.precondition(request))
    return record_response(request, changed, number)


@_part("tricks", "recordTricks", TrickFacts)
async def record_tricks(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the tricks of a hand.

    The tricks are recorded card by card in playing order, or as the number that each side won.
    Other parts of the hand stay, and other phones may record them meanwhile. Overwriting this part,
    or recording it for a void or overruled hand, needs `If-Match`; only the owner may change an
    overruled hand. Recording the same again changes nothing, so a retry is safe.
    """
    entry = (await bodies.read(request, TrickFacts)).entry()
    changed = await scoring.record(command, match_id, number, entry, etags.precondition(request))
    return record_response(request, changed, number)


@_part("claims", "recordClaims", ClaimFacts)
async def record_claims(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the points as the table counted them.

    The claims are High, Low, Jack and Game as the table counted them, the counts for Game, and the
    scores on the table's own sheet. Other parts of the hand stay, and other phones may record them
    meanwhile. Overwriting this part, or recording it for a void or overruled hand, needs
    `If-Match`; only the owner may change an overruled hand. Recording the same again changes
    nothing, so a retry is safe.
    """
    entry = (await bodies.read(request, ClaimFacts)).entry()
    changed = await scoring.record(command, match_id, number, entry, etags.precondition(request))
    return record_response(request, changed, number)
