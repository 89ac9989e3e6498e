"""Remedies: what the rules make of an irregularity.

No document says anything about them, so every remedy is a default or a house rule (C16, C24, C25,
C33, C84 to C87).
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import structs

from domain import cards, seats
from domain.calls import Call
from domain.hand import results
from domain.hand.auctions import Contract
from domain.messages import BID, CARD, CHOICE, COUNT, PLAYER, SIDE, SUIT, Message, Sentence
from domain.rules import packs
from domain.rules.choices import (
    NAMED_TRUMPS,
    CallOutOfTurn,
    ExposedCard,
    Misdeal,
    PitchedJoker,
    Revoke,
    TrumpBy,
)
from domain.rules.options import Rules
from domain.rulings import questions
from domain.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from domain.rulings.incidents import Irregularity, IrregularityQuestion
from domain.seats import Table
from domain.tricks import Follow

_VOID_CALL: Final = Message("ruling.remedy.void_call")
_CAPPED: Final = Message("ruling.remedy.capped", side=SIDE, call=BID)
_CAPPED_AT_IT: Final = Message("ruling.remedy.capped_at_it", side=SIDE)
_PASS_ONLY: Final = Message("ruling.remedy.pass_only", side=SIDE)
_FREE: Final = Message("ruling.remedy.free")
_NOT_IN_TURN: Final = Message("ruling.remedy.why.not_in_turn", player=PLAYER)
_LEAD_NAMED: Final = Message("ruling.remedy.lead_named", card=CARD, suit=SUIT)
_NOT_NAMED: Final = Message("ruling.remedy.why.not_named", card=CARD, suit=SUIT)
_LEAD_SUIT: Final = Message("ruling.remedy.lead_suit")
_JOKER_BARRED: Final = Message("ruling.remedy.why.joker_barred")
_CARD_STANDS: Final = Message("ruling.remedy.card_stands")
_STANDS_AS_TRUMP: Final = Message("ruling.remedy.card_stands_as_trump", suit=SUIT)
_WAS_LED: Final = Message("ruling.remedy.why.was_led")
_MAY_TAKE_BACK: Final = Message("ruling.remedy.may_take_back")
_NOT_FINAL: Final = Message("ruling.remedy.why.not_final")
_WRONG_LEAD: Final = Message("ruling.remedy.wrong_lead", stands=CHOICE)
_NOT_THEIR_LEAD: Final = Message("ruling.remedy.why.not_their_lead", player=PLAYER)
_TAKE_BACK: Final = Message("ruling.remedy.take_back")
_FIXABLE: Final = Message("ruling.remedy.why.fixable")
_SET_BACK: Final = Message("ruling.remedy.set_back", side=SIDE, points=COUNT)
_SET_BACK_WITH: Final = Message("ruling.remedy.set_back_with", side=SIDE)
_OTHERS_SCORE: Final = Message("ruling.remedy.others_score")
_COSTS_BID: Final = Message("ruling.remedy.why.costs_bid")
_REDEAL: Final = Message("ruling.remedy.redeal", dealer=CHOICE)
_NOT_FIXABLE: Final = Message("ruling.remedy.why.not_fixable")
_STANDS_FREE: Final = Message("ruling.remedy.stands_free")
_TOO_LATE: Final = Message("ruling.remedy.why.too_late")
_COUNTS_BUT: Final = Message("ruling.remedy.counts_but", side=SIDE, points=COUNT)
_COSTS_POINTS: Final = Message("ruling.remedy.why.costs_points")
_HAND_STANDS: Final = Message("ruling.remedy.hand_stands")
_SCORED_ALREADY: Final = Message("ruling.remedy.why.scored_already")
_REDEAL_PAID: Final = Message("ruling.remedy.redeal_paid", points=COUNT)
_WRONG_CARDS: Final = Message("ruling.remedy.why.wrong_cards", cards=COUNT)
_DEAL_AGAIN: Final = Message("ruling.remedy.deal_again")
_SEEN_EARLY: Final = Message("ruling.remedy.why.seen_early")
_PLAY_WITH: Final = Message("ruling.remedy.play_with")
_LIKE_ANY: Final = Message("ruling.remedy.why.like_any")
_WARNED: Final = Message("ruling.remedy.warned", side=SIDE)
_FIRST_TIME: Final = Message("ruling.remedy.why.first_time")
_LOSES: Final = Message("ruling.remedy.loses", side=SIDE, points=COUNT)
_WARNED_BEFORE: Final = Message("ruling.remedy.why.warned_before", side=SIDE)
_SCORE_STANDS: Final = Message("ruling.remedy.score_stands")
_FINAL: Final = Message("ruling.remedy.why.final")
_ADD_AGAIN: Final = Message("ruling.remedy.add_again")
_NOT_OVER: Final = Message("ruling.remedy.why.not_over")
_PLAY_OUT: Final = Message("ruling.remedy.play_out")
_COUNT_AT_END: Final = Message("ruling.remedy.why.count_at_end")


def find(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """The remedy for an irregularity at a table."""
    return _REMEDIES[question.irregularity](question, rules, table)


def _call_out_of_turn(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C16: the call is void; what more it costs is up to the house."""
    side = seats.side_of(table, question.offender)
    named = questions.sides(question, table)[side]
    highest = {
        CallOutOfTurn.CAPPED: question.call,
        CallOutOfTurn.SIDE_BARRED: Call.PASS,
        CallOutOfTurn.NO_PENALTY: None,
    }[rules.call_out_of_turn]
    if highest is None:
        is_capped = rules.call_out_of_turn is CallOutOfTurn.CAPPED
        costs = _CAPPED_AT_IT(side=named) if is_capped else _FREE()
    else:
        is_pass = highest is Call.PASS
        costs = _PASS_ONLY(side=named) if is_pass else _CAPPED(side=named, call=highest)
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.CALL_VOID, offending_side=side, highest_bid=highest),
        outcome=_VOID_CALL(),
        details=(costs,),
        whys=(_NOT_IN_TURN(player=questions.players(question, table)[question.offender]),),
        topics=("irregular.call", "bid.order"),
    )


def _card_pulled_back(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C24: a lead that is not of the named suit is replaced; another stands or not."""
    side = seats.side_of(table, question.offender)
    is_not_named = _is_not_named(question, rules, table)
    is_trumps_only = rules.follow is Follow.TRUMPS_ONLY
    if (rules.trump_by is TrumpBy.NAMED_AND_LED or is_trumps_only) and is_not_named:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome=_LEAD_NAMED(card=question.led, suit=question.named),
            whys=(_NOT_NAMED(card=question.led, suit=question.named),),
            topics=("play.follow",) if is_trumps_only else ("play.trump",),
        )
    if _is_barred_joker(question, rules):
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome=_LEAD_SUIT(),
            whys=(_JOKER_BARRED(),),
            topics=("play.trump",),
        )
    if rules.led_card_stands:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_STANDS, offending_side=side),
            outcome=_stands(question, rules) if is_not_named else _CARD_STANDS(),
            whys=(_WAS_LED(),),
            topics=("irregular.led", "play.trump"),
        )
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
        outcome=_MAY_TAKE_BACK(),
        whys=(_NOT_FINAL(),),
        topics=("irregular.led",),
    )


def _is_not_named(question: IrregularityQuestion, rules: Rules, table: Table) -> bool:
    """Whether a card was led that is not of the suit that was named."""
    if question.led is None or question.named is None:
        return False
    return packs.of(rules, table).suit_of(question.led, question.named) != question.named


def _is_barred_joker(question: IrregularityQuestion, rules: Rules) -> bool:
    """Whether a joker was led where the first card led makes trump, and it makes none."""
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    is_barred = makes_trump and rules.pitched_joker is PitchedJoker.BARRED
    return question.led is not None and is_barred and cards.is_joker(question.led)


def _stands(question: IrregularityQuestion, rules: Rules) -> Sentence:
    """That a card stands, and what it makes trump where another suit had been named."""
    is_suited = question.led is not None and not cards.is_joker(question.led)
    if question.led is None or not is_suited or rules.trump_by in NAMED_TRUMPS:
        return _CARD_STANDS()
    return _STANDS_AS_TRUMP(suit=cards.suit(question.led))


def _wrong_leader(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C25: a lead out of turn is taken back as long as that undoes no trick."""
    # A wrong lead that everybody followed is accepted; to undo it would show all hands.
    stands = question.trick_complete
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.LEAD_STANDS if stands else RemedyAction.LEAD_TAKEN_BACK,
            offending_side=seats.side_of(table, question.offender),
        ),
        outcome=_WRONG_LEAD(stands="yes" if stands else "no"),
        whys=(_NOT_THEIR_LEAD(player=questions.players(question, table)[question.offender]),),
        topics=("irregular.leader", "play.lead"),
    )


def _revoke(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
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
    named = questions.sides(question, table)[side]
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
        return 2
    return results.lost(contract.bid, rules)


def _voided(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """The whole hand is given up, because nobody can tell how it would have gone."""
    return ReasonedRemedy(
        remedy=_redeal(question, table, question.dealer, {}),
        outcome=_REDEAL(dealer=Misdeal.SAME_DEALER),
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
        remedy=_fine(side, rules.revoke_loses, table),
        outcome=_COUNTS_BUT(side=questions.sides(question, table)[side], points=rules.revoke_loses),
        whys=(_COSTS_POINTS(),),
    )


def _misdeal(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C84: dealt again, unless the hand was already scored."""
    side = seats.side_of(table, question.offender)
    topics = ("irregular.misdeal",)
    if question.hand_scored:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome=_HAND_STANDS(),
            whys=(_SCORED_ALREADY(),),
            topics=topics,
        )
    dealer = _dealer(question)
    given: dict[int, int] = {}
    outcome = _REDEAL(dealer=Misdeal.SAME_DEALER)
    if rules.misdeal is Misdeal.NEXT_DEALER:
        # Some houses let a misdeal cost the deal; most give it to the same player again.
        dealer = seats.next_seat(table, dealer)
        outcome = _REDEAL(dealer=Misdeal.NEXT_DEALER)
    elif rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        given = {
            other: rules.misdeal_gives for other in range(seats.side_count(table)) if other != side
        }
        outcome = _REDEAL_PAID(points=rules.misdeal_gives)
    return ReasonedRemedy(
        remedy=_redeal(question, table, dealer, given),
        outcome=outcome,
        whys=(_WRONG_CARDS(cards=table.dealt),),
        topics=topics,
    )


def _exposed_card(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C85: dealt again by the same dealer, or played on with."""
    if rules.exposed_card is ExposedCard.REDEAL:
        return ReasonedRemedy(
            remedy=_redeal(question, table, _dealer(question), {}),
            outcome=_DEAL_AGAIN(),
            whys=(_SEEN_EARLY(),),
            topics=("irregular.exposed",),
        )
    side = seats.side_of(table, question.offender)
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.PLAY_ON, offending_side=side),
        outcome=_PLAY_WITH(),
        whys=(_LIKE_ANY(),),
        topics=("irregular.exposed",),
    )


def _table_talk(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C86: a warning, then points."""
    side = seats.side_of(table, question.offender)
    named = questions.sides(question, table)[side]
    if not question.warned:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.WARNING, offending_side=side),
            outcome=_WARNED(side=named),
            whys=(_FIRST_TIME(),),
            topics=("irregular.talk",),
        )
    lost = rules.table_talk_loses
    return ReasonedRemedy(
        remedy=_fine(side, lost, table),
        outcome=_LOSES(side=named, points=lost),
        whys=(_WARNED_BEFORE(side=named),),
        topics=("irregular.talk",),
    )


def _wrong_score(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C87: corrected while the match lasts; every later hand is reckoned again."""
    side = seats.side_of(table, question.offender)
    if question.match_over:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome=_SCORE_STANDS(),
            whys=(_FINAL(),),
            topics=("irregular.score",),
        )
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.SCORE_CORRECTED, offending_side=side),
        outcome=_ADD_AGAIN(),
        whys=(_NOT_OVER(),),
        topics=("irregular.score", "win.out"),
    )


def _hand_stopped_early(
    question: IrregularityQuestion,
    rules: Rules,  # noqa: ARG001
    table: Table,
) -> ReasonedRemedy:
    """C77: nobody wins before the last trick."""
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.PLAY_ON, offending_side=seats.side_of(table, question.offender)
        ),
        outcome=_PLAY_OUT(),
        whys=(_COUNT_AT_END(),),
        topics=("play.out",),
    )


def _dealer(question: IrregularityQuestion) -> int:
    """Who dealt: in a fault of the deal that is the offender, unless it is said."""
    return question.offender if question.dealer is None else question.dealer


def _redeal(
    question: IrregularityQuestion, table: Table, dealer: int | None, given: Mapping[int, int]
) -> Remedy:
    """The hand is void: nobody scores it, and somebody deals again."""
    return Remedy(
        action=RemedyAction.REDEAL,
        offending_side=seats.side_of(table, question.offender),
        replaces_hand=True,
        changes=tuple(
            SideChange(side=side, change=given.get(side, 0))
            for side in range(seats.side_count(table))
        ),
        next_dealer=dealer,
    )


def _fine(fined: int, points: int, table: Table) -> Remedy:
    """Points lost on top of what the hand scores."""
    return Remedy(
        action=RemedyAction.POINTS_LOST,
        offending_side=fined,
        changes=tuple(
            SideChange(side=side, change=-points if side == fined else 0)
            for side in range(seats.side_count(table))
        ),
    )


_Find = Callable[[IrregularityQuestion, Rules, Table], ReasonedRemedy]
_REVOKES: Final[dict[Revoke, _Find]] = {
    Revoke.SET_BACK: _set_back,
    Revoke.VOID_AND_REDEAL: _voided,
    Revoke.TAKE_BACK_ONLY: _taken_back_only,
    Revoke.POINTS_LOST: _points_lost,
}
_REMEDIES: Final[dict[Irregularity, _Find]] = {
    Irregularity.CALL_OUT_OF_TURN: _call_out_of_turn,
    Irregularity.CARD_PULLED_BACK: _card_pulled_back,
    Irregularity.WRONG_LEADER: _wrong_leader,
    Irregularity.REVOKE: _revoke,
    Irregularity.HAND_STOPPED_EARLY: _hand_stopped_early,
    Irregularity.MISDEAL: _misdeal,
    Irregularity.EXPOSED_CARD: _exposed_card,
    Irregularity.TABLE_TALK: _table_talk,
    Irregularity.WRONG_SCORE: _wrong_score,
}
