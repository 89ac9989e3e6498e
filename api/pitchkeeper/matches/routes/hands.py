"""Hands: record, show, preview and void them.

Each phone may record its own facts as a part of a hand, without conflicts with other phones.
"""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch import HandRecord
from pitch.hand import AuctionFacts, ClaimFacts, HandEntry, HoldingFacts, PileFacts, TrickFacts
from pitch.match import find_hand
from pitchkeeper.access.devices import Device
from pitchkeeper.matches import presenters, views
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest import etags, request_headers
from pitchkeeper.rest.operations import Operation, operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.signatures import FromBody, Versioned

HAND = "/v1/matches/{match_id:uuid}/hands/{number:int}"
RECORD_PROBLEMS = (
    "hand_out_of_order",
    "not_at_table",
    "wrong_length",
    "entered_twice",
    "not_in_rules",
    "not_in_pack",
)
WRITE_PROBLEMS = (
    *RECORD_PROBLEMS,
    "not_allowed",
    "match_busy",
    "stale_match",
    "precondition_required",
    "hand_disputed",
)
"""The problems of changing the record of a hand."""


WithRuling = Annotated[
    bool,
    query(
        "False to leave out the ruling of the hand's dispute, which is long and stays as it is. If "
        "absent, it is there.",
        False,
        name="withRuling",
    ),
]


def hand_response(
    state: MatchState, number: int, *, has_ruling: bool = False
) -> Response[views.Hand]:
    """Return a hand, with the version of the match as the entity tag.

    The ruling of its dispute is 20 kB and stays what it was, so it is in the answers of disputeHand
    and getHand alone.
    """
    # Another hand can change the scores in this response, so its version is that of the match.
    return etags.respond(presenters.hand(state, number, has_ruling=has_ruling), state.version)


def record_response(
    request: Request[Any, Any, Any], state: MatchState, number: int
) -> Response[views.Hand]:
    """Return a hand after a change of its record, or only its result if the client prefers that."""
    if not request_headers.is_minimal(request):
        return hand_response(state, number)
    minimal = presenters.minimal_hand(presenters.hand(state, number, has_ruling=False))
    answer = etags.respond(minimal, state.version)
    answer.headers[request_headers.APPLIED] = request_headers.MINIMAL
    return answer


@operation(
    "PUT",
    HAND,
    tag="Hands",
    has_minimal=True,
    problems=WRITE_PROBLEMS,
    links=(
        "getHand",
        "getMatch",
        "previewHand",
        "previewVoid",
        "voidHand",
        "confirmHand",
        "disputeHand",
        "overruleHand",
        "getHandRuling",
        "getHandProof",
    ),
)
async def record_hand(
    request: Request[Any, Any, Any],
    number: FromPath[int],
    record: FromBody[HandRecord],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Versioned[views.Hand]:
    """Record a hand.

    Every field is optional. An impossible record is saved and flagged in the verdict, and not
    scored. Correcting a hand replays the match. It needs `If-Match`, so that no phone overwrites a
    record that it has not seen; a refusal has both records and their differences. Recording a void
    or an overruled hand needs `If-Match` too, and an overruled hand only the owner may record. The
    same hand again, in any order of its cards, changes nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, HandEntry(record))
    return record_response(request, changed, number)


@operation("GET", HAND, tag="Hands", headers=("If-None-Match",), problems=("no_such_hand",))
async def get_hand(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    caller: NamedDependency[Device],
    match_changes: NamedDependency[MatchChanges],
    with_ruling: WithRuling = True,
) -> Versioned[views.Hand]:
    """Get a hand with its record and verdict.

    The hand has the record of the table, the verdict on it and its effect on the match. The ETag is
    the version of the match. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id)
    find_hand(state.hands, number)
    return etags.not_modified(request, state.version) or hand_response(
        state, number, has_ruling=with_ruling
    )


@operation(
    "DELETE",
    HAND,
    tag="Hands",
    problems=(*CHANGE_PROBLEMS, "no_such_hand", "stale_match", "hand_disputed"),
)
async def void_hand(
    number: FromPath[int],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Versioned[views.Match]:
    """Void a hand.

    The hand stays on the sheet but counts for nothing, and the same dealer deals again. Recording
    it again, with `If-Match`, makes it count again. Without `If-Match` the hand is voided in any
    version; an overruled hand only the owner may void. Voiding it twice changes nothing, so a retry
    is safe.
    """
    voided = await scoring.void(conditional_edit, number)
    return match_response(voided, conditional_edit.device_id)


@operation("GET", f"{HAND}/ruling", tag="Hands", problems=("no_such_hand", "rulings_busy"))
async def get_hand_ruling(
    match_id: FromPath[UUID],
    number: FromPath[int],
    caller: NamedDependency[Device],
    scoring: NamedDependency[Scoring],
) -> views.RecordedRuling:
    """Get a new ruling on a recorded hand.

    The hand is judged again over all deals and plays, with a deal and six tricks as an example, and
    what the verdict depends on. `agrees` is whether the match has the same verdict. If the server
    is too busy to begin within three seconds, it responds with 503; retry after `Retry-After`. Safe
    to repeat.
    """
    state, ruling = await scoring.ruling(caller.device_id, match_id, number)
    return presenters.recorded_ruling(state, number, ruling)


@operation("POST", f"{HAND}/preview", tag="Hands", problems=RECORD_PROBLEMS)
async def preview_hand(
    match_id: FromPath[UUID],
    number: FromPath[int],
    record: FromBody[HandRecord],
    caller: NamedDependency[Device],
    scoring: NamedDependency[Scoring],
) -> views.HandPreview:
    """Preview a hand.

    The preview has the verdict and the changes in the match: totals, dealers, the winner, and hands
    that would not have been played. For an incomplete hand it also has possible next entries:
    `answers` with the scores that each leads to, `cardsToAsk` and `impossibleCards`. Recordings and
    disputes take precedence: without time for the proof, `verdict.isProven` is false, and
    `askAgainAfter` is the time until the next try. Nothing is saved. Safe to repeat.
    """
    return presenters.preview(await scoring.preview(caller.device_id, match_id, number, record))


@operation("POST", f"{HAND}/preview-void", tag="Hands", problems=("no_such_hand",))
async def preview_void(
    match_id: FromPath[UUID],
    number: FromPath[int],
    caller: NamedDependency[Device],
    scoring: NamedDependency[Scoring],
) -> views.HandPreview:
    """Preview voiding a hand.

    The preview has the same fields as that of previewHand, for a hand that no longer counts.
    Nothing is saved. Safe to repeat.
    """
    return presenters.preview(await scoring.preview_void(caller.device_id, match_id, number))


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
    number: FromPath[int],
    auction: FromBody[AuctionFacts],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the auction of a hand.

    The auction is the dealer, the bids and passes, the winning bid with its pitcher, and the trump.
    Other parts of the hand stay, and other phones may record them meanwhile. Overwriting this part,
    or recording it for a void or overruled hand, needs `If-Match`; only the owner may change an
    overruled hand. Recording the same again changes nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, auction.entry())
    return record_response(request, changed, number)


@_part("piles/{side:int}", "recordPile", PileFacts)
async def record_pile(
    request: Request[Any, Any, Any],
    number: FromPath[int],
    side: FromPath[int],
    pile: FromBody[PileFacts],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the pile of one side.

    The pile is the cards that the side took. A card that is also in the pile of another side is
    returned as a question in `needs`. Other parts of the hand stay, and other phones may record
    them meanwhile. Overwriting this part, or recording it for a void or overruled hand, needs
    `If-Match`; only the owner may change an overruled hand. Recording the same again changes
    nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, pile.entry(side))
    return record_response(request, changed, number)


@_part("holdings/{seat:int}", "recordHolding", HoldingFacts)
async def record_holding(
    request: Request[Any, Any, Any],
    number: FromPath[int],
    seat: FromPath[int],
    holding: FromBody[HoldingFacts],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the holding of one seat.

    The holding is the cards that the seat was dealt, as far as they are known. Other parts of the
    hand stay, and other phones may record them meanwhile. Overwriting this part, or recording it
    for a void or overruled hand, needs `If-Match`; only the owner may change an overruled hand.
    Recording the same again changes nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, holding.entry(seat))
    return record_response(request, changed, number)


@_part("tricks", "recordTricks", TrickFacts)
async def record_tricks(
    request: Request[Any, Any, Any],
    number: FromPath[int],
    tricks: FromBody[TrickFacts],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the tricks of a hand.

    The tricks are recorded card by card in playing order, or as the number that each side won.
    Other parts of the hand stay, and other phones may record them meanwhile. Overwriting this part,
    or recording it for a void or overruled hand, needs `If-Match`; only the owner may change an
    overruled hand. Recording the same again changes nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, tricks.entry())
    return record_response(request, changed, number)


@_part("claims", "recordClaims", ClaimFacts)
async def record_claims(
    request: Request[Any, Any, Any],
    number: FromPath[int],
    claims: FromBody[ClaimFacts],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Response[views.Hand]:
    """Record the points as the table counted them.

    The claims are High, Low, Jack and Game as the table counted them, the counts for Game, and the
    scores on the table's own sheet. Other parts of the hand stay, and other phones may record them
    meanwhile. Overwriting this part, or recording it for a void or overruled hand, needs
    `If-Match`; only the owner may change an overruled hand. Recording the same again changes
    nothing, so a retry is safe.
    """
    changed = await scoring.record(conditional_edit, number, claims.entry())
    return record_response(request, changed, number)
