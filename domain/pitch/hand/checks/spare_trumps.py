"""Trumps that nobody could keep, and cards that are none where only trumps are played."""

from collections.abc import Iterator

from pitch.findings import Finding
from pitch.hand import lemmas, records
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord
from pitch.rules.choices import Surplus


def check(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Plain cards in piles (N2), and trumps to spare that are none or somewhere else as well."""
    yield from _plain(record, captures, deal)
    yield from _spare(record, captures, deal)


def _plain(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """A card that is no trump in a pile, where nothing else is played (N2)."""
    if not deal.is_trumps_only or captures.trump is None:
        return
    trumps = deal.pack.ranking(captures.trump).trump_set
    if captures.captors.keys() <= trumps:
        return
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            if card not in trumps:
                facts = records.fact_pointers(record, "trump", "tricks")
                conflict = lemmas.PLAIN_IN_PILE(deal, card=card, side=pile.side)
                yield conflict.finding(f"/piles/{i}/cards/{j}", *facts)


def _spare(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Trumps that somebody had too many of, which are no trumps or somewhere else as well."""
    if not record.surplus:
        return
    fallen = {card for trick in record.tricks for card in trick.cards}
    # Thrown to the first trick (Pedro) it lies there too, and was dealt like any other card.
    may_fall = deal.surplus is Surplus.ON_FIRST_TRICK
    for i, surplus in enumerate(record.surplus):
        for j, card in enumerate(surplus.cards):
            where: tuple[str, ...] = ()
            if captures.holder(card) is not None and not (may_fall and card in fallen):
                where = "holding", "/holdings", "/tricks"
            elif card in fallen and not may_fall:
                where = "trick", "/tricks"
            elif captures.captor(card) is not None and card in captures.burned_cards:
                where = "pile", "/piles"
            elif deal.surplus is Surplus.TO_OPPONENTS and _lists(record, surplus.side, card):
                where = "own_pile", "/piles"
            at, side = f"/surplus/{i}/cards/{j}", surplus.side
            if where:
                conflict = lemmas.SURPLUS_ELSEWHERE(deal, card=card, side=side, where=where[0])
                yield conflict.finding(at, *where[1:])
            if captures.trump is not None and not captures.is_trump(card):
                conflict = lemmas.SURPLUS_IS_NO_TRUMP(deal, card=card, side=side)
                yield conflict.finding(at, *records.fact_pointers(record, "trump", "tricks"))


def _lists(record: HandRecord, side: int, card: str) -> bool:
    return any(pile.side == side and card in pile.cards for pile in record.piles)
