"""Contradictions of surplus trumps, and of plain cards if only trumps are played."""

from collections.abc import Iterator

from pitch.findings import Finding
from pitch.hand import lemmas, records
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord, SurplusCards
from pitch.rules.choices import Surplus


def check(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield plain cards in piles (N2), and surplus trumps that are none or listed elsewhere."""
    if deal.is_trumps_only and captures.trump is not None:
        yield from _plain_cards(record, captures, captures.trump, deal)
    for i, surplus in enumerate(record.surplus):
        for j, card in enumerate(surplus.cards):
            pointer = f"/surplus/{i}/cards/{j}"
            where, *facts = _other_place(card, surplus, record, captures, deal)
            if where:
                conflict = lemmas.SURPLUS_ELSEWHERE(deal, card=card, side=surplus.side, where=where)
                yield conflict.finding(pointer, *facts)
            if captures.trump is not None and not captures.is_trump(card):
                conflict = lemmas.SURPLUS_IS_NO_TRUMP(deal, card=card, side=surplus.side)
                yield conflict.finding(pointer, *records.fact_pointers(record, "trump", "tricks"))


def _plain_cards(
    record: HandRecord, captures: Captures, trump: str, deal: Deal
) -> Iterator[Finding]:
    """Yield every card in a pile that is no trump, if only trumps are played (N2)."""
    trumps = deal.pack.ranking(trump).trump_set
    if captures.captors.keys() <= trumps:
        return
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            if card not in trumps:
                facts = records.fact_pointers(record, "trump", "tricks")
                conflict = lemmas.PLAIN_IN_PILE(deal, card=card, side=pile.side)
                yield conflict.finding(f"/piles/{i}/cards/{j}", *facts)


def _other_place(
    card: str, surplus: SurplusCards, record: HandRecord, captures: Captures, deal: Deal
) -> tuple[str, ...]:
    """Return where else a surplus trump is listed, as a word and pointers; empty if nowhere."""
    is_played = any(card in trick.cards for trick in record.tricks)
    # Thrown to the first trick (Pedro) it lies there too, and was dealt like any other card.
    may_be_played = deal.surplus is Surplus.ON_FIRST_TRICK
    if captures.holder(card) is not None and not (may_be_played and is_played):
        return "holding", "/holdings", "/tricks"
    if is_played and not may_be_played:
        return "trick", "/tricks"
    if captures.captor(card) is not None and card in captures.burned_cards:
        return "pile", "/piles"
    if deal.surplus is Surplus.TO_OPPONENTS:
        own_piles = (pile for pile in record.piles if pile.side == surplus.side)
        if any(card in pile.cards for pile in own_piles):
            return "own_pile", "/piles"
    return ("",)
