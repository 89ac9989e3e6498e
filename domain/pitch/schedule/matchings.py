"""Matchings: all of an even number of items in pairs, at the least cost, with a certificate.

This is Edmonds' blossom method for weighted matching, as a primal and dual pair of integer
programs. Every item has a value, and every odd set that the search has shrunk (a blossom) has one
of 0 or more. No pair may cost less than the values of its two items, less those of the blossoms
with both in them; so no matching costs less than all values together. The search raises values
until enough pairs cost exactly theirs to match everybody. `Matching.check` needs nothing of the
search: it adds up. Costs are integers of any size, doubled so that the values are integers too.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

Costs = Sequence[Sequence[int]]
"""The cost of every pair of items, the same both ways; the diagonal is ignored."""
Edge = tuple[int, int]

_FREE: Final = 0
_OUTER: Final = 1
_INNER: Final = 2
_NONE: Final = -1
"""No item, as a mate or as the nearest."""


class Blossom(Struct, frozen=True):
    """An odd set of items, and its value, of 0 or more."""

    items: frozenset[int]
    value: int


class Matching(Struct, frozen=True):
    """A matching, and the values that prove that none costs less; values are of doubled costs."""

    pairs: tuple[Edge, ...]
    values: tuple[int, ...]
    """The value of every item."""
    blossoms: tuple[Blossom, ...]

    def cost(self, costs: Costs) -> int:
        """Return the cost of all pairs together."""
        return sum(costs[first][second] for first, second in self.pairs)

    def check(self, costs: Costs) -> bool:
        """Return whether every item is in one pair, and the values prove that no cost is less."""
        count = len(costs)
        if sorted(item for pair in self.pairs for item in pair) != list(range(count)):
            return False
        if any(blossom.value < 0 or len(blossom.items) % 2 == 0 for blossom in self.blossoms):
            return False
        # A matching has at most half of an odd set's items less one as pairs within the set.
        bound = sum(self.values) - sum(
            blossom.value * (len(blossom.items) // 2) for blossom in self.blossoms
        )
        return bound == 2 * self.cost(costs) and all(
            self._slack(costs, first, second) >= 0
            for first in range(count)
            for second in range(first)
        )

    def _slack(self, costs: Costs, first: int, second: int) -> int:
        within = sum(
            blossom.value
            for blossom in self.blossoms
            if first in blossom.items and second in blossom.items
        )
        return 2 * costs[first][second] - self.values[first] - self.values[second] + within


def match(costs: Costs) -> Matching:
    """Return a matching of all items at the least cost; there has to be an even number of them."""
    search = _Search(costs)
    while search.is_incomplete:
        search.grow()
    return search.matching()


class _Search:
    """A forest of alternating paths from the unmatched items, in a graph of shrunken blossoms.

    A node is an item, or a blossom of nodes in a circle. Outermost nodes are outer (reached from an
    unmatched item by an even number of pairs), inner (by an odd number), or free.
    """

    def __init__(self, costs: Costs) -> None:
        self._costs = [[2 * cost for cost in row] for row in costs]
        self._items = range(len(costs))
        self._mates = [_NONE] * len(costs)
        # Even values keep half of the slack between two outer nodes an integer.
        self._values = [
            min((row[other] for other in self._items if other != item), default=0) // 4 * 2
            for item, row in zip(self._items, self._costs, strict=True)
        ]
        self._tops = list(self._items)
        """The outermost node of every item."""
        self._members: dict[int, list[int]] = {item: [item] for item in self._items}
        self._bases = {item: item for item in self._items}
        self._children: dict[int, list[int]] = {}
        self._links: dict[int, list[Edge]] = {}
        """The pairs that join each child of a blossom to the next, first the item of that child."""
        self._parents: dict[int, int] = {}
        self._blossom_values: dict[int, int] = {}
        self._labels: dict[int, int] = {}
        self._entries: dict[int, Edge] = {}
        """The pair by which an inner node was reached: the outer item, then its own."""
        self._nearest: list[int] = []
        """For every item the outer item of another node with the least slack."""
        self._last = len(costs)

    @property
    def is_incomplete(self) -> bool:
        """Return whether an item is not matched."""
        return _NONE in self._mates

    def matching(self) -> Matching:
        """Return the matching that was found, with its values."""
        return Matching(
            pairs=tuple((item, mate) for item, mate in enumerate(self._mates) if item < mate),
            values=tuple(self._values),
            blossoms=tuple(
                Blossom(frozenset(self._members[node]), value)
                for node, value in self._blossom_values.items()
                if value
            ),
        )

    def grow(self) -> None:
        """Grow the forest until two more items are matched."""
        self._labels, self._entries = {}, {}
        self._nearest = [_NONE] * len(self._mates)
        for item in self._items:
            if self._mates[item] == _NONE:
                self._labels[self._tops[item]] = _OUTER
        for node in list(self._labels):
            self._scan(self._members[node])
        while not self._advance():
            pass
        for node in [node for node, label in self._labels.items() if label == _OUTER]:
            self._dissolve(node)

    def _advance(self) -> bool:
        """Raise the values up to the next event and act on it. Return whether a pair was gained."""
        step, edge, node = self._next_event()
        self._raise(step)
        if edge is None:
            self._expand(node)
            return False
        outer, item = edge
        if self._label(item) == _FREE:
            self._enter(outer, item)
            return False
        first, second = self._path(self._tops[outer]), self._path(self._tops[item])
        shared = next((each for each in first if each in second), None)
        if shared is None:
            self._augment(outer, item)
            return True
        self._shrink(outer, item, shared)
        return False

    def _next_event(self) -> tuple[int, Edge | None, int]:
        """Return how far values rise, and the pair without slack or the blossom without value."""
        step: int | None = None
        edge: Edge | None = None
        node = -1
        for item in self._items:
            label, near = self._label(item), self._nearest[item]
            if near == _NONE or label == _INNER:
                continue
            slack = self._slack(near, item)
            slack = slack // 2 if label == _OUTER else slack
            if step is None or slack < step:
                step, edge = slack, (near, item)
        for inner, label in self._labels.items():
            if label == _INNER and inner in self._children:
                value = self._blossom_values[inner] // 2
                if step is None or value < step:
                    step, edge, node = value, None, inner
        if step is None:
            raise ValueError("An odd number of items cannot be matched.")
        return step, edge, node

    def _raise(self, step: int) -> None:
        if not step:
            return
        for node, label in self._labels.items():
            sign = 1 if label == _OUTER else -1
            for item in self._members[node]:
                self._values[item] += sign * step
            if node in self._children:
                self._blossom_values[node] += 2 * sign * step

    def _label(self, item: int) -> int:
        return self._labels.get(self._tops[item], _FREE)

    def _slack(self, first: int, second: int) -> int:
        return self._costs[first][second] - self._values[first] - self._values[second]

    def _scan(self, outer: Sequence[int]) -> None:
        """Look from items that became outer at all others, and from outer ones back at them."""
        for near in outer:
            top = self._tops[near]
            for item in self._items:
                if self._tops[item] == top:
                    continue
                self._consider(near, item)
                if self._label(item) == _OUTER:
                    self._consider(item, near)

    def _consider(self, near: int, item: int) -> None:
        best = self._nearest[item]
        if (
            best == _NONE
            or self._tops[best] == self._tops[item]
            or self._slack(near, item) < self._slack(best, item)
        ):
            self._nearest[item] = near

    def _enter(self, outer: int, item: int) -> None:
        """Add a free node as inner, and its mate as outer."""
        node = self._tops[item]
        self._labels[node] = _INNER
        self._entries[node] = (outer, item)
        # A free node is matched, or it would be a root.
        mate = self._tops[self._mates[self._bases[node]]]
        self._labels[mate] = _OUTER
        self._scan(self._members[mate])

    def _climb(self, node: int) -> Iterator[tuple[int, Edge]]:
        """Yield the nodes from an outer one up to its root, each with the pair that leads on."""
        while (mate := self._mates[self._bases[node]]) != _NONE:
            yield node, (self._bases[node], mate)
            inner = self._tops[mate]
            outer, item = self._entries[inner]
            yield inner, (item, outer)
            node = self._tops[outer]

    def _path(self, node: int) -> list[int]:
        """Return the outer nodes from one up to its root."""
        outer = [node, *(self._tops[edge[1]] for _, edge in self._climb(node))]
        return outer[::2]

    def _shrink(self, outer: int, item: int, shared: int) -> None:
        """Make a blossom of the circle that a pair of two outer items of one tree closes."""
        down, up = self._branch(outer, shared), self._branch(item, shared)
        children = [
            shared,
            *(node for node, _ in reversed(down)),
            *(node for node, _ in up),
        ]
        node, self._last = self._last, self._last + 1
        self._children[node] = children
        self._links[node] = [
            *((second, first) for _, (first, second) in reversed(down)),
            (outer, item),
            *(edge for _, edge in up),
        ]
        fresh = [
            member
            for child in children
            if self._labels.pop(child) == _INNER
            for member in self._members[child]
        ]
        members = [member for child in children for member in self._members[child]]
        self._members[node] = members
        self._bases[node] = self._bases[shared]
        self._blossom_values[node] = 0
        self._labels[node] = _OUTER
        self._parents |= dict.fromkeys(children, node)
        for member in members:
            self._tops[member] = node
        # The nearest outer item may now be in the same blossom.
        stale = [
            member
            for member in members
            if (near := self._nearest[member]) == _NONE or self._tops[near] == node
        ]
        for member in stale:
            self._nearest[member] = _NONE
            for other in self._items:
                if self._tops[other] != node and self._label(other) == _OUTER:
                    self._consider(other, member)
        self._scan(fresh)

    def _branch(self, item: int, shared: int) -> list[tuple[int, Edge]]:
        """Return the nodes from that of an outer item up to a shared one, without that."""
        branch = []
        for node, edge in self._climb(self._tops[item]):
            if node == shared:
                break
            branch.append((node, edge))
        return branch

    def _augment(self, first: int, second: int) -> None:
        """Match two outer items of two trees, and match their paths up to the roots anew."""
        for start, end in ((first, second), (second, first)):
            item, mate = start, end
            while True:
                node = self._tops[item]
                former = self._mates[self._bases[node]]
                self._rebase(node, item)
                self._mates[item] = mate
                if former == _NONE:
                    break
                inner = self._tops[former]
                outer, entry = self._entries[inner]
                self._rebase(inner, entry)
                self._mates[entry] = outer
                item, mate = outer, entry

    def _rebase(self, node: int, item: int) -> None:
        """Match all items of a node but one among themselves."""
        if node not in self._children:
            return
        child = item
        while self._parents[child] != node:
            child = self._parents[child]
        index = self._children[node].index(child)
        children, links = self._children[node], self._links[node]
        self._children[node] = children = children[index:] + children[:index]
        self._links[node] = links = links[index:] + links[:index]
        self._rebase(child, item)
        for place in range(1, len(children), 2):
            first, second = links[place]
            self._rebase(children[place], first)
            self._rebase(children[place + 1], second)
            self._mates[first], self._mates[second] = second, first
        self._bases[node] = item

    def _expand(self, node: int) -> None:
        """Take an inner blossom without value apart; its path from entry to base stays labelled."""
        children, links, entry = self._children[node], self._links[node], self._entries[node]
        child = entry[1]
        while self._parents[child] != node:
            child = self._parents[child]
        index, count = children.index(child), len(children)
        self._split(node)
        # Two ways lead round to the base, which is the first child; the way with an even number of
        # pairs begins with a matched one.
        forward = index % 2 == 1
        fresh: list[int] = []
        for place in range((count - index if forward else index) + 1):
            here = (index + place) % count if forward else index - place
            if place % 2 == 0:
                self._labels[children[here]] = _INNER
                self._entries[children[here]] = entry
            else:
                self._labels[children[here]] = _OUTER
                fresh += self._members[children[here]]
                first, second = links[here] if forward else links[here - 1][::-1]
                entry = (first, second)
        self._scan(fresh)

    def _split(self, node: int) -> None:
        """Make the children of a blossom outermost nodes without a label."""
        self._labels.pop(node, None)
        self._entries.pop(node, None)
        for child in self._children.pop(node):
            del self._parents[child]
            for member in self._members[child]:
                self._tops[member] = child
        del self._links[node], self._members[node], self._bases[node], self._blossom_values[node]

    def _dissolve(self, node: int) -> None:
        """Take apart a blossom without value, and those within it."""
        if node not in self._children or self._blossom_values[node]:
            return
        children = self._children[node]
        self._split(node)
        for child in children:
            self._dissolve(child)
