"""Ties: a knock-out with its results so far, and the places that it leaves."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from pitch.league.bracket_layouts import Layout, Node
from pitch.league.fixtures import Fixture, Stage
from pitch.league.leagues import Bracket

PENDING: Final = -1
"""A side that is not known yet."""
NOBODY: Final = 0
"""A side from which nobody comes."""


class Tie(Struct, frozen=True):
    """A tie of a bracket with what is known of it."""

    node: Node
    number: int
    """The number of its fixture."""
    night: int
    slot: int
    table: int | None
    """None if a side is a bye."""
    sides: tuple[int, int]
    """The numbers of the entrants, PENDING or NOBODY."""
    winner: int
    loser: int
    fixture: Fixture | None
    """None while a side is not known, and if one goes through without an opponent."""
    is_needed: bool = True
    """False for a reset that the unbeaten side made needless, or while nobody knows."""
    due: tuple[int, int] | None = None
    """The sides that now follow from the results, if it was begun with others."""
    has_no_winner: bool = False
    """Whether its result is complete, and the sides have won as many matches each."""

    @property
    def known_sides(self) -> tuple[int | None, int | None]:
        """The numbers of the entrants; None if nobody comes, or nobody knows yet who."""
        return _entrant(self.sides[0]), _entrant(self.sides[1])

    @property
    def known_winner(self) -> int | None:
        """The number of the entrant who goes on from it; None if there is none, or none yet."""
        return _entrant(self.winner)

    @property
    def is_waiting(self) -> bool:
        """Return whether a side of it follows from a tie that is not decided."""
        return PENDING in self.sides

    @property
    def is_walk_over(self) -> bool:
        """Return whether a side goes through because its opponent is out or has left."""
        return self.table is not None and self.fixture is None and self.winner > NOBODY

    @property
    def is_decided(self) -> bool:
        """Return whether it is known who goes on from it."""
        return self.winner != PENDING


def _entrant(number: int) -> int | None:
    return number if number > NOBODY else None


class KnockOut(Struct, frozen=True):
    """A bracket with its results so far."""

    bracket: Bracket
    layout: Layout
    ties: tuple[Tie, ...]
    is_shared: bool
    """Whether those who go out in one round share their places."""

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The ties of which both sides are known."""
        return tuple(tie.fixture for tie in self.ties if tie.fixture is not None)

    @property
    def entrants(self) -> tuple[int, ...]:
        """The numbers of those who were drawn, the first seed first."""
        return tuple(number for number in self.bracket.seeds if number is not None)

    @property
    def decider(self) -> Tie:
        """The tie that decides the first place."""
        finals = {Stage.WINNERS, Stage.GRAND_FINAL, Stage.RESET}
        return [tie for tie in self.ties if tie.node.stage in finals][-1]

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left to be played."""
        return all(tie.is_decided for tie in self.ties)

    def is_over_on(self, night: int) -> bool:
        """Return whether nothing of it is left to be played on a night."""
        return all(tie.is_decided for tie in self.ties if tie.night == night)

    def feeds(self, number: int) -> tuple[int | None, int | None]:
        """Return the numbers of the ties to which the winner and the loser of one go."""
        first = self.bracket.first_fixture
        index = number - first
        winner, loser = self.layout.winners_to.get(index), self.layout.losers_to.get(index)
        return (
            None if winner is None else first + winner,
            None if loser is None else first + loser,
        )

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the entrants by how far they came, the furthest first, and those still in first.

        Entrants who went out in the same round form one group, in the order of the seeds.
        """
        depths = self._depths()
        by_depth: dict[tuple[int, int], list[int]] = {}
        for number in self.entrants:
            by_depth.setdefault(depths[number], []).append(number)
        return tuple(tuple(by_depth[depth]) for depth in sorted(by_depth))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The numbers of those who can still finish first, the first seed first."""
        depths = self._depths()
        return tuple(number for number in self.entrants if depths[number] == _STILL_IN)

    def places(self) -> dict[int, tuple[int, int]]:
        """Return the best and the worst place that each entrant can still finish in.

        They hold while somebody comes to every tie: where neither side comes, others move up.
        """
        above, places, depths = 0, dict[int, tuple[int, int]](), self._depths()
        for group in self.groups():
            best = above + 1 - self._joining(depths[group[0]])
            places |= dict.fromkeys(group, (best, above + len(group)))
            above += len(group)
        still_in = self.still_in
        for number in still_in if len(still_in) > 1 else ():
            places[number] = (1, self._worst(number, depths))
        return places

    def _joining(self, depth: tuple[int, int]) -> int:
        """Return how many of those still in will go out where others did."""
        if depth == _THIRD:
            third = next(tie for tie in self.ties if tie.node.stage is Stage.THIRD_PLACE)
            return third.sides.count(PENDING)
        return sum(
            not tie.is_decided and (_OUT, -tie.node.turn) == depth for tie in self._last_chances()
        )

    def _last_chances(self) -> list[Tie]:
        """Return the ties whose losers are out."""
        return [
            tie
            for tie in self.ties
            if tie.table is not None
            and tie.node.index not in self.layout.losers_to
            and tie.node.stage is not Stage.THIRD_PLACE
        ]

    def _depths(self) -> dict[int, tuple[int, int]]:
        """Return how far each entrant came: less is further."""
        depths = dict.fromkeys(self.entrants, _STILL_IN)
        decider = self.decider
        for tie in self.ties:
            number, stage = tie.node.index, tie.node.stage
            sides = [side for side in tie.sides if side > NOBODY]
            if stage is Stage.THIRD_PLACE:
                # Both are out of the race for the first place, whoever wins.
                depths |= dict.fromkeys(sides, _THIRD)
                if tie.is_decided and tie.loser > NOBODY:
                    depths[tie.loser] = _FOURTH
            elif tie.is_decided and tie.is_needed and number not in self.layout.losers_to:
                out = [side for side in sides if side != tie.winner]
                last = tie.node.turn >= decider.node.turn
                depths |= dict.fromkeys(out, _RUNNER_UP if last else (_OUT, -tie.node.turn))
            elif tie.winner == NOBODY and tie.table is not None:
                depths |= dict.fromkeys(sides, (_OUT, -tie.node.turn))
        # Without a reset the grand final decides.
        if decider.is_decided and not decider.is_needed and decider.loser > NOBODY:
            depths[decider.loser] = _RUNNER_UP
        # A tie that was begun stays, so whoever should have been in it is out.
        for tie in self.ties:
            for number in set(tie.due or ()) - {PENDING, NOBODY, *tie.sides}:
                if not any(number in each.sides for each in self.ties[tie.node.index + 1 :]):
                    depths[number] = (_OUT, -tie.node.turn)
        if decider.winner > NOBODY:
            depths[decider.winner] = _STILL_IN
        return depths

    def _worst(self, number: int, depths: Mapping[int, tuple[int, int]]) -> int:
        """Return the worst place of an entrant that is still in: it loses all that is left."""
        index = next(
            tie.node.index for tie in self.ties if number in tie.sides and not tie.is_decided
        )
        while index in self.layout.losers_to:
            index = self.layout.losers_to[index]
        node = self.layout.nodes[index]
        if node.stage is Stage.THIRD_PLACE:
            return 4
        out = [each for each in self._last_chances() if each.node.turn >= node.turn]
        # Those who went out in the same round share its places.
        sharing = [depth for depth in depths.values() if depth in {_STILL_IN, (_OUT, -node.turn)}]
        return min(len(sharing), 1 + len(out))


_STILL_IN: Final = (0, 0)
_RUNNER_UP: Final = (1, 0)
_THIRD: Final = (2, 0)
_FOURTH: Final = (3, 0)
_OUT: Final = 4
"""How far those came who are out before the final, followed by their round."""
