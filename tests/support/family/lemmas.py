"""The lemmas of all games, as checks of a played hand.

Each returns whether it holds of a hand; `HOLDS` has the games in which it always does.
"""

from collections import Counter
from collections.abc import Callable

from tests.support.family import packs, points
from tests.support.family.games import SUITS, Game
from tests.support.family.playing import Played

Lemma = Callable[[Played], bool]


def trumps(hand: Played) -> list[str]:
    """The trumps that were played, from the lowest up."""
    fell = {card for trick in hand.tricks for card in trick.cards}
    return [card for card in packs.ladder(hand.game, hand.trump) if card in fell]


def won_by(hand: Played) -> list[list[str]]:
    """The cards that every seat won in tricks."""
    won: list[list[str]] = [[] for _ in hand.holdings]
    for trick in hand.tricks:
        won[trick.winner] += trick.cards
    return won


def _rung(hand: Played, card: str) -> tuple[int, int]:
    return packs.strength(card, hand.trump, hand.trump, hand.game)


def captured_is_six_each(hand: Played) -> bool:
    """Six cards of everybody are captured."""
    return sum(map(len, hand.piles())) == 6 * hand.game.players


def piles_are_whole_tricks(hand: Played) -> bool:
    """A pile is so many tricks of as many cards as there are players."""
    return all(len(pile) % hand.game.players == 0 for pile in hand.piles())


def high_stays_with_its_holder(hand: Played) -> bool:
    """The player who was dealt the highest trump captures it."""
    if not (fell := trumps(hand)):
        return True
    top = {card for card in fell if _rung(hand, card) == _rung(hand, fell[-1])}
    return any(top & set(won) & set(hand.holdings[s]) for s, won in enumerate(won_by(hand)))


def some_trump_was_played(hand: Played) -> bool:
    """High and Low are somebody's."""
    return bool(trumps(hand))


def lone_trump_is_the_pitchers(hand: Played) -> bool:
    """A trump that is the only one was the pitcher's, who captures it."""
    fell = trumps(hand)
    return len(fell) != 1 or fell[0] in won_by(hand)[hand.pitcher]


def highest_of_a_pile_was_its_owners(hand: Played) -> bool:
    """The highest trump that a player won was his own."""
    for seat, won in enumerate(won_by(hand)):
        mine = [card for card in won if packs.suit(card, hand.trump, hand.game) == hand.trump]
        best = max((_rung(hand, card) for card in mine), default=None)
        tops = {card for card in mine if _rung(hand, card) == best}
        if tops and not tops & set(hand.holdings[seat]):
            return False
    return True


def two_trumps_go_together(hand: Played) -> bool:
    """Of two trumps one player captures both."""
    fell = set(trumps(hand))
    return len(fell) != 2 or any(fell <= set(won) for won in won_by(hand))


def trumps_spread(hand: Played) -> bool:
    """So many captors of trumps need nearly twice as many trumps."""
    fell = set(trumps(hand))
    captors = sum(bool(fell & set(won)) for won in won_by(hand))
    return len(fell) >= 2 * captors - 1


def two_to_four_points(hand: Played) -> bool:
    """Two to four points are taken."""
    return 2 <= count_taken(hand) <= 4


def count_taken(hand: Played) -> int:
    """Return the points that all sides took together."""
    return sum(points.score(hand, "two").taken)


def every_trick_has_a_card_of_everybody(hand: Played) -> bool:
    """A pile has as many cards of each player as it has tricks."""
    tricks = Counter(trick.winner for trick in hand.tricks)
    return all(
        len(set(won) & set(held)) == tricks[seat]
        for seat, won in enumerate(won_by(hand))
        for held in hand.holdings
    )


def highest_trumps_win_a_trick_each(hand: Played) -> bool:
    """A player who holds the highest trumps wins a trick with each."""
    fell, tricks = trumps(hand)[::-1], Counter(trick.winner for trick in hand.tricks)
    for seat, held in enumerate(hand.holdings):
        lost = [i for i, card in enumerate(fell) if card not in held]
        if tricks[seat] < (lost[0] if lost else len(fell)):
            return False
    return True


def plain_pile_has_two_of_a_suit(hand: Played) -> bool:
    """A player who won tricks but no trump has two cards of a plain suit."""
    for won in won_by(hand):
        suits = Counter(packs.suit(card, hand.trump, hand.game) for card in won)
        if won and not suits[hand.trump] and max(suits.values()) < 2:
            return False
    return True


def no_trick_no_point(hand: Played) -> bool:
    """A side without a trick has none of the points that are captured."""
    had = {
        point for point in hand.game.points if hand.game.low == "dealt" and point in {"low", "two"}
    }
    won = hand.tricks_won()
    return all(
        owner.side is None or won[owner.side] > 0
        for point, owner in points.owners(hand).items()
        if point not in had | {"game"}
    )


def plain_cards_cannot_fill_all_hands(hand: Played) -> bool:
    """Of every suit as many cards are in play as the others leave places."""
    game = hand.game
    fell = Counter(card[-1] for pile in hand.piles() for card in pile if not packs.is_joker(card))
    out = len(packs.pack(game)) - game.players * game.keep
    of_suit = Counter(card[-1] for card in packs.pack(game) if not packs.is_joker(card))
    return all(fell[suit] >= of_suit[suit] - out for suit in SUITS)


def points_sum_to_the_total(hand: Played) -> bool:
    """All points are somebody's."""
    return count_taken(hand) == hand.game.total


def only_trumps_in_piles(hand: Played) -> bool:
    """Every card of a pile is a trump, and each trick has one of everybody at most."""
    cards = [card for pile in hand.piles() for card in pile]
    least = -(-sum(len(trick.cards) for trick in hand.tricks) // hand.game.players)
    return (
        all(packs.suit(card, hand.trump, hand.game) == hand.trump for card in cards)
        and len(cards) <= len(packs.ladder(hand.game, hand.trump))
        and least <= len(hand.tricks) <= hand.game.keep
    )


def low_goes_with_its_card(hand: Played) -> bool:
    """Return whether Low, or the two, belongs to the side whose pile has it."""
    got = {card: side for side, pile in enumerate(hand.piles()) for card in pile}
    found = points.owners(hand)
    lows = [found[point] for point in ("low", "two") if point in found]
    return all(owner.card is None or got[owner.card] == owner.side for owner in lows)


def one_side_tells_the_other(hand: Played) -> bool:
    """What one of two sides took leaves the rest of the total to the other."""
    mine, theirs = points.score(hand, "two").taken
    return mine + theirs == hand.game.total


def high_is_the_ace_and_low_the_two(hand: Played) -> bool:
    """The ace is the highest trump and the two the lowest."""
    lows = [card for card in trumps(hand) if not packs.is_joker(card)]
    out = [card for cards in hand.surplus for card in cards]
    return bool(out) or (trumps(hand)[-1], lows[0]) == ("A" + hand.trump, "2" + hand.trump)


def _always(_: Game) -> bool:
    return True


def _leads_trump(game: Game) -> bool:
    return game.trump_by != "named" or game.follow == "trumps_only"


def _draws_trumps(game: Game) -> bool:
    """Return whether the first lead draws a trump of everybody: a joker apart may be played
    instead.
    """
    return _leads_trump(game) and (game.joker_rank != "apart" or not game.jokers)


def _surplus_stays(game: Game) -> bool:
    """Return whether no trump comes to a pile but by being played."""
    return not game.may_have_surplus or game.surplus == "burned"


def _is_plain_six(game: Game) -> bool:
    return game.follow != "trumps_only" and _surplus_stays(game)


HOLDS: dict[Lemma, Callable[[Game], bool]] = {
    captured_is_six_each: lambda game: _is_plain_six(game) and game.keep == 6,
    piles_are_whole_tricks: _is_plain_six,
    high_stays_with_its_holder: _always,
    some_trump_was_played: _leads_trump,
    lone_trump_is_the_pitchers: _leads_trump,
    highest_of_a_pile_was_its_owners: _always,
    two_trumps_go_together: _draws_trumps,
    trumps_spread: _draws_trumps,
    two_to_four_points: lambda game: game.point_values == Game().point_values,
    every_trick_has_a_card_of_everybody: lambda game: game.follow != "trumps_only",
    highest_trumps_win_a_trick_each: lambda game: game.joker_order == "marked",
    plain_pile_has_two_of_a_suit: _draws_trumps,
    no_trick_no_point: lambda game: game.surplus != "to_opponents",
    plain_cards_cannot_fill_all_hands: lambda game: game.follow != "trumps_only",
    points_sum_to_the_total: lambda game: game.all_trumps_played and game.surplus != "burned",
    only_trumps_in_piles: lambda game: game.follow == "trumps_only",
    low_goes_with_its_card: lambda game: (
        game.low == "captured" or not {"low", "two"} & set(game.points)
    ),
    one_side_tells_the_other: lambda game: game.all_trumps_played and game.surplus != "burned",
    high_is_the_ace_and_low_the_two: lambda game: (
        game.all_trumps_played and game.joker_rank != "highest"
    ),
}
"""The games in which each holds in every hand."""
