"""Provers: decide a record over all deals and plays, and explain an impossible one."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from pitch.findings import Finding, FindingKind
from pitch.hand import partners, proofs, readings, records, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.proofs import Ending, Proof, RevokedCard, Witness
from pitch.hand.readings import HandReading
from pitch.hand.records import HandRecord
from pitch.messages import POINT, SIDE, Message, Sentence
from pitch.point_names import PointName
from pitch.proof import (
    feasibility,
    fits,
    outcomes,
    pip_bounds,
    repair_trials,
    solver,
    statements,
)
from pitch.proof.cases import Case
from pitch.proof.explanations import Explanation, is_sure
from pitch.proof.fits import Answers, Fit, Play
from pitch.proof.formula import layouts
from pitch.proof.outcomes import Outcomes
from pitch.proof.solver import READING, Effort, OutOfWork, Solver
from pitch.proof.statements import StatementAt

_FITS: Final = Message("undecided.fits")
_FEWEST_RENEGES: Final = Message("undecided.fewest_reneges")
_COUNT: Final = Message("undecided.count", side=SIDE)
_CERTAIN: Final = Message("undecided.certain")
_ENDINGS: Final = Message("undecided.endings")
_TOO_MANY_ENDINGS: Final = Message("undecided.endings.too_many")
_BID: Final = Message("undecided.bid")
_POINT: Final = Message("undecided.point", point=POINT)
_NOTHING_FITS: Final = Message("finding.no_hand_fits.unexplained")


class SearchLimits(Struct, frozen=True):
    """Work that each part of a proof may take, and `total` for all of them."""

    total: int = 24_000
    decision: int = 24_000
    certainty: int = 12_000
    pips: int = 2_000
    conflict: int = 20_000
    repairs: int = 6_000
    endings: int = outcomes.MOST
    """Endings with one trump that are listed one by one."""
    lists: bool = True
    """Whether endings are listed although two that were seen have different results."""
    explains: bool = True
    """Whether the verdict is read. If only outcomes are compared, no impossible record is explained
    or mended, and no pips are bounded."""


USUAL: Final = SearchLimits()
BRIEF: Final = SearchLimits(decision=2_000, certainty=3_000, explains=False)
"""Work for the same hand under other rules: its outcome, not the reasons."""
GLANCE: Final = structs.replace(BRIEF, endings=8, lists=False)
"""The same if two endings that differ are enough, because the hand is then open for certain."""
OTHERS: Final = 20_000
"""Work for the same hand under all other rules together; twice that of wide records."""


class _Task(Struct, frozen=True):
    """A record to prove: what its facts show and state, and the work allowed."""

    record: HandRecord
    reading: HandReading
    statements: Sequence[StatementAt]
    deal: Deal
    limits: SearchLimits
    effort: Effort

    def case(self, engine: Solver, work: int, answers: Answers | None = None) -> Case:
        """Return the case of the record for a solver, with a part of the work."""
        return Case(self.statements, self.deal, engine, work, self.effort, answers)


def prove(
    record: HandRecord, deal: Deal, limits: SearchLimits = USUAL, effort: Effort | None = None
) -> Proof:
    """Return the proof of a record: possible or not, why not, and what is certain.

    `deal.dealer` is the seat that dealt. A part that takes more work than `limits`, or than remains
    of `effort`, is left open and named in `undecided`; nothing is ever guessed. Without an `effort`
    the same record has the same proof, whatever was asked before. As in `verdicts.judge`, the
    record has passed `HandRecord.check`.
    """
    budget = Effort(limits.total) if effort is None else effort
    budget.spend(READING)
    reading = readings.read(record, deal)
    # An auction is judged exactly without any search.
    if reading.bidding.is_unplayed or not _says_something(record):
        return Proof(dealer=deal.dealer, findings=reading.findings)
    # Without reasons a record that the facts alone rule out needs no formula: most presets rule
    # a record out by their pack or their piles.
    if not limits.explains and reading.is_impossible:
        return Proof(dealer=deal.dealer, findings=_findings(record, reading), revokes=None)
    everything = statements.from_record(record, deal)
    try:
        is_possible = feasibility.is_possible(everything, deal, limits.decision, effort)
    except OutOfWork:
        return _undecided_proof(reading, deal)
    task = _Task(record, reading, everything, deal, limits, budget)
    # Deals and plays do not include the auction, so a record can fit and still be impossible.
    if is_possible and not _is_sure_to_be_impossible(reading):
        return _possible(task, is_shared=effort is not None)
    if limits.explains:
        return _impossible(task, fits=is_possible)
    return Proof(dealer=deal.dealer, findings=_findings(record, reading), revokes=None)


def _undecided_proof(reading: HandReading, deal: Deal) -> Proof:
    """Return the proof that needs no search, if it was too much work to decide more."""
    return Proof(
        dealer=deal.dealer,
        findings=reading.findings,
        revokes=None,
        is_exact=_is_sure_to_be_impossible(reading),
        undecided=(_FITS(),),
    )


def witness(
    record: HandRecord, deal: Deal, limits: SearchLimits = USUAL, effort: Effort | None = None
) -> Witness | None:
    """Return a deal and six tricks that replay to the record, with the fewest revokes.

    None if none do. The same record always gets the same witness.
    """
    everything = statements.from_record(record, deal)
    engine = solver.fresh(layouts.from_deal(deal))
    case = Case(everything, deal, engine, limits.decision, effort or Effort(limits.total))
    try:
        answer = case.fit(case.everything())
        fit = answer if isinstance(answer, Fit) else _fewest_revokes(case)[0]
    except OutOfWork:
        return None
    return None if fit is None else fits.to_witness(fit, case.formula)


def _is_sure_to_be_impossible(reading: HandReading) -> bool:
    """Return whether a record is impossible for reasons apart from deals and plays."""
    return any(finding.prevents_scoring() and is_sure(finding) for finding in reading.findings)


def _says_something(record: HandRecord) -> bool:
    """Return whether a record has anything but an auction."""
    return bool(
        record.piles
        or record.tricks_won is not None
        or record.holdings
        or record.tricks
        or record.claims
        or record.low_dealt_to is not None
    )


def _possible(task: _Task, *, is_shared: bool) -> Proof:
    """Return the proof of a possible record: the points and pips that are certain.

    `is_shared` is whether other records use the solvers of its effort.
    """
    reading, deal, limits = task.reading, task.deal, task.limits
    warnings = tuple(finding for finding in reading.findings if not finding.prevents_scoring())
    pips = reading.pips if limits.explains else ()
    proof = Proof(dealer=deal.dealer, findings=warnings, pips=pips)
    is_open = _is_open(reading, deal)
    has_open_pips = PointName.GAME in deal.ruleset.rules.points and any(
        side.least != side.most for side in pips
    )
    # A solver takes longer to build than most hands to decide.
    if not (is_open or has_open_pips):
        return proof
    engine = task.effort.solvers.for_layout(layouts.from_deal(deal))
    case = task.case(engine, limits.certainty)
    if not is_shared:
        case.settle()
    if is_open:
        proof = _add_endings(proof, case, task)
    return _narrow_pips(proof, case, task) if has_open_pips else proof


def _add_endings(proof: Proof, case: Case, task: _Task) -> Proof:
    """Return a proof with the possible endings of an open hand, and whether they make its bid."""
    contract = task.reading.contract
    result = _find_endings(case, task)
    if result is None:
        return structs.replace(proof, is_exact=False, undecided=(_CERTAIN(),))
    undecided: list[Sentence] = []
    made, is_sure = None, True
    is_open = not task.limits.lists and _goes_both_ways(contract, result.endings, case.deal)
    if not (result.is_complete or is_open):
        made, is_sure = _promise(case, contract, task.effort)
    if result.ran_out:
        undecided.append(_ENDINGS())
    elif not result.is_complete:
        undecided.append(_TOO_MANY_ENDINGS())
    undecided += [] if is_sure else [_BID()]
    undecided += [_POINT(point=point) for point in result.unsure]
    return structs.replace(
        proof,
        endings=result.endings,
        is_complete=result.is_complete,
        possible=result.possible,
        partners=result.partners,
        made=made,
        is_exact=is_sure and not result.unsure,
        undecided=tuple(undecided),
    )


def _find_endings(case: Case, task: _Task) -> Outcomes | None:
    """Return the possible endings of an open hand; None if a search finds none."""
    contract, deal, limits = task.reading.contract, task.deal, task.limits
    # Tricks are counted only if the bid depends on them: each count multiplies the endings.
    tricks_of = None
    if contract is not None and results.turns_on_tricks(contract, deal):
        tricks_of = deal.side_of(contract.pitcher)

    def result_of(ending: Ending) -> object:
        return ending if contract is None else results.score_ending(contract, ending, deal)

    return task.effort.find(
        ("endings", case.statements, case.game, tricks_of, limits.endings),
        lambda: outcomes.find(
            case,
            counts_tricks_of=tricks_of,
            most=limits.endings,
            result=None if limits.lists else result_of,
        ),
    )


def _goes_both_ways(contract: Contract | None, endings: Sequence[Ending], deal: Deal) -> bool:
    """Return whether a bid is made in one ending and lost in another."""
    if contract is None:
        return False
    return len({results.score_ending(contract, ending, deal).made for ending in endings}) > 1


def _promise(case: Case, contract: Contract | None, effort: Effort) -> tuple[bool | None, bool]:
    """Return whether all endings make the bid or none does, None while open; and if that is sure.

    Too many endings to list does not mean that the bid is open: a slam may be lost by the first
    trick.
    """
    if contract is None:
        return None, True
    needed, side = results.contract_needs(contract, case.deal), case.deal.side_of(contract.pitcher)
    return effort.find(
        ("promise", case.statements, case.game, side, needed.tricks, needed.points),
        lambda: outcomes.promise(case, side, tricks=needed.tricks, points=needed.points),
    )


def _is_open(reading: HandReading, deal: Deal) -> bool:
    """Return whether the facts leave open anything that scores."""
    contract = reading.contract
    tricks = reading.captures.tricks
    if partners.is_open(contract, deal):
        return True
    return any(point.is_open for point in reading.points) or (
        contract is not None
        and results.turns_on_tricks(contract, deal)
        and any(tricks[side] is None for side in partners.pitching_sides(contract, deal))
    )


def _narrow_pips(proof: Proof, case: Case, task: _Task) -> Proof:
    """Return a proof with the pips of each side, and the sides whose bounds may be too wide."""
    counting = task.case(case.solver, task.limits.pips)
    pips, unsure = task.effort.find(
        ("pips", case.statements, case.game, proof.pips),
        lambda: pip_bounds.narrow_pips(counting, proof.pips),
    )
    wide = [_COUNT(side=case.deal.side(side)) for side in unsure]
    return structs.replace(proof, pips=pips, undecided=(*proof.undecided, *wide))


def _findings(record: HandRecord, reading: HandReading) -> tuple[Finding, ...]:
    """Return the findings that need no search for reasons, or that nothing fits."""
    if reading.is_impossible:
        return reading.findings
    unexplained = Finding(
        code="no_hand_fits",
        kind=FindingKind.ARITHMETIC,
        message=_NOTHING_FITS(),
        facts=records.fact_pointers(record),
    )
    return (*reading.findings, unexplained)


def _impossible(task: _Task, *, fits: bool) -> Proof:
    """Return the proof of an impossible record: why, and what would mend it."""
    engine, work = solver.fresh(layouts.from_deal(task.deal)), task.limits.conflict
    case = task.case(engine, work, Answers())
    explanation = Explanation(case, task.reading.findings)
    revokes: int | None = None
    revoked: tuple[RevokedCard, ...] = ()
    if not fits:
        explanation.search()
        if not _is_sure_to_be_impossible(task.reading):
            try:
                revokes, revoked = _explaining_revokes(task.case(engine, work))
            except OutOfWork:
                explanation.undecided.append(_FEWEST_RENEGES())
    proof = Proof(
        dealer=task.deal.dealer,
        findings=tuple(explanation.findings),
        revokes=revokes,
        revoked=revoked,
        undecided=tuple(explanation.undecided),
    )
    work = min(task.limits.repairs, task.effort.remaining)
    mending = tuple(repair_trials.find(task.record, explanation, case, work))
    return structs.replace(proof, repairs=mending)


def _explaining_revokes(case: Case) -> tuple[int | None, tuple[RevokedCard, ...]]:
    """Return the fewest revokes that explain the record, and an example; None if none do."""
    fit, count = _fewest_revokes(case)
    if fit is None:
        return None, ()
    return count, proofs.find_revokes(fits.to_witness(fit, case.formula), case.deal)


def _fewest_revokes(case: Case) -> tuple[Fit | None, int | None]:
    """Return a play with the fewest revokes, and their number; None if no revokes explain it."""
    everything, revoked = case.everything(), case.formula.revoked
    if not isinstance(case.fit(everything, Play.WITH_REVOKES), Fit):
        return None, None
    # Upwards from one, because one or two revokes nearly always explain a record.
    for count in range(1, len(revoked)):
        fit = case.fit(everything, Play.WITH_REVOKES, also=(-revoked[count],))
        if isinstance(fit, Fit):
            return fit, count
    return None, None


def warm_up(deal: Deal) -> None:
    """Build the formula and the solver of a deal, so that the first proof is not delayed."""
    solver.WARM.for_layout(layouts.from_deal(deal))
