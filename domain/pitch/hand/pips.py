"""Pips: what the cards of each side count towards Game."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache, reduce
from itertools import chain, product
from operator import or_
from typing import Annotated

from msgspec import Meta

from pitch import cards
from pitch.cards import PACK, Pack
from pitch.hand import piles
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord
from pitch.types import Side, Value


class SidePips(Value, frozen=True):
    """The least and the most that a side can have counted for Game."""

    side: Side
    least: Annotated[int, Meta(ge=0, le=999)]
    """The least that the side can have counted."""
    most: Annotated[int, Meta(ge=0, le=999)]
    """The most that the side can have counted."""


def count_cards(pile: tuple[str, ...], captures: Captures, deal: Deal) -> int:
    """Return the pips of some cards under the rule set; the trump jack may count none (S4.pips)."""
    return sum(map(deal.pips[captures.trump].__getitem__, pile))


def is_counted(captures: Captures, side: int, deal: Deal) -> bool:
    """Return whether the pips of a side are known from its pile."""
    return captures.honours_listed[side] and _knows_jack(captures, deal)


def _knows_jack(captures: Captures, deal: Deal) -> bool:
    """Whether it is known what every jack counts."""
    # Only the trump jack may count nothing (S4.pips), and which that is needs the trump suit.
    return deal.ruleset.rules.trump_jack_pips or captures.trump is not None


def count(record: HandRecord, captures: Captures, deal: Deal) -> tuple[SidePips, ...]:
    """Return the pips of every side, from its pile or else from the claims, as far as they tell.

    Each side by itself: whether the same cards can give both what they are bounded by is for a
    search, for it is so of nearly all counts.
    """
    worth = deal.pips[captures.trump].__getitem__
    shown = [sum(map(worth, pile)) for pile in captures.cards]
    knows_jack = _knows_jack(captures, deal)
    if knows_jack and all(captures.honours_listed):
        return tuple([SidePips(side=side, least=n, most=n) for side, n in enumerate(shown)])
    claimed = record.claims.pips if record.claims else None
    is_needed = claimed is None and not all(captures.honours_listed)
    worths = sorted(_worths(_unlisted(captures), captures.trump, deal)) if is_needed else []
    sides = []
    for side, pile in enumerate(captures.cards):
        # A listed pile goes before what was claimed, because cards can be counted again.
        least = most = shown[side]
        if not (captures.honours_listed[side] and knows_jack):
            if claimed is not None:
                least = most = claimed[side]
            else:
                fewest, number = _cards_left(captures, side, deal)
                least += sum(worths[:fewest])
                most += sum(worths[max(0, len(worths) - number) :])
                if not knows_jack:
                    # Whichever jack counts nothing, it is one of the pack.
                    least -= least > 0 and (fewest > 0 or any(map(cards.is_jack, pile)))
                    most = min(most, deal.pack.total_pips - 1)
        sides.append(SidePips(side=side, least=least, most=most))
    return tuple(sides)


def may_count(
    counted: int, size: int, pile: Collection[str], captures: Captures, deal: Deal
) -> bool:
    """Return whether so many cards, a pile among them, can count so many pips (D-13).

    Nothing is said where there cannot be so many cards at all.
    """
    others = [card for card in _unlisted(captures) if card not in pile]
    more = size - len(pile)
    if not 0 <= more <= len(others):
        return True
    trumps = [captures.trump] if _knows_jack(captures, deal) else list(deal.pack.suits)
    for trump in trumps:
        left = counted - sum(_worths(pile, trump, deal))
        if left >= 0 and _sums(tuple(sorted(_worths(others, trump, deal))), more) >> left & 1:
            return True
    return False


def sums_of_size(size: int, pack: Pack = PACK, *, may_skip_jack: bool) -> frozenset[int]:
    """Return all pips that so many cards of a pack can count; one jack may count none (S4.pips)."""
    worths = sorted(pack.pips.values())
    found = _sums(tuple(worths), size)
    if may_skip_jack:
        worths.remove(1)
        found |= _sums((0, *worths), size)
    return frozenset(total for total in range(found.bit_length()) if found >> total & 1)


def _cards_left(captures: Captures, side: int, deal: Deal) -> tuple[int, int]:
    """How many cards a side took that are not listed, at least and at most."""
    if captures.honours_listed[side]:
        return 0, 0
    tricks = captures.tricks[side]
    if tricks is not None and deal.has_whole_tricks:
        left = max(0, deal.players * min(tricks, deal.tricks) - len(captures.cards[side]))
        return left, left
    return 0, max(0, piles.most_captured(deal) - sum(map(len, captures.cards)))


def _unlisted(captures: Captures) -> list[str]:
    """The cards in nobody's pile that can be in one: with all hands known, only theirs."""
    is_dealt = captures.has_holdings and not captures.has_surplus
    among = chain.from_iterable(captures.holdings) if is_dealt else captures.pack.cards
    taken = captures.captors.keys() | captures.burned_cards
    return [card for card in among if card not in taken]


def _worths(pile: Iterable[str], trump: str | None, deal: Deal) -> list[int]:
    """What each card counts where a suit is trump."""
    return list(map(deal.pips[trump].__getitem__, pile))


@lru_cache(maxsize=4096)
def _sums(worths: tuple[int, ...], size: int) -> int:
    """Every sum of so many of some numbers: bit n tells that n is one.

    By dynamic programming over the kinds of number, for there are 52 over 24 ways to choose the
    cards and only six kinds of worth. A set of sums is one whole number, so adding a card to all
    of them is a shift.
    """
    nothing = worths.count(0)
    sums = [1]  # by how many are taken of those that are worth something
    for worth, copies in Counter(worth for worth in worths if worth).items():
        grown = [0] * (len(sums) + copies)
        for (taken, before), number in product(enumerate(sums), range(copies + 1)):
            grown[taken + number] |= before << worth * number
        sums = grown
    # Cards that are worth nothing make up the number.
    return reduce(or_, sums[max(0, size - nothing) : size + 1], 0)
