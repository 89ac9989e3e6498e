"""Awards: which side gets each point of the rules, by what a record tells.

`reckon` gives the points in counting order, each by a function of its own: `_high`, `_low`, `_two`,
`_high_spade`, `_last_trick`, `_game`, and `_card` for every other. The cards that were captured or
dealt (`piles.Captures`) go before what the table says, because claims may be misremembered.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pitch import cards, point_names
from pitch.cards import Suit
from pitch.hand import points
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.pips import SidePips
from pitch.hand.points import Certainty, Point, Points
from pitch.hand.records import HandRecord, PointClaim
from pitch.messages import CARD, COUNT, PLAYER, POINT, SIDE, Message, Sentence, all_of
from pitch.point_names import PointName
from pitch.rules import clauses
from pitch.rules.choices import GameTie
from pitch.rules.rulesets import RuleSet

_HIGH: Final = Message("point.high", side=SIDE, card=CARD)
_LOW: Final = Message("point.low", side=SIDE, card=CARD)
_LOW_DEALT: Final = Message("point.low.dealt", player=PLAYER)
_LOW_DEALT_CARD: Final = Message("point.low.dealt_card", player=PLAYER, card=CARD)
_CARD: Final = Message("point.card", side=SIDE, card=CARD)
_CARD_DEALT: Final = Message("point.card.dealt", player=PLAYER, card=CARD)
_CARD_ABSENT: Final = Message("point.card.absent", card=CARD)
_ENTERED: Final = Message("point.entered", point=POINT, side=SIDE)
_ENTERED_ABSENT: Final = Message("point.entered.absent", point=POINT)
_NO_TRUMP: Final = Message("point.extreme.absent", point=POINT)
_NO_TRUMP_ENTERED: Final = Message("point.extreme.entered_absent", point=POINT)
_LAST_TRICK: Final = Message("point.last_trick", side=SIDE)
_HIGH_SPADE: Final = Message("point.high_spade", side=SIDE, card=CARD)
_NO_SPADE: Final = Message("point.high_spade.absent")
_GAME: Final = Message("point.game", side=SIDE, counted=COUNT)
_GAME_AHEAD: Final = Message("point.game.ahead", side=SIDE, counted=COUNT)
_TIE: Final = Message("point.game.tied", sides=all_of(SIDE), counted=COUNT)
_TIE_WON: Final = Message("point.game.tied_to", sides=all_of(SIDE), counted=COUNT, winner=SIDE)
_TIE_ENTERED: Final = Message("point.game.tie_entered")
_TIE_ENTERED_WON: Final = Message("point.game.tie_entered_to", winner=SIDE)


class Facts(Struct, frozen=True):
    """The facts that the points of one hand follow from."""

    record: HandRecord
    captures: Captures
    counted: tuple[SidePips, ...]
    deal: Deal
    pitcher: int | None
    """The pitching seat if it is known; only a tied Game may turn on it."""
    last_winner: int | None
    """The seat that won the last trick, as far as the log tells."""

    def claim(self, point: PointName) -> PointClaim | None:
        """Return what the table says of a point, if it says anything."""
        return self.record.claims.find(point) if self.record.claims else None


class Award(Struct, frozen=True):
    """A point of a rule set: the function that gives it, and the clauses that it rests on."""

    point: PointName
    worth: int
    give: "Callable[[Award, Facts], Point]"
    clauses: tuple[str, ...]
    further: tuple[str, ...]
    """The same with the clause of what else it can rest on: pips, the only trump in play."""

    def certain(
        self, side: int | None, card: str | None, cited: tuple[str, ...], why: Sentence
    ) -> Point:
        """Return the point as one side's for certain, or nobody's."""
        return Point(
            point=self.point,
            worth=self.worth,
            state=Certainty.CERTAIN,
            side=side,
            possible=() if side is None else (side,),
            may_be_nobody=side is None,
            card=card,
            clauses=cited,
            why=why,
        )

    def open(
        self,
        owners: tuple[int, ...],
        card: str | None,
        cited: tuple[str, ...],
        deal: Deal,
        *,
        nobody: bool,
    ) -> Point:
        """Return the point as one that may still go to some sides, or to nobody."""
        return Point(
            point=self.point,
            worth=self.worth,
            state=Certainty.OPEN,
            side=None,
            possible=owners,
            may_be_nobody=nobody,
            card=card,
            clauses=cited,
            why=points.open_sentence(owners, deal, nobody=nobody),
        )


def reckon(facts: Facts) -> Points:
    """Return the points that follow from the captures, else from the claims."""
    return tuple([award.give(award, facts) for award in _awards(facts.deal.ruleset)])


@lru_cache(maxsize=256)
def _awards(ruleset: RuleSet) -> tuple[Award, ...]:
    """Return the awards of a rule set, in counting order."""
    return tuple(
        Award(
            point=value.point,
            worth=value.worth,
            give=_GIVEN_BY.get(value.point, _card),
            clauses=clauses.cite(ruleset, point_names.topic(value.point)),
            further=clauses.cite(
                ruleset, point_names.topic(value.point), *_FURTHER.get(value.point, ())
            ),
        )
        for value in ruleset.rules.point_values
    )


def _high(award: Award, facts: Facts) -> Point:
    """Give High to who captured the highest trump in play (`score.high`), else as claimed."""
    card = _extreme(facts.captures, facts.deal, top=True)
    cited = _cite_extreme(award, facts.captures)
    return _captured(award, facts, card, cited, _HIGH) or _of_trumps(award, facts, card, cited)


def _low(award: Award, facts: Facts) -> Point:
    """Give Low to who captured or was dealt the lowest trump: option `Low`, clause `score.low`.

    What the table turned over or dealt goes before what it says.
    """
    captures, deal = facts.captures, facts.deal
    card = _extreme(captures, deal, top=False)
    cited = _cite_extreme(award, captures)
    if award.point not in deal.ruleset.rules.dealt_points:
        return _captured(award, facts, card, cited, _LOW) or _of_trumps(award, facts, card, cited)
    if card is not None and card in captures.recipients:
        return _given(award, facts, card, cited, _LOW)
    seat = facts.record.low_dealt_to
    if seat is None and card is not None:
        seat = captures.holder(card)
    if seat is None:
        return _of_trumps(award, facts, card, cited)
    player = deal.player(seat)
    why = _LOW_DEALT_CARD(player=player, card=card) if card else _LOW_DEALT(player=player)
    return award.certain(deal.side_of(seat), card, cited, why)


def _two(award: Award, facts: Facts) -> Point:
    """Give the two to who was dealt it, where the rules leave it to its holder (`score.low`)."""
    captures, deal = facts.captures, facts.deal
    card = points.card_for(award.point, captures.trump)
    if award.point not in deal.ruleset.rules.dealt_points or card is None:
        return _card(award, facts)
    if card in captures.recipients:
        return _given(award, facts, card, award.further, _CARD)
    # In play it is the lowest trump, so whoever was dealt that was dealt the two: in which pile it
    # lies says nothing (N3).
    is_in_play = captures.captor(card) is not None
    seat = captures.holder(card)
    if seat is None and is_in_play:
        seat = facts.record.low_dealt_to
    if seat is not None:
        why = _CARD_DEALT(player=deal.player(seat), card=card)
        return award.certain(deal.side_of(seat), card, award.further, why)
    return _claimed(award, facts, card, award.further) if is_in_play else _card(award, facts)


def _card(award: Award, facts: Facts) -> Point:
    """Give a card's point to its captor, to nobody if it was not in play (`score.jack` and kin)."""
    captures, deal, cited = facts.captures, facts.deal, award.clauses
    card = points.card_for(award.point, captures.trump)
    captured = _captured(award, facts, card, cited, _CARD)
    if captured is not None:
        return captured
    if card is not None and captures.is_absent(card):
        return award.certain(None, card, cited, _CARD_ABSENT(card=deal.pack.card_argument(card)))
    claim = facts.claim(award.point)
    if claim is not None and not claim.in_play:
        return award.certain(None, card, cited, _ENTERED_ABSENT(point=award.point))
    may_be_absent = claim is None and not points.is_always_taken(award.point, deal)
    return _claimed(award, facts, card, cited, may_be_nobody=may_be_absent)


def _high_spade(award: Award, facts: Facts) -> Point:
    """Give the highest spade in play to who captured it, whatever is trump."""
    spades = facts.deal.pack.suit_cards(Suit.SPADES.value)
    card = _outermost(spades, facts.captures, top=True)
    captured = _captured(award, facts, card, award.clauses, _HIGH_SPADE)
    if captured is not None:
        return captured
    if all(map(facts.captures.is_absent, spades)):
        return award.certain(None, None, award.clauses, _NO_SPADE())
    return _card(award, facts)


def _last_trick(award: Award, facts: Facts) -> Point:
    """Give the point of the last trick, by the log or by who won every trick."""
    deal, won = facts.deal, facts.captures.tricks
    side = None if facts.last_winner is None else deal.side_of(facts.last_winner)
    if side is None and deal.tricks in won:
        side = won.index(deal.tricks)
    if side is not None:
        return award.certain(side, None, award.clauses, _LAST_TRICK(side=deal.side(side)))
    claimed = _claimed(award, facts, None, award.clauses)
    if not claimed.is_open:
        return claimed
    could = tuple(side for side in range(deal.sides) if won[side] != 0)
    return award.open(could, None, award.clauses, deal, nobody=False)


def _game(award: Award, facts: Facts) -> Point:
    """Give Game to the most pips by the bounds of every side, else as claimed (`score.game`)."""
    counted, deal = facts.counted, facts.deal
    top = max([pip.least for pip in counted])
    reach = tuple([pip.side for pip in counted if pip.most >= top])
    if len(reach) == 1:
        first = counted[reach[0]]
        message = _GAME if first.least == first.most else _GAME_AHEAD
        why = message(side=deal.side(first.side), counted=top)
        return award.certain(first.side, None, award.further, why)
    # Game is certain as soon as every side that can still be first is counted, even if others are
    # not.
    if all(counted[side].least == counted[side].most for side in reach):
        return _tied_game(award, reach, top, facts)
    claim = facts.claim(award.point)
    if claim is not None and claim.side is not None:
        why = _ENTERED(point=award.point, side=deal.side(claim.side))
        return award.certain(claim.side, None, award.clauses, why)
    if claim is not None and claim.tied:
        return _tied_game(award, reach, None, facts)
    return award.open(reach, None, award.clauses, deal, nobody=True)


def _tied_game(award: Award, tied: tuple[int, ...], top: int | None, facts: Facts) -> Point:
    """Give Game when the most pips are shared; `top` is None if only the tie itself was claimed."""
    deal, pitcher, cited = facts.deal, facts.pitcher, facts.deal.cite("score.tie")
    rule = deal.ruleset.rules.game_tie
    # A claimed tie does not say who shares; with two sides it can only be both.
    is_open = (rule is not GameTie.DEALER and pitcher is None) or (top is None and deal.sides > 2)
    if is_open and rule is not GameTie.NOBODY:
        return award.open(tied, None, cited, deal, nobody=True)
    winner = tie_winner(tied, deal, pitcher)
    return award.certain(winner, None, cited, _tie(tied, top, winner, deal))


def _tie(tied: tuple[int, ...], top: int | None, winner: int | None, deal: Deal) -> Sentence:
    """Say who share the highest count, or that somebody does, and who gets Game if anybody."""
    sides = tuple(map(deal.side, tied))
    if winner is None:
        return _TIE_ENTERED() if top is None else _TIE(sides=sides, counted=top)
    got = deal.side(winner)
    if top is None:
        return _TIE_ENTERED_WON(winner=got)
    return _TIE_WON(sides=sides, counted=top, winner=got)


def tie_winner(tied: tuple[int, ...], deal: Deal, pitcher: int | None) -> int | None:
    """Return which of the sides that share the most pips gets Game (`score.tie`), if one does.

    `pitcher` is the pitching seat, which it may turn on.
    """
    rule = deal.ruleset.rules.game_tie
    if rule is GameTie.NOBODY:
        return None
    pitching = None if pitcher is None else deal.side_of(pitcher)
    if rule is GameTie.OTHER_SIDE:
        others = [side for side in tied if side != pitching]
        return others[0] if len(others) == 1 else None
    favoured = deal.side_of(deal.dealer) if rule is GameTie.DEALER else pitching
    return favoured if favoured in tied else None


def _captured(
    award: Award, facts: Facts, card: str | None, cited: tuple[str, ...], message: Message
) -> Point | None:
    """Return a point as that of the side that captured its card; None if that is not known."""
    side = facts.captures.captor(card) if card else None
    if card is None or side is None:
        return None
    why = message(side=facts.deal.side(side), card=facts.deal.pack.card_argument(card))
    return award.certain(side, card, cited, why)


def _given(
    award: Award, facts: Facts, card: str, cited: tuple[str, ...], message: Message
) -> Point:
    """Return Low or the two of the side that was given its card, which nobody kept to play."""
    deal, side = facts.deal, facts.captures.recipients[card]
    why = message(side=deal.side(side), card=deal.pack.card_argument(card))
    return award.certain(side, card, (*cited, *deal.cite("play.surplus")), why)


def _of_trumps(award: Award, facts: Facts, card: str | None, cited: tuple[str, ...]) -> Point:
    """Give High or Low as the table says; nobody's where no trump can bring it (N1).

    `card` is the one that does, if it is known.
    """
    if card is not None or points.is_always_taken(award.point, facts.deal):
        return _claimed(award, facts, card, cited)
    claim = facts.claim(award.point)
    if facts.captures.trumps is not None:
        return award.certain(None, None, cited, _NO_TRUMP(point=award.point))
    if claim is not None and not claim.in_play:
        return award.certain(None, None, cited, _NO_TRUMP_ENTERED(point=award.point))
    return _claimed(award, facts, None, cited, may_be_nobody=claim is None)


def _claimed(
    award: Award,
    facts: Facts,
    card: str | None,
    cited: tuple[str, ...],
    *,
    may_be_nobody: bool = False,
) -> Point:
    """Return a point as that of the side that the table says has it; open if it says nothing."""
    claim, deal = facts.claim(award.point), facts.deal
    if claim is not None and claim.in_play and claim.side is not None:
        why = _ENTERED(point=award.point, side=deal.side(claim.side))
        return award.certain(claim.side, claim.card or card, cited, why)
    return award.open(tuple(range(deal.sides)), card, cited, deal, nobody=may_be_nobody)


def _extreme(captures: Captures, deal: Deal, *, top: bool) -> str | None:
    """Return the highest or lowest trump in play, if it is known for sure."""
    # Known for sure in two ways: all trumps are listed, or each one beyond it is sure not to be
    # in play. A joker is never Low, however low it stands.
    if captures.trumps is not None:
        listed = [card for card in captures.trumps if top or not cards.is_joker(card)]
        return listed[-1 if top else 0] if listed else None
    if captures.trump is None:
        return None
    ranking = deal.pack.ranking(captures.trump)
    return _outermost(ranking.trumps if top else ranking.naturals, captures, top=top)


def _outermost(suit: tuple[str, ...], captures: Captures, *, top: bool) -> str | None:
    """Return the highest or the lowest of some cards in play; None where that is not sure."""
    for card in reversed(suit) if top else suit:
        if captures.captor(card) is not None:
            return card
        if not captures.is_absent(card):
            return None
    return None


def _cite_extreme(award: Award, captures: Captures) -> tuple[str, ...]:
    """Return the clauses on High or Low, with that on the only trump in play (`score.lone`)."""
    is_lone = captures.trumps is not None and len(captures.trumps) == 1
    return award.further if is_lone else award.clauses


_GIVEN_BY: Final[dict[PointName, Callable[[Award, Facts], Point]]] = {
    PointName.HIGH: _high,
    PointName.LOW: _low,
    PointName.GAME: _game,
    PointName.LAST_TRICK: _last_trick,
    PointName.HIGH_SPADE: _high_spade,
    PointName.TWO: _two,
}
"""The function that gives a point; one that is not named here is a card's (`_card`)."""
_FURTHER: Final = {
    PointName.HIGH: ("score.lone",),
    PointName.LOW: ("score.lone",),
    PointName.GAME: ("score.pips",),
    PointName.TWO: ("score.low",),
}
"""The topics that a point rests on besides its own, in some hands."""
