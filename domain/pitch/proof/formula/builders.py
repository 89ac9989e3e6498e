"""Builders: conditions on literals, said as clauses and bounds.

A literal is a nonzero integer, its negation the negative; of the literals of a clause one is true.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product

from msgspec import Struct


class AtMost(Struct, frozen=True):
    """At most so many of some literals are true."""

    literals: tuple[int, ...]
    bound: int


class Builder:
    """Clauses and bounds as they grow. `true` is a literal that always is."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.bounds: list[AtMost] = []
        self.variables = 0
        self.true = self.variable()
        self.add(self.true)

    def variable(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """One clause: at least one of the literals is true."""
        self.clauses.append(list(literals))

    def exactly_one(self, literals: Sequence[int]) -> None:
        """One of the literals is true, and no other."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of the literals are true."""
        # Pair by pair: no further variables, and as soon as one is true all others are not.
        for one, other in combinations(literals, 2):
            self.add(-one, -other)

    def either(self, literals: Sequence[int]) -> int:
        """A literal that is true if and only if one of the literals is."""
        if len(literals) == 1:
            return literals[0]
        found = self.variable()
        # Both ways (Tseitin), so that it can be assumed to be true as well as false.
        self.add(-found, *literals)
        for literal in literals:
            self.add(-literal, found)
        return found

    def both(self, literals: Sequence[int]) -> int:
        """A literal that is true if and only if all the literals are."""
        return -self.either([-literal for literal in literals])

    def counter(self, literals: Sequence[int]) -> list[int]:
        """Literals for `at least 1`, `at least 2`, ... of some literals."""
        # A sequential counter (Sinz, 2005): after each literal, how many of those so far are true.
        reached: list[int] = []
        for literal in literals:
            grown = [self.variable() for _ in range(len(reached) + 1)]
            for k, at_least in enumerate(grown):
                below = reached[k - 1] if k else None
                same = reached[k] if k < len(reached) else None
                without = [] if below is None else [-below]
                self.add(*without, -literal, at_least)
                self.add(-at_least, literal, *([] if same is None else [same]))
                if same is not None:
                    self.add(-same, at_least)
                if below is not None:
                    self.add(-at_least, below)
            reached = grown
        return reached

    def copy(self, literal: int) -> int:
        """Another literal that is true if and only if one is: a bound counts each but once."""
        found = self.variable()
        self.add(-literal, found)
        self.add(literal, -found)
        return found

    def weighted(self, by_worth: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
        """Literals for `more than 0`, `more than 1`, ... of the worths of true literals, together.

        Those of a kind of worth are counted first, then the kinds are added up.
        """
        total: dict[int, int] = {}
        for worth, literals in by_worth:
            reached = self.counter(literals)
            ranked = {worth * (k + 1): literal for k, literal in enumerate(reached)}
            total = self.sum(total, ranked) if total else ranked
        ordered = sorted(total)
        return [
            total[next(reachable for reachable in ordered if reachable > value)]
            for value in range(ordered[-1] if ordered else 0)
        ]

    def several(self, number: int) -> list[int]:
        """New variables."""
        return [self.variable() for _ in range(number)]

    def sum(self, left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
        """Literals for `at least v`, for every sum v of two numbers told in the same way."""
        # A totalizer (Bailleux and Boufkhad, 2003) with literals for such sums only as can occur.
        lefts, rights = [0, *sorted(left)], [0, *sorted(right)]
        values = sorted({one + other for one, other in product(lefts, rights)} - {0})
        total = {value: self.variable() for value in values}
        for value, next_value in pairwise(values):
            self.add(-total[next_value], total[value])
        for (i, one), (j, other) in product(enumerate(lefts), enumerate(rights)):
            reached = [-left[one]] if one else []
            reached += [-right[other]] if other else []
            if reached:
                self.add(*reached, total[one + other])
            above = next((value for value in values if value > one + other), None)
            if above is not None:
                self.add(
                    *([left[lefts[i + 1]]] if i + 1 < len(lefts) else []),
                    *([right[rights[j + 1]]] if j + 1 < len(rights) else []),
                    -total[above],
                )
        return total

    def at_most(self, literals: Iterable[int], bound: int) -> None:
        """At most so many of the literals are true, as a bound that the engine counts."""
        self.bounds.append(AtMost(tuple(literals), bound))
