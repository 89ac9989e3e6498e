"""Awards: the side that gets each point of the rules, by the facts of a record.

`reckon` gives the points in counting order, each by a function of its own: `_high`, `_low`, `_two`,
`_high_spade`, `_last_trick`, `_game`, and `_card` for every other. Captured and dealt cards
(`piles.Captures`) go before claims, because claims may be misremembered.
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
    pips: tuple[SidePips, ...]
    deal: Deal
    pitcher: int | None
    """The pitching seat if it is known; only a tied Game may turn on it."""
    last_winner: int | None
    """The seat that won the last trick, if the log shows it."""

    def claim(self, point: PointName) -> PointClaim | None:
        """Return the table's claim of a point, if there is one."""
        return self.record.claims.find(point) if self.record.claims else None


class Award(Struct, frozen=True):
    """A point of a rule set: the function that gives it, and the clauses that it rests on."""

    point: PointName
    worth: int
    give: "Callable[[Award, Facts], Point]"
    clauses: tuple[str, ...]
    further: tuple[str, ...]
    """The same clauses with those on pips or the only trump in play, which may decide it."""

    def certain(
        self, side: int | None, card: str | None, clause_ids: tuple[str, ...], why: Sentence
    ) -> Point:
        """Return the point as certain, owned by one side or nobody."""
        return Point(
            point=self.point,
            worth=self.worth,
            state=Certainty.CERTAIN,
            side=side,
            possible=() if side is None else (side,),
            may_be_nobody=side is None,
            card=card,
            clauses=clause_ids,
            why=why,
        )

    def open(
        self,
        owners: tuple[int, ...],
        card: str | None,
        clause_ids: tuple[str, ...],
        deal: Deal,
        *,
        nobody: bool,
    ) -> Point:
        """Return the point as open, with the sides that may own it, or nobody."""
        return Point(
            point=self.point,
            worth=self.worth,
            state=Certainty.OPEN,
            side=None,
            possible=owners,
            may_be_nobody=nobody,
            card=card,
            clauses=clause_ids,
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
            give=_GIVE_BY_POINT.get(value.point, _card),
            clauses=clauses.cite(ruleset, point_names.topic(value.point)),
            further=clauses.cite(
                ruleset, point_names.topic(value.point), *_FURTHER.get(value.point, ())
            ),
        )
        for value in ruleset.rules.point_values
    )


def _high(award: Award, facts: Facts) -> Point:
    """Give High to the captor of the highest trump in play (`score.high`), else as claimed."""
    card = _extreme(facts.captures, facts.deal, top=True)
    clause_ids = _cite_extreme(award, facts.captures)
    return _give_to_captor(award, facts, card, clause_ids, _HIGH) or _give_extreme(
        award, facts, card, clause_ids
    )


def _low(award: Award, facts: Facts) -> Point:
    """Give Low to the captor or the holder of the lowest trump: option `Low`, clause `score.low`.

    Captured and dealt cards go before claims.
    """
    captures, deal = facts.captures, facts.deal
    card = _extreme(captures, deal, top=False)
    clause_ids = _cite_extreme(award, captures)
    if award.point not in deal.ruleset.rules.dealt_points:
        return _give_to_captor(award, facts, card, clause_ids, _LOW) or _give_extreme(
            award, facts, card, clause_ids
        )
    if card is not None and card in captures.recipients:
        return _give_to_recipient(award, facts, card, clause_ids, _LOW)
    seat = facts.record.low_dealt_to
    if seat is None and card is not None:
        seat = captures.holder(card)
    if seat is None:
        return _give_extreme(award, facts, card, clause_ids)
    player = deal.player(seat)
    why = _LOW_DEALT_CARD(player=player, card=card) if card else _LOW_DEALT(player=player)
    return award.certain(deal.side_of(seat), card, clause_ids, why)


def _two(award: Award, facts: Facts) -> Point:
    """Give the two to its holder, if the rules leave it with the player dealt it (`score.low`)."""
    captures, deal = facts.captures, facts.deal
    card = points.card_for(award.point, captures.trump)
    if award.point not in deal.ruleset.rules.dealt_points or card is None:
        return _card(award, facts)
    if card in captures.recipients:
        return _give_to_recipient(award, facts, card, award.further, _CARD)
    # In play it is the lowest trump, so the player dealt Low was dealt the two; the pile it lies
    # in shows nothing.
    is_in_play = captures.captor(card) is not None
    seat = captures.holder(card)
    if seat is None and is_in_play:
        seat = facts.record.low_dealt_to
    if seat is not None:
        why = _CARD_DEALT(player=deal.player(seat), card=card)
        return award.certain(deal.side_of(seat), card, award.further, why)
    return (
        _give_as_claimed(award, facts, card, award.further) if is_in_play else _card(award, facts)
    )


def _card(award: Award, facts: Facts) -> Point:
    """Give a card's point to its captor, or to nobody if it was not in play (as `score.jack`)."""
    captures, deal, clause_ids = facts.captures, facts.deal, award.clauses
    card = points.card_for(award.point, captures.trump)
    point = _give_to_captor(award, facts, card, clause_ids, _CARD)
    if point is not None:
        return point
    if card is not None and captures.is_absent(card):
        return award.certain(
            None, card, clause_ids, _CARD_ABSENT(card=deal.pack.card_argument(card))
        )
    claim = facts.claim(award.point)
    if claim is not None and not claim.in_play:
        return award.certain(None, card, clause_ids, _ENTERED_ABSENT(point=award.point))
    may_be_absent = claim is None and not points.is_always_taken(award.point, deal)
    return _give_as_claimed(award, facts, card, clause_ids, may_be_nobody=may_be_absent)


def _high_spade(award: Award, facts: Facts) -> Point:
    """Give the highest spade in play to its captor, whatever is trump."""
    spades = facts.deal.pack.suit_cards(Suit.SPADES.value)
    card = _outermost(spades, facts.captures, top=True)
    point = _give_to_captor(award, facts, card, award.clauses, _HIGH_SPADE)
    if point is not None:
        return point
    if all(map(facts.captures.is_absent, spades)):
        return award.certain(None, None, award.clauses, _NO_SPADE())
    return _card(award, facts)


def _last_trick(award: Award, facts: Facts) -> Point:
    """Give the point of the last trick to its winner by the log, or to the winner of all tricks."""
    deal, won = facts.deal, facts.captures.tricks
    side = None if facts.last_winner is None else deal.side_of(facts.last_winner)
    if side is None and deal.tricks in won:
        side = won.index(deal.tricks)
    if side is not None:
        return award.certain(side, None, award.clauses, _LAST_TRICK(side=deal.side(side)))
    point = _give_as_claimed(award, facts, None, award.clauses)
    if not point.is_open:
        return point
    possible = tuple(side for side in range(deal.sides) if won[side] != 0)
    return award.open(possible, None, award.clauses, deal, nobody=False)


def _game(award: Award, facts: Facts) -> Point:
    """Give Game to the most pips by the bounds of every side, else as claimed (`score.game`)."""
    side_pips, deal = facts.pips, facts.deal
    top = max([bounds.least for bounds in side_pips])
    rivals = tuple([bounds.side for bounds in side_pips if bounds.most >= top])
    if len(rivals) == 1:
        first = side_pips[rivals[0]]
        message = _GAME if first.least == first.most else _GAME_AHEAD
        why = message(side=deal.side(first.side), counted=top)
        return award.certain(first.side, None, award.further, why)
    # Game is certain once every side that can be first is counted, even if other sides are not.
    if all(side_pips[side].least == side_pips[side].most for side in rivals):
        return _tied_game(award, rivals, top, facts)
    claim = facts.claim(award.point)
    if claim is not None and claim.side is not None:
        why = _ENTERED(point=award.point, side=deal.side(claim.side))
        return award.certain(claim.side, None, award.clauses, why)
    if claim is not None and claim.tied:
        return _tied_game(award, rivals, None, facts)
    return award.open(rivals, None, award.clauses, deal, nobody=True)


def _tied_game(award: Award, tied: tuple[int, ...], top: int | None, facts: Facts) -> Point:
    """Give Game if sides share the most pips; `top` is None if only the tie itself was claimed."""
    deal, pitcher, clause_ids = facts.deal, facts.pitcher, facts.deal.cite("score.tie")
    rule = deal.ruleset.rules.game_tie
    # A claimed tie does not name its sides; with two sides it can only be both.
    is_open = (rule is not GameTie.DEALER and pitcher is None) or (top is None and deal.sides > 2)
    if is_open and rule is not GameTie.NOBODY:
        return award.open(tied, None, clause_ids, deal, nobody=True)
    winner = tie_winner(tied, deal, pitcher)
    return award.certain(winner, None, clause_ids, _tie_message(tied, top, winner, deal))


def _tie_message(
    tied: tuple[int, ...], top: int | None, winner: int | None, deal: Deal
) -> Sentence:
    """Return the sentence on a tie: its sides if known, and the winner of Game if any."""
    sides = tuple(map(deal.side, tied))
    if winner is None:
        return _TIE_ENTERED() if top is None else _TIE(sides=sides, counted=top)
    if top is None:
        return _TIE_ENTERED_WON(winner=deal.side(winner))
    return _TIE_WON(sides=sides, counted=top, winner=deal.side(winner))


def tie_winner(tied: tuple[int, ...], deal: Deal, pitcher: int | None) -> int | None:
    """Return the tied side that gets Game (`score.tie`), if one does.

    `pitcher` is the pitching seat, on which it may turn.
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


def _give_to_captor(
    award: Award, facts: Facts, card: str | None, clause_ids: tuple[str, ...], message: Message
) -> Point | None:
    """Return a point as its captor's; None if the captor of its card is unknown."""
    side = facts.captures.captor(card) if card else None
    if card is None or side is None:
        return None
    why = message(side=facts.deal.side(side), card=facts.deal.pack.card_argument(card))
    return award.certain(side, card, clause_ids, why)


def _give_to_recipient(
    award: Award, facts: Facts, card: str, clause_ids: tuple[str, ...], message: Message
) -> Point:
    """Give Low or the two to the side that was given its card as surplus."""
    deal, side = facts.deal, facts.captures.recipients[card]
    why = message(side=deal.side(side), card=deal.pack.card_argument(card))
    return award.certain(side, card, (*clause_ids, *deal.cite("play.surplus")), why)


def _give_extreme(
    award: Award, facts: Facts, card: str | None, clause_ids: tuple[str, ...]
) -> Point:
    """Give High or Low as claimed, or to nobody if no trump can bring it.

    `card` is the trump that brings it, if known.
    """
    if card is not None or points.is_always_taken(award.point, facts.deal):
        return _give_as_claimed(award, facts, card, clause_ids)
    claim = facts.claim(award.point)
    if facts.captures.trumps is not None:
        return award.certain(None, None, clause_ids, _NO_TRUMP(point=award.point))
    if claim is not None and not claim.in_play:
        return award.certain(None, None, clause_ids, _NO_TRUMP_ENTERED(point=award.point))
    return _give_as_claimed(award, facts, None, clause_ids, may_be_nobody=claim is None)


def _give_as_claimed(
    award: Award,
    facts: Facts,
    card: str | None,
    clause_ids: tuple[str, ...],
    *,
    may_be_nobody: bool = False,
) -> Point:
    """Give a point to the side that the table claims; leave it open without a claim."""
    claim, deal = facts.claim(award.point), facts.deal
    if claim is not None and claim.in_play and claim.side is not None:
        why = _ENTERED(point=award.point, side=deal.side(claim.side))
        return award.certain(claim.side, claim.card or card, clause_ids, why)
    return award.open(tuple(range(deal.sides)), card, clause_ids, deal, nobody=may_be_nobody)


def _extreme(captures: Captures, deal: Deal, *, top: bool) -> str | None:
    """Return the highest or lowest trump in play, if it is certain."""
    # It is certain if all trumps are listed, or each one beyond it is certainly not in play. A
    # joker is never Low, however low it ranks.
    if captures.trumps is not None:
        listed = [card for card in captures.trumps if top or not cards.is_joker(card)]
        return listed[-1 if top else 0] if listed else None
    if captures.trump is None:
        return None
    ranking = deal.pack.ranking(captures.trump)
    return _outermost(ranking.trumps if top else ranking.naturals, captures, top=top)


def _outermost(suit: tuple[str, ...], captures: Captures, *, top: bool) -> str | None:
    """Return the highest or the lowest of some cards in play; None if that is not certain."""
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


_GIVE_BY_POINT: Final[dict[PointName, Callable[[Award, Facts], Point]]] = {
    PointName.HIGH: _high,
    PointName.LOW: _low,
    PointName.GAME: _game,
    PointName.LAST_TRICK: _last_trick,
    PointName.HIGH_SPADE: _high_spade,
    PointName.TWO: _two,
}
"""The function that gives each point; `_card` for all others."""
_FURTHER: Final = {
    PointName.HIGH: ("score.lone",),
    PointName.LOW: ("score.lone",),
    PointName.GAME: ("score.pips",),
    PointName.TWO: ("score.low",),
}
"""The further topics that a point rests on in some hands."""
