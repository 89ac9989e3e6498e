"""Pips: the counts of each side's cards towards Game."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache, reduce
from itertools import chain, product
from operator import or_
from typing import Annotated

from msgspec import Meta

from pitch import cards
from pitch.cards import PACK, Pack
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord
from pitch.types import Side, Value


class SidePips(Value, frozen=True):
    """The least and the most that a side can have counted for Game."""

    side: Side
    """The side whose card count for Game is bounded here, counted from 0."""
    least: Annotated[int, Meta(ge=0, le=999)]
    """The lowest card count for Game that the side can have."""
    most: Annotated[int, Meta(ge=0, le=999)]
    """The highest card count for Game that the side can have."""


def count_cards(pile: tuple[str, ...], captures: Captures, deal: Deal) -> int:
    """Return the pips of some cards under the rule set; the trump jack may count none (S4.pips)."""
    return sum(map(deal.pips[captures.trump].__getitem__, pile))


def is_counted(captures: Captures, side: int, deal: Deal) -> bool:
    """Return whether the pips of a side are known from its pile."""
    return captures.honours_listed[side] and _knows_jack(captures, deal)


def _knows_jack(captures: Captures, deal: Deal) -> bool:
    """Return whether the pips of every jack are known."""
    # Only the trump jack may count nothing (S4.pips), and it needs a known trump suit.
    return deal.ruleset.rules.trump_jack_pips or captures.trump is not None


def count(record: HandRecord, captures: Captures, deal: Deal) -> tuple[SidePips, ...]:
    """Return the bounds of every side's pips, from its pile or else from the claims.

    Bounds each side by itself: only a search shows whether the same cards allow both bounds, and
    they nearly always do.
    """
    shown = [count_cards(pile, captures, deal) for pile in captures.cards]
    knows_jack = _knows_jack(captures, deal)
    if knows_jack and all(captures.honours_listed):
        return tuple([SidePips(side=side, least=n, most=n) for side, n in enumerate(shown)])
    claimed = record.claims.pips if record.claims else None
    is_needed = claimed is None and not all(captures.honours_listed)
    worths = sorted(_worths(_unlisted(captures), captures.trump, deal)) if is_needed else []
    sides = []
    for side, pile in enumerate(captures.cards):
        # A listed pile goes before a claim, because cards can be counted again.
        least = most = shown[side]
        if not (captures.honours_listed[side] and knows_jack):
            if claimed is not None:
                least = most = claimed[side]
            else:
                fewest, largest = _unlisted_counts(captures, side, deal)
                least += sum(worths[:fewest])
                most += sum(worths[max(0, len(worths) - largest) :])
                if not knows_jack:
                    # One jack of the pack counts nothing, whatever is trump.
                    least -= least > 0 and (fewest > 0 or any(map(cards.is_jack, pile)))
                    most = min(most, deal.pack.total_pips - 1)
        sides.append(SidePips(side=side, least=least, most=most))
    return tuple(sides)


def may_count(
    counted: int, size: int, pile: Collection[str], captures: Captures, deal: Deal
) -> bool:
    """Return whether `size` cards, a pile among them, can have `counted` pips.

    True if there cannot be so many cards at all, which is another contradiction.
    """
    candidates = [card for card in _unlisted(captures) if card not in pile]
    more = size - len(pile)
    if not 0 <= more <= len(candidates):
        return True
    trumps = [captures.trump] if _knows_jack(captures, deal) else list(deal.pack.suits)
    for trump in trumps:
        remaining = counted - sum(_worths(pile, trump, deal))
        sums = _sums(tuple(sorted(_worths(candidates, trump, deal))), more)
        if remaining >= 0 and sums >> remaining & 1:
            return True
    return False


def sums_of_size(size: int, pack: Pack = PACK, *, may_skip_jack: bool) -> frozenset[int]:
    """Return all pips that `size` cards of a pack can have; one jack may count none (S4.pips)."""
    worths = sorted(pack.pips.values())
    sums = _sums(tuple(worths), size)
    if may_skip_jack:
        worths.remove(1)
        sums |= _sums((0, *worths), size)
    return frozenset(total for total in range(sums.bit_length()) if sums >> total & 1)


def _unlisted_counts(captures: Captures, side: int, deal: Deal) -> tuple[int, int]:
    """Return the fewest and the most unlisted cards that a side took."""
    if captures.honours_listed[side]:
        return 0, 0
    tricks = captures.tricks[side]
    if tricks is not None and deal.has_whole_tricks:
        number = max(0, deal.players * min(tricks, deal.tricks) - len(captures.cards[side]))
        return number, number
    return 0, max(0, deal.most_captured - sum(map(len, captures.cards)))


def _unlisted(captures: Captures) -> list[str]:
    """Return the unlisted cards that can be in a pile: with all holdings known, only theirs."""
    only_dealt = captures.has_holdings and not captures.has_surplus
    candidates = chain.from_iterable(captures.holdings) if only_dealt else captures.pack.cards
    listed = captures.captors.keys() | captures.burned_cards
    return [card for card in candidates if card not in listed]


def _worths(pile: Iterable[str], trump: str | None, deal: Deal) -> list[int]:
    """Return the pips of each card if a suit is trump."""
    return list(map(deal.pips[trump].__getitem__, pile))


@lru_cache(maxsize=4096)
def _sums(worths: tuple[int, ...], size: int) -> int:
    """Return every sum of `size` of some numbers, as a bit set: bit n stands for sum n.

    By dynamic programming over the kinds of number, because there are 52 over 24 ways to choose
    the cards and only six kinds of worth. A set of sums is one integer, so adding a card to all of
    them is a shift.
    """
    zeros = worths.count(0)
    sums = [1]  # by how many numbers above zero are chosen
    for worth, copies in Counter(worth for worth in worths if worth).items():
        grown = [0] * (len(sums) + copies)
        for (chosen, bits), number in product(enumerate(sums), range(copies + 1)):
            grown[chosen + number] |= bits << worth * number
        sums = grown
    # Zeros make up the rest of the numbers.
    return reduce(or_, sums[max(0, size - zeros) : size + 1], 0)
