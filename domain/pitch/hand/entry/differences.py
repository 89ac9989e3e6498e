"""Differences: the facts on which two records of the same hand disagree."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, Struct, structs

from pitch import messages
from pitch.findings import Pointer
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord, Listed, PointClaim, Trick
from pitch.messages import (
    BID,
    CARD,
    COUNT,
    FACT,
    PLAYER,
    POINT,
    SCORE,
    SIDE,
    SUIT,
    Argument,
    ArgumentKind,
    Message,
    Parameter,
    Sentence,
)
from pitch.types import Value


def _difference_message(code: str, kind: ArgumentKind, **subject: ArgumentKind) -> Message:
    """Return the message on a fact on which two records differ, or which one lacks."""
    return Message(f"difference.{code}", yours=kind, theirs=kind, **subject)


_DEALER: Final = _difference_message("dealer", PLAYER)
_CALL: Final = _difference_message("call", BID, place=COUNT)
_PITCHER: Final = _difference_message("pitcher", PLAYER)
_BID: Final = _difference_message("bid", BID)
_CALLED_CARD: Final = _difference_message("called_card", CARD)
_PARTNER: Final = _difference_message("partner", PLAYER)
_TRUMP: Final = _difference_message("trump", SUIT)
_LISTED: Final = _difference_message("listed", FACT, side=SIDE)
_PILE_TRUMPS: Final = _difference_message("pile_trumps", COUNT, side=SIDE)
_TOOK_CARD: Final = _difference_message("card", SIDE, card=CARD)
_HOLDING: Final = _difference_message("holding", FACT, player=PLAYER)
_DEALT: Final = _difference_message("dealt", PLAYER, card=CARD)
_LOW_DEALT: Final = _difference_message("low_dealt_to", PLAYER)
_TRICKS: Final = _difference_message("tricks", COUNT, side=SIDE)
_TRICK: Final = _difference_message("trick", FACT, trick=COUNT)
_LED: Final = _difference_message("led", PLAYER, trick=COUNT)
_TOOK_TRICK: Final = _difference_message("took_trick", PLAYER, trick=COUNT)
_OUT: Final = _difference_message("out", PLAYER, trick=COUNT)
_CARD_OF_TRICK: Final = _difference_message("card_of_trick", CARD, trick=COUNT, place=COUNT)
_SURPLUS: Final = _difference_message("surplus", SIDE, card=CARD)
_COUNTED: Final = _difference_message("counted", COUNT, side=SIDE)
_POINTS: Final = _difference_message("points", COUNT, side=SIDE)
_PITCHER_POINTS: Final = _difference_message("points_of_pitcher", COUNT)
_OTHERS_POINTS: Final = _difference_message("points_of_others", COUNT)
_SCORE: Final = _difference_message("score", SCORE, side=SIDE)
_WON: Final = _difference_message("won", SIDE)
_POINT: Final = _difference_message("point", SIDE, point=POINT)
_POINT_CARD: Final = _difference_message("card_of_point", CARD, point=POINT)
_TIED: Final = _difference_message("tied", FACT, point=POINT)
_IN_PLAY: Final = _difference_message("in_play", FACT, point=POINT)
FACTS: Final = (*Listed, "no_card", "played", "tied", "in_play", "not_in_play")
"""The facts about a pile, a holding, a trick or a point that are one word."""


class Disagreement(Value, frozen=True):
    """One fact on which two records differ; null in a record that lacks it."""

    message: Sentence
    """The difference between the two records, in a sentence."""
    yours: Argument | None
    """The value in the record that was sent."""
    theirs: Argument | None
    """The value in the stored record."""
    your_fact: Pointer | None
    """A JSON Pointer to the value in the record that was sent."""
    their_fact: Pointer | None
    """A JSON Pointer to the value in the stored record."""


class _StatedFact(Struct, frozen=True):
    """A fact of a record: its message, pointer, value and subject."""

    message: Message
    pointer: str
    value: Any
    subject: tuple[tuple[str, Any], ...] = ()
    repeats: tuple["_StatedFact", ...] = ()
    """The same fact where the record has it again, with another value."""

    @property
    def values(self) -> list[Any]:
        """Return all values of the fact, in one order whichever way it was entered."""
        return sorted((fact.value for fact in (self, *self.repeats)), key=repr)

    def differing_pointer(self, other: "_StatedFact | None") -> str:
        """Return the pointer to a value that the other record lacks."""
        other_values = other.values if other else []
        facts = (self, *self.repeats)
        return next(
            (fact.pointer for fact in facts if fact.value not in other_values), self.pointer
        )


_Subject = tuple[str, tuple[tuple[str, Any], ...]]
"""The code and the subject of a fact, by which facts of two records are compared."""


def find_disagreements(
    yours: HandRecord, theirs: HandRecord, deal: Deal
) -> tuple[Disagreement, ...]:
    """Return every fact that only one of two records has, or that has different values.

    Cards are compared by where they went, not by the order in which a pile lists them.
    """
    your_facts, their_facts = _facts_by_subject(yours, deal), _facts_by_subject(theirs, deal)
    # In the order of the record that was sent, then the facts that only the stored one has, so
    # that the same two records always give the same list.
    return tuple(
        _compare(fact, your_facts.get(key), their_facts.get(key))
        for key, fact in (your_facts | their_facts).items()
        if _values(your_facts.get(key)) != _values(their_facts.get(key))
    )


def _compare(
    stated: _StatedFact, your_fact: _StatedFact | None, their_fact: _StatedFact | None
) -> Disagreement:
    """Return the disagreement on a fact; `stated` is either record's, for its subject."""
    kind = stated.message.parameters["yours"]
    sentence = stated.message(
        yours=_list_values(kind, _values(your_fact)),
        theirs=_list_values(kind, _values(their_fact)),
        **dict(stated.subject),
    )
    arguments = dict(sentence.arguments)
    return Disagreement(
        message=sentence,
        yours=arguments["yours"] if your_fact else None,
        theirs=arguments["theirs"] if their_fact else None,
        your_fact=your_fact.differing_pointer(their_fact) if your_fact else None,
        their_fact=their_fact.differing_pointer(your_fact) if their_fact else None,
    )


def _list_values(kind: Parameter, values: list[Any]) -> Any:
    """Return one value as an argument, or none or several as a list."""
    return values[0] if len(values) == 1 else messages.list_argument(kind, values)


def _values(fact: _StatedFact | None) -> list[Any]:
    return fact.values if fact else []


def _facts_by_subject(record: HandRecord, deal: Deal) -> dict[_Subject, _StatedFact]:
    """Return the facts of a record by subject; a card in two piles is one fact with repeats."""
    facts: dict[_Subject, _StatedFact] = {}
    for list_facts in (_auction, _piles, _holdings, _tricks, _claims):
        for fact in list_facts(record, deal):
            key = (fact.message.code, fact.subject)
            first = facts.get(key)
            facts[key] = structs.replace(first, repeats=(*first.repeats, fact)) if first else fact
    return facts


def _fact(message: Message, pointer: str, value: Any, **subject: Any) -> _StatedFact:
    return _StatedFact(message, pointer, value, tuple(subject.items()))


def _auction(record: HandRecord, deal: Deal) -> Iterator[_StatedFact]:
    """Yield the dealer, each call by its place, the contract and the trump."""
    if record.dealer is not None:
        yield _fact(_DEALER, "/dealer", deal.player(record.dealer))
    for place, call in enumerate(record.calls):
        yield _fact(_CALL, f"/calls/{place}", call, place=place + 1)
    if record.contract is not None:
        contract = record.contract
        yield _fact(_PITCHER, "/contract/pitcher", deal.player(contract.pitcher))
        yield _fact(_BID, "/contract/bid", contract.bid)
        if contract.called_card is not None:
            called = deal.pack.card_argument(contract.called_card)
            yield _fact(_CALLED_CARD, "/contract/calledCard", called)
        if contract.partner is not None:
            yield _fact(_PARTNER, "/contract/partner", deal.player(contract.partner))
    if record.trump is not None:
        yield _fact(_TRUMP, "/trump", record.trump)


def _piles(record: HandRecord, deal: Deal) -> Iterator[_StatedFact]:
    """Yield how much of each pile is listed, and the captor of each card."""
    for place, pile in enumerate(record.piles):
        side = deal.side(pile.side)
        yield _fact(_LISTED, f"/piles/{place}/listed", pile.listed, side=side)
        if pile.trumps is not UNSET:
            yield _fact(_PILE_TRUMPS, f"/piles/{place}/trumps", pile.trumps, side=side)
        for index, card in enumerate(pile.cards):
            pointer = f"/piles/{place}/cards/{index}"
            yield _fact(_TOOK_CARD, pointer, side, card=deal.pack.card_argument(card))


def _holdings(record: HandRecord, deal: Deal) -> Iterator[_StatedFact]:
    """Yield the holder of each dealt card, and players without a known card."""
    for place, holding in enumerate(record.holdings):
        player = deal.player(holding.seat)
        if not holding.cards:
            yield _fact(_HOLDING, f"/holdings/{place}/cards", "no_card", player=player)
        for index, card in enumerate(holding.cards):
            pointer = f"/holdings/{place}/cards/{index}"
            yield _fact(_DEALT, pointer, player, card=deal.pack.card_argument(card))
    if record.low_dealt_to is not None:
        yield _fact(_LOW_DEALT, "/lowDealtTo", deal.player(record.low_dealt_to))


def _tricks(record: HandRecord, deal: Deal) -> Iterator[_StatedFact]:
    """Yield the tricks by side, and the leader, winner and cards of each trick."""
    for side, won in enumerate(record.tricks_won or ()):
        yield _fact(_TRICKS, f"/tricksWon/{side}", won, side=deal.side(side))
    for place, trick in enumerate(record.tricks):
        yield from _trick(f"/tricks/{place}", place + 1, trick, deal)
    for place, surplus in enumerate(record.surplus):
        for index, card in enumerate(surplus.cards):
            pointer = f"/surplus/{place}/cards/{index}"
            yield _fact(
                _SURPLUS, pointer, deal.side(surplus.side), card=deal.pack.card_argument(card)
            )


def _trick(pointer: str, number: int, trick: Trick, deal: Deal) -> Iterator[_StatedFact]:
    if trick == Trick():
        yield _fact(_TRICK, pointer, "played", trick=number)
    if trick.leader is not None:
        yield _fact(_LED, f"{pointer}/leader", deal.player(trick.leader), trick=number)
    if trick.winner is not None:
        yield _fact(_TOOK_TRICK, f"{pointer}/winner", deal.player(trick.winner), trick=number)
    for index, seat in enumerate(trick.out):
        yield _fact(_OUT, f"{pointer}/out/{index}", deal.player(seat), trick=number)
    for index, card in enumerate(trick.cards):
        named, place = deal.pack.card_argument(card), f"{pointer}/cards/{index}"
        yield _fact(_CARD_OF_TRICK, place, named, trick=number, place=index + 1)


def _claims(record: HandRecord, deal: Deal) -> Iterator[_StatedFact]:
    """Yield the claimed points, pips and entries of the table's own score sheet."""
    if record.claims is None:
        return
    claims = record.claims
    yield from _points(claims, deal)
    for side, pips in enumerate(claims.pips or ()):
        yield _fact(_COUNTED, f"/claims/pips/{side}", pips, side=deal.side(side))
    for side, number in enumerate(claims.taken or ()):
        if number is not None:
            yield _fact(_POINTS, f"/claims/taken/{side}", number, side=deal.side(side))
    for place, number in enumerate(claims.taken_together or ()):
        if number is not None:
            message = (_PITCHER_POINTS, _OTHERS_POINTS)[place]
            yield _fact(message, f"/claims/takenTogether/{place}", number)
    for side, score in enumerate(claims.scores or ()):
        yield _fact(_SCORE, f"/claims/scores/{side}", score, side=deal.side(side))
    if claims.winner is not None:
        yield _fact(_WON, "/claims/winner", deal.side(claims.winner))


def _points(claims: Claims, deal: Deal) -> Iterator[_StatedFact]:
    """Yield the claimed points."""
    for place, claim in enumerate(claims.points):
        point, pointer = claim.point, f"/claims/points/{place}"
        if claim.side is not None:
            yield _fact(_POINT, f"{pointer}/side", deal.side(claim.side), point=point)
        if claim.card is not None:
            yield _fact(
                _POINT_CARD, f"{pointer}/card", deal.pack.card_argument(claim.card), point=point
            )
        if claim.tied:
            yield _fact(_TIED, f"{pointer}/tied", "tied", point=point)
        if not claim.in_play or claim == PointClaim(point=point):
            in_play = "in_play" if claim.in_play else "not_in_play"
            yield _fact(_IN_PLAY, pointer, in_play, point=point)
