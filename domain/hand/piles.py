"""What piles, tricks and holdings tell: cards and tricks by side, and what cannot be."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct

from domain import cards
from domain.cards import PACK
from domain.findings import Finding, FindingKind
from domain.hand import play, records
from domain.hand.deals import Deal
from domain.hand.play import Log
from domain.hand.records import HandRecord, Listed
from domain.wording import counted, in_words


class Captures(Struct, frozen=True):
    """The captured cards as far as they were entered, by side."""

    cards: tuple[tuple[str, ...], ...]
    counted: tuple[bool, ...]
    """Whether every ten, jack, queen, king and ace of a side is listed."""
    trumps_listed: tuple[bool, ...]
    """Whether every trump of a side is listed."""
    whole: tuple[bool, ...]
    """Whether every card of a side is listed."""
    tricks: tuple[int | None, ...]
    """How many tricks each side won; None where that is not known."""
    dealt: tuple[tuple[str, ...], ...]
    """The listed holding of every seat."""
    is_dealt: bool
    """Whether every holding is listed whole."""
    trump: str | None
    trumps: tuple[str, ...] | None
    """The trumps in play from low to high; None while some may be unlisted."""

    def captor(self, card: str) -> int | None:
        """The side whose pile lists a card."""
        for side, pile in enumerate(self.cards):
            if card in pile:
                return side
        return None

    def excludes(self, side: int, card: str) -> bool:
        """Whether a card is sure not to be in the pile of a side."""
        is_listed = self.whole[side] or (self.counted[side] and PACK.pips[card] > 0)
        is_listed = is_listed or (self.trumps_listed[side] and cards.suit(card) == self.trump)
        return is_listed and card not in self.cards[side]

    def is_absent(self, card: str) -> bool:
        """Whether a card is sure not to have been in play."""
        if self.is_dealt:
            return self.holder(card) is None
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
    is_dealt = all(len(held) == deal.cards_each for held in dealt)
    trump = log.trump
    # A pile whose trumps were counted lists them all when it lists as many.
    trumps_listed = tuple(
        done or (trump is not None and number == len(cards.of_suit(pile, trump)))
        for done, number, pile in zip(whole, _trumps_said(record, deal), piles, strict=True)
    )
    # High and Low can be read from captured or from dealt cards, for all that are dealt are
    # played.
    known = piles if all(trumps_listed) else dealt if is_dealt else None
    return Captures(
        cards=tuple(piles),
        counted=tuple(
            done or how is Listed.SCORING for done, how in zip(whole, listed, strict=True)
        ),
        trumps_listed=trumps_listed,
        whole=whole,
        tricks=tuple(
            len(pile) // deal.players if done and tricks is None else tricks
            for pile, done, tricks in zip(piles, whole, won, strict=True)
        ),
        dealt=tuple(dealt),
        is_dealt=is_dealt,
        trump=trump,
        trumps=None if trump is None or known is None else _trumps(known, trump),
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
        piles = _joined(piles, play.captured(record, log, deal))
        dealt = _joined(dealt, play.dealt(record, log, deal))
    return piles, dealt


def _whole(
    piles: Sequence[tuple[str, ...]],
    listed: Sequence[Listed | None],
    won: Sequence[int | None],
    deal: Deal,
) -> tuple[bool, ...]:
    """Whether every card of a side is listed, by side."""
    # All cards that are dealt are played and so captured: when that many are listed, no pile can
    # hold another, whatever was said of it.
    everything = sum(map(len, piles)) == deal.cards_in_play
    # A side that won no trick has no pile, if the others won them all.
    adds_up = sum(tricks or 0 for tricks in won) == deal.tricks
    return tuple(
        everything or how is Listed.ALL or (how is None and tricks == 0 and adds_up)
        for how, tricks in zip(listed, won, strict=True)
    )


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
    if len(winners) < deal.tricks:
        return (None,) * deal.sides
    sides = [deal.side_of(won) for won in winners]
    return tuple(map(sides.count, range(deal.sides)))


def _trumps_said(record: HandRecord, deal: Deal) -> list[int | None]:
    """How many trumps each side is said to have captured."""
    said: list[int | None] = [None] * deal.sides
    for pile in record.piles:
        said[pile.side] = None if pile.trumps is UNSET else pile.trumps
    return said


def _trumps(places: Sequence[tuple[str, ...]], trump: str) -> tuple[str, ...]:
    listed = [card for place in places for card in cards.of_suit(place, trump)]
    return tuple(sorted(listed, key=PACK.order.__getitem__))


def check(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """What is physically or arithmetically impossible about piles, tricks and holdings."""
    return [
        *_repeated(record, deal),
        *_sizes(record, captures, deal),
        *_tricks(record, captures, deal),
        *_counts(record, captures, deal),
        *_held(record, captures, deal),
    ]


def _repeated(record: HandRecord, deal: Deal) -> list[Finding]:
    # Cards listed twice, in one pile or in two; the same of holdings. One pack has each card once
    # (T1).
    captured = sum(len(pile.cards) for pile in record.piles)
    distinct = {card for pile in record.piles for card in pile.cards}
    held = sum(len(holding.cards) for holding in record.holdings)
    distinct_held = {card for holding in record.holdings for card in holding.cards}
    findings = []
    if len(distinct) < captured:
        names = deal.side_names
        findings += _twice(
            [(f"/piles/{i}", names[pile.side], pile.cards) for i, pile in enumerate(record.piles)],
            "pile",
        )
    if len(distinct_held) < held:
        findings += _twice(
            [
                (f"/holdings/{i}", deal.seating.names[holding.seat], holding.cards)
                for i, holding in enumerate(record.holdings)
            ],
            "holding",
        )
    return findings


def _twice(places: list[tuple[str, str, tuple[str, ...]]], noun: str) -> list[Finding]:
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
                    message=f"The {cards.name(card)} is {where}.",
                    facts=(earlier, at),
                )
            )
    return findings


def _sizes(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    # Piles that are no whole number of tricks, and more or fewer cards than are played (T3, T4).
    players, names = deal.players, deal.side_names
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


def _tricks(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Tricks that do not add up to what a hand has, or do not agree with a pile (T5)."""
    if record.tricks_won is None:
        return []
    findings = []
    total = sum(record.tricks_won)
    if total != deal.tricks:
        findings.append(
            Finding(
                code="wrong_trick_total",
                kind=FindingKind.ARITHMETIC,
                message=f"The tricks add up to {total}, but a hand has {in_words(deal.tricks)}.",
                facts=("/tricksWon",),
            )
        )
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
        shown = len(cards.of_suit(captures.cards[pile.side], captures.trump))
        is_over = pile.trumps is not UNSET and shown > pile.trumps
        if is_over or (pile.trumps not in {UNSET, shown} and captures.whole[pile.side]):
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
            f"but {in_words(deal.cards_each)} are dealt to each.",
            facts=(f"/holdings/{i}/cards",),
            clauses=deal.cite("table.deal", "irregular.misdeal"),
        )
        for i, holding in enumerate(record.holdings)
        if len(holding.cards) > deal.cards_each
    ]
    if captures.is_dealt:
        dealt = {card for held in captures.dealt for card in held}
        findings += [
            Finding(
                code="card_not_dealt",
                kind=FindingKind.PHYSICAL,
                message=f"The {cards.name(card)} was captured, but nobody was dealt it.",
                facts=("/holdings", f"/piles/{i}/cards/{j}"),
            )
            for i, pile in enumerate(record.piles)
            for j, card in enumerate(pile.cards)
            if card not in dealt
        ]
    return findings
