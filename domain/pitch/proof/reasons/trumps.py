"""Reasons from trumps: who held them, where they went, and how few there can have been."""

from collections.abc import Iterable, Iterator, Sequence

from pitch import cards
from pitch.cards import Suit
from pitch.hand import lemmas
from pitch.hand.contradictions import Contradiction
from pitch.point_names import PointName
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import (
    InPile,
    NothingElseInPile,
    PointInPlay,
    Statement,
    TookTrick,
    TricksAre,
    TrumpsAre,
    WasDealt,
)


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from trumps."""
    yield from _gap(facts)
    yield from _in_piles(facts)
    yield from _wrong_counts(facts)
    if facts.trump is None:
        yield from _in_any_suit(facts)
    else:
        yield from _without_pairs(facts)
        yield from _tops(facts)
        yield from _strongest(facts, facts.trump)
        yield from _pitcher_without(facts)


def _in_piles(facts: Facts) -> Iterator[Reason]:
    """Yield reasons once the trumps of every pile are counted.

    Those of the pitcher's side apply if the first lead is a trump; those of the other sides if it
    also draws all other trumps.
    """
    counts = [facts.trump_count(side) for side in range(facts.deal.sides)]
    piles = [count for count in counts if count is not None]
    trumps = sum(pile.value for pile in piles)
    least = facts.deal.least_trumps
    # A pile of which the trumps are not counted may hold all that seem to be missing.
    if len(piles) < len(counts):
        return
    if not trumps and not facts.deal.leads_trump:
        return
    if not trumps:
        yield explain(facts, lemmas.NO_TRUMP_IN_PLAY(facts.deal), *piles)
    elif trumps < least:
        players = facts.deal.players
        conflict = lemmas.TOO_FEW_TRUMPS(facts.deal, players=players, least=least, trumps=trumps)
        yield explain(facts, conflict, *piles)
    elif trumps == 1 and facts.deal.leads_trump:
        yield from _lone(facts, piles)
    elif trumps > 1 and facts.deal.pulls_trumps:
        yield from _spread(facts, piles, trumps)


def _wrong_counts(facts: Facts) -> Iterator[Reason]:
    """Yield piles with more trumps than counted, or with fewer if all their cards are listed."""
    deal, knows_suit = facts.deal, facts.trump is not None
    for count in facts.all(TrumpsAre):
        side, claimed = count.side, count.trumps
        pile = facts.closed_pile(side, whole=True)
        over = facts.captured_trumps(side)[: claimed + 1]
        if len(over) > claimed:
            conflict = lemmas.MORE_TRUMPS(deal, side=side, trumps=len(over), claimed=claimed)
            yield explain(facts, conflict, count, *over, trump=True)
        if pile is not None:
            # With the suit unknown the longest one in the pile is the most that can be trump.
            suits = [facts.trump] if knows_suit else list(Suit)
            most = max(_counted_as(facts, pile.cards, suit) for suit in suits)
            if most < claimed:
                conflict = lemmas.FEWER_TRUMPS(deal, side=side, trumps=most, claimed=claimed)
                yield explain(facts, conflict, count, pile, trump=knows_suit)


def _trumps_in_play(facts: Facts, count: int) -> list[str]:
    """Return the only trumps in play, the highest first, if every pile is listed whole."""
    piles = facts.closed_piles(whole=True)
    cards = {card for pile in piles for card in facts.pile_trumps(pile)}
    return sorted(cards, key=facts.order, reverse=True) if len(cards) == count else []


def _lone(facts: Facts, piles: Sequence[KnownValue]) -> Iterator[Reason]:
    """Yield sides that held a trump although another side has the only one in play."""
    owner = next(side for side, pile in enumerate(piles) if pile.value)
    for side, holder in facts.trump_holders().items():
        # The player with the only trump led it, and won it back.
        if owner != side:
            conflict = lemmas.LONE_UNNAMED_TRUMP(facts.deal, side=owner)
            for card in _trumps_in_play(facts, 1):
                conflict = lemmas.LONE_TRUMP(facts.deal, card=card, side=owner)
            yield explain(facts, conflict, *piles, holder, trump=_turns_on_suit((holder,)))


def _turns_on_suit(by: Iterable[Statement]) -> bool:
    """Return whether only the trump suit shows that some statements are about trumps."""
    return any(isinstance(statement, InPile | NothingElseInPile) for statement in by)


def _in_any_suit(facts: Facts) -> Iterator[Reason]:
    """Yield reasons of too few or misplaced trumps that hold whichever suit was trump."""
    closed = facts.closed_piles(whole=True)
    listed = [card for pile in closed for card in pile.cards]
    most = max(_counted_as(facts, listed, suit) for suit in Suit)
    least = facts.deal.least_trumps
    if closed and most < least:
        lemma, players = lemmas.TOO_FEW_OF_ANY_SUIT, facts.deal.players
        conflict = lemma(facts.deal, players=players, least=least, trumps=most)
        fullest = [suit for suit in Suit if _counted_as(facts, listed, suit) == most]
        if facts.deal.has_all_trumps and len(fullest) == 1:
            conflict = _missing(facts, listed, fullest[0])
        yield explain(facts, conflict, *closed)
    is_lone = closed and most < 2 and facts.deal.leads_trump
    for side, holder in facts.trump_holders().items() if is_lone else ():
        # A side that has any listed card may have the one trump there was.
        if any(card in closed[side].cards for card in listed):
            continue
        conflict = lemmas.LONE_TRUMP_OF_ANY_SUIT(facts.deal, side=side)
        yield explain(facts, conflict, *closed, holder)


def _missing(facts: Facts, listed: Sequence[str], suit: Suit) -> Contradiction:
    """Return the conflict of the trumps that piles lack if all are drawn and captured."""
    trumps = facts.pack.ranking(suit).trumps
    lacking = [card for card in trumps if card not in listed]
    return lemmas.TRUMPS_MISSING(facts.deal, trumps=len(trumps), suit=suit, cards=lacking)


def _spread(facts: Facts, piles: Sequence[KnownValue], trumps: int) -> Iterator[Reason]:
    """Yield piles too small for the trumps that fell to the first trick.

    All who held a trump played one to it, and its winner has them: each side is tried as that
    winner, with what the others have.
    """
    deal, owners, holders = facts.deal, facts.trump_captors(), facts.trump_holders()
    most = max(pile.value for pile in piles)
    if trumps == 2 and len(owners) > 1:
        both = _trumps_in_play(facts, 2)
        conflict = lemmas.TWO_TRUMPS(deal, cards=both) if both else lemmas.TWO_UNNAMED_TRUMPS(deal)
        captures = list(owners.values())[:2]
        yield explain(facts, conflict, *piles, *captures, trump=_turns_on_suit(captures))
        return
    if any(
        len({*holders, side}) <= pile.value
        and len({*holders, side}) + len({*owners} - {side}) <= trumps
        for side, pile in enumerate(piles)
    ):
        return
    needed = len(holders) + len(owners) - 1
    conflict = lemmas.SPREAD_TO_NOBODY(deal, sides=holders)
    if most < len(holders):
        conflict = lemmas.SPREAD(deal, sides=len(holders))
    elif trumps < needed:
        conflict = lemmas.SPREAD_TOO_FEW(deal, sides=len(holders), needed=needed, trumps=trumps)
    suit = _turns_on_suit(holders.values())
    yield explain(facts, conflict, *piles, *holders.values(), trump=suit)


def _gap(facts: Facts) -> Iterator[Reason]:
    """Yield a High and a Low with too few ranks between them for all who held a trump.

    It applies if the first lead is a trump that draws all others.
    """
    extremes = {claim.point: claim for claim in facts.extreme_claims()}
    high, low = extremes.get(PointName.HIGH), extremes.get(PointName.LOW)
    if high is None or low is None or cards.suit(high.card) != cards.suit(low.card):
        return
    if not facts.deal.pulls_trumps or not facts.is_natural(high.card, low.card):
        return
    trumps = facts.pack.trumps(cards.suit(high.card))
    order = {card: place for place, card in enumerate(trumps)}
    # Jokers that rank below are no Low, and can be in play besides.
    below = sum(map(cards.is_joker, trumps[: order[low.card]]))
    room = order[high.card] - order[low.card] + 1 + below
    # A jack that is said to be out of play leaves one rank fewer between the two.
    absent: list[PointInPlay] = []
    jack = order.get(cards.jack(cards.suit(high.card)))
    if jack is not None and order[low.card] < jack < order[high.card]:
        absent = [*facts.all(PointInPlay, point=PointName.JACK, was=False)]
    room -= len(absent)
    owners, holders = facts.trump_captors(), facts.trump_holders()
    needed = len(holders) + len(owners) - 1
    if len(owners) > 1 and room == 2:
        needed = 3
    if 0 < room < needed:
        lemma, deal = lemmas.TOO_FEW_BETWEEN, facts.deal
        conflict = lemma(deal, low=low.card, high=high.card, room=room, needed=needed)
        yield explain(facts, conflict, high, low, *absent, *holders.values())


def _counted_as(facts: Facts, among: Iterable[str], trump: str | None) -> int:
    """Return how many of some cards are trumps when a suit is."""
    return sum(facts.pack.suit_of(card, trump) == trump for card in among)


def _without_pairs(facts: Facts) -> Iterator[Reason]:
    """Yield whole piles without trumps in which no two cards share a suit.

    The first trick that a side wins without a trump it wins over a card of that suit, if the first
    lead is a trump and no joker apart can win a trick over a plain suit.
    """
    if not facts.deal.pulls_trumps or not facts.deal.has_whole_tricks:
        return
    for side in range(facts.deal.sides):
        pile = facts.closed_pile(side, whole=True)
        if pile is None or not pile.cards or facts.pile_trumps(pile):
            continue
        won = _won_something(facts, side)
        if won is not None and len(set(map(facts.suit, pile.cards))) == len(pile.cards):
            conflict = lemmas.WITHOUT_A_PAIR(facts.deal, side=side)
            yield explain(facts, conflict, pile, won, trump=True)


def _won_something(facts: Facts, side: int) -> Statement | None:
    """Return a statement by which a side won a trick."""
    sources: list[Statement] = [
        *facts.all(InPile, side=side),
        *(won for won in facts.all(TricksAre, side=side) if won.tricks),
        *(took for took in facts.all(TookTrick) if facts.deal.side_of(took.seat) == side),
    ]
    return sources[0] if sources else None


def _tops(facts: Facts) -> Iterator[Reason]:
    """Yield sides that captured the highest trump of a player of another side."""
    # Cards that went over to the opponents won no trick; of two equal jokers either may have.
    holdings = [] if facts.deal.is_surplus_captured else facts.all(WasDealt)
    for holding in (holding for holding in holdings if holding.card not in facts.equal_jokers):
        owner = facts.deal.side_of(holding.seat)
        for taken in facts.all(InPile):
            if (
                taken.card != holding.card
                or taken.side == owner
                or not facts.is_trump(holding.card)
            ):
                continue
            is_highest = holding.card == facts.ranking.trumps[-1]
            top = () if is_highest else facts.none_beyond(taken.side, holding.card, 1)
            if top is None:
                continue
            about = {"card": holding.card, "side": taken.side, "player": holding.seat}
            conflict = lemmas.TOP_TRUMP(facts.deal, **about)
            yield explain(facts, conflict, holding, taken, *top, trump=True)


def _strongest(facts: Facts, trump: str) -> Iterator[Reason]:
    """Yield sides with fewer tricks than the highest trumps of one hand bring."""
    # Turns decide between equal jokers, and a trump thrown to spare wins nothing.
    if facts.equal_jokers or facts.deal.is_surplus_captured:
        return
    order, by_all = _downwards(facts, trump)
    for seat in range(facts.deal.players):
        cards_held = {held.card: held for held in facts.all(WasDealt, seat=seat)}
        run = next((k for k, card in enumerate(order) if card not in cards_held), len(order))
        side = facts.deal.side_of(seat)
        # The k highest in one hand win k tricks, for each beats all that can fall on it.
        for most in facts.most_tricks(side):
            if most.value < run:
                lemma, won = lemmas.TOP_TRUMPS, most.value
                conflict = lemma(facts.deal, player=seat, trumps=won + 1, side=side, tricks=won)
                top = [cards_held[card] for card in order[: won + 1]]
                yield explain(facts, conflict, most, *top, *by_all, trump=True)


def _downwards(facts: Facts, trump: str) -> tuple[list[str], Sequence[Statement]]:
    """Return the trumps that can have been in play from high to low, and why no others."""
    suit = list(reversed(facts.pack.trumps(trump)))
    # With every holding known a trump that nobody holds is out of play; with a known High all
    # above it are.
    if facts.is_dealt():
        dealt = facts.all(WasDealt)
        return [card for card in suit if card in {held.card for held in dealt}], dealt
    for high in facts.extreme_claims():
        if high.point is PointName.HIGH and facts.is_trump(high.card):
            return suit[suit.index(high.card) :], (high,)
    return suit, ()


def _pitcher_without(facts: Facts) -> Iterator[Reason]:
    """Yield a pitcher whose whole hand is known and has no trump to lead (`play.trump`)."""
    pitcher = facts.pitcher() if facts.deal.leads_trump and not facts.may_pass else None
    hand = facts.whole_hands().get(pitcher.value) if pitcher else None
    if pitcher is not None and hand and not any(facts.is_trump(held.card) for held in hand):
        conflict = lemmas.WITHOUT_TRUMP(facts.deal, player=pitcher.value)
        yield explain(facts, conflict, pitcher, *hand, trump=True)
