"""Every deal and every play that a table can see, as clauses: what holds in all of them.

Spades are trump here; a hand with another trump is the same hand with two suits exchanged. A card
is a number, its place in the pack, and a suit the place of its letter; a literal is a nonzero
integer, its negation the negative. Whoever fits a record to the game assumes the literals of its
facts.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from typing import Final

from domain import cards
from domain import seats as tables
from domain.cards import PACK
from domain.proof.builders import Builder
from domain.seats import CARDS_EACH, TRICKS, Table

PLACES: Final = {card: place for place, card in enumerate(PACK.cards)}
"""The number of a card: its place in the pack."""
TRUMP: Final = "S"
"""The suit that is trump in a formula."""
TRUMPS: Final = tuple(PLACES[card] for card in PACK.suit_cards(TRUMP))
"""The numbers of the trumps, from the lowest up."""
JACK: Final = PLACES[cards.jack(TRUMP)]
_CARDS: Final = range(len(PACK.cards))
_SUITS: Final = range(len(PACK.suits))
_TRUMP: Final = PACK.suits.index(TRUMP)
_PLAIN: Final = tuple(suit for suit in _SUITS if suit != _TRUMP)
_OF_SUIT: Final = tuple(
    tuple(PLACES[card] for card in PACK.suit_cards(suit)) for suit in PACK.suits
)
"""The numbers of the cards of each suit, from the lowest up."""
_ABOVE: Final = {card: up for suit in _OF_SUIT for card, up in pairwise(suit)}
"""The next higher card of the same suit, by number."""


class Formula(Builder):
    """The clauses of a table, and the names of its literals.

    `plays[card, trick, seat]`, `dealt[card, seat]`, `fell[card, trick]`, `in_play[card]`,
    `leads[trick, seat]`, `wins[trick, seat]`, `captured[card, side]`,
    `won[side][k]` (at least k + 1 tricks), `revokes[seat, trick]`, `misled` (the first lead is no
    trump), `revoked[k]` (more than k such violations), the points by side, and `pips[side][v]`
    (more than v pips). `legal`, `fair` (the right seat is given each trick), `in_turn` (who is
    given a trick leads to the next), `low_is_dealt`, `jack_counts`, `tie_*` and `dealer_side` are
    choices: assume them one way or the other. `alike[card]` may be assumed where nothing tells a
    card from the next.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = range(table.players)
        self.sides = range(tables.side_count(table))
        self.tricks = range(TRICKS)
        super().__init__()
        self._choices()
        self._deal()
        self._leads()
        self._winners()
        self._legality()
        self._piles()
        self._extremes()
        self._pips()
        self._points()
        self._alike()

    def _choices(self) -> None:
        self.legal, self.fair, self.in_turn, self.low_is_dealt, self.jack_counts = self.several(5)
        self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer = self.several(3)
        self.at_most_one([self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer])
        self.dealer_side = self.several(len(self.sides))

    def _deal(self) -> None:
        """Every seat plays one card to each trick; a card is played at most once."""
        seats, tricks = self.seats, self.tricks
        self.plays = {at: self.variable() for at in product(_CARDS, tricks, seats)}
        self.dealt = {at: self.variable() for at in product(_CARDS, seats)}
        self.fell = {at: self.variable() for at in product(_CARDS, tricks)}
        self.in_play = self.several(len(_CARDS))
        self.suit_played = {at: self.variable() for at in product(seats, tricks, _SUITS)}
        for seat, trick in product(seats, tricks):
            self._place(seat, trick)
        for card in _CARDS:
            holders = [self.dealt[card, seat] for seat in seats]
            falls = [self.fell[card, trick] for trick in tricks]
            for one_of in (holders, falls):
                self.at_most_one(one_of)
                self.add(-self.in_play[card], *one_of)
                for literal in one_of:
                    self.add(-literal, self.in_play[card])
            for seat in seats:
                self.add(-self.dealt[card, seat], *(self.plays[card, i, seat] for i in tricks))
            for trick in tricks:
                self.add(-self.fell[card, trick], *(self.plays[card, trick, s] for s in seats))
        self._count_cards()

    def _place(self, seat: int, trick: int) -> None:
        """Exactly one card, told by its suit and its rank."""
        suits = [self.suit_played[seat, trick, suit] for suit in _SUITS]
        ranks = self.several(len(PACK.ranks))
        self.exactly_one(suits)
        self.at_most_one(ranks)
        for suit in _SUITS:
            self.add(-suits[suit], *(self.plays[card, trick, seat] for card in _OF_SUIT[suit]))
        for suit in _SUITS:
            for card, is_rank in zip(_OF_SUIT[suit], ranks, strict=True):
                played = self.plays[card, trick, seat]
                for told in (
                    suits[suit],
                    is_rank,
                    self.dealt[card, seat],
                    self.fell[card, trick],
                ):
                    self.add(-played, told)

    def _count_cards(self) -> None:
        """What follows by counting, said outright: a search cannot count."""
        total = tables.cards_in_play(self.table)
        self.at_most(self.in_play, total)
        self.at_most([-literal for literal in self.in_play], len(_CARDS) - total)
        for seat in self.seats:
            # Each of these follows from the places of single cards, but pigeons in holes are the
            # classic case that clause learning cannot see.
            self.at_most([self.dealt[card, seat] for card in _CARDS], CARDS_EACH)
        for trick in self.tricks:
            self.at_most([self.fell[card, trick] for card in _CARDS], self.table.players)

    def _leads(self) -> None:
        """The leader's card says which suit is led; the first lead is a trump (S0.trump)."""
        self.leads = {at: self.variable() for at in product(self.tricks, self.seats)}
        self.wins = {at: self.variable() for at in product(self.tricks, self.seats)}
        self.led = {at: self.variable() for at in product(self.tricks, _SUITS)}
        self.has_trump = self.several(TRICKS)
        for trick in self.tricks:
            self.exactly_one([self.leads[trick, seat] for seat in self.seats])
            self.exactly_one([self.wins[trick, seat] for seat in self.seats])
        for (trick, seat), wins in self.wins.items():
            if trick + 1 < TRICKS:
                # Who wins leads next, unless a wrong leader is being searched for.
                self.add(-self.in_turn, -wins, self.leads[trick + 1, seat])
                self.add(-self.in_turn, wins, -self.leads[trick + 1, seat])
        for trick in self.tricks:
            self.at_most_one([self.led[trick, suit] for suit in _SUITS])
            for seat, suit in product(self.seats, _SUITS):
                leads, led = self.leads[trick, seat], self.led[trick, suit]
                played = self.suit_played[seat, trick, suit]
                self.add(-leads, -played, led)
                self.add(-leads, played, -led)
        self.misled = self.variable()
        self.add(self.led[0, _TRUMP], self.misled)

    def _winners(self) -> None:
        """The highest trump wins, else the highest of the suit led; the winner leads next."""
        for trick in self.tricks:
            # `higher[card]` is true when a higher card of the suit fell in this trick; one chain
            # a suit instead of a clause for every pair.
            higher = [self.variable() for _ in _CARDS]
            for card, above in _ABOVE.items():
                self.add(-self.fell[above, trick], higher[card])
                self.add(-higher[above], higher[card])
            for seat in self.seats:
                wins = (-self.wins[trick, seat], -self.fair)
                trump = self.suit_played[seat, trick, _TRUMP]
                self.add(-trump, self.has_trump[trick])
                self.add(*wins, trump, -self.has_trump[trick])
                for suit in _PLAIN:
                    self.add(*wins, -self.suit_played[seat, trick, suit], self.led[trick, suit])
                for card in _CARDS:
                    self.add(*wins, -self.plays[card, trick, seat], -higher[card])

    def _legality(self) -> None:
        """Who neither follows nor trumps has none of the suit left, or revokes (play.follow)."""
        early = range(TRICKS - 1)
        self.revokes = {at: self.variable() for at in product(self.seats, early)}
        for seat, trick in product(self.seats, early):
            revokes = self.revokes[seat, trick]
            self.add(-self.legal, -revokes)
            trump = self.suit_played[seat, trick, _TRUMP]
            for suit in _SUITS:
                follows = self.suit_played[seat, trick, suit]
                # Whoever neither follows nor trumps and still shows the suit later has revoked
                # (L6).
                kept = {-self.led[trick, suit], follows, trump, revokes}
                for later in range(trick + 1, TRICKS):
                    self.add(*sorted(kept), -self.suit_played[seat, later, suit])
        self.add(-self.legal, -self.misled)
        # A wrong first lead counts as one violation beside the revokes.
        self.revoked = self.counter([self.misled, *self.revokes.values()])

    def _piles(self) -> None:
        """A side captures the cards of the tricks that its seats win."""
        by_side = tables.seats_by_side(self.table)
        self.pitches = [self.either([self.leads[0, seat] for seat in side]) for side in by_side]
        takes = {
            (trick, side): self.either([self.wins[trick, seat] for seat in by_side[side]])
            for trick, side in product(self.tricks, self.sides)
        }
        self.captured = {at: self.variable() for at in product(_CARDS, self.sides)}
        for card in _CARDS:
            captors = [self.captured[card, side] for side in self.sides]
            self.at_most_one(captors)
            self.add(-self.in_play[card], *captors)
            for side, trick in product(self.sides, self.tricks):
                fell, took = self.fell[card, trick], takes[trick, side]
                self.add(-fell, -took, captors[side])
                self.add(-captors[side], -fell, took)
            for captor in captors:
                self.add(-captor, self.in_play[card])
        self.won = [
            self.counter([takes[trick, side] for trick in self.tricks]) for side in self.sides
        ]
        tricks = [literal for won in self.won for literal in won]
        self.at_most(tricks, TRICKS)
        self.at_most([-literal for literal in tricks], len(tricks) - TRICKS)
        for side in self.sides:
            self._count_pile([self.captured[card, side] for card in _CARDS], self.won[side])

    def _count_pile(self, pile: list[int], won: list[int]) -> None:
        """A pile has as many cards as its tricks together; said as two bounds."""
        tricks = [copy for literal in won for copy in self._copies(literal)]
        size = tables.cards_in_play(self.table)
        self.at_most([*pile, *(-trick for trick in tricks)], size)
        self.at_most([*(-card for card in pile), *tricks], len(_CARDS))

    def _copies(self, literal: int) -> list[int]:
        copies = [literal, *self.several(self.table.players - 1)]
        for copy in copies[1:]:
            self.add(-literal, copy)
            self.add(literal, -copy)
        return copies

    def _extremes(self) -> None:
        """The highest and the lowest trump in play, and who took or was dealt them."""
        self.highest = self._first_in_play(TRUMPS[::-1])
        self.lowest = self._first_in_play(TRUMPS)
        self.high = self._owner(self.highest, self.captured, self.sides)
        self.low_captured = self._owner(self.lowest, self.captured, self.sides)
        self.low_dealt = self._owner(self.lowest, self.dealt, self.seats)

    def _first_in_play(self, ordered: Sequence[int]) -> dict[int, int]:
        first = {}
        for place, card in enumerate(ordered):
            before = [-self.in_play[earlier] for earlier in ordered[:place]]
            first[card] = self.both([self.in_play[card], *before])
        return first

    def _owner(
        self, extreme: dict[int, int], place: dict[tuple[int, int], int], owners: range
    ) -> list[int]:
        owned = self.several(len(owners))
        self.exactly_one(owned)
        for (card, literal), owner in product(extreme.items(), owners):
            self.add(-literal, -place[card, owner], owned[owner])
            self.add(-literal, place[card, owner], -owned[owner])
        return owned

    def _pips(self) -> None:
        """More than 0, 1, 2, ... pips by side; the trump jack counts if `jack_counts`."""
        self.pips = [self._pips_of(side) for side in self.sides]

    def _pips_of(self, side: int) -> list[int]:
        """More than v pips of a side: counted by kind of worth, then the kinds added up."""
        total: dict[int, int] = {}
        for worth in sorted(set(PACK.pips.values()) - {0}):
            counting = [
                self.both([self.captured[card, side], self.jack_counts])
                if card == JACK
                else self.captured[card, side]
                for card in _CARDS
                if PACK.pips[PACK.cards[card]] == worth
            ]
            reached = self.counter(counting)
            ranked = {worth * (k + 1): literal for k, literal in enumerate(reached)}
            total = self.sum(total, ranked) if total else ranked
        ordered, literals = sorted(total), []
        for value in range(PACK.all_pips):
            above = next(reachable for reachable in ordered if reachable > value)
            literals.append(total[above])
        return literals

    def _points(self) -> None:
        """High, Low, Jack, Game by side, and how many points each side has."""
        self.low = [self._low_of(side) for side in self.sides]
        self.jack = [self.captured[JACK, side] for side in self.sides]
        as_many = {
            (one, other): self._has_as_many(one, other)
            for one, other in product(self.sides, self.sides)
            if one != other
        }
        others = [[other for other in self.sides if other != side] for side in self.sides]
        self.tops = [self.both([as_many[s, other] for other in others[s]]) for s in self.sides]
        most = [self.both([-as_many[other, s] for other in others[s]]) for s in self.sides]
        self.has_most = most
        self.game = [self._game_of(side, others[side]) for side in self.sides]
        self.no_game = self.both([-literal for literal in self.game])
        self.points = [
            self.counter([self.high[s], self.low[s], self.jack[s], self.game[s]])
            for s in self.sides
        ]

    def _low_of(self, side: int) -> int:
        """Low by the option `Low` (clause `score.low`), as `hand.points._low` gives it."""
        seats = tables.seats_by_side(self.table)[side]
        dealt = self.either([self.low_dealt[seat] for seat in seats])
        gets, captured = self.variable(), self.low_captured[side]
        for choice, told in ((-self.low_is_dealt, dealt), (self.low_is_dealt, captured)):
            self.add(choice, -gets, told)
            self.add(choice, gets, -told)
        return gets

    def _has_as_many(self, one: int, other: int) -> int:
        """Whether one side has at least as many pips as another."""
        mine, theirs = self.pips[one], self.pips[other]
        has = self.variable()
        for value in range(PACK.all_pips):
            self.add(-has, -theirs[value], mine[value])
            self.add(has, -mine[value], *theirs[value + 1 : value + 2])
        self.add(has, theirs[0])
        return has

    def _game_of(self, side: int, others: list[int]) -> int:
        """Game goes to the most pips; shared, to nobody or as the tie rule says (score.tie)."""
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
        self.alike: dict[int, int] = {}
        counts = {PLACES[card]: worth for card, worth in PACK.pips.items()}
        for card, above in _ABOVE.items():
            if not counts[card] + counts[above]:
                alike = self.alike[card] = self.variable()
                self.add(-alike, -self.in_play[above], self.in_play[card])


@cache
def of(table: Table) -> Formula:
    """The formula of a table, made once."""
    return Formula(table)
