"""What piles, tricks and holdings tell: cards and tricks by side, and what cannot be."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import UNSET, Struct

from pitch import name_caches
from pitch.cards import Pack
from pitch.hand import play
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.records import HandRecord, Listed
from pitch.rules.choices import Surplus


class Captures(Struct, frozen=True):
    """The captured cards as far as they were entered, by side."""

    cards: tuple[tuple[str, ...], ...]
    counted: tuple[bool, ...]
    """Whether every ten, jack, queen, king and ace of a side is listed."""
    trumps_listed: tuple[bool, ...]
    """Whether every trump of a side is listed."""
    whole: tuple[bool, ...]
    """Whether every card of a side is listed."""
    is_whole: bool
    """Whether every card of every side is listed."""
    trump_piles: tuple[tuple[str, ...], ...]
    """The listed trumps of every side; none while no trump suit is known."""
    tricks: tuple[int | None, ...]
    """How many tricks each side won; None where that is not known."""
    dealt: tuple[tuple[str, ...], ...]
    """The listed holding of every seat."""
    is_dealt: bool
    """Whether every holding is listed whole."""
    trump: str | None
    trumps: tuple[str, ...] | None
    """The trumps in play from low to high; None while some may be unlisted."""
    pack: Pack
    """The pack that was dealt from."""
    captors: dict[str, int]
    """The side whose pile lists a card, by card."""
    burned: frozenset[str] = frozenset()
    """Trumps that nobody could keep and that went out of play."""
    given: dict[str, int] = {}
    """The side that was given a trump before play because nobody could keep it, by card."""
    has_spare: bool = False
    """Whether there may be captured trumps that no holding has: somebody had too many."""

    def captor(self, card: str) -> int | None:
        """The side whose pile lists a card; the first, if several do."""
        return self.captors.get(card)

    def excludes(self, side: int, card: str) -> bool:
        """Whether a card is sure not to be in the pile of a side."""
        is_listed = self.whole[side] or (self.counted[side] and self.pack.pips[card] > 0)
        is_listed = is_listed or (self.trumps_listed[side] and self.is_trump(card))
        return is_listed and card not in self.cards[side]

    def is_trump(self, card: str) -> bool:
        """Whether a card is known for a trump."""
        return self.trump is not None and self.pack.suit_of(card, self.trump) == self.trump

    def is_absent(self, card: str) -> bool:
        """Whether a card is sure not to have been in play."""
        if card in self.burned:
            return True
        if self.is_dealt and not self.has_spare:
            return self.holder(card) is None
        if self.is_whole:
            return card not in self.captors
        return all(self.excludes(side, card) for side in range(len(self.cards)))

    def holder(self, card: str) -> int | None:
        """The seat whose listed holding has a card."""
        for seat, held in enumerate(self.dealt):
            if card in held:
                return seat
        return None


def read(record: HandRecord, log: Log, deal: Deal) -> Captures:
    """The captures of a record; a pile that nobody listed is empty if no card is left for it."""
    piles, dealt = _places(record, log, deal)
    listed: list[Listed | None] = [None] * deal.sides
    for pile in record.piles:
        listed[pile.side] = pile.listed
    won = _tricks_won(record, log, deal)
    whole = _whole(piles, listed, won, deal)
    is_whole = all(whole)
    trump_piles = _trumps(piles, log.trump, deal)
    trumps_listed = (
        whole if is_whole else _trumps_listed(record, trump_piles, whole, log.trump, deal)
    )
    is_dealt = _is_dealt(dealt, deal)
    # High and Low can be read from captured or from dealt cards, for all that are dealt are
    # played.
    known = None
    if all(trumps_listed):
        known = trump_piles
    elif is_dealt and not deal.is_surplus_captured:
        known = _trumps(dealt, log.trump, deal)
    return Captures(
        cards=tuple(piles),
        counted=whole if is_whole else _counted(whole, listed),
        trumps_listed=trumps_listed,
        whole=whole,
        is_whole=is_whole,
        trump_piles=trump_piles,
        tricks=_tricks_by_side(piles, whole, won, deal),
        dealt=tuple(dealt),
        is_dealt=is_dealt,
        trump=log.trump,
        trumps=_trumps_in_play(known, log.trump, deal),
        pack=deal.pack,
        captors=_captors(piles),
        burned=_burned(record, deal),
        given=_given(record, deal),
        has_spare=deal.is_surplus_captured,
    )


def _places(
    record: HandRecord, log: Log, deal: Deal
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Captured cards by side and dealt cards by seat, as listed and as the log shows them."""
    piles: list[tuple[str, ...]] = [()] * deal.sides
    for pile in record.piles:
        piles[pile.side] = pile.cards
    dealt: list[tuple[str, ...]] = [()] * deal.players
    for holding in record.holdings:
        dealt[holding.seat] = holding.cards
    if record.tricks:
        piles = _joined(piles, play.captured_cards(record, log, deal))
        dealt = _joined(dealt, play.played_cards(record, log, deal))
    if record.surplus:
        piles = _joined(piles, _surplus_taken(record, log, deal))
    return piles, dealt


def _surplus_taken(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """The trumps to spare by the side that took them: the others, or who won the first trick."""
    taken: list[list[str]] = [[] for _ in range(deal.sides)]
    first = log.winners[0] if log.winners else None
    for surplus in record.surplus:
        if deal.surplus is Surplus.TO_OPPONENTS:
            taken[1 - surplus.side] += surplus.cards
        elif deal.surplus is Surplus.ON_FIRST_TRICK and first is not None:
            taken[deal.side_of(first)] += surplus.cards
    return taken


def _burned(record: HandRecord, deal: Deal) -> frozenset[str]:
    """The trumps that are said to have gone out of play."""
    if not record.surplus or deal.surplus is not Surplus.BURNED:
        return frozenset()
    return frozenset(card for surplus in record.surplus for card in surplus.cards)


def _given(record: HandRecord, deal: Deal) -> dict[str, int]:
    """Return the side that was given each trump which its opponents could not keep."""
    if deal.surplus is not Surplus.TO_OPPONENTS:
        return {}
    return {card: 1 - surplus.side for surplus in record.surplus for card in surplus.cards}


def _whole(
    piles: Sequence[tuple[str, ...]],
    listed: Sequence[Listed | None],
    won: Sequence[int | None],
    deal: Deal,
) -> tuple[bool, ...]:
    """Whether every card of a side is listed, by side."""
    # All cards that are dealt are played and so captured: when that many are listed, no pile can
    # hold another, whatever was said of it.
    if sum(map(len, piles)) == most_captured(deal):
        return (True,) * deal.sides
    # A side that won no trick has no pile, if the others won them all.
    total = sum(tricks or 0 for tricks in won)
    adds_up = deal.least_tricks <= total <= deal.tricks and not deal.is_surplus_captured
    return tuple(
        how is Listed.ALL or (how is None and tricks == 0 and adds_up)
        for how, tricks in zip(listed, won, strict=True)
    )


def _counted(whole: Sequence[bool], listed: Sequence[Listed | None]) -> tuple[bool, ...]:
    """Whether every card of a side that counts pips is listed, by side."""
    return tuple(done or how is Listed.SCORING for done, how in zip(whole, listed, strict=True))


def _trumps(
    places: Sequence[tuple[str, ...]], trump: str | None, deal: Deal
) -> tuple[tuple[str, ...], ...]:
    """The trumps among the cards of each place."""
    is_trump = deal.pack.ranking(trump).trump_set.__contains__
    return tuple([tuple(filter(is_trump, listed)) for listed in places])


def _trumps_listed(
    record: HandRecord,
    trump_piles: Sequence[tuple[str, ...]],
    whole: Sequence[bool],
    trump: str | None,
    deal: Deal,
) -> tuple[bool, ...]:
    """Whether every trump of a side is listed, by side."""
    # A pile whose trumps were counted lists them all when it lists as many.
    return tuple(
        done or (trump is not None and number == len(listed))
        for done, number, listed in zip(whole, _trumps_said(record, deal), trump_piles, strict=True)
    )


def _is_dealt(dealt: Sequence[tuple[str, ...]], deal: Deal) -> bool:
    """Whether every holding is listed whole."""
    return {deal.tricks}.issuperset(map(len, dealt))


def _captors(piles: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """The first side whose pile lists a card, by card."""
    return {card: side for side in reversed(range(len(piles))) for card in piles[side]}


def _tricks_by_side(
    piles: Sequence[tuple[str, ...]],
    whole: Sequence[bool],
    won: Sequence[int | None],
    deal: Deal,
) -> tuple[int | None, ...]:
    """How many tricks each side won, as is said or as its pile tells."""
    # A trick has one card of everybody, where nothing is thrown in and nobody is out (T5).
    if None not in won or not deal.has_whole_tricks:
        return tuple(won)
    return tuple(
        [
            len(pile) // deal.players if done and tricks is None else tricks
            for pile, done, tricks in zip(piles, whole, won, strict=True)
        ]
    )


@name_caches.register_cache
@lru_cache(maxsize=1024)
def most_captured(deal: Deal) -> int:
    """The most cards that all piles together can have.

    All that everybody plays from; every trump where nothing else is played (N2); and besides what
    nobody could keep.
    """
    trumps = len(deal.pack.cards) - deal.pack.plain_card_count
    if deal.is_trumps_only:
        return trumps
    spare = max(0, trumps - deal.tricks) if deal.is_surplus_captured else 0
    return deal.cards_in_play + spare


def _joined(listed: list[tuple[str, ...]], shown: list[list[str]]) -> list[tuple[str, ...]]:
    """What is listed of each, and what the log shows besides."""
    return [
        (*cards, *(card for card in more if card not in cards))
        for cards, more in zip(listed, shown, strict=True)
    ]


def _tricks_won(record: HandRecord, log: Log, deal: Deal) -> Sequence[int | None]:
    """Tricks by side: as entered, else counted in the log once it tells every winner."""
    if record.tricks_won is not None or not record.tricks:
        return record.tricks_won or (None,) * deal.sides
    winners = [won for won in log.winners if won is not None]
    if len(winners) < len(record.tricks) or not _is_over(record, deal):
        return (None,) * deal.sides
    sides = [deal.side_of(won) for won in winners]
    return tuple(map(sides.count, range(deal.sides)))


def _is_over(record: HandRecord, deal: Deal) -> bool:
    """Whether no further trick can have been played than those that were entered."""
    if len(record.tricks) >= deal.tricks:
        return True
    # Where only trumps are played, the play is over when every trump has fallen.
    shown = {card for trick in record.tricks for card in trick.cards}
    shown |= {card for surplus in record.surplus for card in surplus.cards}
    return deal.is_trumps_only and len(shown) == most_captured(deal)


def _trumps_said(record: HandRecord, deal: Deal) -> list[int | None]:
    """How many trumps each side is said to have captured."""
    said: list[int | None] = [None] * deal.sides
    for pile in record.piles:
        said[pile.side] = None if pile.trumps is UNSET else pile.trumps
    return said


def _trumps_in_play(
    known: Sequence[tuple[str, ...]] | None, trump: str | None, deal: Deal
) -> tuple[str, ...] | None:
    """The trumps in play from low to high, from all those of some places; None if none are."""
    if trump is None:
        return None
    # Somebody took the rest of the pack, so no trump stayed out (N1).
    if deal.has_all_trumps:
        return deal.pack.trumps(trump)
    if known is None:
        return None
    # By position, not by what beats what: of two unmarked jokers HJ is High.
    positions = deal.pack.ranking(trump).positions
    return tuple(sorted(chain.from_iterable(known), key=positions.__getitem__))
