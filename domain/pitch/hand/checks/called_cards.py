"""Contradictions of a called card and a partner: by trump, holdings, tricks and pooled points."""

from collections.abc import Iterator

from msgspec import structs

from pitch.findings import Finding
from pitch.hand import lemmas, partners, points, records
from pitch.hand.auctions import Contract
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.points import Points
from pitch.hand.records import HandRecord


def check(
    record: HandRecord, log: Log, contract: Contract | None, hand_points: Points, deal: Deal
) -> Iterator[Finding]:
    """Yield the contradictions of a called card and partner that the facts show."""
    entered = record.contract
    if entered is not None and entered.called_card is not None:
        yield from _no_trump(entered.called_card, log.trump, deal)
        yield from _wrong_partner(entered, record, log, deal)
    yield from _pooled_points(record, contract, hand_points, deal)


def _no_trump(called: str, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """Yield the finding on a called card of another suit than trump (`play.partner`)."""
    if trump is not None and deal.pack.suit_of(called, trump) != trump:
        conflict = lemmas.CALLED_NO_TRUMP(deal, card=called, trump=trump)
        yield conflict.finding("/trump", "/contract/calledCard")


def _wrong_partner(
    entered: Contract, record: HandRecord, log: Log, deal: Deal
) -> Iterator[Finding]:
    """Yield the finding on a partner if another seat had the called card (`play.partner`)."""
    # Inferred without the entered partner, which would only be repeated.
    partner_seat = partners.infer_partner(
        structs.replace(entered, partner=None), record, log, deal
    ).partner
    if entered.partner is None or partner_seat is None or partner_seat == entered.partner:
        return
    card, partner = entered.called_card or "", entered.partner
    if partner_seat == entered.pitcher:
        conflict = lemmas.PLAYED_ALONE(deal, pitcher=partner_seat, card=card, partner=partner)
    else:
        conflict = lemmas.WRONG_PARTNER(deal, holder=partner_seat, card=card, partner=partner)
    cards = records.fact_pointers(record, "holdings", "tricks")
    facts = ("/contract/calledCard", "/contract/partner", *cards)
    yield conflict.citing("play.partner", "play.called").finding(*facts)


def _pooled_points(
    record: HandRecord, contract: Contract | None, hand_points: Points, deal: Deal
) -> Iterator[Finding]:
    """Yield findings on pooled points against the hand's total and against owners."""
    claims = record.claims.taken_together if record.claims else None
    numbers = [number for number in claims or () if number is not None]
    total = sum(numbers)
    is_under = len(numbers) == len(lemmas.POOLED_MISCOUNTED) and total < points.least_points(deal)
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
    bounds = points.bounds(hand_points, deal.sides)
    camps = (partners.pitching_sides(contract, deal), partners.opposing_sides(contract, deal))
    for place, sides in enumerate(camps):
        claimed = claims[place] if claims else None
        least = sum(bounds.least[side] for side in sides)
        if claimed is not None and claimed < least:
            conflict = lemmas.POOLED_MISCOUNTED[place](
                deal, points=least, bound="least", claimed=claimed
            )
            yield conflict.finding(f"/claims/takenTogether/{place}", "/claims")
