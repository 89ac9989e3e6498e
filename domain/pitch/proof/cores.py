"""Cores: the smallest sets of statements that cannot all be true."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

from pitch.proof.cases import Case, Fit, Misfit, Play
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import (
    InPile,
    NothingElseInPile,
    PitcherAmong,
    PlayedToTrick,
    Statement,
    TricksAre,
    TrumpsAre,
    WasDealt,
)

_TRIALS: Final = (3_000, 20_000)
"""Work that a trial may take, at first and when it is tried again."""
_FIRST_DROPPED: Final = (
    PitcherAmong,
    InPile,
    WasDealt,
    PlayedToTrick,
    TricksAre,
    NothingElseInPile,
    TrumpsAre,
)


class MinimalCore(Struct, frozen=True):
    """Statements, by their places, that cannot all be true.

    Take any one away and the others can be, as `fits` shows for every place. A place without a
    fit was not proven to matter: the work did not suffice.
    """

    places: tuple[int, ...]
    fits: dict[int, Fit]

    @property
    def unproven(self) -> tuple[int, ...]:
        """The places of which it is not known whether the conflict needs them."""
        return tuple(place for place in self.places if place not in self.fits)


def minimal(case: Case, blamed: Collection[int], play: Play = Play.LEGAL) -> MinimalCore:
    """A minimal conflict among statements that are known not to fit together.

    Statements are dropped as long as what is left does not fit. Cards go first, all of a kind at
    once if they can: a pile listed whole is one statement, and says more than its cards. What is
    hard to decide is tried again in the end, when there may be less of it.
    """
    shrinking = _Shrinking(case, blamed, play)
    for work in _TRIALS:
        shrinking.drop(work)
    kept = tuple(sorted(shrinking.left))
    return MinimalCore(
        kept, {place: shrinking.fits[place] for place in kept if place in shrinking.fits}
    )


class _Shrinking:
    """The statements that are left of a conflict, and how the others fit without one of them."""

    def __init__(self, case: Case, blamed: Collection[int], play: Play) -> None:
        self.left = frozenset(blamed)
        self.fits: dict[int, Fit] = {}
        self._case = case
        self._play = play

    def drop(self, work: int) -> None:
        """Drop what can be dropped, where a trial is decided within some work."""
        # A whole kind at once first: of twenty listed cards mostly none matters, and one question
        # shows it.
        for group in _groups(self._case, self.left.difference(self.fits)):
            if len(group & self.left) > 1 and isinstance(self._without(group, work), Misfit):
                continue
            # In the order of the record, so that the same record always gives the same conflict.
            for place in sorted(group):
                if place not in self.left:
                    continue
                answer = self._without({place}, work)
                if isinstance(answer, Fit):
                    self.fits[place] = answer

    def _without(self, dropped: set[int], work: int) -> Fit | Misfit | None:
        """Whether statements fit without some, which are gone if not; None for want of work."""
        try:
            answer = self._case.fit(self.left - dropped, self._play, work=work)
        except OutOfWork:
            return None
        if isinstance(answer, Misfit):
            # The solver blames only a part of what was asked; all else is dropped with it for
            # nothing.
            self.left = answer.places
        return answer


def _groups(case: Case, places: Collection[int]) -> list[set[int]]:
    """Statements of a kind, those first that a conflict can best do without."""
    grouped: dict[int, set[int]] = {}
    for place in places:
        grouped.setdefault(_weight(case.stated[place].says), set()).add(place)
    return [grouped[weight] for weight in sorted(grouped)]


def _weight(statement: Statement) -> int:
    kinds = [type(statement) is kind for kind in _FIRST_DROPPED]
    return kinds.index(True) if any(kinds) else len(kinds)


def places_at(pointers: Iterable[str], case: Case) -> set[int]:
    """The places of all statements at some pointers or below them."""
    wanted = tuple(pointers)
    return {
        place
        for place, stated in enumerate(case.stated)
        if any(
            stated.pointer == pointer or stated.pointer.startswith(f"{pointer}/")
            for pointer in wanted
        )
    }
