"""Pips: what the cards of each side count towards Game."""

from functools import cache
from itertools import product
from typing import Annotated

from msgspec import Meta

from domain import cards
from domain.cards import PACK, Pack
from domain.hand import piles
from domain.hand.deals import Deal
from domain.hand.piles import Captures
from domain.hand.records import HandRecord
from domain.types import Side, Value


class SidePips(Value, frozen=True):
    """The least and the most pips that a side can have."""

    side: Side
    least: Annotated[int, Meta(ge=0, le=999)]
    """The fewest pips that the side can have."""
    most: Annotated[int, Meta(ge=0, le=999)]
    """The most pips that the side can have."""


def of(pile: tuple[str, ...], captures: Captures, deal: Deal) -> int:
    """The pips of some cards under the rule set; the trump jack may count none (S4.pips)."""
    total = sum(map(deal.pack.pips.__getitem__, pile))
    if not deal.ruleset.rules.trump_jack_pips and captures.trump:
        return total - (cards.jack(captures.trump) in pile)
    return total


def is_counted(captures: Captures, side: int, deal: Deal) -> bool:
    """Whether the pips of a side are known from its pile."""
    return captures.counted[side] and _knows_jack(captures, deal)


def _knows_jack(captures: Captures, deal: Deal) -> bool:
    """Whether it is known what every jack counts."""
    # Only the trump jack may count nothing (S4.pips), and which that is needs the trump suit.
    return deal.ruleset.rules.trump_jack_pips or captures.trump is not None


def count(record: HandRecord, captures: Captures, deal: Deal) -> tuple[SidePips, ...]:
    """The pips of every side, from its pile or else from the claims, as closely as they tell."""
    claimed = record.claims.pips if record.claims else None
    unlisted = 0 if all(captures.counted) else _unlisted(captures, deal)
    knows_jack = _knows_jack(captures, deal)
    sides = []
    for side, pile in enumerate(captures.cards):
        # A listed pile goes before what was claimed, because cards can be counted again.
        least = most = of(pile, captures, deal)
        if not (captures.counted[side] and knows_jack):
            if claimed is not None:
                least = most = claimed[side]
            else:
                most += 0 if captures.counted[side] else unlisted
                least -= not knows_jack and any(map(cards.is_jack, pile))
        sides.append(SidePips(side=side, least=least, most=most))
    return tuple(sides)


def _unlisted(captures: Captures, deal: Deal) -> int:
    """The most pips that the cards on nobody's pile can have."""
    # With no card known the bound is what the best cards of so many can count: fewer than the
    # whole pack at small tables.
    is_dealt = captures.is_dealt and not captures.has_spare
    if not is_dealt and not any(captures.cards):
        rules, size = deal.ruleset.rules, piles.most_captured(deal)
        most = max(of_size(size, deal.pack, may_skip_jack=False))
        return most if rules.trump_jack_pips else min(most, deal.pack.all_pips - 1)
    listed = {card for pile in captures.cards for card in pile}
    among = [card for held in captures.dealt for card in held] if is_dealt else deal.pack.cards
    return of(tuple(card for card in among if card not in listed), captures, deal)


@cache
def of_size(size: int, pack: Pack = PACK, *, may_skip_jack: bool) -> frozenset[int]:
    """All pips that so many cards of a pack can count; one jack may count none (S4.pips)."""
    # By dynamic programming over the kinds of worth, because there are 52 over 24 ways to choose
    # the cards but only six kinds of worth.
    worth: dict[int, int] = {}
    for value in pack.pips.values():
        worth[value] = worth.get(value, 0) + 1
    counts: dict[int, set[int]] = {0: {0}}
    for value, copies in worth.items():
        grown: dict[int, set[int]] = {}
        for (taken, sums), more in product(counts.items(), range(copies + 1)):
            if taken + more <= size:
                grown.setdefault(taken + more, set()).update(total + value * more for total in sums)
        counts = grown
    found = counts.get(size, set())
    if may_skip_jack:
        found = found | {total - 1 for total in found if total > 0}
    return frozenset(found)
