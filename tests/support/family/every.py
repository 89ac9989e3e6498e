"""Every hand of a game with very few cards, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from tests.support.family import packs, playing
from tests.support.family.games import Game
from tests.support.family.playing import Played, Trick

Seated = tuple[tuple[str, ...], ...]


def hand_of(game: Game, trump: str, dealer: int) -> Iterator[Played]:
    """All hands with a trump suit, whoever pitches: every deal, draw and legal play."""
    for holdings, surplus in deals(game, trump, dealer):
        for pitcher in range(game.players):
            if game.rest_to == "pitcher" and not _may_have(game, surplus, pitcher):
                continue
            hand = Played(game, dealer, pitcher, trump, holdings, surplus)
            leads = playing.may_play(game, list(holdings[pitcher]), [], trump, opens=True)
            if leads or (game.follow == "trumps_only" and game.trump_by == "named"):
                yield from plays(hand, pitcher, holdings)


def deals(game: Game, trump: str, dealer: int) -> Iterator[tuple[Seated, Seated]]:
    """Yield the holdings that the seats can play from, and the surplus that they put aside."""
    cards = packs.pack(game)
    none: Seated = ((),) * game.players
    if not game.all_trumps_played:
        yield from ((hand, none) for hand in _dealt(cards, game.players, game.keep))
        return
    trumps = packs.ladder(game, trump)
    plain = tuple(card for card in cards if card not in trumps)
    for seats in product(range(game.players), repeat=len(trumps)):
        mine = [
            tuple(c for c, s in zip(trumps, seats, strict=True) if s == seat)
            for seat in range(game.players)
        ]
        choices = [tuple(combinations(hand, min(len(hand), game.keep))) for hand in mine]
        for choice in product(*choices):
            over = tuple(
                tuple(c for c in hand if c not in some)
                for hand, some in zip(mine, choice, strict=True)
            )
            if game.rest_to == "dealer" and not _may_have(game, over, dealer):
                continue
            for holdings in _filled(game, plain, choice):
                yield holdings, over


def _may_have(game: Game, surplus: Seated, taker: int) -> bool:
    """Return whether nobody but who takes the rest has more trumps than were dealt."""
    most = game.dealt - game.keep
    return all(len(over) <= most for seat, over in enumerate(surplus) if seat != taker)


def _filled(game: Game, plain: tuple[str, ...], trumps: Seated) -> Iterator[Seated]:
    """Hands filled up with plain cards; where only trumps are played any will do."""
    needed = [game.keep - len(hand) for hand in trumps]
    if game.follow == "trumps_only":
        rest = list(plain)
        yield tuple((*hand, *(rest.pop() for _ in range(more)))
                    for hand, more in zip(trumps, needed, strict=True))  # fmt: skip
        return
    for fresh in _shared(plain, needed):
        yield tuple((*hand, *more) for hand, more in zip(trumps, fresh, strict=True))


def _dealt(cards: tuple[str, ...], players: int, number: int) -> Iterator[Seated]:
    yield from _shared(cards, [number] * players)


def _shared(cards: tuple[str, ...], numbers: list[int]) -> Iterator[Seated]:
    """All ways to give everybody so many cards."""
    if not numbers:
        yield ()
        return
    for mine in combinations(cards, numbers[0]):
        rest = tuple(card for card in cards if card not in mine)
        for more in _shared(rest, numbers[1:]):
            yield mine, *more


def plays(hand: Played, leader: int, holdings: Seated) -> Iterator[Played]:
    """All ways in which a hand can be played on."""
    game, trump, number = hand.game, hand.trump, len(hand.tricks)
    played_any = False
    if number < game.keep:
        for trick, rest in _tricks(hand, leader, holdings, (), 0):
            if not trick:
                break
            played_any = True
            won = packs.winner(list(trick), trump, game)
            after = replace(hand, tricks=[*hand.tricks, Trick(list(trick), won)])
            yield from plays(after, won, rest)
    if not played_any:
        yield hand


def _tricks(
    hand: Played, leader: int, holdings: Seated, so_far: tuple[tuple[int, str], ...], turn: int
) -> Iterator[tuple[tuple[tuple[int, str], ...], Seated]]:
    game = hand.game
    if turn == game.players:
        yield so_far, holdings
        return
    seat = (leader + turn) % game.players
    options = playing.may_play(
        game, list(holdings[seat]), [card for _, card in so_far], hand.trump, opens=not hand.tricks
    )
    if not options:
        yield from _tricks(hand, leader, holdings, so_far, turn + 1)
    for card in options:
        rest = tuple(c for c in holdings[seat] if c != card)
        after = (*holdings[:seat], rest, *holdings[seat + 1 :])
        yield from _tricks(hand, leader, after, (*so_far, (seat, card)), turn + 1)
