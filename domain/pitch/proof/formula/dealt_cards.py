"""Dealt cards: the holdings when play begins, and the card that each seat plays to a trick."""

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
    """By seat, the literal that it pitched."""
    is_short: int | None = None
    """Some trump was not in a hand when play began; None if that cannot be or does not matter."""

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
        self.begin("score.tie")
        self.at_most_one([self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer])
        self.dealer_side = self.several(len(self.sides))
        by_dealer = self.layout.rest_to is RestTo.DEALER
        self.dealer = self.several(len(self.seats)) if by_dealer else []

    def _deal(self) -> None:
        """Add that every seat plays one card to each trick, or none, and no card twice."""
        seats, tricks, played = self.seats, self.tricks, self.layout.played
        self.plays = {at: self.variable() for at in product(played, tricks, seats)}
        self.dealt = {at: self.variable() for at in product(self.cards, seats)}
        self.fell = {at: self.variable() for at in product(played, tricks)}
        self.in_play = self.several(len(self.cards))
        self.suit_played = {at: self.variable() for at in product(seats, tricks, self.suits)}
        self.ranks: dict[tuple[int, int], list[int]] = {}
        self.begin("")
        for seat, trick in product(seats, tricks):
            self._place(seat, trick)
        self.spare: dict[tuple[int, int], int] = {}
        if self.layout.most_spare:
            self.begin("play.surplus")
            self._spare()
        self.begin("table.pack")
        for card in self.cards:
            self._hold(card)
        self.begin("table.deal")
        self._count_cards()
        self.held = self.dealt
        """By card and seat, the literal that the seat had the card when play began."""
        if self.spare and self.layout.surplus is Surplus.ON_FIRST_TRICK:
            self.held = self.dealt | {at: self._had(*at) for at in self.spare}

    def _place(self, seat: int, trick: int) -> None:
        """Add that a seat plays exactly one card, or at most one if only trumps are played."""
        layout = self.layout
        suits = [self.suit_played[seat, trick, suit] for suit in self.suits]
        ranks = self.ranks[seat, trick] = self.several(max(map(len, layout.played_suits)))
        if not layout.only_trumps:
            self.exactly_one(suits)
        self.at_most_one(ranks)
        for suit in self.suits:
            own = (self.plays[card, trick, seat] for card in layout.played_suits[suit])
            self.add(-suits[suit], *own)
        for suit in self.suits:
            # The ranks of a suit are only names: a shorter suit has the first of them.
            for card, is_rank in zip(layout.played_suits[suit], ranks, strict=False):
                played = self.plays[card, trick, seat]
                self.add(-played, suits[suit])
                self.add(-played, is_rank)
                self.add(-played, self.dealt[card, seat])
                self.add(-played, self.fell[card, trick])

    def _spare(self) -> None:
        """Add trumps that a seat has beside those it plays from, so that it plays only trumps."""
        layout = self.layout
        for card, seat in product(layout.trumps, self.seats):
            spare = self.spare[card, seat] = self.variable()
            for trick in self.tricks:
                self.add(-spare, self.suit_played[seat, trick, layout.trump])

    def _hold(self, card: int) -> None:
        """Add that one seat has a card and plays it; in play are cards that fall, and surplus."""
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
            # A burned card belongs to one seat too, but is not in play.
            self.at_most_one([*places, *spares])
            sources = [*places] if is_burned else [*places, *spares]
            self.add(-self.in_play[card], *sources)
            for literal in sources:
                self.add(-literal, self.in_play[card])
        for seat in seats:
            own = (self.plays[card, trick, seat] for trick in tricks)
            self.add(-self.dealt[card, seat], *own)
        for trick in tricks:
            self.add(-self.fell[card, trick], *(self.plays[card, trick, s] for s in seats))

    def _count_cards(self) -> None:
        """Add bounds that follow by counting, because a search cannot count."""
        layout, played = self.layout, self.layout.played
        if layout.only_trumps:
            self._count_holdings()
        else:
            total = layout.players * layout.tricks
            in_play = [self.in_play[card] for card in played]
            # Surplus that is captured without being played comes on top.
            extras = [] if layout.surplus is Surplus.BURNED else [*self.spare.values()]
            self.at_most([*in_play, *(-extra for extra in extras)], total + len(extras))
            self.at_most([*(-literal for literal in in_play), *extras], len(in_play) - total)
        # The cards of a holding and of a trick, altogether and by suit. This follows also from the
        # places of single cards, but clause learning does not find such pigeonhole arguments.
        for seat in self.seats:
            self.at_most([self.dealt[card, seat] for card in played], layout.tricks)
        for trick in self.tricks:
            self.at_most([self.fell[card, trick] for card in played], layout.players)
        for suit, own in enumerate(layout.played_suits):
            for seat in self.seats:
                turns = [self.suit_played[seat, trick, suit] for trick in self.tricks]
                self.equally_many([self.dealt[card, seat] for card in own], turns)
            for trick in self.tricks:
                turns = [self.suit_played[seat, trick, suit] for seat in self.seats]
                self.equally_many([self.fell[card, trick] for card in own], turns)

    def _count_holdings(self) -> None:
        """Add that cards which are never played fill up a holding beside the trumps."""
        layout = self.layout
        plain = [card for card in self.cards if card not in layout.played]
        for seat in self.seats:
            turns = [self.suit_played[seat, trick, layout.trump] for trick in self.tricks]
            holding = [self.dealt[card, seat] for card in plain]
            self.at_most([*holding, *turns], layout.tricks)

    def _supply(self) -> None:
        """Add where trumps can be after the deal and the draw."""
        layout, trumps = self.layout, self.layout.trumps
        self.begin("play.draw" if layout.draws else "table.deal")
        if layout.draws:
            had = [self.counter([self._had(card, s) for card in trumps]) for s in self.seats]
            takes_rest = self._takers()
            for seat in self.seats:
                self._room(seat, had[seat], takes_rest[seat])
            self._stock(had, takes_rest)
        elif layout.only_trumps:
            # Cards that are no trumps fill up the hands, as far as there are any.
            missing = [-self.dealt[at] for at in product(trumps, self.seats)]
            plain = len(layout.cards) - len(trumps)
            self.at_most(missing, len(missing) - (layout.players * layout.tricks - plain))

    def _had(self, card: int, seat: int) -> int:
        """Return the literal that a seat had a trump before it put aside its surplus."""
        at = (card, seat)
        return self.either([self.dealt[at], *([self.spare[at]] if at in self.spare else [])])

    def _takers(self) -> list[list[int]]:
        """Return, by seat, the literal that it takes the rest of the pack; none if nobody does."""
        if self.layout.rest_to is RestTo.NOBODY:
            return [[] for _ in self.seats]
        return [[taker] for taker in (self.dealer or self.pitched)]

    def _room(self, seat: int, had: list[int], takes_rest: list[int]) -> None:
        """Add that a seat filled up to six has no more trumps than six or those it was dealt."""
        layout = self.layout
        dealt = max(layout.dealt, layout.tricks)
        pitches = [self.pitched[seat]] if layout.kitty else []
        for room, unless in ((dealt, pitches), (dealt + layout.kitty, [])):
            for more in had[room : room + 1]:
                self.add(-more, *takes_rest, *unless)

    def _stock(self, had: list[list[int]], takes_rest: list[list[int]]) -> None:
        """Add how many trumps come from the stock or stay in it when hands are filled up.

        A player with x trumps of six draws 6 - x cards, and x more trumps are not in the stock: so
        each trump of the others counts twice for those that can be elsewhere, beyond six once.
        """
        layout, trumps = self.layout, self.layout.trumps
        if layout.has_all_trumps:
            for card in trumps:
                self.add(*(self._had(card, seat) for seat in self.seats))
        else:
            is_short = self.is_short = self.variable()
            for card in trumps:
                self.add(is_short, *(self._had(card, seat) for seat in self.seats))
            self._enough(
                is_short, had, layout.players * layout.tricks + len(trumps) - layout.undealt
            )
        for seat, takes in zip(self.seats, takes_rest, strict=True):
            others = had[:seat] + had[seat + 1 :]
            kitty = {0: [-self.pitched[seat]], layout.kitty: []} if layout.kitty else {0: []}
            for extra, unless in kitty.items() if takes else ():
                own = layout.dealt + extra
                draws = (layout.players - 1) * layout.tricks - layout.undealt
                for more in had[seat][own : own + 1]:
                    condition = self.both([*takes, more, *unless])
                    self._enough(condition, others, draws + len(trumps) - own)

    def _enough(self, condition: int, counts: list[list[int]], needed: int) -> None:
        """Add that, on a condition, seats hold so many trumps; up to six a seat count twice."""
        if needed <= 0:
            return
        missing = [-literal for count in counts for literal in count]
        in_hand = [-literal for count in counts for literal in count[: self.layout.tricks]]
        twice = [self.copy(literal) for literal in in_hand]
        conditions = [condition, *(self.copy(condition) for _ in range(needed - 1))]
        literals = [*missing, *twice, *conditions]
        self.at_most(literals, len(literals) - needed)
