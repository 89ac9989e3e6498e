"""Reasons from claimed points: against the captured cards, and against each other."""

from collections.abc import Iterator
from itertools import product

from pitch import cards
from pitch.hand import lemmas, points
from pitch.hand.checks import claimed_trumps, claims, counts
from pitch.hand.contradictions import Contradiction
from pitch.point_names import EXTREMES, PointName
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.reasons import card_points
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    LowWasDealtTo,
    PointCardIs,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
)
from pitch.rules.choices import GameTie, Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from claimed points."""
    yield from _suits(facts)
    yield from _cards(facts)
    yield from _jack(facts)
    yield from _owners(facts)
    yield from _trickless(facts)
    yield from _dealt_low(facts)
    yield from _ties(facts)
    yield from _counts(facts)


def _suits(facts: Facts) -> Iterator[Reason]:
    """Yield a claimed card that is no trump, and High below Low."""
    if facts.trump is None:  # a claimed card would show the suit
        return
    for claim in facts.extreme_claims():
        if not facts.is_trump(claim.card):
            conflict = lemmas.NO_TRUMP_CLAIMED(facts.deal, card=claim.card, trump=facts.trump)
            yield explain(facts, conflict, claim, trump=True)
    high = facts.first(PointCardIs, point=PointName.HIGH)
    low = facts.first(PointCardIs, point=PointName.LOW)
    if high and low and facts.order(high.card) < facts.order(low.card):
        by, needs_suit = facts.extreme_claims(), not facts.is_natural(high.card, low.card)
        yield explain(facts, lemmas.HIGH_BELOW_LOW(facts.deal), *by, trump=needs_suit)


def _cards(facts: Facts) -> Iterator[Reason]:
    """Yield claimed extremes that a card in play is beyond, or that are in no pile."""
    for claim in facts.extreme_claims():
        point, card = claim.point, claim.card
        for rival in facts.cards_in_play():
            if _is_beyond(facts, rival.card, card, EXTREMES[point]):
                conflict = lemmas.CARD_BEYOND(facts.deal, point=point, card=card, other=rival.card)
                needs_suit = not facts.is_natural(card, rival.card)
                yield explain(facts, conflict.about_point(point), claim, rival, trump=needs_suit)
        # A pile listed from the ten up says nothing of a card that counts no pips.
        piles = facts.closed_piles(whole=not facts.pack.pips[card])
        if piles and all(card not in pile.cards for pile in piles):
            conflict = lemmas.CARD_IN_NO_PILE(facts.deal, point=point, card=card)
            yield explain(facts, conflict.about_point(point), claim, *piles)


def _is_beyond(facts: Facts, rival: str, card: str, sign: int) -> bool:
    """Return whether a card would replace another as High, or as Low with -1, if it is a trump."""
    # Without the trump suit an off-card or a joker does not tell how it stands to another card.
    if not facts.is_natural(card, rival) and not facts.is_trump(card):
        return False
    if facts.suit(rival) != facts.suit(card) or (sign < 0 and cards.is_joker(rival)):
        return False
    return sign * (facts.order(rival) - facts.order(card)) > 0


def _jack(facts: Facts) -> Iterator[Reason]:
    """Yield claims about the jack of trumps that do not go with High or Low."""
    absent = facts.all(PointInPlay, point=PointName.JACK, was=False)
    present: list[Statement] = [
        *facts.all(PointGoesTo, point=PointName.JACK),
        *facts.all(PointInPlay, point=PointName.JACK, was=True),
    ]
    for claim in facts.extreme_claims():
        sign = EXTREMES[claim.point]
        is_joker = cards.is_joker(claim.card)
        # How a joker stands to the jack is alike in every suit, of an off-card only one tells.
        trump = facts.pack.suits[0] if is_joker else facts.suit(claim.card)
        needs_suit = not is_joker and not facts.is_natural(claim.card)
        ranking, jack = facts.pack.ranking(trump), cards.jack(trump)
        if jack not in ranking.order or (needs_suit and not facts.is_trump(claim.card)):
            continue
        card, extreme = claim.card, claim.point
        if sign * (ranking.order[jack] - ranking.order[card]) > 0:
            conflict = claimed_trumps.beyond_extreme_conflict(
                PointName.JACK, extreme, card, facts.deal
            )
            for there in present:
                yield explain(facts, conflict, claim, there, trump=needs_suit)
        for missing in absent if card == jack else ():
            conflict = claimed_trumps.extreme_conflict(PointName.JACK, extreme, card, facts.deal)
            yield explain(facts, conflict, claim, missing, trump=needs_suit)


def _owners(facts: Facts) -> Iterator[Reason]:
    """Yield claims of High or Low that the trumps in the piles rule out."""
    dealt_points = facts.deal.ruleset.rules.dealt_points
    for claim in facts.all(PointGoesTo):
        if claim.point not in EXTREMES or claim.point in dealt_points:
            continue
        for conflict, by in _rival_trumps(facts, claim):
            yield explain(facts, conflict.about_point(claim.point), claim, *by, trump=True)
        none = facts.trump_count(claim.side)
        if none is not None and none.value == 0:
            conflict = lemmas.ANOTHERS_NO_TRUMP(facts.deal, side=claim.side, point=claim.point)
            yield explain(facts, conflict.about_point(claim.point), claim, none)


def _rival_trumps(
    facts: Facts, claim: PointGoesTo
) -> Iterator[tuple[Contradiction, tuple[Statement, ...]]]:
    """Yield trumps of another side that rule out a claim of High or Low."""
    sign, side = EXTREMES[claim.point], claim.side
    for taken in facts.all(InPile):
        if not facts.is_trump(taken.card) or taken.side == claim.side:
            continue
        # A joker is never Low, however low it stands.
        if sign < 0 and cards.is_joker(taken.card):
            continue
        about = {"other": taken.side, "card": taken.card, "side": side}
        # Nothing can be beyond the highest trump of the pack, nor below the lowest, whoever
        # has what else.
        if taken.card == (facts.ranking.trumps[-1] if sign > 0 else facts.ranking.naturals[0]):
            yield lemmas.ANOTHERS_EXTREME(facts.deal, **about, point=claim.point), (taken,)
        elif (pile := facts.none_beyond(side, taken.card, sign)) is not None:
            way = "higher" if sign > 0 else "lower"
            yield lemmas.ANOTHERS_NONE_BEYOND(facts.deal, **about, way=way), (taken, *pile)


def _trickless(facts: Facts) -> Iterator[Reason]:
    """Yield sides without a trick that claim a point which captured cards give.

    A side without a trick can still have trumps that others could not keep, or share a tied Game at
    no pips.
    """
    rules = facts.deal.ruleset.rules
    if facts.deal.surplus is Surplus.TO_OPPONENTS:
        return
    exempt = rules.dealt_points
    if rules.game_tie is not GameTie.NOBODY:
        exempt |= {PointName.GAME}
    for claim in facts.all(PointGoesTo):
        if claim.point in exempt:
            continue
        for most in facts.most_tricks(claim.side):
            if most.value == 0:
                conflict = claims.trickless_conflict(claim.side, claim.point, facts.deal)
                yield explain(facts, conflict, claim, most)


def _dealt_low(facts: Facts) -> Iterator[Reason]:
    """Yield seats said to have been dealt Low against the holdings, the play and the point."""
    is_dealt = PointName.LOW in facts.deal.ruleset.rules.dealt_points
    low_claims = facts.all(PointGoesTo, point=PointName.LOW) if is_dealt else ()
    for low in facts.all(LowWasDealtTo):
        seat = low.seat
        for card, lowest in _lowest(facts):
            for holder in facts.card_holders(card):
                if holder.value != seat:
                    conflict = lemmas.LOW_DEALT_ELSEWHERE(
                        facts.deal, holder=holder.value, card=card, player=seat
                    ).citing("score.low")
                    yield explain(facts, conflict, low, holder, *lowest, trump=not lowest)
        for claim in low_claims:
            if claim.side != facts.deal.side_of(seat):
                conflict = lemmas.ANOTHERS_DEALT_LOW(facts.deal, player=seat, side=claim.side)
                yield explain(facts, conflict.for_point(PointName.LOW), low, claim)


def _lowest(facts: Facts) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """Yield the card that is the lowest trump if it is in play, and what else says so."""
    if facts.trump is not None:
        # The lowest card of the pack is the lowest trump in play whenever it is in play.
        yield facts.ranking.naturals[0], ()
    for claim in facts.all(PointCardIs, point=PointName.LOW):
        yield claim.card, (claim,)


def _ties(facts: Facts) -> Iterator[Reason]:
    """Yield a side that claims Game although Game is tied and goes to nobody."""
    if facts.deal.ruleset.rules.game_tie is not GameTie.NOBODY:
        return
    for tie, claim in product(facts.all(GameIsTied), facts.all(PointGoesTo, point=PointName.GAME)):
        yield explain(facts, lemmas.TIED_BUT_AWARDED(facts.deal), tie, claim)


def _counts(facts: Facts) -> Iterator[Reason]:
    """Yield points by side that no hand has, or that do not agree with the claims."""
    deal = facts.deal
    # The largest first, so that as few sides as possible are blamed for the sum.
    claims_by_size = sorted(facts.all(PointsAre), key=lambda claim: -claim.points)
    for size in range(1, len(claims_by_size) + 1):
        largest = claims_by_size[:size]
        total = sum(claim.points for claim in largest)
        if total > points.most_points(deal):
            sides = [claim.side for claim in largest]
            yield explain(facts, counts.over_total_conflict(sides, total, deal), *largest)
        if total < points.least_points(deal) and size == deal.sides:
            yield explain(facts, counts.under_least_conflict(total, deal), *largest)
    for claim in claims_by_size:
        yield from _wrong_counts(facts, claim)


def _wrong_counts(facts: Facts, claim: PointsAre) -> Iterator[Reason]:
    """Yield points of a side that do not agree with the owners of the points."""
    owners = card_points.owners(facts)
    own = [(point, source) for point, source in owners if point.side == claim.side]
    # A card that was not in play is its points fewer for everybody.
    lost: list[tuple[PointGoesTo | PointInPlay, Statement]] = [
        *((point, source) for point, source in owners if point.side != claim.side),
        *((absent, absent) for absent in facts.all(PointInPlay, was=False)),
    ]
    least = sum(facts.worth(point) for point, _ in own)
    most = points.most_points(facts.deal) - sum(facts.worth(point) for point, _ in lost)
    for which, bound, is_wrong, sources in (
        ("least", least, claim.points < least, [source for _, source in own]),
        ("most", most, claim.points > most, [source for _, source in lost]),
    ):
        if is_wrong:
            conflict = counts.points_conflict(claim.side, bound, which, claim.points, facts.deal)
            needs_suit = any(isinstance(source, InPile) for source in sources)
            yield explain(facts, conflict, claim, *sources, trump=needs_suit)
