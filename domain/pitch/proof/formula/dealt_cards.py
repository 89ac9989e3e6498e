"""Dealt cards: who holds what when play begins, and what each plays to which trick."""

from itertools import product

from pitch.proof.formula.builders import Builder
from pitch.proof.formula.layouts import Layout
from pitch.rules.choices import RestTo, Surplus


class DealtCards(Builder):
    """The clauses of holding and playing cards, whatever the order of play.

    A card is a number, its place in the layout, and a suit the place of its cards in
    `layout.played_suits`; a literal is a nonzero integer, its negation the negative.
    """

    pitched: list[int]
    """Who pitched, by seat."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.seats = range(layout.players)
        self.sides = range(len(layout.sides))
        self.tricks = range(layout.tricks)
        self.suits = range(len(layout.played_suits))
        self.cards = range(len(layout.cards))
        self._choices()
        self._deal()

    def _choices(self) -> None:
        self.legal, self.fair, self.in_turn, self.low_is_dealt, self.jack_counts = self.several(5)
        self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer = self.several(3)
        self.at_most_one([self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer])
        self.dealer_side = self.several(len(self.sides))
        by_dealer = self.layout.rest_to is RestTo.DEALER
        self.dealer = self.several(len(self.seats)) if by_dealer else []

    def _deal(self) -> None:
        """Every seat plays one card to each trick, or none; a card is played at most once."""
        seats, tricks, played = self.seats, self.tricks, self.layout.played
        self.plays = {at: self.variable() for at in product(played, tricks, seats)}
        self.dealt = {at: self.variable() for at in product(self.cards, seats)}
        self.fell = {at: self.variable() for at in product(played, tricks)}
        self.in_play = self.several(len(self.cards))
        self.suit_played = {at: self.variable() for at in product(seats, tricks, self.suits)}
        for seat, trick in product(seats, tricks):
            self._place(seat, trick)
        self.spare: dict[tuple[int, int], int] = {}
        if self.layout.most_spare:
            self._spare()
        for card in self.cards:
            self._hold(card)
        self._count_cards()
        self.held = self.dealt
        """By card and seat that a seat had a card when play began."""
        if self.spare and self.layout.surplus is Surplus.ON_FIRST_TRICK:
            self.held = self.dealt | {at: self._had(*at) for at in self.spare}

    def _place(self, seat: int, trick: int) -> None:
        """Exactly one card, told by its suit and its rank; none where only trumps are played."""
        layout = self.layout
        suits = [self.suit_played[seat, trick, suit] for suit in self.suits]
        ranks = self.several(max(map(len, layout.played_suits)))
        if not layout.only_trumps:
            self.exactly_one(suits)
        self.at_most_one(ranks)
        for suit in self.suits:
            own = (self.plays[card, trick, seat] for card in layout.played_suits[suit])
            self.add(-suits[suit], *own)
        for suit in self.suits:
            # The ranks of a suit are but names: a shorter suit has the first of them.
            for card, is_rank in zip(layout.played_suits[suit], ranks, strict=False):
                played = self.plays[card, trick, seat]
                for told in (
                    suits[suit],
                    is_rank,
                    self.dealt[card, seat],
                    self.fell[card, trick],
                ):
                    self.add(-played, told)

    def _spare(self) -> None:
        """Trumps that a seat has beside those it plays from: then it plays trumps alone."""
        layout = self.layout
        for card, seat in product(layout.trumps, self.seats):
            spare = self.spare[card, seat] = self.variable()
            for trick in self.tricks:
                self.add(-spare, self.suit_played[seat, trick, layout.trump])

    def _hold(self, card: int) -> None:
        """A card is one seat's, who plays it; in play is what falls, and a surplus that is told."""
        layout, seats, tricks = self.layout, self.seats, self.tricks
        holders = [self.dealt[card, seat] for seat in seats]
        if card not in layout.played:
            self.at_most_one(holders)
            self.add(-self.in_play[card])
            return
        falls = [self.fell[card, trick] for trick in tricks]
        spares = [self.spare[card, seat] for seat in seats if (card, seat) in self.spare]
        is_burned = layout.surplus is Surplus.BURNED
        for places in (holders, falls):
            # A card that is burned is one seat's too, but is not in play.
            self.at_most_one([*places, *spares])
            told = [*places] if is_burned else [*places, *spares]
            self.add(-self.in_play[card], *told)
            for literal in told:
                self.add(-literal, self.in_play[card])
        for seat in seats:
            own = (self.plays[card, trick, seat] for trick in tricks)
            self.add(-self.dealt[card, seat], *own)
        for trick in tricks:
            self.add(-self.fell[card, trick], *(self.plays[card, trick, s] for s in seats))

    def _count_cards(self) -> None:
        """What follows by counting, said outright: a search cannot count."""
        layout, played = self.layout, self.layout.played
        each = layout.tricks
        if layout.only_trumps:
            self._count_holdings()
        else:
            total = layout.players * each
            in_play = [self.in_play[card] for card in played]
            # What is captured without being played comes on top.
            told = [] if layout.surplus is Surplus.BURNED else [*self.spare.values()]
            self.at_most([*in_play, *(-extra for extra in told)], total + len(told))
            self.at_most([*(-literal for literal in in_play), *told], len(in_play) - total)
        for seat in self.seats:
            # Each of these follows from the places of single cards, but pigeons in holes are the
            # classic case that clause learning cannot see.
            self.at_most([self.dealt[card, seat] for card in played], each)
        for trick in self.tricks:
            self.at_most([self.fell[card, trick] for card in played], layout.players)

    def _count_holdings(self) -> None:
        """Cards that are never played fill up a holding beside the trumps."""
        layout = self.layout
        unplayed = [card for card in self.cards if card not in layout.played]
        for seat in self.seats:
            turns = [self.suit_played[seat, trick, layout.trump] for trick in self.tricks]
            held = [self.dealt[card, seat] for card in unplayed]
            self.at_most([*held, *turns], layout.tricks)

    def _supply(self) -> None:
        """Which trumps can be where after the deal and the draw."""
        layout, trumps = self.layout, self.layout.trumps
        if layout.draws:
            had = [self.counter([self._had(card, s) for card in trumps]) for s in self.seats]
            takes_rest = self._takers()
            for seat in self.seats:
                self._room(seat, had[seat], takes_rest[seat])
            self._stock(had, takes_rest)
        elif layout.only_trumps:
            # Cards that are no trumps fill up the hands, as far as there are any.
            held = [-self.dealt[at] for at in product(trumps, self.seats)]
            plain = len(layout.cards) - len(trumps)
            self.at_most(held, len(held) - (layout.players * layout.tricks - plain))

    def _had(self, card: int, seat: int) -> int:
        """A trump that a seat had before it put aside what it has too many of."""
        at = (card, seat)
        return self.either([self.dealt[at], *([self.spare[at]] if at in self.spare else [])])

    def _takers(self) -> list[list[int]]:
        """By seat the literal that it takes the rest of the pack; none where nobody does."""
        if self.layout.rest_to is RestTo.NOBODY:
            return [[] for _ in self.seats]
        return [[each] for each in (self.dealer or self.pitched)]

    def _room(self, seat: int, had: list[int], takes_rest: list[int]) -> None:
        """Who is only filled up to six has no more than six trumps but those that were dealt."""
        layout = self.layout
        dealt = max(layout.dealt, layout.tricks)
        pitches = [self.pitched[seat]] if layout.kitty else []
        for room, unless in ((dealt, pitches), (dealt + layout.kitty, [])):
            for more in had[room : room + 1]:
                self.add(-more, *takes_rest, *unless)

    def _stock(self, had: list[list[int]], takes_rest: list[list[int]]) -> None:
        """Trumps that come from the stock or stay in it, where the others fill up their hands.

        Somebody with x trumps of six draws 6 - x cards, and x more trumps are not in the stock: so
        each trump that the others have counts twice for what can be elsewhere, beyond six once.
        """
        layout, trumps = self.layout, self.layout.trumps
        if layout.has_all_trumps:
            for card in trumps:
                self.add(*(self._had(card, seat) for seat in self.seats))
        else:
            left = self.variable()
            for card in trumps:
                self.add(left, *(self._had(card, seat) for seat in self.seats))
            self._enough(left, had, layout.players * layout.tricks + len(trumps) - layout.undealt)
        for seat, takes in zip(self.seats, takes_rest, strict=True):
            others = [counted for other, counted in enumerate(had) if other != seat]
            kitty = {0: [-self.pitched[seat]], layout.kitty: []} if layout.kitty else {0: []}
            for extra, unless in kitty.items() if takes else ():
                own = layout.dealt + extra
                drawn = (layout.players - 1) * layout.tricks - layout.undealt
                for more in had[seat][own : own + 1]:
                    condition = self.both([*takes, more, *unless])
                    self._enough(condition, others, drawn + len(trumps) - own)

    def _enough(self, condition: int, held: list[list[int]], needed: int) -> None:
        """If something is so, seats hold so many trumps; those to be kept count twice."""
        if needed <= 0:
            return
        missing = [-literal for counted in held for literal in counted]
        kept = [-literal for counted in held for literal in counted[: self.layout.tricks]]
        again = [self.copy(literal) for literal in kept]
        relaxed = [condition, *(self.copy(condition) for _ in range(needed - 1))]
        counts = [*missing, *again, *relaxed]
        self.at_most(counts, len(counts) - needed)
