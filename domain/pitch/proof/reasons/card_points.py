"""Reasons that points of a card give: who is said to have taken it, or that it was not in play."""

from collections.abc import Iterator

from pitch import point_names
from pitch.hand import lemmas, points
from pitch.hand.contradictions import Contradiction
from pitch.point_names import PointName
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import InPile, PointGoesTo, PointInPlay, Statement


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _absent(facts)
    for claim in facts.all(PointGoesTo):
        yield from _against_piles(facts, claim)
    yield from _in_no_pile(facts)


def owners(facts: Facts) -> list[tuple[PointGoesTo, Statement]]:
    """Who has which point, each with the claim or the captured card that tells it."""
    found: list[tuple[PointGoesTo, Statement]] = [(each, each) for each in facts.all(PointGoesTo)]
    said = {each.point for each, _ in found}
    for point in facts.deal.ruleset.rules.points:
        brings = _brings(facts, point)
        if point in said or len(brings) != 1 or _is_holders(facts, point):
            continue
        taken = [each for each in facts.all(InPile) if each.card in brings]
        found += [(PointGoesTo(point, each.side), each) for each in taken[:1]]
    return found


def _is_holders(facts: Facts, point: PointName) -> bool:
    """Whether a point is of who was dealt its card, in whichever pile that lies (N3)."""
    return point in facts.deal.ruleset.rules.dealt_points


def _absent(facts: Facts) -> Iterator[Reason]:
    """A card that was not in play, and yet was taken or is listed."""
    # Each pair is told by itself: which one of the two is the slip, the table knows.
    for missing in (each for each in facts.all(PointInPlay) if not each.was):
        point, brings = missing.point, _brings(facts, missing.point)
        for owner in (each for each in facts.all(PointGoesTo) if each.point is point):
            conflict = lemmas.AWARDED_BUT_ABSENT(facts.deal, point=point).for_point(point)
            yield explain(facts, conflict, missing, owner)
        for other in facts.cards_in_play() if len(brings) == 1 else ():
            if other.card in brings:
                conflict = lemmas.WAS_IN_PLAY(facts.deal, card=other.card).for_point(point)
                yield explain(facts, conflict, missing, other, trump=_needs_suit(facts, point))


def _against_piles(facts: Facts, claim: PointGoesTo) -> Iterator[Reason]:
    """Who is said to have taken a card, where it lies in another pile, or not in that one."""
    point, side, brings = claim.point, claim.side, _brings(facts, claim.point)
    if not brings or _is_holders(facts, point):
        return
    for taken in facts.all(InPile) if len(brings) == 1 else ():
        if taken.card in brings and taken.side != side:
            conflict = lemmas.ANOTHERS_CARD(
                facts.deal, other=taken.side, card=taken.card, side=side
            )
            yield _elsewhere(facts, point, conflict, claim, taken)
    pile = facts.closed_pile(side, whole=_counts_nothing(facts, brings))
    if pile is not None and brings.isdisjoint(pile.cards):
        conflict = (
            lemmas.NOT_IN_PILE(facts.deal, side=side, card=next(iter(brings)))
            if len(brings) == 1
            else lemmas.NOT_IN_PILE_OF_ANY_SUIT(facts.deal, side=side, point=point)
        )
        yield _elsewhere(facts, point, conflict, claim, pile)


def _in_no_pile(facts: Facts) -> Iterator[Reason]:
    """A card that is said to have been in play, and is in no pile."""
    for stated in (each for each in facts.all(PointInPlay) if each.was):
        point, brings = stated.point, _brings(facts, stated.point)
        closed = facts.closed_piles(whole=_counts_nothing(facts, brings))
        if brings and closed and all(brings.isdisjoint(pile.cards) for pile in closed):
            conflict = (
                lemmas.IN_NO_PILE(facts.deal, card=next(iter(brings)))
                if len(brings) == 1
                else lemmas.IN_NO_PILE_OF_ANY_SUIT(facts.deal, point=point)
            )
            yield _elsewhere(facts, point, conflict, stated, *closed)


def _elsewhere(facts: Facts, point: PointName, said: Contradiction, *by: Statement) -> Reason:
    """Return a reason that the card of a point is not where it is claimed."""
    own = said.for_point(point).citing(point_names.topic(point))
    return explain(facts, own, *by, trump=_needs_suit(facts, point))


def _brings(facts: Facts, point: PointName) -> frozenset[str]:
    """The cards one of which brings a point: just one where the trump suit is known."""
    suits = (facts.trump,) if facts.trump else facts.pack.suits
    found = (points.card_for(point, suit) for suit in suits)
    return frozenset(card for card in found if card is not None)


def _needs_suit(facts: Facts, point: PointName) -> bool:
    """Whether it rests on the trump suit which card a point is for."""
    return facts.trump is not None and point not in point_names.JOKERS


def _counts_nothing(facts: Facts, brings: frozenset[str]) -> bool:
    """Whether only a pile that is listed whole tells that a card is not in it."""
    return not all(facts.pack.pips[card] for card in brings)
