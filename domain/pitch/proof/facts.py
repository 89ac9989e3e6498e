"""Facts: conclusions from some statements of a record, each with its place in the record.

A reason names exactly the statements that it follows from, so that its sentence is never about
other facts than are shown beside it.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pitch import tricks
from pitch.findings import FindingKind
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.messages import Sentence
from pitch.point_names import PointName
from pitch.proof.card_facts import CardFacts, KnownValue
from pitch.proof.statements import (
    InPile,
    LedTrick,
    LowWasDealtTo,
    NothingElseInPile,
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

    `record_facts` are all facts of the record: they name players, and are never a reason.
    """

    def __init__(
        self,
        statements: Iterable[tuple[int, Statement]],
        deal: Deal,
        record_facts: "Facts | None" = None,
    ) -> None:
        super().__init__(statements, deal)
        self._record_facts = record_facts
        self.may_pass = self.deal.is_trumps_only and not deal.pitcher_leads_trump

    def card_holders(self, card: str) -> Iterator[KnownValue]:
        """Yield the seats that were dealt a card: by the holdings, or because they played it."""
        for held in self.all(WasDealt, card=card):
            yield KnownValue(held.seat, (held,))
        for fell in self.all(PlayedToTrick, card=card):
            if (player := self.player(fell)) is not None:
                yield player

    def pitcher(self) -> KnownValue | None:
        """Return the seat that pitched: as stated, or as first leader if nobody may pass."""
        for among in self.all(PitcherAmong):
            if len(among.seats) == 1:
                return KnownValue(among.seats[0], (among,))
        led = None if self.may_pass else self.first(LedTrick, trick=0)
        return KnownValue(led.seat, (led,)) if led else None

    def card(self, trick: int, place: int) -> PlayedToTrick | None:
        """Return the card that fell at a place of a trick."""
        return self.first(PlayedToTrick, trick=trick, place=place)

    def leader(self, trick: int) -> KnownValue | None:
        """Return who led to a trick: as stated, else the winner of the one before or pitcher."""
        if led := self.first(LedTrick, trick=trick):
            return KnownValue(led.seat, (led,))
        # If only trumps are played, the lead passes to the left from a player without trumps.
        if self.may_pass if trick == 0 else self.deal.is_trumps_only:
            return None
        return self.pitcher() if trick == 0 else self.winner(trick - 1)

    def winner(self, trick: int) -> KnownValue | None:
        """Return who won a trick: as stated, else the leader of the next, else by its cards."""
        if took := self.first(TookTrick, trick=trick):
            return KnownValue(took.seat, (took,))
        led = None if self.deal.is_trumps_only else self.first(LedTrick, trick=trick + 1)
        return KnownValue(led.seat, (led,)) if led else self.winner_by_cards(trick)

    def winner_by_cards(self, trick: int) -> KnownValue | None:
        """Return who won a trick by its cards: all of them, or the highest trump alone."""
        leader = self.leader(trick)
        place = None if leader is None else self.winning_place(trick)
        if leader is None or place is None:
            return None
        seat = (leader.value + place.value) % self.deal.players
        return KnownValue(seat, self.sources(leader, place))

    def winning_place(self, trick: int) -> KnownValue | None:
        """Return how many places after the leader the winning card of a trick fell."""
        # If cards may be thrown, a place does not show the player.
        if self.may_be_thrown(trick):
            return None
        fell = [card for place in range(self.deal.players) if (card := self.card(trick, place))]
        highest = self.ranking.trumps[-1:] if not self.deal.is_trumps_only else ()
        top = [card for card in fell if card.card in highest and self.is_natural(card.card)]
        if self.trump is None or (not top and len(fell) < self.deal.players):
            return None
        decisive = top or fell
        winning = tricks.winning_card([card.card for card in decisive], self.trump, self.pack)
        place = next(card.place for card in decisive if card.card == winning)
        return KnownValue(place, self.sources(*decisive))

    def may_be_thrown(self, trick: int) -> bool:
        """Return whether one player may have laid several trumps to a trick."""
        is_thrown = self.deal.surplus is Surplus.ON_FIRST_TRICK
        return is_thrown and self.deal.is_trumps_only and trick == 0

    def lead_shift(self, trick: int, later: int) -> KnownValue | None:
        """Return how many seats the lead moved from a trick to a later one, by the cards."""
        if self.deal.is_trumps_only:
            return None
        by: list[Statement] = []
        seats = 0
        for number in range(trick, later):
            place = self.winning_place(number)
            if place is None:
                return None
            seats += place.value
            by += place.by
        return KnownValue(seats % self.deal.players, tuple(by))

    def player(self, fell: PlayedToTrick) -> KnownValue | None:
        """Return who played a card."""
        leader, players = self.leader(fell.trick), self.deal.players
        if leader is None or fell.place >= players:
            return None
        if fell.place and self.may_be_thrown(fell.trick):
            return None
        if not self.deal.is_trumps_only or not fell.place:
            return KnownValue((leader.value + fell.place) % players, (*leader.by, fell))
        # Players without trumps are passed over, so the place alone does not show the player.
        outs = {out.seat: out for out in self.all(OutOfTrick, trick=fell.trick)}
        trick = [card for place in range(players) if (card := self.card(fell.trick, place))]
        seats = [(leader.value + step) % players for step in range(players)]
        active = [seat for seat in seats if seat not in outs]
        if len(trick) != len(active) or fell.place >= len(active) or active[0] != leader.value:
            return None
        return KnownValue(active[fell.place], (*leader.by, fell, *trick, *outs.values()))

    def player_seat(self, fell: PlayedToTrick) -> int | None:
        """Return the seat that played a card, by the whole record if need be."""
        player = self.player(fell) or (self._record_facts and self._record_facts.player(fell))
        return player.value if player else None

    def least_tricks(self, side: int) -> list[KnownValue]:
        """Return numbers of tricks that a side won at least."""
        bounds = [KnownValue(won.tricks, (won,)) for won in self.all(TricksAre, side=side)]
        captures, others = self.all(InPile, side=side), self._tricks_elsewhere(side)
        if captures and not self.deal.is_surplus_captured:
            bounds.append(KnownValue(-(-len(captures) // self.deal.players), tuple(captures)))
        if not self.deal.is_trumps_only and others and len(others.by) == self.deal.sides - 1:
            bounds.append(KnownValue(self.deal.tricks - others.value, others.by))
        return bounds

    def most_tricks(self, side: int) -> list[KnownValue]:
        """Return numbers of tricks that a side won at most."""
        bounds = [KnownValue(won.tricks, (won,)) for won in self.all(TricksAre, side=side)]
        pile, others = self.closed_pile(side, whole=True), self._tricks_elsewhere(side)
        if pile is not None:
            least = 1 if self.deal.is_trumps_only else self.deal.players
            bounds.append(KnownValue(len(pile.cards) // least, (pile,)))
        if others:
            bounds.append(KnownValue(max(self.deal.tricks - others.value, 0), others.by))
        return bounds

    def _tricks_elsewhere(self, side: int) -> KnownValue | None:
        """Return the tricks that the other sides are said to have won together."""
        others = [won for won in self.all(TricksAre) if won.side != side]
        return KnownValue(sum(won.tricks for won in others), tuple(others)) if others else None

    def trump_captors(self) -> dict[int, Statement]:
        """Return the sides that captured a trump, each with one statement that says so."""
        extremes = {PointName.HIGH, PointName.JACK, PointName.LOW}
        trump_points = extremes - self.deal.ruleset.rules.dealt_points
        sources: list[InPile | PointGoesTo | NothingElseInPile | TrumpsAre] = [
            *(taken for taken in self.all(InPile) if self.is_trump(taken.card)),
            *(claim for claim in self.all(PointGoesTo) if claim.point in trump_points),
            *filter(self.pile_trumps, self.full_piles()),
            *(count for count in self.all(TrumpsAre) if count.trumps),
        ]
        captors: dict[int, Statement] = {}
        for source in sources:
            captors.setdefault(source.side, source)
        return captors

    def trump_holders(self) -> dict[int, Statement]:
        """Return the sides that were dealt a trump, each with one statement that says so.

        They captured one, pitched, or were dealt Low.
        """
        side_of = self.deal.side_of
        # Cards that went over to the opponents before play were not dealt to them.
        holders = {} if self.deal.is_surplus_captured else self.trump_captors()
        for among in self.all(PitcherAmong) if self.deal.leads_trump and not self.may_pass else ():
            sides = {side_of(seat) for seat in among.seats}
            if len(sides) == 1:
                holders.setdefault(sides.pop(), among)
        for led in self.all(LedTrick, trick=0) if self.deal.leads_trump else ():
            holders.setdefault(side_of(led.seat), led)
        for low in self.all(LowWasDealtTo):
            holders.setdefault(side_of(low.seat), low)
        if PointName.LOW in self.deal.ruleset.rules.dealt_points:
            for claim in self.all(PointGoesTo, point=PointName.LOW):
                holders.setdefault(claim.side, claim)
        return holders


class Reason(Struct, frozen=True):
    """A sentence, and the places of the statements that cannot be true for that reason."""

    code: str
    kind: FindingKind
    message: Sentence
    places: frozenset[int]
    topics: tuple[str, ...] = ()
    """What the clauses are about that it rests on."""


def explain(
    facts: Facts, conflict: Contradiction, *by: KnownValue | Statement, trump: bool = False
) -> Reason:
    """Return a reason that rests on some statements; `trump` if also on those of the trump suit."""
    places = facts.places(facts.sources(*by, trump=trump))
    return Reason(conflict.code, conflict.kind, conflict.message, places, conflict.topics)
