"""Takers: the sides that must have won a trick when the points fell so.

Points alone make a bid by number. A slam that is decided by tricks limits them as well: a side with
a point that captured cards give won a trick, and a side with all the tricks leaves the others none.
"""

from collections.abc import Iterator
from itertools import combinations

from pitch.hand import awards, partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.points import Owners
from pitch.hand.results import TricksAndPoints
from pitch.point_names import PointName
from pitch.rules.choices import Surplus


def can_fare(owners: Owners, contract: Contract, deal: Deal, *, is_made: bool) -> bool:
    """Return whether the bid can be made, or set, when the points fall so.

    `owners` are the sides that took the points, in counting order; one side stands for all that
    score together.
    """
    pitching = partners.pitching_sides(contract, deal)
    own = partners.pool(points.by_side(owners, deal), contract, deal)[pitching[0]]
    # A side with a point that a card brings has won a trick, so points bound the tricks of
    # the others.
    for takers in _takers(owners, deal, contract.pitcher):
        against = takers.difference(pitching)
        fewest, most = len(takers) - len(against), deal.tricks - len(against)
        for tricks in range(fewest, most + 1):
            has = TricksAndPoints(tricks=tricks, points=own)
            if results.is_made(contract, has, has, deal) is is_made:
                return True
    return False


def _takers(owners: Owners, deal: Deal, pitcher: int) -> Iterator[frozenset[int]]:
    """Yield the sides that must have won a trick, for each way in which Game can have fallen."""
    sides = dict(zip(deal.ruleset.rules.points, owners, strict=True))
    # Discarded surplus cards can bring the opponents every point without a trick.
    if deal.surplus is Surplus.TO_OPPONENTS:
        yield frozenset()
        return
    takers = frozenset(
        side
        for point, side in sides.items()
        if side is not None
        and point is not PointName.GAME
        and point not in deal.ruleset.rules.dealt_points
    )
    if PointName.GAME not in sides:
        yield takers
        return
    all_sides, game = tuple(range(deal.sides)), sides[PointName.GAME]
    if game is not None:
        yield takers | {game}
    else:
        for tied in combinations(all_sides, 2):
            if awards.tie_winner(tied, deal, pitcher) is None:
                yield takers | set(tied)
    if (
        _may_be_without_pips(sides.get(PointName.JACK), deal)
        and awards.tie_winner(all_sides, deal, pitcher) == game
    ):
        yield takers


def _may_be_without_pips(jack: int | None, deal: Deal) -> bool:
    """Return whether the dealt cards can be so few that none has pips; then all sides tie."""
    if jack is not None and deal.ruleset.rules.trump_jack_pips:
        return False
    cards_without_pips = len(deal.pack.cards) - deal.pack.pip_card_count + (jack is not None)
    return deal.cards_in_play <= cards_without_pips
