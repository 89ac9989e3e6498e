"""Needs: the next questions to ask, as few further facts as settle a hand for certain."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import combinations
from typing import Final

from msgspec import UNSET, Struct, structs

from pitch.cards import Card
from pitch.hand import partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.points import Point, Points
from pitch.hand.proofs import Ending
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
    """A kind of fact that a table can look up or remember."""

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
    """The kind of fact that the question asks for."""
    point: PointName | None
    """The point that the question is about, if any."""
    side: Side | None
    """The side that the question is about, counted from 0; null if it is about none."""
    card: Card | None
    """The card that the question is about, if any."""
    message: Sentence
    """The question that the client shows to the table."""


class Situation(Struct, frozen=True):
    """The facts of an open hand that its questions depend on."""

    record: HandRecord
    captures: Captures
    contract: Contract | None
    points: Points
    deal: Deal
    endings: Sequence[Ending] | None
    """All ways in which it can still end; None if not searched or too many."""


_Answer = Callable[[Ending], object]
_Question = tuple[Need, _Answer]
"""A need, and the answer that an ending gives to it."""


def for_situation(situation: Situation) -> tuple[Need, ...]:
    """Return questions that together settle an open hand, whatever their answers.

    Either the unknown piles or questions about points, whichever are fewer. The fewest questions
    about points are searched among all endings; if those are not listed, every open point is asked
    for. Piles and points are never mixed, so a shorter list may exist: a table either turns piles
    over or remembers. The contract comes first, then the most decisive question.
    If only unlisted trumps can change High or Low, their number is asked for: it is counted in the
    pile, and shows whether one was forgotten.
    """
    first = []
    if situation.contract is None:
        calls = "yes" if situation.deal.calls_partner else "no"
        first.append(_need(Ask.CONTRACT, _CONTRACT(partner=calls)))
    by_points, by_piles = _point_needs(situation), _pile_needs(situation)
    has_piles = bool(situation.record.piles)
    # A table that has begun to turn piles over goes on with those if there are as many questions.
    turns_piles = len(by_piles) < len(by_points) or (has_piles and len(by_piles) == len(by_points))
    asks_extreme = any(need.ask is Ask.POINT and need.point in EXTREMES for need in by_points)
    turns_piles |= asks_extreme and all(need.ask in _COUNTS for need in by_piles)
    return (*first, *(by_piles if turns_piles and by_piles else by_points))


def for_order(
    hand_points: Points, deal: Deal, outcomes: Sequence[tuple[object, Ending]]
) -> tuple[Need, ...]:
    """Return the fewest questions about points that leave one outcome; all if none are listed."""
    questions = list(_open_points(hand_points, deal, has_holdings=False))
    return tuple(
        _fewest_needs(questions, outcomes) if outcomes else (need for need, _ in questions)
    )


def contested_cards(record: HandRecord) -> dict[Card, list[int]]:
    """Return the cards that are listed in the piles of several sides, each with those sides."""
    takers: dict[Card, list[int]] = {}
    for pile in record.piles:
        for card in dict.fromkeys(pile.cards):
            takers.setdefault(card, []).append(pile.side)
    return {card: sides for card, sides in takers.items() if len(sides) > 1}


def for_contested_cards(record: HandRecord, deal: Deal) -> tuple[Need, ...]:
    """Return a question about each card that is listed in the piles of several sides."""
    return tuple(
        _need(
            Ask.WHO_TOOK,
            _WHO_TOOK(card=deal.pack.card_argument(card), sides=map(deal.side, sides)),
            card=card,
        )
        for card, sides in contested_cards(record).items()
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
_HONOUR_POINTS: Final = {
    PointName.JACK,
    PointName.TEN,
    PointName.ACE,
    PointName.KING,
    PointName.GAME,
    PointName.LAST_TRICK,
}
"""The points for which no further trumps of a pile have to be known."""
_LOW_HOLDER: Final = _need(Ask.LOW_DEALT_TO, Message("need.low_dealt_to")(), point=PointName.LOW)
_TRICKS_WON: Final = _need(Ask.TRICKS_WON, Message("need.tricks_won")())


def _pile_needs(situation: Situation) -> list[Need]:
    """Return questions about every unknown pile, and about facts that no pile shows.

    With all holdings known the last pile is what is left.
    """
    captures, deal = situation.captures, situation.deal
    needs = []
    if captures.trump is None:
        needs.append(_need(Ask.TRUMP, _TRUMP()))
    still_open = {point.point: point for point in situation.points if point.is_open}
    dealt_points = deal.ruleset.rules.dealt_points
    turns_on_trumps = not still_open.keys() <= _HONOUR_POINTS | dealt_points
    listed = captures.trumps_listed if turns_on_trumps else captures.honours_listed
    if PointName.HIGH_SPADE in still_open:
        listed = captures.complete
    unknown = [
        side
        for side, (honours, trumps) in enumerate(zip(captures.honours_listed, listed, strict=True))
        if not (honours and trumps)
    ]
    if captures.has_holdings:
        unknown = unknown[:-1]
    needs += [_pile_need(situation, side) for side in unknown]
    if not captures.has_holdings:
        needs += [_dealt_need(still_open[name]) for name in still_open if name in dealt_points]
    # Piles do not show in which order their tricks were won.
    if PointName.LAST_TRICK in still_open:
        needs.append(_point_need(still_open[PointName.LAST_TRICK]))
    is_complete = all(captures.complete[side] or side in unknown for side in range(deal.sides))
    if _lacks_tricks(situation) and not is_complete:
        needs.append(_TRICKS_WON)
    return [*needs, *(need for need, _ in _partner_questions(situation))]


def _pile_need(situation: Situation, side: int) -> Need:
    """Return the question about a pile: its cards, or how many trumps if only that is unknown."""
    name, captures = situation.deal.side(side), situation.captures
    piles = situation.record.piles
    has_count = any(pile.side == side and pile.trumps is not UNSET for pile in piles)
    if captures.honours_listed[side] and not has_count and not captures.has_holdings:
        return _need(Ask.TRUMPS, _TRUMPS(side=name), side=side)
    return _need(Ask.PILE, _PILE(side=name), side=side)


def _lacks_tricks(situation: Situation) -> bool:
    """Return whether unknown tricks decide the bid, or can decide one that is unknown."""
    contract, deal, tricks = situation.contract, situation.deal, situation.captures.tricks
    if contract is None:
        return results.may_turn_on_tricks(deal) and None in tricks
    is_known = all(tricks[side] is not None for side in partners.pitching_sides(contract, deal))
    return results.turns_on_tricks(contract, deal) and not is_known


def _point_needs(situation: Situation) -> list[Need]:
    """Return the fewest questions about points whose answers always leave one result."""
    questions = list(_questions(situation))
    if situation.endings is None:
        return [need for need, _ in questions]
    # Without a contract no ending shows whether tricks decide, so they are asked for in any case.
    asks_tricks = situation.contract is None and _lacks_tricks(situation)
    if asks_tricks:
        questions = questions[:-1]
    outcomes = [(_result(situation, ending), ending) for ending in situation.endings]
    return [*_fewest_needs(questions, outcomes), *([_TRICKS_WON] if asks_tricks else [])]


def _fewest_needs(
    questions: Sequence[_Question], outcomes: Sequence[tuple[object, Ending]]
) -> list[Need]:
    """Return the fewest needs whose answers leave one result, the most decisive first."""
    # A hand has a handful of points, so all sets of questions are tried, the small ones first.
    for size in range(len(questions) + 1):
        for chosen in combinations(questions, size):
            if _settles([answer for _, answer in chosen], outcomes):
                ordered = sorted(chosen, key=lambda question: _remaining(question[1], outcomes))
                return [need for need, _ in ordered]
    return [need for need, _ in questions]


def _result(situation: Situation, ending: Ending) -> object:
    """Return what has to be settled: the scored hand, or each side's points without a contract."""
    if situation.contract is None:
        return tuple(points.by_side(ending.owners, situation.deal))
    return results.score_ending(situation.contract, ending, situation.deal)


def _settles(answers: Sequence[_Answer], outcomes: Sequence[tuple[object, Ending]]) -> bool:
    """Return whether the answers leave one result in every case."""
    result_by_answers: dict[tuple[object, ...], object] = {}
    return all(
        result_by_answers.setdefault(tuple(answer(ending) for answer in answers), result) == result
        for result, ending in outcomes
    )


def _remaining(answer: _Answer, outcomes: Sequence[tuple[object, Ending]]) -> float:
    """Return how many results an answer leaves on average; the fewest is asked first."""
    results_by_answer: dict[object, set[object]] = {}
    for result, ending in outcomes:
        results_by_answer.setdefault(answer(ending), set()).add(result)
    return sum(len(results_by_answer[answer(ending)]) for _, ending in outcomes) / len(outcomes)


def _questions(situation: Situation) -> Iterator[_Question]:
    """Yield every open question about points, partners and tricks."""
    deal, claims = situation.deal, situation.record.claims
    by_side = claims.taken if claims else None
    together = claims.taken_together if claims else None
    if by_side is None and together is None:
        yield from _open_points(
            situation.points, deal, has_holdings=situation.captures.has_holdings
        )
    for side, number in enumerate(by_side or ()):
        if number is None:
            need = _need(Ask.TAKEN, _TAKEN(side=deal.side(side)), side=side)
            yield need, partial(_points_of_side, side, deal)
    yield from _partner_questions(situation)
    for place, number in enumerate(together or ()):
        if number is None:
            message = _TAKEN_TOGETHER(who=("pitcher", "others")[place])
            yield _need(Ask.TAKEN, message), partial(_pooled_points, place, situation)
    if _lacks_tricks(situation):
        yield _TRICKS_WON, lambda ending: ending.tricks


def _partner_questions(situation: Situation) -> Iterator[_Question]:
    """Yield the question about the holder of the called card, if unknown (`play.partner`)."""
    contract, deal = situation.contract, situation.deal
    if contract is None or not partners.is_open(contract, deal):
        return
    card = contract.called_card
    message = _PARTNER(player=deal.player(contract.pitcher))
    if card is not None:
        message = _PARTNER_BY_CARD(card=deal.pack.card_argument(card))
    yield _need(Ask.PARTNER, message, card=card), lambda ending: ending.partner


def _points_of_side(side: int, deal: Deal, ending: Ending) -> int:
    return points.by_side(ending.owners, deal)[side]


def _pooled_points(place: int, situation: Situation, ending: Ending) -> int | None:
    """Return the points of the pitching sides (place 0) or of all others (1) in an ending."""
    contract, deal = situation.contract, situation.deal
    if contract is None:
        return None
    taken = points.by_side(ending.owners, deal)
    pitching = partners.pitching_sides(structs.replace(contract, partner=ending.partner), deal)
    pooled = sum(taken[side] for side in pitching)
    return sum(taken) - pooled if place else pooled


def _open_points(hand_points: Points, deal: Deal, *, has_holdings: bool) -> Iterator[_Question]:
    """Yield the question about the owner of each open point."""
    dealt_points = deal.ruleset.rules.dealt_points
    for place, point in enumerate(hand_points):
        if not point.is_open:
            continue
        need = _point_need(point)
        if point.point in dealt_points:
            need = _dealt_need(point)
        elif point.card is not None and has_holdings:
            message = _WHO_TOOK_CARD(card=deal.pack.card_argument(point.card))
            need = _need(Ask.WHO_TOOK, message, point=point.point, card=point.card)
        yield need, partial(_owner, place)


def _owner(place: int, ending: Ending) -> int | None:
    return ending.owners[place]


def _dealt_need(point: Point) -> Need:
    """Return the question about Low or the two if they stay with the player dealt them.

    If the two may not be in play, the holder of the lowest trump does not show whose it is.
    """
    if point.point is PointName.LOW and not point.may_be_nobody:
        return _LOW_HOLDER
    message = _DEALT_TO(point=point.point, absent="yes" if point.may_be_nobody else "no")
    ask = Ask.POINT if point.may_be_nobody else Ask.LOW_DEALT_TO
    return _need(ask, message, point=point.point)


def _point_need(point: Point) -> Need:
    """Return the question about one point."""
    if point.point is PointName.GAME:
        return _need(Ask.PIPS, _PIPS(), point=point.point)
    if point.point is PointName.LAST_TRICK:
        return _need(Ask.POINT, _LAST_TRICK(), point=point.point)
    message = _POINT(point=point.point, absent="yes" if point.may_be_nobody else "no")
    return _need(Ask.POINT, message, point=point.point)
