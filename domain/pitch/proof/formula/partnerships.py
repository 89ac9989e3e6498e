"""Partnerships: the holder of the called card, and the points of pitcher and partner together.

`called[card]` and `partner[seat]` are exactly one each; a pitcher who plays alone is his own
partner. `withheld` is true if the called card did not fall to the first trick (`play.called`).
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
        """By seat, the literal that it is the pitcher or the partner."""

    def _hold(self, card: int, seat: int) -> None:
        """Add that the holder of the called card is the partner, and plays it first."""
        formula, called = self._formula, self.called[card]
        dealt, pitched = formula.dealt[card, seat], formula.pitched[seat]
        formula.add(-called, -dealt, self.partner[seat])
        formula.add(-called, -dealt, pitched, formula.fell[card, 0], formula.withheld)
        holds = [dealt]
        if (card, seat) in formula.spare:
            # A partner keeps the called card, or he could not play it; the pitcher need not.
            spare = formula.spare[card, seat]
            formula.add(-called, -spare, pitched)
            if formula.layout.surplus is not Surplus.BURNED:
                holds.append(spare)
        # A pitcher is alone with the card, and also where nobody holds it.
        formula.add(-called, -self.partner[seat], pitched, *holds)

    def sides(self, by_seat: list[int]) -> tuple[int, int]:
        """Return the literals that something of one seat is with the pitching sides, or against."""
        formula = self._formula
        pairs = list(zip(by_seat, self.pitches, strict=True))
        return (
            formula.either([formula.both([has, pitches]) for has, pitches in pairs]),
            formula.either([formula.both([has, -pitches]) for has, pitches in pairs]),
        )
