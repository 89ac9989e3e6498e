"""High, Low, Jack and Game: which side each goes to, as far as a record tells."""

from enum import StrEnum

from msgspec import Struct, structs

from domain import cards
from domain.cards import Card
from domain.hand import pips
from domain.hand.deals import Deal
from domain.hand.piles import Captures
from domain.hand.pips import SidePips
from domain.hand.records import Claims, HandRecord
from domain.rules.options import GameTie, Low
from domain.types import Code, Sentence, Side, Value
from domain.wording import together

Owners = tuple[int | None, ...]
"""The sides of High, Low, Jack and Game; None stands for nobody."""


class Certainty(StrEnum):
    """Whether a point is the same in every way the record can be completed."""

    CERTAIN = "certain"
    OPEN = "open"


class Point(Value, frozen=True):
    """Where one point goes. Open points list every side that may still get it."""

    state: Certainty
    """How far it is certain."""
    side: Side | None
    """The side that has the point; null while open, and when nobody has it."""
    possible: tuple[Side, ...]
    """Every side that may still get it."""
    may_be_nobody: bool
    """Whether it may still be that nobody gets it."""
    card: Card | None
    """The card that brings it; null where no card does, or it is not known."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide it."""
    why: Sentence
    """Who gets it and why, in a sentence."""


class Points(Value, frozen=True):
    """The four points of a hand."""

    high: Point
    """The point for the highest trump."""
    low: Point
    """The point for the lowest trump."""
    jack: Point
    """The point for the jack of trumps."""
    game: Point
    """The point for the most pips."""

    def all(self) -> tuple[Point, Point, Point, Point]:
        """The points in counting order."""
        return (self.high, self.low, self.jack, self.game)


class Bounds(Struct, frozen=True):
    """The fewest and the most points that each side can have."""

    least: tuple[int, ...]
    """The fewest points, by side."""
    most: tuple[int, ...]
    """The most points, by side."""


class Reckoning(Value, frozen=True):
    """The points and pips of a hand, before anything is said about the contract."""

    points: Points
    pips: tuple[SidePips, ...]


def reckon(record: HandRecord, captures: Captures, deal: Deal, *, pitcher: int | None) -> Reckoning:
    """The points that follow from the captures, and from the claims where those are silent.

    `pitcher` is the pitching seat if it is known; only a tied Game may turn on it.
    """
    claims = record.claims or Claims()
    counted = pips.count(record, captures, deal)
    points = Points(
        high=_high(claims, captures, deal),
        low=_low(record, claims, captures, deal),
        jack=_jack(claims, captures, deal),
        game=_game(claims, counted, deal, pitcher),
    )
    return Reckoning(points=points, pips=counted)


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
    """A point that may still go to some sides, by default to any."""
    return Point(
        state=Certainty.OPEN,
        side=None,
        possible=tuple(range(deal.sides)) if possible is None else possible,
        may_be_nobody=nobody,
        card=card,
        clauses=deal.cite(*topics),
        why="Not yet known.",
    )


def _extreme(captures: Captures, deal: Deal, *, top: bool) -> str | None:
    """The highest or lowest trump in play, if it is known for sure."""
    # Known for sure in two ways: all trumps are listed, or each one beyond it is sure not to be
    # in play.
    if captures.trumps is not None:
        return captures.trumps[-1 if top else 0] if captures.trumps else None
    if captures.trump is None:
        return None
    suit = deal.pack.suit_cards(captures.trump)
    for card in reversed(suit) if top else suit:
        if captures.captor(card) is not None:
            return card
        if not captures.is_absent(card):
            return None
    return None


def _topics(point: str, captures: Captures) -> tuple[str, ...]:
    is_lone = captures.trumps is not None and len(captures.trumps) == 1
    return (point, "score.lone") if is_lone else (point,)


def _high(claims: Claims, captures: Captures, deal: Deal) -> Point:
    """High to who captured the highest trump in play (`score.high`), else as claimed."""
    card = _extreme(captures, deal, top=True)
    side = captures.captor(card) if card else None
    topics = _topics("score.high", captures)
    if side is not None and card is not None:
        why = f"{deal.side_names[side]} took the {cards.name(card)}, the highest trump in play."
        return _certain(side, card, topics, why, deal)
    if claims.high is not None:
        why = f"The table says that {deal.side_names[claims.high.side]} took High."
        return _certain(claims.high.side, claims.high.card or card, topics, why, deal)
    return _open(topics, deal, nobody=False, card=card)


def _low(record: HandRecord, claims: Claims, captures: Captures, deal: Deal) -> Point:
    """Low to who captured or to who was dealt the lowest trump: option `Low`, clause `score.low`.

    What the table turned over or dealt goes before what it says, for claims may be misremembered.
    """
    card = _extreme(captures, deal, top=False)
    topics = _topics("score.low", captures)
    if deal.ruleset.rules.low is Low.DEALT:
        seat = record.low_dealt_to
        if seat is None and card is not None:
            seat = captures.holder(card)
        if seat is not None:
            lowest = f"the {cards.name(card)}, the lowest trump" if card else "the lowest trump"
            why = f"{deal.seating.names[seat]} was dealt {lowest} in play."
            return _certain(deal.side_of(seat), card, topics, why, deal)
    else:
        side = captures.captor(card) if card else None
        if side is not None and card is not None:
            why = f"{deal.side_names[side]} took the {cards.name(card)}, the lowest trump in play."
            return _certain(side, card, topics, why, deal)
    if claims.low is not None:
        why = f"The table says that {deal.side_names[claims.low.side]} got Low."
        return _certain(claims.low.side, claims.low.card or card, topics, why, deal)
    return _open(topics, deal, nobody=False, card=card)


def _jack(claims: Claims, captures: Captures, deal: Deal) -> Point:
    """The jack to who captured it; nobody where it was not in play (`score.jack`)."""
    topics = ("score.jack",)
    jack = cards.jack(captures.trump) if captures.trump else None
    if jack is not None:
        side = captures.captor(jack)
        if side is not None:
            why = f"{deal.side_names[side]} took the {cards.name(jack)}."
            return _certain(side, jack, topics, why, deal)
        if captures.is_absent(jack):
            return _certain(None, jack, topics, f"The {cards.name(jack)} was not in play.", deal)
    claim = claims.jack
    if claim is not None and not claim.in_play:
        return _certain(None, jack, topics, "The jack of trumps was not in play.", deal)
    if claim is not None and claim.side is not None:
        why = f"The table says that {deal.side_names[claim.side]} took the jack of trumps."
        return _certain(claim.side, jack, topics, why, deal)
    return _open(topics, deal, nobody=claim is None, card=jack)


def _game(claims: Claims, counted: tuple[SidePips, ...], deal: Deal, pitcher: int | None) -> Point:
    """Game to the most pips by the bounds of every side, else as claimed (`score.game`)."""
    names = deal.side_names
    top = max(pip.least for pip in counted)
    reach = tuple(pip.side for pip in counted if pip.most >= top)
    # Game is certain as soon as every side that can still be first is counted, even if others are
    # not.
    if all(counted[side].least == counted[side].most for side in reach):
        if len(reach) == 1:
            why = f"{names[reach[0]]} counted the most pips, {top}."
            return _certain(reach[0], None, ("score.game", "score.pips"), why, deal)
        return _tied_game(reach, top, deal, pitcher)
    if len(reach) == 1:
        why = f"{names[reach[0]]} took at least {top} pips, more than any other side can have."
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
    sharing = together(names[side] for side in tied) if top is not None else "Sides"
    why = f"{sharing} tied for the most pips{'' if top is None else f' with {top}'}"
    rule = deal.ruleset.rules.game_tie
    if rule is GameTie.NOBODY:
        return _certain(None, None, topics, f"{why}, so nobody got Game.", deal)
    # A claimed tie does not say who shares; with two sides it can only be both.
    if (rule is not GameTie.DEALER and pitcher is None) or (top is None and deal.sides > 2):
        return _open(topics, deal, nobody=True, possible=tied)
    winner = tie_winner(tied, deal, pitcher)
    outcome = "nobody got Game" if winner is None else f"{names[winner]} got Game"
    return _certain(winner, None, topics, f"{why}, so {outcome}.", deal)


def tie_winner(tied: tuple[int, ...], deal: Deal, pitcher: int | None) -> int | None:
    """Which of the sides that share the most pips gets Game (`score.tie`); None if none does.

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


def bounds(reckoned: Points, sides: int) -> Bounds:
    """How many of the four points each side can have, by side (D-8)."""
    least, most = [0] * sides, [0] * sides
    for point in reckoned.all():
        for side in point.possible:
            most[side] += 1
        if point.state is Certainty.CERTAIN and point.side is not None:
            least[point.side] += 1
    return Bounds(tuple(least), tuple(most))


def narrowed(reckoned: Points, possible: tuple[tuple[int | None, ...], ...], deal: Deal) -> Points:
    """The points when a search has shown who alone can have each.

    `possible` has the sides that can have High, Low, Jack and Game; None stands for nobody.
    """
    changed = {
        name: _narrowed(getattr(reckoned, name), owners, deal)
        for name, owners in zip(("high", "low", "jack", "game"), possible, strict=True)
    }
    return structs.replace(reckoned, **changed)


def _narrowed(point: Point, owners: tuple[int | None, ...], deal: Deal) -> Point:
    """A point with its owners brought down to those that a search left."""
    if point.state is Certainty.CERTAIN:
        return point
    if len(owners) > 1:
        sides = tuple(side for side in owners if side is not None)
        return structs.replace(point, possible=sides, may_be_nobody=None in owners)
    side = owners[0]
    owner = "nobody" if side is None else deal.side_names[side]
    why = f"In every deal and play that fits the record it goes to {owner}."
    return structs.replace(
        point,
        state=Certainty.CERTAIN,
        side=side,
        possible=() if side is None else (side,),
        may_be_nobody=side is None,
        why=why,
    )


def owned(reckoned: Points, owners: tuple[int | None, ...]) -> Points:
    """The points when the sides that have each are certain; None stands for nobody."""
    high, low, jack, game = (
        structs.replace(
            point,
            state=Certainty.CERTAIN,
            side=side,
            possible=() if side is None else (side,),
            may_be_nobody=side is None,
        )
        for point, side in zip(reckoned.all(), owners, strict=True)
    )
    return Points(high=high, low=low, jack=jack, game=game)
