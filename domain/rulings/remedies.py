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
from domain.rulings import answers
from domain.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, SideChange
from domain.rulings.incidents import Irregularity, IrregularityQuestion
from domain.seats import Table
from domain.tricks import Follow
from domain.wording import in_words, nth_player, nth_side, sentence


def find(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """The remedy for an irregularity at a table."""
    return _REMEDIES[question.irregularity](question, rules, table)


def _reasoned(
    remedy: Remedy, outcome: str, why: str, topics: tuple[str, ...] = ()
) -> ReasonedRemedy:
    return ReasonedRemedy(
        remedy=remedy, outcome=answers.told(outcome), whys=(answers.told(why),), topics=topics
    )


def _call_out_of_turn(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C16: the call is void; what more it costs is up to the house."""
    side = seats.side_of(table, question.offender)
    highest, cost = {
        CallOutOfTurn.CAPPED: (question.call, f"{nth_side(side)} may bid no higher than that call"),
        CallOutOfTurn.SIDE_BARRED: (Call.PASS, f"{nth_side(side)} may only pass"),
        CallOutOfTurn.NO_PENALTY: (None, "nothing more follows"),
    }[rules.call_out_of_turn]
    return _reasoned(
        remedy=Remedy(action=RemedyAction.CALL_VOID, offending_side=side, highest_bid=highest),
        outcome=f"The call is void and the turn goes back; {cost}.",
        why=f"{sentence(nth_player(question.offender))} called when it was another's turn.",
        topics=("irregular.call", "bid.order"),
    )


def _card_pulled_back(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C24: a lead that is not of the named suit is replaced; another stands or not."""
    side = seats.side_of(table, question.offender)
    is_not_named = _is_not_named(question, rules, table)
    is_trumps_only = rules.follow is Follow.TRUMPS_ONLY
    if (rules.trump_by is TrumpBy.NAMED_AND_LED or is_trumps_only) and is_not_named:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome="The card is taken back and a card of the named suit is led.",
            why=f"{question.led} is not of the suit that was named trump.",
            topics=("play.follow",) if is_trumps_only else ("play.trump",),
        )
    if _is_barred_joker(question, rules):
        return _reasoned(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome="The card is taken back and a card of some suit is led.",
            why="A joker makes no suit trump.",
            topics=("play.trump",),
        )
    if rules.led_card_stands:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.CARD_STANDS, offending_side=side),
            outcome=f"The card stands{_makes_trump(question, rules) if is_not_named else ''}.",
            why="The card was led, whatever was meant.",
            topics=("irregular.led", "play.trump"),
        )
    return _reasoned(
        remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
        outcome="The card may be taken back until the next player has played.",
        why="A lead is not final before the next card.",
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


def _makes_trump(question: IrregularityQuestion, rules: Rules) -> str:
    """What a card that stands does to the trump, where another suit had been named."""
    is_suited = question.led is not None and not cards.is_joker(question.led)
    if question.led is None or not is_suited or rules.trump_by in NAMED_TRUMPS:
        return ""
    return f" and {cards.suit_name(cards.suit(question.led))} are trump"


def _wrong_leader(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C25: a lead out of turn is taken back as long as that undoes no trick."""
    # A wrong lead that everybody followed is accepted; to undo it would show all hands.
    stands = question.trick_complete
    return _reasoned(
        remedy=Remedy(
            action=RemedyAction.LEAD_STANDS if stands else RemedyAction.LEAD_TAKEN_BACK,
            offending_side=seats.side_of(table, question.offender),
        ),
        outcome=(
            "The lead was wrong, but the trick is complete and stands."
            if stands
            else "The lead was wrong and is taken back; the right player leads."
        ),
        why=f"It was not for {nth_player(question.offender)} to lead.",
        topics=("irregular.leader", "play.lead"),
    )


def _revoke(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C33: corrected while the trick is open to view, then as the house has it."""
    side = seats.side_of(table, question.offender)
    topics = ("irregular.revoke", "play.follow")
    if not question.trick_quitted:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome="The card is taken back and another is played.",
            why="A revoke is corrected while its trick is not quitted.",
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
    taken = question.points or (None,) * seats.side_count(table)
    return _reasoned(
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
        outcome=(
            f"{sentence(nth_side(side))} scores nothing, loses {lost} and cannot go out; "
            + ("who scores with it loses as much, and " if len(offending) > 1 else "")
            + "the others score."
        ),
        why="The trick was quitted, so the revoke stands and is paid for with the bid.",
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
    return _reasoned(
        remedy=_redeal(question, table, question.dealer, {}),
        outcome="The hand is void and the same dealer deals again.",
        why="The trick was quitted, so the hand cannot be mended.",
    )


def _taken_back_only(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """A house where a revoke counts only while the trick lies open."""
    return _reasoned(
        remedy=Remedy(
            action=RemedyAction.NO_PENALTY, offending_side=seats.side_of(table, question.offender)
        ),
        outcome="The card stands and costs nothing.",
        why="The trick was quitted, so it is too late to take the card back.",
    )


def _points_lost(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """A house where a revoke costs a fixed number of points."""
    side = seats.side_of(table, question.offender)
    return _reasoned(
        remedy=_fine(side, rules.revoke_loses, table),
        outcome=f"The hand counts and {nth_side(side)} loses {rules.revoke_loses}.",
        why="The trick was quitted, so the revoke stands and costs points.",
    )


def _misdeal(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C84: dealt again, unless the hand was already scored."""
    side = seats.side_of(table, question.offender)
    topics = ("irregular.misdeal",)
    if question.hand_scored:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome="The hand was scored and stands.",
            why="A misdeal is found before the hand is scored, or not at all.",
            topics=topics,
        )
    dealer = _dealer(question)
    given: dict[int, int] = {}
    outcome = "The hand is void and the same dealer deals again."
    if rules.misdeal is Misdeal.NEXT_DEALER:
        # Some houses let a misdeal cost the deal; most give it to the same player again.
        dealer = seats.next_seat(table, dealer)
        outcome = "The hand is void and the next dealer deals."
    elif rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        given = {
            other: rules.misdeal_gives for other in range(seats.side_count(table)) if other != side
        }
        outcome = (
            f"The hand is void, the other sides get {rules.misdeal_gives} each "
            "and the same dealer deals again."
        )
    why = f"Somebody did not have {in_words(table.dealt)} cards, so the hand cannot be played."
    return _reasoned(_redeal(question, table, dealer, given), outcome, why, topics)


def _exposed_card(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C85: dealt again by the same dealer, or played on with."""
    if rules.exposed_card is ExposedCard.REDEAL:
        return _reasoned(
            remedy=_redeal(question, table, _dealer(question), {}),
            outcome="The same dealer deals again.",
            why="A card was seen before the bidding.",
            topics=("irregular.exposed",),
        )
    side = seats.side_of(table, question.offender)
    return _reasoned(
        remedy=Remedy(action=RemedyAction.PLAY_ON, offending_side=side),
        outcome="Play goes on with the card.",
        why="A card that was seen is played like any other.",
        topics=("irregular.exposed",),
    )


def _table_talk(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C86: a warning, then points."""
    side = seats.side_of(table, question.offender)
    if not question.warned:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.WARNING, offending_side=side),
            outcome=f"{sentence(nth_side(side))} is warned.",
            why="It is the first time.",
            topics=("irregular.talk",),
        )
    lost = rules.table_talk_loses
    return _reasoned(
        remedy=_fine(side, lost, table),
        outcome=f"{sentence(nth_side(side))} loses {lost}.",
        why=f"{sentence(nth_side(side))} was warned before.",
        topics=("irregular.talk",),
    )


def _wrong_score(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C87: corrected while the match lasts; every later hand is reckoned again."""
    side = seats.side_of(table, question.offender)
    if question.match_over:
        return _reasoned(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome="The match has ended and the score stands.",
            why="Scores are final when the match ends.",
            topics=("irregular.score",),
        )
    return _reasoned(
        remedy=Remedy(action=RemedyAction.SCORE_CORRECTED, offending_side=side),
        outcome="The score is corrected and everything after it is reckoned again.",
        why="The match has not ended; the corrected hand may show that it should have.",
        topics=("irregular.score", "win.out"),
    )


def _hand_stopped_early(
    question: IrregularityQuestion,
    rules: Rules,  # noqa: ARG001
    table: Table,
) -> ReasonedRemedy:
    """C77: nobody wins before the last trick."""
    return _reasoned(
        remedy=Remedy(
            action=RemedyAction.PLAY_ON, offending_side=seats.side_of(table, question.offender)
        ),
        outcome="The hand is played to its last trick.",
        why="Points count at the end of a hand, also for a side that has enough already.",
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
