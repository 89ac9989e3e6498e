"""Pip bounds: the fewest and the most pips of each side, over all deals and plays that fit."""

from collections.abc import Sequence
from typing import Final

from pitch.hand.pips import SidePips
from pitch.proof.cases import Case
from pitch.proof.fits import Fit

_TRIAL: Final = 600
"""Work that a bound may take: a table can count pips, so a wide bound costs it little."""


def narrow_pips(case: Case, pips: Sequence[SidePips]) -> tuple[tuple[SidePips, ...], list[int]]:
    """Return the closest bounds of the pips of each side, and the sides whose bounds are unsure."""
    search, bounds, unsure = _PipSearch(case), [], []
    for count in pips:
        least, most, is_sure = count.least, count.most, True
        if least != most:
            # The cards that can be captured may count less than what the facts alone leave open.
            most = min(most, len(case.formula.pips[count.side]))
            low, low_is_sure = search.extreme(count.side, least, most, sign=-1)
            high, high_is_sure = search.extreme(count.side, least, most, sign=1)
            least, most, is_sure = low, high, low_is_sure and high_is_sure
        if not is_sure:
            unsure.append(count.side)
        bounds.append(SidePips(side=count.side, least=least, most=most))
    return tuple(bounds), unsure


class _PipSearch:
    """A search for the fewest and the most pips of one side after the other."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._trumps = case.trumps(case.everything())
        self._counts = [self._pips(fit) for fit in case.found]
        """The pips of each side, in each hand that was found to fit."""
        self._bounds: dict[int, int] = {}
        """The last bound that was found, by its sign."""

    def extreme(self, side: int, least: int, most: int, *, sign: int) -> tuple[int, bool]:
        """Return a bound found by halving, and whether it is sure."""
        literals = self._case.formula.pips[side]
        # The fewest are the most of their negatives.
        low, high = (least, most) if sign > 0 else (-most, -least)
        low = max([low, *(sign * counts[side] for counts in self._counts)])
        # Sides of which little is known have the same bounds, and what the cards tell is seldom
        # wide of the mark.
        known = [self._bounds[sign] + 1, self._bounds[sign]] if sign in self._bounds else []
        guesses, is_sure = [high, *known], True
        while low < high:
            middle = (low + high + 1) // 2
            while guesses:
                guess = guesses.pop()
                if low < guess <= high:
                    middle = guess
                    break
            fits = self._ask(literals[middle - 1] if sign > 0 else -literals[-middle])
            if fits is False:
                high = middle - 1
                continue
            # What is not decided is taken to fit, so that a bound may be too wide, but not wrong.
            is_sure &= fits is True
            low = max([middle, *(sign * counts[side] for counts in self._counts)])
        if is_sure:
            self._bounds[sign] = high
        return sign * high, is_sure

    def _ask(self, literal: int) -> bool | None:
        """Return whether a hand fits with a literal, and record the pips of one that does.

        None if that takes too much work.
        """
        case = self._case
        answer = case.try_fit(case.everything(), also=(literal,), trumps=self._trumps, work=_TRIAL)
        if isinstance(answer, Fit):
            self._counts.append(self._pips(answer))
        return None if answer is None else isinstance(answer, Fit)

    def _pips(self, fit: Fit) -> tuple[int, ...]:
        """Return the pips of each side in a fit."""
        return tuple(sum(map(fit.model.holds, more)) for more in self._case.formula.pips)
