"""What contradicts a called card and a partner: trump, holdings, tricks, and points together."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from pitch.findings import Finding
from pitch.hand import lemmas, partners, points
from pitch.hand.auctions import Contract
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.points import Points
from pitch.hand.records import HandRecord

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
        conflict = lemmas.CALLED_NO_TRUMP(deal, card=called, trump=trump)
        yield conflict.finding("/trump", "/contract/calledCard")


def _wrong_partner(
    entered: Contract, record: HandRecord, log: Log, deal: Deal
) -> Iterator[Finding]:
    """A partner who did not have the called card, for another did (`play.partner`)."""
    # Asked as if nobody had been named: who is named already would only be repeated.
    told = partners.infer_partner(structs.replace(entered, partner=None), record, log, deal).partner
    if entered.partner is None or told is None or told == entered.partner:
        return
    card, partner = entered.called_card or "", entered.partner
    if told == entered.pitcher:
        conflict = lemmas.PLAYED_ALONE(deal, pitcher=told, card=card, partner=partner)
    else:
        conflict = lemmas.WRONG_PARTNER(deal, holder=told, card=card, partner=partner)
    facts = ("/contract/calledCard", "/contract/partner", *_shown(record))
    yield conflict.citing("play.partner", "play.called").finding(*facts)


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
    is_under = len(known) == len(CAMPS) and total < points.least_points(deal)
    if total > points.most_points(deal) or is_under:
        sums = (
            counts.under_least_conflict(total, deal)
            if is_under
            else counts.over_total_conflict((), total, deal)
        )
        yield sums.citing("score.partner").finding("/claims/takenTogether")
        return
    if contract is None or contract.partner is None:
        return
    bounds = points.bounds(reckoned, deal.sides)
    camps = (partners.pitching_sides(contract, deal), partners.opposing_sides(contract, deal))
    for place, sides in enumerate(camps):
        claimed = said[place] if said else None
        least = sum(bounds.least[side] for side in sides)
        if claimed is not None and claimed < least:
            lemma, camp = lemmas.TOGETHER_MISCOUNTED, CAMPS[place]
            conflict = lemma(deal, who=camp, points=least, bound="least", claimed=claimed)
            yield conflict.finding(f"/claims/takenTogether/{place}", "/claims")
