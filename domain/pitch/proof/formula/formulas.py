"""Formulas: every deal and every play that a table can see, as clauses.

To fit a record to the game, assume the literals of its facts.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import Final

from pitch import point_names
from pitch.point_names import DEALT, PointName
from pitch.proof.formula.layouts import Layout
from pitch.proof.formula.partnerships import Partnership
from pitch.proof.formula.played_tricks import PlayedTricks
from pitch.rules.choices import Surplus

MOST_KEPT: Final = 32
"""Formulas, and solvers, that a process caches; the largest takes some ten megabytes."""


class Formula(PlayedTricks):
    """The clauses of a layout, and the names of its literals.

    `plays[card, trick, seat]`, `dealt[card, seat]`, `fell[card, trick]`, `in_play[card]`,
    `leads[trick, seat]`, `wins[trick, seat]`, `captured[card, side]`,
    `won[side][k]` (at least k + 1 tricks), `taken_trumps[side][k]` (at least k + 1 trumps),
    `revokes[seat, trick]`, `misled` (the first lead is no trump), `revoked[k]` (more than k such
    violations), `owns[point][side]` and `nobody[point]`, `points[side][v]` (more than v points),
    and `pips[side][v]` (more than v pips). `legal`, `fair` (the right seat is given each trick),
    `in_turn` (who is given a trick leads to the next), `low_is_dealt`, `jack_counts`, `tie_*`,
    `dealer`, `dealer_side`, `are_spades` (the trumps) and `spades_are[suit]` are choices: assume
    them one way or the other. `alike[card]` may be assumed where nothing tells a card from the
    next.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.begin("play.partner")
        self.partnership = Partnership(self) if layout.calls_partner else None
        self.begin("play.trick")
        self._piles()
        self._extremes()
        self.begin("score.pips")
        self._pips()
        self._points()
        self.begin("")
        self._alike()

    def _piles(self) -> None:
        """Add that a side captures the cards of the tricks that its seats win."""
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
        # Bounds are of these counts and not of their cards, because a search cannot add up bounds.
        self.taken_trumps = [
            self.counter([self.captured[card, side] for card in layout.trumps])
            for side in self.sides
        ]
        tricks = [literal for won in self.won for literal in won]
        self.at_most(tricks, layout.tricks)
        for side in self.sides:
            self._count_trumps(side)
        in_play = [self.in_play[card] for card in layout.trumps]
        self.equally_many([trump for taken in self.taken_trumps for trump in taken], in_play)
        if layout.only_trumps:
            return
        self.at_most([-literal for literal in tricks], len(tricks) - layout.tricks)
        for side in self.sides:
            plain = [
                self.captured[card, side] for card in layout.played if card not in layout.trumps
            ]
            self._count_pile([*plain, *self.taken_trumps[side]], self.won[side])

    def _capture(self, card: int) -> None:
        """Add that a card in play goes with its trick, or with a surplus."""
        captors = [self.captured[card, side] for side in self.sides]
        self.begin("table.pack")
        self.at_most_one(captors)
        self.begin("play.trick")
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

    def _count_trumps(self, side: int) -> None:
        """Add that a side captures as many trumps as fell to its tricks, besides a surplus."""
        layout, trump = self.layout, self.layout.trump
        fell = [
            self.both([self.suit_played[seat, trick, trump], self.takes[trick, side]])
            for trick, seat in product(self.tricks, self.seats)
        ]
        if layout.surplus is Surplus.BURNED:
            self.equally_many(self.taken_trumps[side], fell)
        else:
            self.no_more(fell, self.taken_trumps[side])

    def _count_pile(self, pile: list[int], won: list[int]) -> None:
        """Add that a pile has as many cards as its tricks together, as two bounds."""
        layout = self.layout
        # A bound counts each literal once, so a trick of four cards is four literals.
        tricks = [
            copy
            for literal in won
            for copy in (literal, *(self.copy(literal) for _ in self.seats[1:]))
        ]
        size = layout.players * layout.tricks
        no_spare = [-spare for spare in self.spare.values()]
        extras = [] if layout.surplus is Surplus.BURNED else no_spare
        self.at_most([*pile, *(-trick for trick in tricks), *extras], size + len(extras))
        self.no_more(tricks, pile)

    def _extremes(self) -> None:
        """Add the highest and the lowest trump in play, and who took or was dealt them."""
        layout = self.layout
        jokers = {layout.numbers[card] for card in layout.jokers}
        natural = [card for card in layout.trumps if card not in jokers]
        self.highest = self._first_in_play(layout.trumps[::-1])
        self.lowest = self._first_in_play(natural)
        # If a trump is led, one is in play; jokers are never Low.
        self.no_high = -self.true if layout.trump_is_led else self._none(layout.trumps)
        self.no_low = self._none(natural) if jokers or not layout.trump_is_led else -self.true
        self.begin("score.high")
        self.high = self._owner(self.highest, self.no_high, self.captured, self.sides)
        self.begin("score.low")
        self.low_captured = self._owner(self.lowest, self.no_low, self.captured, self.sides)
        # Nobody is dealt a lowest trump that went to the opponents before play.
        self.low_went_over = self._went_over(self.lowest)
        no_holder = self.either([self.no_low, self.low_went_over]) if self.spare else self.no_low
        self.low_dealt = self._owner(self.lowest, no_holder, self.held, self.seats)

    def _went_over(self, first: dict[int, int]) -> int:
        """Return the literal that the first of some cards in play went over before play.

        The opponents of its holder have it then.
        """
        if not self.spare or self.layout.surplus is not Surplus.TO_OPPONENTS:
            return -self.true
        spare = [
            self.both([literal, self.spare[card, seat]])
            for (card, literal), seat in product(first.items(), self.seats)
        ]
        return self.either(spare)

    def _none(self, among: Sequence[int]) -> int:
        return self.both([-self.in_play[card] for card in among])

    def _first_in_play(self, cards: Sequence[int]) -> dict[int, int]:
        first = {}
        for place, card in enumerate(cards):
            before = [-self.in_play[earlier] for earlier in cards[:place]]
            first[card] = self.both([self.in_play[card], *before])
        return first

    def _owner(
        self,
        extreme: dict[int, int],
        nobody: int,
        place: dict[tuple[int, int], int],
        owners: range,
    ) -> list[int]:
        """Return, by owner, the literal that the highest or lowest trump is theirs."""
        owns = self.several(len(owners))
        self.exactly_one(owns if nobody == -self.true else [*owns, nobody])
        for (card, literal), owner in product(extreme.items(), owners):
            self.add(-literal, -place[card, owner], owns[owner])
            self.add(-literal, place[card, owner], -owns[owner])
        return owns

    def _pips(self) -> None:
        """Add more than 0, 1, 2, ... pips by side; the trump jack counts if `jack_counts`."""
        self.pips = [self._side_pips(side) for side in self.sides]

    def _side_pips(self, side: int) -> list[int]:
        """Return the literals for more than v pips of a side."""
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
        """Add the owner of each point, and the worth of the points of each side."""
        self.owns: dict[PointName, list[int]] = {}
        self.nobody: dict[PointName, int] = {}
        self.has_most = [-self.true for _ in self.sides]
        self.tops = [-self.true for _ in self.sides]
        self.as_many: dict[tuple[int, int], int] = {}
        self.spades_are: dict[str, int] = {}
        for point, _ in self.layout.points:
            self.begin(point_names.topic(point))
            self.owns[point], self.nobody[point] = self._owners(point)
        self.begin("score.made")
        worths = sorted({worth for _, worth in self.layout.points})
        self.points = [
            self.weighted(
                (worth, [self.owns[name][side] for name, own in self.layout.points if own == worth])
                for worth in worths
            )
            for side in self.sides
        ]
        if self.partnership is not None:
            self._pool(self.partnership)

    def _pool(self, partnership: Partnership) -> None:
        """Add the points and tricks of the pitching sides together, and of all others."""
        self.begin("score.partner")
        camps = [
            (worth, partnership.sides(self.owns[point])) for point, worth in self.layout.points
        ]
        worths = sorted({worth for worth, _ in camps})
        self.together = [
            self.weighted(
                (worth, [literals[camp] for own, literals in camps if own == worth])
                for worth in worths
            )
            for camp in range(2)
        ]
        takes = [[self.takes[trick, side] for side in self.sides] for trick in self.tricks]
        self.won_together = self.counter([partnership.sides(trick)[0] for trick in takes])

    def pitching_points(self, side: int) -> list[int]:
        """Return the literals for more than k points of the pitching side and its partner."""
        return self.points[side] if self.partnership is None else self.together[0]

    def pitching_tricks(self, side: int) -> list[int]:
        """Return the literals for more than k tricks of the pitching side and its partner."""
        return self.won[side] if self.partnership is None else self.won_together

    def _owners(self, point: PointName) -> tuple[list[int], int]:
        """Return the literals of a point by side, and the one for nobody."""
        nobody = -self.true
        match point:
            case PointName.HIGH:
                owners, nobody = self.high, self.no_high
            case PointName.LOW:
                owners = self._low_owners(self.low_captured, self.low_dealt, self.low_went_over)
                nobody = self.no_low
            case PointName.GAME:
                self._compare_pips()
                owners = [self._game_owner(side) for side in self.sides]
                nobody = self.both([-literal for literal in owners])
            case PointName.LAST_TRICK:
                owners = self._last_trick()
            case PointName.HIGH_SPADE:
                owners, nobody = self._high_spade()
            case _:
                owners, nobody = self._card_owners(point)
        return owners, nobody

    def _card_owners(self, point: PointName) -> tuple[list[int], int]:
        """Return the literals of a point of a card by captor or, if that counts, by holder."""
        card = self.layout.point_card(point)
        if card is None:
            return [-self.true for _ in self.sides], self.true
        nobody, captured = -self.in_play[card], [self.captured[card, side] for side in self.sides]
        if point not in DEALT:
            return captured, nobody
        had = [self.held[card, seat] for seat in self.seats]
        went_over = self._went_over({card: self.in_play[card]})
        return self._low_owners(captured, had, went_over), nobody

    def _last_trick(self) -> list[int]:
        """Return, by side, the literal that it won the last trick that was played."""
        if not self.layout.only_trumps:
            return [self.takes[self.tricks[-1], side] for side in self.sides]
        owners = self.several(len(self.sides))
        for trick, side in product(self.tricks, self.sides):
            later = self.goes[trick + 1 : trick + 2]
            is_not_last = (-self.goes[trick], *later)
            self.add(*is_not_last, -self.takes[trick, side], owners[side])
            self.add(*is_not_last, self.takes[trick, side], -owners[side])
        return owners

    def _high_spade(self) -> tuple[list[int], int]:
        """Return the literals of the highest spade in play; the case sets which suit is spades."""
        owners, nobody = self.several(len(self.sides)), self.variable()
        self.exactly_one([*owners, nobody])
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
                self.add(-is_spades, -literal, -captured, owners[side])
                self.add(-is_spades, -literal, captured, -owners[side])
        return owners, nobody

    def _low_owners(self, captured: list[int], dealt: list[int], went_over: int) -> list[int]:
        """Return the literals of Low by side, under the option `Low` (clause `score.low`)."""
        owners = []
        for side in self.sides:
            holders = [dealt[seat] for seat in self.layout.sides[side]]
            # A card that went over to the opponents is theirs: nobody was dealt it in play.
            opponents = [] if went_over == -self.true else [self.both([went_over, captured[side]])]
            had = self.either([*holders, *opponents])
            gets = self.variable()
            for choice, holds in ((-self.low_is_dealt, had), (self.low_is_dealt, captured[side])):
                self.add(choice, -gets, holds)
                self.add(choice, gets, -holds)
            owners.append(gets)
        return owners

    def _compare_pips(self) -> None:
        """Add which sides have the most pips, alone or shared."""
        as_many = {pair: self._has_as_many(*pair) for pair in permutations(self.sides, 2)}
        self.as_many = as_many
        rivals = [[rival for rival in self.sides if rival != side] for side in self.sides]
        self.tops = [self.both([as_many[s, rival] for rival in rivals[s]]) for s in self.sides]
        self.has_most = [self.both([-as_many[rival, s] for rival in rivals[s]]) for s in self.sides]

    def _has_as_many(self, side: int, rival: int) -> int:
        """Return the literal that one side has at least as many pips as another."""
        mine, theirs = self.pips[side], self.pips[rival]
        # Of either side, pips[v] is true iff it has more than v. So this side has as many iff, for
        # every v, theirs[v] implies mine[v].
        has = self.variable()
        for value in range(len(mine)):
            self.add(-has, -theirs[value], mine[value])
            self.add(has, -mine[value], *theirs[value + 1 : value + 2])
        self.add(has, *theirs[:1])
        return has

    def _game_owner(self, side: int) -> int:
        """Return the literal that a side gets Game, by pips or by the tie rule (score.tie)."""
        self.begin("score.tie")
        rivals = [rival for rival in self.sides if rival != side]
        gets, most, tops = self.variable(), self.has_most[side], self.tops[side]
        # The opponents get a tied Game only if one side alone of them shares it.
        tied_rivals = [self.both([self.tops[rival], -self.pitches[rival]]) for rival in rivals]
        favours = (
            (self.tie_to_pitcher, self.both([tops, self.pitches[side]])),
            (self.tie_to_dealer, self.both([tops, self.dealer_side[side]])),
            (
                self.tie_to_other,
                self.both([tops, -self.pitches[side], *(-tied for tied in tied_rivals)]),
            ),
        )
        self.add(-most, gets)
        self.add(-gets, tops)
        self.add(-gets, most, *(rule for rule, _ in favours))
        for rule, favourite in favours:
            self.add(-rule, -favourite, gets)
            self.add(-rule, -gets, most, favourite)
        return gets

    def _alike(self) -> None:
        """Add that of neighbours without pips the higher is in play only with the lower.

        A hand with the higher alone is the same with the lower, so that one is enough to search.
        """
        layout = self.layout
        distinct = {layout.point_card(point) for point, _ in layout.points}
        distinct |= {layout.numbers[card] for card in layout.jokers}
        self.alike: dict[int, int] = {}
        for card, above in layout.above:
            has_pips = layout.counts[card] or layout.counts[above]
            if not has_pips and distinct.isdisjoint((card, above)):
                alike = self.alike[card] = self.variable()
                self.add(-alike, -self.in_play[above], self.in_play[card])


@lru_cache(maxsize=MOST_KEPT)
def for_layout(layout: Layout) -> Formula:
    """Return the formula of a layout, built once."""
    return Formula(layout)
