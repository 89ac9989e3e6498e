"""Agreements: confirm hands, dispute them, settle disputes, and overrule."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.match import Overruling
from pitchkeeper.access.devices import Role
from pitchkeeper.matches import agreement_views, views
from pitchkeeper.matches.changes import MatchEdit
from pitchkeeper.matches.hands import disputes
from pitchkeeper.matches.hands.disputes import Settling
from pitchkeeper.matches.routes.hands import HAND, hand_response
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned
from pitchkeeper.workers.adjudicators import Adjudicator

PROBLEMS = (*CHANGE_PROBLEMS, "no_such_hand", "hand_disputed")
CONFIRM_PROBLEMS = (
    *PROBLEMS,
    "no_seat",
    "not_at_table",
    "not_settled",
    "stale_match",
    "precondition_required",
)
"""The problems of confirming hands."""


@operation("POST", f"{HAND}/confirmations", tag="Agreement", problems=CONFIRM_PROBLEMS)
async def confirm_hand(
    number: FromPath[int],
    confirmation: FromBody[agreement_views.NewConfirmation],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[views.Hand]:
    """Confirm a hand.

    The hand is confirmed for your side, or by the owner for any side. `If-Match` must name a
    version since which the hand, who dealt it and what it pays have not changed; when the hand
    changes, it has to be confirmed again. Confirming twice changes nothing, so a retry is safe.
    """
    state = await disputes.confirm(conditional_edit, number, confirmation.side)
    return hand_response(state, number)


@operation(
    "POST",
    "/v1/matches/{match_id:uuid}/confirmations",
    tag="Agreement",
    problems=CONFIRM_PROBLEMS,
    links=("getMatch",),
)
async def confirm_hands(
    confirmations: FromBody[agreement_views.NewConfirmations],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[views.Match]:
    """Confirm several hands.

    All of the hands are confirmed in one change, or none of them. If a hand cannot be confirmed,
    the problem names the hand, and its pointer the position in the request. `If-Match` must name a
    version since which none of them has changed. Confirming twice changes nothing, so a retry is
    safe.
    """
    confirmed = await disputes.confirm_all(
        conditional_edit, confirmations.hands, confirmations.side
    )
    return match_response(confirmed, conditional_edit.device_id)


@operation(
    "POST",
    f"{HAND}/disputes",
    tag="Agreement",
    status=201,
    problems=PROBLEMS,
    links=("getHand", "getHandRuling", "getHandProof", "resolveDispute"),
)
async def dispute_hand(
    number: FromPath[int],
    dispute: FromBody[agreement_views.NewDispute],
    edit: NamedDependency[MatchEdit],
    prover: NamedDependency[Adjudicator],
) -> Versioned[views.Hand]:
    """Dispute a hand.

    The hand is locked and has to be confirmed again; the match can go on. The response has the
    ruling on the hand, and what it depends on. If the server is too busy to rule within three
    seconds, `ruling` is null and `getHandRuling` returns the ruling later. A retry is safe with an
    Idempotency-Key; without one it gets `hand_disputed`.
    """
    disputed = await disputes.dispute(edit, prover, number, dispute.reason)
    answer = hand_response(disputed, number, has_ruling=True)
    # The created resource is the dispute, though the response is the hand.
    answer.status_code = 201
    return answer


@operation(
    "POST",
    f"{HAND}/disputes/resolution",
    tag="Agreement",
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
    number: FromPath[int],
    settling: FromBody[Settling],
    edit: NamedDependency[MatchEdit],
) -> Versioned[views.Hand]:
    """Resolve a dispute.

    A dispute ends with a corrected record, by accepting the ruling, with an overruling and its
    reason (owner only), or by withdrawing it. Only the owner and the device that disputed the hand
    may resolve it; only the owner changes an overruled hand. A retry is safe with an
    Idempotency-Key; without one it gets `not_disputed`.
    """
    return hand_response(await disputes.resolve(edit, number, settling), number)


@operation("POST", f"{HAND}/overruling", tag="Agreement", problems=(*PROBLEMS, "wrong_length"))
async def overrule_hand(
    number: FromPath[int],
    overruling: FromBody[Overruling],
    edit: NamedDependency[MatchEdit],
) -> Versioned[views.Hand]:
    """Overrule the verdict on a hand.

    The hand pays what the table agreed, with the reason; its record and verdict stay visible. Only
    the owner may overrule a hand, or end that: by recording the hand again, voiding it, accepting a
    ruling on it, or restoring an earlier version. A retry is safe with an Idempotency-Key.
    """
    overruled = await edit.write(
        Role.OWNER, disputes.decide_overruling, number=number, overruling=overruling
    )
    return hand_response(overruled, number)
