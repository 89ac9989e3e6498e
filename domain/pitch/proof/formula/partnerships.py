"""Partnerships: who holds the called card, and what pitcher and partner have together, as clauses.

`called[card]` and `partner[seat]` are exactly one each; a pitcher who plays alone is his own
partner. `withheld` says that the called card did not fall to the first trick (`play.called`).
"""

from itertools import product

from pitch.proof.formula.played_tricks import PlayedTricks
from pitch.rules.choices import Surplus


class Partnership:
    """The literals of a called partner, and their clauses in a formula."""

    def __init__(self, formula: PlayedTricks) -> None:
        self._formula = formula
        trumps, seats = formula.layout.trumps, formula.seats
        self.called = {card: formula.variable() for card in trumps}
        self.partner = formula.several(len(seats))
        formula.exactly_one([*self.called.values()])
        formula.exactly_one(self.partner)
        for card, seat in product(trumps, seats):
            self._hold(card, seat)
        self.pitches = [
            formula.either([formula.pitched[seat], self.partner[seat]]) for seat in seats
        ]
        """Who scores with the pitcher, himself included, by seat."""

    def _hold(self, card: int, seat: int) -> None:
        """Who holds the called card is the partner, and plays it to the first trick."""
        formula, called = self._formula, self.called[card]
        dealt, pitched = formula.dealt[card, seat], formula.pitched[seat]
        formula.add(-called, -dealt, self.partner[seat])
        formula.add(-called, -dealt, pitched, formula.fell[card, 0], formula.withheld)
        held = [dealt]
        if (card, seat) in formula.spare:
            # A partner keeps the called card, or he could not play it; the pitcher need not.
            spare = formula.spare[card, seat]
            formula.add(-called, -spare, pitched)
            if formula.layout.surplus is not Surplus.BURNED:
                held.append(spare)
        # A pitcher is alone with the card, and also where nobody holds it.
        formula.add(-called, -self.partner[seat], pitched, *held)

    def sides(self, owned: list[int]) -> tuple[int, int]:
        """Whether something that one seat may have is with the pitching sides, or against them."""
        formula = self._formula
        pairs = list(zip(owned, self.pitches, strict=True))
        return (
            formula.either([formula.both([has, pitches]) for has, pitches in pairs]),
            formula.either([formula.both([has, -pitches]) for has, pitches in pairs]),
        )
