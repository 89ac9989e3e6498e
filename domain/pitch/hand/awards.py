"""Awards: which side each point of the rules goes to, by what a record tells."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pitch import cards, point_names
from pitch.cards import Suit
from pitch.hand import game_awards, pips, point_cards, results
from pitch.hand.awarding import ENTERED, Award, Facts, certain, unsettled
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.pips import SidePips
from pitch.hand.points import Point, Points
from pitch.hand.records import Claims, HandRecord, PointClaim
from pitch.messages import CARD, PLAYER, POINT, SIDE, Message
from pitch.point_names import PointName
from pitch.rules import clauses
from pitch.rules.rulesets import RuleSet
from pitch.types import Value

_NOTHING: Final = Claims()
_HIGH: Final = Message("point.high", side=SIDE, card=CARD)
_LOW: Final = Message("point.low", side=SIDE, card=CARD)
_LOW_DEALT: Final = Message("point.low.dealt", player=PLAYER)
_LOW_DEALT_CARD: Final = Message("point.low.dealt_card", player=PLAYER, card=CARD)
_CARD: Final = Message("point.card", side=SIDE, card=CARD)
_CARD_DEALT: Final = Message("point.card.dealt", player=PLAYER, card=CARD)
_CARD_ABSENT: Final = Message("point.card.absent", card=CARD)
_ENTERED_ABSENT: Final = Message("point.entered.absent", point=POINT)
_NO_TRUMP: Final = Message("point.extreme.absent", point=POINT)
_NO_TRUMP_ENTERED: Final = Message("point.extreme.entered_absent", point=POINT)
_LAST_TRICK: Final = Message("point.last_trick", side=SIDE)
_HIGH_SPADE: Final = Message("point.high_spade", side=SIDE, card=CARD)
_NO_SPADE: Final = Message("point.high_spade.absent")


class Reckoning(Value, frozen=True):
    """The points and pips of a hand, before anything is said about the contract."""

    points: Points
    pips: tuple[SidePips, ...]


def reckon(
    record: HandRecord,
    captures: Captures,
    deal: Deal,
    *,
    pitcher: int | None,
    last_winner: int | None = None,
) -> Reckoning:
    """The points that follow from the captures, and from the claims where those are silent.

    `pitcher` is the pitching seat if it is known; only a tied Game may turn on it. `last_winner`
    is the seat that won the last trick, as far as the log tells.
    """
    counted = pips.count(record, captures, deal)
    claims = record.claims or _NOTHING
    facts = Facts(record, claims, captures, counted, deal, pitcher, last_winner)
    points = tuple([award.find(award, facts) for award in _awards(deal.ruleset)])
    return Reckoning(points=points, pips=counted)


@lru_cache(maxsize=256)
def _awards(ruleset: RuleSet) -> tuple[Award, ...]:
    """The points of a rule set in counting order, each with how it is found."""
    return tuple(
        Award(
            point=value.point,
            worth=value.worth,
            find=_FOUND.get(value.point, _fixed),
            clauses=clauses.cite(ruleset, point_names.topic(value.point)),
            further=clauses.cite(
                ruleset, point_names.topic(value.point), *_FURTHER.get(value.point, ())
            ),
        )
        for value in ruleset.rules.point_values
    )


def _said(claim: PointClaim | None) -> int | None:
    """The side that is said to have a point."""
    return None if claim is None or not claim.in_play else claim.side


def _extreme(captures: Captures, deal: Deal, *, top: bool) -> str | None:
    """The highest or lowest trump in play, if it is known for sure."""
    # Known for sure in two ways: all trumps are listed, or each one beyond it is sure not to be
    # in play. A joker is never Low, however low it stands.
    listed = captures.trumps
    if listed is not None:
        return (listed[-1] if top else _lowest(listed)) if listed else None
    if captures.trump is None:
        return None
    ranking = deal.pack.ranking(captures.trump)
    return _outermost(ranking.trumps if top else ranking.naturals, captures, top=top)


def _lowest(trumps: tuple[str, ...]) -> str | None:
    for card in trumps:
        if not cards.is_joker(card):
            return card
    return None


def _outermost(suit: tuple[str, ...], captures: Captures, *, top: bool) -> str | None:
    """The highest or the lowest of some cards in play; None where that is not sure."""
    for card in reversed(suit) if top else suit:
        if captures.captor(card) is not None:
            return card
        if not captures.is_absent(card):
            return None
    return None


def _of_extreme(award: Award, captures: Captures) -> tuple[str, ...]:
    """The clauses on High or Low, with that on the only trump in play (`score.lone`)."""
    is_lone = captures.trumps is not None and len(captures.trumps) == 1
    return award.further if is_lone else award.clauses


def _high(award: Award, facts: Facts) -> Point:
    """High to who captured the highest trump in play (`score.high`), else as claimed."""
    captures, deal = facts.captures, facts.deal
    card = _extreme(captures, deal, top=True)
    side = captures.captor(card) if card else None
    cited = _of_extreme(award, captures)
    if side is not None and card is not None:
        why = _HIGH(side=deal.side(side), card=deal.pack.named(card))
        return certain(award, side, card, cited, why)
    return _of_trumps(award, facts, card, cited)


def _low(award: Award, facts: Facts) -> Point:
    """Low to who captured or to who was dealt the lowest trump: option `Low`, clause `score.low`.

    What the table turned over or dealt goes before what it says, for claims may be misremembered.
    """
    captures, deal = facts.captures, facts.deal
    card = _extreme(captures, deal, top=False)
    cited = _of_extreme(award, captures)
    if award.point in deal.ruleset.rules.dealt_points:
        if card is not None and card in captures.given:
            return _given(award, facts, card, cited, _LOW)
        seat = facts.record.low_dealt_to
        if seat is None and card is not None:
            seat = captures.holder(card)
        if seat is not None:
            player = deal.player(seat)
            why = _LOW_DEALT_CARD(player=player, card=card) if card else _LOW_DEALT(player=player)
            return certain(award, deal.side_of(seat), card, cited, why)
    else:
        side = captures.captor(card) if card else None
        if side is not None and card is not None:
            why = _LOW(side=deal.side(side), card=card)
            return certain(award, side, card, cited, why)
    return _of_trumps(award, facts, card, cited)


def _given(
    award: Award, facts: Facts, card: str, cited: tuple[str, ...], message: Message
) -> Point:
    """Return Low or the two of the side that was given its card, which nobody kept to play."""
    deal, side = facts.deal, facts.captures.given[card]
    why = message(side=deal.side(side), card=deal.pack.named(card))
    return certain(award, side, card, (*cited, *deal.cite("play.surplus")), why)


def _of_trumps(award: Award, facts: Facts, card: str | None, cited: tuple[str, ...]) -> Point:
    """High or Low as the table says; nobody's where no trump can bring it (N1).

    `card` is the one that does, if it is known.
    """
    if card is not None or results.is_always_taken(award.point, facts.deal):
        return _claimed(award, facts, card, cited)
    claim = facts.claims.of(award.point)
    if facts.captures.trumps is not None:
        return certain(award, None, None, cited, _NO_TRUMP(point=award.point))
    if claim is not None and not claim.in_play:
        return certain(award, None, None, cited, _NO_TRUMP_ENTERED(point=award.point))
    return _claimed(award, facts, None, cited, may_be_nobody=claim is None)


def _claimed(
    award: Award,
    facts: Facts,
    card: str | None,
    cited: tuple[str, ...],
    *,
    may_be_nobody: bool = False,
) -> Point:
    """A point that goes to whom the table says, if it says so."""
    claim = facts.claims.of(award.point)
    side = _said(claim)
    if claim is not None and side is not None:
        why = ENTERED(point=award.point, side=facts.deal.side(side))
        return certain(award, side, claim.card or card, cited, why)
    return unsettled(award, cited, facts.deal, nobody=may_be_nobody, card=card)


def _fixed(award: Award, facts: Facts) -> Point:
    """A card's point to who captured it; nobody where it was not in play (`score.jack` and kin)."""
    captures, deal = facts.captures, facts.deal
    cited = award.clauses
    card = point_cards.of(award.point, captures.trump)
    if card is not None:
        side = captures.captor(card)
        if side is not None:
            why = _CARD(side=deal.side(side), card=deal.pack.named(card))
            return certain(award, side, card, cited, why)
        if captures.is_absent(card):
            why = _CARD_ABSENT(card=deal.pack.named(card))
            return certain(award, None, card, cited, why)
    claim = facts.claims.of(award.point)
    if claim is not None and not claim.in_play:
        why = _ENTERED_ABSENT(point=award.point)
        return certain(award, None, card, cited, why)
    may_be_absent = claim is None and not results.is_always_taken(award.point, deal)
    return _claimed(award, facts, card, cited, may_be_nobody=may_be_absent)


def _two(award: Award, facts: Facts) -> Point:
    """The two to whoever was dealt it, where the rules leave it to its holder (`score.low`)."""
    captures, deal = facts.captures, facts.deal
    card = point_cards.of(award.point, captures.trump)
    if award.point not in deal.ruleset.rules.dealt_points or card is None:
        return _fixed(award, facts)
    if card in captures.given:
        return _given(award, facts, card, award.further, _CARD)
    # In play it is the lowest trump, so whoever was dealt that was dealt the two: in which pile it
    # lies says nothing (N3).
    is_in_play = captures.captor(card) is not None
    seat = captures.holder(card)
    if seat is None and is_in_play:
        seat = facts.record.low_dealt_to
    if seat is not None:
        why = _CARD_DEALT(player=deal.player(seat), card=card)
        return certain(award, deal.side_of(seat), card, award.further, why)
    return _claimed(award, facts, card, award.further) if is_in_play else _fixed(award, facts)


def _last_trick(award: Award, facts: Facts) -> Point:
    """The point of the last trick, by the log or by who won every trick."""
    deal, won = facts.deal, facts.captures.tricks
    side = None if facts.last_winner is None else deal.side_of(facts.last_winner)
    if side is None and deal.tricks in won:
        side = won.index(deal.tricks)
    if side is not None:
        why = _LAST_TRICK(side=deal.side(side))
        return certain(award, side, None, award.clauses, why)
    claimed = _claimed(award, facts, None, award.clauses)
    if not claimed.is_open:
        return claimed
    could = tuple(side for side in range(deal.sides) if won[side] != 0)
    return unsettled(award, award.clauses, deal, nobody=False, possible=could)


def _high_spade(award: Award, facts: Facts) -> Point:
    """The highest spade in play to who captured it, whatever is trump."""
    captures, deal = facts.captures, facts.deal
    spades = deal.pack.suit_cards(Suit.SPADES.value)
    card = _outermost(spades, captures, top=True)
    side = captures.captor(card) if card else None
    if side is not None and card is not None:
        why = _HIGH_SPADE(side=deal.side(side), card=card)
        return certain(award, side, card, award.clauses, why)
    if all(map(captures.is_absent, spades)):
        return certain(award, None, None, award.clauses, _NO_SPADE())
    return _fixed(award, facts)


_FOUND: Final[dict[PointName, Callable[[Award, Facts], Point]]] = {
    PointName.HIGH: _high,
    PointName.LOW: _low,
    PointName.GAME: game_awards.game,
    PointName.LAST_TRICK: _last_trick,
    PointName.HIGH_SPADE: _high_spade,
    PointName.TWO: _two,
}
"""How a point is found; one that is not named here is a card's (`_fixed`)."""
_FURTHER: Final = {
    PointName.HIGH: ("score.lone",),
    PointName.LOW: ("score.lone",),
    PointName.GAME: ("score.pips",),
    PointName.TWO: ("score.low",),
}
"""The topics that a point rests on besides its own, in some hands."""
