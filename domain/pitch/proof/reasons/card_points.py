"""Reasons from points of a card: its claimed owner, or that it was not in play."""

from collections.abc import Iterator

from pitch import point_names
from pitch.hand import lemmas, points
from pitch.hand.contradictions import Contradiction
from pitch.point_names import PointName
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import InPile, PointGoesTo, PointInPlay, Statement


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from points of a card."""
    yield from _absent(facts)
    for claim in facts.all(PointGoesTo):
        yield from _against_piles(facts, claim)
    yield from _in_no_pile(facts)


def owners(facts: Facts) -> list[tuple[PointGoesTo, Statement]]:
    """Return the claimed or evident owners of points, each with the statement that shows it."""
    claims = facts.all(PointGoesTo)
    owners: list[tuple[PointGoesTo, Statement]] = [(claim, claim) for claim in claims]
    claimed_points = {claim.point for claim in claims}
    for point in facts.deal.ruleset.rules.points:
        brings = _brings(facts, point)
        if point in claimed_points or len(brings) != 1 or _is_holders(facts, point):
            continue
        taken = next((taken for taken in facts.all(InPile) if taken.card in brings), None)
        if taken is not None:
            owners.append((PointGoesTo(point, taken.side), taken))
    return owners


def _is_holders(facts: Facts, point: PointName) -> bool:
    """Return whether a point belongs to the player who was dealt its card."""
    return point in facts.deal.ruleset.rules.dealt_points


def _absent(facts: Facts) -> Iterator[Reason]:
    """Yield cards that were not in play, and yet were taken or are listed."""
    # Each pair is a reason of its own: the table knows which of the two is the slip.
    for missing in facts.all(PointInPlay, was=False):
        point, brings = missing.point, _brings(facts, missing.point)
        for owner in facts.all(PointGoesTo, point=point):
            conflict = lemmas.AWARDED_BUT_ABSENT(facts.deal, point=point).for_point(point)
            yield explain(facts, conflict, missing, owner)
        for present in facts.cards_in_play() if len(brings) == 1 else ():
            if present.card in brings:
                conflict = lemmas.WAS_IN_PLAY(facts.deal, card=present.card).for_point(point)
                yield explain(facts, conflict, missing, present, trump=_needs_suit(facts, point))


def _against_piles(facts: Facts, claim: PointGoesTo) -> Iterator[Reason]:
    """Yield a claimed card that is in another pile, or not in that of the claiming side."""
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
    """Yield cards that are said to have been in play, and are in no pile."""
    for present in facts.all(PointInPlay, was=True):
        point, brings = present.point, _brings(facts, present.point)
        piles = facts.closed_piles(whole=_counts_nothing(facts, brings))
        if brings and piles and all(brings.isdisjoint(pile.cards) for pile in piles):
            conflict = (
                lemmas.IN_NO_PILE(facts.deal, card=next(iter(brings)))
                if len(brings) == 1
                else lemmas.IN_NO_PILE_OF_ANY_SUIT(facts.deal, point=point)
            )
            yield _elsewhere(facts, point, conflict, present, *piles)


def _elsewhere(facts: Facts, point: PointName, conflict: Contradiction, *by: Statement) -> Reason:
    """Return a reason that the card of a point is not where it is claimed."""
    return explain(facts, conflict.about_point(point), *by, trump=_needs_suit(facts, point))


def _brings(facts: Facts, point: PointName) -> frozenset[str]:
    """Return the cards that bring a point, one for each suit that may be trump."""
    suits = (facts.trump,) if facts.trump else facts.pack.suits
    brings = (points.card_for(point, suit) for suit in suits)
    return frozenset(card for card in brings if card is not None)


def _needs_suit(facts: Facts, point: PointName) -> bool:
    """Return whether the trump suit decides which card a point is for."""
    return facts.trump is not None and point not in point_names.JOKERS


def _counts_nothing(facts: Facts, brings: frozenset[str]) -> bool:
    """Return whether only a whole pile shows that a card is not in it."""
    return not all(facts.pack.pips[card] for card in brings)
