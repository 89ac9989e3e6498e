"""Deals: the circumstances in which one hand is played."""

from msgspec import Struct

from domain import seats
from domain.cards import Pack
from domain.rules import clauses, packs
from domain.rules.rulesets import RuleSet
from domain.seats import Seating


class Deal(Struct, frozen=True):
    """One hand's rule set, table and dealer, and so its pack and how many cards and tricks it has.

    Whoever judges a hand asks its deal for these numbers and for what is a trump.
    """

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
    def pack(self) -> Pack:
        """The pack that is dealt from."""
        return packs.of(self.ruleset.rules, self.seating.table)

    @property
    def cards_each(self) -> int:
        """How many cards every seat is dealt, before anything is drawn."""
        return self.seating.table.dealt

    @property
    def tricks(self) -> int:
        """How many cards every seat plays from, and so how many tricks there are at the most."""
        return self.ruleset.rules.keep

    @property
    def cards_in_play(self) -> int:
        """How many cards are dealt, played and captured."""
        return seats.cards_in_play(self.seating.table)

    @property
    def least_trumps(self) -> int:
        """How many trumps are in play at the least (D-17): as many as the plain cards leave places.

        Zero or less where plain cards could fill every hand.
        """
        return self.cards_in_play - self.pack.plain_cards

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
