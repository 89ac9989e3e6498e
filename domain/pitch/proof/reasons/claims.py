"""Reasons that claimed points give: against the cards that were taken, and against each other."""

from collections.abc import Iterator, Sequence

from pitch import cards, point_names
from pitch.hand import lemmas, points
from pitch.hand.checks import claimed_trumps, claims, counts
from pitch.hand.contradictions import Contradiction
from pitch.point_names import EXTREMES, PointName
from pitch.proof.facts import Facts
from pitch.proof.reasons import card_points
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    LowWasDealtTo,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
)
from pitch.rules.choices import GameTie, Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _suits(facts)
    yield from _cards(facts)
    yield from _jack(facts)
    yield from _owners(facts)
    yield from _trickless(facts)
    yield from _dealt_low(facts)
    yield from _ties(facts)
    yield from _counts(facts)


def _suits(facts: Facts) -> Iterator[Reason]:
    """A claimed card that is no trump, or High below Low."""
    claimed = facts.extreme_claims()
    if facts.trump is None:  # then no card is claimed, for that would tell the suit
        return
    for each in claimed:
        if facts.is_trump(each.card):
            continue
        conflict = lemmas.NO_TRUMP_CLAIMED(facts.deal, card=each.card, trump=facts.trump)
        yield explain(facts, conflict, each, trump=True)
    high = [each.card for each in claimed if each.point is PointName.HIGH]
    low = [each.card for each in claimed if each.point is PointName.LOW]
    if high and low and facts.order(high[0]) < facts.order(low[0]):
        needs_suit = not facts.is_natural(high[0], low[0])
        yield explain(facts, lemmas.HIGH_BELOW_LOW(facts.deal), *claimed, trump=needs_suit)


def _cards(facts: Facts) -> Iterator[Reason]:
    """A claimed card that another in play is beyond, or that is in no pile."""
    for claim in facts.extreme_claims():
        point, card = claim.point, claim.card
        for other in facts.cards_in_play():
            if _is_beyond(facts, other.card, card, EXTREMES[point]):
                conflict = lemmas.CARD_BEYOND(facts.deal, point=point, card=card, other=other.card)
                needs_suit = not facts.is_natural(card, other.card)
                yield explain(facts, _of_point(conflict, point), claim, other, trump=needs_suit)
        # A pile listed from the ten up says nothing of a card that counts no pips.
        closed = facts.closed_piles(whole=not facts.pack.pips[card])
        if closed and all(card not in pile.cards for pile in closed):
            conflict = lemmas.CARD_IN_NO_PILE(facts.deal, point=point, card=card)
            yield explain(facts, _of_point(conflict, point), claim, *closed)


def _of_point(said: Contradiction, point: PointName) -> Contradiction:
    """Return what is said of a point with its clauses."""
    return said.for_point(point).citing(point_names.topic(point))


def _is_beyond(facts: Facts, other: str, card: str, sign: int) -> bool:
    """Whether a card would be High in the place of another, or Low with -1, were that a trump."""
    # Without the trump suit an off-card or a joker does not tell how it stands to another card.
    if not facts.is_natural(card, other) and not facts.is_trump(card):
        return False
    if facts.suit(other) != facts.suit(card) or (sign < 0 and cards.is_joker(other)):
        return False
    return sign * (facts.order(other) - facts.order(card)) > 0


def _jack(facts: Facts) -> Iterator[Reason]:
    """Whether the jack of trumps was in play, against the cards claimed for High and Low."""
    owned = [each for each in facts.all(PointGoesTo) if each.point is PointName.JACK]
    absent = facts.all(PointInPlay, point=PointName.JACK, was=False)
    present: list[Statement] = [*owned, *facts.all(PointInPlay, point=PointName.JACK, was=True)]
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
    """Who is said to have taken High or Low, against the trumps in the piles."""
    dealt_points = facts.deal.ruleset.rules.dealt_points
    for claim in facts.all(PointGoesTo):
        if claim.point not in EXTREMES or claim.point in dealt_points:
            continue
        for conflict, by in _trumps_taken(facts, claim):
            yield explain(facts, _of_point(conflict, claim.point), claim, *by, trump=True)
        none = facts.trump_count(claim.side)
        if none is not None and none.value == 0:
            conflict = lemmas.ANOTHERS_NO_TRUMP(facts.deal, side=claim.side, point=claim.point)
            yield explain(facts, _of_point(conflict, claim.point), claim, none)


def _trumps_taken(
    facts: Facts, claim: PointGoesTo
) -> Iterator[tuple[Contradiction, tuple[Statement, ...]]]:
    """Trumps of another side by which High or Low is not where it is claimed."""
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
    """D-16: a side without a trick has no point that captured cards give.

    Unless it has trumps that others could not keep, or Game is tied at no pips and not nobody's.
    """
    rules = facts.deal.ruleset.rules
    if facts.deal.surplus is Surplus.TO_OPPONENTS:
        return
    others = rules.dealt_points
    if rules.game_tie is not GameTie.NOBODY:
        others |= {PointName.GAME}
    for claim in facts.all(PointGoesTo):
        if claim.point in others:
            continue
        for most in facts.most_tricks(claim.side):
            if most.value == 0:
                conflict = claims.trickless_conflict(claim.side, claim.point, facts.deal)
                yield explain(facts, conflict, claim, most)


def _dealt_low(facts: Facts) -> Iterator[Reason]:
    """Who is said to have been dealt Low, against the holdings, the play and the point."""
    dealt_points = facts.deal.ruleset.rules.dealt_points
    for stated in facts.all(LowWasDealtTo):
        seat = stated.seat
        for card, lowest in _lowest(facts):
            for holder in facts.card_holders(card):
                if holder.value != seat:
                    conflict = lemmas.LOW_DEALT_ELSEWHERE(
                        facts.deal, holder=holder.value, card=card, player=seat
                    ).citing("score.low")
                    yield explain(facts, conflict, stated, holder, *lowest, trump=not lowest)
        for claim in facts.all(PointGoesTo):
            is_low = claim.point is PointName.LOW and claim.point in dealt_points
            if is_low and claim.side != facts.deal.side_of(seat):
                conflict = lemmas.ANOTHERS_DEALT_LOW(facts.deal, player=seat, side=claim.side)
                yield explain(facts, conflict.for_point(PointName.LOW), stated, claim)


def _lowest(facts: Facts) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """The card that is the lowest trump if it is in play, and what else says so."""
    if facts.trump is not None:
        # The lowest card of the pack is the lowest trump in play whenever it is in play.
        yield facts.ranking.naturals[0], ()
    for claim in facts.extreme_claims():
        if claim.point is PointName.LOW:
            yield claim.card, (claim,)


def _ties(facts: Facts) -> Iterator[Reason]:
    """A side with Game although it is shared and then goes to nobody."""
    if facts.deal.ruleset.rules.game_tie is not GameTie.NOBODY:
        return
    for tied in facts.all(GameIsTied):
        for claim in facts.all(PointGoesTo):
            if claim.point is PointName.GAME:
                yield explain(facts, lemmas.TIED_BUT_AWARDED(facts.deal), tied, claim)


def _counts(facts: Facts) -> Iterator[Reason]:
    """D-8: points by side that no hand has, or that do not agree with who has which point."""
    deal = facts.deal
    # The largest first, so that as few sides as possible are blamed for the sum.
    said = sorted(facts.all(PointsAre), key=lambda each: -each.points)
    for size in range(1, len(said) + 1):
        total = sum(each.points for each in said[:size])
        if total > points.most_points(deal):
            sides = [each.side for each in said[:size]]
            yield explain(facts, counts.over_total_conflict(sides, total, deal), *said[:size])
        if total < points.least_points(deal) and size == deal.sides:
            yield explain(facts, counts.under_least_conflict(total, deal), *said)
    for each in said:
        yield from _miscounted(facts, each)


def _miscounted(facts: Facts, said: PointsAre) -> Iterator[Reason]:
    """The points of a side against who is said to have which point."""
    owners = card_points.owners(facts)
    own = [(goes, by) for goes, by in owners if goes.side == said.side]
    others = [(goes, by) for goes, by in owners if goes.side != said.side]
    # A card that was not in play is its points fewer for everybody.
    absent = [(each, each) for each in facts.all(PointInPlay) if not each.was]
    lost: list[tuple[PointGoesTo | PointInPlay, Statement]] = [*others, *absent]
    total = points.most_points(facts.deal)
    bounds: tuple[tuple[bool, Sequence[tuple[PointGoesTo | PointInPlay, Statement]], int], ...] = (
        (True, own, sum(facts.worth(point) for point, _ in own)),
        (False, lost, total - sum(facts.worth(point) for point, _ in lost)),
    )
    for is_least, owned, bound in bounds:
        if said.points < bound if is_least else said.points > bound:
            by = [by for _, by in owned]
            which = "least" if is_least else "most"
            conflict = counts.points_conflict(said.side, bound, which, said.points, facts.deal)
            needs_suit = any(isinstance(each, InPile) for each in by)
            yield explain(facts, conflict, said, *by, trump=needs_suit)
