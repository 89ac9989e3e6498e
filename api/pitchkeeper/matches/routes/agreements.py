"""Agreements: confirm hands, dispute them, settle disputes, and overrule."""

from typing import Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.match import Overruling
from pitchkeeper.access.devices import Command
from pitchkeeper.matches import views
from pitchkeeper.matches.hands.disputes import Disputes, Settling
from pitchkeeper.matches.routes.hands import HAND, hand_response
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response
from pitchkeeper.rest import bodies, etags
from pitchkeeper.rest.operations import operation

PROBLEMS = (*CHANGE_PROBLEMS, "no_such_hand", "hand_disputed")
CONFIRM_PROBLEMS = (
    *PROBLEMS,
    "no_seat",
    "not_at_table",
    "not_settled",
    "stale_match",
    "precondition_required",
)
"""What an agreement to hands may meet."""


@operation(
    "POST",
    f"{HAND}/confirmations",
    "confirmHand",
    tag="Agreement",
    body=views.NewConfirmation,
    answer=views.Hand,
    headers=("If-Match",),
    answer_headers=("ETag",),
    problems=CONFIRM_PROBLEMS,
)
async def confirm_hand(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    disputes: NamedDependency[Disputes],
) -> Response[views.Hand]:
    """Confirm a hand.

    For your side, or as the owner for any. `If-Match` must name a version since which the hand,
    who dealt it and what it pays have not changed; when the hand changes, it has to be confirmed
    again. Confirming twice changes nothing, so a retry is safe.
    """
    asked, seen = await bodies.read(request, views.NewConfirmation), etags.precondition(request)
    return hand_response(
        await disputes.confirm(command, match_id, number, asked.side, seen), number
    )


@operation(
    "POST",
    "/v1/matches/{match_id:uuid}/confirmations",
    "confirmHands",
    tag="Agreement",
    body=views.NewConfirmations,
    answer=views.Match,
    headers=("If-Match",),
    answer_headers=("ETag",),
    problems=CONFIRM_PROBLEMS,
    links=("getMatch",),
)
async def confirm_hands(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    command: NamedDependency[Command],
    disputes: NamedDependency[Disputes],
) -> Response[views.Match]:
    """Confirm several hands at once.

    As confirmHand for each, in one change: all of them are confirmed or none. The first that
    cannot be is named by the sentence of the refusal, and its place by the pointer. `If-Match` must
    name a version since which none of them has changed. Confirming twice changes nothing, so a
    retry is safe.
    """
    asked, seen = await bodies.read(request, views.NewConfirmations), etags.precondition(request)
    confirmed = await disputes.confirm_all(command, match_id, asked.hands, asked.side, seen)
    return match_response(confirmed, command.device_id)


@operation(
    "POST",
    f"{HAND}/disputes",
    "disputeHand",
    tag="Agreement",
    status=201,
    body=views.NewDispute,
    answer=views.Hand,
    answer_headers=("ETag",),
    problems=PROBLEMS,
    links=(
        "getHand",
        "getHandRuling",
        "resolveDispute",
    ),
)
async def dispute_hand(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    disputes: NamedDependency[Disputes],
) -> Response[views.Hand]:
    """Dispute a hand.

    The hand is locked and has to be confirmed anew, the match plays on. The answer carries the
    ruling on the hand, and what that turns on; if there is none within three seconds, because the
    server is busy, `ruling` is null and `getHandRuling` has it later. A retry is safe with an
    Idempotency-Key; without one it answers that the hand is disputed.
    """
    asked = await bodies.read(request, views.NewDispute)
    disputed = await disputes.dispute(command, match_id, number, asked.reason)
    answer = hand_response(disputed, number)
    # The dispute is what was made, though the whole hand is shown.
    answer.status_code = 201
    return answer


@operation(
    "POST",
    f"{HAND}/disputes/resolution",
    "resolveDispute",
    tag="Agreement",
    body=Settling,
    answer=views.Hand,
    answer_headers=("ETag",),
    problems=(
        *PROBLEMS,
        "not_disputed",
        "settlement_incomplete",
        "not_at_table",
        "wrong_length",
        "entered_twice",
        "not_in_rules",
        "not_in_pack",
    ),
)
async def resolve_dispute(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    disputes: NamedDependency[Disputes],
) -> Response[views.Hand]:
    """Resolve a dispute.

    By a corrected record, by accepting the ruling, by overruling with a reason (the owner), or by
    withdrawing it. Who disputed may do so, and the owner; an overruled hand only the owner changes.
    A retry is safe with an Idempotency-Key; without one it answers that the hand is not disputed.
    """
    settling = await bodies.read(request, Settling)
    return hand_response(await disputes.resolve(command, match_id, number, settling), number)


@operation(
    "POST",
    f"{HAND}/overruling",
    "overruleHand",
    tag="Agreement",
    body=Overruling,
    answer=views.Hand,
    answer_headers=("ETag",),
    problems=(*PROBLEMS, "wrong_length"),
)
async def overrule_hand(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    number: FromPath[int],
    command: NamedDependency[Command],
    disputes: NamedDependency[Disputes],
) -> Response[views.Hand]:
    """Overrule the verdict on a hand.

    The hand pays what the table agreed, with the reason; its record and verdict stay to be seen.
    Only the owner may, and only the owner ends it: by recording the hand anew, voiding it,
    accepting a ruling on it, or going back. A retry is safe with an Idempotency-Key.
    """
    overruling = await bodies.read(request, Overruling)
    return hand_response(await disputes.overrule(command, match_id, number, overruling), number)
