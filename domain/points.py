"""High, Low, Jack and Game: which side each goes to, as far as a record tells."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from domain import cards
from domain.captures import Captures
from domain.cards import DECK, DECK_PIPS, ORDER, PIPS, Card
from domain.deals import Deal
from domain.records import Claims, HandRecord
from domain.rules import GameTie, Low
from domain.values import Side, Value


class Certainty(StrEnum):
    """Whether a point is the same in every way the record can be completed."""

    CERTAIN = "certain"
    OPEN = "open"


class Point(Value, frozen=True):
    """Where one point goes. Open points list every side that may still get it."""

    state: Certainty
    side: Side | None
    """The side that has the point; null while open, and when nobody has it."""
    possible: tuple[Side, ...]
    may_be_nobody: bool
    card: Card | None
    clauses: tuple[str, ...]
    why: str


class Points(Value, frozen=True):
    """The four points of a hand."""

    high: Point
    low: Point
    jack: Point
    game: Point

    def all(self) -> tuple[Point, Point, Point, Point]:
        """The points in counting order."""
        return (self.high, self.low, self.jack, self.game)


class SidePips(Value, frozen=True):
    """The least and the most pips that a side can have."""

    side: Side
    least: Annotated[int, Meta(ge=0)]
    most: Annotated[int, Meta(ge=0)]


class Reckoning(Value, frozen=True):
    """The points and pips of a hand, before anything is said about the contract."""

    points: Points
    pips: tuple[SidePips, ...]


def trump_suit(record: HandRecord) -> str | None:
    """The trump suit: entered as such, or told by a card claimed for High or Low."""
    if record.trump is not None:
        return record.trump.value
    claims = record.claims or Claims()
    for claim in (claims.high, claims.low):
        if claim is not None and claim.card is not None:
            return claim.card[1]
    return None


def reckon(record: HandRecord, captures: Captures, deal: Deal, *, pitcher: int | None) -> Reckoning:
    """The points that follow from the captures, and from the claims where those are silent.

    `pitcher` is the pitching seat if it is known; only a tied Game may turn on it.
    """
    trump = trump_suit(record)
    pips = _pips(record, captures, deal, trump)
    claims = record.claims or Claims()
    points = Points(
        high=_high(claims, captures, deal, trump),
        low=_low(record, claims, captures, deal, trump),
        jack=_jack(claims, captures, deal, trump),
        game=_game(claims, pips, deal, pitcher),
    )
    return Reckoning(points=points, pips=pips)


def trumps_in_play(captures: Captures, trump: str | None) -> list[str] | None:
    """The trumps in play from low to high; None while some may be unlisted."""
    if trump is None:
        return None
    if captures.is_complete:
        known = captures.cards
    elif captures.is_dealt:
        known = captures.dealt
    else:
        return None
    listed = [card for place in known for card in place if card[1] == trump]
    return sorted(listed, key=ORDER.__getitem__)


def captor(captures: Captures, card: str) -> int | None:
    """The side whose pile lists a card."""
    for side, pile in enumerate(captures.cards):
        if card in pile:
            return side
    return None


def _certain(
    side: int | None, card: str | None, topics: tuple[str, ...], why: str, deal: Deal
) -> Point:
    return Point(
        state=Certainty.CERTAIN,
        side=side,
        possible=() if side is None else (side,),
        may_be_nobody=side is None,
        card=card,
        clauses=deal.cite(*topics),
        why=why,
    )


def _open(
    topics: tuple[str, ...],
    deal: Deal,
    *,
    nobody: bool,
    card: str | None = None,
    possible: tuple[int, ...] | None = None,
) -> Point:
    return Point(
        state=Certainty.OPEN,
        side=None,
        possible=tuple(range(deal.sides)) if possible is None else possible,
        may_be_nobody=nobody,
        card=card,
        clauses=deal.cite(*topics),
        why="Not yet known.",
    )


def _extreme(captures: Captures, trump: str | None, *, top: bool) -> str | None:
    """The highest or lowest trump in play, if it is known for sure."""
    in_play = trumps_in_play(captures, trump)
    if in_play is not None:
        if not in_play:
            return None
        return in_play[-1] if top else in_play[0]
    bound = ("A" if top else "2") + trump if trump else ""
    return bound if captor(captures, bound) is not None else None


def _high(claims: Claims, captures: Captures, deal: Deal, trump: str | None) -> Point:
    card = _extreme(captures, trump, top=True)
    side = captor(captures, card) if card else None
    topics: tuple[str, ...] = ("score.high",)
    if side is not None and card is not None:
        if trumps_in_play(captures, trump) == [card]:
            topics = ("score.high", "score.lone")
        why = f"{deal.side_names[side]} took the {cards.name(card)}, the highest trump in play."
        return _certain(side, card, topics, why, deal)
    if claims.high is not None:
        why = f"The table says that {deal.side_names[claims.high.side]} took High."
        return _certain(claims.high.side, claims.high.card or card, topics, why, deal)
    return _open(topics, deal, nobody=False, card=card)


def _low(
    record: HandRecord, claims: Claims, captures: Captures, deal: Deal, trump: str | None
) -> Point:
    card = _extreme(captures, trump, top=False)
    topics: tuple[str, ...] = ("score.low",)
    if card is not None and trumps_in_play(captures, trump) == [card]:
        topics = ("score.low", "score.lone")
    if deal.ruleset.rules.low is Low.DEALT:
        seat = record.low_dealt_to
        if seat is None and card is not None:
            seat = holder(captures, card)
        if seat is not None:
            lowest = f"the {cards.name(card)}, the lowest trump" if card else "the lowest trump"
            why = f"{deal.seating.names[seat]} was dealt {lowest} in play."
            return _certain(deal.side_of(seat), card, topics, why, deal)
    else:
        side = captor(captures, card) if card else None
        if side is not None and card is not None:
            why = f"{deal.side_names[side]} took the {cards.name(card)}, the lowest trump in play."
            return _certain(side, card, topics, why, deal)
    if claims.low is not None:
        why = f"The table says that {deal.side_names[claims.low.side]} has Low."
        return _certain(claims.low.side, claims.low.card or card, topics, why, deal)
    return _open(topics, deal, nobody=False, card=card)


def holder(captures: Captures, card: str) -> int | None:
    """The seat whose listed holding has a card."""
    for seat, held in enumerate(captures.dealt):
        if card in held:
            return seat
    return None


def _jack(claims: Claims, captures: Captures, deal: Deal, trump: str | None) -> Point:
    topics = ("score.jack",)
    jack = cards.jack(trump) if trump else None
    if jack is not None:
        side = captor(captures, jack)
        if side is not None:
            why = f"{deal.side_names[side]} took the {cards.name(jack)}."
            return _certain(side, jack, topics, why, deal)
        in_play = trumps_in_play(captures, trump)
        if in_play is not None and jack not in in_play:
            return _certain(None, jack, topics, f"The {cards.name(jack)} was not in play.", deal)
    claim = claims.jack
    if claim is not None and not claim.in_play:
        return _certain(None, jack, topics, "The jack of trumps was not in play.", deal)
    if claim is not None and claim.side is not None:
        why = f"The table says that {deal.side_names[claim.side]} took the jack of trumps."
        return _certain(claim.side, jack, topics, why, deal)
    return _open(topics, deal, nobody=claim is None, card=jack)


def counted_pips(pile: tuple[str, ...], deal: Deal, trump: str | None) -> int:
    """The pips among some cards under the rule set; the trump jack may count none (S4.pips)."""
    pips = sum(map(PIPS.__getitem__, pile))
    if not deal.ruleset.rules.trump_jack_pips and trump and cards.jack(trump) in pile:
        return pips - 1
    return pips


def _pips(
    record: HandRecord, captures: Captures, deal: Deal, trump: str | None
) -> tuple[SidePips, ...]:
    game = record.claims.game if record.claims else None
    claimed = game.pips if game else None
    knows_jack = deal.ruleset.rules.trump_jack_pips or trump is not None
    least = [counted_pips(pile, deal, trump) for pile in captures.cards]
    unlisted = _unlisted_pips(captures, deal, trump)
    return tuple(
        SidePips(side=side, least=least[side], most=least[side])
        if captures.counted[side] and knows_jack
        else SidePips(side=side, least=claimed[side], most=claimed[side])
        if claimed is not None
        else SidePips(
            side=side,
            least=max(0, least[side] - (not knows_jack)),
            most=least[side] + (0 if captures.counted[side] else unlisted),
        )
        for side in range(deal.sides)
    )


def _unlisted_pips(captures: Captures, deal: Deal, trump: str | None) -> int:
    """The most pips that the cards in nobody's list can have."""
    if not any(captures.cards) and not captures.is_dealt:
        return DECK_PIPS
    listed = {card for pile in captures.cards for card in pile}
    among = [card for held in captures.dealt for card in held] if captures.is_dealt else DECK
    return counted_pips(tuple(card for card in among if card not in listed), deal, trump)


def _game(claims: Claims, pips: tuple[SidePips, ...], deal: Deal, pitcher: int | None) -> Point:
    names = deal.side_names
    top = max(pip.least for pip in pips)
    reach = tuple(pip.side for pip in pips if pip.most >= top)
    if all(pips[side].least == pips[side].most for side in reach):
        if len(reach) == 1:
            why = f"{names[reach[0]]} counted the most pips, {top}."
            return _certain(reach[0], None, ("score.game", "score.pips"), why, deal)
        return _tied_game(reach, top, deal, pitcher)
    if len(reach) == 1:
        why = f"{names[reach[0]]} has at least {top} pips, more than any other side can have."
        return _certain(reach[0], None, ("score.game", "score.pips"), why, deal)
    claim = claims.game
    if claim is not None and claim.side is not None:
        why = f"The table says that {names[claim.side]} counted the most pips."
        return _certain(claim.side, None, ("score.game",), why, deal)
    if claim is not None and claim.tied:
        return _tied_game(reach, None, deal, pitcher)
    return _open(("score.game",), deal, nobody=True, possible=reach)


def _tied_game(tied: tuple[int, ...], top: int | None, deal: Deal, pitcher: int | None) -> Point:
    """Game when the most pips are shared; `top` is None when only the tie itself was claimed."""
    topics = ("score.tie",)
    names = deal.side_names
    sharing = " and ".join(names[side] for side in tied) if top is not None else "Sides"
    why = f"{sharing} tied for the most pips{'' if top is None else f' with {top}'}"
    rule = deal.ruleset.rules.game_tie
    if rule is GameTie.NOBODY:
        return _certain(None, None, topics, f"{why}, so nobody has Game.", deal)
    if (rule is not GameTie.DEALER and pitcher is None) or (top is None and deal.sides > 2):
        return _open(topics, deal, nobody=True, possible=tied)
    winner = _tie_winner(tied, rule, deal, pitcher)
    outcome = "nobody has Game" if winner is None else f"{names[winner]} has Game"
    return _certain(winner, None, topics, f"{why}, so {outcome}.", deal)


def _tie_winner(
    tied: tuple[int, ...], rule: GameTie, deal: Deal, pitcher: int | None
) -> int | None:
    pitching = None if pitcher is None else deal.side_of(pitcher)
    if rule is GameTie.OTHER_SIDE:
        others = [side for side in tied if side != pitching]
        return others[0] if len(others) == 1 else None
    favoured = deal.side_of(deal.dealer) if rule is GameTie.DEALER else pitching
    return favoured if favoured in tied else None
