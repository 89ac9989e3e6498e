"""Remedies of a revoke: corrected while the trick lies open, then by the house's choice."""

from typing import Final

from msgspec import structs

from pitch.calls import Call
from pitch.hand import results
from pitch.messages import COUNT, SIDE, Message
from pitch.rules.choices import Misdeal, Revoke
from pitch.rulings import incidents
from pitch.rulings.answers import ReasonedRemedy, RemedyAction, SideChange
from pitch.rulings.incidents import Case, FindRemedy

_TAKE_BACK: Final = Message("ruling.remedy.take_back")
_FIXABLE: Final = Message("ruling.remedy.why.fixable")
_SET_BACK: Final = Message("ruling.remedy.set_back", side=SIDE, points=COUNT)
_SET_BACK_WITH: Final = Message("ruling.remedy.set_back_with", side=SIDE)
_OTHERS_SCORE: Final = Message("ruling.remedy.others_score")
_COSTS_BID: Final = Message("ruling.remedy.why.costs_bid")
_NOT_FIXABLE: Final = Message("ruling.remedy.why.not_fixable")
_STANDS_FREE: Final = Message("ruling.remedy.stands_free")
_TOO_LATE: Final = Message("ruling.remedy.why.too_late")
_COUNTS_BUT: Final = Message("ruling.remedy.counts_but", side=SIDE, points=COUNT)
_COSTS_POINTS: Final = Message("ruling.remedy.why.costs_points")


def revoke(case: Case) -> ReasonedRemedy:
    """Return the remedy of a revoke: corrected while the trick is open, then the house's choice."""
    remedy = ReasonedRemedy(
        case.remedy(RemedyAction.CARD_TAKEN_BACK), outcome=_TAKE_BACK(), whys=(_FIXABLE(),)
    )
    if case.question.trick_quitted:
        remedy = _REVOKES[case.rules.revoke](case)
    return structs.replace(remedy, topics=("irregular.revoke", "play.follow"))


def _set_back(case: Case) -> ReasonedRemedy:
    """Return the remedy that the hand scores nothing for the side and costs it the bid.

    The others score the points they took, and a pitcher among them cannot be set by it.
    """
    contract, table = case.question.contract, case.table
    cost = _cost(case)
    pitching = None if contract is None else table.side_of(contract.pitcher)
    offending = _partner_sides(case, case.side)
    changes = tuple(
        SideChange(side=side, change=-cost if side in offending else _points_of(case, side))
        for side in range(table.side_count)
    )
    set_back_with = (_SET_BACK_WITH(side=case.side_argument),) if len(offending) > 1 else ()
    return ReasonedRemedy(
        remedy=case.remedy(
            RemedyAction.SET_BACK,
            replaces_hand=True,
            changes=changes,
            # The law that sets the cost also bars the offender from going out on this hand.
            cannot_go_out=case.side,
            cannot_be_set=pitching if pitching not in offending else None,
        ),
        outcome=_SET_BACK(side=case.side_argument, points=cost),
        details=(*set_back_with, _OTHERS_SCORE()),
        whys=(_COSTS_BID(),),
    )


def _partner_sides(case: Case, side: int) -> tuple[int, ...]:
    """Return a side and those that score with it, as far as a called partner is known."""
    contract, table = case.question.contract, case.table
    if not table.calls_partner or contract is None or contract.partner is None:
        return (side,)
    pitching = {table.side_of(seat) for seat in (contract.pitcher, contract.partner)}
    sides = range(table.side_count)
    return tuple(s for s in sides if (s in pitching) == (side in pitching))


def _points_of(case: Case, side: int) -> int | None:
    """Return the points that a side took with its partners; None if the question does not tell."""
    points, contract = case.question.points, case.question.contract
    if points is None:
        return None
    if case.table.calls_partner and (contract is None or contract.partner is None):
        return None
    return sum(points[partner] for partner in _partner_sides(case, side))


def _cost(case: Case) -> int:
    """Return the cost of a bid to a side that is set; or of a renege in a hand without one."""
    contract = case.question.contract
    if contract is None or contract.bid is Call.PASS:
        return case.rules.unbid_revoke_penalty
    return results.set_cost(contract.bid, case.rules)


def _void_hand(case: Case) -> ReasonedRemedy:
    """Return the remedy that the hand is void, because its result cannot be reconstructed."""
    outcome = incidents.DEALT_AGAIN(dealer=Misdeal.SAME_DEALER)
    return ReasonedRemedy(case.redeal(case.question.dealer, {}), outcome, (_NOT_FIXABLE(),))


def _no_penalty(case: Case) -> ReasonedRemedy:
    """Return the remedy of a house that penalizes a revoke only while the trick lies open."""
    return ReasonedRemedy(case.remedy(RemedyAction.NO_PENALTY), _STANDS_FREE(), (_TOO_LATE(),))


def _points_lost(case: Case) -> ReasonedRemedy:
    """Return the remedy of a house in which a revoke costs a fixed number of points."""
    points = case.rules.revoke_penalty
    outcome = _COUNTS_BUT(side=case.side_argument, points=points)
    return ReasonedRemedy(case.fine(points), outcome, (_COSTS_POINTS(),))


_REVOKES: Final[dict[Revoke, FindRemedy]] = {
    Revoke.SET_BACK: _set_back,
    Revoke.VOID_AND_REDEAL: _void_hand,
    Revoke.TAKE_BACK_ONLY: _no_penalty,
    Revoke.POINTS_LOST: _points_lost,
}
