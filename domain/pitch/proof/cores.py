"""Cores: the smallest sets of statements that cannot all be true."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitch.proof.cases import Case, Fit, Misfit, Play
from pitch.proof.solver import OutOfWork
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


def minimal(case: Case, conflict: Collection[int], play: Play = Play.LEGAL) -> MinimalCore:
    """Return a minimal conflict among statements that are known not to fit together.

    Statements are dropped as long as the rest does not fit. Cards go first, all of a kind at once
    if they can: a pile listed whole is one statement, and says more than its cards. Hard questions
    are tried again in the end, when fewer statements may be left.
    """
    shrinking = _Shrinking(case, conflict, play)
    for work in _TRIALS:
        shrinking.drop(work)
    places = tuple(sorted(shrinking.places))
    return MinimalCore(
        places, {place: shrinking.fits[place] for place in places if place in shrinking.fits}
    )


class _Shrinking:
    """The statements of a conflict that remain, and a fit without each that is needed."""

    def __init__(self, case: Case, conflict: Collection[int], play: Play) -> None:
        self.places = frozenset(conflict)
        self.fits: dict[int, Fit] = {}
        self._case = case
        self._play = play

    def drop(self, work: int) -> None:
        """Drop statements, as far as some work for each trial decides it."""
        # A whole kind at once first: one question mostly shows that no listed card matters.
        for group in _groups(self._case, self.places.difference(self.fits)):
            if len(group & self.places) > 1 and isinstance(self._without(group, work), Misfit):
                continue
            # In the order of the record, so that the same record always gives the same conflict.
            for place in sorted(group):
                if place not in self.places:
                    continue
                answer = self._without({place}, work)
                if isinstance(answer, Fit):
                    self.fits[place] = answer

    def _without(self, dropped: set[int], work: int) -> Fit | Misfit | None:
        """Drop statements if the rest does not fit; return the answer, None if work ran out."""
        try:
            answer = self._case.fit(self.places - dropped, self._play, work=work)
        except OutOfWork:
            return None
        if isinstance(answer, Misfit):
            # The solver blames only a part of them; all others are dropped at no cost.
            self.places = answer.places
        return answer


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
