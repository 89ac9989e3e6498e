"""Facts: what some statements of a record say together, each kept with its place in the record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from domain import cards, tricks
from domain.cards import JokerOrder
from domain.hand.deals import Deal
from domain.hand.records import Listed
from domain.point_names import EXTREMES, PointName
from domain.proof.statements import (
    InPile,
    LedTrick,
    LowWasDealtTo,
    NothingElseInPile,
    OutOfTrick,
    PitcherAmong,
    PlayedToTrick,
    PointCardIs,
    PointGoesTo,
    PointInPlay,
    Statement,
    TookTrick,
    TricksAre,
    TrumpIs,
    TrumpsAre,
    WasDealt,
)
from domain.rules.choices import Low, Surplus, TrumpBy
from domain.wording import nth

Kind = TypeVar("Kind", bound=Statement)


class KnownValue(Struct, frozen=True):
    """A number, a seat or a suit that some statements tell."""

    value: int
    by: tuple[Statement, ...]


class Facts:
    """Statements at their places, and the little that follows from a few of them at once.

    `among` are all facts of the record: who is meant, never why something cannot be.
    """

    def __init__(
        self, stated: Iterable[tuple[int, Statement]], deal: Deal, among: "Facts | None" = None
    ) -> None:
        self.deal = deal
        self.pack = deal.pack
        self._among = among
        self.names = deal.seating.names
        self.sides = deal.side_names
        self._places: dict[Statement, int] = {}
        for place, statement in stated:
            self._places.setdefault(statement, place)
        self._by_kind: dict[type, list[Statement]] = {}
        for statement in self._places:
            self._by_kind.setdefault(type(statement), []).append(statement)
        self.trump, self.trump_by = self._trump()
        self.ranking = self.pack.ranking(self.trump)
        is_marked = self.pack.joker_order is JokerOrder.MARKED
        self.equal = self.pack.jokers if len(self.pack.jokers) > 1 and not is_marked else ()
        self.may_pass = self.deal.is_trumps_only and not deal.pitcher_leads_trump

    def all(self, kind: type[Kind]) -> list[Kind]:
        """The statements of one kind, in the order of the record."""
        return [each for each in self._by_kind.get(kind, ()) if isinstance(each, kind)]

    def has(self, statement: Statement) -> bool:
        """Whether something is stated."""
        return statement in self._places

    def places(self, statements: Iterable[Statement]) -> frozenset[int]:
        """Where statements are made."""
        return frozenset(self._places[statement] for statement in statements)

    def _trump(self) -> tuple[str | None, tuple[Statement, ...]]:
        """The trump suit: as stated, or that of the first card led, or of a claimed High or Low."""
        for stated in self.all(TrumpIs):
            return stated.suit, (stated,)
        led: list[PlayedToTrick | PointCardIs] = [
            each for each in self.all(PlayedToTrick) if (each.trick, each.place) == (0, 0)
        ]
        # The first lead goes before claims: it was seen by everybody.
        for each in (*led, *self.claimed_extremes()):
            suit = self._told_by(each)
            if suit is not None:
                return suit, (each,)
        return None, ()

    def _told_by(self, each: PlayedToTrick | PointCardIs) -> str | None:
        """The trump suit that a trump tells, which none does that may belong to two."""
        rules = self.deal.ruleset.rules
        if isinstance(each, PlayedToTrick):
            if rules.trump_by is TrumpBy.FIRST_CARD and not cards.is_joker(each.card):
                return cards.suit(each.card)
            if not self.deal.leads_trump:
                return None
        return cards.suit(each.card) if self.is_natural(each.card) else None

    def nth(self, trick: int) -> str:
        """Which trick it was, in words."""
        return nth(trick, self.deal.tricks)

    def is_natural(self, *among: str) -> bool:
        """Whether cards stand in their printed suit and order, whatever is trump."""
        off_ranks = self.pack.off_ranks
        return not any(
            cards.is_joker(card) or (off_ranks and cards.rank(card) in off_ranks) for card in among
        )

    def suit(self, card: str) -> str:
        """The suit that a card belongs to, as far as the trump suit is known."""
        return self.ranking.suits.get(card, cards.suit(card))

    def is_trump(self, card: str) -> bool:
        """Whether a card is known to be a trump."""
        return self.trump is not None and self.suit(card) == self.trump

    def order(self, card: str) -> int:
        """How high a card stands in the suit that it belongs to."""
        return self.ranking.order[card]

    def only_trumps(self, listed: Iterable[str]) -> list[str]:
        """Those of some cards that are known to be trumps, in their order."""
        return [card for card in listed if self.is_trump(card)]

    def said_in_play(self, point: PointName, *, was: bool) -> list[PointInPlay]:
        """What says that the card of a point was in play, or that it was not."""
        return [each for each in self.all(PointInPlay) if (each.point, each.was) == (point, was)]

    def worth(self, point: PointGoesTo | PointInPlay) -> int:
        """How many points a point counts under the rules."""
        values = self.deal.ruleset.rules.point_values
        return sum(value.worth for value in values if value.point is point.point)

    def claimed_extremes(self) -> list[PointCardIs]:
        """The cards that are claimed for High and for Low."""
        return [each for each in self.all(PointCardIs) if each.point in EXTREMES]

    def taken(self, side: int) -> list[InPile]:
        """What a side is said to have captured."""
        return [each for each in self.all(InPile) if each.side == side]

    def trumps_taken(self, side: int) -> list[InPile]:
        """The trumps that a side is said to have captured."""
        return [each for each in self.taken(side) if self.is_trump(each.card)]

    def closed(self, side: int, *, whole: bool = False) -> NothingElseInPile | None:
        """That nothing else is in a side's pile; `whole` where that is said of every card."""
        for each in self.all(NothingElseInPile):
            if each.side == side and (each.listed is Listed.ALL or not whole):
                return each
        return None

    def trumps_of(self, pile: NothingElseInPile) -> list[str]:
        """The trumps that a pile lists, from low to high."""
        return sorted(self.only_trumps(pile.cards), key=self.ranking.order.__getitem__)

    def trumps(self, side: int) -> KnownValue | None:
        """How many trumps a side captured: as stated, or as its pile lists all of them."""
        for stated in self.all(TrumpsAre):
            if stated.side == side:
                return KnownValue(stated.trumps, (stated,))
        pile = self.closed(side, whole=True)
        if pile is None or self.trump is None:
            return None
        return KnownValue(len(self.trumps_of(pile)), self.said(pile))

    def none_beyond(self, side: int, card: str, sign: int) -> tuple[Statement, ...] | None:
        """What says that a side captured no higher trump than a card, or with -1 no lower one."""
        pack = self.pack
        beyond = {
            other
            for other in self.ranking.trumps
            if sign * (self.order(other) - self.order(card)) > 0
        }
        pile = self.closed(side, whole=not all(pack.pips[other] for other in beyond))
        if pile is not None:
            return (pile,) if beyond.isdisjoint(pile.cards) else None
        own = self.trumps_taken(side)
        counted = self.trumps(side)
        # If a side's trumps are counted and all listed, it has no other.
        if counted is None or counted.value != len(own):
            return None
        return None if any(taken.card in beyond for taken in own) else (*counted.by, *own)

    def in_play(self) -> Iterator[InPile | WasDealt | PlayedToTrick]:
        """Every statement that a card was in play."""
        yield from self.all(InPile)
        yield from self.all(WasDealt)
        yield from self.all(PlayedToTrick)

    def dealt(self, seat: int) -> list[WasDealt]:
        """What a seat is said to have been dealt."""
        return [each for each in self.all(WasDealt) if each.seat == seat]

    def is_dealt(self) -> bool:
        """Whether every card of every seat is stated."""
        every = self.deal.players * self.deal.tricks
        return len(self.all(WasDealt)) == every and not self.deal.is_surplus_captured

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
        return self.best(trick)

    def best(self, trick: int) -> KnownValue | None:
        """Who won a trick by its cards: all of them, or the highest trump alone."""
        leader = self.leader(trick)
        place = None if leader is None else self.best_place(trick)
        if leader is None or place is None:
            return None
        return KnownValue(
            (leader.value + place.value) % self.deal.players, self.said(leader, place)
        )

    def best_place(self, trick: int) -> KnownValue | None:
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
        won = tricks.best([card.card for card in decisive], self.trump, self.pack)
        place = next(card.place for card in decisive if card.card == won)
        return KnownValue(place, self.said(*decisive))

    def may_be_thrown(self, trick: int) -> bool:
        """Whether so many cards as players can be fewer players, one of whom threw a trump more."""
        is_thrown = self.deal.surplus is Surplus.ON_FIRST_TRICK
        return is_thrown and self.deal.is_trumps_only and trick == 0

    def turned(self, trick: int, later: int) -> KnownValue | None:
        """How many seats the lead went round from one trick to a later one, by the cards."""
        if self.deal.is_trumps_only:
            return None
        by: list[Statement] = []
        seats = 0
        for each in range(trick, later):
            place = self.best_place(each)
            if place is None:
                return None
            seats += place.value
            by += place.by
        return KnownValue(seats % self.deal.players, tuple(by))

    def said(self, *sources: KnownValue | Statement, trump: bool = True) -> tuple[Statement, ...]:
        """All statements that a conclusion rests on, with what tells the trump suit."""
        found = list(self.trump_by) if trump else []
        for source in sources:
            found += source.by if isinstance(source, KnownValue) else (source,)
        return tuple(dict.fromkeys(found))

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

    def called(self, fell: PlayedToTrick) -> str:
        """Who played a card, as the record has it."""
        seat = self.who_played(fell)
        return (
            self.names[seat] if seat is not None else f"Whoever played the {cards.name(fell.card)}"
        )

    def least_tricks(self, side: int) -> list[KnownValue]:
        """Numbers of tricks that a side won at least."""
        players = self.deal.players
        found = [KnownValue(each.tricks, (each,)) for each in self._tricks(side)]
        taken, others = self.taken(side), self._others(side)
        if taken and not self.deal.is_surplus_captured:
            found.append(KnownValue(-(-len(taken) // players), tuple(taken)))
        if not self.deal.is_trumps_only and others and len(others) == self.deal.sides - 1:
            found.append(
                KnownValue(self.deal.tricks - sum(each.tricks for each in others), tuple(others))
            )
        return found

    def most_tricks(self, side: int) -> list[KnownValue]:
        """Numbers of tricks that a side won at most."""
        found = [KnownValue(each.tricks, (each,)) for each in self._tricks(side)]
        closed, others = self.closed(side, whole=True), self._others(side)
        if closed is not None:
            least = 1 if self.deal.is_trumps_only else self.deal.players
            found.append(KnownValue(len(closed.cards) // least, (closed,)))
        if others:
            left = self.deal.tricks - sum(each.tricks for each in others)
            found.append(KnownValue(max(left, 0), tuple(others)))
        return found

    def _tricks(self, side: int) -> list[TricksAre]:
        return [each for each in self.all(TricksAre) if each.side == side]

    def _others(self, side: int) -> list[TricksAre]:
        return [each for each in self.all(TricksAre) if each.side != side]

    def captors(self) -> dict[int, Statement]:
        """The sides that captured a trump, each with one statement that says so."""
        is_captured = self.deal.ruleset.rules.low is Low.CAPTURED
        trumps = {PointName.HIGH, PointName.JACK} | ({PointName.LOW} if is_captured else set())
        found: dict[int, Statement] = {}
        for each in self.all(InPile):
            if self.is_trump(each.card):
                found.setdefault(each.side, each)
        for point in self.all(PointGoesTo):
            if point.point in trumps:
                found.setdefault(point.side, point)
        for pile in self.full():
            if self.trumps_of(pile):
                found.setdefault(pile.side, pile)
        for counted in self.all(TrumpsAre):
            if counted.trumps:
                found.setdefault(counted.side, counted)
        return found

    def holders(self) -> dict[int, Statement]:
        """The sides that were dealt a trump: who captured one, who pitched, who was dealt Low."""
        # What went over to the opponents before play was not theirs.
        found, side_of = {} if self.deal.is_surplus_captured else self.captors(), self.deal.side_of
        for among in self.all(PitcherAmong) if self.deal.leads_trump and not self.may_pass else ():
            pitching = {side_of(seat) for seat in among.seats}
            if len(pitching) == 1:
                found.setdefault(pitching.pop(), among)
        for led in self.all(LedTrick) if self.deal.leads_trump else ():
            if led.trick == 0:
                found.setdefault(side_of(led.seat), led)
        for low in self.all(LowWasDealtTo):
            found.setdefault(side_of(low.seat), low)
        if self.deal.ruleset.rules.low is Low.DEALT:
            for point in self.all(PointGoesTo):
                if point.point is PointName.LOW:
                    found.setdefault(point.side, point)
        return found

    def full(self) -> Sequence[NothingElseInPile]:
        """Piles that are listed whole and together have room for no more than is played."""
        found = [self.closed(side, whole=True) for side in range(self.deal.sides)]
        piles = [each for each in found if each is not None]
        room = sum(len(pile.cards) for pile in piles)
        is_full = self.deal.has_whole_tricks and room == self.deal.players * self.deal.tricks
        return piles if len(piles) == len(found) and is_full else ()

    def closed_by_all(self, *, whole: bool = False) -> Sequence[NothingElseInPile]:
        """What closes every pile; nothing while one may have more cards of that kind."""
        found = [self.closed(side, whole=whole) for side in range(self.deal.sides)]
        return [each for each in found if each is not None] if None not in found else ()

    def whole_hands(self) -> dict[int, list[WasDealt]]:
        """The seats of which all cards that they play from are stated."""
        hands = {seat: self.dealt(seat) for seat in range(self.deal.players)}
        return {seat: held for seat, held in hands.items() if len(held) == self.deal.tricks}
