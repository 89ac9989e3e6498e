"""A checker of LRAT proofs that knows nothing of Pitch, and nothing of the program under test.

By the definition of the format, a step adds a clause together with the ids of the clauses that show
it, or deletes clauses. A clause follows if its negation, and then each clause named in turn, forces
one more literal, until the last one named is contradicted. The proof is whole once the empty clause
follows. Steps on other grounds (RAT, with negative ids) are refused, because no proof here needs
one. As a program it takes the names of the two files.
"""

import sys
from collections.abc import Iterator
from pathlib import Path


class ProofRefused(Exception):
    """A formula or a proof that cannot be read, or a step that does not follow."""


def check(formula: str, proof: str) -> None:
    """Return if a proof shows that a formula in DIMACS has no solution. Raises ProofRefused."""
    clauses = dict(enumerate(_read_formula(formula), 1))
    last = len(clauses)
    for number, words in enumerate(map(str.split, proof.splitlines()), 1):
        if words and words[0] != "c":
            try:
                if words[1] == "d":
                    for unneeded in _numbers(words[2:]):
                        del clauses[unneeded]
                    continue
                last, literals, hints = _read_addition(words, last)
                _follow(clauses, literals, hints)
            except (ProofRefused, IndexError, KeyError, ValueError) as error:
                raise ProofRefused(f"line {number}, {' '.join(words)[:80]}: {error!r}") from error
            if not literals:
                return
            clauses[last] = literals
    raise ProofRefused("the proof ends before the empty clause")


def _read_formula(text: str) -> Iterator[frozenset[int]]:
    """Yield the clauses of a formula, after its header has promised as many of them."""
    lines = [line.split() for line in text.splitlines() if line.strip() and line[0] != "c"]
    try:
        problem, kind, variables, clauses = lines[0]
        numbers = [int(word) for line in lines[1:] for word in line]
        if (problem, kind) != ("p", "cnf") or numbers[-1:] not in ([], [0]):
            raise ProofRefused("not a formula in DIMACS")
        if numbers.count(0) != int(clauses):
            raise ProofRefused("another number of clauses than the header says")
        if any(abs(number) > int(variables) for number in numbers):
            raise ProofRefused("a variable above those of the header")
    except (IndexError, ValueError) as error:
        raise ProofRefused(f"not a formula in DIMACS: {error}") from error
    start = 0
    while start < len(numbers):
        end = numbers.index(0, start)
        yield frozenset(numbers[start:end])
        start = end + 1


def _numbers(words: list[str]) -> list[int]:
    """Return the numbers up to the zero that must end them."""
    *numbers, end = map(int, words)
    if end or 0 in numbers:
        raise ProofRefused("one zero must end the list")
    return numbers


def _read_addition(words: list[str], last: int) -> tuple[int, frozenset[int], list[int]]:
    """Return the id of a step, the literals that it adds, and the ids that show it."""
    if int(words[0]) <= last:
        raise ProofRefused(f"its id is not above {last}")
    end = words.index("0", 1)
    hints = _numbers(words[end + 1 :])
    if any(hint < 0 for hint in hints):
        raise ProofRefused("a step that does not follow by unit propagation")
    return int(words[0]), frozenset(_numbers(words[1 : end + 1])), hints


def _follow(clauses: dict[int, frozenset[int]], added: frozenset[int], hints: list[int]) -> None:
    """Return if the clauses named contradict the negation of the clause added."""
    true = {-literal for literal in added}
    for place, hint in enumerate(hints, 1):
        open_literals = {literal for literal in clauses[hint] if -literal not in true}
        if not open_literals:
            if place < len(hints):
                raise ProofRefused("ids after the contradiction")
            return
        if len(open_literals) > 1:
            raise ProofRefused(f"clause {hint} forces no literal")
        true |= open_literals
    raise ProofRefused("the clauses named leave no contradiction")


if __name__ == "__main__":
    try:
        check(*(Path(name).read_text() for name in sys.argv[1:]))
    except ProofRefused as refusal:
        sys.exit(f"refused: {refusal}")
    print("verified")
