"""One hand played: who holds what, the tricks, and which cards may be played to them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.support.family import packs
from tests.support.family.games import Game


@dataclass
class Trick:
    """The cards of a trick by seat, in playing order, and who won it."""

    played: list[tuple[int, str]]
    winner: int

    @property
    def leader(self) -> int:
        """The seat that led to the trick."""
        return self.played[0][0]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in playing order."""
        return tuple(card for _, card in self.played)


@dataclass
class Played:
    """A hand from the moment that play begins, with all that is to be known of it."""

    game: Game
    dealer: int
    pitcher: int
    trump: str
    holdings: tuple[tuple[str, ...], ...]
    """What every seat plays from."""
    surplus: tuple[tuple[str, ...], ...]
    """Trumps that a seat may not keep, by seat."""
    tricks: list[Trick] = field(default_factory=list)
    called: str | None = None
    """The card that the pitcher called, where he calls a partner."""
    partner: int | None = None
    """Who had it, or the pitcher himself."""

    def side(self, seat: int) -> int:
        """The side that a seat scores for."""
        return seat % self.game.sides

    def piles(self) -> list[list[str]]:
        """The cards that every side has at the end, from tricks and from others' surplus."""
        piles: list[list[str]] = [[] for _ in range(self.game.sides)]
        for trick in self.tricks:
            piles[self.side(trick.winner)] += trick.cards
        for seat, cards in enumerate(self.surplus):
            if self.game.surplus == "to_opponents":
                piles[(self.side(seat) + 1) % self.game.sides] += cards
            elif self.game.surplus == "on_first_trick":
                piles[self.side(self.tricks[0].winner)] += cards
        return piles

    def tricks_won(self) -> list[int]:
        """The tricks of every side."""
        sides = [self.side(trick.winner) for trick in self.tricks]
        return [sides.count(side) for side in range(self.game.sides)]

    def had(self) -> dict[str, int]:
        """Return the seat of each card when play began, without surplus that goes to others."""
        had = {
            card: seat for seat, cards_of_seat in enumerate(self.holdings) for card in cards_of_seat
        }
        if self.game.surplus == "on_first_trick":
            had |= {card: seat for seat, cards in enumerate(self.surplus) for card in cards}
        return had


def may_play(
    game: Game, hand: list[str], trick: list[str], trump: str | None, *, opens: bool = False
) -> list[str]:
    """The cards that may be played; none where a player has to sit out.

    `trick` has the cards played so far, `trump` is None before a first card that makes it, and
    `opens` says that this is the lead to the first trick.
    """
    if trump is None:
        # Who has nothing but jokers that are barred cannot pitch; nobody rules on it.
        return [c for c in hand if game.pitched_joker != "barred" or not packs.is_joker(c)]

    def of(*suits: str) -> list[str]:
        return [card for card in hand if packs.suit(card, trump, game) in suits]

    if opens and not trick and game.trump_by == "first_card":
        return [c for c in may_play(game, hand, [], None) if made_trump(game, c, trump) == trump]
    if game.follow == "trumps_only" or (opens and not trick and game.trump_by == "named_and_led"):
        return of(trump)
    if not trick:
        return list(hand)
    led = packs.suit(trick[0], trump, game)
    if led == packs.APART or not of(led):
        return list(hand)
    return of(led, packs.APART, *([trump] if game.follow == "follow_or_trump" else []))


def made_trump(game: Game, card: str, named_suit: str) -> str:
    """The suit that a first card makes trump; `named_suit` is named by who pitches a joker."""
    if not packs.is_joker(card):
        return card[1]
    return "S" if game.pitched_joker == "spades" else named_suit


def play(hand: Played, chooses: Callable[[list[str]], str]) -> Played:
    """The hand played to its end, every card as somebody chooses among those that are allowed."""
    game, trump = hand.game, hand.trump
    holdings = [list(cards) for cards in hand.holdings]
    leader = hand.pitcher
    for number in range(game.keep):
        plays: list[tuple[int, str]] = []
        for turn in range(game.players):
            seat = (leader + turn) % game.players
            cards = [card for _, card in plays]
            options = may_play(game, holdings[seat], cards, trump, opens=number == 0)
            options = _due(hand, number, seat, options)
            if options:
                card = chooses(options)
                holdings[seat].remove(card)
                plays.append((seat, card))
        if not plays:
            break
        leader = packs.winner(plays, trump, game)
        hand.tricks.append(Trick(plays, leader))
    return hand


def _due(hand: Played, number: int, seat: int, options: list[str]) -> list[str]:
    """Return the legal plays of a seat; the partner's first card must be the called one."""
    is_due = number == 0 and seat != hand.pitcher and hand.called in options
    return [card for card in options if card == hand.called] if is_due else options


def faults(hand: Played) -> list[str]:
    """Return the violations of the rules of play in a hand, in a few words each."""
    game, trump = hand.game, hand.trump
    holdings = [list(cards) for cards in hand.holdings]
    leader, violations = hand.pitcher, []
    for number, trick in enumerate(hand.tricks):
        plays = list(trick.played)
        so_far: list[str] = []
        for turn in range(game.players):
            seat = (leader + turn) % game.players
            options = may_play(game, holdings[seat], so_far, trump, opens=number == 0)
            options = _due(hand, number, seat, options)
            if plays and plays[0][0] == seat:
                card = plays.pop(0)[1]
                violations += [] if card in options else [f"trick {number}: seat {seat} {card}"]
                holdings[seat].remove(card)
                so_far.append(card)
            elif options:
                violations.append(f"trick {number}: seat {seat} played nothing")
        violations += [f"trick {number}: seat {seat} out of turn" for seat, _ in plays]
        leader = packs.winner(trick.played, trump, game)
        if trick.winner != leader:
            violations.append(f"trick {number}: won by {trick.winner}")
    return violations
