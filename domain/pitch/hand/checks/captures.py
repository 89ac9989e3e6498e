"""Physical and arithmetical contradictions of piles, tricks, holdings and surplus trumps."""

from collections.abc import Iterator

from msgspec import UNSET

from pitch.findings import Finding
from pitch.hand import lemmas, records
from pitch.hand.contradictions import Contradiction, Lemma
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord, Listed, SurplusCards
from pitch.rules.choices import Surplus


def check(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Return the contradictions of captured and dealt cards, each with its facts."""
    findings = [*_repeated_cards(record, captures, deal), *_sizes(record, captures, deal)]
    if record.tricks_won is not None:
        findings += _tricks(record, record.tricks_won, captures, deal)
    if captures.trump is not None:
        findings += _trump_counts(record, captures, deal)
    if record.holdings:
        findings += _holdings(record, captures, deal)
    if record.surplus or deal.is_trumps_only:
        findings += _surplus(record, captures, deal)
    return findings


def _repeated_cards(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield cards listed twice in piles or in holdings, because a pack has each once."""
    if len(captures.captors) < sum(map(len, captures.cards)):
        lists = [(f"/piles/{i}", pile.side, pile.cards) for i, pile in enumerate(record.piles)]
        yield from _repeats(lists, lemmas.CARD_TWICE_IN_PILE, lemmas.CARD_IN_TWO_PILES, deal)
    dealt = [card for holding in record.holdings for card in holding.cards]
    if len(set(dealt)) < len(dealt):
        lists = [(f"/holdings/{i}", own.seat, own.cards) for i, own in enumerate(record.holdings)]
        yield from _repeats(lists, lemmas.CARD_TWICE_IN_HOLDING, lemmas.CARD_IN_TWO_HOLDINGS, deal)


def _repeats(
    lists: list[tuple[str, int, tuple[str, ...]]], in_one: Lemma, in_two: Lemma, deal: Deal
) -> Iterator[Finding]:
    """Yield a finding for every further place of a card that was listed before."""
    first: dict[str, tuple[str, int]] = {}
    for pointer, owner, cards in lists:
        for i, card in enumerate(cards):
            fact = f"{pointer}/cards/{i}"
            first_fact, first_owner = first.setdefault(card, (fact, owner))
            if first_fact == fact:
                continue
            if first_owner == owner:
                conflict = in_one(deal, card=card, owner=owner)
            else:
                conflict = in_two(deal, card=card, owners=(first_owner, owner))
            yield conflict.finding(first_fact, fact)


def _sizes(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Return findings on piles of broken tricks, or else on a wrong total of cards."""
    players = deal.players
    # If piles may have surplus trumps, or tricks may lack cards, a pile may have any size.
    if deal.has_whole_tricks:
        sizes = [
            lemmas.PILE_SIZE(deal, side=pile.side, cards=len(pile.cards), players=players).finding(
                f"/piles/{i}"
            )
            for i, pile in enumerate(record.piles)
            if pile.listed is Listed.ALL and len(pile.cards) % players
        ]
        # A pile of a wrong size would make the total wrong as well; one finding is enough.
        if sizes:
            return sizes
    total, most = sum(map(len, captures.cards)), deal.most_captured
    least = deal.least_trumps if deal.is_trumps_only else deal.cards_in_play
    is_listed = len(record.piles) == deal.sides and captures.is_complete
    if total <= most and (not is_listed or total >= least):
        return []
    further = () if deal.has_whole_tricks else ("surplus",)
    facts = records.fact_pointers(record, "piles", "tricks", *further, "trump", "contract")
    return [total_conflict(total, most if total > most else least, deal).finding(*facts)]


def total_conflict(cards: int, bound: int, deal: Deal) -> Contradiction:
    """Return the conflict of more or fewer listed cards than a hand has."""
    played = "trumps" if deal.is_trumps_only else "cards"
    if cards > bound:
        return lemmas.TOO_MANY_CARDS(deal, cards=cards, most=bound, played=played)
    return lemmas.TOO_FEW_CARDS(deal, cards=cards, least=bound, played=played)


def _tricks(
    record: HandRecord, won: tuple[int, ...], captures: Captures, deal: Deal
) -> Iterator[Finding]:
    """Yield findings on a wrong total of tricks, and on tricks that contradict a pile."""
    total = sum(won)
    if not deal.least_tricks <= total <= deal.tricks:
        yield trick_total_conflict(total, deal).finding("/tricksWon")
    if not deal.has_whole_tricks:
        return
    for i, pile in enumerate(record.piles):
        # A trick has one card of every player, so the tricks of a side fix its cards.
        side, tricks = pile.side, won[pile.side]
        room = tricks * deal.players
        listed = len(captures.cards[side])
        if listed > room or (captures.complete[side] and listed < room):
            conflict = lemmas.TRICKS_AND_PILE(deal, side=side, tricks=tricks, cards=listed)
            yield conflict.finding(f"/tricksWon/{side}", *_pile_facts(record, i))


def trick_total_conflict(tricks: int, deal: Deal) -> Contradiction:
    """Return the conflict of more or fewer tricks of all sides than a hand has."""
    if deal.least_tricks == deal.tricks:
        return lemmas.TRICK_TOTAL(deal, tricks=tricks, hand=deal.tricks)
    return lemmas.TRICK_RANGE(deal, tricks=tricks, least=deal.least_tricks, most=deal.tricks)


def _trump_counts(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield piles with more trumps than entered, or fewer in a complete pile."""
    for i, pile in enumerate(record.piles):
        if pile.trumps is UNSET:
            continue
        side, claimed, number = pile.side, pile.trumps, len(captures.trump_piles[pile.side])
        if number > claimed or (number < claimed and captures.complete[side]):
            conflict = lemmas.TRUMPS_MISCOUNTED(deal, side=side, trumps=number, claimed=claimed)
            yield conflict.finding(f"/piles/{i}/trumps", *_pile_facts(record, i))


def _pile_facts(record: HandRecord, place: int) -> tuple[str, ...]:
    """Return pointers to the facts that show the cards of a pile."""
    return (f"/piles/{place}", *records.fact_pointers(record, "tricks", "trump", "contract"))


def holding_size_conflict(seat: int, cards: int, deal: Deal) -> Contradiction:
    """Return the conflict of a holding with more cards than a player plays from."""
    dealt = "yes" if deal.is_as_dealt else "no"
    return lemmas.HOLDING_SIZE(deal, player=seat, cards=cards, most=deal.tricks, dealt=dealt)


def _holdings(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield holdings that are too large, and captured cards that nobody was dealt."""
    for i, holding in enumerate(record.holdings):
        if len(holding.cards) > deal.tricks:
            conflict = holding_size_conflict(holding.seat, len(holding.cards), deal)
            yield conflict.finding(f"/holdings/{i}/cards")
    # Surplus trumps are in no holding, and yet they may be captured.
    if captures.has_holdings and not captures.has_surplus:
        dealt = {card for holding in captures.holdings for card in holding}
        for i, pile in enumerate(record.piles):
            for j, card in enumerate(pile.cards):
                if card not in dealt:
                    conflict = lemmas.CARD_NOT_DEALT(deal, card=card)
                    yield conflict.finding("/holdings", f"/piles/{i}/cards/{j}")


def _surplus(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield plain cards in piles, and surplus trumps that are none or listed elsewhere."""
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
    """Yield every card in a pile that is no trump, if only trumps are played."""
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
