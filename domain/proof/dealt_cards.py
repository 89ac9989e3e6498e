"""Dealt cards: who holds what when play begins, and what each plays to which trick."""

from itertools import product

from domain.proof.builders import Builder
from domain.proof.layouts import Layout, RestTo, Surplus


class DealtCards(Builder):
    """The clauses of holding and playing cards, whatever the order of play.

    A card is a number, its place in the layout, and a suit the place of its cards in
    `layout.followed`; a literal is a nonzero integer, its negation the negative.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.seats = range(layout.players)
        self.sides = range(len(layout.sides))
        self.tricks = range(layout.tricks)
        self.suits = range(len(layout.followed))
        self.cards = range(len(layout.cards))
        self._choices()
        self._deal()

    def _choices(self) -> None:
        self.legal, self.fair, self.in_turn, self.low_is_dealt, self.jack_counts = self.several(5)
        self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer = self.several(3)
        self.at_most_one([self.tie_to_pitcher, self.tie_to_other, self.tie_to_dealer])
        self.dealer_side = self.several(len(self.sides))
        draw = self.layout.draw
        by_dealer = draw is not None and draw.rest_to is RestTo.DEALER
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

    def _place(self, seat: int, trick: int) -> None:
        """Exactly one card, told by its suit and its rank; none where only trumps are played."""
        layout = self.layout
        suits = [self.suit_played[seat, trick, suit] for suit in self.suits]
        ranks = self.several(max(map(len, layout.followed)))
        if not layout.only_trumps:
            self.exactly_one(suits)
        self.at_most_one(ranks)
        for suit in self.suits:
            own = (self.plays[card, trick, seat] for card in layout.followed[suit])
            self.add(-suits[suit], *own)
        for suit in self.suits:
            # The ranks of a suit are but names: a shorter suit has the first of them.
            for card, is_rank in zip(layout.followed[suit], ranks, strict=False):
                played = self.plays[card, trick, seat]
                for told in (
                    suits[suit],
                    is_rank,
                    self.dealt[card, seat],
                    self.fell[card, trick],
                ):
                    self.add(-played, told)

    def _spare(self) -> None:
        """Trumps that a seat holds beside those it plays: then it plays trumps alone."""
        layout = self.layout
        for card, seat in product(layout.trumps, self.seats):
            spare = self.spare[card, seat] = self.variable()
            self.add(-spare, self.dealt[card, seat])
            for trick in self.tricks:
                self.add(-spare, self.suit_played[seat, trick, layout.trump])
                self.add(-spare, -self.plays[card, trick, seat])

    def _hold(self, card: int) -> None:
        """A card is one seat's, who plays it; in play is what falls, and a surplus that is told."""
        layout, seats, tricks = self.layout, self.seats, self.tricks
        holders = [self.dealt[card, seat] for seat in seats]
        if card not in layout.played:
            self.at_most_one(holders)
            self.add(-self.in_play[card])
            return
        falls = [self.fell[card, trick] for trick in tricks]
        spares = {seat: self.spare[card, seat] for seat in seats if (card, seat) in self.spare}
        is_burned = layout.surplus is Surplus.BURNED
        told = [] if is_burned else [*spares.values()]
        self.at_most_one(holders)
        self.add(-self.in_play[card], *holders)
        for seat, holder in zip(seats, holders, strict=True):
            burned = [spares[seat]] if seat in spares and is_burned else []
            self.add(-holder, self.in_play[card], *burned)
            if burned:
                self.add(-spares[seat], -self.in_play[card])
        self.at_most_one(falls)
        self.add(-self.in_play[card], *falls, *told)
        for literal in falls:
            self.add(-literal, self.in_play[card])
        for seat in seats:
            own = (self.plays[card, trick, seat] for trick in tricks)
            self.add(-self.dealt[card, seat], *own, *([spares[seat]] if seat in spares else []))
        for trick in tricks:
            self.add(-self.fell[card, trick], *(self.plays[card, trick, s] for s in seats))

    def _count_cards(self) -> None:
        """What follows by counting, said outright: a search cannot count."""
        layout, played = self.layout, self.layout.played
        each, spare = layout.tricks, layout.most_spare
        if layout.only_trumps:
            self._count_holdings()
        else:
            total = layout.players * each
            in_play = [self.in_play[card] for card in played]
            self.at_most(in_play, total + spare)
            self.at_most([-literal for literal in in_play], len(in_play) - total)
        for seat in self.seats if not spare else ():
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

    def _supply(self, pitches: list[int]) -> None:
        """Which trumps can be where after the deal and the draw; `pitches` is a literal by seat."""
        layout = self.layout
        if layout.draw is None and not layout.only_trumps:
            return
        held = [self.counter([self.dealt[card, s] for card in layout.trumps]) for s in self.seats]
        takes_rest = self._takers(pitches)
        # Who is filled up to six has more than six trumps only as dealt.
        room = max(layout.dealt, layout.tricks if layout.draw else 0)
        for seat in self.seats:
            more = [-trump for trump in held[seat][room : room + 1]]
            with_kitty = [-trump for trump in held[seat][room + layout.kitty :][:1]]
            kitty = [pitches[seat]] if layout.kitty else []
            if more:
                self.add(*more, *takes_rest[seat], *kitty)
            if with_kitty:
                self.add(*with_kitty, *takes_rest[seat])
        self._stock(held, takes_rest, pitches)

    def _takers(self, pitches: list[int]) -> list[list[int]]:
        """By seat the literal that it takes the rest of the pack; none where nobody does."""
        draw = self.layout.draw
        if draw is None or draw.rest_to is RestTo.NOBODY:
            return [[] for _ in self.seats]
        if draw.rest_to is RestTo.DEALER:
            return [[literal] for literal in self.dealer]
        return [[literal] for literal in pitches]

    def _stock(
        self, held: list[list[int]], takes_rest: list[list[int]], pitches: list[int]
    ) -> None:
        """Trumps that come from the stock or stay in it, where the others fill up their hands.

        Somebody with x trumps of six draws 6 - x cards, and x more trumps are not in the stock: so
        each trump that the others hold counts twice for what can be elsewhere, beyond six once.
        """
        layout, trumps = self.layout, len(self.layout.trumps)
        if layout.has_all_trumps:
            for card in layout.trumps:
                self.add(*(self.dealt[card, seat] for seat in self.seats))
        else:
            left = self.variable()
            for card in layout.trumps:
                self.add(left, *(self.dealt[card, seat] for seat in self.seats))
            undealt = layout.undealt
            if layout.draw is None:
                dealt = [literal for counted in held for literal in counted]
                self.at_most([-literal for literal in dealt], len(dealt) - trumps + undealt)
            else:
                needed = layout.players * layout.tricks + trumps - undealt
                self._enough(left, held, needed)
        for seat, takes in zip(self.seats, takes_rest, strict=True):
            others = [counted for other, counted in enumerate(held) if other != seat]
            extras = ((0, [-pitches[seat]]), (layout.kitty, [])) if layout.kitty else ((0, []),)
            for extra, unless in extras if takes else ():
                own = layout.dealt + extra
                needed = (layout.players - 1) * layout.tricks + trumps - own - layout.undealt
                more = held[seat][own : own + 1]
                if more:
                    self._enough(self.both([*takes, *more, *unless]), others, needed)

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
