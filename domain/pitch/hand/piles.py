"""Piles: cards and tricks by side, as far as piles, tricks and holdings show them."""

from collections.abc import Sequence
from itertools import chain

from msgspec import UNSET, Struct

from pitch.cards import Pack
from pitch.hand import play
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.records import HandRecord, Listed
from pitch.rules.choices import Surplus


class Captures(Struct, frozen=True):
    """The captured and the dealt cards, as far as they were entered."""

    cards: tuple[tuple[str, ...], ...]
    """The listed cards of every side."""
    honours_listed: tuple[bool, ...]
    """Whether every ten, jack, queen, king and ace of a side is listed, by side."""
    trumps_listed: tuple[bool, ...]
    """Whether every trump of a side is listed, by side."""
    complete: tuple[bool, ...]
    """Whether every card of a side is listed, by side."""
    is_complete: bool
    """Whether every card of every side is listed."""
    trump_piles: tuple[tuple[str, ...], ...]
    """The listed trumps of every side; empty while the trump suit is unknown."""
    tricks: tuple[int | None, ...]
    """How many tricks each side won; None if unknown."""
    holdings: tuple[tuple[str, ...], ...]
    """The listed holding of every seat."""
    has_holdings: bool
    """Whether every holding is listed completely."""
    trump: str | None
    trumps: tuple[str, ...] | None
    """The trumps in play from low to high; None while some may be unlisted."""
    pack: Pack
    """The pack that was dealt from."""
    captors: dict[str, int]
    """The first side whose pile lists a card, by card."""
    burned_cards: frozenset[str] = frozenset()
    """Surplus trumps that went out of play."""
    recipients: dict[str, int] = {}
    """The side that was given a surplus trump before play, by card."""
    has_surplus: bool = False
    """Whether piles may have surplus trumps, which no holding lists."""

    def captor(self, card: str) -> int | None:
        """Return the first side whose pile lists a card."""
        return self.captors.get(card)

    def excludes(self, side: int, card: str) -> bool:
        """Return whether a card is certainly not in the pile of a side."""
        is_listed = self.complete[side] or (self.honours_listed[side] and self.pack.pips[card] > 0)
        is_listed = is_listed or (self.trumps_listed[side] and self.is_trump(card))
        return is_listed and card not in self.cards[side]

    def is_trump(self, card: str) -> bool:
        """Return whether a card is known to be a trump."""
        return self.trump is not None and self.pack.suit_of(card, self.trump) == self.trump

    def is_absent(self, card: str) -> bool:
        """Return whether a card was certainly not in play."""
        if card in self.burned_cards:
            return True
        if self.has_holdings and not self.has_surplus:
            return self.holder(card) is None
        if self.is_complete:
            return card not in self.captors
        return all(self.excludes(side, card) for side in range(len(self.cards)))

    def holder(self, card: str) -> int | None:
        """Return the seat whose listed holding has a card."""
        return next((seat for seat, cards in enumerate(self.holdings) if card in cards), None)


def read(record: HandRecord, log: Log, deal: Deal) -> Captures:
    """Return the captures of a record; an unlisted pile is empty if no card is left for it."""
    piles, holdings = _cards_by_owner(record, log, deal)
    listed: list[Listed | None] = [None] * deal.sides
    for pile in record.piles:
        listed[pile.side] = pile.listed
    won = _tricks_won(record, log, deal)
    complete = _complete_piles(piles, listed, won, deal)
    trump_piles = _trumps_among(piles, log.trump, deal)
    trumps_listed = _trumps_listed(record, trump_piles, complete, log.trump, deal)
    has_holdings = {deal.tricks}.issuperset(map(len, holdings))
    # High and Low can be read from captured or from dealt cards, because all that are dealt are
    # played.
    all_trumps = None
    if all(trumps_listed):
        all_trumps = trump_piles
    elif has_holdings and not deal.is_surplus_captured:
        all_trumps = _trumps_among(holdings, log.trump, deal)
    return Captures(
        cards=tuple(piles),
        honours_listed=tuple(
            [done or how is Listed.SCORING for done, how in zip(complete, listed, strict=True)]
        ),
        trumps_listed=trumps_listed,
        complete=complete,
        is_complete=all(complete),
        trump_piles=trump_piles,
        tricks=_tricks_by_side(piles, complete, won, deal),
        holdings=tuple(holdings),
        has_holdings=has_holdings,
        trump=log.trump,
        trumps=_trumps_in_play(all_trumps, log.trump, deal),
        pack=deal.pack,
        captors={card: side for side in reversed(range(deal.sides)) for card in piles[side]},
        burned_cards=_burned_cards(record, deal),
        recipients=_recipients(record, deal),
        has_surplus=deal.is_surplus_captured,
    )


def _cards_by_owner(
    record: HandRecord, log: Log, deal: Deal
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return captured cards by side and dealt cards by seat, as listed and as the log shows."""
    piles: list[tuple[str, ...]] = [()] * deal.sides
    for pile in record.piles:
        piles[pile.side] = pile.cards
    holdings: list[tuple[str, ...]] = [()] * deal.players
    for holding in record.holdings:
        holdings[holding.seat] = holding.cards
    if record.tricks:
        piles = _merge(piles, play.captured_cards(record, log, deal))
        holdings = _merge(holdings, play.played_cards(record, log, deal))
    if record.surplus:
        piles = _merge(piles, _captured_surplus(record, log, deal))
    return piles, holdings


def _captured_surplus(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """Return surplus trumps by the side that got them: opponents, or the first trick's winner."""
    by_side: list[list[str]] = [[] for _ in range(deal.sides)]
    first_winner = log.winners[0] if log.winners else None
    for surplus in record.surplus:
        if deal.surplus is Surplus.TO_OPPONENTS:
            by_side[1 - surplus.side] += surplus.cards
        elif deal.surplus is Surplus.ON_FIRST_TRICK and first_winner is not None:
            by_side[deal.side_of(first_winner)] += surplus.cards
    return by_side


def _burned_cards(record: HandRecord, deal: Deal) -> frozenset[str]:
    """Return the surplus trumps that went out of play."""
    if not record.surplus or deal.surplus is not Surplus.BURNED:
        return frozenset()
    return frozenset(card for surplus in record.surplus for card in surplus.cards)


def _recipients(record: HandRecord, deal: Deal) -> dict[str, int]:
    """Return the side that was given each trump which its opponents could not keep."""
    if deal.surplus is not Surplus.TO_OPPONENTS:
        return {}
    return {card: 1 - surplus.side for surplus in record.surplus for card in surplus.cards}


def _complete_piles(
    piles: Sequence[tuple[str, ...]],
    listed: Sequence[Listed | None],
    won: Sequence[int | None],
    deal: Deal,
) -> tuple[bool, ...]:
    """Return whether every card of a side is listed, by side."""
    # All dealt cards are played and so captured: once that many are listed, no pile can hold
    # another, whatever was entered about it.
    if sum(map(len, piles)) == deal.most_captured:
        return (True,) * deal.sides
    # A side that won no trick has no pile, if the others won them all.
    total = sum(tricks or 0 for tricks in won)
    adds_up = deal.least_tricks <= total <= deal.tricks and not deal.is_surplus_captured
    return tuple(
        how is Listed.ALL or (how is None and tricks == 0 and adds_up)
        for how, tricks in zip(listed, won, strict=True)
    )


def _trumps_among(
    cards_by_owner: Sequence[tuple[str, ...]], trump: str | None, deal: Deal
) -> tuple[tuple[str, ...], ...]:
    """Return the trumps among the cards of each side or seat."""
    is_trump = deal.pack.ranking(trump).trump_set.__contains__
    return tuple([tuple(filter(is_trump, cards)) for cards in cards_by_owner])


def _trumps_listed(
    record: HandRecord,
    trump_piles: Sequence[tuple[str, ...]],
    complete: tuple[bool, ...],
    trump: str | None,
    deal: Deal,
) -> tuple[bool, ...]:
    """Return whether every trump of a side is listed, by side."""
    if trump is None or all(complete):
        return complete
    counts: list[int | None] = [None] * deal.sides
    for pile in record.piles:
        counts[pile.side] = None if pile.trumps is UNSET else pile.trumps
    # A pile with counted trumps lists them all if it lists as many.
    return tuple(
        done or count == len(trumps)
        for done, count, trumps in zip(complete, counts, trump_piles, strict=True)
    )


def _tricks_by_side(
    piles: Sequence[tuple[str, ...]],
    complete: Sequence[bool],
    won: Sequence[int | None],
    deal: Deal,
) -> tuple[int | None, ...]:
    """Return how many tricks each side won, as entered or by the size of its pile."""
    # A trick has one card of every player, if no surplus is thrown in and nobody is out.
    if None not in won or not deal.has_whole_tricks:
        return tuple(won)
    return tuple(
        [
            len(pile) // deal.players if done and tricks is None else tricks
            for pile, done, tricks in zip(piles, complete, won, strict=True)
        ]
    )


def _merge(listed: list[tuple[str, ...]], shown: list[list[str]]) -> list[tuple[str, ...]]:
    """Return the listed cards of each owner, with those that only the log shows after them."""
    return [
        (*cards, *(card for card in more if card not in cards))
        for cards, more in zip(listed, shown, strict=True)
    ]


def _tricks_won(record: HandRecord, log: Log, deal: Deal) -> Sequence[int | None]:
    """Return tricks by side, as entered or counted in a log that has every winner."""
    if record.tricks_won is not None or not record.tricks:
        return record.tricks_won or (None,) * deal.sides
    winners = [winner for winner in log.winners if winner is not None]
    if len(winners) < len(record.tricks) or not _is_over(record, deal):
        return (None,) * deal.sides
    sides = [deal.side_of(winner) for winner in winners]
    return tuple(map(sides.count, range(deal.sides)))


def _is_over(record: HandRecord, deal: Deal) -> bool:
    """Return whether no further trick can have been played than those that were entered."""
    if len(record.tricks) >= deal.tricks:
        return True
    # If only trumps are played, the play is over once every trump has fallen.
    cards = {card for trick in record.tricks for card in trick.cards}
    cards |= {card for surplus in record.surplus for card in surplus.cards}
    return deal.is_trumps_only and len(cards) == deal.most_captured


def _trumps_in_play(
    all_trumps: Sequence[tuple[str, ...]] | None, trump: str | None, deal: Deal
) -> tuple[str, ...] | None:
    """Return the trumps in play from low to high, from those of every owner; None if unknown."""
    if trump is None:
        return None
    # Somebody took the rest of the pack, so no trump stayed out.
    if deal.has_all_trumps:
        return deal.pack.trumps(trump)
    if all_trumps is None:
        return None
    # By their places and not by what beats what: of two unmarked jokers HJ is High.
    places = deal.pack.ranking(trump).positions
    return tuple(sorted(chain.from_iterable(all_trumps), key=places.__getitem__))
