"""Certainties: the points of an impossible record that are sure all the same."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from pitch.findings import Finding, prevents_scoring
from pitch.hand import points, readings
from pitch.hand.deals import Deal
from pitch.hand.points import Point, Points
from pitch.hand.records import HandRecord
from pitch.point_names import EXTREMES, PointName
from pitch.proof import outcomes, provers, statements
from pitch.proof.cases import Case, Misfit
from pitch.proof.formula import layouts
from pitch.proof.solver import Effort, OutOfWork
from pitch.proof.statements import StatementAt

_WORK: Final = 6_000
"""Work for one record, in the solver's units: a phone asks before it shows a question."""
_MOST_ENDINGS: Final = 8
"""Endings that are listed: two are enough to show that a point is open."""
_PILES: Final = "/piles/"
_COMPLETE: Final = re.compile(r"^/piles/\d+/(listed|trumps)$")
"""The facts that a pile has no other cards, or so many trumps."""
_SHARES: Final = ("/tricksWon/", "/claims/taken/")
"""The facts that divide a total among the sides."""


def points_despite(record: HandRecord, deal: Deal, findings: Iterable[Finding]) -> Points:
    """Return the points that hold however the facts in conflict are mended; none if unsure.

    All facts that a finding blames are withdrawn at once, and if one of a pile is blamed also the
    statements that piles are complete: a card may have been another. The remaining statements say
    less than any record in which those facts are changed, so what is certain of them is certain of
    each such record.
    """
    blamed = {fact for finding in findings if prevents_scoring(finding) for fact in finding.facts}
    reading = readings.read(record, deal)
    everything = statements.from_record(record, provers.pitchers(record, deal, reading))
    remaining = _without(everything, blamed)
    effort = Effort(_WORK)
    case = Case(remaining, deal, effort.solvers.for_layout(layouts.from_deal(deal)), _WORK, effort)
    result = outcomes.find(case, counts_tricks_of=None, most=_MOST_ENDINGS)
    if result is None or len(remaining) == len(everything):
        return ()
    sure = {
        point: owners[0]
        for point, owners in zip(deal.ruleset.rules.points, result.possible, strict=True)
        if len(owners) == 1
    }
    return tuple(
        structs.replace(points.prove_owner(point, sure[point.point], deal), card=_card(point, case))
        for point in reading.points
        if point.point in sure
    )


def _card(point: Point, case: Case) -> str | None:
    """Return the card that brings a point, if no other can without the withdrawn statements."""
    trumps, formula = case.trumps(case.everything()), case.formula
    if point.card is None or len(trumps) > 1:
        return None
    if point.point not in EXTREMES:
        return points.card_for(point.point, trumps[0])
    first = formula.highest if point.point is PointName.HIGH else formula.lowest
    literal = first.get(formula.layout.numbers_by_trump[trumps[0]][point.card])
    try:
        alternative = literal and case.fit(case.everything(), also=(-literal,))
    except OutOfWork:
        return None
    return point.card if isinstance(alternative, Misfit) else None


def _without(everything: Sequence[StatementAt], blamed: set[str]) -> list[StatementAt]:
    """Return the statements that rest on nothing that may be changed when facts are mended."""
    of_piles = [fact for fact in blamed if fact.startswith(_PILES)]
    withdrawn = set(blamed)
    # A card may have been another, or in another pile: then no list was complete.
    if of_piles:
        withdrawn |= {at.pointer for at in everything if _COMPLETE.match(at.pointer)}
    # A list that lacks a card has another in its place, or another list has it.
    if any(_COMPLETE.match(fact) for fact in of_piles):
        withdrawn |= {at.pointer for at in everything if at.pointer.startswith(_PILES)}
    # A share that is wrong is never wrong alone, because the shares add up to the total.
    shares = tuple(kind for kind in _SHARES if any(fact.startswith(kind) for fact in blamed))
    if shares:
        withdrawn |= {at.pointer for at in everything if at.pointer.startswith(shares)}
    return [at for at in everything if not _is_in(at.pointer, withdrawn)]


def _is_in(pointer: str, withdrawn: set[str]) -> bool:
    """Return whether a pointer, or an object that contains it, is withdrawn."""
    parts = pointer.split("/")
    return any("/".join(parts[:end]) in withdrawn for end in range(2, len(parts) + 1))
