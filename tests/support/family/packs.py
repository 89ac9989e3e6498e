"""The cards of a game: its pack, the suit that a card counts as, and which card beats which."""

from functools import lru_cache

from tests.support.family.games import COLOUR, RANKS, SUITS, Game

JOKERS = ("HJ", "LJ")
APART = "*"
"""The suit of jokers that are no trumps."""
PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


@lru_cache(maxsize=256)
def pack(game: Game) -> tuple[str, ...]:
    """All cards that are dealt from."""
    ranks = [rank for rank in RANKS if rank not in game.stripped]
    return (*(rank + suit for suit in SUITS for rank in ranks), *JOKERS[: game.jokers])


def is_joker(card: str) -> bool:
    """Return whether a card is a joker: the jack of hearts is JH, the high joker HJ."""
    return card in JOKERS


@lru_cache(maxsize=65536)
def suit(card: str, trump: str, game: Game) -> str:
    """The suit that a card counts as: an off-card and a joker are trumps."""
    if is_joker(card):
        return APART if game.joker_rank == "apart" else trump
    is_off = card[0] in game.off_cards and card[1] == COLOUR[trump]
    return trump if is_off else card[1]


@lru_cache(maxsize=1024)
def ladder(game: Game, trump: str) -> tuple[str, ...]:
    """The trumps from the lowest up, of jokers that rank alike the low one first."""
    cards: list[str] = []
    jokers = JOKERS[: game.jokers][::-1]
    if game.joker_rank == "lowest":
        cards += jokers
    for rank in RANKS:
        if rank == "J" and game.joker_rank == "above_ten":
            cards += jokers
        if rank in game.off_cards:
            cards.append(rank + COLOUR[trump])
        cards.append(rank + trump)
    if game.joker_rank == "highest":
        cards += jokers
    return tuple(card for card in cards if card in pack(game))


@lru_cache(maxsize=262144)
def strength(card: str, led: str, trump: str, game: Game) -> tuple[int, int]:
    """Return the strength of a card in a trick by the suit led; (0, 0) if it cannot win."""
    suit_here = suit(card, trump, game)
    is_marked = game.joker_order == "marked"
    if is_joker(card) and not is_marked:
        card = "HJ"
    if suit_here == trump:
        return 3, ladder(game, trump).index(card)
    if suit_here == APART:
        return 2, 1 if card == "HJ" else 0
    return (1, RANKS.index(card[0])) if suit_here == led else (0, 0)


def winner(plays: list[tuple[int, str]], trump: str, game: Game) -> int:
    """The seat that wins a trick, of seats and cards in playing order."""
    led = suit(plays[0][1], trump, game)
    seat, best = plays[0]
    for rival, card in plays[1:]:
        ours, theirs = (strength(candidate, led, trump, game) for candidate in (best, card))
        is_later_joker = is_joker(card) and is_joker(best) and game.joker_order == "last_played"
        if theirs > ours or (theirs == ours and is_later_joker):
            seat, best = rival, card
    return seat


def pips(card: str, trump: str, game: Game) -> int:
    """Return the card points of a card."""
    if is_joker(card):
        return {"none": 0, "one": 1}[game.joker_pips]
    if card == "J" + trump and not game.trump_jack_pips:
        return 0
    return PIPS.get(card[0], 0)
