"""Cores: the smallest sets of statements that cannot all be true."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitch.proof.cases import Case
from pitch.proof.fits import Fit, Misfit
from pitch.proof.statements import (
    InPile,
    NothingElseInPile,
    PitcherAmong,
    PlayedToTrick,
    StatementAt,
    TricksAre,
    TrumpsAre,
    WasDealt,
)

_TRIALS: Final = (800, 3_000)
"""Work that a trial may take, at first and at the second attempt."""
_ORDERED: Final = 300
"""Work after which a conflict is reduced to what the solver blames, in no order."""
_FIRST_DROPPED: Final[tuple[type, ...]] = (
    PitcherAmong,
    InPile,
    WasDealt,
    PlayedToTrick,
    StatementAt,
    TricksAre,
    NothingElseInPile,
    TrumpsAre,
)
"""Kinds of statements that a conflict needs least, in the order in which they are dropped."""


class MinimalCore(Struct, frozen=True):
    """A smallest set of statements, by their places, that cannot all be true.

    Without any one of them the others can be true, as `fits` shows for every place. A place without
    a fit was not proven to matter: the work did not suffice.
    """

    places: tuple[int, ...]
    fits: dict[int, Fit]

    @property
    def unproven(self) -> tuple[int, ...]:
        """The places that the conflict may not need."""
        return tuple(place for place in self.places if place not in self.fits)


def minimal(case: Case, conflict: Collection[int]) -> MinimalCore:
    """Return a minimal conflict among statements that are known not to fit together.

    Statements are dropped as long as the rest does not fit. Cards go first, all of a kind at once
    if they can: a pile listed whole is one statement, and says more than its cards. Then the same
    from the end, and the shorter conflict is returned: one may have a dozen statements where three
    would do. Hard questions are tried again in the end, when fewer statements may be left.
    """
    first = _Shrinking(case, conflict)
    first.drop(_TRIALS[0])
    second = _Shrinking(case, conflict, order=-1)
    second.drop(_ORDERED, most=len(first.places) - 1)
    shorter = min(first, second, key=lambda shrinking: len(shrinking.places))
    shorter.drop(_TRIALS[1])
    return shorter.core()


class _Shrinking:
    """The statements of a conflict that remain, and a fit without each that is needed."""

    def __init__(self, case: Case, conflict: Collection[int], *, order: int = 1) -> None:
        self.places = self._blamed = frozenset(conflict)
        self.fits: dict[int, Fit] = {}
        self._case = case
        self._order = order
        self._least_work = case.work - _ORDERED

    def core(self) -> MinimalCore:
        """Return the statements that remain."""
        places = tuple(sorted(self.places))
        return MinimalCore(
            places, {place: self.fits[place] for place in places if place in self.fits}
        )

    def drop(self, work: int, most: int | None = None) -> None:
        """Drop statements, as far as some work for each trial decides it.

        The order is that of the record, so that the same record always has the same conflict. With
        `most` it ends as soon as more statements are needed, or the order takes too much work.
        """
        # A whole kind at once first: one question mostly shows that no listed card matters.
        for group in _groups(self._case, self.places.difference(self.fits))[:: self._order]:
            if len(group & self.places) > 1 and isinstance(self._without(group, work), Misfit):
                continue
            for place in sorted(group)[:: self._order]:
                if place not in self.places:
                    continue
                answer = self._without({place}, work)
                if isinstance(answer, Fit):
                    self.fits[place] = answer
                if most is not None and (len(self.fits) > most or self._is_hard):
                    return

    def _without(self, dropped: set[int], work: int) -> Fit | Misfit | None:
        """Drop statements if the rest does not fit; return the answer, None if work ran out."""
        rest = self.places - dropped
        answer: Fit | Misfit | None = Misfit(self._blamed)
        if not self._blamed <= rest:
            answer = self._case.try_fit(rest, work=work)
        if isinstance(answer, Misfit):
            # The solver blames only a part, which it happened upon. As long as work is left, only
            # the order decides which conflict remains: all others are dropped at no cost, but each
            # in its turn.
            self.places = answer.places if self._is_hard else rest
            self._blamed = answer.places
        return answer

    @property
    def _is_hard(self) -> bool:
        return self._case.work < self._least_work


def _groups(case: Case, places: Collection[int]) -> list[set[int]]:
    """Return statements by kind, those first that a conflict needs least."""
    by_kind: dict[type | None, set[int]] = {kind: set() for kind in (*_FIRST_DROPPED, None)}
    for place in places:
        kind = type(case.statements[place].statement)
        by_kind[kind if kind in by_kind else None].add(place)
    return [group for group in by_kind.values() if group]


def places_at(pointers: Iterable[str], statements: Sequence[StatementAt]) -> set[int]:
    """Return the places of all statements at some pointers or below them."""
    prefixes = tuple(f"{pointer}/" for pointer in pointers)
    return {
        place
        for place, statement in enumerate(statements)
        if f"{statement.pointer}/".startswith(prefixes)
    }
