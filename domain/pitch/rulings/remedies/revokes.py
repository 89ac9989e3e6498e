"""Remedies of a revoke: mended while the trick lies open, then as the house has it (C33)."""

from typing import Final

from msgspec import structs

from pitch import seats
from pitch.calls import Call
from pitch.hand import results
from pitch.hand.auctions import Contract
from pitch.messages import COUNT, SIDE, Message
from pitch.rules.choices import Misdeal, Revoke
from pitch.rules.options import Rules
from pitch.rulings import questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from pitch.rulings.incidents import IrregularityQuestion
from pitch.rulings.remedies import settlements
from pitch.rulings.remedies.settlements import Find
from pitch.seats import Table

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


def revoke(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C33: corrected while the trick is open to view, then as the house has it."""
    side = seats.side_of(table, question.offender)
    topics = ("irregular.revoke", "play.follow")
    if not question.trick_quitted:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome=_TAKE_BACK(),
            whys=(_FIXABLE(),),
            topics=topics,
        )
    found = _REVOKES[rules.revoke](question, rules, table)
    return structs.replace(found, topics=topics)


def _set_back(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """A revoke found too late: the hand scores nothing for that side and costs what it bid.

    The others score what they took, and a pitcher among them cannot be set by it.
    """
    side = seats.side_of(table, question.offender)
    lost = _at_stake(question.contract, rules)
    contract = question.contract
    pitching = None if contract is None else seats.side_of(table, contract.pitcher)
    offending = _scoring_with(side, contract, table)
    named = questions.side_arguments(question, table)[side]
    taken = question.points or (None,) * seats.side_count(table)
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.SET_BACK,
            offending_side=side,
            replaces_hand=True,
            changes=tuple(
                SideChange(
                    side=at,
                    change=-lost if at in offending else _pooled(points, at, question, table),
                )
                for at, points in enumerate(taken)
            ),
            # By the same law as what it costs (C33): who revoked does not go out on this hand.
            cannot_go_out=side,
            cannot_be_set=pitching if pitching not in offending else None,
        ),
        outcome=_SET_BACK(side=named, points=lost),
        details=(
            *((_SET_BACK_WITH(side=named),) if len(offending) > 1 else ()),
            _OTHERS_SCORE(),
        ),
        whys=(_COSTS_BID(),),
    )


def _scoring_with(side: int, contract: Contract | None, table: Table) -> tuple[int, ...]:
    """A side and those that score with it in the hand, as far as a called partner is known."""
    everybody = range(seats.side_count(table))
    if not seats.calls_partner(table) or contract is None or contract.partner is None:
        return (side,)
    pitching = {seats.side_of(table, seat) for seat in (contract.pitcher, contract.partner)}
    return tuple(other for other in everybody if (other in pitching) == (side in pitching))


def _pooled(
    taken: int | None, side: int, question: IrregularityQuestion, table: Table
) -> int | None:
    """What a side took with those that score with it in the hand; None where that is not told."""
    contract = question.contract
    if not seats.calls_partner(table):
        return taken
    if question.points is None or contract is None or contract.partner is None:
        return None
    return sum(question.points[other] for other in _scoring_with(side, contract, table))


def _at_stake(contract: Contract | None, rules: Rules) -> int:
    """What a bid is worth to a side that is set; 2 where nothing was bid."""
    if contract is None or contract.bid is Call.PASS:
        # As Foster's Complete Hoyle has it of a revoke in a hand without a bid (C33).
        return 2
    return results.set_cost(contract.bid, rules)


def _voided(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """The whole hand is given up, because nobody can tell how it would have gone."""
    return ReasonedRemedy(
        remedy=settlements.redeal(question, table, question.dealer, {}),
        outcome=settlements.DEALT_AGAIN(dealer=Misdeal.SAME_DEALER),
        whys=(_NOT_FIXABLE(),),
    )


def _taken_back_only(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """A house where a revoke counts only while the trick lies open."""
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.NO_PENALTY, offending_side=seats.side_of(table, question.offender)
        ),
        outcome=_STANDS_FREE(),
        whys=(_TOO_LATE(),),
    )


def _points_lost(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """A house where a revoke costs a fixed number of points."""
    side = seats.side_of(table, question.offender)
    return ReasonedRemedy(
        remedy=settlements.fine(side, rules.revoke_loses, table),
        outcome=_COUNTS_BUT(
            side=questions.side_arguments(question, table)[side], points=rules.revoke_loses
        ),
        whys=(_COSTS_POINTS(),),
    )


_REVOKES: Final[dict[Revoke, Find]] = {
    Revoke.SET_BACK: _set_back,
    Revoke.VOID_AND_REDEAL: _voided,
    Revoke.TAKE_BACK_ONLY: _taken_back_only,
    Revoke.POINTS_LOST: _points_lost,
}
