"""Builders: clauses, bounds and counters as they are added to a formula.

A literal is a nonzero integer, its negation the negative; of the literals of a clause one is true.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

from msgspec import Struct


class AtMost(Struct, frozen=True):
    """A bound: at most so many of some literals are true."""

    literals: tuple[int, ...]
    bound: int


class Count(NamedTuple):
    """The meaning of a variable that counts: the worths of true literals are `least` or more.

    Only the first `length` of the terms count, each a worth and a literal.
    """

    least: int
    terms: list[tuple[int, int]]
    length: int


class Topic(NamedTuple):
    """A topic of rules and the first of its clauses and bounds, by their numbers."""

    topic: str
    clause: int
    bound: int


class Builder:
    """Clauses and bounds as they are added. `true` is a literal that is always true.

    `topics` are those of clauses and bounds in their order, and `definitions` the clauses that only
    define variables that count.
    """

    def __init__(self) -> None:
        self.clauses: list[tuple[int, ...]] = []
        self.bounds: list[AtMost] = []
        self.topics: list[Topic] = []
        self._sums: list[tuple[dict[int, int], list[tuple[int, int]], int]] = []
        self.definitions: list[range] = []
        self.variables = 0
        self.begin("")
        self.true = self.variable()
        self.add(self.true)

    @property
    def counts(self) -> dict[int, Count]:
        """The meanings of variables that count."""
        return {
            at: Count(least, terms, length)
            for totals, terms, length in self._sums
            for least, at in totals.items()
        }

    def variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def begin(self, topic: str) -> None:
        """Begin clauses and bounds of another topic; without a topic, of what a pack allows."""
        self.topics.append(Topic(topic, len(self.clauses), len(self.bounds)))

    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals is true."""
        self.clauses.append(literals)

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
        result, first = self.variable(), len(self.clauses)
        # Both ways (Tseitin), so that it can be assumed to be true as well as false.
        self.add(-result, *literals)
        for literal in literals:
            self.add(-literal, result)
        self._define({1: result}, [(1, literal) for literal in literals], first)
        return result

    def _define(self, totals: dict[int, int], terms: list[tuple[int, int]], first: int) -> None:
        """Record variables by the least sum of the terms that makes each true, and their clauses.

        The clauses are those from `first` on. Legends of refutations state both.
        """
        self._sums.append((totals, terms, len(terms)))
        self.definitions.append(range(first, len(self.clauses)))

    def both(self, literals: Sequence[int]) -> int:
        """Return a literal that is true if and only if all the literals are."""
        return -self.either([-literal for literal in literals])

    def counter(self, literals: Sequence[int]) -> list[int]:
        """Return literals for `at least 1`, `at least 2`, ... of some literals."""
        # A sequential counter (Sinz, 2005): after each literal, how many of those so far are true.
        counts: list[int] = []
        terms: list[tuple[int, int]] = []
        for literal in literals:
            next_counts, first = self.several(len(counts) + 1), len(self.clauses)
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
            terms.append((1, literal))
            self._define(dict(enumerate(counts, 1)), terms, first)
        return counts

    def copy(self, literal: int) -> int:
        """Return another literal that equals one, because a bound counts each literal once."""
        result, first = self.variable(), len(self.clauses)
        self.add(-literal, result)
        self.add(literal, -result)
        # The copy counts too: it is true iff at least one of one literal is.
        self._define({1: result}, [(1, literal)], first)
        return result

    def weighted(self, by_worth: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
        """Return literals for `more than 0`, `more than 1`, ... of the worths of true literals.

        The literals of each worth are counted first, then these sums are added up.
        """
        total: dict[int, int] = {}
        terms: list[tuple[int, int]] = []
        definitions = len(self.definitions)
        for worth, literals in by_worth:
            counts = self.counter(literals)
            sums = {worth * (k + 1): literal for k, literal in enumerate(counts)}
            terms += ((worth, literal) for literal in literals)
            total = self.sum(total, sums, terms) if total else sums
        # Not by definition alone, because worths are by a rule.
        del self.definitions[definitions:]
        values = sorted(total)
        return [
            total[values[bisect_right(values, value)]]
            for value in range(values[-1] if values else 0)
        ]

    def several(self, number: int) -> list[int]:
        """Return new variables."""
        return [self.variable() for _ in range(number)]

    def sum(
        self, left: dict[int, int], right: dict[int, int], terms: list[tuple[int, int]]
    ) -> dict[int, int]:
        """Return literals for `at least v`, for every sum v of two numbers with such literals.

        `terms` are the worths and the literals of both numbers.
        """
        # A totalizer (Bailleux and Boufkhad, 2003) with literals for such sums only as can occur.
        lefts, rights = [0, *sorted(left)], [0, *sorted(right)]
        values = sorted({a + b for a, b in product(lefts, rights)} - {0})
        total, first = {value: self.variable() for value in values}, len(self.clauses)
        for value, next_value in pairwise(values):
            self.add(-total[next_value], total[value])
        for (i, a), (j, b) in product(enumerate(lefts), enumerate(rights)):
            below = [-left[a]] if a else []
            below += [-right[b]] if b else []
            if below:
                self.add(*below, total[a + b])
            if a + b < values[-1]:
                above = values[bisect_right(values, a + b)]
                self.add(
                    *([left[lefts[i + 1]]] if i + 1 < len(lefts) else []),
                    *([right[rights[j + 1]]] if j + 1 < len(rights) else []),
                    -total[above],
                )
        self._define(total, terms, first)
        return total

    def at_most(self, literals: Iterable[int], bound: int) -> None:
        """Add a bound that the engine counts: at most so many of the literals are true."""
        self.bounds.append(AtMost(tuple(literals), bound))

    def no_more(self, literals: Sequence[int], others: Sequence[int]) -> None:
        """Add a bound: no more of some literals are true than of others."""
        self.at_most([*literals, *(-literal for literal in others)], len(others))

    def equally_many(self, literals: Sequence[int], others: Sequence[int]) -> None:
        """Add two bounds: as many of some literals are true as of others."""
        self.no_more(literals, others)
        self.no_more(others, literals)
