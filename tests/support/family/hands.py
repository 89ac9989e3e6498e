"""Random hands of any game, called, dealt, drawn and played within its rules."""

import random
from dataclasses import dataclass

from tests.support.family import calling, packs, partners, playing, points
from tests.support.family.calling import Ended
from tests.support.family.games import SUITS, Game
from tests.support.family.playing import Played
from tests.support.family.points import Owner, Score


@dataclass
class Hand:
    """A hand with all that came before it and all that came of it."""

    game: Game
    dealer: int
    before: tuple[int, ...]
    calls: tuple[str, ...]
    bid: str
    played: Played
    owners: dict[str, Owner]
    score: Score

    @property
    def pitcher(self) -> int:
        """The seat of the pitcher."""
        return self.played.pitcher


def hand(game: Game, seed: int, dealer: int | None = None, prudence: float = 0.8) -> Hand:
    """The hand of a seed; everybody passes only where somebody is then to play."""
    chance = random.Random(seed)
    dealer = game.players - 1 if dealer is None else dealer
    before = tuple(chance.randrange(-5, 12) for _ in range(game.sides))
    calls, ending = auction(game, chance, dealer, before)
    while ending.pitcher is None or ending.bid is None:
        calls, ending = auction(game, chance, dealer, before)
    return play_hand(game, chance, dealer, before, calls, prudence)


def play_hand(
    game: Game,
    chance: random.Random,
    dealer: int,
    before: tuple[int, ...],
    calls: tuple[str, ...],
    prudence: float = 0.8,
) -> Hand:
    """Deal and play a hand after some calls."""
    ending = calling.end_auction(game, dealer, calls)
    assert ending.pitcher is not None
    assert ending.bid is not None
    hand = deal(game, chance, dealer, ending.pitcher, prudence)
    done = playing.play(hand, chance.choice)
    score = points.score(done, ending.bid, before)
    return Hand(game, dealer, before, calls, ending.bid, done, points.owners(done), score)


def prudent(game: Game, seed: int) -> Played:
    """A hand without its auction, in which everybody is prudent before the play."""
    chance = random.Random(seed)
    hand = deal(game, chance, game.players - 1, seed % game.players, prudence=1)
    return playing.play(hand, chance.choice)


def auction(
    game: Game, chance: random.Random, dealer: int, scores: tuple[int, ...]
) -> tuple[tuple[str, ...], Ended]:
    """A legal auction, rather low than high, and what it came to."""
    calls: tuple[str, ...] = ()
    while not calling.is_over(game, dealer, calls):
        choices = calling.open_calls(game, dealer, calls, scores)
        low = choices[:2]
        calls = (*calls, chance.choice(low if chance.random() < 0.7 else choices))
    return calls, calling.end_auction(game, dealer, calls)


def deal(
    game: Game, chance: random.Random, dealer: int, pitcher: int, prudence: float = 0.8
) -> Played:
    """A hand as it stands when play begins: dealt, trump made, drawn, and surplus put aside.

    `prudence` is how often the longest suit is named, and how often who has too many trumps keeps
    those that are points.
    """
    while True:
        cards = list(packs.pack(game))
        chance.shuffle(cards)
        dealt = [[cards.pop() for _ in range(game.dealt)] for _ in range(game.players)]
        dealt[pitcher] += [cards.pop() for _ in range(game.kitty)]
        if game.trump_by == "first_card" and not playing.may_play(game, dealt[pitcher], [], None):
            continue
        first_card, trump = _pitched(game, chance, dealt[pitcher], prudence)
        exchange = _Exchange(game, chance, trump, cards, prudence)
        takes = {"pitcher": pitcher, "dealer": dealer}.get(game.rest_to)
        turns = [(dealer + 1 + turn) % game.players for turn in range(game.players)]
        hands: dict[int, list[str]] = {}
        surplus: dict[int, list[str]] = {}
        # Who takes the rest is the last to draw.
        for seat in sorted(turns, key=lambda seat: seat == takes):
            first = [first_card] if seat == pitcher and first_card else []
            hands[seat], surplus[seat] = exchange.of(dealt[seat], first, takes_rest=seat == takes)
        hand = Played(game, dealer, pitcher, trump, _by_seat(hands), _by_seat(surplus))
        # Who has to lead a trump names a suit that he will have; without any there is no play.
        leads = {
            seat: playing.may_play(game, cards_of_seat, [], trump, opens=True)
            for seat, cards_of_seat in hands.items()
        }
        is_free = game.follow == "trumps_only" and game.trump_by == "named"
        if leads[pitcher] or (is_free and any(leads.values())):
            if game.calls_partner:
                partners.call(hand, chance)
            return hand


def _by_seat(cards: dict[int, list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cards[seat]) for seat in sorted(cards))


def _pitched(
    game: Game, chance: random.Random, hand: list[str], prudence: float
) -> tuple[str | None, str]:
    """The card that makes trump, if one does, and the trump suit."""
    if game.trump_by == "first_card":
        card = chance.choice(playing.may_play(game, hand, [], None))
        return card, playing.made_trump(game, card, chance.choice(SUITS))
    suits = list(SUITS)
    chance.shuffle(suits)
    if chance.random() < prudence:
        suits.sort(key=lambda s: sum(packs.suit(card, s, game) == s for card in hand))
    return None, suits[-1]


@dataclass
class _Exchange:
    """The exchange of cards after trump is made."""

    game: Game
    chance: random.Random
    trump: str
    stock: list[str]
    prudence: float

    def of(
        self, dealt: list[str], first: list[str], *, takes_rest: bool
    ) -> tuple[list[str], list[str]]:
        """Return the cards that a seat keeps, `first` among them, and its surplus trumps."""
        rest = [card for card in dealt if card not in first]
        self.chance.shuffle(rest)
        room = self.game.keep - len(first)
        if self.game.draw == "non_trumps":
            hand, surplus = self._trumps(rest, room, takes_rest=takes_rest)
            return first + hand, surplus
        if self.game.draw == "any":
            rest = self._some(rest)
        return first + rest[:room], []

    def _trumps(
        self, rest: list[str], room: int, *, takes_rest: bool
    ) -> tuple[list[str], list[str]]:
        if takes_rest:
            rest += self._drawn(len(self.stock))
        trumps = [card for card in rest if packs.suit(card, self.trump, self.game) == self.trump]
        if self.chance.random() < self.prudence:
            trumps.sort(key=points.worth_of(self.game, self.trump).__getitem__, reverse=True)
        hand = trumps[:room]
        hand += self._drawn(room - len(hand))
        # Where the rest of the pack is too small plain cards are kept.
        plain = [card for card in rest if card not in trumps]
        return hand + plain[: room - len(hand)], trumps[room:]

    def _some(self, rest: list[str]) -> list[str]:
        thrown = self.chance.randint(0, self.game.draw_most or len(rest))
        new = self._drawn(min(thrown, len(rest)))
        return rest[len(new) :] + new

    def _drawn(self, number: int) -> list[str]:
        return [self.stock.pop() for _ in range(min(number, len(self.stock)))]
