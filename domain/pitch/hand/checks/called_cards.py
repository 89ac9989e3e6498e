"""What contradicts a called card and a partner: trump, holdings, tricks, and points together."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from pitch.findings import Finding, FindingKind
from pitch.hand import partners, points
from pitch.hand.auctions import Contract
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.points import Points
from pitch.hand.records import HandRecord
from pitch.messages import CARD, CHOICE, COUNT, PLAYER, SUIT, Message, Sentence

NO_TRUMP: Final = Message("finding.called_card_is_no_trump", card=CARD, trump=SUIT)
WRONG_PARTNER: Final = Message("finding.wrong_partner", holder=PLAYER, card=CARD, partner=PLAYER)
_PLAYED_ALONE: Final = Message(
    "finding.wrong_partner.alone", pitcher=PLAYER, card=CARD, partner=PLAYER
)
TOGETHER_MISCOUNTED: Final = Message(
    "finding.points_miscounted.together", who=CHOICE, points=COUNT, bound=CHOICE, claimed=COUNT
)
CAMPS: Final = ("pitching", "others")
"""Who takes points together, as a choice of sentences."""


def check(
    record: HandRecord, log: Log, contract: Contract | None, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Everything wrong about a partner who was called, as far as the facts tell."""
    entered = record.contract
    if entered is not None and entered.called_card is not None:
        yield from _no_trump(entered.called_card, log.trump, deal)
        yield from _wrong_partner(entered, record, log, deal)
    yield from _together(record, contract, reckoned, deal)


def _no_trump(called: str, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """A called card that is of another suit than trump (`play.partner`)."""
    if trump is not None and deal.pack.suit_of(called, trump) != trump:
        yield Finding(
            code="called_card_is_no_trump",
            kind=FindingKind.RULESET,
            message=NO_TRUMP(card=deal.pack.named(called), trump=trump),
            facts=("/trump", "/contract/calledCard"),
            clauses=deal.cite("play.partner"),
        )


def _wrong_partner(
    entered: Contract, record: HandRecord, log: Log, deal: Deal
) -> Iterator[Finding]:
    """A partner who did not have the called card, for another did (`play.partner`)."""
    # Asked as if nobody had been named: who is named already would only be repeated.
    told = partners.told(structs.replace(entered, partner=None), record, log, deal).partner
    if entered.partner is None or told is None or told == entered.partner:
        return
    card, partner = deal.pack.named(entered.called_card or ""), deal.player(entered.partner)
    message = WRONG_PARTNER(holder=deal.player(told), card=card, partner=partner)
    if told == entered.pitcher:
        message = _PLAYED_ALONE(pitcher=deal.player(told), card=card, partner=partner)
    yield Finding(
        code="wrong_partner",
        kind=FindingKind.AWARD,
        message=message,
        facts=("/contract/calledCard", "/contract/partner", *_shown(record)),
        clauses=deal.cite("play.partner", "play.called"),
    )


def _shown(record: HandRecord) -> tuple[str, ...]:
    """Where a record tells who had a card."""
    return tuple(
        f"/{name}"
        for name, listed in (("holdings", record.holdings), ("tricks", record.tricks))
        if listed
    )


def _together(
    record: HandRecord, contract: Contract | None, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """What two took together against what a hand pays, and against their points (D-8, N1)."""
    said = record.claims.taken_together if record.claims else None
    known = [taken for taken in said or () if taken is not None]
    total = sum(known)
    whole = ("/claims/takenTogether",)
    if total > points.most_points(deal):
        yield _found("points_over_total", counts.over_total((), total, deal), whole, deal)
        return
    if len(known) == len(CAMPS) and total < points.least_points(deal):
        yield _found("points_under_least", counts.under_least(total, deal), whole, deal)
        return
    if contract is None or contract.partner is None:
        return
    bounds = points.bounds(reckoned, deal.sides)
    camps = (partners.pitching(contract, deal), partners.against(contract, deal))
    for place, sides in enumerate(camps):
        claimed = said[place] if said else None
        least = sum(bounds.least[side] for side in sides)
        if claimed is not None and claimed < least:
            message = TOGETHER_MISCOUNTED(
                who=CAMPS[place], points=least, bound="least", claimed=claimed
            )
            fact = f"/claims/takenTogether/{place}"
            yield _found("points_miscounted", message, (fact, "/claims"), deal)


def _found(code: str, message: Sentence, facts: tuple[str, ...], deal: Deal) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=message,
        facts=facts,
        clauses=deal.cite("score.partner"),
    )
