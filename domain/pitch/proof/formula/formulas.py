"""Every deal and every play that a table can see, as clauses: what holds in all of them.

Whoever fits a record to the game assumes the literals of its facts.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from pitch.point_names import DEALT, PointName
from pitch.proof.formula.layouts import Layout
from pitch.proof.formula.partnerships import Partnership
from pitch.proof.formula.played_tricks import PlayedTricks
from pitch.rules.choices import Surplus

MOST_KEPT: Final = 32
"""Formulas, and engines, that a process keeps; the largest takes some ten megabytes."""


class Formula(PlayedTricks):
    """The clauses of a layout, and the names of its literals.

    `plays[card, trick, seat]`, `dealt[card, seat]`, `fell[card, trick]`, `in_play[card]`,
    `leads[trick, seat]`, `wins[trick, seat]`, `captured[card, side]`,
    `won[side][k]` (at least k + 1 tricks), `revokes[seat, trick]`, `misled` (the first lead is no
    trump), `revoked[k]` (more than k such violations), `owns[point][side]` and `nobody[point]`,
    `points[side][v]` (more than v points), and `pips[side][v]` (more than v pips). `legal`,
    `fair` (the right seat is given each trick), `in_turn` (who is given a trick leads to the
    next), `low_is_dealt`, `jack_counts`, `tie_*`, `dealer`, `dealer_side`,
    `are_spades` (the trumps) and `spades_are[suit]`
    are choices: assume them one way or the other. `alike[card]` may be assumed where nothing
    tells a card from the next.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.partnership = Partnership(self) if layout.calls_partner else None
        self._piles()
        self._extremes()
        self._pips()
        self._points()
        self._alike()

    def _piles(self) -> None:
        """A side captures the cards of the tricks that its seats win."""
        layout, by_side = self.layout, self.layout.sides
        self.pitches = [self.either([self.pitched[seat] for seat in side]) for side in by_side]
        self.takes = {
            (trick, side): self.either([self.wins[trick, seat] for seat in by_side[side]])
            for trick, side in product(self.tricks, self.sides)
        }
        self.captured = {at: self.variable() for at in product(self.cards, self.sides)}
        for card in self.cards:
            self._capture(card)
        self.won = [
            self.counter([self.takes[trick, side] for trick in self.tricks]) for side in self.sides
        ]
        tricks = [literal for won in self.won for literal in won]
        self.at_most(tricks, layout.tricks)
        if layout.only_trumps:
            return
        self.at_most([-literal for literal in tricks], len(tricks) - layout.tricks)
        for side in self.sides:
            pile = [self.captured[card, side] for card in layout.played]
            self._count_pile(pile, self.won[side])

    def _capture(self, card: int) -> None:
        """A card in play goes with its trick, or where a surplus goes."""
        captors = [self.captured[card, side] for side in self.sides]
        self.at_most_one(captors)
        self.add(-self.in_play[card], *captors)
        for side, trick in product(self.sides, self.tricks if card in self.layout.played else ()):
            fell, took = self.fell[card, trick], self.takes[trick, side]
            self.add(-fell, -took, captors[side])
            self.add(-captors[side], -fell, took)
        for captor in captors:
            self.add(-captor, self.in_play[card])
        own = ((at[1], spare) for at, spare in self.spare.items() if at[0] == card)
        for (seat, spare), (side, captor) in product(own, enumerate(captors)):
            if self.layout.surplus is Surplus.ON_FIRST_TRICK:
                self.add(-spare, -self.takes[0, side], captor)
            elif seat in self.layout.sides[side]:
                self.add(-spare, -captor)

    def _count_pile(self, pile: list[int], won: list[int]) -> None:
        """A pile has as many cards as its tricks together; said as two bounds."""
        layout = self.layout
        tricks = [copy for literal in won for copy in self._copies(literal)]
        size = layout.players * layout.tricks
        told = [] if layout.surplus is Surplus.BURNED else [-each for each in self.spare.values()]
        self.at_most([*pile, *(-trick for trick in tricks), *told], size + len(told))
        self.at_most([*(-card for card in pile), *tricks], len(pile))

    def _copies(self, literal: int) -> list[int]:
        # A bound counts each literal but once, so a trick of four cards is four literals.
        copies = [literal, *self.several(len(self.seats) - 1)]
        for copy in copies[1:]:
            self.add(-literal, copy)
            self.add(literal, -copy)
        return copies

    def _extremes(self) -> None:
        """The highest and the lowest trump in play, and who took or was dealt them."""
        layout = self.layout
        jokers = {layout.numbers[card] for card in layout.jokers}
        natural = [card for card in layout.trumps if card not in jokers]
        self.highest = self._first_in_play(layout.trumps[::-1])
        self.lowest = self._first_in_play(natural)
        # Where a trump is led one is in play, and jokers are never Low.
        self.no_high = -self.true if layout.trump_is_led else self._none(layout.trumps)
        self.no_low = self._none(natural) if jokers or not layout.trump_is_led else -self.true
        self.high = self._owner(self.highest, self.no_high, self.captured, self.sides)
        self.low_captured = self._owner(self.lowest, self.no_low, self.captured, self.sides)
        # Who had the lowest trump; nobody had what went to the opponents before play.
        self.low_given = self._given(self.lowest)
        no_holder = self.either([self.no_low, self.low_given]) if self.spare else self.no_low
        self.low_dealt = self._owner(self.lowest, no_holder, self.held, self.seats)

    def _given(self, first: dict[int, int]) -> int:
        """Whether a card went to the opponents before play, of some of which one is the first."""
        if not self.spare or self.layout.surplus is not Surplus.TO_OPPONENTS:
            return -self.true
        spare = [
            self.both([literal, self.spare[card, seat]])
            for (card, literal), seat in product(first.items(), self.seats)
        ]
        return self.either(spare)

    def _none(self, among: Sequence[int]) -> int:
        return self.both([-self.in_play[card] for card in among])

    def _first_in_play(self, ordered: Sequence[int]) -> dict[int, int]:
        first = {}
        for place, card in enumerate(ordered):
            before = [-self.in_play[earlier] for earlier in ordered[:place]]
            first[card] = self.both([self.in_play[card], *before])
        return first

    def _owner(
        self,
        extreme: dict[int, int],
        nobody: int,
        place: dict[tuple[int, int], int],
        owners: range,
    ) -> list[int]:
        """Who has the highest or lowest trump: whoever the trump that is it lies with."""
        owned = self.several(len(owners))
        if nobody == -self.true:
            self.exactly_one(owned)
        else:
            self.exactly_one([*owned, nobody])
        for (card, literal), owner in product(extreme.items(), owners):
            self.add(-literal, -place[card, owner], owned[owner])
            self.add(-literal, place[card, owner], -owned[owner])
        return owned

    def _pips(self) -> None:
        """More than 0, 1, 2, ... pips by side; the trump jack counts if `jack_counts`."""
        self.pips = [self._pips_of(side) for side in self.sides]

    def _pips_of(self, side: int) -> list[int]:
        """More than v pips of a side: counted by kind of worth, then the kinds added up."""
        layout, jack = self.layout, self.layout.point_card(PointName.JACK)

        def counting(worth: int) -> list[int]:
            return [
                self.both([self.captured[card, side], self.jack_counts])
                if card == jack
                else self.captured[card, side]
                for card in layout.played
                if layout.counts[card] == worth
            ]

        worths = sorted({layout.counts[card] for card in layout.played} - {0})
        return self.weighted((worth, counting(worth)) for worth in worths)

    def _points(self) -> None:
        """Who has each point, and what the points of each side are worth."""
        self.owns: dict[PointName, list[int]] = {}
        self.nobody: dict[PointName, int] = {}
        self.has_most = [-self.true for _ in self.sides]
        self.spades_are: dict[str, int] = {}
        for point, _ in self.layout.points:
            self.owns[point], self.nobody[point] = self._owners_of(point)
        worths = sorted({worth for _, worth in self.layout.points})
        self.points = [
            self.weighted(
                (worth, [self.owns[name][side] for name, its in self.layout.points if its == worth])
                for worth in worths
            )
            for side in self.sides
        ]
        if self.partnership is not None:
            self._pool(self.partnership)

    def _pool(self, partnership: Partnership) -> None:
        """What the pitching sides have together, and what all the others have against them."""
        owned = [
            (worth, partnership.sides(self.owns[point])) for point, worth in self.layout.points
        ]
        worths = sorted({worth for worth, _ in owned})
        self.together = [
            self.weighted(
                (worth, [each[who] for its, each in owned if its == worth]) for worth in worths
            )
            for who in range(2)
        ]
        takes = [[self.takes[trick, side] for side in self.sides] for trick in self.tricks]
        self.won_together = self.counter([partnership.sides(taken)[0] for taken in takes])

    def pitching_points(self, side: int) -> list[int]:
        """More than how many points the pitching side has, with the partner's where one is."""
        return self.points[side] if self.partnership is None else self.together[0]

    def pitching_tricks(self, side: int) -> list[int]:
        """More than how many tricks the pitching side wins, with the partner's where one is."""
        return self.won[side] if self.partnership is None else self.won_together

    def _owners_of(self, point: PointName) -> tuple[list[int], int]:
        """The literals of a point by side, and the one for nobody."""
        nobody = -self.true
        match point:
            case PointName.HIGH:
                owned, nobody = self.high, self.no_high
            case PointName.LOW:
                owned = self._by_low(self.low_captured, self.low_dealt, self.low_given)
                nobody = self.no_low
            case PointName.GAME:
                self._compare_pips()
                owned = [self._game_of(side) for side in self.sides]
                nobody = self.both([-literal for literal in owned])
            case PointName.LAST_TRICK:
                owned = self._last_trick()
            case PointName.HIGH_SPADE:
                owned, nobody = self._high_spade()
            case _:
                owned, nobody = self._of_card(point)
        return owned, nobody

    def _of_card(self, point: PointName) -> tuple[list[int], int]:
        """Who captured the card of a point, or had it where that is what counts; and nobody."""
        card = self.layout.point_card(point)
        if card is None:
            return [-self.true for _ in self.sides], self.true
        nobody, captured = -self.in_play[card], [self.captured[card, side] for side in self.sides]
        if point not in DEALT:
            return captured, nobody
        had = [self.held[card, seat] for seat in self.seats]
        given = self._given({card: self.in_play[card]})
        return self._by_low(captured, had, given), nobody

    def _last_trick(self) -> list[int]:
        """Who won the last trick; where only trumps are played, the last that there was."""
        if not self.layout.only_trumps:
            return [self.takes[self.tricks[-1], side] for side in self.sides]
        owned = self.several(len(self.sides))
        for trick, side in product(self.tricks, self.sides):
            later = self.goes[trick + 1 : trick + 2]
            is_other = (-self.goes[trick], *later)
            self.add(*is_other, -self.takes[trick, side], owned[side])
            self.add(*is_other, self.takes[trick, side], -owned[side])
        return owned

    def _high_spade(self) -> tuple[list[int], int]:
        """Who has the highest spade in play; which suit of the layout is spades, the case says."""
        owned, nobody = self.several(len(self.sides)), self.variable()
        self.exactly_one([*owned, nobody])
        for suit in self.layout.letters:
            is_spades = self.spades_are[suit] = self.variable()
            ordered = [
                card for card in self.layout.printed_suit(suit) if card in self.layout.played
            ]
            self.add(-is_spades, -nobody, self._none(ordered))
            self.add(-is_spades, nobody, -self._none(ordered))
            first = self._first_in_play(ordered)
            for (card, literal), side in product(first.items(), self.sides):
                captured = self.captured[card, side]
                self.add(-is_spades, -literal, -captured, owned[side])
                self.add(-is_spades, -literal, captured, -owned[side])
        return owned, nobody

    def _by_low(self, captured: list[int], dealt: list[int], given: int) -> list[int]:
        """Low by the option `Low` (clause `score.low`), as `hand.awards._low` gives it."""
        found = []
        for side in self.sides:
            holders = [dealt[seat] for seat in self.layout.sides[side]]
            # What was `given` to the opponents is theirs, for nobody had it in play.
            given_to = [] if given == -self.true else [self.both([given, captured[side]])]
            held = self.either([*holders, *given_to])
            gets = self.variable()
            for choice, told in ((-self.low_is_dealt, held), (self.low_is_dealt, captured[side])):
                self.add(choice, -gets, told)
                self.add(choice, gets, -told)
            found.append(gets)
        return found

    def _compare_pips(self) -> None:
        """Which sides have the most pips, alone or shared."""
        as_many = {
            (one, other): self._has_as_many(one, other)
            for one, other in product(self.sides, self.sides)
            if one != other
        }
        others = [[other for other in self.sides if other != side] for side in self.sides]
        self.tops = [self.both([as_many[s, other] for other in others[s]]) for s in self.sides]
        self.has_most = [self.both([-as_many[other, s] for other in others[s]]) for s in self.sides]

    def _has_as_many(self, one: int, other: int) -> int:
        """Whether one side has at least as many pips as another."""
        mine, theirs = self.pips[one], self.pips[other]
        # It has as many if, wherever the other has more than v, it has more than v as well.
        has = self.variable()
        for value in range(len(mine)):
            self.add(-has, -theirs[value], mine[value])
            self.add(has, -mine[value], *theirs[value + 1 : value + 2])
        self.add(has, *theirs[:1])
        return has

    def _game_of(self, side: int) -> int:
        """Game goes to the most pips; shared, to nobody or as the tie rule says (score.tie)."""
        others = [other for other in self.sides if other != side]
        gets, most, tops = self.variable(), self.has_most[side], self.tops[side]
        # The other side gets a tied Game only if it alone of the others shares it.
        rivals = [self.both([self.tops[other], -self.pitches[other]]) for other in others]
        favours = (
            (self.tie_to_pitcher, self.both([tops, self.pitches[side]])),
            (self.tie_to_dealer, self.both([tops, self.dealer_side[side]])),
            (
                self.tie_to_other,
                self.both([tops, -self.pitches[side], *(-rival for rival in rivals)]),
            ),
        )
        self.add(-most, gets)
        self.add(-gets, tops)
        self.add(-gets, most, *(rule for rule, _ in favours))
        for rule, favoured in favours:
            self.add(-rule, -favoured, gets)
            self.add(-rule, -gets, most, favoured)
        return gets

    def _alike(self) -> None:
        """Of neighbours in a suit that count nothing, the higher is in play only with the lower.

        A hand with the higher alone is the same with the lower, so that one is enough to search.
        """
        layout = self.layout
        named = {layout.point_card(point) for point, _ in layout.points}
        named |= {layout.numbers[card] for card in layout.jokers}
        self.alike: dict[int, int] = {}
        for card, above in layout.above:
            if not layout.counts[card] + layout.counts[above] and named.isdisjoint((card, above)):
                alike = self.alike[card] = self.variable()
                self.add(-alike, -self.in_play[above], self.in_play[card])


@lru_cache(maxsize=MOST_KEPT)
def for_layout(layout: Layout) -> Formula:
    """The formula of a layout, made once."""
    return Formula(layout)
