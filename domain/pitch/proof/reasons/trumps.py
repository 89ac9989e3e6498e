"""Reasons that trumps give: who held them, where they went, and how few there can have been."""

from collections.abc import Iterable, Iterator, Sequence

from pitch import cards
from pitch.cards import Suit
from pitch.hand import lemmas
from pitch.hand.contradictions import Contradiction
from pitch.point_names import PointName
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import (
    InPile,
    NothingElseInPile,
    Statement,
    TookTrick,
    TricksAre,
    TrumpsAre,
    WasDealt,
)


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _gap(facts)
    yield from _in_piles(facts)
    yield from _miscounted(facts)
    if facts.trump is None:
        yield from _in_any_suit(facts)
    else:
        yield from _unpaired(facts)
        yield from _tops(facts)
        yield from _strongest(facts, facts.trump)
        yield from _pitcher_without(facts)


def _in_piles(facts: Facts) -> Iterator[Reason]:
    """D-2, D-3, D-5, D-6 and D-17: what is certain when the trumps of every pile are counted.

    D-2 and D-3 where the first lead is a trump; D-5 and D-6 where it also draws all others.
    """
    told = [facts.trump_count(side) for side in range(facts.deal.sides)]
    piles = [each for each in told if each is not None]
    trumps = sum(each.value for each in piles)
    least = facts.deal.least_trumps
    # A pile of which the trumps are not counted may hold all that seem to be missing.
    if len(piles) < len(told):
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


def _miscounted(facts: Facts) -> Iterator[Reason]:
    """More trumps in a pile than it is said to have, or fewer where all its cards are listed."""
    deal, knows_suit = facts.deal, facts.trump is not None
    for stated in facts.all(TrumpsAre):
        side, claimed = stated.side, stated.trumps
        pile = facts.closed_pile(side, whole=True)
        over = facts.captured_trumps(side)[: claimed + 1]
        if len(over) > claimed:
            conflict = lemmas.MORE_TRUMPS(deal, side=side, trumps=len(over), claimed=claimed)
            yield explain(facts, conflict, stated, *over, trump=True)
        if pile is not None:
            # With the suit unknown the longest one in the pile is the most that can be trump.
            suits = [facts.trump] if knows_suit else list(Suit)
            most = max(_counted_as(facts, pile.cards, suit) for suit in suits)
            if most < claimed:
                conflict = lemmas.FEWER_TRUMPS(deal, side=side, trumps=most, claimed=claimed)
                yield explain(facts, conflict, stated, pile, trump=knows_suit)


def _named(facts: Facts, trumps: int) -> list[str]:
    """The only trumps in play, the highest first, if every pile is listed whole."""
    listed = [card for pile in facts.closed_piles(whole=True) for card in facts.pile_trumps(pile)]
    ordered = sorted(set(listed), key=facts.ranking.order.__getitem__, reverse=True)
    return ordered if len(ordered) == trumps else []


def _lone(facts: Facts, piles: Sequence[KnownValue]) -> Iterator[Reason]:
    """D-3: the only trump in play belongs to whoever pitched."""
    owner = next(side for side, pile in enumerate(piles) if pile.value)
    for side, holder in facts.trump_holders().items():
        # Whoever held the only trump led it, and won it back.
        if owner != side:
            conflict = lemmas.LONE_UNNAMED_TRUMP(facts.deal, side=owner)
            for card in _named(facts, 1):
                conflict = lemmas.LONE_TRUMP(facts.deal, card=card, side=owner)
            yield explain(facts, conflict, *piles, holder, trump=_turns_on_suit((holder,)))


def _turns_on_suit(by: Iterable[Statement]) -> bool:
    """Whether it needs the trump suit to see that some statements are about trumps."""
    return any(isinstance(each, InPile | NothingElseInPile) for each in by)


def _in_any_suit(facts: Facts) -> Iterator[Reason]:
    """D-3 and D-17 where it does not matter which suit was trump."""
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
    """Which trumps the piles lack, where all are drawn and captured (N1)."""
    trumps = facts.pack.ranking(suit).trumps
    lacking = [card for card in trumps if card not in listed]
    return lemmas.TRUMPS_MISSING(facts.deal, trumps=len(trumps), suit=suit, cards=lacking)


def _spread(facts: Facts, piles: Sequence[KnownValue], trumps: int) -> Iterator[Reason]:
    """D-5, D-6: all who held a trump played one to the first trick, and its winner has them.

    For each side it is tried whether it can have been that winner, with what the others have.
    """
    deal, owners, holders = facts.deal, facts.trump_captors(), facts.trump_holders()
    most = max(pile.value for pile in piles)
    if trumps == 2 and len(owners) > 1:
        both = _named(facts, 2)
        conflict = lemmas.TWO_TRUMPS(deal, cards=both) if both else lemmas.TWO_UNNAMED_TRUMPS(deal)
        apart = list(owners.values())[:2]
        yield explain(facts, conflict, *piles, *apart, trump=_turns_on_suit(apart))
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
    """D-7: no more trumps than ranks between High and Low, and enough for all who held one.

    Where the first lead is a trump that draws all others.
    """
    extremes = {each.point: each for each in facts.extreme_claims()}
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
    absent: list[Statement] = []
    jack = order.get(cards.jack(cards.suit(high.card)))
    if jack is not None and order[low.card] < jack < order[high.card]:
        absent = list(facts.in_play_claims(PointName.JACK, was=False))
    room -= len(absent)
    owners, holders = facts.trump_captors(), facts.trump_holders()
    needed = len(holders) + len(owners) - 1
    if len(owners) > 1 and room == 2:
        needed = 3
    if 0 < room < needed:
        lemma, deal = lemmas.TOO_FEW_BETWEEN, facts.deal
        conflict = lemma(deal, low=low.card, high=high.card, room=room, needed=needed)
        yield explain(facts, conflict, high, low, *absent, *holders.values())


def _counted_as(facts: Facts, listed: Iterable[str], trump: str | None) -> int:
    """How many of some cards are trumps while a suit is."""
    return sum(facts.pack.suit_of(card, trump) == trump for card in listed)


def _unpaired(facts: Facts) -> Iterator[Reason]:
    """D-12: the first trick that a side wins without a trump it wins over a card of that suit.

    Where the first lead is a trump, and no joker apart can win a trick over a plain suit.
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
    """A statement by which a side won a trick."""
    won: list[Statement] = [*facts.captures(side)]
    won += [each for each in facts.all(TricksAre) if each.side == side and each.tricks]
    won += [each for each in facts.all(TookTrick) if facts.deal.side_of(each.seat) == side]
    return won[0] if won else None


def _tops(facts: Facts) -> Iterator[Reason]:
    """D-4: the highest trump that a side took won its trick for whoever played it."""
    # What went over to the opponents won no trick; of two equal jokers either may have.
    told = [] if facts.deal.is_surplus_captured else facts.all(WasDealt)
    for held in (each for each in told if each.card not in facts.equal):
        owner = facts.deal.side_of(held.seat)
        for taken in facts.all(InPile):
            if taken.card != held.card or taken.side == owner or not facts.is_trump(held.card):
                continue
            is_highest = held.card == facts.ranking.trumps[-1]
            top = () if is_highest else facts.none_beyond(taken.side, held.card, 1)
            if top is None:
                continue
            about = {"card": held.card, "side": taken.side, "player": held.seat}
            conflict = lemmas.TOP_TRUMP(facts.deal, **about)
            yield explain(facts, conflict, held, taken, *top, trump=True)


def _strongest(facts: Facts, trump: str) -> Iterator[Reason]:
    """D-11: whoever holds the k highest trumps in play wins at least k tricks."""
    # Which of two equal jokers wins is a matter of turns, and a trump thrown to spare wins nothing.
    if facts.equal or facts.deal.is_surplus_captured:
        return
    order, by_all = _downwards(facts, trump)
    for seat in range(facts.deal.players):
        held = {each.card: each for each in facts.holding(seat)}
        run = next((k for k, card in enumerate(order) if card not in held), len(order))
        side = facts.deal.side_of(seat)
        # The k highest in one hand win k tricks, for each beats all that can fall on it.
        for most in facts.most_tricks(side):
            if most.value < run:
                lemma, won = lemmas.TOP_TRUMPS, most.value
                conflict = lemma(facts.deal, player=seat, trumps=won + 1, side=side, tricks=won)
                top = [held[card] for card in order[: won + 1]]
                yield explain(facts, conflict, most, *top, *by_all, trump=True)


def _downwards(facts: Facts, trump: str) -> tuple[list[str], Sequence[Statement]]:
    """The trumps that can have been in play from high to low, and what rules out the others."""
    suit = list(reversed(facts.pack.trumps(trump)))
    # With every holding known a trump that nobody holds is out of play; with a known High all
    # above it are.
    if facts.is_dealt():
        dealt = facts.all(WasDealt)
        return [card for card in suit if card in {each.card for each in dealt}], dealt
    for high in facts.extreme_claims():
        if high.point is PointName.HIGH and facts.is_trump(high.card):
            return suit[suit.index(high.card) :], (high,)
    return suit, ()


def _pitcher_without(facts: Facts) -> Iterator[Reason]:
    """A pitcher whose whole hand is known and has no trump to lead (`play.trump`)."""
    pitcher = facts.pitcher() if facts.deal.leads_trump and not facts.may_pass else None
    held = facts.whole_hands().get(pitcher.value) if pitcher else None
    if pitcher is not None and held and not facts.known_trumps(each.card for each in held):
        conflict = lemmas.WITHOUT_TRUMP(facts.deal, player=pitcher.value)
        yield explain(facts, conflict, pitcher, *held, trump=True)
