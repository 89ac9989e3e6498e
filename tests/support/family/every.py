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
            begun = Played(game, dealer, pitcher, trump, holdings, surplus)
            leads = playing.may_play(game, list(holdings[pitcher]), [], trump, opens=True)
            if leads or (game.follow == "trumps_only" and game.trump_by == "named"):
                yield from plays(begun, pitcher, holdings)


def deals(game: Game, trump: str, dealer: int) -> Iterator[tuple[Seated, Seated]]:
    """Yield the holdings that the seats can play from, and the surplus that they put aside."""
    cards = packs.pack(game)
    none: Seated = ((),) * game.players
    if not game.all_trumps_played:
        yield from ((held, none) for held in _dealt(cards, game.players, game.keep))
        return
    trumps = packs.ladder(game, trump)
    plain = tuple(card for card in cards if card not in trumps)
    for seats in product(range(game.players), repeat=len(trumps)):
        mine = [
            tuple(c for c, s in zip(trumps, seats, strict=True) if s == seat)
            for seat in range(game.players)
        ]
        kept = [tuple(combinations(held, min(len(held), game.keep))) for held in mine]
        for choice in product(*kept):
            over = tuple(
                tuple(c for c in held if c not in some)
                for held, some in zip(mine, choice, strict=True)
            )
            if game.rest_to == "dealer" and not _may_have(game, over, dealer):
                continue
            for filled in _filled(game, plain, choice):
                yield filled, over


def _may_have(game: Game, surplus: Seated, taker: int) -> bool:
    """Return whether nobody but who takes the rest has more trumps than were dealt."""
    most = game.dealt - game.keep
    return all(len(over) <= most for seat, over in enumerate(surplus) if seat != taker)


def _filled(game: Game, plain: tuple[str, ...], kept: Seated) -> Iterator[Seated]:
    """Hands filled up with plain cards; where only trumps are played any will do."""
    needed = [game.keep - len(held) for held in kept]
    if game.follow == "trumps_only":
        left = list(plain)
        yield tuple((*held, *(left.pop() for _ in range(more)))
                    for held, more in zip(kept, needed, strict=True))  # fmt: skip
        return
    for fresh in _shared(plain, needed):
        yield tuple((*held, *more) for held, more in zip(kept, fresh, strict=True))


def _dealt(cards: tuple[str, ...], players: int, each: int) -> Iterator[Seated]:
    yield from _shared(cards, [each] * players)


def _shared(cards: tuple[str, ...], numbers: list[int]) -> Iterator[Seated]:
    """All ways to give everybody so many cards."""
    if not numbers:
        yield ()
        return
    for mine in combinations(cards, numbers[0]):
        left = tuple(card for card in cards if card not in mine)
        for others in _shared(left, numbers[1:]):
            yield mine, *others


def plays(begun: Played, leader: int, left: Seated) -> Iterator[Played]:
    """All ways in which a hand can be played on."""
    game, trump, number = begun.game, begun.trump, len(begun.tricks)
    played_any = False
    if number < game.keep:
        for trick, rest in _tricks(begun, leader, left, (), 0):
            if not trick:
                break
            played_any = True
            won = packs.winner(list(trick), trump, game)
            after = replace(begun, tricks=[*begun.tricks, Trick(list(trick), won)])
            yield from plays(after, won, rest)
    if not played_any:
        yield begun


def _tricks(
    begun: Played, leader: int, left: Seated, so_far: tuple[tuple[int, str], ...], turn: int
) -> Iterator[tuple[tuple[tuple[int, str], ...], Seated]]:
    game = begun.game
    if turn == game.players:
        yield so_far, left
        return
    seat = (leader + turn) % game.players
    options = playing.may_play(
        game, list(left[seat]), [card for _, card in so_far], begun.trump, opens=not begun.tricks
    )
    if not options:
        yield from _tricks(begun, leader, left, so_far, turn + 1)
    for card in options:
        rest = tuple(c for c in left[seat] if c != card)
        after = (*left[:seat], rest, *left[seat + 1 :])
        yield from _tricks(begun, leader, after, (*so_far, (seat, card)), turn + 1)
