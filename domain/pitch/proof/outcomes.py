"""Outcomes: every way in which a hand can still end, over all deals and plays that fit it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitch.cards import Suit
from pitch.hand.endings import Ending
from pitch.hand.points import Owners
from pitch.point_names import EXTREMES, PointName
from pitch.proof.cases import Case, Fit, Misfit
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import PointGoesTo, PointInPlay, Statement

MOST: Final = 40
"""Endings with one trump that are told one by one; beyond that only what each point can be."""
_TRIAL: Final = 3_000
"""Work that one question may take, in the solver's units (about a conflict each)."""


class Outcomes(Struct, frozen=True):
    """What is still possible.

    `endings` are all endings if `is_complete`, else some of them, with every point's owners.
    `possible` are all owners of each point in counting order, None for nobody; a point that could
    not be searched to the end is in `unsure`, with everything that was not ruled out.
    """

    endings: tuple[Ending, ...]
    is_complete: bool
    possible: tuple[Owners, ...]
    unsure: tuple[PointName, ...]
    ran_out: bool
    """Whether the endings are not complete for want of work, not for being too many."""
    partners: tuple[int, ...] = ()
    """The seats that can be the partner, where one is called."""


def find(case: Case, *, counts_tricks_of: int | None, most: int = MOST) -> Outcomes | None:
    """The outcomes of a case; None if its statements do not fit.

    `counts_tricks_of` is the pitching side where its bid turns on tricks; `most` is how many
    endings with one trump are listed.
    """
    search = _Search(case, counts_tricks_of, most)
    is_complete = search.list_endings()
    if search.ran_out:
        without = _listed_without_owners(case, counts_tricks_of, most)
        if without is not None:
            search, is_complete = without, True
    if not search.endings:
        return None
    possible: list[Owners] = []
    unsure = []
    for place, point in enumerate(case.deal.ruleset.rules.points):
        seen = {ending.owners[place] for ending in search.endings}
        if not is_complete:
            seen, is_sure = search.complete(point, seen)
            if not is_sure:
                unsure.append(point)
        possible.append(tuple(sorted(seen, key=_nobody_last)))
    return Outcomes(
        tuple(search.endings),
        is_complete,
        tuple(possible),
        tuple(unsure),
        search.ran_out,
        search.partners(is_complete=is_complete),
    )


def _listed_without_owners(case: Case, counts_tricks_of: int | None, most: int) -> "_Search | None":
    """Return a search that listed the endings of a case without what is said of its points' owners.

    None where nothing is said, or not all are found. An ending tells who has each point, so those
    of the case are those that say the same. More statements can take more work, many times as much
    at worst: without this a question whose answers lead to something by all endings could be
    answered, and the answer come to less.
    """
    points = case.deal.ruleset.rules.points
    left = [each for each in case.statements if not _tells_owner(each.statement, points)]
    said = [each.statement for each in case.statements if _tells_owner(each.statement, points)]
    if not said:
        return None
    search = _Search(case.afresh(left), counts_tricks_of, most)
    if not search.list_endings():
        return None
    search.endings = [
        ending
        for ending in search.endings
        if all(_agrees(dict(zip(points, ending.owners, strict=True)), each) for each in said)
    ]
    return search


def _tells_owner(statement: Statement, points: Collection[PointName]) -> bool:
    """Return whether all that a statement says is who has a point, as an ending tells it."""
    match statement:
        case PointGoesTo(point=point):
            return point in points
        case PointInPlay(point=point):
            return point in points and point not in EXTREMES
    return False


def _agrees(owners: Mapping[PointName, int | None], statement: Statement) -> bool:
    """Return whether a point has the owner that a statement tells."""
    match statement:
        case PointGoesTo(point=point, side=side):
            return owners[point] == side
        case PointInPlay(point=point, was=was):
            return (owners[point] is not None) is was
    return True


def _nobody_last(side: int | None) -> tuple[bool, int]:
    return (side is None, side or 0)


class _Search:
    """The endings of a case, found one after the other."""

    def __init__(self, case: Case, counts_tricks_of: int | None, most: int) -> None:
        self.endings: list[Ending] = []
        self.ran_out = False
        self._case = case
        self._tricks_of = counts_tricks_of
        self._most = most
        self._trumps = case.trumps(case.everything())
        self._points = case.deal.ruleset.rules.points
        shared = case.formula.partnership
        self._partners = [] if shared is None else shared.partner

    def list_endings(self) -> bool:
        """List endings until there is no other; false if there are too many."""
        return all(self._list_with(trump) for trump in self._trumps)

    def _list_with(self, trump: str) -> bool:
        """The same when a suit is trump; each ending found is barred from being found again."""
        # The clauses that bar endings hold only while `barred` is assumed; afterwards it is made
        # false for good and they are gone.
        barred, before = self._case.solver.variable(), len(self.endings)
        try:
            while len(self.endings) - before < self._most:
                fit = self._fit(trump, barred)
                if fit is None:
                    self.ran_out = True
                    return False
                if not isinstance(fit, Fit):
                    return True
                ending = self._read(fit)
                self.endings.append(ending)
                self._case.solver.add(-barred, *(-each for each in self._literals(ending)))
        finally:
            self._case.solver.add(-barred)
        return False

    def complete(self, point: PointName, seen: set[int | None]) -> tuple[set[int | None], bool]:
        """Everybody who can have a point, and whether that is sure; with an ending for each."""
        is_sure = True
        for side in self._owners(point):
            if side in seen:
                continue
            answers = [self._fit(trump, self._owner(point, side)) for trump in self._trumps]
            # One ending is enough to show that a side can have the point.
            fit = next((answer for answer in answers if isinstance(answer, Fit)), None)
            if fit is not None:
                seen = seen | {side}
                self.endings.append(self._read(fit))
            elif None in answers:
                seen, is_sure = seen | {side}, False
        return seen, is_sure

    def partners(self, *, is_complete: bool) -> tuple[int, ...]:
        """Who can be the partner; whoever was not searched to the end can be."""
        seen = {end.partner for end in self.endings if end.partner is not None}
        for seat, is_partner in enumerate(self._partners):
            if is_complete or seat in seen:
                continue
            answers = [self._fit(trump, is_partner) for trump in self._trumps]
            if any(answer is None or isinstance(answer, Fit) for answer in answers):
                seen.add(seat)
        return tuple(sorted(seen))

    def _fit(self, trump: str, also: int) -> Fit | Misfit | None:
        case = self._case
        try:
            return case.fit(case.everything(), also=(also,), trumps=(trump,), work=_TRIAL)
        except OutOfWork:
            return None

    def _read(self, fit: Fit) -> Ending:
        """The ending that a model shows: who has which point, and the tricks if they count."""
        formula, model = self._case.formula, fit.model

        def owner(point: PointName) -> Iterator[int]:
            literals = formula.owns[point]
            return (side for side, literal in enumerate(literals) if model.holds(literal))

        won = None
        if self._tricks_of is not None:
            won = sum(map(model.holds, formula.pitching_tricks(self._tricks_of)))
        shared = self._partners
        return Ending(
            trump=Suit(fit.trump),
            owners=tuple(next(owner(point), None) for point in self._points),
            tricks=won,
            partner=next((seat for seat, one in enumerate(shared) if model.holds(one)), None),
        )

    def _literals(self, ending: Ending) -> Iterator[int]:
        for point, owner in zip(self._points, ending.owners, strict=True):
            yield self._owner(point, owner)
        if ending.tricks is not None and self._tricks_of is not None:
            won = self._case.formula.pitching_tricks(self._tricks_of)
            yield from won[max(ending.tricks - 1, 0) : ending.tricks]
            yield from (-more for more in won[ending.tricks : ending.tricks + 1])
        if ending.partner is not None:
            yield self._partners[ending.partner]

    def _owners(self, point: PointName) -> list[int | None]:
        formula = self._case.formula
        may_be_nobody = formula.nobody[point] != -formula.true
        return [*formula.sides, None] if may_be_nobody else [*formula.sides]

    def _owner(self, point: PointName, side: int | None) -> int:
        formula = self._case.formula
        return formula.nobody[point] if side is None else formula.owns[point][side]


def promise(case: Case, side: int, *, tricks: int, points: int) -> tuple[bool | None, bool]:
    """Whether a side takes so much in every ending, or in none; and whether that is sure.

    None where it can and need not be, which is sure as well.
    """
    formula, trumps = case.formula, case.trumps(case.everything())
    # `won[k]` says more than k, so at least n is the n-th; promised nothing is no literal at all.
    won, has = formula.pitching_tricks(side), formula.pitching_points(side)
    needed = [*won[:tricks][-1:], *has[:points][-1:]]
    can_be = _any(case, needed, trumps)
    if can_be is not True:
        return can_be, can_be is False
    can_fail = [_any(case, [-literal], trumps) for literal in needed]
    if True in can_fail:
        return None, True
    return (None, False) if None in can_fail else (True, True)


def pips(case: Case, side: int, least: int, most: int) -> tuple[int, int, bool]:
    """The fewest and the most pips that a side can have within bounds, and whether that is sure."""
    # The cards that can be captured may count less than what the facts alone leave open.
    most = min(most, len(case.formula.pips[side]))
    low, low_is_sure = _extreme(case, side, least, most, sign=-1)
    high, high_is_sure = _extreme(case, side, least, most, sign=1)
    return low, high, low_is_sure and high_is_sure


def _extreme(case: Case, side: int, least: int, most: int, *, sign: int) -> tuple[int, bool]:
    """By halving: the bound that is left to try, and the best that was seen."""
    literals = case.formula.pips[side]
    trumps = case.trumps(case.everything())
    low, high = least, most
    middle = high if sign > 0 else low  # what the cards tell is seldom wide of the mark
    while low < high:
        asked = literals[middle - 1] if sign > 0 else -literals[middle]
        answer = _any(case, [asked], trumps)
        if answer is None:
            return (high if sign > 0 else low), False
        if answer:
            low, high = (middle, high) if sign > 0 else (low, middle)
        else:
            low, high = (low, middle - 1) if sign > 0 else (middle + 1, high)
        middle = (low + high + (sign > 0)) // 2
    return low, True


def _any(case: Case, literals: Sequence[int], trumps: Iterable[str]) -> bool | None:
    """Whether literals can all be true with some trump; None when that takes too much work."""
    undecided = False
    for trump in trumps:
        try:
            answer = case.fit(case.everything(), also=literals, trumps=(trump,), work=_TRIAL)
        except OutOfWork:
            undecided = True
            continue
        if isinstance(answer, Fit):
            return True
    return None if undecided else False
