"""What contradicts a called card and a partner: trump, holdings, tricks, and points together."""

from collections.abc import Iterator

from msgspec import structs

from domain import cards
from domain.findings import Finding, FindingKind
from domain.hand import partners, points, results
from domain.hand.auctions import Contract
from domain.hand.checks import counts
from domain.hand.deals import Deal
from domain.hand.play import Log
from domain.hand.points import Points
from domain.hand.records import HandRecord
from domain.messages import AS_WRITTEN
from domain.wording import counted, sentence

_TOGETHER = ("the pitcher and the partner", "the others")


def check(
    record: HandRecord, log: Log, contract: Contract | None, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Everything wrong about a partner, as far as the facts tell; nothing where none is called."""
    if not deal.calls_partner:
        return
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
            message=AS_WRITTEN(
                text=f"Only a trump can be called, but the {deal.pack.name(called)} is none when "
                f"{cards.suit_name(trump)} are trump."
            ),
            facts=("/trump", "/contract/calledCard"),
            clauses=deal.cite("play.partner"),
        )


def _wrong_partner(
    entered: Contract, record: HandRecord, log: Log, deal: Deal
) -> Iterator[Finding]:
    """A partner who did not have the called card, for another did (`play.partner`)."""
    told = partners.told(structs.replace(entered, partner=None), record, log, deal).partner
    if entered.partner is None or told is None or told == entered.partner:
        return
    names, called = deal.seating.names, deal.pack.name(entered.called_card or "")
    had = f"{names[told]} had the {called} that was called"
    if told == entered.pitcher:
        had = f"Nobody beside {names[told]} had the {called} that was called"
    yield Finding(
        code="wrong_partner",
        kind=FindingKind.AWARD,
        message=AS_WRITTEN(text=f"{had}, so {names[entered.partner]} was not the partner."),
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
    named = [(_TOGETHER[i], taken) for i, taken in enumerate(said or ()) if taken is not None]
    total = sum(taken for _, taken in named)
    whole = ("/claims/takenTogether",)
    if total > results.most_points(deal):
        yield _found("points_over_total", counts.over_total(named, deal), whole, deal)
        return
    if len(named) == len(_TOGETHER) and total < results.least_points(deal):
        yield _found("points_under_least", counts.under_least(named, deal), whole, deal)
        return
    if contract is None or contract.partner is None:
        return
    bounds = points.bounds(reckoned, deal.sides)
    camps = (partners.pitching(contract, deal), partners.against(contract, deal))
    for place, sides in enumerate(camps):
        claimed = said[place] if said else None
        least = sum(bounds.least[side] for side in sides)
        if claimed is not None and claimed < least:
            told = f"took at least {counted(least, 'point')} together, not {claimed}."
            fact = f"/claims/takenTogether/{place}"
            yield _found("points_miscounted", f"{_TOGETHER[place]} {told}", (fact, "/claims"), deal)


def _found(code: str, message: str, facts: tuple[str, ...], deal: Deal) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=AS_WRITTEN(text=sentence(message)),
        facts=facts,
        clauses=deal.cite("score.partner"),
    )
