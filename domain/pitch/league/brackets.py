"""Brackets: the fixtures of a knock-out, as they follow from its draw and the results so far.

The ties are laid out beforehand (`bracket_layouts`). A tie becomes a fixture as soon as both sides
are known, and stays as it is once it has a result. Nobody comes from a bye, nor from a fixture to
which neither side came: the opponent goes through.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from pitch.league.bracket_layouts import Layout, Node, Source, layout, places_for
from pitch.league.choices import SecondFinal, ThirdPlace
from pitch.league.fixtures import Fixture, Stage
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import Bracket, League
from pitch.league.ties import NOBODY, PENDING, KnockOut, Tie


def layout_for(league: League, entrants: int) -> Layout:
    """Return the layout of the knock-out of a league with some entrants."""
    finals = league.format.finals
    return layout(
        places_for(entrants),
        is_double=league.format.is_double,
        has_third=finals.third_place is ThirdPlace.PLAYED,
        has_reset=finals.reset is SecondFinal.PLAYED,
    )


def count_ties(league: League, bracket: Bracket) -> int:
    """Return the number of ties of a draw, with byes: that of the fixture numbers it takes."""
    return len(layout_for(league, len(bracket.seeds)).nodes)


def play(league: League, bracket: Bracket, outcomes: Iterable[JudgedFixture]) -> KnockOut:
    """Return the knock-out of a draw, with the results of its fixtures so far.

    Fixtures with a result keep their sides, slots and tables; all others follow from the results
    before them. Other fixtures are ignored.
    """
    plan = layout_for(league, len(bracket.seeds))
    begun = {
        outcome.fixture.number - bracket.first_fixture: outcome
        for outcome in outcomes
        if outcome.is_reported and outcome.fixture.stage is not Stage.SEASON
    }
    state = _State(league, bracket, plan, begun)
    return KnockOut(
        bracket=bracket,
        layout=plan,
        ties=tuple(map(state.tie, plan.nodes)),
        # A league without a season before it has no order in which to part them.
        is_shared=league.format.is_knock_out
        or league.format.finals.third_place is ThirdPlace.SHARED,
    )


class _State:
    """A bracket while its ties are worked out, one after another."""

    def __init__(
        self, league: League, bracket: Bracket, plan: Layout, begun: Mapping[int, JudgedFixture]
    ) -> None:
        self._league, self._bracket, self._plan, self._begun = league, bracket, plan, begun
        self._winners: dict[int, int] = {}
        self._losers: dict[int, int] = {}
        self._deals: Counter[int] = Counter()
        self._played: Counter[int] = Counter()
        self._present: dict[int, frozenset[int]] = {}
        self._nights = [
            night
            for night in range(bracket.night, league.format.nights + 1)
            if not league.night(night).is_called_off
        ] or [bracket.night]
        self._tables = _tables(bracket, plan, begun)

    def tie(self, node: Node) -> Tie:
        """Return the tie of a node, after those of all nodes before it."""
        sides = (self._side(node.sources[0]), self._side(node.sources[1]))
        outcome = self._begun.get(node.index)
        tie = self._open_tie(node, sides) if outcome is None else _begun_tie(node, outcome, sides)
        self._winners[node.index], self._losers[node.index] = tie.winner, tie.loser
        if tie.fixture is not None:
            self._played.update(tie.sides)
            self._deals[tie.sides[tie.fixture.first_dealer % 2]] += 1
        return tie

    def _open_tie(self, node: Node, sides: tuple[int, int]) -> Tie:
        """Return a tie without a result: a fixture as soon as both sides are known."""
        night, slot = self._when(node)
        table, is_needed = self._tables.get(node.index), self._is_needed(node)
        ending = self._walk_over(sides, night) if is_needed else self._skip(node)
        number = self._bracket.first_fixture + node.index
        # Nobody can lose a tie to which one side does not come.
        winner, loser = ending or (PENDING, NOBODY if NOBODY in sides else PENDING)
        return Tie(
            node=node,
            number=number,
            night=night,
            slot=slot,
            table=table,
            sides=sides,
            winner=winner,
            loser=loser,
            fixture=None
            if ending or table is None or not is_needed or min(sides) <= NOBODY
            else self._fixture(node, number, (night, slot, table), sides),
            is_needed=is_needed,
        )

    def _side(self, source: Source) -> int:
        if source.seed:
            seeds = self._bracket.seeds
            return (seeds[source.seed - 1] or NOBODY) if source.seed <= len(seeds) else NOBODY
        return (self._losers if source.is_loser else self._winners)[source.tie]

    def _is_needed(self, node: Node) -> bool:
        """Return whether a tie is played: a reset only if the unbeaten lost the grand final."""
        if node.stage is not Stage.RESET:
            return True
        final = node.sources[0].tie
        winner = self._winners[final]
        unbeaten = self._side(self._plan.nodes[final].sources[0])
        held = self._begun.get(final)
        unbeaten = held.fixture.sides[0][0] if held is not None else unbeaten
        return winner > NOBODY and winner != unbeaten and self._losers[final] > NOBODY

    def _skip(self, node: Node) -> tuple[int, int]:
        """Return the ending of a tie that is not played: that of the tie before it."""
        before = node.sources[0].tie
        return self._winners[before], self._losers[before]

    def _walk_over(self, sides: tuple[int, int], night: int) -> tuple[int, int] | None:
        """Return the winner and loser of a tie to which one side or none comes."""
        if PENDING in sides:
            return None
        if night not in self._present:
            entrants = self._league.entrants_on(night)
            self._present[night] = frozenset(entrant.number for entrant in entrants)
        first, second = (side if side in self._present[night] else NOBODY for side in sides)
        if first and second:
            return None
        winner = first or second
        others = [side for side in sides if side != winner]
        # A side that has left loses, but may be back before the tie to which losers go.
        return winner, max(others) if winner else NOBODY

    def _fixture(
        self, node: Node, number: int, place: tuple[int, int, int], sides: tuple[int, int]
    ) -> Fixture:
        night, slot, table = place
        # The first deal is an advantage, so whoever is further below half of them has it, else the
        # second side: that of the lower seed in the first round.
        first, second = (2 * self._deals[each] - self._played[each] for each in sides)
        side = 0 if first < second else 1
        player = self._deals[sides[side]] % self._league.format.players
        return Fixture(
            number=number,
            night=night,
            slot=slot,
            table=table,
            sides=((sides[0],), (sides[1],)),
            first_dealer=side + 2 * player,
            stage=node.stage,
        )

    def _when(self, node: Node) -> tuple[int, int]:
        """Return the night and the slot of a tie; the last night has all that remain."""
        form = self._league.format
        a_night = form.fixtures_a_night if form.is_knock_out else self._plan.turns
        place = min(node.turn // a_night, len(self._nights) - 1)
        return self._nights[place], node.turn - place * a_night + 1


def _begun_tie(node: Node, outcome: JudgedFixture, due: tuple[int, int]) -> Tie:
    """Return a tie with a result, which keeps its sides even if others are due."""
    fixture, (winner, loser) = outcome.fixture, _ending(outcome)
    held = (fixture.sides[0][0], fixture.sides[1][0])
    return Tie(
        node=node,
        number=fixture.number,
        night=fixture.night,
        slot=fixture.slot,
        table=fixture.table,
        sides=held,
        winner=winner,
        loser=loser,
        fixture=fixture,
        due=None if set(held) == set(due) else due,
        has_no_winner=outcome.is_settled and (winner, loser) == (PENDING, PENDING),
    )


def _ending(outcome: JudgedFixture) -> tuple[int, int]:
    """Return the winner and the loser of a fixture with a result."""
    if not outcome.is_settled or outcome.result is None:
        return PENDING, PENDING
    if outcome.result.neither_came:
        return NOBODY, NOBODY
    wins, sides = outcome.judgement.wins, outcome.fixture.sides
    if wins is None or wins[0] == wins[1]:
        return PENDING, PENDING
    side = int(wins[1] > wins[0])
    return sides[side][0], sides[1 - side][0]


def _tables(bracket: Bracket, plan: Layout, begun: Mapping[int, JudgedFixture]) -> dict[int, int]:
    """Return the table of every tie that may be played, by its index.

    A tie is not played if a side is a bye. Ties that have begun keep their tables; the others of
    a slot take the first that are free, so that later rounds have the first tables.
    """
    empty: dict[bool, set[int]] = {True: set(), False: set()}

    def is_empty(source: Source) -> bool:
        if source.seed:
            return source.seed > len(bracket.seeds) or bracket.seeds[source.seed - 1] is None
        return source.tie in empty[source.is_loser]

    by_turn: dict[int, list[int]] = {}
    for node in plan.nodes:
        absent = [is_empty(source) for source in node.sources]
        if any(absent) and node.index not in begun:
            empty[True].add(node.index)
            if all(absent):
                empty[False].add(node.index)
        else:
            by_turn.setdefault(node.turn, []).append(node.index)
    tables = {index: outcome.fixture.table for index, outcome in begun.items()}
    for indices in by_turn.values():
        taken = {tables[index] for index in indices if index in begun}
        free = iter(
            table for table in range(1, len(indices) + len(taken) + 1) if table not in taken
        )
        tables |= {index: next(free) for index in indices if index not in begun}
    return tables
