"""What is physically or arithmetically impossible about piles, tricks and holdings."""

from collections.abc import Iterator

from msgspec import UNSET

from pitch.findings import Finding
from pitch.hand import lemmas, piles, records
from pitch.hand.checks import spare_trumps
from pitch.hand.contradictions import Contradiction, Lemma
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord, Listed


def check(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Everything that is, each with the facts that say so."""
    found = [*_repeated(record, captures, deal), *_sizes(record, captures, deal)]
    if record.tricks_won is not None:
        found += _tricks(record, record.tricks_won, captures, deal)
    if captures.trump is not None:
        found += _counts(record, captures, deal)
    if record.holdings:
        found += _held(record, captures, deal)
    if record.surplus or deal.is_trumps_only:
        found += spare_trumps.check(record, captures, deal)
    return found


def _repeated(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Cards listed twice, in one pile or in two; the same of holdings (T1).

    One pack has each card once.
    """
    if len(captures.captors) < sum(map(len, captures.cards)):
        piles_of = [(f"/piles/{i}", pile.side, pile.cards) for i, pile in enumerate(record.piles)]
        yield from _twice(piles_of, lemmas.CARD_TWICE_IN_PILE, lemmas.CARD_IN_TWO_PILES, deal)
    held = [holding.cards for holding in record.holdings]
    if held and len(frozenset[str]().union(*held)) < sum(map(len, held)):
        held_by = [(f"/holdings/{i}", own.seat, own.cards) for i, own in enumerate(record.holdings)]
        yield from _twice(held_by, lemmas.CARD_TWICE_IN_HOLDING, lemmas.CARD_IN_TWO_HOLDINGS, deal)


def _twice(
    places: list[tuple[str, int, tuple[str, ...]]], in_one: Lemma, in_two: Lemma, deal: Deal
) -> Iterator[Finding]:
    """One finding for every further place of a card that was listed before."""
    first: dict[str, tuple[str, int]] = {}
    for pointer, owner, listed in places:
        for i, card in enumerate(listed):
            at = f"{pointer}/cards/{i}"
            earlier, other = first.setdefault(card, (at, owner))
            if earlier.startswith(f"{pointer}/") and earlier != at:
                yield in_one(deal, card=card, owner=owner).finding(earlier, at)
            elif earlier != at:
                yield in_two(deal, card=card, owners=(other, owner)).finding(earlier, at)


def _sizes(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Piles that are no whole number of tricks, and another total than is played (T3, T4)."""
    players = deal.players
    # Where a pile may have what no trick gave, or a trick fewer cards than players, no number of
    # cards is no whole number of tricks.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return _totals(record, captures, deal)
    findings = [
        lemmas.PILE_SIZE(deal, side=pile.side, cards=len(pile.cards), players=players).finding(
            f"/piles/{i}"
        )
        for i, pile in enumerate(record.piles)
        if pile.listed is Listed.ALL and len(pile.cards) % players
    ]
    total = sum(map(len, captures.cards))
    played = deal.cards_in_play
    is_listed = len(record.piles) == deal.sides and captures.is_complete
    # A pile of a wrong size would make the total wrong as well; one finding is enough.
    if not findings and (total > played or (is_listed and total < played)):
        facts = records.fact_pointers(record, "piles", "tricks", "trump", "contract")
        findings.append(total_conflict(total, played, deal).finding(*facts))
    return findings


def _totals(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """More cards in all piles than can be, or fewer where every trump is captured (N1, N2)."""
    total, most = sum(map(len, captures.cards)), piles.most_captured(deal)
    is_listed = len(record.piles) == deal.sides and captures.is_complete
    least = deal.least_trumps if deal.is_trumps_only else deal.cards_in_play
    if total <= most and (not is_listed or total >= least):
        return []
    facts = records.fact_pointers(record, "piles", "tricks", "surplus", "trump", "contract")
    return [total_conflict(total, most if total > most else least, deal).finding(*facts)]


def total_conflict(cards: int, bound: int, deal: Deal) -> Contradiction:
    """That more cards are listed than there can be, or fewer."""
    played = "trumps" if deal.is_trumps_only else "cards"
    if cards > bound:
        return lemmas.TOO_MANY_CARDS(deal, cards=cards, most=bound, played=played)
    return lemmas.TOO_FEW_CARDS(deal, cards=cards, least=bound, played=played)


def _tricks(
    record: HandRecord, won: tuple[int, ...], captures: Captures, deal: Deal
) -> Iterator[Finding]:
    """Tricks that do not add up to what a hand has, or do not agree with a pile (T5)."""
    total = sum(won)
    if not deal.least_tricks <= total <= deal.tricks:
        yield trick_total_conflict(total, deal).finding("/tricksWon")
    # A pile may have what no trick gave, or a trick fewer cards than players.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return
    for i, pile in enumerate(record.piles):
        # A trick has one card of every player, so tricks and cards of a side bind each other
        # (T5).
        side, tricks = pile.side, won[pile.side]
        room = tricks * deal.players
        listed = len(captures.cards[side])
        if listed > room or (captures.complete[side] and listed < room):
            conflict = lemmas.TRICKS_AND_PILE(deal, side=side, tricks=tricks, cards=listed)
            yield conflict.finding(f"/tricksWon/{side}", *_of_pile(record, i))


def trick_total_conflict(tricks: int, deal: Deal) -> Contradiction:
    """That all sides together took more tricks than a hand has, or fewer."""
    if deal.least_tricks == deal.tricks:
        return lemmas.TRICK_TOTAL(deal, tricks=tricks, hand=deal.tricks)
    return lemmas.TRICK_RANGE(deal, tricks=tricks, least=deal.least_tricks, most=deal.tricks)


def _counts(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """More trumps in a pile than it is said to have, or fewer where all its cards are listed."""
    for i, pile in enumerate(record.piles):
        if pile.trumps is UNSET:
            continue
        side, claimed, shown = pile.side, pile.trumps, len(captures.trump_piles[pile.side])
        if shown > claimed or (shown < claimed and captures.complete[side]):
            conflict = lemmas.TRUMPS_MISCOUNTED(deal, side=side, trumps=shown, claimed=claimed)
            yield conflict.finding(f"/piles/{i}/trumps", *_of_pile(record, i))


def _of_pile(record: HandRecord, place: int) -> tuple[str, ...]:
    """Where the record says what is in a pile."""
    return (f"/piles/{place}", *records.fact_pointers(record, "tricks", "trump", "contract"))


def holding_size_conflict(seat: int, cards: int, deal: Deal) -> Contradiction:
    """That a player has more cards than anybody plays from."""
    dealt = "yes" if deal.is_as_dealt else "no"
    return lemmas.HOLDING_SIZE(deal, player=seat, cards=cards, most=deal.tricks, dealt=dealt)


def _held(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Holdings that are too large, and captured cards that nobody was dealt (T8)."""
    for i, holding in enumerate(record.holdings):
        if len(holding.cards) > deal.tricks:
            conflict = holding_size_conflict(holding.seat, len(holding.cards), deal)
            yield conflict.finding(f"/holdings/{i}/cards")
    # What nobody could keep is in no holding, and yet it may be captured.
    if captures.has_holdings and not captures.has_surplus:
        dealt = {card for held in captures.holdings for card in held}
        for i, pile in enumerate(record.piles):
            for j, card in enumerate(pile.cards):
                if card not in dealt:
                    conflict = lemmas.CARD_NOT_DEALT(deal, card=card)
                    yield conflict.finding("/holdings", f"/piles/{i}/cards/{j}")
