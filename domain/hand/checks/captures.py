"""What is physically or arithmetically impossible about piles, tricks and holdings."""

from collections.abc import Iterator
from itertools import chain

from msgspec import UNSET

from domain.cards import Pack
from domain.findings import Finding, FindingKind
from domain.hand import piles, records
from domain.hand.checks import spare_trumps
from domain.hand.deals import Deal
from domain.hand.piles import Captures
from domain.hand.records import HandRecord, Listed
from domain.wording import counted, in_words


def check(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Everything that is, each with the facts that say so."""
    return [
        *_repeated(record, captures, deal),
        *_sizes(record, captures, deal),
        *_tricks(record, captures, deal),
        *_counts(record, captures, deal),
        *_held(record, captures, deal),
        *spare_trumps.check(record, captures, deal),
    ]


def _repeated(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    # Cards listed twice, in one pile or in two; the same of holdings. One pack has each card once
    # (T1).
    held = tuple(chain.from_iterable(holding.cards for holding in record.holdings))
    findings = []
    if len(captures.captors) < sum(map(len, captures.cards)):
        names = deal.side_names
        findings += _twice(
            [(f"/piles/{i}", names[pile.side], pile.cards) for i, pile in enumerate(record.piles)],
            "pile",
            deal.pack,
        )
    if len(set(held)) < len(held):
        findings += _twice(
            [
                (f"/holdings/{i}", deal.seating.names[holding.seat], holding.cards)
                for i, holding in enumerate(record.holdings)
            ],
            "holding",
            deal.pack,
        )
    return findings


def _twice(places: list[tuple[str, str, tuple[str, ...]]], noun: str, pack: Pack) -> list[Finding]:
    """One finding for every further place of a card that was listed before."""
    first: dict[str, tuple[str, str]] = {}
    findings = []
    for pointer, owner, listed in places:
        for i, card in enumerate(listed):
            at = f"{pointer}/cards/{i}"
            if card not in first:
                first[card] = (at, owner)
                continue
            earlier, other = first[card]
            if earlier.startswith(f"{pointer}/"):
                code = f"card_twice_in_{noun}"
                where = f"twice in the {noun} of {owner}"
            else:
                code = f"card_in_two_{noun}s"
                where = f"in the {noun} of {other} and in that of {owner}"
            findings.append(
                Finding(
                    code=code,
                    kind=FindingKind.PHYSICAL,
                    message=f"The {pack.name(card)} is {where}.",
                    facts=(earlier, at),
                )
            )
    return findings


def _sizes(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    # Piles that are no whole number of tricks, and more or fewer cards than are played (T3, T4).
    players, names = deal.players, deal.side_names
    # Where a pile may have what no trick gave, or a trick fewer cards than players, no number of
    # cards is no whole number of tricks.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return _totals(record, captures, deal)
    findings = [
        Finding(
            code="pile_size",
            kind=FindingKind.PHYSICAL,
            message=f"The pile of {names[pile.side]} has {counted(len(pile.cards), 'card')}; "
            f"with {players} players every trick has {players}, "
            "so that is no whole number of tricks.",
            facts=(f"/piles/{i}",),
        )
        for i, pile in enumerate(record.piles)
        if pile.listed is Listed.ALL and len(pile.cards) % players
    ]
    total = sum(map(len, captures.cards))
    played = deal.cards_in_play
    is_listed = len(record.piles) == deal.sides and all(captures.whole)
    # A pile of a wrong size would make the total wrong as well; one finding is enough.
    if not findings and (total > played or (is_listed and total < played)):
        findings.append(
            Finding(
                code="wrong_card_total",
                kind=FindingKind.PHYSICAL,
                message=f"The piles hold {total} cards together, "
                f"but {players} players play {played}.",
                facts=records.entered(record, "piles", "tricks", "trump", "contract"),
            )
        )
    return findings


def _totals(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """More cards in all piles than can be, or fewer where every trump is captured (N1, N2)."""
    total, most = sum(map(len, captures.cards)), piles.most_captured(deal)
    is_listed = len(record.piles) == deal.sides and all(captures.whole)
    least = deal.least_trumps if deal.is_trumps_only else deal.cards_in_play
    if total <= most and (not is_listed or total >= least):
        return []
    number = most if total > most else least
    bound = "" if least == most else "at most " if total > most else "at least "
    what = "trumps, and nothing else is played" if deal.is_trumps_only else "cards to capture"
    return [
        Finding(
            code="wrong_card_total",
            kind=FindingKind.PHYSICAL,
            message=f"The piles hold {total} cards together, but there are {bound}{number} {what}.",
            facts=records.entered(record, "piles", "tricks", "surplus", "trump", "contract"),
        )
    ]


def _tricks(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Tricks that do not add up to what a hand has, or do not agree with a pile (T5)."""
    if record.tricks_won is None:
        return []
    findings = []
    total = sum(record.tricks_won)
    if not deal.least_tricks <= total <= deal.tricks:
        at_least = "" if deal.least_tricks == deal.tricks else f"{in_words(deal.least_tricks)} to "
        findings.append(
            Finding(
                code="wrong_trick_total",
                kind=FindingKind.ARITHMETIC,
                message=f"The tricks add up to {total}, "
                f"but a hand has {at_least}{in_words(deal.tricks)}.",
                facts=("/tricksWon",),
            )
        )
    # A pile may have what no trick gave, or a trick fewer cards than players.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return findings
    for i, pile in enumerate(record.piles):
        # A trick has one card of every player, so tricks and cards of a side bind each other
        # (T5).
        room = record.tricks_won[pile.side] * deal.players
        listed, is_whole = len(captures.cards[pile.side]), captures.whole[pile.side]
        if listed > room or (is_whole and listed < room):
            findings.append(
                Finding(
                    code="tricks_contradict_pile",
                    kind=FindingKind.ARITHMETIC,
                    message=f"{deal.side_names[pile.side]} won "
                    f"{counted(record.tricks_won[pile.side], 'trick')}, which is {room} cards, "
                    f"but the pile has {listed}.",
                    facts=(f"/tricksWon/{pile.side}", *_of_pile(record, i)),
                )
            )
    return findings


def _counts(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """More trumps in a pile than it is said to have, or fewer where all its cards are listed."""
    if captures.trump is None:
        return
    for i, pile in enumerate(record.piles):
        if pile.trumps is UNSET:
            continue
        shown = sum(map(captures.is_trump, captures.cards[pile.side]))
        if shown > pile.trumps or (shown < pile.trumps and captures.whole[pile.side]):
            yield Finding(
                code="trumps_miscounted",
                kind=FindingKind.ARITHMETIC,
                message=f"The pile of {deal.side_names[pile.side]} has "
                f"{counted(shown, 'trump')}, not {pile.trumps}.",
                facts=(f"/piles/{i}/trumps", *_of_pile(record, i)),
            )


def _of_pile(record: HandRecord, place: int) -> tuple[str, ...]:
    """Where the record says what is in a pile."""
    return (f"/piles/{place}", *records.entered(record, "tricks", "trump", "contract"))


def _held(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Holdings that are too large, and captured cards that nobody was dealt (T8)."""
    if not record.holdings:
        return []
    findings = [
        Finding(
            code="holding_size",
            kind=FindingKind.PHYSICAL,
            message=f"{deal.seating.names[holding.seat]} holds {len(holding.cards)} cards, "
            f"but {in_words(deal.tricks)} are "
            f"{'dealt to each' if deal.is_as_dealt else 'what everybody plays from'}.",
            facts=(f"/holdings/{i}/cards",),
            clauses=deal.cite("table.deal", "irregular.misdeal"),
        )
        for i, holding in enumerate(record.holdings)
        if len(holding.cards) > deal.tricks
    ]
    # What nobody could keep is in no holding, and yet it may be captured.
    if captures.is_dealt and not captures.has_spare:
        dealt = {card for held in captures.dealt for card in held}
        findings += [
            Finding(
                code="card_not_dealt",
                kind=FindingKind.PHYSICAL,
                message=f"The {deal.pack.name(card)} was captured, but nobody was dealt it.",
                facts=("/holdings", f"/piles/{i}/cards/{j}"),
            )
            for i, pile in enumerate(record.piles)
            for j, card in enumerate(pile.cards)
            if card not in dealt
        ]
    return findings
