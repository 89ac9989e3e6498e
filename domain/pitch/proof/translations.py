"""Translations: statements as literals of the formula."""

from collections.abc import Iterable, Sequence
from functools import partial

from pitch.hand.deals import Deal
from pitch.hand.records import Listed
from pitch.point_names import EXTREMES, PointName
from pitch.proof import statements
from pitch.proof.solver import Solver
from pitch.rules.choices import Surplus


class Translation:
    """A translation of statements to literals, for one trump suit."""

    def __init__(self, engine: Solver, deal: Deal, trump: str) -> None:
        self._solver = engine
        self._formula = engine.formula
        self._deal = deal
        self._trump = trump
        self._numbers = engine.formula.layout.numbers_by_trump[trump]

    def literals(self, statement: statements.Statement) -> list[int]:
        """Return the literals that hold just if a statement is true; none if it adds nothing."""
        if isinstance(statement, statements.SettingStatement):
            return self._setting(statement)
        if isinstance(statement, statements.PileStatement):
            return self._pile(statement)
        if isinstance(statement, statements.PointStatement):
            return self._point(statement)
        return self._trick(statement)

    def _setting(self, statement: statements.SettingStatement) -> list[int]:
        formula = self._formula
        match statement:
            case statements.TrumpIs(suit):
                return [] if suit == self._trump else [-formula.true]
            case statements.PitcherAmong(seats):
                return [-formula.pitched[s] for s in formula.seats if s not in seats]
            case statements.CalledCardIs(card):
                return self._call(card)
            case statements.PartnerIs(seat):
                partnership = formula.partnership
                return [] if partnership is None else [partnership.partner[seat]]

    def _pile(self, statement: statements.PileStatement) -> list[int]:  # noqa: PLR0911
        formula = self._formula
        match statement:
            case statements.InPile(side, card):
                return [self._captured(card, side)]
            case statements.AnyInPiles(captured):
                return [self._any([self._captured(card, side) for side, card in captured])]
            case statements.AnyInNoPile(sides, cards):
                return [self._any([self._in_none(card, sides) for card in cards])]
            case statements.NothingElseInPile():
                return self._complete_pile(statement)
            case statements.TrumpsAre(side, trumps):
                return self._exactly(formula.taken_trumps[side], trumps)
            case statements.TricksAre(side, tricks):
                return self._exactly(formula.won[side], tricks)
            case statements.WasDealt(seat, card):
                return [formula.held[self._numbers[card], seat]]
            case statements.LowWasDealtTo(seat):
                return [formula.low_dealt[seat]]

    def _point(self, statement: statements.PointStatement) -> list[int]:  # noqa: PLR0911
        formula = self._formula
        match statement:
            case statements.PointGoesTo(point, side):
                return [formula.owns[point][side]] if point in formula.owns else []
            case statements.PointCardIs(point, card):
                return self._brings(point, self._numbers[card])
            case statements.PointInPlay(point, was):
                if point not in formula.owns or point in EXTREMES:
                    return []
                return [-formula.nobody[point] if was else formula.nobody[point]]
            case statements.GameIsTied():
                return [-literal for literal in formula.has_most]
            case statements.PipsAre(side, pips):
                return self._exactly(formula.pips[side], pips)
            case statements.PointsAre(side, points):
                return self._exactly(formula.points[side], points)
            case statements.TogetherAre(is_pitching, points):
                return self._exactly(formula.together[not is_pitching], points)

    def _trick(self, statement: statements.TrickStatement) -> list[int]:
        formula = self._formula
        match statement:
            case statements.LedTrick(trick, seat):
                return [formula.leads[trick, seat]]
            case statements.TookTrick(trick, seat):
                return [formula.wins[trick, seat]]
            case statements.PlayedToTrick(trick, place, card):
                return [self._fell(trick, place, self._numbers[card])]
            case statements.HadToSpare(side, card):
                return [self._to_spare(side, self._numbers[card])]
            case statements.OutOfTrick(trick, seat):
                return [self._is_out(trick, seat)]

    def _call(self, card: str) -> list[int]:
        """Return that a card was called, which has to be a trump."""
        partnership = self._formula.partnership
        if partnership is None:
            return []
        return [partnership.called.get(self._numbers[card], -self._formula.true)]

    def _exactly(self, more_than: Sequence[int], count: int) -> list[int]:
        """Return that there are exactly so many, as `more_than[k]` means more than k."""
        if count > len(more_than):
            return [-self._formula.true]
        return [*more_than[count - 1 : count], *(-more for more in more_than[count : count + 1])]

    def _brings(self, point: PointName, card: int) -> list[int]:
        """Return that a card is the one of a point."""
        formula = self._formula
        if point in EXTREMES:
            extremes = formula.highest if point is PointName.HIGH else formula.lowest
            return [extremes.get(card, -formula.true)]
        if formula.layout.point_card(point) not in {None, card}:
            return [-formula.true]
        return [formula.in_play[card]] if point in formula.owns else []

    def _captured(self, card: str, side: int) -> int:
        return self._formula.captured[self._numbers[card], side]

    def _in_none(self, card: str, sides: Sequence[int]) -> int:
        """Return a literal by which a card is in none of some piles."""
        captured = [self._captured(card, side) for side in sides]
        return self._solver.define(
            ("none", *captured), lambda out: [(-out, -at) for at in captured]
        )

    def _any(self, literals: Sequence[int]) -> int:
        """Return a literal by which one or more of some literals are true."""
        return self._solver.define(("any", *literals), lambda among: [(-among, *literals)])

    def _complete_pile(self, pile: statements.NothingElseInPile) -> list[int]:
        captured, side = self._formula.captured, pile.side
        pips = self._deal.pack.pips
        kind = {card for card in pips if pile.listed is Listed.ALL or pips[card]}
        others = sorted(kind.difference(pile.cards))
        return [-captured[self._numbers[card], side] for card in others]

    def _fell(self, trick: int, place: int, card: int) -> int:
        """Return the literal that a card fell so many places after the leader, at any seat.

        Trumps to spare that are thrown come after the cards that were played to the first trick.
        """
        formula, solver = self._formula, self._solver
        if trick >= len(formula.tricks) or (card, trick, 0) not in formula.plays:
            return -formula.true
        turns = self._turns(trick, place) if place < self._deal.players else []
        thrown = [spare for at, spare in formula.spare.items() if at[0] == card]
        if trick or formula.layout.surplus is not Surplus.ON_FIRST_TRICK:
            thrown = []

        def clauses(fell: int) -> Iterable[Sequence[int]]:
            for seat, turn in enumerate(turns):
                played = formula.plays[card, trick, seat]
                yield (-turn, -played, fell)
                yield (-turn, played, -fell)
            yield (-fell, *turns, *thrown)
            yield from ((*turns, -spare, fell) for spare in thrown)

        return solver.define(("fell", trick, place, card), clauses)

    def _is_out(self, trick: int, seat: int) -> int:
        """Return the literal that a seat plays nothing to a trick."""
        formula = self._formula
        if not formula.layout.only_trumps or trick >= len(formula.tricks):
            return -formula.true
        return -formula.suit_played[seat, trick, formula.layout.trump]

    def _to_spare(self, side: int, card: int) -> int:
        """Return the literal that somebody of a side had a trump to spare."""
        formula = self._formula
        spares = [formula.spare.get((card, seat)) for seat in formula.layout.sides[side]]
        literals = [spare for spare in spares if spare is not None]

        def clauses(had: int) -> Iterable[Sequence[int]]:
            yield (-had, *literals)
            yield from ((-spare, had) for spare in literals)

        return self._solver.define(("spare", side, card), clauses) if literals else -formula.true

    def _turns(self, trick: int, place: int) -> list[int]:
        """Return, by seat, the literal that it plays so many places after the leader.

        Players who are out are not counted.
        """
        formula, players = self._formula, self._deal.players
        if not formula.layout.only_trumps:
            return [formula.leads[trick, (seat - place) % players] for seat in formula.seats]
        if place == 0:
            return [formula.leads[trick, seat] for seat in formula.seats]
        before = self._turns(trick, place - 1)
        plays = [formula.suit_played[seat, trick, formula.layout.trump] for seat in formula.seats]

        def clauses(turn: int, seat: int) -> Iterable[Sequence[int]]:
            leads = formula.leads[trick, seat]
            yield (-turn, plays[seat])
            yield (-turn, -leads)
            for gap in range(1, players):
                last = (seat - gap) % players
                out = [plays[(last + step) % players] for step in range(1, gap)]
                yield (-before[last], *out, -plays[seat], leads, turn)
                # A seat that plays between the two has that place instead.
                yield from ((-before[last], -plays_between, -turn) for plays_between in out)
            yield (-turn, *(before[last] for last in formula.seats if last != seat))

        return [
            self._solver.define(("turn", trick, place, seat), partial(clauses, seat=seat))
            for seat in formula.seats
        ]
