"""Facts: what some statements of a record say together, each kept with its place in the record."""

from collections.abc import Iterable, Iterator

from pitch import tricks
from pitch.hand.deals import Deal
from pitch.point_names import PointName
from pitch.proof.card_facts import CardFacts, KnownValue
from pitch.proof.statements import (
    InPile,
    LedTrick,
    LowWasDealtTo,
    OutOfTrick,
    PitcherAmong,
    PlayedToTrick,
    PointGoesTo,
    Statement,
    TookTrick,
    TricksAre,
    TrumpsAre,
    WasDealt,
)
from pitch.rules.choices import Surplus


class Facts(CardFacts):
    """Statements at their places, and what follows of cards, of who played them and of tricks.

    `among` are all facts of the record: who is meant, never why something cannot be.
    """

    def __init__(
        self, stated: Iterable[tuple[int, Statement]], deal: Deal, among: "Facts | None" = None
    ) -> None:
        super().__init__(stated, deal)
        self._among = among
        self.may_pass = self.deal.is_trumps_only and not deal.pitcher_leads_trump

    def card_holders(self, card: str) -> Iterator[KnownValue]:
        """Who was dealt a card: by the holdings, or because they played it."""
        for held in self.all(WasDealt):
            if held.card == card:
                yield KnownValue(held.seat, (held,))
        for fell in self.all(PlayedToTrick):
            if fell.card == card and (player := self.player(fell)) is not None:
                yield player

    def pitcher(self) -> KnownValue | None:
        """The seat that pitched: as stated, or who led first, unless he may do so for another."""
        for each in self.all(PitcherAmong):
            if len(each.seats) == 1:
                return KnownValue(each.seats[0], (each,))
        first = () if self.may_pass else self.all(LedTrick)
        return next((KnownValue(led.seat, (led,)) for led in first if led.trick == 0), None)

    def card(self, trick: int, place: int) -> PlayedToTrick | None:
        """The card that fell at a place of a trick."""
        found = (
            each for each in self.all(PlayedToTrick) if (each.trick, each.place) == (trick, place)
        )
        return next(found, None)

    def leader(self, trick: int) -> KnownValue | None:
        """Who led to a trick: as stated, else who won the one before, else who pitched."""
        for led in self.all(LedTrick):
            if led.trick == trick:
                return KnownValue(led.seat, (led,))
        # Where only trumps are played the lead goes on to the left from who has none.
        if self.may_pass if trick == 0 else self.deal.is_trumps_only:
            return None
        return self.pitcher() if trick == 0 else self.winner(trick - 1)

    def winner(self, trick: int) -> KnownValue | None:
        """Who won a trick: as stated, else who led to the next, else by its cards."""
        for took in self.all(TookTrick):
            if took.trick == trick:
                return KnownValue(took.seat, (took,))
        for led in () if self.deal.is_trumps_only else self.all(LedTrick):
            if led.trick == trick + 1:
                return KnownValue(led.seat, (led,))
        return self.winner_by_cards(trick)

    def winner_by_cards(self, trick: int) -> KnownValue | None:
        """Who won a trick by its cards: all of them, or the highest trump alone."""
        leader = self.leader(trick)
        place = None if leader is None else self.winning_place(trick)
        if leader is None or place is None:
            return None
        return KnownValue(
            (leader.value + place.value) % self.deal.players, self.sources(leader, place)
        )

    def winning_place(self, trick: int) -> KnownValue | None:
        """How many places after the leader's the card fell that won a trick."""
        fell = [card for place in range(self.deal.players) if (card := self.card(trick, place))]
        # Whose card is the third, if only who has trumps plays, all the cards of the trick tell.
        if self.may_be_thrown(trick):
            return None
        highest = self.ranking.trumps[-1:] if not self.deal.is_trumps_only else ()
        top = [card for card in fell if card.card in highest and self.is_natural(card.card)]
        if self.trump is None or (not top and len(fell) < self.deal.players):
            return None
        decisive = top or fell
        won = tricks.winning_card([card.card for card in decisive], self.trump, self.pack)
        place = next(card.place for card in decisive if card.card == won)
        return KnownValue(place, self.sources(*decisive))

    def may_be_thrown(self, trick: int) -> bool:
        """Whether so many cards as players can be fewer players, one of whom threw a trump more."""
        is_thrown = self.deal.surplus is Surplus.ON_FIRST_TRICK
        return is_thrown and self.deal.is_trumps_only and trick == 0

    def lead_shift(self, trick: int, later: int) -> KnownValue | None:
        """How many seats the lead went round from one trick to a later one, by the cards."""
        if self.deal.is_trumps_only:
            return None
        by: list[Statement] = []
        seats = 0
        for each in range(trick, later):
            place = self.winning_place(each)
            if place is None:
                return None
            seats += place.value
            by += place.by
        return KnownValue(seats % self.deal.players, tuple(by))

    def player(self, fell: PlayedToTrick) -> KnownValue | None:
        """Who played a card."""
        leader, players = self.leader(fell.trick), self.deal.players
        if leader is None or fell.place >= players:
            return None
        if fell.place and self.may_be_thrown(fell.trick):
            return None
        if not self.deal.is_trumps_only or not fell.place:
            return KnownValue((leader.value + fell.place) % players, (*leader.by, fell))
        # Who has no trump left is passed over, so that the place alone does not tell the player.
        outs = {each.seat: each for each in self.all(OutOfTrick) if each.trick == fell.trick}
        others = [self.card(fell.trick, place) for place in range(players)]
        whole = [other for other in others if other is not None]
        in_turn = [(leader.value + step) % players for step in range(players)]
        left = [seat for seat in in_turn if seat not in outs]
        if len(whole) != len(left) or fell.place >= len(left) or left[0] != leader.value:
            return None
        return KnownValue(left[fell.place], (*leader.by, fell, *whole, *outs.values()))

    def who_played(self, fell: PlayedToTrick) -> int | None:
        """The seat that played a card, as the whole record has it."""
        player = self.player(fell) or (self._among.player(fell) if self._among else None)
        return player.value if player else None

    def least_tricks(self, side: int) -> list[KnownValue]:
        """Numbers of tricks that a side won at least."""
        players = self.deal.players
        found = [KnownValue(each.tricks, (each,)) for each in self._trick_counts(side)]
        taken, others = self.captures(side), self._other_trick_counts(side)
        if taken and not self.deal.is_surplus_captured:
            found.append(KnownValue(-(-len(taken) // players), tuple(taken)))
        if not self.deal.is_trumps_only and others and len(others) == self.deal.sides - 1:
            found.append(
                KnownValue(self.deal.tricks - sum(each.tricks for each in others), tuple(others))
            )
        return found

    def most_tricks(self, side: int) -> list[KnownValue]:
        """Numbers of tricks that a side won at most."""
        found = [KnownValue(each.tricks, (each,)) for each in self._trick_counts(side)]
        closed, others = self.closed_pile(side, whole=True), self._other_trick_counts(side)
        if closed is not None:
            least = 1 if self.deal.is_trumps_only else self.deal.players
            found.append(KnownValue(len(closed.cards) // least, (closed,)))
        if others:
            left = self.deal.tricks - sum(each.tricks for each in others)
            found.append(KnownValue(max(left, 0), tuple(others)))
        return found

    def _trick_counts(self, side: int) -> list[TricksAre]:
        return [each for each in self.all(TricksAre) if each.side == side]

    def _other_trick_counts(self, side: int) -> list[TricksAre]:
        return [each for each in self.all(TricksAre) if each.side != side]

    def trump_captors(self) -> dict[int, Statement]:
        """The sides that captured a trump, each with one statement that says so."""
        extremes = {PointName.HIGH, PointName.JACK, PointName.LOW}
        trumps = extremes - self.deal.ruleset.rules.dealt_points
        found: dict[int, Statement] = {}
        for each in self.all(InPile):
            if self.is_trump(each.card):
                found.setdefault(each.side, each)
        for point in self.all(PointGoesTo):
            if point.point in trumps:
                found.setdefault(point.side, point)
        for pile in self.full_piles():
            if self.pile_trumps(pile):
                found.setdefault(pile.side, pile)
        for counted in self.all(TrumpsAre):
            if counted.trumps:
                found.setdefault(counted.side, counted)
        return found

    def trump_holders(self) -> dict[int, Statement]:
        """The sides that were dealt a trump: who captured one, who pitched, who was dealt Low."""
        # What went over to the opponents before play was not theirs.
        found, side_of = (
            {} if self.deal.is_surplus_captured else self.trump_captors(),
            self.deal.side_of,
        )
        for among in self.all(PitcherAmong) if self.deal.leads_trump and not self.may_pass else ():
            pitching = {side_of(seat) for seat in among.seats}
            if len(pitching) == 1:
                found.setdefault(pitching.pop(), among)
        for led in self.all(LedTrick) if self.deal.leads_trump else ():
            if led.trick == 0:
                found.setdefault(side_of(led.seat), led)
        for low in self.all(LowWasDealtTo):
            found.setdefault(side_of(low.seat), low)
        if PointName.LOW in self.deal.ruleset.rules.dealt_points:
            for point in self.all(PointGoesTo):
                if point.point is PointName.LOW:
                    found.setdefault(point.side, point)
        return found
