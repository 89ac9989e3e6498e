"""Derivations: why some clauses have no model, in steps that a checker of LRAT can follow."""

from collections.abc import Sequence
from itertools import count
from typing import Final

from msgspec import Struct, structs

from pitch.proof import solver
from pitch.proof.solver import OutOfWork

_ROUNDS: Final = 3
"""Further searches among the clauses that the one before needed; more rarely need fewer."""


class Step(Struct, frozen=True):
    """A clause that follows from others, which are named in the order in which they decide."""

    literals: tuple[int, ...]
    reasons: tuple[int, ...]
    """Numbers from 0, those of the clauses of the core and then of the steps."""


class Derivation(Struct, frozen=True):
    """Clauses without a model, by their numbers from 0, and the steps to the empty clause."""

    core: tuple[int, ...]
    steps: tuple[Step, ...]


def refute(clauses: Sequence[Sequence[int]], conflicts: int) -> tuple[Derivation, int]:
    """Return why clauses have no model, and the conflicts that the search took.

    Raises OutOfWork if so many conflicts are not enough: a limit that is the same everywhere.
    """
    log, taken = solver.log_refutation(clauses, conflicts)
    derivation = _trim(log, len(clauses))
    for _ in range(_ROUNDS):
        # In reverse order, so that the search goes another way and may need fewer clauses.
        core = derivation.core[::-1]
        try:
            log, more = solver.log_refutation([clauses[at] for at in core], conflicts - taken)
        except OutOfWork:
            break
        taken += more
        again = _trim(log, len(core))
        if len(again.core) >= len(core):
            break
        derivation = structs.replace(again, core=tuple(core[at] for at in again.core))
    return _sort_core(derivation), taken


def _trim(log: Sequence[str], clauses: int) -> Derivation:
    """Return what the empty clause of a log rests on, of its steps and of so many clauses."""
    lines = (line.partition(" ") for line in log)
    steps = {int(number): rest.split() for number, _, rest in lines if not rest.startswith("d ")}
    # The library numbers clauses as they are added, and in between the first steps.
    others = (number for number in count(1) if number not in steps)
    places = dict(zip(range(clauses), others, strict=False))
    clause_at = {number: place for place, number in places.items()}
    needed = {next(number for number, words in steps.items() if words[0] == "0")}
    parsed: dict[int, Step] = {}
    for number, words in reversed(steps.items()):
        if number in needed:
            end = words.index("0")
            reasons = tuple(map(int, words[end + 1 : -1]))
            parsed[number] = Step(tuple(map(int, words[:end])), reasons)
            needed.update(reasons)
    core = sorted(needed.difference(parsed))
    order = {number: place for place, number in enumerate((*core, *sorted(parsed)))}
    return Derivation(
        core=tuple(clause_at[number] for number in core),
        steps=tuple(
            Step(step.literals, tuple(order[reason] for reason in step.reasons))
            for _, step in sorted(parsed.items())
        ),
    )


def _sort_core(derivation: Derivation) -> Derivation:
    """Return a derivation with the clauses of its core in their own order."""
    core, steps = derivation.core, derivation.steps
    order = sorted(range(len(core)), key=core.__getitem__)
    places = {old: new for new, old in enumerate(order)}
    return Derivation(
        core=tuple(sorted(core)),
        steps=tuple(
            Step(step.literals, tuple(places.get(reason, reason) for reason in step.reasons))
            for step in steps
        ),
    )
