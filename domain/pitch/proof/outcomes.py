"""Outcomes: every way in which a hand can still end, over all deals and plays that fit it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from msgspec import Struct

from pitch.cards import Suit
from pitch.hand.points import Owners
from pitch.hand.proofs import Ending
from pitch.point_names import EXTREMES, PointName
from pitch.proof.cases import Case
from pitch.proof.fits import Fit, Misfit
from pitch.proof.statements import PointGoesTo, PointInPlay, Statement

MOST: Final = 40
"""Endings with one trump that are listed; beyond that only the owners of each point."""
_TRIAL: Final = 3_000
"""Work that one question may take, in the solver's units (about a conflict each)."""
_GROUP_TRIAL: Final = 100
"""The same for the question whether a point can have any of several owners."""
_Candidate = TypeVar("_Candidate")


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


def find(
    case: Case,
    *,
    counts_tricks_of: int | None,
    most: int = MOST,
    result: Callable[[Ending], object] | None = None,
) -> Outcomes | None:
    """Return the outcomes of a case; None if its statements do not fit.

    `counts_tricks_of` is the pitching side if its bid depends on tricks; `most` is how many endings
    with one trump are listed. With a `result` there is an ending for each owner first, and no
    others are listed if these have different results.
    """
    search = _Search(case, counts_tricks_of, most)
    if result is not None:
        search.show_owners()
    is_open = result is not None and len(set(map(result, search.endings))) > 1
    is_complete = not is_open and search.list_endings()
    if search.ran_out:
        without = _search_without_owners(case, counts_tricks_of, most)
        if without is not None:
            search, is_complete = without, True
    if not search.endings:
        return None
    if not is_complete and result is None:
        search.show_owners()
    possible, partners = search.possible(is_complete=is_complete)
    unsure = [
        point
        for place, point in enumerate(case.deal.ruleset.rules.points)
        if {ending.owners[place] for ending in search.endings} != set(possible[place])
    ]
    return Outcomes(
        tuple(search.endings), is_complete, possible, tuple(unsure), search.ran_out, partners
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


def cover(
    candidates: Sequence[_Candidate],
    ask: Callable[[Sequence[_Candidate]], Fit | Misfit | None],
    is_seen: Callable[[_Candidate], bool],
    size: int = 24,
) -> Iterator[Sequence[_Candidate]]:
    """Yield the candidates that are impossible, some at a time.

    `ask` returns a fit with one or more of at most `size` candidates, and None if that takes too
    much work. `is_seen` returns whether such a fit had a candidate.
    """
    waiting = [candidates[first : first + size] for first in range(0, len(candidates), size)][::-1]
    while waiting:
        group = [candidate for candidate in waiting.pop() if not is_seen(candidate)]
        answer = ask(group) if group else None
        if isinstance(answer, Misfit):
            yield group
        elif isinstance(answer, Fit):
            waiting.append(group)
        elif len(group) > 1:
            waiting += ([candidate] for candidate in reversed(group))


class _Search:
    """A search for the endings of a case, one after the other."""

    def __init__(self, case: Case, counts_tricks_of: int | None, most: int) -> None:
        self.endings: list[Ending] = []
        self.ran_out = False
        self._impossible: set[int] = set()
        self._case = case
        self._tricks_of = counts_tricks_of
        self._most = most
        self._trumps = case.trumps(case.everything())
        self._points = case.deal.ruleset.rules.points
        partnership = case.formula.partnership
        self._partners = [] if partnership is None else partnership.partner
        owners = ([self._owner(p, side) for side in self._owners(p)] for p in self._points)
        self._choices = [*owners, self._partners]
        """The owners that each point may have, as literals, and the partners."""
        for fit in case.found:
            self._add(fit)

    def list_endings(self) -> bool:
        """List endings until there is no other; return whether all were listed."""
        return all(self._list_with(trump) for trump in self._trumps)

    def _list_with(self, trump: str) -> bool:
        """List the endings with a trump suit, each excluded once it is listed."""
        # Clauses that exclude endings hold while `is_new` is assumed; later it is false for good.
        is_new = self._case.solver.variable()
        listed = [ending for ending in self.endings if ending.trump == trump]
        for ending in listed:
            self._exclude(ending, is_new)
        try:
            while len(listed) < self._most:
                fit = self._fit((trump,), [is_new])
                if fit is None:
                    self.ran_out = True
                    return False
                if not isinstance(fit, Fit):
                    return True
                listed.append(self._add(fit))
                self._exclude(listed[-1], is_new)
        finally:
            self._case.solver.add(-is_new)
        return False

    def _exclude(self, ending: Ending, is_new: int) -> None:
        self._case.solver.add(-is_new, *(-literal for literal in self._literals(ending)))

    def show_owners(self) -> None:
        """Add endings until each owner that a point can have is in one, and each partner."""
        self._impossible |= self._case.refuted(self._unseen(), self._trumps)
        contradictory: list[frozenset[int]] = []
        given_up: set[int] = set()
        at_once = len(self._points) + 1
        # An ending with another owner of every point takes hardly longer to find than with one, and
        # a contradiction is found sooner than any ending.
        while wanted := self._compatible(given_up, contradictory)[:at_once]:
            answer = self._fit(self._trumps, wanted, _TRIAL if len(wanted) == 1 else _GROUP_TRIAL)
            if isinstance(answer, Fit):
                self._add(answer)
            elif isinstance(answer, Misfit):
                contradictory.append(answer.also)
                if len(answer.also) < 2:
                    self._impossible |= answer.also or {*self._unseen()}
                    self._show_any(given_up)
            elif len(wanted) == 1:
                given_up.add(wanted[0])
            else:
                at_once = 1

    def _compatible(
        self, given_up: Collection[int], contradictory: Sequence[frozenset[int]]
    ) -> list[int]:
        """Return unseen owners, at most one of each point, that do not contradict each other."""
        unseen = {at for at in self._unseen() if at not in self._impossible}.difference(given_up)
        chosen: list[int] = []
        for literals in self._choices:
            for literal in literals:
                together = {*chosen, literal}
                if literal in unseen and not any(core <= together for core in contradictory):
                    chosen.append(literal)
                    break
        return chosen

    def _show_any(self, given_up: Collection[int]) -> None:
        """Add an ending with any of the owners that remain, or rule all of them out at once."""
        others = [at for at in self._unseen() if at not in self._impossible and at not in given_up]
        if len(others) < 2:
            return
        solver = self._case.solver
        among = solver.variable()
        solver.add(-among, *others)
        answer = self._fit(self._trumps, [among], _GROUP_TRIAL)
        solver.add(-among)
        if isinstance(answer, Fit):
            self._add(answer)
        elif isinstance(answer, Misfit):
            self._impossible.update(others)

    def possible(self, *, is_complete: bool) -> tuple[tuple[Owners, ...], tuple[int, ...]]:
        """Return the owners of each point and the partners that were seen or not ruled out."""
        impossible = set(self._unseen()) if is_complete else self._impossible
        owners = (
            [side for side in self._owners(point) if self._owner(point, side) not in impossible]
            for point in self._points
        )
        partners = enumerate(self._partners)
        return (
            tuple(tuple(sides) for sides in owners),
            tuple(seat for seat, is_partner in partners if is_partner not in impossible),
        )

    def _unseen(self) -> list[int]:
        """Return the owners of points and the partners, as literals, that no ending has."""
        seen = {literal for ending in self.endings for literal in self._literals(ending)}
        return [at for at in dict.fromkeys(chain(*self._choices)) if at not in seen]

    def _fit(
        self, trumps: Sequence[str], also: Sequence[int], work: int = _TRIAL
    ) -> Fit | Misfit | None:
        case = self._case
        answer = case.try_fit(case.everything(), also=also, trumps=trumps, work=work)
        if isinstance(answer, Fit):
            # A suit that fits once is the likeliest to fit again.
            self._trumps = tuple(sorted(self._trumps, key=lambda suit: suit != answer.trump))
        return answer

    def _add(self, fit: Fit) -> Ending:
        """Add and return the ending that a fit shows, with the tricks if they count."""
        formula, model = self._case.formula, fit.model

        def index(literals: Sequence[int]) -> int | None:
            return next((i for i, literal in enumerate(literals) if model.holds(literal)), None)

        won = None
        if self._tricks_of is not None:
            won = sum(map(model.holds, formula.pitching_tricks(self._tricks_of)))
        ending = Ending(
            trump=Suit(fit.trump),
            owners=tuple(index(formula.owns[point]) for point in self._points),
            tricks=won,
            partner=index(self._partners),
        )
        if ending not in self.endings:
            self.endings.append(ending)
        return ending

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


def _any(case: Case, literals: Sequence[int], trumps: Sequence[str]) -> bool | None:
    """Return whether literals can all be true with some trump; None if that takes too much work."""
    answer = case.try_fit(case.everything(), also=literals, trumps=trumps, work=_TRIAL)
    return None if answer is None else isinstance(answer, Fit)
