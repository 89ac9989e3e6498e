"""Fits: ways in which statements can all be true, or statements that cannot."""

from collections import defaultdict
from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from pitch.cards import Card, Suit
from pitch.hand.proofs import Witness, WitnessTrick
from pitch.proof.formula.formulas import Formula
from pitch.proof.solver import Model


class Play(StrEnum):
    """How far the play follows the rules."""

    LEGAL = "legal"
    WITH_REVOKES = "with_revokes"
    WITH_WRONG_AWARDS = "with_wrong_awards"
    """A trick is given to a wrong player, or a wrong player leads; and revokes."""
    WITH_WRONG_LEAD = "with_wrong_lead"
    """The first lead is no trump; and revokes."""


class Fit(Struct, frozen=True):
    """One way that statements can all be true."""

    trump: str
    model: Model


class Misfit(Struct, frozen=True):
    """Statements, by their places, that cannot all be true; seldom the fewest."""

    places: frozenset[int]
    also: frozenset[int] = frozenset()
    """Those of the further literals without which the statements may fit."""


class Answers:
    """What is known of statements with a trump suit: which fit together, and which do not.

    Fewer statements than some that fit do, and more than some that do not fit do not, so that many
    questions about one record need no search.
    """

    def __init__(self) -> None:
        self.fits = defaultdict[tuple[str, Play], list[tuple[frozenset[int], Model]]](list)
        self.cores = defaultdict[tuple[str, Play], list[frozenset[int]]](list)

    def find(
        self, places: Collection[int], trump: str, play: Play
    ) -> Model | frozenset[int] | None:
        """Return a model of statements, or the smallest known part without any; None if unknown."""
        asked = frozenset(places)
        cores = [core for core in self.cores[trump, play] if core <= asked]
        if cores:
            return min(cores, key=len)
        fits = (model for fitting, model in self.fits[trump, play] if asked <= fitting)
        return next(fits, None)


def to_witness(fit: Fit, formula: Formula) -> Witness:
    """Return the deal and the play of a fit.

    A player who is out has fewer cards than there are tricks.
    """
    model, seats = fit.model, formula.seats
    cards = formula.layout.cards_by_trump[fit.trump]
    plays = {
        (trick, seat): cards[card]
        for (card, trick, seat), literal in formula.plays.items()
        if model.holds(literal)
    }

    def seat_of(holds: dict[tuple[int, int], int], trick: int) -> int:
        return next(seat for seat in seats if model.holds(holds[trick, seat]))

    def witness_trick(trick: int) -> WitnessTrick:
        leader = seat_of(formula.leads, trick)
        turns = [(leader + turn) % len(seats) for turn in seats]
        return WitnessTrick(
            leader=leader,
            cards=tuple(plays[trick, seat] for seat in turns if (trick, seat) in plays),
            winner=seat_of(formula.wins, trick),
            out=tuple(seat for seat in seats if (trick, seat) not in plays),
        )

    surplus: list[list[Card]] = [[] for _ in seats]
    for (card, seat), literal in formula.spare.items():
        if model.holds(literal):
            surplus[seat].append(cards[card])
    tricks = range(len({trick for trick, _ in plays}))
    return Witness(
        trump=Suit(fit.trump),
        holdings=tuple(
            tuple(plays[trick, seat] for trick in tricks if (trick, seat) in plays)
            for seat in seats
        ),
        tricks=tuple(map(witness_trick, tricks)),
        surplus=tuple(map(tuple, surplus)) if any(surplus) else (),
    )
