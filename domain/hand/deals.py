"""Deals: the circumstances in which one hand is played."""

from msgspec import Struct

from domain import seats
from domain.rules import clauses
from domain.rules.rulesets import RuleSet
from domain.seats import Seating


class Deal(Struct, frozen=True):
    """One hand's rule set, table and dealer."""

    ruleset: RuleSet
    seating: Seating
    dealer: int

    @property
    def players(self) -> int:
        """How many were dealt cards."""
        return self.seating.table.players

    @property
    def sides(self) -> int:
        """How many sides score."""
        return seats.side_count(self.seating.table)

    @property
    def side_names(self) -> tuple[str, ...]:
        """What each side is called."""
        return seats.side_names(self.seating)

    def side_of(self, seat: int) -> int:
        """The side that a seat scores for."""
        return seats.side_of(self.seating.table, seat)

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The ids of the clauses on some topics."""
        return clauses.cite(self.ruleset, *topics)
