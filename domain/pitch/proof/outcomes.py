"""Outcomes: every way in which a hand can still end, over all deals and plays that fit it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitch.cards import Suit
from pitch.hand.pips import SidePips
from pitch.hand.points import Owners
from pitch.hand.proofs import Ending
from pitch.point_names import EXTREMES, PointName
from pitch.proof.cases import Case, Fit, Misfit
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import PointGoesTo, PointInPlay, Statement

MOST: Final = 40
"""Endings with one trump that are listed; beyond that only the owners of each point."""
_TRIAL: Final = 3_000
"""Work that one question may take, in the solver's units (about a conflict each)."""
_PIP_TRIAL: Final = 600
"""The same for a bound of pips: a table can count them, so a wide bound costs it little."""


class Outcomes(Struct, frozen=True):
    """The endings, owners and partners that are still possible.

    `endings` are all endings if `is_complete`, else some of them, with every owner of each point.
    `possible` are all owners of each point in counting order, None for nobody; a point whose search
    ran out of work is in `unsure`, with every owner that was not ruled out.
    """

    endings: tuple[Ending, ...]
    is_complete: bool
    possible: tuple[Owners, ...]
    unsure: tuple[PointName, ...]
    ran_out: bool
    """Whether work ran out before the endings were complete, and not only their number."""
    partners: tuple[int, ...] = ()
    """The seats that can be the partner, if one is called."""


def find(case: Case, *, counts_tricks_of: int | None, most: int = MOST) -> Outcomes | None:
    """Return the outcomes of a case; None if its statements do not fit.

    `counts_tricks_of` is the pitching side if its bid depends on tricks; `most` is how many endings
    with one trump are listed.
    """
    search = _Search(case, counts_tricks_of, most)
    is_complete = search.list_endings()
    if search.ran_out:
        without = _search_without_owners(case, counts_tricks_of, most)
        if without is not None:
            search, is_complete = without, True
    if not search.endings:
        return None
    possible: list[Owners] = []
    unsure = []
    for place, point in enumerate(case.deal.ruleset.rules.points):
        owners = {ending.owners[place] for ending in search.endings}
        if not is_complete:
            owners, is_sure = search.complete(point, owners)
            if not is_sure:
                unsure.append(point)
        possible.append(tuple(sorted(owners, key=_nobody_last)))
    return Outcomes(
        tuple(search.endings),
        is_complete,
        tuple(possible),
        tuple(unsure),
        search.ran_out,
        search.partners(is_complete=is_complete),
    )


def _search_without_owners(case: Case, counts_tricks_of: int | None, most: int) -> "_Search | None":
    """Return a search that listed the endings without the statements about owners of points.

    None if there are no such statements, or not all endings were listed. An ending has the owner of
    each point, so the endings of the case are those that agree with the statements. More statements
    can take more work, many times as much at worst, so that without this an answer could have fewer
    outcomes than its question.
    """
    points = case.deal.ruleset.rules.points
    others = [at for at in case.statements if not _tells_owner(at.statement, points)]
    claims = [at.statement for at in case.statements if _tells_owner(at.statement, points)]
    if not claims:
        return None
    search = _Search(case.afresh(others), counts_tricks_of, most)
    if not search.list_endings():
        return None
    search.endings = [
        ending
        for ending in search.endings
        if all(_agrees(dict(zip(points, ending.owners, strict=True)), claim) for claim in claims)
    ]
    return search


def _tells_owner(statement: Statement, points: Collection[PointName]) -> bool:
    """Return whether a statement says no more than who has a point, as an ending does."""
    match statement:
        case PointGoesTo(point=point):
            return point in points
        case PointInPlay(point=point):
            return point in points and point not in EXTREMES
    return False


def _agrees(owners: Mapping[PointName, int | None], statement: Statement) -> bool:
    """Return whether a point has the owner that a statement says."""
    match statement:
        case PointGoesTo(point=point, side=side):
            return owners[point] == side
        case PointInPlay(point=point, was=was):
            return (owners[point] is not None) is was
    return True


def _nobody_last(side: int | None) -> tuple[bool, int]:
    return (side is None, side or 0)


class _Search:
    """A search for the endings of a case, one after the other."""

    def __init__(self, case: Case, counts_tricks_of: int | None, most: int) -> None:
        self.endings: list[Ending] = []
        self.ran_out = False
        self._case = case
        self._tricks_of = counts_tricks_of
        self._most = most
        self._trumps = case.trumps(case.everything())
        self._points = case.deal.ruleset.rules.points
        partnership = case.formula.partnership
        self._partners = [] if partnership is None else partnership.partner

    def list_endings(self) -> bool:
        """List endings until there is no other; return whether all were listed."""
        return all(self._list_with(trump) for trump in self._trumps)

    def _list_with(self, trump: str) -> bool:
        """List the endings with a trump suit, each excluded once it is listed."""
        # Clauses that exclude endings hold while `is_new` is assumed; later it is false for good.
        is_new, before = self._case.solver.variable(), len(self.endings)
        try:
            while len(self.endings) - before < self._most:
                fit = self._fit((trump,), is_new)
                if fit is None:
                    self.ran_out = True
                    return False
                if not isinstance(fit, Fit):
                    return True
                ending = self._read(fit)
                self.endings.append(ending)
                self._case.solver.add(-is_new, *(-literal for literal in self._literals(ending)))
        finally:
            self._case.solver.add(-is_new)
        return False

    def complete(self, point: PointName, owners: set[int | None]) -> tuple[set[int | None], bool]:
        """Return every possible owner of a point, and whether that is sure.

        Adds an ending for each.
        """
        is_sure = True
        for side in self._owners(point):
            if side in owners:
                continue
            # One ending is enough to show that a side can have the point.
            answer = self._fit(self._trumps, self._owner(point, side))
            if isinstance(answer, Fit):
                owners = owners | {side}
                self.endings.append(self._read(answer))
            elif answer is None:
                owners, is_sure = owners | {side}, False
        return owners, is_sure

    def partners(self, *, is_complete: bool) -> tuple[int, ...]:
        """Return the seats that can be the partner, undecided ones included."""
        seats = {end.partner for end in self.endings if end.partner is not None}
        for seat, is_partner in enumerate(self._partners):
            if is_complete or seat in seats:
                continue
            if not isinstance(self._fit(self._trumps, is_partner), Misfit):
                seats.add(seat)
        return tuple(sorted(seats))

    def _fit(self, trumps: Sequence[str], also: int) -> Fit | Misfit | None:
        case = self._case
        try:
            return case.fit(case.everything(), also=(also,), trumps=trumps, work=_TRIAL)
        except OutOfWork:
            return None

    def _read(self, fit: Fit) -> Ending:
        """Return the ending that a model shows, with the tricks if they count."""
        formula, model = self._case.formula, fit.model

        def index(literals: Sequence[int]) -> int | None:
            return next((i for i, literal in enumerate(literals) if model.holds(literal)), None)

        won = None
        if self._tricks_of is not None:
            won = sum(map(model.holds, formula.pitching_tricks(self._tricks_of)))
        return Ending(
            trump=Suit(fit.trump),
            owners=tuple(index(formula.owns[point]) for point in self._points),
            tricks=won,
            partner=index(self._partners),
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
    """Return whether a side takes so much in every ending, or in none; and whether that is sure.

    None if it can and need not, which is sure as well.
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
        self._counts: list[tuple[int, ...]] = []
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
        """Return whether a hand fits with a literal; None if that takes too much work."""
        case = self._case
        try:
            answer = case.fit(
                case.everything(), also=(literal,), trumps=self._trumps, work=_PIP_TRIAL
            )
        except OutOfWork:
            return None
        if not isinstance(answer, Fit):
            return False
        holds = answer.model.holds
        self._counts.append(tuple(sum(map(holds, more)) for more in case.formula.pips))
        return True


def _any(
    case: Case, literals: Sequence[int], trumps: Sequence[str], work: int = _TRIAL
) -> bool | None:
    """Return whether literals can all be true with some trump; None if that takes too much work."""
    try:
        answer = case.fit(case.everything(), also=literals, trumps=trumps, work=work)
    except OutOfWork:
        return None
    return isinstance(answer, Fit)
