"""Played tricks: leaders and winners, and whether the play follows the rules."""

from itertools import permutations, product

from pitch.proof.formula.dealt_cards import DealtCards
from pitch.proof.formula.layouts import Layout


class PlayedTricks(DealtCards):
    """The clauses of the order of play, beside those of the cards."""

    misled: int
    """The first lead is no trump."""
    withheld: int
    """The called card did not fall to the first trick."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.leads = {at: self.variable() for at in product(self.tricks, self.seats)}
        self.wins = {at: self.variable() for at in product(self.tricks, self.seats)}
        self.higher: dict[tuple[int, int], int] = {}
        self.has_joker: dict[int, int] = {}
        self.begin("play.lead")
        if layout.only_trumps:
            self._short_tricks()
        else:
            self._leads()
        self.begin("play.joker")
        self._barred_leads()
        self._supply()
        self.begin("play.trick")
        self._winners()
        self.begin("play.follow")
        self._legality()

    def _leads(self) -> None:
        """Add that the leader sets the suit led, and the first lead is a trump (S0.trump)."""
        self.led = {at: self.variable() for at in product(self.tricks, self.suits)}
        self.has_trump = self.several(len(self.tricks))
        for trick in self.tricks:
            self.exactly_one([self.leads[trick, seat] for seat in self.seats])
            self.exactly_one([self.wins[trick, seat] for seat in self.seats])
        for (trick, seat), wins in self.wins.items():
            if trick + 1 < len(self.tricks):
                # The winner leads next, unless the search is for a wrong leader.
                self.add(-self.in_turn, -wins, self.leads[trick + 1, seat])
                self.add(-self.in_turn, wins, -self.leads[trick + 1, seat])
        for trick in self.tricks:
            self.at_most_one([self.led[trick, suit] for suit in self.suits])
            for seat, suit in product(self.seats, self.suits):
                leads, led = self.leads[trick, seat], self.led[trick, suit]
                played = self.suit_played[seat, trick, suit]
                self.add(-leads, -played, led)
                self.add(-leads, played, -led)
        self.pitched = [self.leads[0, seat] for seat in self.seats]
        self.misled = self.variable()
        self.begin("play.trump")
        if self.layout.trump_is_led:
            self.add(self.led[0, self.layout.trump], self.misled)
        else:
            self.add(-self.misled)

    def _barred_leads(self) -> None:
        """Add that trumps do not open if as the first card they would change the trump suit."""
        layout = self.layout
        self.are_spades = self.variable() if layout.makes_spades else -self.true
        for excuse, barred in (([], layout.barred), ([self.are_spades], layout.makes_spades)):
            for card, seat in product(barred, self.seats):
                lead = self.plays[layout.numbers[card], 0, seat]
                self.add(-self.leads[0, seat], -lead, self.misled, *excuse)

    def _short_tricks(self) -> None:
        """Add that only seats with a trump play; the lead passes to the left from one without."""
        trump = self.layout.trump
        self.goes = [
            self.either([self.suit_played[seat, trick, trump] for seat in self.seats])
            for trick in self.tricks
        ]
        self.misled = -self.true
        # Somebody has a trump, or there would be nothing to play.
        self.add(self.goes[0])
        for trick in self.tricks:
            for holders in (self.leads, self.wins):
                of_trick = [holders[trick, seat] for seat in self.seats]
                self.at_most_one(of_trick)
                self.add(-self.goes[trick], *of_trick)
                for seat, literal in zip(self.seats, of_trick, strict=True):
                    self.add(-literal, self.suit_played[seat, trick, trump])
            if trick + 1 < len(self.tricks):
                self.add(self.goes[trick], -self.goes[trick + 1])
                won = [self.wins[trick, seat] for seat in self.seats]
                self._leads_from(trick + 1, won, -self.in_turn)
        self.pitched = [self.leads[0, seat] for seat in self.seats]
        if not self.layout.trump_is_led:
            # A pitcher without a trump is out at once.
            self.pitched = self.several(len(self.seats))
            self.exactly_one(self.pitched)
            self._leads_from(0, self.pitched)

    def _leads_from(self, trick: int, entitled: list[int], *unless: int) -> None:
        """Add that the entitled seat leads, or the next to the left that has a trump."""
        players = len(self.seats)
        plays = [self.suit_played[seat, trick, self.layout.trump] for seat in self.seats]
        for first, turn in product(self.seats, range(players)):
            leader = (first + turn) % players
            passes = [plays[(first + before) % players] for before in range(turn)]
            leads = self.leads[trick, leader]
            self.add(*unless, -entitled[first], *passes, -plays[leader], leads)

    def _winners(self) -> None:
        """Add that the highest trump wins, else a joker apart, else the highest of the suit led."""
        layout = self.layout
        for trick in self.tricks:
            # `higher[card]` is true if a higher card of the suit fell in this trick: one chain for
            # each suit instead of a clause for every pair.
            higher = {card: self.variable() for card in layout.played}
            self.higher |= {(card, trick): literal for card, literal in higher.items()}
            for card, above in layout.above:
                self.add(-self.fell[above, trick], higher[card])
                self.add(-higher[above], higher[card])
            if layout.apart:
                self.has_joker[trick] = self.variable()
            for seat in self.seats:
                wins = (-self.wins[trick, seat], -self.fair)
                if not layout.only_trumps:
                    self._wins_by_suit(trick, seat)
                for card in layout.played:
                    self.add(*wins, -self.plays[card, trick, seat], -higher[card])
            self._equal_jokers(trick)

    def _wins_by_suit(self, trick: int, seat: int) -> None:
        """Add that a trump wins if one fell, then a joker apart, then the suit that was led."""
        layout = self.layout
        wins = (-self.wins[trick, seat], -self.fair)
        trump = self.suit_played[seat, trick, layout.trump]
        self.add(-trump, self.has_trump[trick])
        self.add(*wins, trump, -self.has_trump[trick])
        if (has_joker := self.has_joker.get(trick)) is not None:
            joker = self.suit_played[seat, trick, layout.trump + 1]
            self.add(-joker, has_joker)
            self.add(*wins, trump, joker, -has_joker)
        for suit in layout.plain:
            self.add(*wins, -self.suit_played[seat, trick, suit], self.led[trick, suit])

    def _equal_jokers(self, trick: int) -> None:
        """Add that the order of play decides between two equal jokers in a trick."""
        layout, players = self.layout, len(self.seats)
        equal = [layout.numbers[card] for card in layout.equal]
        for joker, rival in permutations(equal, 2):
            for leader, early, late in product(self.seats, range(players), range(players)):
                if early >= late:
                    continue
                first, last = (leader + early) % players, (leader + late) % players
                fell = (-self.plays[joker, trick, first], -self.plays[rival, trick, last])
                loser = first if layout.last_is_higher else last
                loses = (-self.wins[trick, loser], -self.fair)
                self.add(-self.leads[trick, leader], *fell, *loses)

    def _legality(self) -> None:
        """Add that a seat that neither follows nor trumps has none of the suit (play.follow)."""
        early = range(len(self.tricks) - 1)
        self.revokes = {at: self.variable() for at in product(self.seats, early)}
        for (seat, trick), revokes in self.revokes.items():
            self.add(-self.legal, -revokes)
            for suit, excuses in self._excuses(seat, trick):
                # A seat that neither follows nor trumps and shows the suit later revokes.
                for later in range(trick + 1, len(self.tricks)):
                    self.add(*sorted({*excuses, revokes}), -self.suit_played[seat, later, suit])
        self.begin("play.trump")
        self.add(-self.legal, -self.misled)
        self.begin("play.called")
        self.withheld = self.variable() if self.layout.calls_partner else -self.true
        self.add(-self.legal, -self.withheld)
        # A wrong first lead and a called card that was held back each count as one revoke.
        withheld = [self.withheld] if self.layout.calls_partner else []
        self.revoked = self.counter([self.misled, *withheld, *self.revokes.values()])

    def _excuses(self, seat: int, trick: int) -> list[tuple[int, set[int]]]:
        """Return, by suit, the literals that let a seat play the suit later.

        It followed or trumped.
        """
        layout, suit_played = self.layout, self.suit_played
        if layout.only_trumps:
            return [(layout.trump, {suit_played[seat, trick, layout.trump]})]
        always = {suit_played[seat, trick, layout.trump]} if layout.may_trump else set()
        # A joker that is apart can be played to anything, and if it is led so can everything.
        always |= {suit_played[seat, trick, layout.trump + 1]} if layout.apart else set()
        return [
            (suit, {-self.led[trick, suit], suit_played[seat, trick, suit], *always})
            for suit in range(layout.trump + 1)
        ]
