"""Certainties: what is sure of the points of a record that cannot be."""

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
from pitch.proof.efforts import Effort
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import StatementAt

_WORK: Final = 6_000
"""Work for one record, in the solver's units: a phone asks before it shows a question."""
_MOST_ENDINGS: Final = 8
"""Endings that are listed: more do not matter, for an open point is found by two."""
_PILES: Final = "/piles/"
_COUNTED: Final = re.compile(r"^/piles/\d+/(listed|trumps)$")
"""That a pile has no other cards, or so many trumps."""


def points_despite(record: HandRecord, deal: Deal, found: Iterable[Finding]) -> Points:
    """The points that stay as they are however the facts in conflict are mended; none if unsure.

    All facts that a finding blames are withdrawn at once, and where one of a pile is blamed also
    what says that piles are whole: a card may have been another. What is left says less than any
    record in which those facts are changed, so what is certain of it is certain of each of them.
    """
    blamed = {fact for finding in found if prevents_scoring(finding) for fact in finding.facts}
    reading = readings.read(record, deal)
    stated = statements.from_record(record, provers.pitchers(record, deal, reading))
    left = _without(stated, blamed)
    effort = Effort(_WORK)
    case = Case(left, deal, effort.solvers.for_layout(layouts.from_deal(deal)), _WORK, effort)
    result = outcomes.find(case, counts_tricks_of=None, most=_MOST_ENDINGS)
    if result is None or len(left) == len(stated):
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
    """The card that brings a point, as it was read, if no other can without what was withdrawn."""
    trumps, formula = case.trumps(case.everything()), case.formula
    if point.card is None or len(trumps) > 1:
        return None
    if point.point not in EXTREMES:
        return points.card_for(point.point, trumps[0])
    first = formula.highest if point.point is PointName.HIGH else formula.lowest
    literal = first.get(formula.layout.numbered[trumps[0]][point.card])
    try:
        other = literal and case.fit(case.everything(), also=(-literal,))
    except OutOfWork:
        return None
    return point.card if isinstance(other, Misfit) else None


def _without(stated: Sequence[StatementAt], blamed: set[str]) -> list[StatementAt]:
    """The statements that rest on nothing that may be changed where these facts are mended."""
    of_piles = [fact for fact in blamed if fact.startswith(_PILES)]
    withdrawn = set(blamed)
    # A card may have been another, or of another pile: then no pile was listed as it is.
    if of_piles:
        withdrawn |= {each.pointer for each in stated if _COUNTED.match(each.pointer)}
    # A list that lacks a card has another in its place, or it stands in another list.
    if any(_COUNTED.match(fact) for fact in of_piles):
        withdrawn |= {each.pointer for each in stated if each.pointer.startswith(_PILES)}
    return [each for each in stated if not _is_in(each.pointer, withdrawn)]


def _is_in(pointer: str, withdrawn: set[str]) -> bool:
    # What is blamed as a whole is blamed with all that is in it.
    parts = pointer.split("/")
    return any("/".join(parts[:end]) in withdrawn for end in range(2, len(parts) + 1))
