"""Layouts of brackets: which ties a knock-out of some places has, and who meets in them.

A bracket has a place for a power of two of seeds; places above the number of entrants are byes, and
so go to the best. The ties of all rounds are laid out before anyone is drawn, each with the two
sources of its sides: a seed, or the winner or loser of an earlier tie.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from pitch.league.fixtures import Stage

Origin = tuple[int, int]
"""A winners' round, and the place in it of the tie that somebody lost."""


class Source(Struct, frozen=True):
    """The place from which a side comes: a seed, or else the winner or loser of a tie."""

    seed: int = 0
    tie: int = 0
    """The index of an earlier tie."""
    is_loser: bool = False


class Node(Struct, frozen=True):
    """A tie of a bracket as it is laid out, before anyone is drawn."""

    index: int
    stage: Stage
    round: int
    """The round of its stage, from 1."""
    turn: int
    """The number of slots from the first of the bracket."""
    sources: tuple[Source, Source]


class Layout(Struct, frozen=True):
    """All ties of a bracket, and the ties to which their winners and losers go."""

    nodes: tuple[Node, ...]
    winners_to: Mapping[int, int]
    losers_to: Mapping[int, int]
    size: int
    """The number of places for seeds."""

    @property
    def turns(self) -> int:
        """The number of slots that the bracket takes."""
        return self.nodes[-1].turn + 1


def draw_order(places: int) -> tuple[int, ...]:
    """Return the seeds of a bracket of a power of two places, two by two as they meet."""
    order: tuple[int, ...] = (1,)
    while len(order) < places:
        total = 2 * len(order) + 1
        order = tuple(seed for first in order for seed in (first, total - first))
    return order


def places_for(entrants: int) -> int:
    """Return the least power of two that has a place for everybody, but at least 2."""
    return max(2, 1 << (entrants - 1).bit_length())


@lru_cache(maxsize=64)
def layout(places: int, *, is_double: bool, has_third: bool, has_reset: bool) -> Layout:
    """Return the ties of a bracket in the order of their slots, of a slot in that of its tables."""
    builder = _Builder()
    order = draw_order(places)
    ties = [
        builder.add(Stage.WINNERS, 1, 0, Source(seed=order[place]), Source(seed=order[place + 1]))
        for place in range(0, places, 2)
    ]
    rounds = [ties]
    while len(rounds[-1]) > 1:
        number = len(rounds) + 1
        turn = 2 * number - 3 if is_double else number - 1
        rounds.append(builder.join(Stage.WINNERS, number, turn, rounds[-1]))
    if is_double:
        _add_losers(builder, rounds, has_reset=has_reset)
    elif has_third and len(rounds) > 1:
        losers = (Source(tie=tie, is_loser=True) for tie in rounds[-2])
        builder.add(Stage.THIRD_PLACE, 1, len(rounds) - 1, *losers)
    return builder.layout(places)


def _add_losers(builder: "_Builder", rounds: Sequence[Sequence[int]], *, has_reset: bool) -> None:
    """Add the losers' side and the grand final of a double knock-out.

    The losers of each later round drop in where they are least likely to have met their opponents.
    """
    last: Source = Source(tie=rounds[0][0], is_loser=True)
    if len(rounds) > 1:
        ties = builder.join(Stage.LOSERS, 1, 1, rounds[0], is_loser=True)
        half = Fraction(1, 2)
        chances = [{(1, 2 * place): half, (1, 2 * place + 1): half} for place in range(len(ties))]
        for number, upper in enumerate(rounds[1:], 2):
            order = _drop_order(chances, number)
            dropped = [upper[place] for place in order]
            ties = [
                builder.add(
                    Stage.LOSERS,
                    2 * number - 2,
                    2 * number - 2,
                    Source(tie=loser, is_loser=True),
                    Source(tie=tie),
                )
                for tie, loser in zip(ties, dropped, strict=True)
            ]
            chances = [
                {(number, place): half, **_halve(before)}
                for before, place in zip(chances, order, strict=True)
            ]
            if len(ties) > 1:
                chances = [
                    _halve(chances[place] | chances[place + 1])
                    for place in range(0, len(chances), 2)
                ]
                ties = builder.join(Stage.LOSERS, 2 * number - 1, 2 * number - 1, ties)
        last = Source(tie=ties[0])
    turn = 2 * len(rounds) - 1
    final = builder.add(Stage.GRAND_FINAL, 1, turn, Source(tie=rounds[-1][0]), last)
    if has_reset:
        # The unbeaten side that lost the final stays the first side.
        again = (Source(tie=final, is_loser=True), Source(tie=final))
        builder.add(Stage.RESET, 1, turn + 1, *again)


def _drop_order(chances: Sequence[Mapping[Origin, Fraction]], number: int) -> list[int]:
    """Return the ties of a winners' round in the order in which their losers drop in.

    `chances` has, for each place of the losers' side, the probability that the loser of an earlier
    tie takes it if all are equally good. The order expects the fewest second meetings of the four
    that are compared.
    """
    count = len(chances)
    half, straight = count // 2, list(range(count))
    orders = (
        straight[::-1],
        [*straight[half:], *straight[:half]],
        [*straight[:half][::-1], *straight[half:][::-1]],
        straight,
    )

    def meetings(order: Sequence[int]) -> Fraction:
        # Two who met in an earlier round meet again if both have won ever since.
        return sum(
            (
                likely / (1 << (number - earlier))
                for origins, place in zip(chances, order, strict=True)
                for (earlier, index), likely in origins.items()
                if index >> (number - earlier) == place
            ),
            Fraction(0),
        )

    return min(orders, key=meetings)


def _halve(origins: Mapping[Origin, Fraction]) -> dict[Origin, Fraction]:
    return {origin: likely / 2 for origin, likely in origins.items()}


class _Builder:
    """The ties of a layout, numbered as they are added and at last in the order of their slots."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []

    def add(self, stage: Stage, number: int, turn: int, *sources: Source) -> int:
        first, second = sources
        self._nodes.append(Node(len(self._nodes), stage, number, turn, (first, second)))
        return len(self._nodes) - 1

    def join(
        self, stage: Stage, number: int, turn: int, ties: Sequence[int], *, is_loser: bool = False
    ) -> list[int]:
        """Add the ties of neighbours among some ties."""
        sources = [Source(tie=tie, is_loser=is_loser) for tie in ties]
        return [
            self.add(stage, number, turn, *sources[place : place + 2])
            for place in range(0, len(ties), 2)
        ]

    def layout(self, places: int) -> Layout:
        nodes = sorted(self._nodes, key=lambda node: node.turn)
        indices = {node.index: index for index, node in enumerate(nodes)}

        def renumber(source: Source) -> Source:
            return source if source.seed else Source(0, indices[source.tie], source.is_loser)

        ordered = tuple(
            Node(
                index,
                node.stage,
                node.round,
                node.turn,
                (renumber(node.sources[0]), renumber(node.sources[1])),
            )
            for index, node in enumerate(nodes)
        )
        to: dict[bool, dict[int, int]] = {True: {}, False: {}}
        for node in ordered:
            for source in node.sources:
                if not source.seed:
                    to[source.is_loser][source.tie] = node.index
        return Layout(ordered, to[False], to[True], places)
