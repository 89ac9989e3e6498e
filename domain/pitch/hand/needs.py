"""What to ask next: further facts, as few as will do, that settle a hand for sure."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

from msgspec import UNSET, Struct, structs

from pitch.cards import Card
from pitch.hand import partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.endings import Ending
from pitch.hand.piles import Captures
from pitch.hand.points import Point, Points
from pitch.hand.records import HandRecord
from pitch.messages import CARD, CHOICE, PLAYER, POINT, SIDE, Message, Sentence, any_of
from pitch.point_names import EXTREMES, PointName
from pitch.types import Side, Value

_CONTRACT: Final = Message("need.contract", partner=CHOICE)
_WHO_TOOK: Final = Message("need.who_took", card=CARD, sides=any_of(SIDE))
_WHO_TOOK_CARD: Final = Message("need.who_took.card", card=CARD)
_TRUMP: Final = Message("need.trump")
_TRUMPS: Final = Message("need.trumps", side=SIDE)
_PILE: Final = Message("need.pile", side=SIDE)
_TAKEN: Final = Message("need.taken", side=SIDE)
_TAKEN_TOGETHER: Final = Message("need.taken.together", who=CHOICE)
_PARTNER: Final = Message("need.partner", player=PLAYER)
_PARTNER_BY_CARD: Final = Message("need.partner.card", card=CARD)
_DEALT_TO: Final = Message("need.dealt_to", point=POINT, absent=CHOICE)
_PIPS: Final = Message("need.pips")
_LAST_TRICK: Final = Message("need.last_trick")
_POINT: Final = Message("need.point", point=POINT, absent=CHOICE)


class Ask(StrEnum):
    """What a table can look up or remember."""

    CONTRACT = "contract"
    PARTNER = "partner"
    TRUMP = "trump"
    PILE = "pile"
    TRUMPS = "trumps"
    LOW_DEALT_TO = "low_dealt_to"
    TRICKS_WON = "tricks_won"
    WHO_TOOK = "who_took"
    POINT = "point"
    PIPS = "pips"
    TAKEN = "taken"


class Need(Value, frozen=True):
    """One further fact, and the question that asks for it."""

    ask: Ask
    """What kind of fact it is."""
    point: PointName | None
    """The point that it is about, if it is about one."""
    side: Side | None
    card: Card | None
    """The card that it is about, if it is about one."""
    message: Sentence
    """The question to ask the table."""


class Situation(Struct, frozen=True):
    """What is known of an open hand."""

    record: HandRecord
    captured: Captures
    contract: Contract | None
    points: Points
    deal: Deal
    endings: Sequence[Ending] | None
    """All ways in which it can still end; None if they were not searched or are too many."""


def for_situation(known: Situation) -> tuple[Need, ...]:
    """Facts that together settle an open hand whatever they turn out to be.

    Either the piles that are not known, or answers on points, whichever is fewer; for answers
    the fewest are searched among all endings, and if those are not listed every open point is
    asked for. Piles and points are never mixed, so a shorter list may exist: a table either turns
    piles over or remembers. The contract comes first, then what tells most.
    Where only trumps that nobody listed can change High or Low, their number is asked for: it is
    counted in the pile, and shows whether one was forgotten.
    """
    asked = []
    if known.contract is None:
        calls = "yes" if known.deal.calls_partner else "no"
        asked.append(_need(Ask.CONTRACT, _CONTRACT(partner=calls)))
    answers, turning = _answers(known), _piles(known)
    has_begun = bool(known.record.piles)
    # Of as many questions a table that has begun to turn piles over goes on with those.
    by_piles = len(turning) < len(answers) or (has_begun and len(turning) == len(answers))
    by_piles |= _hangs_on_trumps(answers) and all(need.ask in _COUNTS for need in turning)
    return (*asked, *(turning if by_piles and turning else answers))


def _hangs_on_trumps(answers: Sequence[Need]) -> bool:
    return any(need.ask is Ask.POINT and need.point in EXTREMES for need in answers)


def for_order(
    reckoned: Points, deal: Deal, outcomes: Sequence[tuple[object, Ending]]
) -> tuple[Need, ...]:
    """Who has which point, as few questions as leave one outcome; all if none are listed."""
    asked = list(_open_points(reckoned, deal, is_dealt=False))
    return tuple(_deciding(asked, outcomes) if outcomes else (need for need, _ in asked))


def for_contested_cards(record: HandRecord, deal: Deal) -> tuple[Need, ...]:
    """Who took a card that is listed in the piles of several sides (D-1)."""
    takers: dict[str, list[int]] = {}
    for pile in record.piles:
        for card in dict.fromkeys(pile.cards):
            takers.setdefault(card, []).append(pile.side)
    return tuple(
        _need(
            Ask.WHO_TOOK,
            _WHO_TOOK(card=deal.pack.card_argument(card), sides=map(deal.side, sides)),
            card=card,
        )
        for card, sides in takers.items()
        if len(sides) > 1
    )


def _need(
    ask: Ask,
    message: Sentence,
    *,
    point: PointName | None = None,
    side: int | None = None,
    card: str | None = None,
) -> Need:
    return Need(ask=ask, point=point, side=side, card=card, message=message)


_COUNTS: Final = {Ask.TRUMPS, Ask.TRICKS_WON}
_UNSEEN: Final = {PointName.LAST_TRICK}
_COUNTED: Final = {
    PointName.JACK,
    PointName.TEN,
    PointName.ACE,
    PointName.KING,
    PointName.GAME,
} | _UNSEEN
"""The points that the tens, jacks, queens, kings and aces of all piles tell."""
_LOW_HOLDER: Final = _need(Ask.LOW_DEALT_TO, Message("need.low_dealt_to")(), point=PointName.LOW)
_TRICKS_WON: Final = _need(Ask.TRICKS_WON, Message("need.tricks_won")())


def _piles(known: Situation) -> list[Need]:
    """Turning over what is not known. With all holdings known, the last pile is what is left."""
    captured, deal = known.captured, known.deal
    asked = []
    if captured.trump is None:
        asked.append(_need(Ask.TRUMP, _TRUMP()))
    still_open = {point.point: point for point in known.points if point.is_open}
    told = _COUNTED | deal.ruleset.rules.dealt_points
    turns_on_trumps = not still_open.keys() <= told
    listed = captured.trumps_listed if turns_on_trumps else captured.counted
    if PointName.HIGH_SPADE in still_open:
        listed = captured.whole
    unknown = [
        side
        for side, (honours, trumps) in enumerate(zip(captured.counted, listed, strict=True))
        if not (honours and trumps)
    ]
    if captured.is_dealt:
        unknown = unknown[:-1]
    asked += [_of_pile(known, side) for side in unknown]
    if not captured.is_dealt:
        dealt_points = deal.ruleset.rules.dealt_points
        asked += [_of_dealt(still_open[name]) for name in still_open if name in dealt_points]
    # No pile tells in which order its tricks were won.
    asked += [_of_point(still_open[name]) for name in still_open if name in _UNSEEN]
    if _lacks_tricks(known) and not all(_is_whole_once_turned(known, unknown)):
        asked.append(_TRICKS_WON)
    # Nor does any pile tell who was the partner.
    return [*asked, *(need for need, _ in _partners(known))]


def _of_pile(known: Situation, side: int) -> Need:
    """How many trumps a pile has of which no more is to be known, or what is in it."""
    named, captured = known.deal.side(side), known.captured
    is_said = any(each.side == side and each.trumps is not UNSET for each in known.record.piles)
    if captured.counted[side] and not is_said and not captured.is_dealt:
        return _need(Ask.TRUMPS, _TRUMPS(side=named), side=side)
    return _need(Ask.PILE, _PILE(side=named), side=side)


def _is_whole_once_turned(known: Situation, turned: Sequence[int]) -> Iterator[bool]:
    whole = known.captured.whole
    return (whole[side] or side in turned for side in range(known.deal.sides))


def _lacks_tricks(known: Situation) -> bool:
    """Whether tricks that are not known decide the bid, or can decide one not known yet."""
    contract, deal, tricks = known.contract, known.deal, known.captured.tricks
    if contract is None:
        return results.may_turn_on_tricks(deal) and None in tricks
    is_known = all(tricks[side] is not None for side in partners.pitching_sides(contract, deal))
    return results.turns_on_tricks(contract, deal) and not is_known


_Answer = Callable[[Ending], object]


def _answers(known: Situation) -> list[Need]:
    """The fewest questions about points whose answers always leave one result."""
    open_questions = list(_questions(known))
    if known.endings is None:
        return [need for need, _ in open_questions]
    # Without a contract no ending tells whether tricks decide, so they are asked for in any case.
    if known.contract is None and _lacks_tricks(known):
        return [*_fewest(known, open_questions[:-1]), _TRICKS_WON]
    return _fewest(known, open_questions)


def _fewest(known: Situation, open_questions: Sequence[tuple[Need, _Answer]]) -> list[Need]:
    outcomes = [(_result(known, ended), ended) for ended in known.endings or ()]
    return _deciding(open_questions, outcomes)


def _deciding(
    open_questions: Sequence[tuple[Need, _Answer]], outcomes: Sequence[tuple[object, Ending]]
) -> list[Need]:
    """The fewest questions whose answers leave one result in every case, the telling first."""
    # A hand has a handful of points, so all sets of questions are tried, the small ones first.
    for size in range(len(open_questions) + 1):
        for chosen in combinations(open_questions, size):
            if _settles([answer for _, answer in chosen], outcomes):
                ordered = sorted(chosen, key=lambda asked: _left(asked[1], outcomes))
                return [need for need, _ in ordered]
    return [need for need, _ in open_questions]


def _result(known: Situation, ended: Ending) -> object:
    """What has to be settled: the deltas, or without a contract each side's points."""
    if known.contract is None:
        return tuple(points.by_side(ended.owners, known.deal))
    return results.score_ending(known.contract, ended, known.deal)


def _settles(answers: Sequence[_Answer], outcomes: Sequence[tuple[object, Ending]]) -> bool:
    """Whether the answers leave one result in every case."""
    seen: dict[tuple[object, ...], object] = {}
    return all(
        seen.setdefault(tuple(answer(ended) for answer in answers), result) == result
        for result, ended in outcomes
    )


def _left(answer: _Answer, outcomes: Sequence[tuple[object, Ending]]) -> float:
    """How many results an answer leaves on average: the fewer, the sooner it is asked."""
    left: dict[object, set[object]] = {}
    for result, ended in outcomes:
        left.setdefault(answer(ended), set()).add(result)
    return sum(len(left[answer(ended)]) for _, ended in outcomes) / len(outcomes)


def _questions(known: Situation) -> Iterator[tuple[Need, _Answer]]:
    """Every question about points that is open, and how an ending answers it."""
    claims = known.record.claims
    taken = claims.taken if claims else None
    together = claims.taken_together if claims else None
    if taken is None and together is None:
        yield from _open_points(known.points, known.deal, is_dealt=known.captured.is_dealt)
    for side, number in enumerate(taken or ()):
        if number is None:
            message = _TAKEN(side=known.deal.side(side))
            yield _need(Ask.TAKEN, message, side=side), _count(side, known.deal)
    yield from _partners(known)
    for place, number in enumerate(together or ()):
        if number is None:
            whose = ("pitcher", "others")[place]
            yield _need(Ask.TAKEN, _TAKEN_TOGETHER(who=whose)), _taken_together(place, known)
    if _lacks_tricks(known):
        yield _TRICKS_WON, lambda ended: ended.tricks


def _partners(known: Situation) -> Iterator[tuple[Need, _Answer]]:
    """Who had the card that was called, where nobody has said so (`play.partner`)."""
    contract = known.contract
    if contract is None or not partners.is_open(contract, known.deal):
        return
    card, deal = contract.called_card, known.deal
    message = _PARTNER(player=deal.player(contract.pitcher))
    if card is not None:
        message = _PARTNER_BY_CARD(card=deal.pack.card_argument(card))
    need = _need(Ask.PARTNER, message, card=card)
    yield need, lambda ended: ended.partner


def _taken_together(place: int, known: Situation) -> _Answer:
    """What the pitching sides took together in an ending, or what all the others did."""
    contract, deal = known.contract, known.deal

    def answer(ended: Ending) -> int | None:
        taken = points.by_side(ended.owners, deal)
        if contract is None:
            return None
        own = partners.pitching_sides(structs.replace(contract, partner=ended.partner), deal)
        together = sum(taken[side] for side in own)
        return sum(taken) - together if place else together

    return answer


def _open_points(reckoned: Points, deal: Deal, *, is_dealt: bool) -> Iterator[tuple[Need, _Answer]]:
    """Who has each point that is open."""
    dealt_points = deal.ruleset.rules.dealt_points
    for place, point in enumerate(reckoned):
        if not point.is_open:
            continue
        need = _of_point(point)
        if point.point in dealt_points:
            need = _of_dealt(point)
        elif point.card is not None and is_dealt:
            message = _WHO_TOOK_CARD(card=deal.pack.card_argument(point.card))
            need = _need(Ask.WHO_TOOK, message, point=point.point, card=point.card)
        yield need, _owner(place)


def _of_dealt(point: Point) -> Need:
    """The question after Low or the two where they stay with who was dealt them (N3).

    Where the two may not be in play, who was dealt the lowest trump does not tell whose it is.
    """
    if point.point is PointName.LOW and not point.may_be_nobody:
        return _LOW_HOLDER
    message = _DEALT_TO(point=point.point, absent="yes" if point.may_be_nobody else "no")
    ask = Ask.POINT if point.may_be_nobody else Ask.LOW_DEALT_TO
    return _need(ask, message, point=point.point)


def _of_point(point: Point) -> Need:
    """The question after one point."""
    if point.point is PointName.GAME:
        return _need(Ask.PIPS, _PIPS(), point=point.point)
    if point.point is PointName.LAST_TRICK:
        return _need(Ask.POINT, _LAST_TRICK(), point=point.point)
    message = _POINT(point=point.point, absent="yes" if point.may_be_nobody else "no")
    return _need(Ask.POINT, message, point=point.point)


def _count(side: int, deal: Deal) -> _Answer:
    return lambda ended: points.by_side(ended.owners, deal)[side]


def _owner(place: int) -> _Answer:
    return lambda ended: ended.owners[place]
