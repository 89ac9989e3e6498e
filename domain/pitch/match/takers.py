"""Takers: the sides that must have won a trick when the points fell so (D-15, D-16).

Points alone make a bid by number. A slam that tricks decide binds them as well: whoever has a point
that captured cards give won a trick, and a side with all the tricks leaves the others none.
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
    """Whether the bid can fare so when the points fall so (D-15, D-16).

    `owners` are the sides that took the points, in counting order; of those that score together one
    stands for all.
    """
    pitching = partners.pitching_sides(contract, deal)
    own = partners.pool(points.by_side(owners, deal), contract, deal)[pitching[0]]
    # Whoever has a point that a card brings has won a trick (D-16), so points bound the tricks of
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
    """The sides that must have won a trick, in each way in which Game can have gone so."""
    named = dict(zip(deal.ruleset.rules.points, owners, strict=True))
    # What nobody could keep can bring the opponents every point without a trick.
    if deal.surplus is Surplus.TO_OPPONENTS:
        yield frozenset()
        return
    takers = frozenset(
        side
        for point, side in named.items()
        if side is not None
        and point is not PointName.GAME
        and point not in deal.ruleset.rules.dealt_points
    )
    if PointName.GAME not in named:
        yield takers
        return
    everybody, game = tuple(range(deal.sides)), named[PointName.GAME]
    if game is not None:
        yield takers | {game}
    else:
        for tied in combinations(everybody, 2):
            if awards.tie_winner(tied, deal, pitcher) is None:
                yield takers | set(tied)
    if (
        _may_be_without_pips(named.get(PointName.JACK), deal)
        and awards.tie_winner(everybody, deal, pitcher) == game
    ):
        yield takers


def _may_be_without_pips(jack: int | None, deal: Deal) -> bool:
    """Whether so few cards are dealt that none with pips need be among them; then all tie."""
    if jack is not None and deal.ruleset.rules.trump_jack_pips:
        return False
    # If all dealt cards can be without pips, all sides tie at none.
    without = len(deal.pack.cards) - deal.pack.pip_card_count + (jack is not None)
    return deal.cards_in_play <= without
