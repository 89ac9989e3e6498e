"""What is physically or arithmetically impossible about piles, tricks and holdings."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from pitch.cards import Pack
from pitch.findings import Finding, FindingKind
from pitch.hand import piles, records
from pitch.hand.checks import spare_trumps
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import HandRecord, Listed
from pitch.messages import CARD, CHOICE, COUNT, PLAYER, SIDE, Argument, Message, Sentence, all_of

_TWICE_IN_PILE: Final = Message("finding.card_twice_in_pile", card=CARD, owner=SIDE)
IN_TWO_PILES: Final = Message("finding.card_in_two_piles", card=CARD, owners=all_of(SIDE))
_TWICE_IN_HOLDING: Final = Message("finding.card_twice_in_holding", card=CARD, owner=PLAYER)
IN_TWO_HOLDINGS: Final = Message("finding.card_in_two_holdings", card=CARD, owners=all_of(PLAYER))
PILE_SIZE: Final = Message("finding.pile_size", side=SIDE, cards=COUNT, players=COUNT)
_TOO_MANY_CARDS: Final = Message(
    "finding.wrong_card_total.over", cards=COUNT, most=COUNT, played=CHOICE
)
_TOO_FEW_CARDS: Final = Message(
    "finding.wrong_card_total.under", cards=COUNT, least=COUNT, played=CHOICE
)
_TRICK_TOTAL: Final = Message("finding.wrong_trick_total", tricks=COUNT, hand=COUNT)
_TRICK_RANGE: Final = Message(
    "finding.wrong_trick_total.range", tricks=COUNT, least=COUNT, most=COUNT
)
TRICKS_AND_PILE: Final = Message(
    "finding.tricks_contradict_pile", side=SIDE, tricks=COUNT, cards=COUNT
)
TRUMPS: Final = Message("finding.trumps_miscounted", side=SIDE, trumps=COUNT, claimed=COUNT)
_HOLDING_SIZE: Final = Message(
    "finding.holding_size", player=PLAYER, cards=COUNT, most=COUNT, dealt=CHOICE
)
NOT_DEALT: Final = Message("finding.card_not_dealt", card=CARD)


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


def _repeated(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Cards listed twice, in one pile or in two; the same of holdings (T1).

    One pack has each card once.
    """
    findings = []
    if len(captures.captors) < sum(map(len, captures.cards)):
        piles_of = [
            (f"/piles/{i}", deal.side(pile.side), pile.cards) for i, pile in enumerate(record.piles)
        ]
        findings += _twice(piles_of, (_TWICE_IN_PILE, IN_TWO_PILES), deal.pack)
    held = [holding.cards for holding in record.holdings]
    if held and len(frozenset[str]().union(*held)) < sum(map(len, held)):
        holdings_of = [
            (f"/holdings/{i}", deal.player(holding.seat), holding.cards)
            for i, holding in enumerate(record.holdings)
        ]
        findings += _twice(holdings_of, (_TWICE_IN_HOLDING, IN_TWO_HOLDINGS), deal.pack)
    return findings


def _twice(
    places: list[tuple[str, Argument, tuple[str, ...]]], said: tuple[Message, Message], pack: Pack
) -> list[Finding]:
    """One finding for every further place of a card that was listed before.

    `said` is what is said of a card that is twice in one place, and of one in two.
    """
    first: dict[str, tuple[str, Argument]] = {}
    findings = []
    for pointer, owner, listed in places:
        for i, card in enumerate(listed):
            at = f"{pointer}/cards/{i}"
            if card not in first:
                first[card] = (at, owner)
                continue
            earlier, other = first[card]
            is_one = earlier.startswith(f"{pointer}/")
            in_one, in_two = said
            message = (
                in_one(card=pack.named(card), owner=owner)
                if is_one
                else in_two(card=pack.named(card), owners=(other, owner))
            )
            findings.append(
                Finding(
                    code=message.code.removeprefix("finding."),
                    kind=FindingKind.PHYSICAL,
                    message=message,
                    facts=(earlier, at),
                )
            )
    return findings


def _sizes(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Piles that are no whole number of tricks, and another total than is played (T3, T4)."""
    players = deal.players
    # Where a pile may have what no trick gave, or a trick fewer cards than players, no number of
    # cards is no whole number of tricks.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return _totals(record, captures, deal)
    findings = [
        Finding(
            code="pile_size",
            kind=FindingKind.PHYSICAL,
            message=PILE_SIZE(side=deal.side(pile.side), cards=len(pile.cards), players=players),
            facts=(f"/piles/{i}",),
        )
        for i, pile in enumerate(record.piles)
        if pile.listed is Listed.ALL and len(pile.cards) % players
    ]
    total = sum(map(len, captures.cards))
    played = deal.cards_in_play
    is_listed = len(record.piles) == deal.sides and captures.is_whole
    # A pile of a wrong size would make the total wrong as well; one finding is enough.
    if not findings and (total > played or (is_listed and total < played)):
        findings.append(
            Finding(
                code="wrong_card_total",
                kind=FindingKind.PHYSICAL,
                message=off_total(total, played, deal),
                facts=records.entered(record, "piles", "tricks", "trump", "contract"),
            )
        )
    return findings


def _totals(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """More cards in all piles than can be, or fewer where every trump is captured (N1, N2)."""
    total, most = sum(map(len, captures.cards)), piles.most_captured(deal)
    is_listed = len(record.piles) == deal.sides and captures.is_whole
    least = deal.least_trumps if deal.is_trumps_only else deal.cards_in_play
    if total <= most and (not is_listed or total >= least):
        return []
    return [
        Finding(
            code="wrong_card_total",
            kind=FindingKind.PHYSICAL,
            message=off_total(total, most if total > most else least, deal),
            facts=records.entered(record, "piles", "tricks", "surplus", "trump", "contract"),
        )
    ]


def off_total(cards: int, bound: int, deal: Deal) -> Sentence:
    """That more cards are listed than there can be, or fewer."""
    played = "trumps" if deal.is_trumps_only else "cards"
    if cards > bound:
        return _TOO_MANY_CARDS(cards=cards, most=bound, played=played)
    return _TOO_FEW_CARDS(cards=cards, least=bound, played=played)


def _tricks(
    record: HandRecord, won: tuple[int, ...], captures: Captures, deal: Deal
) -> list[Finding]:
    """Tricks that do not add up to what a hand has, or do not agree with a pile (T5)."""
    findings = []
    total = sum(won)
    if not deal.least_tricks <= total <= deal.tricks:
        findings.append(
            Finding(
                code="wrong_trick_total",
                kind=FindingKind.ARITHMETIC,
                message=off_tricks(total, deal),
                facts=("/tricksWon",),
            )
        )
    # A pile may have what no trick gave, or a trick fewer cards than players.
    if deal.is_trumps_only or deal.is_surplus_captured:
        return findings
    for i, pile in enumerate(record.piles):
        # A trick has one card of every player, so tricks and cards of a side bind each other
        # (T5).
        room = won[pile.side] * deal.players
        listed, is_whole = len(captures.cards[pile.side]), captures.whole[pile.side]
        if listed > room or (is_whole and listed < room):
            findings.append(
                Finding(
                    code="tricks_contradict_pile",
                    kind=FindingKind.ARITHMETIC,
                    message=TRICKS_AND_PILE(
                        side=deal.side(pile.side), tricks=won[pile.side], cards=listed
                    ),
                    facts=(f"/tricksWon/{pile.side}", *_of_pile(record, i)),
                )
            )
    return findings


def off_tricks(tricks: int, deal: Deal) -> Sentence:
    """That all sides together took more tricks than a hand has, or fewer."""
    if deal.least_tricks == deal.tricks:
        return _TRICK_TOTAL(tricks=tricks, hand=deal.tricks)
    return _TRICK_RANGE(tricks=tricks, least=deal.least_tricks, most=deal.tricks)


def _counts(record: HandRecord, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """More trumps in a pile than it is said to have, or fewer where all its cards are listed."""
    for i, pile in enumerate(record.piles):
        if pile.trumps is UNSET:
            continue
        shown = len(captures.trump_piles[pile.side])
        if shown > pile.trumps or (shown < pile.trumps and captures.whole[pile.side]):
            yield Finding(
                code="trumps_miscounted",
                kind=FindingKind.ARITHMETIC,
                message=TRUMPS(side=deal.side(pile.side), trumps=shown, claimed=pile.trumps),
                facts=(f"/piles/{i}/trumps", *_of_pile(record, i)),
            )


def _of_pile(record: HandRecord, place: int) -> tuple[str, ...]:
    """Where the record says what is in a pile."""
    return (f"/piles/{place}", *records.entered(record, "tricks", "trump", "contract"))


def too_many_held(seat: int, cards: int, deal: Deal) -> Sentence:
    """That a player has more cards than anybody plays from."""
    dealt = "yes" if deal.is_as_dealt else "no"
    return _HOLDING_SIZE(player=deal.player(seat), cards=cards, most=deal.tricks, dealt=dealt)


def _held(record: HandRecord, captures: Captures, deal: Deal) -> list[Finding]:
    """Holdings that are too large, and captured cards that nobody was dealt (T8)."""
    findings = [
        Finding(
            code="holding_size",
            kind=FindingKind.PHYSICAL,
            message=too_many_held(holding.seat, len(holding.cards), deal),
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
                message=NOT_DEALT(card=deal.pack.named(card)),
                facts=("/holdings", f"/piles/{i}/cards/{j}"),
            )
            for i, pile in enumerate(record.piles)
            for j, card in enumerate(pile.cards)
            if card not in dealt
        ]
    return findings
