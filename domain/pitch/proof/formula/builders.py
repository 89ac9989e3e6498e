"""Builders: conditions on literals as clauses and bounds.

A literal is a nonzero integer, its negation the negative; of the literals of a clause one is true.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product

from msgspec import Struct


class AtMost(Struct, frozen=True):
    """A bound: at most so many of some literals are true."""

    literals: tuple[int, ...]
    bound: int


class Builder:
    """Clauses and bounds as they are added. `true` is a literal that is always true."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.bounds: list[AtMost] = []
        self.variables = 0
        self.true = self.variable()
        self.add(self.true)

    def variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals is true."""
        self.clauses.append(list(literals))

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Add that one of the literals is true, and no other."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Add that no two of the literals are true."""
        # Pairs need no further variables, and one true literal makes all others false at once.
        for first, second in combinations(literals, 2):
            self.add(-first, -second)

    def either(self, literals: Sequence[int]) -> int:
        """Return a literal that is true if and only if one of the literals is."""
        if len(literals) == 1:
            return literals[0]
        result = self.variable()
        # Both ways (Tseitin), so that it can be assumed to be true as well as false.
        self.add(-result, *literals)
        for literal in literals:
            self.add(-literal, result)
        return result

    def both(self, literals: Sequence[int]) -> int:
        """Return a literal that is true if and only if all the literals are."""
        return -self.either([-literal for literal in literals])

    def counter(self, literals: Sequence[int]) -> list[int]:
        """Return literals for `at least 1`, `at least 2`, ... of some literals."""
        # A sequential counter (Sinz, 2005): after each literal, how many of those so far are true.
        counts: list[int] = []
        for literal in literals:
            next_counts = self.several(len(counts) + 1)
            for k, at_least in enumerate(next_counts):
                below = counts[k - 1] if k else None
                same = counts[k] if k < len(counts) else None
                without = [] if below is None else [-below]
                self.add(*without, -literal, at_least)
                self.add(-at_least, literal, *([] if same is None else [same]))
                if same is not None:
                    self.add(-same, at_least)
                if below is not None:
                    self.add(-at_least, below)
            counts = next_counts
        return counts

    def copy(self, literal: int) -> int:
        """Return another literal that equals one, because a bound counts each literal once."""
        result = self.variable()
        self.add(-literal, result)
        self.add(literal, -result)
        return result

    def weighted(self, by_worth: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
        """Return literals for `more than 0`, `more than 1`, ... of the worths of true literals.

        The literals of each worth are counted first, then these sums are added up.
        """
        total: dict[int, int] = {}
        for worth, literals in by_worth:
            counts = self.counter(literals)
            sums = {worth * (k + 1): literal for k, literal in enumerate(counts)}
            total = self.sum(total, sums) if total else sums
        values = sorted(total)
        return [
            total[next(above for above in values if above > value)]
            for value in range(values[-1] if values else 0)
        ]

    def several(self, number: int) -> list[int]:
        """Return new variables."""
        return [self.variable() for _ in range(number)]

    def sum(self, left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
        """Return literals for `at least v`, for every sum v of two numbers with such literals."""
        # A totalizer (Bailleux and Boufkhad, 2003) with literals for such sums only as can occur.
        lefts, rights = [0, *sorted(left)], [0, *sorted(right)]
        values = sorted({a + b for a, b in product(lefts, rights)} - {0})
        total = {value: self.variable() for value in values}
        for value, next_value in pairwise(values):
            self.add(-total[next_value], total[value])
        for (i, a), (j, b) in product(enumerate(lefts), enumerate(rights)):
            below = [-left[a]] if a else []
            below += [-right[b]] if b else []
            if below:
                self.add(*below, total[a + b])
            above = next((value for value in values if value > a + b), None)
            if above is not None:
                self.add(
                    *([left[lefts[i + 1]]] if i + 1 < len(lefts) else []),
                    *([right[rights[j + 1]]] if j + 1 < len(rights) else []),
                    -total[above],
                )
        return total

    def at_most(self, literals: Iterable[int], bound: int) -> None:
        """Add a bound that the engine counts: at most so many of the literals are true."""
        self.bounds.append(AtMost(tuple(literals), bound))
