"""What to ask next: further facts that would settle a hand."""

from enum import StrEnum

from domain import cards
from domain.auctions import Contract
from domain.calls import RANK, Call
from domain.captures import Captures
from domain.cards import Card
from domain.deals import Deal
from domain.points import Certainty, Points
from domain.records import HandRecord
from domain.rules import Low, SlamNeeds
from domain.values import Side, Value


class Ask(StrEnum):
    """What a table can look up or remember."""

    CONTRACT = "contract"
    TRUMP = "trump"
    PILE = "pile"
    LOW_DEALT_TO = "low_dealt_to"
    TRICKS_WON = "tricks_won"
    WHO_TOOK = "who_took"
    HIGH = "high"
    LOW = "low"
    JACK = "jack"
    GAME = "game"


class Need(Value, frozen=True):
    """One further fact, and the question that asks for it."""

    ask: Ask
    side: Side | None
    card: Card | None
    message: str


def needs(
    record: HandRecord,
    captured: Captures,
    contract: Contract | None,
    reckoned: Points,
    deal: Deal,
    *,
    made: bool | None,
) -> tuple[Need, ...]:
    """Facts that together settle an open hand, in the order in which a table meets them."""
    asked = []
    if contract is None:
        asked.append(_need(Ask.CONTRACT, "Who pitched, and for how much?"))
    if captured.trump is None and record.piles:
        asked.append(_need(Ask.TRUMP, "Which suit was trump?"))
    if record.piles:
        asked += _missing_piles(captured, deal)
    asked += _missing_points(record, captured, reckoned, deal)
    if made is None and contract is not None and _lacks_tricks(contract, captured, deal):
        asked.append(_need(Ask.TRICKS_WON, "How many tricks did each side win?"))
    return tuple(asked)


def _need(ask: Ask, message: str, *, side: int | None = None, card: str | None = None) -> Need:
    return Need(ask=ask, side=side, card=card, message=message)


def _missing_piles(captured: Captures, deal: Deal) -> list[Need]:
    """Once a pile is entered, the others are what is missing."""
    return [
        _need(Ask.PILE, f"What is in the pile of {deal.side_names[side]}?", side=side)
        for side, counted in enumerate(captured.counted)
        if not counted
    ]


def _missing_points(
    record: HandRecord, captured: Captures, reckoned: Points, deal: Deal
) -> list[Need]:
    is_dealt_low = deal.ruleset.rules.low is Low.DEALT
    asked = []
    if is_dealt_low and reckoned.low.state is Certainty.OPEN:
        asked.append(_need(Ask.LOW_DEALT_TO, "Who was dealt the lowest trump in play?"))
    if record.piles:
        return asked
    questions = [
        (Ask.HIGH, reckoned.high, "Who took the highest trump?"),
        (Ask.LOW, reckoned.low, "Who took the lowest trump?"),
        (Ask.JACK, reckoned.jack, "Who took the jack of trumps, or was it not in play?"),
        (Ask.GAME, reckoned.game, "How many pips did each side take?"),
    ]
    for ask, point, question in questions:
        if point.state is Certainty.CERTAIN or (ask is Ask.LOW and is_dealt_low):
            continue
        if point.card is not None and captured.is_dealt:
            message = f"Who took the {cards.name(point.card)}?"
            asked.append(_need(Ask.WHO_TOOK, message, card=point.card))
        else:
            asked.append(_need(ask, question))
    return asked


def _lacks_tricks(contract: Contract, captured: Captures, deal: Deal) -> bool:
    is_slam = RANK[contract.bid] > RANK[Call.FOUR]
    by_tricks = deal.ruleset.rules.slam_needs is not SlamNeeds.FOUR_POINTS
    return is_slam and by_tricks and captured.tricks[deal.side_of(contract.pitcher)] is None
