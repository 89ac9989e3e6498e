"""Certainties: the points of an impossible record that are sure all the same."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from pitch.findings import Finding
from pitch.hand import points, readings
from pitch.hand.deals import Deal
from pitch.hand.points import Point, Points
from pitch.hand.records import HandRecord
from pitch.point_names import EXTREMES, PointName
from pitch.proof import cores, explanations, outcomes, statements
from pitch.proof.cases import Case
from pitch.proof.fits import Misfit
from pitch.proof.formula import layouts
from pitch.proof.solver import Effort
from pitch.proof.statements import StatementAt

_WORK: Final = 6_000
"""Work for one record, in the solver's units: a phone asks before it shows a question."""
_MOST_ENDINGS: Final = 8
"""Endings that are listed: two are enough to show that a point is open."""
_LIST: Final = re.compile(
    r"^/(piles|holdings|surplus|tricks|tricksWon|claims/(pips|taken|takenTogether))(?=/)"
)
"""The list that a fact is in: the shares of a total, or cards and tricks in their places."""


def points_despite(record: HandRecord, deal: Deal, findings: Iterable[Finding]) -> Points:
    """Return the points that hold however the facts in conflict are mended; none if unsure.

    All facts that a finding blames are withdrawn at once, with the lists that they are in. The
    remaining statements say less than any record in which those facts are changed, so what is
    certain of them is certain of each such record. One of the findings has to name facts that
    cannot all be true, because one that was stated without a search may rest on others as well.
    """
    blaming = [finding for finding in findings if finding.prevents_scoring()]
    reading = readings.read(record, deal)
    everything = statements.from_record(record, deal)
    remaining = _without(everything, {fact for finding in blaming for fact in finding.facts})
    effort = Effort(_WORK)
    engine = effort.solvers.for_layout(layouts.from_deal(deal))
    whole = Case(everything, deal, engine, _WORK, effort)
    if len(remaining) == len(everything) or not any(_is_conflict(each, whole) for each in blaming):
        return ()
    case = Case(remaining, deal, engine, _WORK, effort)
    result = outcomes.find(case, counts_tricks_of=None, most=_MOST_ENDINGS)
    if result is None:
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
    alternative = literal and case.try_fit(case.everything(), also=(-literal,))
    return point.card if isinstance(alternative, Misfit) else None


def _is_conflict(finding: Finding, case: Case) -> bool:
    """Return whether the facts of a finding cannot all be true, so that one of them is wrong."""
    if explanations.is_sure(finding):
        return True
    return isinstance(case.try_fit(cores.places_at(finding.facts, case.statements)), Misfit)


def _without(everything: Sequence[StatementAt], blamed: set[str]) -> list[StatementAt]:
    """Return the statements that rest on nothing that may be changed when facts are mended.

    In a list a fact is seldom wrong alone: a card in the wrong pile is missing from another, tricks
    change places, and shares add up to a total. So the whole list is withdrawn.
    """
    lists = {match[0] for fact in blamed if (match := _LIST.match(fact))}
    return [at for at in everything if not _is_in(at.pointer, blamed | lists)]


def _is_in(pointer: str, withdrawn: set[str]) -> bool:
    """Return whether a pointer, or an object that contains it, is withdrawn."""
    parts = pointer.split("/")
    return any("/".join(parts[:end]) in withdrawn for end in range(2, len(parts) + 1))
