"""Conflicts: the smallest sets of statements that cannot all be true."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

from domain.cases import Case, Fit, Misfit, Play
from domain.solver import OutOfWork
from domain.statements import (
    Fell,
    InPile,
    NothingElseInPile,
    PitcherAmong,
    Statement,
    TricksAre,
    WasDealt,
)

_TRIAL: Final = 8_000
"""Conflicts that one trial may meet."""
_FIRST_DROPPED: Final = (PitcherAmong, InPile, WasDealt, Fell, TricksAre, NothingElseInPile)


class Conflict(Struct, frozen=True):
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


def minimal(case: Case, blamed: Collection[int], play: Play = Play.LEGAL) -> Conflict:
    """A minimal conflict among statements that are known not to fit together.

    Statements are dropped as long as what is left does not fit. Cards go first, all of a kind at
    once if they can: a pile listed whole is one statement, and says more than its cards.
    """
    left = set(blamed)
    fits: dict[int, Fit] = {}
    for group in _groups(case, left):
        without = left - group
        answer = _tried(case, without, play) if len(group & left) > 1 else None
        if isinstance(answer, Misfit):
            left = set(answer.places)
            continue
        for place in sorted(group):
            if place not in left:
                continue
            single = _tried(case, left - {place}, play)
            if isinstance(single, Misfit):
                left = set(single.places)
            elif single is not None:
                fits[place] = single
    kept = tuple(sorted(left))
    return Conflict(kept, {place: fits[place] for place in kept if place in fits})


def _tried(case: Case, places: Collection[int], play: Play) -> Fit | Misfit | None:
    """Whether statements fit; None when that takes too much work."""
    try:
        return case.fit(places, play, work=_TRIAL)
    except OutOfWork:
        return None


def _groups(case: Case, places: Collection[int]) -> list[set[int]]:
    """Statements of a kind, those first that a conflict can best do without."""
    grouped: dict[int, set[int]] = {}
    for place in places:
        grouped.setdefault(_weight(case.stated[place].says), set()).add(place)
    return [grouped[weight] for weight in sorted(grouped)]


def _weight(statement: Statement) -> int:
    kinds = [type(statement) is kind for kind in _FIRST_DROPPED]
    return kinds.index(True) if any(kinds) else len(kinds)


def expanded(pointers: Iterable[str], case: Case) -> set[int]:
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
