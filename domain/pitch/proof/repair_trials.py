"""Repair trials: which changes of an impossible record make it possible, tried one by one."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch.hand import readings
from pitch.hand.proofs import MOST_REPAIRS, Repair
from pitch.hand.records import HandRecord
from pitch.proof import cores, repairs, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import Explanation
from pitch.proof.fits import Fit
from pitch.proof.solver import READING

_MOST_TRIALS: Final = 240
_TRIAL: Final = 1_000
"""Work that the trial of one repair may take."""
_GROUP_TRIAL: Final = 300
"""Work for the question whether a record fits without the facts that some repairs change."""


def find(record: HandRecord, explanation: Explanation, case: Case, work: int) -> Iterator[Repair]:
    """Yield repairs that make the record possible, up to `MOST_REPAIRS`."""
    count, trials, engine = 0, 0, case.solver
    blamed = [case.statements[place] for place in explanation.blamed]
    may_help: dict[tuple[str, ...], bool] = {}
    for candidate in repairs.candidates(record, blamed, case.deal):
        if work <= 0 or count == MOST_REPAIRS or trials == _MOST_TRIALS:
            return
        *piles, facts = repairs.changed_facts(candidate.repair.change)
        # A conflict of which nothing is changed remains.
        changed_places = cores.places_at(facts, case.statements)
        if not all(map(changed_places.intersection, explanation.conflicts)):
            continue
        before = engine.work
        # One question tells of every card of a pile that another one would not help.
        if may_help.get(facts, True) and _others_fit(piles, case, may_help):
            trials += 1
            changed = _read_possible(repairs.apply(record, candidate.repair.change), case)
            if changed is not None and _others_fit([facts], case, may_help) and _fits(changed):
                count += 1
                yield candidate.repair
            # Reading costs as well, also for candidates that are refused at once.
            work -= READING
        work -= engine.work - before


def _others_fit(
    groups: Sequence[tuple[str, ...]], case: Case, known: dict[tuple[str, ...], bool]
) -> bool:
    """Return whether the facts outside each group fit, so that a change in it may help."""
    for group in groups:
        if group not in known:
            known[group] = _fits(_without(group, case), if_undecided=True)
        if not known[group]:
            return False
    return True


def _read_possible(record: HandRecord, case: Case) -> Case | None:
    """Return the case of another record; None if its facts alone rule it out."""
    if readings.read(record, case.deal).is_impossible:
        return None
    return case.with_statements(statements.from_record(record, case.deal), _TRIAL)


def _without(facts: Sequence[str], case: Case) -> Case:
    """Return the case of the other statements."""
    places = cores.places_at(facts, case.statements)
    others = [at for place, at in enumerate(case.statements) if place not in places]
    return case.with_statements(others, _GROUP_TRIAL)


def _fits(case: Case, *, if_undecided: bool = False) -> bool:
    """Return whether a case has a fit, as far as its work decides it."""
    answer = case.try_fit(case.everything())
    return if_undecided if answer is None else isinstance(answer, Fit)
